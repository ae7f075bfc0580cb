// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties that are known when the program is compiled: lists, properties of one's own, and the objects and
// launches that take lists. What reaches the device is in tests/frontend/properties-api.cpp.
#include "check.hpp"

namespace oneapi = sycl::ext::oneapi;
using namespace sycl::ext::oneapi;
using sycl::access_mode;
using sycl::aspect;
using sycl::handler;
using sycl::id;
using sycl::queue;

// A property of the user's, one without a value, and one whose value is known only at run time.
struct foo {
  static constexpr const char *meta_name = "sycl-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;
struct bar {
  static constexpr const char *meta_name = "sycl-bar";
  using value_t = property_value<bar>;
};
inline constexpr bar::value_t bar_v;
struct priority {
  using key_t = priority;
  int level;
};
// No class of these headers: key_t, meta_name and meta_value are all a value needs.
struct by_hand {
  struct value_t {
    using key_t = by_hand;
    static constexpr const char *meta_name = "by-hand";
    static constexpr bool meta_value = true;
  };
};

template <class A, class B> inline constexpr bool same = std::is_same_v<A, B>;

// ---- lists

using both_orders = decltype(property_list{foo_v<32>, bar_v, by_hand::value_t()});
static_assert(same<both_orders, decltype(property_list{by_hand::value_t(), bar_v, foo_v<32>})>);
static_assert(same<both_orders, property_list_t<bar::value_t, foo::value_t<32>, by_hand::value_t>>);
static_assert(same<both_orders, property_list<by_hand::value_t, bar::value_t, foo::value_t<32>>>);
static_assert(!same<both_orders, decltype(property_list{foo_v<33>, bar_v, by_hand::value_t()})>);
static_assert(std::is_empty_v<both_orders>);
static_assert(same<property_list_t<>, decltype(property_list{})>);
static_assert(same<decltype(properties{bar_v, foo_v<1>}), decltype(properties{foo_v<1>, bar_v})>);
static_assert(same<decltype(properties{}), empty_properties_t>);
static_assert(same<decltype(properties{properties{bar_v}}), decltype(properties{bar_v})>);
static_assert(same<decltype(property_list{property_list{bar_v}}), property_list_t<bar::value_t>>);

static_assert(both_orders::has_property<foo>() && both_orders::has_property<by_hand>());
static_assert(!both_orders::has_property<priority>() && !property_list<>::has_property<foo>());
static_assert(both_orders::get_property<foo>().value == 32);
static_assert(decltype(properties{foo_v<5>})::get_property<foo>() == foo_v<5>);
static_assert(foo_v<5> != foo_v<6>);

static_assert(is_property_list_v<both_orders> && is_property_list_v<const decltype(properties{bar_v})>);
static_assert(!is_property_list_v<foo> && !is_property_list_v<sycl::property_list>);
static_assert(is_property_key_v<foo> && !is_property_key_v<foo::value_t<1>> && !is_property_key_v<int>);
static_assert(is_property_value_v<foo::value_t<1>> && is_property_value_v<by_hand::value_t>);
static_assert(!is_property_value_v<foo> && !is_property_value_v<both_orders>);
static_assert(is_property_key_v<priority> && is_property_value_v<priority>);
static_assert(is_property_key_of_v<foo, int> && is_property_value_of_v<foo::value_t<2>, int>);

// The form the device compiler gets.
static_assert(foo::value_t<32>::meta_value == 32 && bar::value_t::meta_value[0] == '\0');
static_assert(work_group_size::value_t<4, 5, 6>::meta_value[1] == 5);
static_assert(work_group_size::value_t<4, 5, 6>::meta_value.size() == 3);
static_assert(device_has_v<aspect::fp16, aspect::fp64>.meta_value[1] == aspect::fp64);
static_assert(sub_group_size_v<16>.value == 16 && work_group_size_v<8>[0] == 8);

// The names of the extensions are other names of the same things.
static_assert(same<decltype(experimental::sub_group_size<16>), decltype(sub_group_size_v<16>)>);
static_assert(same<experimental::work_group_size_key, work_group_size>);
static_assert(same<decltype(experimental::alignment<16>), const alignment::value_t<16>>);

static void lists_with_values() {
  const property_list a{foo_v<1>, priority{7}};
  const property_list b{priority{8}, foo_v<1>};
  CHECK((same<decltype(a), decltype(b)>));
  CHECK(a.get_property<priority>().level == 7 && b.get_property<priority>().level == 8);
  CHECK(b.get_property<foo>().value == 1);
  const properties c{priority{9}, bar_v};
  CHECK(c.get_property<priority>().level == 9 && sizeof(c) == sizeof(int));
}

// ---- kernels

static constexpr size_t count = 64;

// submit(p) starts a kernel that adds `by` to each of p[0] .. p[n - 1].
template <class F> static void expect(queue &q, size_t n, F submit) {
  int *p = sycl::malloc_shared<int>(count, q);
  for (size_t i = 0; i < count; ++i)
    p[i] = static_cast<int>(i);
  submit(p);
  q.wait_and_throw();
  bool good = true;
  for (size_t i = 0; i < count; ++i)
    good = good && p[i] == static_cast<int>(i < n ? i + 3 : i);
  CHECK(good);
  sycl::free(p, q);
}

struct with_member {
  int *p;
  void operator()() const { *p += 3; }
  static constexpr auto properties = property_list{work_group_size_hint_v<16>, foo_v<2>};
};
struct with_get {
  int *p;
  void operator()(id<1> i) const { p[i] += 3; }
  auto get(experimental::properties_tag) { return experimental::properties{foo_v<2>, priority{1}}; }
};
// Its member happens to have the name.
struct not_a_list {
  int *p;
  int properties;
  void operator()(id<1> i) const { p[i] += properties; }
};

static_assert(same<sycl::detail::kernel_properties<with_member, property_list<>>,
                   sycl::detail::types<foo::value_t<2>, work_group_size_hint::value_t<16>>>);
static_assert(same<sycl::detail::kernel_properties<with_member, decltype(properties{bar_v, foo_v<2>})>,
                   sycl::detail::types<bar::value_t, foo::value_t<2>, work_group_size_hint::value_t<16>>>);
static_assert(
    same<sycl::detail::kernel_properties<with_get, property_list<>>, sycl::detail::types<foo::value_t<2>>>);
static_assert(same<sycl::detail::kernel_properties<not_a_list, property_list<>>, sycl::detail::types<>>);

static void kernels(queue &q) {
  const property_list list{foo_v<32>, bar_v, priority{3}};
  expect(q, 1, [&](int *p) { q.single_task<class Task>(list, [=] { *p += 3; }); });
  expect(q, 1,
         [&](int *p) { q.single_task<class After>(q.submit([](handler &) {}), list, [=] { *p += 3; }); });
  expect(q, 1, [&](int *p) { q.single_task<class None>({}, [=] { *p += 3; }); });
  expect(q, 1, [&](int *p) { q.single_task(with_member{p}); });
  expect(q, 1, [&](int *p) { q.single_task<class Both>(properties{bar_v, foo_v<2>}, with_member{p}); });
  expect(q, 1, [&](int *p) {
    q.submit([&](handler &h) { h.single_task<class InHandler>(properties{bar_v}, [=] { *p += 3; }); });
  });

  expect(q, count, [&](int *p) { q.parallel_for<class Range>(count, list, [=](id<1> i) { p[i] += 3; }); });
  expect(q, count, [&](int *p) { q.parallel_for(count, with_get{p}); });
  expect(q, count, [&](int *p) { q.parallel_for(count, not_a_list{p, 3}); });
  expect(q, count, [&](int *p) {
    const std::vector<sycl::event> events(2);
    q.parallel_for<class Square>({8, 8}, events, list, [=](sycl::item<2> i) { p[i.get_linear_id()] += 3; });
  });
  expect(q, count, [&](int *p) {
    q.submit([&](handler &h) {
      h.parallel_for<class Cube>(sycl::range<3>(4, 4, 4), list,
                                 [=](sycl::item<3> i) { p[i.get_linear_id()] += 3; });
    });
  });
  expect(q, count, [&](int *p) {
    q.parallel_for<class NdRange>(sycl::nd_range<2>({8, 8}, {2, 4}), sycl::event(),
                                  properties{work_group_size_v<2, 4>, work_group_size_hint_v<2, 4>},
                                  [=](sycl::nd_item<2> i) { p[i.get_global_linear_id()] += 3; });
  });
  CHECK_THROWS(sycl::errc::nd_range,
               q.parallel_for<class Wrong>(sycl::nd_range<1>(64, 16), property_list{work_group_size_v<8>},
                                           [=](sycl::nd_item<1>) {}));
}

// ---- accessors

template <access_mode M, class... P>
using int_accessor = sycl::accessor<int, 1, M, sycl::target::device, sycl::access::placeholder::false_t,
                                    property_list_t<P...>>;
using rich = int_accessor<access_mode::read_write, no_alias::value_t, foo::value_t<32>>;
using poor = int_accessor<access_mode::read_write>;
using reader = int_accessor<access_mode::read, no_alias::value_t>;

static_assert(same<poor, sycl::accessor<int, 1, access_mode::read_write>>);
static_assert(std::is_convertible_v<rich, poor> && !std::is_convertible_v<poor, rich>);
static_assert(std::is_convertible_v<rich, reader> && !std::is_convertible_v<reader, rich>);
static_assert(!std::is_convertible_v<int_accessor<access_mode::read_write, foo::value_t<1>>, rich>);
static_assert(rich::has_property<foo>() && rich::get_property<foo>().value == 32);
static_assert(!rich::has_property<no_offset>() && sizeof(rich) == sizeof(poor));

static void accessors(queue &q) {
  int data[count] = {};
  {
    sycl::buffer<int> buf(data, count);
    sycl::accessor placeholder(buf, sycl::read_only, properties{foo_v<4>});
    static_assert(same<decltype(placeholder),
                       sycl::accessor<int, 1, access_mode::read, sycl::target::device,
                                      sycl::access::placeholder::true_t, property_list_t<foo::value_t<4>>>>);
    q.submit([&](handler &cgh) {
      sycl::accessor acc(buf, cgh, property_list{no_alias_v, foo_v<32>});
      static_assert(same<decltype(acc), rich>);
      cgh.parallel_for<class Write>(count, [=](id<1> i) { acc[i] = static_cast<int>(i) + 1; });
    });
    q.submit([&](handler &cgh) {
      cgh.require(placeholder);
      rich acc(buf, cgh);
      const poor less = acc;
      cgh.parallel_for<class Twice>(count, [=](id<1> i) { less[i] += placeholder[i]; });
    });
    q.submit([&](handler &cgh) {
      sycl::accessor half(buf, cgh, sycl::range<1>(count / 2), id<1>(count / 2), sycl::write_only,
                          properties{buffer_location_v<0>, sycl::no_init});
      static_assert(same<decltype(half), int_accessor<access_mode::write, buffer_location::value_t<0>>>);
      cgh.parallel_for<class Half>(count / 2, [=](id<1> i) { half[i] = -1; });
    });
    CHECK_THROWS(sycl::errc::invalid, sycl::accessor(buf, sycl::range<1>(4), id<1>(4), sycl::read_only,
                                                     property_list{no_offset_v}));
    sycl::accessor all(buf, sycl::range<1>(4), id<1>(0), sycl::read_only, property_list{no_offset_v});
    CHECK(all.get_offset()[0] == 0 && std::hash<decltype(all)>()(all) == std::hash<decltype(all)>()(all));
  }
  const sycl::detail::accessor_properties<property_list<>> kept = properties{sycl::no_init, priority{1}};
  CHECK(kept.has_property<sycl::property::no_init>());

  bool good = true;
  for (size_t i = 0; i < count; ++i)
    good = good && data[i] == (i < count / 2 ? 2 * static_cast<int>(i) + 2 : -1);
  CHECK(good);

  // Copies take accessors with properties.
  int from[4] = {1, 2, 3, 4}, to[4] = {};
  sycl::buffer<int> buf(sycl::range<1>(4));
  q.submit(
      [&](handler &h) { h.copy(from, sycl::accessor(buf, h, sycl::write_only, property_list{no_alias_v})); });
  q.copy(sycl::accessor(buf, sycl::read_only, property_list{foo_v<2>}), to).wait();
  CHECK(to[0] == 1 && to[3] == 4);
  q.fill(sycl::accessor(buf, sycl::write_only, properties{foo_v<2>}), 9);
  CHECK(sycl::host_accessor(buf)[3] == 9);
}

// ---- annotated_ptr and annotated_arg

using pointer = annotated_ptr<int, property_list_t<foo::value_t<32>, restrict ::value_t>>;
static_assert(std::is_trivially_copyable_v<pointer> && sizeof(pointer) == sizeof(int *));
static_assert(pointer::has_property<restrict>() && pointer::get_property<foo>().value == 32);
static_assert(same<annotated_ptr<int>, annotated_ptr<int, property_list<>>>);
static_assert(same<experimental::annotated_ptr<int>, annotated_ptr<int>>);
static_assert(!std::is_convertible_v<pointer, int *> && !std::is_convertible_v<pointer, annotated_ptr<int>>);
static_assert(!std::is_constructible_v<annotated_ptr<int>, pointer>); // would lose properties

static void annotated(queue &q) {
  int *p = sycl::malloc_shared<int>(count, q);
  for (size_t i = 0; i < count; ++i)
    p[i] = static_cast<int>(i);
  const pointer a(p);
  const annotated_ptr b(p, alignment_v<4>);
  const annotated_ptr c(p, properties{alignment_v<4>});
  const annotated_ptr d(b, property_list{foo_v<1>});
  CHECK((same<decltype(b), decltype(c)>));
  CHECK(
      (same<decltype(d), const annotated_ptr<int, property_list_t<alignment::value_t<4>, foo::value_t<1>>>>));
  const annotated_ptr<int, decltype(properties{alignment_v<4>})> e = b;
  const annotated_ptr<const int, property_list_t<alignment::value_t<4>, bar::value_t>> f(b);

  annotated_ptr<int> g = p;
  CHECK(*g++ == 0 && *g == 1 && *++g == 2 && *g-- == 2 && *--g == 0);
  CHECK((g += 5) - g == 0 && *(g - 2) == 3 && *(2 + g) == 7 && g - annotated_ptr<int>(p) == 5);
  CHECK(g != p && g > p && g >= p && !(g < p) && !(g <= p) && (g -= 5) == p && g == annotated_ptr<int>(p));
  CHECK(g && !annotated_ptr<int>() && annotated_ptr<int>() == nullptr && static_cast<int *>(g) == p);

  const annotated_arg three(3, property_list{foo_v<3>, buffer_location_v<1>});
  const annotated_arg raw(p, foo_v<3>);
  CHECK(three + 1 == 4 &&
        (same<decltype(raw), const annotated_arg<int *, property_list_t<foo::value_t<3>>>>));
  q.parallel_for<class Annotated>(count, [=](id<1> i) {
     a[i] += three;
     *(d + i) += b[i] - e[i] + (f[i] - raw[i]);
   }).wait();
  CHECK(p[0] == 3 && p[count - 1] == static_cast<int>(count) + 2);

  struct point {
    int x, y;
  };
  point *one = sycl::malloc_shared<point>(1, q);
  const annotated_ptr h(one, restrict_v);
  const annotated_arg k(one, restrict_v);
  const annotated_arg l(point{5, 6}, foo_v<1>);
  q.single_task<class Members>([=] {
     h->x = static_cast<const point &>(l).x;
     k->y = 7;
   }).wait();
  CHECK(one->x == 5 && one->y == 7);
  sycl::free(one, q);
  sycl::free(p, q);
}

int main() {
  queue q;
  lists_with_values();
  kernels(q);
  accessors(q);
  annotated(q);
  return report("properties");
}
