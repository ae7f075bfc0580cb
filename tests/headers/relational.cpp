// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational functions of numbers, vecs and marrays, and the functions of integers that need more than an operator.
#include "check.hpp"

#include <cmath>

using namespace sycl;

static void comparisons() {
  const float n = NAN;
  CHECK(isequal(1.0f, 1.0f) && isnotequal(1.0, 2.0) && isgreater(2.0f, 1.0f) && isgreaterequal(2.0f, 2.0f));
  CHECK(isless(1.0f, 2.0f) && islessequal(half(1), half(1)) && islessgreater(1.0f, 2.0f) && !islessgreater(n, 1.0f));
  CHECK(isordered(1.0f, 2.0f) && !isordered(1.0f, n) && isunordered(n, n) && !isequal(n, n) && isnotequal(n, n));
  static_assert(std::is_same_v<decltype(isless(1.0f, 2.0f)), bool>, "");
  const float4 a(1, 2, n, 4), b(2, 2, 2, 2);
  const int4 l = isless(a, b), o = isordered(a, b), u = isunordered(a, b);
  CHECK(l[0] == -1 && l[1] == 0 && l[2] == 0 && l[3] == 0 && o[0] == -1 && o[2] == 0 && u[2] == -1 && u[0] == 0);
  static_assert(std::is_same_v<decltype(isequal(double2(), double2())), vec<std::int64_t, 2>>, "");
  const marray<float, 3> m(1, 2, 3);
  const marray<bool, 3> g = isgreater(m, marray<float, 3>(2.0f));
  CHECK(!g[0] && !g[1] && g[2]);
}

static void choices() {
  CHECK(any(-1) && !any(1) && all(true) && any(isless(float2(1, 2), float2(2, 1))) && !all(int2(-1, 0)));
  CHECK(bitselect(0x0f0f, 0x3333, 0x00ff) == 0x0f33 && bitselect(1.0f, 2.0f, 0.0f) == 1.0f);
  const uint2 v = bitselect(uint2(0u, 1u), uint2(7u, 6u), uint2(3u, 3u));
  CHECK(v[0] == 3 && v[1] == 2);
  CHECK(select(1.5f, 2.5f, true) == 2.5f && select(float2(1, 2), float2(3, 4), int2(-1, 0))[0] == 3);
}

template <class T, class W> static void saturated() {
  const W low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  for (int x = static_cast<int>(low); x <= static_cast<int>(high); x += 5)
    for (int y = static_cast<int>(low); y <= static_cast<int>(high); y += 3)
      for (int z = static_cast<int>(low); z <= static_cast<int>(high); z += 17) {
        const W exact = W(x) * W(y) + W(z), want = exact < low ? low : exact > high ? high : exact;
        if (mad_sat(T(x), T(y), T(z)) != T(want)) {
          CHECK(!"mad_sat");
          return;
        }
      }
}

static void integers() {
  saturated<signed char, int>();
  saturated<unsigned char, int>();
  CHECK(mad_sat(1 << 30, 4, -5) == 0x7fffffff && mad_sat(-(1 << 30), 4, 5) == -0x7fffffff - 1 && mad_sat(3, 4, 5) == 17);
  CHECK(mad_sat(1ull << 63, 2ull, 0ull) == ~0ull && mad_sat(1ll << 32, 1ll << 31, -1ll) == 0x7fffffffffffffff);
  static_assert(std::is_same_v<decltype(upsample(std::int8_t(), std::uint8_t())), std::int16_t>, "");
  static_assert(std::is_same_v<decltype(upsample(1u, 2u)), std::uint64_t>, "");
  CHECK(upsample(std::int8_t(-1), std::uint8_t(2)) == -254 && upsample(1u, 2u) == 0x100000002);
  const auto u = upsample(uchar2(std::uint8_t(1), std::uint8_t(2)), uchar2(std::uint8_t(3), std::uint8_t(4)));
  CHECK(u[0] == 0x103 && u[1] == 0x204);
  CHECK(mul24(int2(2, 3), int2(4, 5))[1] == 15 && mad24(int2(2, 3), int2(4, 5), int2(1, 1))[0] == 9);
  CHECK(mad_hi(int2(1 << 30, 0), int2(8, 0), int2(1, 1))[0] == 3);
}

static void aliases() {
  static_assert(std::is_same_v<sycl::uint, unsigned> && std::is_same_v<sycl::uchar, unsigned char> &&
                    std::is_same_v<sycl::ushort, unsigned short> && std::is_same_v<sycl::ulong, unsigned long> &&
                    std::is_same_v<sycl::schar, signed char> && std::is_same_v<sycl::longlong, long long> &&
                    std::is_same_v<sycl::ulonglong, unsigned long long>,
                "");
  CHECK(longlong2(1, 2)[1] == 2 && ulonglong4(3ull)[3] == 3 && schar3(static_cast<signed char>(1))[2] == 1);
  CHECK(cl_int4(7)[3] == 7 && cl_half2(half(1), half(2))[1] == half(2));
}

int main() {
  comparisons();
  choices();
  integers();
  aliases();
  return report("relational");
}
