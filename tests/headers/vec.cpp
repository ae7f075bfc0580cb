// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vec and marray.
#include "check.hpp"

#include <cmath>

using namespace sycl;

template <class V> static bool same(const V &v, std::initializer_list<double> want) {
  std::size_t i = 0;
  for (double w : want)
    if (static_cast<double>(v[static_cast<int>(i++)]) != w)
      return false;
  return i == V::size();
}

static void basics() {
  const float4 a(1, 2, 3, 4), b(2.0f);
  CHECK(same(a + b, {3, 4, 5, 6}) && same(a * 2, {2, 4, 6, 8}) && same(1 - a, {0, -1, -2, -3}) &&
        same(a / b, {0.5, 1, 1.5, 2}));
  float4 c = a;
  c += b;
  c -= 1;
  c.x() = 10;
  c.w() += 1;
  c[1] = 20;
  CHECK(same(c, {10, 20, 4, 6}) && c.s0() == 10 && c.s3() == 6 && c.g() == 20);
  CHECK(same(-a, {-1, -2, -3, -4}) && same(++c, {11, 21, 5, 7}) && same(c--, {11, 21, 5, 7}) &&
        same(c, {10, 20, 4, 6}));
  CHECK(same(int4(a < 2.5f), {-1, -1, 0, 0}) && same(a == a, {-1, -1, -1, -1}) &&
        same(!float2(0.0f, 1.0f), {-1, 0}));
  const int4 i(7, 8, 9, 10);
  CHECK(same(i % 4, {3, 0, 1, 2}) && same(i & 1, {1, 0, 1, 0}) && same(i << 1, {14, 16, 18, 20}) &&
        same(~i, {-8, -9, -10, -11}));
  CHECK(same(float4(float2(1, 2), float2(3, 4)), {1, 2, 3, 4}) && same(float3(1, float2(2, 3)), {1, 2, 3}));
  CHECK(same(a.lo(), {1, 2}) && same(a.hi(), {3, 4}) && same(a.odd(), {2, 4}) && same(a.even(), {1, 3}));
  CHECK(same(a.swizzle<elem::w, elem::x, elem::x>(), {4, 1, 1}));
  CHECK(same(float4(1.5f, -1.5f, 2.5f, 2.6f).convert<int>(), {1, -1, 2, 2}));
  CHECK(same((float4(1.5f, -1.5f, 2.5f, 2.6f).convert<int, rounding_mode::rte>()), {2, -2, 2, 3}));
  CHECK(same((float2(1.2f, -1.2f).convert<int, rounding_mode::rtp>()), {2, -1}));
  CHECK((float2(1.0f, 0.0f).as<vec<int, 2>>()[0] == 0x3f800000));
  const vec<int, 1> one(5);
  int scalar = one;
  CHECK(scalar == 5);
  const vec deduced(1, 2, 3);
  static_assert(std::is_same_v<decltype(deduced), const int3>, "");
  static_assert(
      sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(double16) == 128 && alignof(char2) == 2, "");
  static_assert(std::is_trivially_copyable_v<float4> && is_device_copyable_v<int16>, "");
  float memory[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  float4 l;
  l.load(1, memory);
  CHECK(same(l, {4, 5, 6, 7}));
  (l * 2).store(0, memory);
  CHECK(memory[0] == 8 && memory[3] == 14);
  CHECK(same(half2(1.5f, 2.5f) * half2(2.0f, 2.0f), {3, 5}));
}

static void functions() {
  const float3 a(3, 4, 0), b(0, 0, 2);
  CHECK(dot(a, a) == 25 && length(a) == 5 && distance(a, b) > 5.3f &&
        same(cross(float3(1, 0, 0), float3(0, 1, 0)), {0, 0, 1}));
  CHECK(std::fabs(length(normalize(a)) - 1) < 1e-6f);
  CHECK(same(fmax(a, 1.0f), {3, 4, 1}) && same(min(a, b), {0, 0, 0}) &&
        same(clamp(a, 1.0f, 3.5f), {3, 3.5, 1}));
  CHECK(same(sqrt(float2(4, 9)), {2, 3}) && same(floor(float2(1.5f, -1.5f)), {1, -2}));
  CHECK(same(isnan(float2(NAN, 1.0f)), {-1, 0}) && any(isnan(float2(NAN, 1.0f))) &&
        !all(isnan(float2(NAN, 1.0f))));
  CHECK(same(select(float2(1, 2), float2(3, 4), int2(0, -1)), {1, 4}) && select(1, 2, true) == 2);
  CHECK(same(abs(int2(-3, 4)), {3, 4}) && same(mix(float2(0, 10), float2(10, 20), 0.5f), {5, 15}));
  CHECK(same(ldexp(float2(1, 3), 2), {4, 12}) &&
        same(mad(float2(1, 2), float2(3, 4), float2(5, 6)), {8, 14}));
}

static void marrays() {
  marray<float, 5> a(1, 2, 3, 4, 5), b(2.0f);
  CHECK((a * b)[4] == 10 && (a + 1)[0] == 2 && (-a)[2] == -3 && a.size() == 5);
  CHECK((a > 2.5f)[2] && !(a > 2.5f)[1] && any(a > 4.5f) && !all(a > 4.5f));
  a += b;
  float sum = 0;
  for (float x : a)
    sum += x;
  CHECK(sum == 25 && sqrt(marray<double, 2>(16, 25))[1] == 5);
  static_assert(std::is_same_v<decltype(marray(1, 2)), marray<int, 2>>, "");
}

// Numbers and marrays together, one element as a number, the names, and function objects of vectors.
static void marray_forms() {
  constexpr marray<int, 2> two(2, 3);
  constexpr marray<int, 4> four{1, two, 4};
  static_assert(four[0] == 1 && four[1] == 2 && four[2] == 3 && four[3] == 4, "");
  constexpr marray<bool, 3> truths{1, marray<bool, 2>(true)};
  static_assert(truths[0] && truths[2], "");
  static_assert(!std::is_constructible_v<marray<int, 3>, marray<int, 4>, int>, "");
  const marray<float, 1> one(2.5f);
  const float scalar = one;
  CHECK(scalar == 2.5f && (one + 1)[0] == 3.5f && (one < 3)[0]);
  static_assert(std::is_same_v<mint3, marray<std::int32_t, 3>> && std::is_same_v<mulong16, marray<std::uint64_t, 16>> &&
                    std::is_same_v<mhalf2, marray<half, 2>> && std::is_same_v<mbool8, marray<bool, 8>>,
                "");
  CHECK(same(minimum<>()(int2(1, 5), int2(3, 4)), {1, 4}) && same(maximum<int2>()(int2(1, 5), int2(3, 4)), {3, 5}));
  CHECK(minimum<>()(mint2(1, 5), mint2(3, 4))[1] == 4 && same(logical_and<>()(int2(1, 0), int2(1, 1)), {-1, 0}));
  static_assert(std::is_same_v<decltype(logical_or<>()(1, 2.0)), bool> && std::is_same_v<decltype(minimum<>()(1, 2.0)), double>, "");
}

static void bytes() {
  static_assert(std::is_same_v<sycl::byte, std::uint8_t> && std::is_same_v<opencl::cl_long, std::int64_t>, "");
  vec<std::byte, 2> b(std::byte{6}, std::byte{12});
  b &= vec<std::byte, 2>(std::byte{4});
  CHECK(b[0] == std::byte{4} && b[1] == std::byte{4} && (b == b)[0] == -1 && (~b)[1] == std::byte{0xfb});
}

static void kernels(queue &q) {
  std::vector<float4> data(64);
  {
    buffer<float4> b(data);
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for<class VecKernel>(64, [=](id<1> i) {
        float4 v(static_cast<float>(i[0]));
        v.y() += 1;
        v = v * float4(1, 2, 3, 4) + v.swizzle<3, 2, 1, 0>();
        marray<float, 2> m(v.x(), v.w());
        m *= 2.0f;
        v.z() = m[0] + m[1] + dot(v, v);
        a[i] = v;
      });
    });
  }
  for (int i = 0; i < 64; ++i) {
    const float f = static_cast<float>(i), x = f + f, y = 2 * (f + 1) + f, z = 3 * f + f + 1, w = 4 * f + f;
    const float want = 2 * x + 2 * w + (x * x + y * y + z * z + w * w);
    CHECK(data[static_cast<std::size_t>(i)].x() == x && data[static_cast<std::size_t>(i)].y() == y);
    CHECK(std::fabs(data[static_cast<std::size_t>(i)].z() - want) <= 1e-5f * want);
  }
}

