// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header's old name.
//
// RUN: %sycc %s -o %t && %t
#include <CL/sycl.hpp>

int main() {
  int answer = 0;
  {
    sycl::queue q;
    sycl::buffer<int> buffer(&answer, sycl::range<1>(1));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only);
      h.single_task([=] { a[0] = 42; });
    });
  }
  return answer == 42 ? 0 : 1;
}
