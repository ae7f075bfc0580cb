// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images and their accessors as classes: constructors, properties, copies, pitches, where contents go, and what is refused. The
// numbers in them: tests/e2e/images.cpp.
#include "check.hpp"

#include <cstring>
#include <iterator>
#include <unordered_set>

using namespace sycl;

static const image_sampler nearest{addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized,
                                   filtering_mode::nearest};
constexpr image_format ints = image_format::r32b32g32a32_sint;

// ---- types

template <class A> constexpr bool is_value = std::is_copy_constructible_v<A> && std::is_copy_assignable_v<A> && std::is_move_assignable_v<A>;
using reader = unsampled_image_accessor<int4, 2, access_mode::read>;
using writer = unsampled_image_accessor<int4, 2, access_mode::write>;
static_assert(std::is_trivially_copyable_v<reader> && std::is_trivially_copyable_v<sampled_image_accessor<float4, 3>>);
static_assert(is_value<reader> && is_value<host_unsampled_image_accessor<int4>> && is_value<host_sampled_image_accessor<int4, 3>>);
static_assert(is_value<unsampled_image<>> && is_value<sampled_image<3>>);
static_assert(std::is_same_v<reader::value_type, const int4> && std::is_same_v<writer::value_type, int4>);
static_assert(std::is_same_v<reader::reference, const int4 &> && std::is_same_v<writer::const_reference, const int4 &>);
static_assert(std::is_same_v<sampled_image_accessor<float4, 1>::reference, const float4 &>);
static_assert(std::is_same_v<image_allocator::value_type, std::byte>);
// Read-only ones convert between const and not const.
using const_reader = unsampled_image_accessor<const int4, 2, access_mode::read>;
static_assert(std::is_convertible_v<reader, const_reader> && std::is_convertible_v<const_reader, reader>);
static_assert(!std::is_convertible_v<writer, reader> && !std::is_constructible_v<reader, writer>);
static_assert(std::is_convertible_v<sampled_image_accessor<int4, 2>, sampled_image_accessor<const int4, 2>>);
static_assert(std::is_convertible_v<host_sampled_image_accessor<const int4, 2>, host_sampled_image_accessor<int4, 2>>);
static_assert(std::is_same_v<host_unsampled_image_accessor<const int4>, host_unsampled_image_accessor<const int4, 1, access_mode::read>>);

// Members that are there only where they are for something.
template <class A, class C, class = void> constexpr bool can_read = false;
template <class A, class C> constexpr bool can_read<A, C, std::void_t<decltype(std::declval<const A &>().read(std::declval<C>()))>> = true;
template <class A, class C, class = void> constexpr bool can_write = false;
template <class A, class C>
constexpr bool can_write<A, C, std::void_t<decltype(std::declval<const A &>().write(std::declval<C>(), int4()))>> = true;
static_assert(can_read<reader, int2> && !can_write<reader, int2> && !can_read<writer, int2> && can_write<writer, int2>);
static_assert(!can_read<reader, int> && !can_read<reader, float>);
static_assert(can_read<host_unsampled_image_accessor<int4, 3>, int4> && can_write<host_unsampled_image_accessor<int4, 3>, int4>);
static_assert(!can_read<host_unsampled_image_accessor<int4, 1>, float>);
template <class I, class = void> constexpr bool has_pitch = false;
template <class I> constexpr bool has_pitch<I, std::void_t<decltype(std::declval<I>().get_pitch())>> = true;
static_assert(!has_pitch<unsampled_image<1>> && has_pitch<unsampled_image<2>> && !has_pitch<sampled_image<1>> && has_pitch<sampled_image<3>>);

static_assert(is_property_of_v<property::image::use_host_ptr, sampled_image<>> && is_property_of_v<property::image::use_mutex, unsampled_image<2>> &&
              is_property_of_v<property::image::context_bound, sampled_image<3>> && !is_property_of_v<property::image::use_mutex, buffer<int>> &&
              !is_property_of_v<property::buffer::use_mutex, sampled_image<>> && is_property_of_v<property::no_init, writer> &&
              is_property_of_v<property::no_init, host_unsampled_image_accessor<int4>> && !is_property_of_v<property::no_init, unsampled_image<>>);

// ---- constructors

template <class T> struct own_allocator : std::allocator<T> {
  int number = 0;
  own_allocator(int n = 0) : number(n) {}
  template <class U> struct rebind { using other = own_allocator<U>; };
};
using own = own_allocator<std::byte>;

