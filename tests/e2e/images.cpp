// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images in kernels, host tasks and on the host: every format read and written as every type of result that it has, with padded
// rows and slices, and every sampler, in one to three dimensions. What they give is compared with tables and sums that are made here
// in another way: numbers in double precision, and images that go on for ever.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace sycl;

// ---- what is right: numbers

enum kind { unorm, sint, uint_, sfloat };
struct format_facts {
  image_format format;
  kind what;
  int bits; // of a channel
  bool blue_first;
};
static const format_facts formats[] = {
    {image_format::r8g8b8a8_unorm, unorm, 8, false},       {image_format::r16g16b16a16_unorm, unorm, 16, false},
    {image_format::r8g8b8a8_sint, sint, 8, false},         {image_format::r16g16b16a16_sint, sint, 16, false},
    {image_format::r32b32g32a32_sint, sint, 32, false},    {image_format::r8g8b8a8_uint, uint_, 8, false},
    {image_format::r16g16b16a16_uint, uint_, 16, false},   {image_format::r32b32g32a32_uint, uint_, 32, false},
    {image_format::r16b16g16a16_sfloat, sfloat, 16, false}, {image_format::r32g32b32a32_sfloat, sfloat, 32, false},
    {image_format::b8g8r8a8_unorm, unorm, 8, true},
};

static double half_number(unsigned bits) {
  const int exponent = int(bits >> 10 & 31), fraction = int(bits & 1023);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction ? std::nan("") : sign * INFINITY;
  return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

// The nearest of those that are next to it, found by halves of the range; of two, the one whose last bit is zero.
static unsigned nearest_half(double v) {
  if (std::isnan(v))
    return 0x7e00;
  const double size = std::fabs(v);
  unsigned low = 0, high = 0x7bff;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (half_number(middle) <= size ? low : high) = middle;
  }
  const double below = size - half_number(low), above = half_number(high) - size;
  const unsigned best = below < above || (below == above && !(low & 1)) ? low : high;
  return (size >= 65520 ? 0x7c00 : best) | (std::signbit(v) ? 0x8000 : 0);
}

static double bounded(double v, double least, double most) {
  return std::isnan(v) ? 0 : std::nearbyint(v < least ? least : v > most ? most : v);
}

// A channel, from the bits in memory to a number and back.
static double number_of(const format_facts &f, unsigned long long bits) {
  const double most = std::ldexp(1, f.bits) - 1;
  if (f.what == unorm)
    return double(bits) / most;
  if (f.what == sint)
    return bits > most / 2 ? double(bits) - most - 1 : double(bits);
  if (f.what == uint_)
    return double(bits);
  if (f.bits == 16)
    return half_number(unsigned(bits));
  float single;
  const unsigned word = unsigned(bits);
  std::memcpy(&single, &word, sizeof single);
  return single;
}

static unsigned bits_of(const format_facts &f, double v) {
  const double most = std::ldexp(1, f.bits) - 1;
  if (f.what == unorm)
    return unsigned(bounded(float(v) * float(most), 0, most));
  if (f.what == uint_)
    return unsigned(bounded(v, 0, most));
  if (f.what == sint)
    return unsigned((long long)bounded(v, -(most + 1) / 2, (most - 1) / 2) & (long long)most);
  if (f.bits == 16)
    return nearest_half(float(v));
  const float single = float(v);
  unsigned word;
  std::memcpy(&word, &single, sizeof word);
  return word;
}

// A number as an element of a result.
template <class T> T element(double v) {
  if constexpr (std::is_same_v<T, float>)
    return float(v);
  else if constexpr (std::is_same_v<T, half>)
    return half::from_bits(nearest_half(float(v)));
  else
    return T(bounded(v, double(std::numeric_limits<T>::min()), double(std::numeric_limits<T>::max())));
}

template <class T> bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

// ---- what is right: images

struct reference {
  const format_facts &f;
  int extent[3];
  size_t pitch[2]; // bytes
  std::vector<unsigned char> bytes;

