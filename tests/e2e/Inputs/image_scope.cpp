// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy to a variable that each image has for itself reaches the image whose kernel runs.
#include <cstdio>
#include <sycl/sycl.hpp>

namespace ext = sycl::ext::oneapi::experimental;
ext::device_global<int, decltype(ext::properties(ext::device_image_scope))> variable;

int main() {
  sycl::queue q;
  int in = 7, out = 0, back = 0;
  q.copy(&in, variable).wait();
  {
    sycl::buffer<int> b(&out, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task<class Reader>([=] {
        a[0] = variable;
        variable = 8;
      });
    });
  }
  q.copy(variable, &back).wait();
  std::printf("%d %d\n", out, back);
}
