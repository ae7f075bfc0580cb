// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang gcc
// error: this kernel can't be copied to a device
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  std::vector<int> v;
  q.parallel_for<class K>(10, [=](sycl::id<1> i) { (void)v[i]; });
}