  size_t place(int x, int y, int z, int c) const {
    const int channel = f.blue_first && c != 3 ? 2 - c : c;
    return size_t(z) * pitch[1] + size_t(y) * pitch[0] + size_t(4 * x + channel) * size_t(f.bits / 8);
  }
  double get(int x, int y, int z, int c) const {
    unsigned bits = 0;
    std::memcpy(&bits, &bytes[place(x, y, z, c)], size_t(f.bits / 8));
    return number_of(f, bits);
  }
  void put(int x, int y, int z, int c, double v) {
    const unsigned bits = bits_of(f, v);
    std::memcpy(&bytes[place(x, y, z, c)], &bits, size_t(f.bits / 8));
  }
  // As wide as they are, or with two texels more for a row and three for a slice.
  reference(const format_facts &facts, int w, int h, int d, bool padded) : f(facts), extent{w, h, d} {
    const size_t texel = size_t(f.bits / 2);
    pitch[0] = (size_t(w) + 2 * padded) * texel;
    pitch[1] = pitch[0] * size_t(h) + 3 * padded * texel;
    bytes.resize(pitch[1] * size_t(d));
    unsigned state = 12345;
    for (unsigned char &b : bytes)
      b = (unsigned char)((state = state * 1103515245 + 12345) >> 16);
  }
};

template <int D> range<D> extent_of(const reference &r) {
  range<D> e;
  for (int i = 0; i < D; ++i)
    e[i] = size_t(r.extent[i]);
  return e;
}
template <int D> unsampled_image<D> image_of(reference &r) {
  if constexpr (D == 1)
    return {r.bytes.data(), r.f.format, extent_of<1>(r)};
  else if constexpr (D == 2)
    return {r.bytes.data(), r.f.format, extent_of<2>(r), range<1>(r.pitch[0])};
  else
    return {r.bytes.data(), r.f.format, extent_of<3>(r), range<2>(r.pitch[0], r.pitch[1])};
}
template <int D> auto coordinate(int x, int y, int z) {
  if constexpr (D == 1)
    return (void)y, (void)z, x;
  else if constexpr (D == 2)
    return (void)z, int2(x, y);
  else
    return int4(x, y, z, 0);
}

// ---- reads and writes

template <class T, int D> class Read;
template <class T, int D> class Write;

// Texels in the order of their coordinates, x first, as T.
template <class T> std::vector<vec<T, 4>> all_of(const reference &r) {
  std::vector<vec<T, 4>> all;
  for (int z = 0; z < r.extent[2]; ++z)
    for (int y = 0; y < r.extent[1]; ++y)
      for (int x = 0; x < r.extent[0]; ++x) {
        vec<T, 4> v;
        for (int c = 0; c < 4; ++c)
          v[c] = element<T>(r.get(x, y, z, c));
        all.push_back(v);
      }
  return all;
}

template <class T> void compare(const std::vector<vec<T, 4>> &got, const std::vector<vec<T, 4>> &wanted, int format) {
  int wrong = 0;
  for (size_t i = 0; i < wanted.size(); ++i)
    for (int c = 0; c < 4; ++c)
      if (!same(got[i][c], wanted[i][c]) && ++wrong == 1)
        std::printf("format %d, texel %zu, channel %d: %.9g, not %.9g\n", format, i, c, double(got[i][c]), double(wanted[i][c]));
  CHECK(wrong == 0);
}

template <class T, int D> void read_format(queue &q, reference r) {
  const auto wanted = all_of<T>(r);
  const int w = r.extent[0], h = r.extent[1];
  std::vector<vec<T, 4>> got(wanted.size()), outside(1, vec<T, 4>(T(1)));
  unsampled_image<D> image = image_of<D>(r);
  {
    buffer<vec<T, 4>> to(got), beyond(outside);
    q.submit([&](handler &cgh) {
      unsampled_image_accessor<vec<T, 4>, D, access_mode::read> a(image, cgh);
      accessor out(to, cgh, write_only);
      accessor none(beyond, cgh, write_only);
      cgh.parallel_for<Read<T, D>>(range<1>(got.size()), [=](id<1> id) {
        const int i = int(id[0]);
        out[id] = a.read(coordinate<D>(i % w, i / w % h, i / (w * h)));
        if (i == 0)
          none[0] = a.read(coordinate<D>(-1, 0, 0)) + a.read(coordinate<D>(w, 0, 0)) + a.read(coordinate<D>(2147483647, 0, 0));
      });
    });
  }
  compare(got, wanted, int(r.f.format));
  for (int c = 0; c < 4; ++c)
    CHECK(outside[0][c] == T(0));

  const auto from_host = image.template get_host_access<vec<T, 4>, access_mode::read>();
  for (size_t i = 0; i < got.size(); ++i)
    got[i] = from_host.read(coordinate<D>(int(i) % w, int(i) / w % h, int(i) / (w * h)));
  compare(got, wanted, int(r.f.format));
}