static void unsampled() {
  int4 data[24] = {};
  std::shared_ptr<void> shared(new int4[24], [](void *p) { delete[] static_cast<int4 *>(p); });
  const property_list none;
  const range<3> r(4, 3, 2);
  const range<2> pitch(80, 320);
  for (const unsampled_image<3, own> &i :
       {unsampled_image<3, own>(ints, r), unsampled_image<3, own>(ints, r, none), unsampled_image<3, own>(data, ints, r, none),
        unsampled_image<3, own>(shared, ints, r, none)}) {
    CHECK(i.get_range() == r && i.size() == 24 && i.byte_size() == 384 && i.get_pitch() == range<2>(64, 192));
    CHECK(i.get_allocator().number == 0);
  }
  int4 more[60] = {};
  std::shared_ptr<void> wide(more, [](void *) {});
  for (const unsampled_image<3, own> &i :
       {unsampled_image<3, own>(ints, r, pitch, own(1)), unsampled_image<3, own>(ints, r, pitch, own(1), none),
        unsampled_image<3, own>(more, ints, r, pitch, own(1), none), unsampled_image<3, own>(wide, ints, r, pitch, own(1))})
    CHECK(i.get_pitch() == pitch && i.byte_size() == 640 && i.size() == 24 && i.get_allocator().number == 1);
  unsampled_image<1, own> one(ints, range<1>(3), own(2)), two(nullptr, ints, range<1>(3), own(2)), three(data, ints, range<1>(3), own(2));
  CHECK(one.byte_size() == 48 && two.get_allocator().number == 2 && three.get_range()[0] == 3);
  unsampled_image<2> empty(std::shared_ptr<void>(), image_format::r8g8b8a8_unorm, range<2>(5, 3), range<1>(24));
  CHECK(empty.byte_size() == 72 && empty.get_pitch()[0] == 24);

  unsampled_image deduced(data, ints, range<2>(2, 2)), with_pitch(data, ints, range<2>(2, 2), range<1>(64));
  unsampled_image bare(ints, range<3>(1, 1, 1));
  static_assert(std::is_same_v<decltype(deduced), unsampled_image<2>> && std::is_same_v<decltype(with_pitch), unsampled_image<2>> &&
                std::is_same_v<decltype(bare), unsampled_image<3>>);
}

static void sampled() {
  const int4 data[24] = {};
  std::shared_ptr<const void> shared(data, [](const void *) {});
  const property_list none;
  const range<2> r(4, 3);
  for (const sampled_image<2, own> &i :
       {sampled_image<2, own>(data, ints, nearest, r), sampled_image<2, own>(data, ints, nearest, r, own(3)),
        sampled_image<2, own>(shared, ints, nearest, r, none), sampled_image<2, own>(shared, ints, nearest, r, own(3), none)})
    CHECK(i.get_range() == r && i.size() == 12 && i.byte_size() == 192 && i.get_pitch()[0] == 64);
  for (const sampled_image<2, own> &i :
       {sampled_image<2, own>(data, ints, nearest, r, range<1>(96)), sampled_image<2, own>(data, ints, nearest, r, range<1>(96), own(3)),
        sampled_image<2, own>(shared, ints, nearest, r, range<1>(96)), sampled_image<2, own>(shared, ints, nearest, r, range<1>(96), own(3), none)})
    CHECK(i.byte_size() == 288 && i.get_pitch()[0] == 96);
  sampled_image deduced(data, ints, nearest, range<1>(4));
  sampled_image with_pitch(data, ints, nearest, r, range<1>(64));
  static_assert(std::is_same_v<decltype(deduced), sampled_image<1>> && std::is_same_v<decltype(with_pitch), sampled_image<2>>);
  sampled_image<1> null(nullptr, ints, nearest, range<1>(1));
  CHECK(null.get_host_access<int4>().size() == 1);
}

static void refused() {
  const auto wrong = [](auto... args) { CHECK_THROWS(errc::invalid, unsampled_image(ints, args...)); };
  wrong(range<2>(4, 3), range<1>(48));        // less than a row
  wrong(range<2>(4, 3), range<1>(72));        // no multiple of a texel
  wrong(range<3>(4, 3, 2), range<2>(64, 128)); // less than a slice
  wrong(range<1>(std::size_t(1) << 31));
  wrong(range<3>(1 << 30, 1 << 30, 1 << 30));
  wrong(range<3>(1 << 30, 1 << 30, 2), range<2>(std::size_t(1) << 34, std::size_t(1) << 63));
  unsampled_image<1> image(ints, range<1>(1));
  CHECK_THROWS(errc::invalid, image.get_host_access<float4>());
  CHECK_THROWS(errc::invalid, image.get_host_access<uint4>());
}

