// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: numbers, random numbers, complex numbers.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <bitset>
#include <cfenv>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <ratio>
#include <valarray>
#include <vector>
#if __cplusplus >= 202002L
#include <bit>
#include <numbers>
#endif

using Complex = std::complex<double>;
void transform(std::vector<Complex> &values, bool inverse) {
  if (values.size() < 2)
    return;
  std::vector<Complex> half[2];
  for (std::size_t i = 0; i < values.size(); i++)
    half[i & 1].push_back(values[i]);
  for (auto &h : half)
    transform(h, inverse);
  for (std::size_t i = 0, n = values.size(); i < n / 2; i++) {
    Complex t = std::polar(1.0, (inverse ? 2 : -2) * std::acos(-1.0) * double(i) / double(n)) * half[1][i];
    values[i] = half[0][i] + t;
    values[i + n / 2] = half[0][i] - t;
  }
}
template <int N> struct Factorial { static constexpr std::uint64_t value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr std::uint64_t value = 1; };

int main(int argc, char **) {
  std::mt19937_64 engine(static_cast<unsigned>(argc));
  std::normal_distribution<double> normal(0, 1);
  std::discrete_distribution<int> choice{1, 2, 3};
  std::vector<Complex> signal(64);
  std::generate_n(signal.begin(), signal.size(), [&]() mutable { return Complex(normal(engine), choice(engine)); });
  transform(signal, false);
  std::valarray<float> line = {1, 2, 3, 4};
  line[std::slice(0, 2, 2)] = std::valarray<float>(line[line > 2.0f]).sum();
  line = line.apply([](float x) { return x * x; });
  std::vector<int> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 1);
  int sum = std::accumulate(numbers.begin(), numbers.end(), 0, [](int a, int b) noexcept { return a + b; });
  sum += std::transform_reduce(numbers.begin(), numbers.end(), numbers.begin(), 0) + std::gcd(12, 18) + std::lcm(4, 6);
  std::partial_sum(numbers.begin(), numbers.end(), numbers.begin());
  [[maybe_unused]] constexpr auto biggest = std::numeric_limits<std::int_least32_t>::max();
  std::shuffle(numbers.begin(), numbers.end(), engine);
#if __cplusplus >= 202002L
  sum += std::popcount(unsigned(sum)) + int(std::numbers::pi * std::lerp(1.0, 2.0, 0.5)) + std::midpoint(1, 3);
#endif
  return sum + numbers[numbers[0] % 10] + int(std::abs(signal[signal.size() / 2]) + std::tgamma(line[1])) + int(Factorial<10>::value) +
         int(std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>::den);
}