// Numbers about the limits of formats.
template <class T> std::vector<vec<T, 4>> trials(size_t count) {
  static const double special[] = {0, -0.0, 1, -1, 0.5, 1.0 / 3, 0.999, 1.5, 2, 126.5, 127.5, 128.4, -128.5, -129, 254.5, 255.5, 256,
                                   32767, 32768, -32768, -32769, 65504, 65519, 65520, 65535, 65536, 1e-7, 2.9e-8, 3.1e-8, 6.2e-5,
                                   -6.1e-5, 1e-30, 3e38, 2147483647., 2147483648., -2147483648., 4294967295., INFINITY, -INFINITY, NAN,
                                   0.1, 0.00196, 0.00197, 0.7, 100.25, 1e5, -1e5, 1e9};
  constexpr size_t n = sizeof special / sizeof *special;
  std::vector<vec<T, 4>> all(count);
  for (size_t i = 0; i < 4 * count; ++i) {
    const double v = special[i % n];
    // The float that a device makes of a half that is not a number has any bits that say so.
    all[i / 4][int(i % 4)] = element<T>(std::is_same_v<T, half> && v != v ? 0 : v);
  }
  return all;
}

template <class T, int D> void write_format(queue &q, const reference &before) {
  const int w = before.extent[0], h = before.extent[1], n = w * h * before.extent[2];
  const auto values = trials<T>(size_t(n));
  reference wanted = before, got = before, got_on_host = before, got_in_task = before;
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 4; ++c)
      wanted.put(i % w, i / w % h, i / (w * h), c, double(values[size_t(i)][c]));
  {
    unsampled_image<D> image = image_of<D>(got), task_image = image_of<D>(got_in_task), host_image = image_of<D>(got_on_host);
    buffer<vec<T, 4>> from(values);
    q.submit([&](handler &cgh) {
      unsampled_image_accessor<vec<T, 4>, D, access_mode::write> a(image, cgh);
      accessor in(from, cgh, read_only);
      cgh.parallel_for<Write<T, D>>(range<1>(size_t(n)), [=](id<1> id) {
        const int i = int(id[0]);
        a.write(coordinate<D>(i % w, i / w % h, i / (w * h)), in[id]);
        if (i == 0) { // without effect
          a.write(coordinate<D>(-1, 0, 0), in[id]);
          a.write(coordinate<D>(w, 0, 0), in[id]);
        }
      });
    });
    q.submit([&](handler &cgh) {
      unsampled_image_accessor<vec<T, 4>, D, access_mode::write, image_target::host_task> a(task_image, cgh);
      cgh.host_task([=] {
        for (int i = 0; i < n; ++i)
          a.write(coordinate<D>(i % w, i / w % h, i / (w * h)), values[size_t(i)]);
      });
    });
    const auto to = host_image.template get_host_access<vec<T, 4>, access_mode::write>();
    for (int i = 0; i < n; ++i)
      to.write(coordinate<D>(i % w, i / w % h, i / (w * h)), values[size_t(i)]);
  }
  for (const reference *r : {&got, &got_on_host, &got_in_task}) {
    int wrong = 0;
    for (size_t i = 0; i < wanted.bytes.size(); ++i)
      if (r->bytes[i] != wanted.bytes[i] && ++wrong == 1)
        std::printf("format %d, byte %zu of %s: %d, not %d\n", int(wanted.f.format), i,
                    r == &got ? "a kernel" : r == &got_on_host ? "the host" : "a task", r->bytes[i], wanted.bytes[i]);
    CHECK(wrong == 0);
  }
}

template <class T> bool fits(const format_facts &f) {
  return std::is_same_v<T, std::int32_t> ? f.what == sint : std::is_same_v<T, std::uint32_t> ? f.what == uint_ : f.what == unorm || f.what == sfloat;
}

