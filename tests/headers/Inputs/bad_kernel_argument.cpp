// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang device gcc
// error: a kernel over a range is a const function of item, id or, in one dimension, an integer
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for<class K>(sycl::range<2>(8, 8), [=](sycl::id<1>) {});
}
