// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ inside kernels: what a program may expect of the language on a device.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"
#include <array>
#include <tuple>
#include <utility>

constexpr int primes[] = {2, 3, 5, 7, 11, 13};
static const float factors[4] = {0.5f, 1.5f, 2.5f, 3.5f};

// Counts what its objects do.
struct counted {
  int *count;
  explicit counted(int *c) : count(c) { ++count[0]; }
  counted(const counted &other) : count(other.count) { ++count[0]; }
  ~counted() { ++count[1]; }
};

struct vec3 {
  float x, y, z;
  friend vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  vec3 &operator*=(float f) { return x *= f, y *= f, z *= f, *this; }
};

template <class T> struct stack {
  T data[16];
  int size = 0;
  void push(T t) { data[size++] = t; }
  T pop() { return data[--size]; }
};

template <class... T> static int sum(T... t) {
  return (0 + ... + t);
}
template <class F> static int twice(F f, int x) {
  return f(f(x));
}
__attribute__((noinline)) static int not_inlined(int x, int y) {
  return x * 10 + y;
}
static int pick(int kind) {
  switch (kind) {
  case 0:
    return 100;
  case 1:
    return 101;
  case 7:
    return 107;
  default:
    return -1;
  }
}
enum class mode : unsigned char { add, subtract };
union word {
  unsigned u;
  float f;
};

static void test(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(64, q);
  q.fill(p, 0, 64).wait();
  const std::array<int, 3> captured = {1, 2, 3};
  const std::pair<int, short> pair = {5, 6};
  const std::tuple<char, long, int> tuple = {1, 2, 3};
  const mode m = mode::subtract;
  q.single_task([=] {
     int k = 0;
     p[k++] = primes[p[63] + 5]; // 13: a table, and an index that is not constant
     p[k++] = static_cast<int>(factors[p[63] + 2] * 2);
     {
       counted a(p + 50);
       counted b = a;
     }
     vec3 v = vec3{1, 2, 3} + vec3{10, 20, 30};
     v *= 2;
     p[k++] = static_cast<int>(v.x + v.y + v.z);
     stack<int> s;
     for (int i = 0; i < 5; ++i)
       s.push(i);
     s.pop();
     p[k++] = s.pop();
     p[k++] = sum(1, 2L, short(3));
     p[k++] = twice([](int x) { return x * 3; }, 2);
     p[k++] = not_inlined(p[63] + 4, 2);
     p[k++] = pick(p[63] + 7) + pick(p[63] + 2);
     p[k++] = captured[0] + captured[1] * 10 + captured[2] * 100;
     auto [first, second] = pair;
     p[k++] = first * second;
     p[k++] = static_cast<int>(std::get<0>(tuple) + std::get<1>(tuple) + std::get<2>(tuple));
     p[k++] = m == mode::add ? 1 : 2;
     word w;
     w.f = 1.0f;
     p[k++] = static_cast<int>(w.u >> 16);
     int *const *indirect = &p;
     p[k++] = (*indirect)[0];
     long long big = 1LL << 40;
     p[k++] = static_cast<int>((big * 3 + p[63]) >> 38);
     // Loops that LLVM makes formulas of, in more than 64 bits.
     long long total = 0, squares = 0;
     for (long long i = 0; i < p[63] + big; i += big / 4)
       ++total;
     for (long long i = 0; i < p[63] + 3000000; ++i)
       total += i, squares += i * i;
     p[k++] = static_cast<int>(total >> 20) + static_cast<int>(squares >> 40);
     p[k++] = k;
   }).wait();
  const int expected[] = {13, 5, 132, 3, 6, 18, 42, 106, 321, 30, 6, 2, 0x3f80, 13, 12, 12476980, 17};
  for (size_t i = 0; i + 1 < sizeof expected / sizeof *expected; ++i) {
    CHECK(p[i] == expected[i]);
    if (p[i] != expected[i])
      std::printf("  %zu: %d, not %d\n", i, p[i], expected[i]);
  }
  CHECK(p[50] == 2 && p[51] == 2);
  sycl::free(p, q);
}

// What LLVM computes in two bits, and takes from the lowest bits of wider numbers.
static unsigned narrow(unsigned me, unsigned long long wide) {
  unsigned b = me;
  for (std::uint8_t k = 250; k != 3; ++k)
    if (me % 5 == 0)
      for (unsigned i = 0; i < k % 4u; ++i)
        b = b * 33 + k;
    else
      b += k;
  const std::uint8_t low = static_cast<std::uint8_t>(wide * (me + 1));
  const std::int16_t middle = static_cast<std::int16_t>(wide >> (me % 8));
  return b + low * 17u + static_cast<unsigned>(middle) + static_cast<unsigned>((wide * 3) & 0xffff);
}

// A division in a loop, behind the test that the divisor is not zero.
static unsigned divided(unsigned me, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; ++i) {
    if (me & 1)
      sum += (n * 7) % me;
    sum = sum * 5 + i;
  }
  return sum;
}

static void test_narrow(sycl::queue &q) {
  unsigned *p = sycl::malloc_shared<unsigned>(15, q);
  const unsigned long long wide = 0x123456789abcdef1;
  q.parallel_for(sycl::nd_range<1>(15, 15), [=](sycl::nd_item<1> it) {
     p[it.get_local_id(0)] = narrow(static_cast<unsigned>(it.get_local_id(0)), wide);
   }).wait();
  for (unsigned i = 0; i < 15; ++i)
    CHECK(p[i] == narrow(i, wide));
  q.parallel_for(15, [=](sycl::id<1> i) { p[i] = divided(static_cast<unsigned>(i[0]), p[i] % 100 + 10); }).wait();
  for (unsigned i = 0; i < 15; ++i)
    CHECK(p[i] == divided(i, narrow(i, wide) % 100 + 10));
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    test(q);
    test_narrow(q);
  });
}
