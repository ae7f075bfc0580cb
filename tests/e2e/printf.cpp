// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf in kernels: C's own and the extension's. In SPIR-V formats and texts are in constant memory.
// REQUIRES: spirv-val, spirv-dis
// RUN: %program %s -o %t && %t | FileCheck %s
// RUN: %program -O0 %s -o %t && %t | FileCheck %s
// RUN: %plain -w %s -o %t.plain %libsycc && %t.plain | FileCheck %s
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O2 -c %s -o %t.bc
// RUN: sh %S/../frontend/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t.bc | FileCheck --check-prefix=SPIRV %s
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O0 -c %s -o %t.bc
// RUN: sh %S/../frontend/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t.bc | FileCheck --check-prefix=SPIRV %s
// A float, and a constant that is one as well, needs no double of a device, though C++ promotes it.
// RUN: %sycc -fsycl-targets=spir64 %s -o %t && %build/bin/sycl-image-info %t | FileCheck --check-prefix=ASPECTS %s
// RUN: %sycc -O0 -fsycl-targets=spir64 %s -o %t && %build/bin/sycl-image-info %t | FileCheck --check-prefix=ASPECTS %s
// ASPECTS: Prints
// ASPECTS-NOT: fp64
// RUN: %if ptxas %{ %sycc -fsycl-targets=nvidia_gpu_sm_80 %s -o %t.ptx %}
// RUN: not %sycc -DUNKNOWN -fsycl-targets=spir64 %s -o %t 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: printf in a kernel: the format is not a string literal
// SPIRV: OpVariable {{.*}} UniformConstant
// SPIRV: OpExtInst {{.*}} printf
// SPIRV: OpExtInst {{.*}} printf
#include <cstdio>
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  const char *words = "%d\n";
  // CHECK-DAG: first 0 of 2, text, 2.50
  // CHECK-DAG: first 1 of 2, text, 2.50
  // CHECK-DAG: second 0
  // CHECK-DAG: second 1
  // CHECK-DAG: third 8.0 5.00e+01
  // CHECK-DAG: third 1.5 1.50e+02
  // CHECK-DAG: fourth 0.25
  // CHECK-DAG: fourth 2.25
  q.parallel_for<class Prints>(nd_range<1>(2, 2), [=](nd_item<1> it) {
     const int i = static_cast<int>(it.get_global_id(0));
     printf("first %d of %d, %s, %.2f\n", i, 2, "text", 2.5);
     ext::oneapi::experimental::printf("second %d\n", i);
     const float x = static_cast<float>(i) + 0.5f;
     printf("third %.1f %.2e\n", i ? x : 8.0f, x * 100);
     ext::oneapi::experimental::printf("fourth %g\n", x * x);
#ifdef UNKNOWN
     printf(words, i);
#endif
     (void)words;
   }).wait();
  return 0;
}
