// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with one kernel; one_loop.cpp is the same without SYCL.
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t count = 100000;
  std::vector<float> x(count, 1.0f), y(count, 2.0f);
  {
    sycl::queue queue;
    sycl::buffer bx(x), by(y);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor in(bx, group, sycl::read_only);
      sycl::accessor out(by, group, sycl::read_write);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i) { out[i] = 3.0f * in[i] + out[i]; });
    });
  }
  std::printf("%g\n", y[count - 1]);
  return y[count - 1] == 5.0f ? 0 : 1;
}
