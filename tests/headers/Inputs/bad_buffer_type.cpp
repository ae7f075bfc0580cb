// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang gcc
// error: the elements of a buffer must be device copyable
#include <sycl/sycl.hpp>
int main() {
  sycl::buffer<std::string> b(sycl::range<1>(4));
}
