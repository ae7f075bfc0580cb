// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::any_device_has and sycl::all_devices_have follow the targets, in the device and in the host compilation.
// RUN: %sycc -fsyntax-only -DANY_FP64=1 -DALL_FP64=0 -DANY_CPU=1 -DALL_GPU=0 %s
// RUN: %sycc -fsyntax-only -fsycl-targets=intel_gpu_skl -DANY_FP64=1 -DALL_FP64=1 -DANY_CPU=0 -DALL_GPU=1 %s
// RUN: %sycc -fsyntax-only -fsycl-targets=intel_gpu_skl,intel_gpu_dg1 -DANY_FP64=1 -DALL_FP64=0 -DANY_CPU=0 -DALL_GPU=1 %s
// RUN: %sycc -fsyntax-only -fsycl-targets=intel_gpu_dg1 -DANY_FP64=0 -DALL_FP64=0 -DANY_CPU=0 -DALL_GPU=1 %s
// RUN: %sycc -fsyntax-only -fsycl-targets=intel_gpu_skl,spir64 -DANY_FP64=1 -DALL_FP64=0 -DANY_CPU=1 -DALL_GPU=0 %s
// RUN: %plain -fsyntax-only -DANY_FP64=1 -DALL_FP64=0 -DANY_CPU=1 -DALL_GPU=0 %s
#include <sycl/sycl.hpp>
using sycl::aspect;
static_assert(sycl::any_device_has_v<aspect::fp64> == ANY_FP64);
static_assert(sycl::all_devices_have_v<aspect::fp64> == ALL_FP64);
static_assert(sycl::any_device_has<aspect::cpu>::value == ANY_CPU);
static_assert(sycl::all_devices_have<aspect::gpu>() == ALL_GPU);
int main() {}
