// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints which of its device codes ran.
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *level = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
#if defined(__SYCL_TARGET_INTEL_X86_64_AVX2__)
     *level = 2;
#elif defined(__SYCL_TARGET_INTEL_X86_64__)
     *level = 1;
#else
     *level = 0;
#endif
   }).wait();
  float *y = sycl::malloc_shared<float>(1000, q); // what becomes vectors
  q.parallel_for(1000, [=](sycl::id<1> i) { y[i] = 2.0f * y[i] + 1.0f; }).wait();
  static const char *const names[] = {"generic", "x86_64", "x86_64_avx2"};
  std::puts(names[*level]);
  sycl::free(level, q);
  sycl::free(y, q);
}