// ---- copies, equality, properties

template <class T> void references(const T &a, const T &other) {
  T copy = a;
  CHECK(copy == a && !(copy != a) && a != other && !(a == other));
  CHECK(std::hash<T>()(copy) == std::hash<T>()(a));
  std::unordered_set<T> set{a, copy, other};
  CHECK(set.size() == 2);
  copy = other;
  CHECK(copy == other && copy.size() == other.size());
}

static void semantics() {
  unsampled_image<1> a(ints, range<1>(4)), b(ints, range<1>(5));
  references(a, b);
  const int4 data[4] = {};
  sampled_image<1> c(data, ints, nearest, range<1>(4)), d(data, ints, nearest, range<1>(4));
  references(c, d);
  references(host_unsampled_image_accessor<int4>(a), host_unsampled_image_accessor<int4>(b));
  references(host_sampled_image_accessor<int4, 1>(c), host_sampled_image_accessor<int4, 1>(d));
  // Copies share their texels.
  unsampled_image<1> copy = a;
  a.get_host_access<int4>().write(2, int4(5));
  CHECK(copy.get_host_access<const int4>().read(2)[3] == 5);
  queue q;
  q.submit([&](handler &h) {
    auto x = a.get_access<int4, access_mode::read>(h), y = b.get_access<int4, access_mode::read>(h);
    references(x, y);
    auto s = c.get_access<int4, image_target::host_task>(h), t = d.get_access<int4, image_target::host_task>(h);
    references(s, t);
    h.host_task([=] { references(s, t); });
  });
  q.wait_and_throw();
}

static void properties() {
  int4 data[4] = {};
  std::mutex mutex;
  context here, elsewhere;
  const property_list all{property::image::use_host_ptr(), property::image::use_mutex(mutex), property::image::context_bound(here)};
  unsampled_image<1> image(data, ints, range<1>(4), all);
  CHECK(image.has_property<property::image::use_host_ptr>() && !image.has_property<property::buffer::use_host_ptr>());
  CHECK(image.get_property<property::image::use_mutex>().get_mutex_ptr() == &mutex);
  CHECK(image.get_property<property::image::context_bound>().get_context() == here);
  sampled_image<1> plain(data, ints, nearest, range<1>(4));
  CHECK(!plain.has_property<property::image::use_mutex>());
  CHECK_THROWS(errc::invalid, plain.get_property<property::image::context_bound>());

  queue q(elsewhere, default_selector_v);
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { image.get_access<int4>(h); }));
  host_unsampled_image_accessor<int4, 1, access_mode::write> a(image, {no_init});
  CHECK(a.has_property<property::no_init>());
  (void)a.get_property<property::no_init>();
  const auto b = plain.get_host_access<int4>();
  CHECK(!b.has_property<property::no_init>());
  CHECK_THROWS(errc::invalid, b.get_property<property::no_init>());
}

// ---- where contents go

template <class Image> void set_all(Image &image, int value) {
  const auto a = image.template get_host_access<int4, access_mode::write>();
  for (int i = 0; i < int(image.size()); ++i)
    a.write(i, int4(value + i));
}

static void write_back() {
  int4 data[3] = {};
  { unsampled_image<1> image(data, ints, range<1>(3)); }
  CHECK(data[0][0] == 0);
  {
    unsampled_image<1> image(data, ints, range<1>(3));
    unsampled_image<1> copy = image;
    set_all(image, 1);
  }
  CHECK(data[0][0] == 1 && data[2][3] == 3);
  {
    unsampled_image<1> image(data, ints, range<1>(3));
    set_all(image, 10);
    image.set_final_data();
  }
  int4 other[3] = {};
  {
    unsampled_image<1> image(ints, range<1>(3));
    set_all(image, 20);
    image.set_final_data(&other[0]);
  }
  CHECK(other[0][0] == 20 && other[2][0] == 22);
  {
    unsampled_image<1> image(ints, range<1>(3));
    set_all(image, 30);
    image.set_final_data(&other[0]);
    image.set_write_back(false);
  }
  CHECK(other[0][0] == 20);
  {
    unsampled_image<1> image(ints, range<1>(3));
    set_all(image, 40);
    image.set_final_data(static_cast<void *>(other));
  }
  CHECK(other[1][2] == 41);
}

