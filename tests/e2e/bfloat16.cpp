// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::bfloat16: every number and every rounding on the device as on the host, arithmetic, functions, vectors, groups.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <unordered_map>
#include <vector>

using sycl::ext::oneapi::bfloat16;
namespace ex = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_BFLOAT16 == 1 && SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS == 1);
static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16> && std::is_trivially_default_constructible_v<bfloat16>);
static_assert(std::is_same_v<decltype(bfloat16() * 2.0f), bfloat16> && std::is_same_v<decltype(3 - bfloat16()), bfloat16>);
static_assert(float(bfloat16(1.5f)) == 1.5f && bfloat16(2.0f) > 1 && -bfloat16(2.0f) == -2.0);

static uint16_t bits(bfloat16 b) {
  uint16_t u;
  std::memcpy(&u, &b, sizeof u);
  return u;
}
static float as_float(uint32_t b) {
  float f;
  std::memcpy(&f, &b, sizeof f);
  return f;
}

// The nearest number, by comparing the two candidates.
static uint16_t nearest(float f) {
  uint32_t b;
  std::memcpy(&b, &f, sizeof b);
  const double low = double(as_float(b & 0xffff0000u)), exact = f;
  const uint32_t next = (b & 0xffff0000u) + 0x10000u;
  const double high = (next & 0x7fffffff) == 0x7f800000 ? std::copysign(std::ldexp(1.0, 128), exact) : double(as_float(next));
  const double below = std::fabs(exact - low), above = std::fabs(high - exact);
  const bool up = above < below || (above == below && (b >> 16 & 1));
  return static_cast<uint16_t>((up ? next : b) >> 16);
}

static void host() {
  CHECK(bits(1.0f) == 0x3f80 && bits(-2.0f) == 0xc000 && bits(0.0f) == 0 && bits(-0.0f) == 0x8000);
  CHECK(bits(as_float(0x3f808000)) == 0x3f80 && bits(as_float(0x3f818000)) == 0x3f82 && bits(as_float(0x3f808001)) == 0x3f81);
  CHECK(bits(std::numeric_limits<float>::max()) == 0x7f80 && bits(INFINITY) == 0x7f80);
  CHECK(std::isnan(float(bfloat16(as_float(0x7f800001)))) && std::isnan(float(bfloat16(NAN))));
  bfloat16 a = 3, b = 0.5, c = sycl::half(2.0f); // from int, double, half
  CHECK(a + b == 3.5f && a - b == 2.5f && a * b == 1.5f && a / b == 6.0f && c == a - 1);
  a += b;
  a *= 2;
  CHECK(a == 7.0f && a++ == 7 && --a == 7 && !(a != 7.0) && bool(a) && !bool(bfloat16(0.0f)));
  float f = 1;
  f += a;
  CHECK(f == 8.0f && static_cast<int>(a) == 7 && double(a) == 7.0 && sycl::half(a) == sycl::half(7.0f));
  using limits = std::numeric_limits<bfloat16>;
  CHECK(limits::max() == as_float(0x7f7f0000) && limits::min() == std::numeric_limits<float>::min() && limits::digits == 8);
  CHECK(bfloat16(1.0f) + limits::epsilon() == 1.0078125f && std::isnan(float(limits::quiet_NaN())) && limits::lowest() < -1e38f);
  std::stringstream s;
  s << bfloat16(2.5f);
  bfloat16 read;
  s >> read;
  CHECK(read == 2.5f);
  std::unordered_map<bfloat16, int> map{{bfloat16(1.0f), 4}};
  CHECK(map[bfloat16(1)] == 4);
}

static void conversions(sycl::queue &q) {
  constexpr size_t N = 65536;
  float *values = sycl::malloc_shared<float>(N, q);
  uint16_t *rounded = sycl::malloc_shared<uint16_t>(4 * N, q);
  q.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
     const bfloat16 b = sycl::bit_cast<bfloat16>(static_cast<uint16_t>(i[0]));
     values[i] = b;
     const uint32_t low[] = {0x7fff, 0x8000, 0x8001, 0};
     for (int k = 0; k < 4; ++k)
       rounded[4 * i[0] + k] = sycl::bit_cast<uint16_t>(bfloat16(sycl::bit_cast<float>(uint32_t(i[0]) << 16 | low[k])));
   }).wait();
  size_t wrong = 0;
  for (uint32_t i = 0; i < N; ++i) {
    const bool nan = (i & 0x7fff) > 0x7f80, infinite = (i & 0x7fff) == 0x7f80;
    wrong += nan ? !std::isnan(values[i]) : values[i] != as_float(i << 16);
    const uint32_t low[] = {0x7fff, 0x8000, 0x8001, 0};
    for (int k = 0; k < 4; ++k) {
      const uint16_t got = rounded[4 * i + k];
      if (nan || (infinite && low[k]))
        wrong += (got & 0x7fff) <= 0x7f80;
      else
        wrong += got != nearest(as_float(i << 16 | low[k]));
    }
  }
  CHECK(wrong == 0);
  sycl::free(values, q);
  sycl::free(rounded, q);
}

