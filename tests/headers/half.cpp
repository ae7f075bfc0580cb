// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half: every number to float and back, rounding between neighbours, arithmetic against double, limits;
// then the same arithmetic in a kernel where the device has fp16.
#include "check.hpp"

#include <sstream>
#include <cmath>
#include <functional>
#include <limits>

using namespace sycl;
using limits = std::numeric_limits<half>;

static bool is_nan(unsigned bits) {
  return (bits & 0x7fff) > 0x7c00;
}

// The definition of the format.
static double meaning(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double size = exponent == 31  ? (fraction ? std::nan("") : static_cast<double>(INFINITY))
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

static void conversions() {
  int wrong = 0;
  for (unsigned i = 0; i < 0x10000; ++i) {
    const half h = half::from_bits(i);
    const float f = h;
    if (is_nan(i)) {
      wrong += !std::isnan(f) || !is_nan(half(f).to_bits()) || h == h;
      continue;
    }
    wrong += static_cast<double>(f) != meaning(i);
    wrong += half(f).to_bits() != i || half(static_cast<double>(f)).to_bits() != i;
    // Both implementations, whichever is in use.
    wrong += detail::half_value(static_cast<std::uint16_t>(i)) != f ||
             detail::half_bits(static_cast<double>(f)) != i;
  }
  CHECK(wrong == 0);

  // Between neighbours: to the nearer, in the middle to the even one. Above the largest: to infinity.
  for (unsigned i = 0; i < 0x7c00; ++i) {
    const double low = meaning(i), high = i == 0x7bff ? 65536.0 : meaning(i + 1), middle = (low + high) / 2;
    const unsigned even = i % 2 == 0 ? i : i + 1;
    wrong += half(middle).to_bits() != even;
    wrong += half(std::nextafter(middle, 0.0)).to_bits() != i;
    wrong += half(std::nextafter(middle, 1e9)).to_bits() != i + 1;
    wrong += half(static_cast<float>(-middle)).to_bits() != (even | 0x8000);
    wrong += detail::half_bits(std::nextafter(middle, 1e9)) != i + 1;
  }
  CHECK(wrong == 0);
  CHECK(half(1e30).to_bits() == 0x7c00 && half(-1e30f).to_bits() == 0xfc00);
  CHECK(half(1e-30).to_bits() == 0 && half(-1e-30f).to_bits() == 0x8000);
  CHECK(half(2049).to_bits() == half(2048).to_bits() && half(70000) == INFINITY);
}

static void arithmetic() {
  int wrong = 0;
  // Pseudo-random pairs; double is exact enough for the right answer after one more rounding.
  unsigned seed = 12345;
  for (int i = 0; i < 300000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const half a = half::from_bits(seed >> 16);
    seed = seed * 1664525u + 1013904223u;
    const half b = half::from_bits(seed >> 16);
    const double x = static_cast<float>(a), y = static_cast<float>(b);
    auto same = [](half got, double want) {
      const half w(want);
      return (is_nan(got.to_bits()) && is_nan(w.to_bits())) || got.to_bits() == w.to_bits();
    };
    wrong += !same(a + b, x + y) + !same(a - b, x - y) + !same(a * b, x * y) + !same(a / b, x / y);
    wrong += ((a < b) != (x < y)) + ((a == b) != (x == y)) + ((a >= b) != (x >= y)) + ((a != b) != (x != y));
  }
  CHECK(wrong == 0);
  half h = 1.5f;
  h += 1;
  h *= 2.0f;
  CHECK(h == 5 && h == 5.0f && 5.0 == h && h < 6 && 4 < h);
  CHECK(h++ == 5 && h == 6 && --h == 5 && -h == -5);
  static_assert(std::is_same_v<decltype(h + h), half> && std::is_same_v<decltype(h + 1), half>, "");
  static_assert(std::is_same_v<decltype(h + 1.0f), float> && std::is_same_v<decltype(1.0 * h), double>, "");
  constexpr half c = 0.5_h * 3_h;
  static_assert(c == 1.5f, "constexpr");
  double d = h;
  int i = h;
  CHECK(d == 5.0 && i == 5);
}

static void limit_values() {
  CHECK(limits::max() == 65504.0f && limits::lowest() == -65504.0f);
  CHECK(static_cast<float>(limits::min()) == std::ldexp(1.0f, -14));
  CHECK(static_cast<float>(limits::epsilon()) == std::ldexp(1.0f, -10));
  CHECK(static_cast<float>(limits::denorm_min()) == std::ldexp(1.0f, -24));
  CHECK(static_cast<float>(limits::infinity()) == INFINITY && is_nan(limits::quiet_NaN().to_bits()));
  CHECK(std::hash<half>()(half(0.0f)) == std::hash<half>()(half(-0.0f)));
  static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half> && limits::digits == 11, "");
}

static void kernels(queue &q) {
  if (!q.get_device().has(aspect::fp16)) {
    std::printf("half: no fp16 on this device, kernel skipped\n");
    return;
  }
  const std::size_t n = 0x10000;
  std::vector<half> out(n);
  {
    buffer<half> b(out.data(), range<1>(n));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for<class HalfKernel>(n, [=](id<1> i) {
        const half x = half::from_bits(static_cast<unsigned>(i[0]));
        const half y = half::from_bits(static_cast<unsigned>(i[0] * 40503u) & 0xffff);
        a[i] = x * y + half(1.0f);
      });
    });
  }
  int wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    const half x = half::from_bits(i), y = half::from_bits(i * 40503u & 0xffff);
    const half product = x * y, exact = product + half(1.0f);
    // A device may do both in one rounding.
    const half fused(static_cast<double>(static_cast<float>(x)) * static_cast<float>(y) + 1.0);
    const bool both_nan = is_nan(out[i].to_bits()) && is_nan(exact.to_bits());
    wrong += !both_nan && out[i].to_bits() != exact.to_bits() && out[i].to_bits() != fused.to_bits();
  }
  CHECK(wrong == 0);
}

static void streams() {
  std::stringstream text;
  half h;
  text << half(1.5f) << ' ' << sycl::backend::opencl;
  text >> h;
  std::string rest;
  text >> rest;
  CHECK(h == 1.5f && rest == "opencl");
}

int main() {
  conversions();
  streams();
  arithmetic();
  limit_values();
  queue q;
  kernels(q);
  q.wait_and_throw();
  return report("half");
}
