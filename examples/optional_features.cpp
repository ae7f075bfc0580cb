// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optional features: a kernel that needs double runs where the device has it; elsewhere another kernel takes
// its place. Submitting a kernel to a device without the feature is an exception that says what is missing.
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>

class InDouble;
class InFloat;

// The mean of 1, 2, ..., count, by Welford's method.
template <class T> static T mean(int count) {
  T result = 0;
  for (int n = 1; n <= count; ++n)
    result += (T(n) - result) / T(n);
  return result;
}

static double run(sycl::queue &queue, bool in_double) {
  float result = 0;
  {
    sycl::buffer buffer(&result, sycl::range(1));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor out(buffer, group, sycl::write_only);
      if (in_double)
        group.single_task<InDouble>([=] { out[0] = float(mean<double>(1000)); });
      else
        group.single_task<InFloat>([=] { out[0] = mean<float>(1000); });
    });
  }
  return result;
}

int main() {
  sycl::queue queue;
  const bool possible = sycl::is_compatible<InDouble>(queue.get_device());
  const bool has_double = queue.get_device().has(sycl::aspect::fp64);
  std::cout << "the device has double: " << (has_double ? "yes" : "no") << "\nkernel "
            << (possible ? "InDouble" : "InFloat") << ": " << run(queue, possible) << '\n';
  if (possible)
    return 0;
  try {
    run(queue, true);
  } catch (const sycl::exception &e) {
    std::cout << "the other one: " << e.what() << '\n';
    return e.code() == sycl::errc::kernel_not_supported ? 0 : 1;
  }
  return 1;
}