#ifdef __SYCL_DEVICE_ONLY__
// Through the compiler's own vectors and back; both of 3 elements take the room of 4.
template <class T, int N> static int native_sum(T first) {
  vec<T, N> v(first);
  v[N - 1] = static_cast<T>(2);
  typename vec<T, N>::vector_t n = v;
  static_assert(sizeof n == sizeof v && !std::is_convertible_v<typename vec<T, N>::vector_t, T>);
  const vec<T, N> back = n;
  const vec<T, N> twice = back + back; // no built-in operator of the native vectors is as good
  return back[N - 1] == static_cast<T>(2) && back[0] == first && twice[0] == first + first ? 1 : 100;
}
template <class T> static int native_sums() {
  return native_sum<T, 2>(T(1)) + native_sum<T, 3>(T(1)) + native_sum<T, 8>(T(1)) + native_sum<T, 16>(T(1));
}
#else
template <class T> static int native_sums() { return 4; } // the compiler's vectors are for device code
#endif

static void native_vectors(queue &q) {
  int good = 0;
  {
    buffer<int> b(&good, range<1>(1));
    q.submit([&](handler &h) {
      accessor out(b, h);
      h.single_task<class NativeVectors>([=] {
        vec<bool, 4> truth(true, false, true, true);
        vec<std::byte, 2> bytes(std::byte{1}, std::byte{2});
#ifdef __SYCL_DEVICE_ONLY__
        truth = vec<bool, 4>::vector_t(truth);
        bytes = vec<std::byte, 2>::vector_t(bytes);
        static_assert(std::is_same_v<vec<int, 1>::vector_t, int>);
#endif
        out[0] = native_sums<char>() + native_sums<float>() + native_sums<std::uint64_t>() +
                 (truth[2] && !truth[1] && bytes[1] == std::byte{2} ? 1 : 100);
      });
    });
  }
  CHECK(good == 13);
}

int main() {
  basics();
  functions();
  marrays();
  marray_forms();
  bytes();
  queue q;
  kernels(q);
  native_vectors(q);
  q.wait_and_throw();
  return report("vec");
}
