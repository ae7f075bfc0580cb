// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bundle that is executable is built: its kernels run although what builds them has gone. Here that is llvm-spirv, which
// PoCL's code comes from. PoCL itself needs ld when a kernel starts.
//
// REQUIRES: pocl
// RUN: rm -rf %t.bin && mkdir %t.bin && ln -s $(command -v ld) %t.bin/ld
// RUN: %program %s -o %t && env SYCC_DEVICE_SELECTOR=opencl:cpu SYCC_CACHE=off %t %t.bin | FileCheck %s
// CHECK: first: 1
// CHECK: second: 2
// CHECK: third: not built
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

using sycl::bundle_state;
class First;
class Second;
class Third; // in an image of its own: it needs more

int main(int, char **args) {
  sycl::queue q;
  const sycl::context c = q.get_context();
  int *p = sycl::malloc_shared<int>(1, q);
  const auto got = sycl::get_kernel_bundle<First, bundle_state::executable>(c);
  const auto built = sycl::build(sycl::get_kernel_bundle<Second, bundle_state::input>(c));
  setenv("PATH", args[1], 1);
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(got);
     h.single_task<First>([=] { *p = 1; });
   }).wait();
  std::printf("first: %d\n", *p);
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(built);
     h.parallel_for<Second>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(4)]] { *p = 2; });
   }).wait();
  std::printf("second: %d\n", *p);
  try {
    q.parallel_for<Third>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8)]] { *p = 3; }).wait();
    std::printf("third: %d\n", *p);
  } catch (const sycl::exception &e) {
    std::printf("third: not built, %s\n", e.what());
  }
  sycl::free(p, q);
}
