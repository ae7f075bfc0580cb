// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel with more variables in local memory than a device may have: it runs, or there is an exception that says so. Kernels
// beside it run in any case. On the native CPU, where such variables are a thread's, they may be larger than a thread's stack.
//
// Without -DLARGE they are small: compilers for GPUs refuse what none of these has.
//
// RUN: %program -DLARGE -fsycl-device-code-split=per_kernel %s -o %t && %t
// RUN: %program -DLARGE -DTHREE %s -o %t.three -fsycl-targets=native_cpu && env SYCC_DEVICE_SELECTOR=native_cpu:* %t.three
#include "Inputs/check.hpp"

#ifdef LARGE
using block = char[4 << 20];
#else
using block = char[16 << 10];
#endif
#ifdef THREE
enum { BLOCKS = 3 };
#else
enum { BLOCKS = 1 };
#endif

template <class T> static char passed_on(sycl::nd_item<1> it) {
  const auto to = sycl::ext::oneapi::group_local_memory_for_overwrite<T>(it.get_group());
  const size_t me = it.get_local_linear_id(), step = sizeof(T) / 32;
  (*to)[me * step] = char(me);
  sycl::group_barrier(it.get_group());
  return (*to)[(31 - me) * step];
}

int main() {
  return on_every_device([](sycl::queue &q) {
    int *sum = sycl::malloc_host<int>(64, q), *other = sycl::malloc_host<int>(64, q);
    try {
      q.parallel_for(sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> it) {
        int &mine = sum[it.get_global_linear_id()] = passed_on<block>(it);
        if constexpr (BLOCKS > 1)
          mine += passed_on<block>(it) + passed_on<block>(it);
      }).wait_and_throw();
      for (int i = 0; i < 64; i++)
        CHECK(sum[i] == BLOCKS * (31 - i % 32));
    } catch (const sycl::exception &e) {
      CHECK(e.code() == sycl::errc::accessor && std::string(e.what()).find(" of them its own") != std::string::npos);
    }
    q.parallel_for(sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> it) {
      other[it.get_global_linear_id()] = passed_on<char[64]>(it);
    }).wait_and_throw();
    CHECK(other[0] == 31 && other[63] == 0);
    sycl::free(sum, q);
    sycl::free(other, q);
  });
}