static void write_elsewhere() {
  std::vector<int> list, places(12);
  std::shared_ptr<std::vector<int4>> container(new std::vector<int4>(3));
  const auto here = std::make_shared<std::array<int4, 3>>();
  std::weak_ptr<int4> gone;
  for (int i = 0; i < 5; ++i) {
    std::shared_ptr<int4> going(new int4[3], std::default_delete<int4[]>());
    unsampled_image<1> image(ints, range<1>(3));
    set_all(image, 10 * i);
    gone = going;
    if (i == 0)
      image.set_final_data(std::back_inserter(list));
    else if (i == 1)
      image.set_final_data(places.begin());
    else if (i == 2)
      image.set_final_data(std::weak_ptr<std::vector<int4>>(container));
    else if (i == 3)
      image.set_final_data(here);
    else
      image.set_final_data(gone);
    going.reset();
  }
  CHECK(list.size() == 12 && list[11] == 2 && places[0] == 10 && places[11] == 12);
  CHECK((*container)[2][0] == 22 && (*here)[0][0] == 30 && (*here)[2][3] == 32);
}

// Memory that is not aligned like a texel, memory that is shared, and texels with a pitch: what lies between stays as it is.
static void host_memory() {
  alignas(16) unsigned char raw[64];
  std::memset(raw, 7, sizeof raw);
  {
    unsampled_image<1> image(raw + 1, ints, range<1>(3));
    CHECK(image.get_host_access<const int4>().read(1)[0] == 0x07070707);
    set_all(image, 1);
  }
  int first = 0;
  std::memcpy(&first, raw + 17, sizeof first);
  CHECK(first == 2 && raw[0] == 7 && raw[49] == 7);

  std::shared_ptr<int4> owner(new int4[2]{int4(1), int4(2)}, std::default_delete<int4[]>());
  std::weak_ptr<int4> watch = owner;
  {
    unsampled_image<1> image(std::shared_ptr<void>(owner), ints, range<1>(2));
    owner.reset();
    CHECK(!watch.expired() && image.get_host_access<int4>().read(1)[0] == 2);
  }
  CHECK(watch.expired());

  int4 rows[6];
  for (int4 &v : rows)
    v = int4(9);
  {
    unsampled_image<2> image(rows, ints, range<2>(2, 2), range<1>(48));
    image.get_host_access<int4>().write(int2(1, 1), int4(3));
    image.get_host_access<int4>().write(int2(2, 1), int4(3)); // outside
    CHECK(image.get_host_access<int4>().read(int2(2, 0))[0] == 0);
  }
  CHECK(rows[4][0] == 3 && rows[3][0] == 9 && rows[5][0] == 9 && rows[2][0] == 9);
}

// All numbers of a format that are few.
static void exact() {
  std::vector<std::uint16_t> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = std::uint16_t(i);
  std::vector<std::uint16_t> again = all;
  unsampled_image<1> norms(all.data(), image_format::r16g16b16a16_unorm, range<1>(16384));
  unsampled_image<1> bytes(all.data(), image_format::r8g8b8a8_unorm, range<1>(256));
  unsampled_image<1> halves(again.data(), image_format::r16b16g16a16_sfloat, range<1>(16384));
  const auto n = norms.get_host_access<float4>(), b = bytes.get_host_access<float4>(), h = halves.get_host_access<float4>();
  int wrong = 0;
  for (int i = 0; i < 16384; ++i)
    for (int c = 0; c < 4; ++c) {
      const std::uint16_t bits = std::uint16_t(4 * i + c);
      wrong += n.read(i)[c] != float(bits / 65535.0);
      const float as_half = half::from_bits(bits), got = h.read(i)[c];
      wrong += std::memcmp(&as_half, &got, sizeof got) != 0 && !(got != got && as_half != as_half);
      if (i < 256)
        wrong += b.read(i)[c] != float(reinterpret_cast<unsigned char *>(all.data())[4 * i + c] / 255.0);
    }
  // Written again, they are what they were.
  for (int i = 0; i < 16384; ++i) {
    n.write(i, n.read(i));
    h.write(i, h.read(i));
    wrong += n.read(i)[0] != float(4 * i / 65535.0);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    wrong += all[i] != i || (again[i] != i && !((i & 0x7c00) == 0x7c00 && (i & 0x3ff)));
  CHECK(wrong == 0);
}

int main() {
  unsampled();
  sampled();
  refused();
  semantics();
  properties();
  write_back();
  write_elsewhere();
  host_memory();
  exact();
  return report("images");
}
