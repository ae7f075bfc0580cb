// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if_device_has: one program takes the branch of the device it meets, at any level of optimisation, and in plain C++ that
// of the native CPU.
//
// RUN: %program %s -o %t && %t && env SYCC_MASK_ASPECTS=fp64 %t && env SYCC_MASK_ASPECTS=fp16,atomic64 %t
// RUN: %program -O0 %s -o %t.O0 && %t.O0 && env SYCC_MASK_ASPECTS=fp64 %t.O0
// RUN: %program -g -O3 %s -o %t.O3 && %t.O3 && env SYCC_MASK_ASPECTS=fp64,cpu %t.O3
// RUN: %program -fsycl-targets=x86_64_avx512,x86_64_avx2,x86_64,native_cpu %s -o %t.levels
// RUN: env SYCC_DEVICE_SELECTOR=native_cpu:* %t.levels && env SYCC_DEVICE_SELECTOR=native_cpu:* SYCC_MASK_ASPECTS=ext_intel_x86_64_avx512 %t.levels
// RUN: %plain %s -o %t.plain %libsycc && env SYCC_DEVICE_SELECTOR=native_cpu:* %t.plain
// RUN: env SYCC_DEVICE_SELECTOR=native_cpu:* SYCC_MASK_ASPECTS=fp64 %t.plain
#include "Inputs/check.hpp"

#include <cstdint>

using sycl::aspect;
using namespace sycl::ext::oneapi::experimental;

// In a function and by references: in double there is something between 1 and 1 + 1e-10.
static int precision(float x, float tiny) {
  int bits = 0;
  if_device_has<aspect::fp64>([&] { bits = double(x) + double(tiny) > double(x) ? 64 : 1; }).else_device([&] {
    bits = x + tiny > x ? 2 : 32;
  });
  return bits;
}

// A chain: the first condition that holds. Arguments are passed on.
static int first_of_chain() {
  int taken = 0;
  if_device_has<aspect::fp64, aspect::fp16>([&](int n) { taken = n; }, 1)
      .else_if_device_has<aspect::fp64>([&](int n) { taken = n; }, 2)
      .else_if_device_has<aspect::fp16>([&](int n) { taken = n; }, 3)
      .else_device([&](int n) { taken = n; }, 4);
  return taken;
}
static int first_of_chain_is(bool fp64, bool fp16) { return fp64 && fp16 ? 1 : fp64 ? 2 : fp16 ? 3 : 4; }

// Without an end.
static int open_chain() {
  int taken = 0;
  if_device_has<aspect::atomic64>([&] { taken |= 1; });
  if_device_has<aspect::fp16>([&] { taken |= 2; }).else_if_device_has<aspect::fp64>([&] { taken |= 4; });
  return taken;
}

// A value, where all functions return the same type; a reference to one of several variables.
template <class T> static T value(T x) {
  return if_device_has<aspect::fp64>([=] { return T(x + 10); })
      .template else_if_device_has<aspect::fp16>([=] { return T(x + 20); })
      .else_device([=] { return T(x + 30); });
}
struct pair {
  int a, b;
};
static int by_reference() {
  int wide = 1, narrow = 2;
  int &chosen = if_device_has<aspect::fp64>([&]() -> int & { return wide; }).else_device([&]() -> int & { return narrow; });
  chosen += 10;
  pair p = if_device_has<aspect::fp64>([&] { return pair{wide, narrow}; }).else_device([&] { return pair{narrow, wide}; });
  return p.a * 100 + p.b;
}

// Nested, in a template, with types that only some devices have. double never leaves its branch.
template <int Steps> static std::int64_t nested(float x) {
  std::int64_t sum = 0;
  for (int i = 0; i < Steps; ++i)
    if_device_has<aspect::fp64>([&] {
      double d = x;
      if_device_has<aspect::atomic64>([&] { d += 1000.0; }).else_device([&] { d += 2000.0; });
      sum += static_cast<std::int64_t>(d);
    }).else_device([&] {
      if_device_has<aspect::fp64>([&] { sum -= 1; }); // never
      sum += static_cast<std::int64_t>(x);
    });
  return sum;
}

static int kind() {
  return if_device_has<aspect::gpu>([] { return 1; })
      .else_if_device_has<aspect::cpu>([] { return 2; })
      .else_device([] { return 3; });
}

