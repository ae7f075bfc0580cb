// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: gcc-host
// error: an unnamed kernel needs sycc's own clang as host compiler, or a name
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for(10, [=](sycl::id<1>) {});
}
