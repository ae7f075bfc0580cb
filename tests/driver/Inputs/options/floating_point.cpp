// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(100, q);
  q.parallel_for<class expression>(100, [=](sycl::id<1> i) { p[i] = p[i] * 3.7f + 1.3f; });
  q.parallel_for<class statements>(100, [=](sycl::id<1> i) {
    const float product = p[i] * 3.7f;
    p[i] = product + 1.3f;
  });
  q.parallel_for<class quotient>(100, [=](sycl::id<1> i) { p[i] = p[i] / 3.0f; });
  q.wait();
}
