// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The examples of the design of optional kernel features, with the real headers: half, the hypothetical AMX function,
// atomic_ref of 8 bytes, images, and the function foo of "New LLVM IR metadata".
// RUN: %device -I%include -O0 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
#include <sycl/sycl.hpp>
using sycl::aspect;

[[__sycl_detail__::__uses_aspects__(aspect::ext_intel_matrix)]] void amx_multiply() {}
// CHECK-DAG: define {{.*}}@_Z12amx_multiplyv(){{.*}} !intel_used_aspects [[AMX:![0-9]+]]

// CHECK-DAG: define {{.*}}@with_half({{.*}} !intel_used_aspects [[F16:![0-9]+]]
extern "C" SYCL_EXTERNAL float with_half(float x) { return sycl::half(x); }

// CHECK-DAG: define {{.*}}@with_amx({{.*}} !intel_used_aspects [[AMX]] {{.*}}!sycc_aspect_origins
extern "C" SYCL_EXTERNAL void with_amx() { amx_multiply(); }

template <class T> using atomic =
    sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>;
// CHECK-DAG: define {{.*}}@with_atomic4({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL void with_atomic4(int *p) { atomic<int> a(*p); a.fetch_add(1); }
// CHECK-DAG: define {{.*}}@with_atomic8({{.*}} !intel_used_aspects [[A64:![0-9]+]]
extern "C" SYCL_EXTERNAL void with_atomic8(long *p) { atomic<long> a(*p); a.fetch_add(1); }
// CHECK-DAG: define {{.*}}@with_both({{.*}} !intel_used_aspects [[BOTH:![0-9]+]]
extern "C" SYCL_EXTERNAL void with_both(double *p) { atomic<double> a(*p); a.store(1); }

// CHECK-DAG: define {{.*}}@with_image({{.*}} !intel_used_aspects [[IMAGE:![0-9]+]]
extern "C" SYCL_EXTERNAL bool with_image(__ocl_image2d_ro_t i) { return i == nullptr; }

// Declared {fp16, fp64}, uses {fp16}: no warning.
// CHECK-DAG: define {{.*}}@foo({{.*}} !intel_used_aspects [[F16]] !intel_declared_aspects [[DECLARED:![0-9]+]]
extern "C" SYCL_EXTERNAL [[sycl::device_has(aspect::fp16, aspect::fp64)]] void foo(sycl::half *) {}

// CHECK: !intel_types_that_use_aspects = !{
// CHECK-DAG: !{!"class.sycl::half", i32 5}
// CHECK-DAG: [[F16]] = !{i32 5}
// CHECK-DAG: [[DECLARED]] = !{i32 5, i32 6}
// CHECK-DAG: [[AMX]] = !{i32 {{[0-9]+}}}
// CHECK-DAG: [[A64]] = !{i32 28}
// CHECK-DAG: [[BOTH]] = !{i32 6, i32 28}
// CHECK-DAG: [[IMAGE]] = !{i32 41}
