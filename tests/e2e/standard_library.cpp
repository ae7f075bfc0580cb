// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes and algorithms of the C++ library in kernels, as programs use them: results are the host's.
//
// RUN: %program -std=c++20 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %program -std=c++20 -O0 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %if ptxas %{ %sycc -std=c++20 -O0 -fsycl-targets=nvidia_gpu_sm_90 %s -o %t.ptx %}
// RUN: %sycc -std=c++20 -O2 -fsycl-targets=amd_gpu_gfx90a -c %s -o %t.amd.o
#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <ratio>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <sycl/sycl.hpp>

struct Circle { int r; };
struct Box { int w, h; };
template <class... F> struct overloaded : F... { using F::operator()...; };
template <class... F> overloaded(F...) -> overloaded<F...>;

static long variants(int n) {
  std::variant<int, float, Circle, Box> shape = n % 2 ? std::variant<int, float, Circle, Box>(Box{n, 2}) : Circle{n};
  auto area = overloaded{[](int x) { return x; }, [](float x) { return int(x); }, [](Circle c) { return 3 * c.r; }, [](Box b) { return b.w * b.h; }};
  long r = std::visit(area, shape);
  shape = n;
  r = r * 100 + std::visit(area, shape) + (std::holds_alternative<int>(shape) ? 7 : 0);
  if (const int *p = std::get_if<int>(&shape))
    r += *p;
  return r * 10 + std::get<int>(shape);
}
static long optionals(int n) {
  std::optional<int> o = n % 3 ? std::optional<int>(n) : std::nullopt;
  return o.value_or(-1) * 10 + o.has_value() + (o ? o.value() : 0) + (o == n);
}
static long tuples(int n) {
  auto t = std::make_tuple(n, 2.5f, std::pair<int, long>(3, n));
  auto [a, b, c] = t;
  return std::apply([](int x, float y, auto p) { return long(x + y + p.first * p.second); }, t) + a + long(b) + c.second + (std::tuple(1, 2) < std::tuple(1, n));
}
static long algorithms(int n) {
  std::array<int, 12> v;
  std::iota(v.begin(), v.end(), n % 5);
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + n % 4, v.end());
  long r = std::accumulate(v.begin(), v.end(), 0L) + std::inner_product(v.begin(), v.end(), v.begin(), 0L);
  r = r * 3 + std::count_if(v.begin(), v.end(), [](int x) { return x % 2; }) + (std::max_element(v.begin(), v.end()) - v.begin());
  std::array<int, 12> w{};
  std::partial_sum(v.begin(), v.end(), w.begin());
  std::transform(w.begin(), w.end(), v.begin(), w.begin(), std::plus<>());
  r = r * 3 + w[11] + std::clamp(n, 2, 5) + std::gcd(n + 4, 12) + std::midpoint(n, 9);
  r += std::lower_bound(w.begin(), w.end(), 20) - w.begin() + (std::equal(v.begin(), v.end(), w.begin()) ? 1 : 0) + (v == w);
  return r + std::all_of(v.begin(), v.end(), [](int x) { return x >= 0; }) + std::distance(v.begin(), std::find(v.begin(), v.end(), 3)) + std::reduce(v.begin(), v.end());
}
static long texts(int n) {
  std::string_view s = "one two three four", t = s.substr(n % 8);
  return long(t.find("th")) + long(t.find(' ')) * 3 + t.starts_with("one") + s.ends_with("four") * 2 + (t == "two three four") * 100 + (s < t) * 7 + long(s.at(std::size_t(n % 10)));
}
static long bits(int n) {
  std::bitset<40> b(static_cast<unsigned long>(n) * 77);
  b.set(33).flip(2);
  return long(b.count()) + b.test(33) + long((b << 2).to_ulong() % 1000) + std::popcount(unsigned(n)) + std::countl_zero(unsigned(n + 1)) + int(std::bit_ceil(unsigned(n + 3))) + std::bit_cast<int>(1.0f + float(n)) % 1000 + std::rotl(std::uint8_t(n), 3);
}
static long others(int n) {
  int a[6] = {n, 5, 3, 8, 1, 9};
  std::span<int> s(a);
  const auto d = std::chrono::milliseconds(n * 1500) + std::chrono::seconds(2);
  std::array<int, 3> e{1, n, 3};
  std::swap(e[0], e[2]);
  return s.subspan(1, 3)[n % 3] + long(std::chrono::duration_cast<std::chrono::seconds>(d).count()) + long(std::size(a)) + std::invoke(std::minus<>(), n, 2) + long(100 * std::numbers::pi_v<float>) +
         std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>::den + (std::numeric_limits<int>::max() == n) + e.at(0) + std::exchange(a[0], 3) + s.front() + *std::prev(s.end());
}

template <class T> long overflow(int n) {
  T a, b, c;
  const bool x = __builtin_add_overflow(T(n * 100), T(std::numeric_limits<T>::max() / 2 + n), &a), y = __builtin_sub_overflow(T(n * 3), T(n * n * 7), &b), z = __builtin_mul_overflow(T(n * 1000 - 9), T(T(1) << (sizeof(T) * 8 - 4)), &c);
  return long(a) * 3 + long(b) * 5 + long(c) * 7 + x * 8 + y * 16 + z * 32;
}
static long overflows(int n) {
  unsigned u;
  long r0;
  const bool mixed = __builtin_mul_overflow(n - 3, n, &u), least = __builtin_mul_overflow(n % 2 ? -1L : 2L, std::numeric_limits<long>::min() + n / 2, &r0);
  return overflow<int>(n) + overflow<unsigned>(n) * 3 + overflow<long>(n) * 5 + overflow<unsigned long>(n) * 7 + overflow<short>(n) * 11 + overflow<unsigned char>(n) * 13 + mixed * 17 + u + least * 19 + std::lcm(n + 1, 12) + std::lcm(n + 1L, 36L);
}

static void all(int n, long *r) {
  r[0] = variants(n);
  r[1] = optionals(n);
  r[2] = tuples(n);
  r[3] = algorithms(n);
  r[4] = texts(n);
  r[5] = bits(n);
  r[6] = others(n);
  r[7] = overflows(n);
}

int main() {
  sycl::queue q;
  constexpr int count = 16, kinds = 8;
  long *r = sycl::malloc_shared<long>(count * kinds, q);
  q.parallel_for(count, [=](sycl::id<1> i) { all(int(i[0]), r + i[0] * kinds); }).wait();
  int bad = 0;
  for (int i = 0; i < count; i++) {
    long expected[kinds];
    all(i, expected);
    for (int k = 0; k < kinds; k++)
      if (r[i * kinds + k] != expected[k])
        bad += std::printf("kind %d of %d: %ld instead of %ld\n", k, i, r[i * kinds + k], expected[k]) > 0;
  }
  sycl::free(r, q);
  return bad ? 1 : 0;
}