template <class T> void all_formats(queue &q) {
  for (const format_facts &f : formats) {
    if (!fits<T>(f)) {
      unsampled_image<1> image(f.format, range<1>(1));
      CHECK_THROWS(invalid, image.get_host_access<vec<T, 4>>());
      CHECK_THROWS(invalid, q.submit([&](handler &cgh) { image.get_access<vec<T, 4>>(cgh); }));
      continue;
    }
    read_format<T, 2>(q, reference(f, 7, 5, 1, true));
    write_format<T, 2>(q, reference(f, 5, 3, 1, true));
    if constexpr (std::is_same_v<T, float>) { // which has all kinds of code
      read_format<T, 1>(q, reference(f, 64, 1, 1, false));
      read_format<T, 3>(q, reference(f, 4, 3, 3, true));
      write_format<T, 1>(q, reference(f, 16, 1, 1, false));
      write_format<T, 3>(q, reference(f, 3, 2, 2, true));
    }
  }
}

// ---- samplers

template <class T, int D> class Sample;

// Of numbers that add up well.
static reference moderate(const format_facts &f, int w, int h, int d) {
  reference r(f, w, h, d, true);
  unsigned state = 99;
  for (int i = 0; i < w * h * d; ++i)
    for (int c = 0; c < 4; ++c)
      r.put(i % w, i / w % h, i / (w * h), c, ((state = state * 1103515245 + 12345) >> 16) % 1000 * (f.what == sint ? 1 : 1 / 999.0));
  return r;
}

// A texel of an image that goes on for ever.
static double texel_of(const reference &r, const image_sampler &s, int d, const long *at, int c) {
  int in[3] = {0, 0, 0};
  for (int i = 0; i < d; ++i) {
    const long n = r.extent[i], j = at[i], around = ((j % n) + n) % n, both = ((j % (2 * n)) + 2 * n) % (2 * n);
    if (s.addressing == addressing_mode::repeat)
      in[i] = int(around);
    else if (s.addressing == addressing_mode::mirrored_repeat)
      in[i] = int(both < n ? both : 2 * n - 1 - both);
    else if (s.addressing == addressing_mode::clamp_to_edge)
      in[i] = int(j < 0 ? 0 : j >= n ? n - 1 : j);
    else if (j < 0 || j >= n)
      return 0;
    else
      in[i] = int(j);
  }
  return r.get(in[0], in[1], in[2], c);
}

// Each texel near by counts the less the farther its middle is.
static double sample_of(const reference &r, const image_sampler &s, int d, const float *coords, int c, bool linear) {
  double u[3] = {}, sum = 0;
  long first[3] = {};
  for (int i = 0; i < d; ++i) {
    u[i] = double(coords[i]) * (s.coordinate == coordinate_normalization_mode::normalized ? r.extent[i] : 1);
    first[i] = long(std::floor(linear ? u[i] - 0.5 : u[i]));
  }
  if (!linear)
    return texel_of(r, s, d, first, c);
  for (int corner = 0; corner < 1 << d; ++corner) {
    double weight = 1;
    long at[3];
    for (int i = 0; i < d; ++i) {
      at[i] = first[i] + (corner >> i & 1);
      weight *= 1 - std::fabs(u[i] - 0.5 - double(at[i]));
    }
    sum += weight * texel_of(r, s, d, at, c);
  }
  return sum;
}

template <int D> auto float_coordinate(const float4 &v) {
  if constexpr (D == 1)
    return float(v[0]);
  else if constexpr (D == 2)
    return float2(v[0], v[1]);
  else
    return v;
}

// Off the borders between texels, where mirrors have no one answer; on their middles, and far outside.
static std::vector<float4> places(const reference &r, const image_sampler &s) {
  const bool normalized = s.coordinate == coordinate_normalization_mode::normalized;
  std::vector<float4> all;
  for (int i = 0; i < 300; ++i) {
    float4 v;
    for (int k = 0; k < 4; ++k) {
      const float at = float((i * (k + 1) * 37 % 640 - 320) * 2 + 1) / 128; // -5 to 5
      v[k] = normalized ? at : at * float(k < 3 ? r.extent[k] : 1);
    }
    all.push_back(v);
  }
  return all;
}

template <class T> bool is_near(T got, double wanted, bool linear) {
  if (!linear)
    return same(got, element<T>(wanted));
  return std::fabs(double(got) - wanted) <= 1e-5 * (1 + std::fabs(wanted));
}