template <class T> static T exact(T x) { // of a number, a vec or a marray: the functions that keep to exact results
  return ex::fma(ex::fmax(x, ex::fmin(x, x)), ex::sqrt(x * x), ex::fabs(-x)) + ex::floor(x) + ex::ceil(x) + ex::trunc(x) + ex::rint(x);
}

static void functions(sycl::queue &q) {
  constexpr int N = 12;
  float *r = sycl::malloc_shared<float>(N, q);
  q.single_task([=] {
     const bfloat16 two = 2.0f, nan = std::numeric_limits<bfloat16>::quiet_NaN();
     r[0] = exact(two);
     const sycl::vec<bfloat16, 4> v(two);
     r[1] = exact(v).w();
     sycl::marray<bfloat16, 3> m(two);
     r[2] = exact(m)[2];
     r[3] = ex::isnan(nan) && !ex::isnan(two) && ex::isnan(sycl::marray<bfloat16, 2>(nan))[1] && ex::isnan(sycl::vec<bfloat16, 2>(nan))[0] == -1;
     r[4] = ex::exp2(two) + ex::log2(two) + ex::exp10(two) + ex::log10(bfloat16(100.0f));
     r[5] = ex::cos(bfloat16(0.0f)) + ex::sin(bfloat16(0.0f)) + ex::exp(bfloat16(0.0f)) + ex::log(bfloat16(1.0f)) + ex::rsqrt(bfloat16(4.0f));
     r[6] = (v * v + v).convert<float>().x();
     r[7] = sycl::vec<float, 2>(1.00390625f, 3.0f).convert<bfloat16>().x(); // a tie
     r[8] = v.convert<int>().y() + (v == v).x();
     m += bfloat16(0.5f);
     r[9] = m[0] * m[1];
     r[10] = ex::fmin(nan, two) + ex::fmax(two, nan);
     r[11] = ex::tanh(bfloat16(0.0f)) + ex::fma(bfloat16(1.0078125f), bfloat16(1.0078125f), bfloat16(-1.015625f));
   }).wait();
  for (int i = 0; i < 3; ++i)
    CHECK(r[i] == 14.0f);
  const float want[] = {1, 4 + 1 + 100 + 2, 2.5f, 6, 1, 1, 6.25f, 4, 0x1p-14f};
  for (int i = 3; i < N; ++i)
    if (r[i] != want[i - 3]) {
      std::printf("function %d: %g\n", i, double(r[i]));
      CHECK(r[i] == want[i - 3]);
    }
  sycl::free(r, q);
}

static void groups(sycl::queue &q) {
  bfloat16 *r = sycl::malloc_shared<bfloat16>(4, q);
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
     const bfloat16 x = static_cast<float>(it.get_local_id(0) + 1);
     const bfloat16 sum = sycl::reduce_over_group(it.get_group(), x, sycl::plus<bfloat16>());
     const bfloat16 most = sycl::reduce_over_group(it.get_group(), x, sycl::maximum<>());
     const bfloat16 scan = sycl::exclusive_scan_over_group(it.get_group(), x, sycl::plus<>());
     const bfloat16 from = sycl::group_broadcast(it.get_group(), x, 5);
     if (it.get_local_id(0) == 15) {
       r[0] = sum;
       r[1] = most;
       r[2] = scan;
       r[3] = from;
     }
   }).wait();
  CHECK(r[0] == 136 && r[1] == 16 && r[2] == 120 && r[3] == 6);
  sycl::free(r, q);
}

static void test(sycl::queue &q) {
  host();
  conversions(q);
  functions(q);
}

int main() {
  return on_every_device(test) | on_every_device(groups);
}
