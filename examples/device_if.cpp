// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if_device_has: one kernel with code for devices that have an aspect and code for those that have not. The
// device image for one kind of device holds nothing of the code for the other.
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

// Adds up 1/1^2 + 1/2^2 + ... in numbers of type T; the sum goes to pi^2 / 6.
template <class T> static float pi_by(int terms) {
  T sum = 0;
  for (int n = terms; n > 0; --n)
    sum += T(1) / (T(n) * T(n));
  return float(sycl::sqrt(6 * sum));
}

int main() {
  float pi = 0;
  int bits = 0;
  {
    sycl::queue queue;
    sycl::buffer pi_buffer(&pi, sycl::range(1));
    sycl::buffer bits_buffer(&bits, sycl::range(1));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor result(pi_buffer, group, sycl::write_only);
      sycl::accessor used(bits_buffer, group, sycl::write_only);
      group.single_task([=] {
        if_device_has<sycl::aspect::fp64>([&] {
          result[0] = pi_by<double>(100'000);
          used[0] = 64;
        }).else_device([&] {
          result[0] = pi_by<float>(1'000);
          used[0] = 32;
        });
      });
    });
  }
  std::cout << "computed with " << bits << " bits: " << pi << '\n';
  return std::abs(pi - 3.14159f) < 0.01f ? 0 : 1;
}