template <class T, int D> void sampler(queue &q, const reference &r, const image_sampler &s) {
  const bool linear = s.filtering == filtering_mode::linear && !std::is_integral_v<T>;
  const auto coords = places(r, s);
  std::vector<vec<T, 4>> got(coords.size()), got_on_host(coords.size());
  sampled_image<D> image = [&]() -> sampled_image<D> {
    if constexpr (D == 1)
      return {r.bytes.data(), r.f.format, s, extent_of<1>(r)};
    else if constexpr (D == 2)
      return {r.bytes.data(), r.f.format, s, extent_of<2>(r), range<1>(r.pitch[0])};
    else
      return {r.bytes.data(), r.f.format, s, extent_of<3>(r), range<2>(r.pitch[0], r.pitch[1])};
  }();
  {
    buffer<vec<T, 4>> to(got);
    buffer<float4> from(coords);
    q.submit([&](handler &cgh) {
      sampled_image_accessor<vec<T, 4>, D> a(image, cgh);
      accessor out(to, cgh, write_only);
      accessor in(from, cgh, read_only);
      cgh.parallel_for<Sample<T, D>>(range<1>(got.size()), [=](id<1> i) { out[i] = a.read(float_coordinate<D>(in[i])); });
    });
  }
  const host_sampled_image_accessor<vec<T, 4>, D> on_host(image);
  for (size_t i = 0; i < coords.size(); ++i)
    got_on_host[i] = on_host.read(float_coordinate<D>(coords[i]));
  int wrong = 0;
  for (size_t i = 0; i < coords.size(); ++i) {
    const float at[3] = {coords[i][0], coords[i][1], coords[i][2]};
    for (int c = 0; c < 4; ++c) {
      const double wanted = sample_of(r, s, D, at, c, linear);
      if ((!is_near(got[i][c], wanted, linear) || !is_near(got_on_host[i][c], wanted, linear)) && ++wrong == 1)
        std::printf("%dD, format %d, sampler %d %d %d, at %g %g %g: kernel %g, host %g, not %g\n", D, int(r.f.format), int(s.addressing),
                    int(s.coordinate), int(s.filtering), at[0], at[1], at[2], double(got[i][c]), double(got_on_host[i][c]), wanted);
    }
  }
  CHECK(wrong == 0);
}

template <class T> void all_samplers(queue &q, const format_facts &f) {
  for (addressing_mode a : {addressing_mode::mirrored_repeat, addressing_mode::repeat, addressing_mode::clamp_to_edge,
                            addressing_mode::clamp, addressing_mode::none})
    for (filtering_mode m : {filtering_mode::nearest, filtering_mode::linear})
      for (auto n : {coordinate_normalization_mode::normalized, coordinate_normalization_mode::unnormalized}) {
        if (n == coordinate_normalization_mode::unnormalized && (a == addressing_mode::mirrored_repeat || a == addressing_mode::repeat))
          continue; // SYCL does not say
        const image_sampler s{a, n, m};
        sampler<T, 1>(q, moderate(f, 8, 1, 1), s);
        sampler<T, 2>(q, moderate(f, 5, 3, 1), s);
        sampler<T, 3>(q, moderate(f, 4, 5, 3), s);
      }
}

static reference plain_numbers(const format_facts &f, int w) {
  reference r(f, w, 1, 1, false);
  for (int x = 0; x < w; ++x)
    for (int c = 0; c < 4; ++c)
      r.put(x, 0, 0, c, x + 1);
  return r;
}

// Coordinates that are no numbers, or no integers: kernels that ask for them go on, and what is known is right.
static void strange_coordinates(queue &q) {
  const reference r = plain_numbers(formats[9], 4);
  const float all[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 3e9f, -3e9f};
  for (int a = 0; a < 5; ++a)
    for (int m = 0; m < 2; ++m)
      for (int n = 0; n < 2; ++n) {
        const image_sampler s{addressing_mode(a), coordinate_normalization_mode(n), filtering_mode(m)};
        sampled_image<1> image(r.bytes.data(), r.f.format, s, range<1>(4));
        float4 got[7];
        {
          buffer<float> from(all, range<1>(7));
          buffer<float4> to(got, range<1>(7));
          q.submit([&](handler &cgh) {
            auto at = image.get_access<float4>(cgh);
            accessor in(from, cgh, read_only);
            accessor out(to, cgh, write_only);
            cgh.parallel_for<class Strange>(range<1>(7), [=](id<1> i) { out[i] = at.read(in[i]); });
          });
        }
        const auto mode = addressing_mode(a);
        if (mode == addressing_mode::clamp_to_edge && m == 0)
          CHECK(got[1][0] == 4 && got[2][0] == 1 && got[3][0] == 4 && got[4][0] == 1 && got[5][0] == 4 && got[6][0] == 1);
        if (mode == addressing_mode::clamp && m == 0)
          for (const float4 &v : got)
            CHECK(v[0] == 0);
      }
}

