// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes of atomic operations reach the code for NVIDIA's GPUs, floating-point addition is one operation, and each is one
// instruction without optimisation too.
// RUN: %sycc -fsycl-targets=ptx64 -fsycl-device-only -S -O2 %s -o %t.o2.ll && FileCheck %s < %t.o2.ll
// RUN: %sycc -fsycl-targets=ptx64 -fsycl-device-only -S -O0 %s -o %t.o0.ll && FileCheck --check-prefix=O0 %s < %t.o0.ll
#include <sycl/sycl.hpp>

template <class T, sycl::memory_scope Scope, sycl::memory_order Order = sycl::memory_order::relaxed>
using ref = sycl::atomic_ref<T, Order, Scope, sycl::access::address_space::global_space>;

// CHECK-NOT: __sycc_atomic_scope
// O0-NOT: __sycc_atomic_scope
// Once each: a function of its own for each operation.
// O0-COUNT-1: atomicrmw max
// O0-NOT: atomicrmw max

// CHECK-LABEL: @system_wide(
// CHECK: atomicrmw add ptr {{[^,]*}}, i32 %{{[0-9]+}} monotonic
extern "C" SYCL_EXTERNAL int system_wide(int *p, int v) { return ref<int, sycl::memory_scope::system>(*p).fetch_add(v); }

// CHECK-LABEL: @of_a_device(
// CHECK: atomicrmw max ptr {{[^,]*}}, i32 %{{[0-9]+}} syncscope("device") monotonic
// CHECK: cmpxchg {{.*}} syncscope("device") acq_rel acquire
// CHECK: load atomic {{.*}} syncscope("device") acquire
// CHECK: store atomic {{.*}} syncscope("device") release
extern "C" SYCL_EXTERNAL int of_a_device(int *p, int v) {
  int old = ref<int, sycl::memory_scope::device>(*p).fetch_max(v);
  ref<int, sycl::memory_scope::device, sycl::memory_order::acq_rel> a(*p);
  a.compare_exchange_strong(old, v);
  old += a.load();
  a.store(old);
  return old;
}

// CHECK-LABEL: @of_a_group(
// CHECK: atomicrmw xor ptr {{[^,]*}}, i64 %{{[0-9]+}} syncscope("block") seq_cst
// CHECK: fence syncscope("block") acq_rel
// CHECK: fence syncscope("device") seq_cst
// CHECK: fence acquire
extern "C" SYCL_EXTERNAL long of_a_group(long *p, long v) {
  const long old = ref<long, sycl::memory_scope::work_group>(*p).fetch_xor(v, sycl::memory_order::seq_cst);
  sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::work_group);
  sycl::atomic_fence(sycl::memory_order::seq_cst, sycl::memory_scope::device);
  sycl::atomic_fence(sycl::memory_order::acquire, sycl::memory_scope::system);
  return old;
}

// CHECK-LABEL: @of_numbers(
// CHECK: atomicrmw fadd ptr {{[^,]*}}, float %{{[0-9]+}} syncscope("device") monotonic
// CHECK: fneg double
// CHECK: atomicrmw fadd ptr {{[^,]*}}, double %{{[0-9]+}} syncscope("device") monotonic
extern "C" SYCL_EXTERNAL float of_numbers(float *p, double *q, double v) {
  ref<double, sycl::memory_scope::device> d(*q);
  const float old = ref<float, sycl::memory_scope::device>(*p).fetch_add(static_cast<float>(v));
  d -= v;
  return old;
}