static int machine() {
  return if_architecture_is<aspect::ext_nvidia_gpu_sm_80, aspect::ext_nvidia_gpu_sm_90>([] { return 1; })
      .else_if_architecture_is<aspect::ext_intel_x86_64_avx512>([] { return 2; })
      .else_if_architecture_is<aspect::ext_intel_x86_64_avx2>([] { return 3; })
      .else_if_architecture_is<aspect::ext_intel_x86_64>([] { return 4; })
      .else_device([] { return 5; });
}
static int machine_is(const sycl::device &d) {
  if (d.has(aspect::ext_nvidia_gpu_sm_80) || d.has(aspect::ext_nvidia_gpu_sm_90))
    return 1;
  return d.has(aspect::ext_intel_x86_64_avx512) ? 2 : d.has(aspect::ext_intel_x86_64_avx2) ? 3 : d.has(aspect::ext_intel_x86_64) ? 4 : 5;
}

class All;
class Machine;
class Beside;
class Groups;

// Barriers and local memory under a condition, in a kernel of many work-items: sums of groups of 8.
static void groups(sycl::queue &q) {
  enum { N = 32, SIZE = 8 };
  float sums[N] = {};
  {
    sycl::buffer<float> out(sums, N);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(out, h, sycl::write_only);
      sycl::local_accessor<float> shared(SIZE, h);
      h.parallel_for<Groups>(sycl::nd_range<1>(N, SIZE), [=](sycl::nd_item<1> item) {
        const auto me = item.get_local_id(0);
        auto sum = [&](auto zero) {
          shared[me] = float(item.get_global_id(0));
          sycl::group_barrier(item.get_group());
          auto total = zero;
          for (int i = 0; i < SIZE; ++i)
            total += shared[i];
          to[item.get_global_id(0)] = float(total);
        };
        if_device_has<aspect::fp64>([&] { sum(0.5); }).else_device([&] { sum(0.25f); });
      });
    });
  }
  for (int i = 0; i < N; ++i)
    CHECK(sums[i] == float(28 + i / SIZE * SIZE * SIZE) + (q.get_device().has(aspect::fp64) ? 0.5f : 0.25f));
}

static void test(sycl::queue &q) {
  enum { N = 16 };
  const sycl::device d = q.get_device();
  const bool fp64 = d.has(aspect::fp64), fp16 = d.has(aspect::fp16), atomic64 = d.has(aspect::atomic64);
  std::int64_t results[N] = {};
  {
    sycl::buffer<std::int64_t> out(results, N);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(out, h, sycl::read_write);
      h.single_task<All>([=] {
        int n = 0;
        to[n++] = precision(1.0f, 1e-10f);
        to[n++] = first_of_chain();
        to[n++] = open_chain();
        to[n++] = value<int>(1);
        to[n++] = value<char>(2);
        to[n++] = by_reference();
        to[n++] = nested<3>(1.0f);
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(out, h, sycl::read_write);
      h.single_task<Machine>([=] {
        to[7] = kind();
        to[8] = machine();
      });
    });
    q.submit([&](sycl::handler &h) { // without conditions
      sycl::accessor to(out, h, sycl::read_write);
      h.parallel_for<Beside>(sycl::range<1>(N), [=](sycl::id<1> i) {
        if (i[0] >= 12)
          to[i] = std::int64_t(i[0]);
      });
    });
  }
  const int step = fp64 ? 10 : fp16 ? 20 : 30;
  CHECK(results[0] == (fp64 ? 64 : 32));
  CHECK(results[1] == first_of_chain_is(fp64, fp16));
  CHECK(results[2] == (atomic64 ? 1 : 0) + (fp16 ? 2 : fp64 ? 4 : 0));
  CHECK(results[3] == 1 + step && results[4] == 2 + step);
  CHECK(results[5] == (fp64 ? 1102 : 1201));
  CHECK(results[6] == (fp64 ? atomic64 ? 3003 : 6003 : 3));
  CHECK(results[7] == (d.has(aspect::gpu) ? 1 : d.has(aspect::cpu) ? 2 : 3));
  CHECK(results[8] == machine_is(d));
  CHECK(results[12] == 12 && results[15] == 15);
}

// On the host: the native CPU's answer.
static void host() {
  for (const sycl::device &d : sycl::device::get_devices())
    if (d.has(aspect::ext_native_cpu)) {
      CHECK(precision(1.0f, 1e-10f) == (d.has(aspect::fp64) ? 64 : 32));
      CHECK(first_of_chain() == first_of_chain_is(d.has(aspect::fp64), d.has(aspect::fp16)));
    }
}

int main() {
  host();
  return on_every_device([](sycl::queue &q) {
    test(q);
    groups(q);
  });
}
