// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code for NVIDIA's GPUs: kernels in the form of ir-contract.md, plain pointers in address space 0, the built-ins
// of clang for PTX. No CUDA is needed.
// RUN: rm -rf %t && mkdir %t && env CUDA_PATH=/nowhere %sycc -fsycl-targets=nvidia_gpu_sm_90 -fsycl-device-only -S %s -o %t/o2.ll && FileCheck %s < %t/o2.ll
// RUN: %sycc -fsycl-targets=ptx64 -fsycl-device-only -S -O0 %s -o %t/o0.ll && FileCheck --check-prefixes=CHECK,O0 %s < %t/o0.ll
// What asks for the architecture is compiled for one only.
// RUN: FileCheck --check-prefix=SM90 %s < %t/o2.ll
// RUN: FileCheck --check-prefix=ANY %s < %t/o0.ll
// SM90: define {{.*}} @_ZTS4Arch(
// ANY-NOT: define {{.*}} @_ZTS4Arch(
// Files that treat denormal numbers in different ways, and the library, can be linked: nothing is said for a whole module.
// RUN: %sycc -fsycl-targets=ptx64 -fsycl-device-only -S -O2 -ffast-math -Xclang -fdenormal-fp-math-f32=preserve-sign %s -o %t/fast.ll && FileCheck --check-prefix=FAST %s < %t/fast.ll
// FAST: "denormal-fp-math-f32"="preserve-sign{{.*}}"
// FAST-NOT: nvvm-reflect-ftz
#include <sycl/sycl.hpp>

#ifndef __SYCL_DEVICE_ONLY__
#error for the device only
#endif
#ifndef __SYCL_NVPTX__
#error it is not said that this is for PTX
#endif

// CHECK: target triple = "nvptx64-nvidia-cuda"

class Params;
class Builtin;
class Arch;

void run(sycl::queue &q, sycl::buffer<int> &b, double *d) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> l(16, h);
    // CHECK-DAG: define weak_odr ptx_kernel void @_ZTS6Params(ptr byval({{.*}}) align 8 {{[^,]*}}, ptr addrspace(3) {{[^,]*}}, ptr addrspace(1) {{.*}}!reqd_work_group_size ![[SIZE:[0-9]+]]
    // O0-DAG: addrspacecast ptr addrspace(1) {{.*}} to ptr{{$}}
    // O0-DAG: addrspacecast ptr addrspace(3) {{.*}} to ptr{{$}}
    h.parallel_for<Params>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(16)]] {
      l[i.get_local_id()] = 1;
      a[i.get_global_id()] = l[0];
    });
  });
  // CHECK-DAG: define weak_odr dso_local ptx_kernel void @_ZTS7Builtin(ptr noundef byval(
  // CHECK-DAG: call {{.*}}double @llvm.{{(nvvm.fmin.d|minnum.f64)}}(
  q.single_task<Builtin>([=] { d[0] = __nvvm_fmin_d(d[1], d[2]); });
#ifdef __SYCL_TARGET_NVIDIA_GPU_SM_90__
  q.single_task<Arch>([] {});
#endif
}
// CHECK: ![[SIZE]] = !{i32 16, i32 1, i32 1}