// ---- commands

// Kernels that use an image wait for each other as those of a buffer do, and host accessors wait for them.
static void order(queue &q) {
  std::vector<int4> data(256, int4(0));
  {
    unsampled_image<2> image(data.data(), image_format::r32b32g32a32_sint, range<2>(16, 16));
    for (int i = 0; i < 20; ++i)
      q.submit([&](handler &cgh) {
        auto a = image.get_access<int4>(cgh); // reads and writes
        cgh.parallel_for<class Add>(range<2>(16, 16), [=](id<2> id) {
          const int2 at{int(id[1]), int(id[0])};
          a.write(at, a.read(at) + int4(1, int(id[1]), int(id[0]), 2));
        });
      });
    {
      host_unsampled_image_accessor<int4, 2> a(image);
      CHECK(a.read(int2(3, 5))[0] == 20 && a.read(int2(3, 5))[1] == 60 && a.read(int2(3, 5))[2] == 100 && a.size() == 256);
      a.write(int2(3, 5), int4(-1, -2, -3, -4));
    }
    q.submit([&](handler &cgh) {
      auto from = image.get_access<int4, access_mode::read>(cgh);
      cgh.single_task<class Look>([=] { (void)from.read(int2(0, 0)); });
    });
  }
  CHECK(data[5 * 16 + 3][0] == -1 && data[5 * 16 + 3][3] == -4 && data[255][0] == 20 && data[255][1] == 300);
}

// From one image to another, in two formats, and two accessors to one image.
static void between(queue &q) {
  std::vector<unsigned char> small(64, 0);
  std::vector<float> large(64);
  for (size_t i = 0; i < 64; ++i)
    large[i] = float(i) / 63;
  {
    unsampled_image<1> from(large.data(), image_format::r32g32b32a32_sfloat, range<1>(16));
    unsampled_image<1> to(small.data(), image_format::b8g8r8a8_unorm, range<1>(16));
    q.submit([&](handler &cgh) {
      unsampled_image_accessor<float4, 1, access_mode::read> a(from, cgh), b(from, cgh);
      unsampled_image_accessor<float4, 1, access_mode::write> c(to, cgh, {no_init});
      cgh.parallel_for<class Between>(range<1>(16), [=](id<1> i) {
        const bool self = a == a && !(a != a);
        c.write(int(i), self ? (a.read(int(i)) + b.read(int(i))) * 0.5f : float4(0));
      });
    });
  }
  for (size_t i = 0; i < 64; ++i)
    CHECK(small[i / 4 * 4 + (i % 4 == 3 ? 3 : 2 - i % 4)] == std::lrint(large[i] * 255));
}

// As many as a device says it takes.
template <size_t... I> void many(queue &q, std::index_sequence<I...>) {
  constexpr size_t n = sizeof...(I);
  static_assert(n == info::device::max_read_image_args::constant);
  std::vector<int4> data(n, int4(7));
  std::vector<unsampled_image<1>> images;
  for (size_t i = 0; i < n; ++i)
    images.emplace_back(&data[i], image_format::r32b32g32a32_sint, range<1>(1));
  int4 sum(0);
  {
    buffer<int4> to(&sum, range<1>(1));
    q.submit([&](handler &cgh) {
      using reader = unsampled_image_accessor<int4, 1, access_mode::read>;
      const std::array<reader, n> all{reader(images[I], cgh)...};
      accessor out(to, cgh, write_only);
      cgh.single_task<class Many>([=] {
        int4 s(0);
        for (const reader &r : all)
          s += r.read(0);
        out[0] = s;
      });
    });
  }
  CHECK(sum[0] == 7 * int(n) && sum[3] == 7 * int(n));
}

int main() {
  return on_every_device([](queue &q) {
    CHECK(q.get_device().has(aspect::image));
    all_formats<float>(q);
    all_formats<std::int32_t>(q);
    all_formats<std::uint32_t>(q);
    if (q.get_device().has(aspect::fp16))
      all_formats<half>(q);
    for (int f : {0, 8, 9, 10})
      all_samplers<float>(q, formats[f]);
    all_samplers<std::int32_t>(q, formats[3]);
    strange_coordinates(q);
    order(q);
    between(q);
    many(q, std::make_index_sequence<128>());
  });
}
