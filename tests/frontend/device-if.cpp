// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if_device_has in device code. For any device: markers, and what is under a condition is in functions of its own, whose needs
// are not the kernel's. For a device by name: the one branch.
//
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -S -emit-llvm %s -o %t.ll && FileCheck %s --input-file=%t.ll
// RUN: %device -std=c++17 -I%include -Wall -Werror -O0 -S -emit-llvm %s -o %t0.ll && FileCheck %s --input-file=%t0.ll
// RUN: %device -std=c++20 -I%include -Wall -Werror -O2 -D__SYCC_TARGET_HAS_fp64__=1 -D__SYCC_TARGET_IS_KNOWN__=1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=WIDE
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -D__SYCC_TARGET_HAS_gpu__=1 -D__SYCC_TARGET_IS_KNOWN__=1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NARROW
//
// Nor is anyone warned that a fixed target lacks what is under a condition.
// RUN: %device -std=c++17 -I%include -Werror -O2 -Xclang -plugin-arg-sycc-frontend -Xclang fixed-targets=intel_gpu_tgllp -S -emit-llvm %s -o %t.ll
//
// A target that may have other aspects: those that are not known are asked for as in code for any device.
// RUN: %device -std=c++17 -I%include -O2 -D__SYCC_TARGET_HAS_fp16__=1 -D__SYCC_TARGET_HAS_cpu__=1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=SOME
#include <sycl/sycl.hpp>

using sycl::aspect;
using namespace sycl::ext::oneapi::experimental;

// LLVM must not change how they are called.
// CHECK: @llvm.compiler.used = appending {{.*}}under_condition

// The kernel needs nothing, and no one warns of fp64 (-Werror). No double is loaded on its behalf, in a loop neither.
// CHECK-LABEL: define {{.*}}spir_kernel void @_ZTS4Loop(
// CHECK-NOT: !intel_used_aspects
// CHECK: call {{.*}}i1 @__sycc_device_has.6()
// CHECK-NOT: double
// CHECK: }
class Loop;
void loop(sycl::queue &q, double *data, float *narrow, int n) {
  q.single_task<Loop>([=]() [[sycl::device_has()]] {
    for (int i = 0; i < n; ++i)
      if_device_has<aspect::fp64>([&] { data[i] = data[0] * data[0] + 1.0; }).else_device([&] { narrow[i] = 1.0f; });
  });
}

// What is called under the condition knows its needs and where they come from, whatever is inlined into it.
// CHECK-DAG: define {{.*}}under_condition{{.*}} [[GUARDED:#[0-9]+]]{{.*}}!intel_used_aspects [[F64:![0-9]+]]{{.*}}!sycc_aspect_origins
// CHECK-DAG: declare {{.*}}i1 @__sycc_device_has.6() {{.*}}[[MARKER:#[0-9]+]]
// CHECK-DAG: attributes [[MARKER]] = { {{.*}}nounwind willreturn memory(none) }
// CHECK-DAG: attributes [[GUARDED]] = { {{.*}}noinline{{.*}}"sycc-under-condition"
// CHECK-DAG: [[F64]] = !{i32 6}
// CHECK-DAG: = !{i32 6, !"{{.*}}operator()", !"device-if.cpp", i32 [[#]], i32 [[#]]}
// CHECK-NOT: sycl-external

// WIDE-NOT: __sycc_device_has
// WIDE: define {{.*}}spir_kernel void @_ZTS4Loop({{.*}}!intel_used_aspects
// WIDE: double
// WIDE-NOT: under_condition
// NARROW-NOT: __sycc_device_has
// NARROW: define {{.*}}spir_kernel void @_ZTS4Loop(
// NARROW-NOT: {{(double|under_condition)}}
// NARROW: {{^}}}

// What the target decides leaves no marker beside the one that it does not decide; a CPU is no GPU.
// SOME-LABEL: define {{.*}}spir_kernel void @_ZTS5Mixed(
// SOME: call {{.*}}i1 @__sycc_device_has.28()
// SOME-NOT: @__sycc_device_has.{{[0-9]+}}()
// SOME: }
class Mixed;
void mixed(sycl::queue &q, int *out) {
  q.single_task<Mixed>([=] {
    if_device_has<aspect::gpu>([=] { *out = 1; })
        .else_if_device_has<aspect::fp16, aspect::atomic64>([=] { *out = 2; })
        .else_if_device_has<aspect::fp16>([=] { *out = 3; })
        .else_device([=] { *out = 4; });
  });
}
