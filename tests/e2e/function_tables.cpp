// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of functions in kernels: std::visit of several variants and of more than 11 alternatives, visits inside of visits and with a
// barrier, constant tables of functions and of member functions, and functions as arguments of the standard library's algorithms.
//
// RUN: %program -std=c++20 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %program -std=c++20 -O0 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %if ptxas %{ %sycc -std=c++20 -O0 -fsycl-targets=nvidia_gpu_sm_90 %s -o %t.ptx %}
// RUN: %sycc -std=c++20 -O2 -fsycl-targets=amd_gpu_gfx90a -c %s -o %t.amd.o
//
// A pointer that the host has given is none of a function on a device.
// RUN: %program -std=c++20 -DHOST_POINTER %s -o %t && not --crash env SYCC_DEVICE_SELECTOR=native_cpu:* %t 2>&1 | FileCheck %s
// RUN: %if pocl %{ not --crash env SYCC_DEVICE_SELECTOR=opencl:* %t 2>&1 | FileCheck %s %}
// CHECK: a kernel ended with a call of a function that is not in device code: global id: [0,0,0]
#include <array>
#include <cstdio>
#include <numeric>
#include <variant>
#include <sycl/sycl.hpp>

template <int N> struct Kind { int v; };
using Few = std::variant<int, float, Kind<0>>;
using Many = std::variant<Kind<0>, Kind<1>, Kind<2>, Kind<3>, Kind<4>, Kind<5>, Kind<6>, Kind<7>, Kind<8>, Kind<9>, Kind<10>, Kind<11>>;

static Many make(int n) {
  if (n % 3 == 0)
    return Kind<0>{n};
  return n % 3 == 1 ? Many(Kind<11>{n}) : Many(Kind<7>{n});
}
static int number(int x) { return x; }
static int number(float x) { return int(10 * x); }
template <int N> int number(Kind<N> k) { return 100 * k.v + N; }

static long visits(int n) {
  Few a = n % 2 ? Few(n) : Few(1.5f), b = n % 3 ? Few(Kind<0>{n}) : Few(2.5f);
  Many c = make(n);
  long r = std::visit([](auto x, auto y) { return number(x) * 1000L + number(y); }, a, b);
  r = r * 7 + std::visit([](auto x) { return number(x); }, c);
  auto inner = [&](auto x) { return number(x) + std::visit([&](auto y, auto z) { return number(x) + number(y) * number(z); }, b, a); };
  return r * 7 + std::visit(inner, a) + std::visit<long>([](auto x, auto y) { return sizeof x + sizeof y; }, a, b);
}

struct Scale {
  int k;
  int plus(int x) const { return x + k; }
  int times(int x) const { return x * k; }
};
static int add(int a, int b) { return a + b; }
static int mix(int a, int b) { return a * 3 + b; }
using Fold = int (*)(int, int);
struct Row { const char *name; Fold fold; };
static constexpr Fold plain[] = {add, mix};
static constexpr std::array<Fold, 2> array{mix, add};
static constexpr Row rows[] = {{"add", add}, {"mix", mix}};
static constexpr int (Scale::*members[])(int) const = {&Scale::plus, &Scale::times};

static long tables(int n) {
  int v[4] = {n, 2, 3, 4};
  Scale s{n};
  long r = plain[n % 2](n, 3) + 10L * array[n % 2](n, 5) + 100L * rows[n % 2].fold(n, 7) + (s.*members[n % 2])(9);
  return r * 1000 + std::accumulate(v, v + 4, 1, n % 3 ? add : mix) + std::inner_product(v, v + 4, v, 0, plain[0], mix);
}

static int differences(const long *r, int count) {
  int bad = 0;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 2; k++) {
      long expected = k ? tables(i) : visits(i);
      if (r[2 * i + k] != expected)
        bad += std::printf("%s of %d: %ld instead of %ld\n", k ? "tables" : "visits", i, r[2 * i + k], expected) > 0;
    }
  return bad;
}

int main() {
  sycl::queue q;
  constexpr int count = 16;
  long *r = sycl::malloc_shared<long>(2 * count, q);
#ifdef HOST_POINTER
  Fold given = add;
  q.single_task([=] { r[0] = std::accumulate(r, r + 2, 0, given); }).wait();
#endif
  q.parallel_for(sycl::nd_range<1>(count, 8), [=](sycl::nd_item<1> it) {
     int i = int(it.get_global_id(0));
     r[2 * i] = visits(i);
     Few a = 1, b = 2.0f;
     std::visit([&](auto, auto) { sycl::group_barrier(it.get_group()); }, a, b);
     r[2 * i + 1] = tables(i);
   }).wait();
  int bad = differences(r, count);
  sycl::free(r, q);
  return bad ? 1 : 0;
}
