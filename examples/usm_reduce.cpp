// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: plain pointers. The sum of the squares of a million numbers, in two steps.
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t count = 1'000'000, parts = 512;
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = 1.0f / static_cast<float>(i + 1);

  sycl::queue queue{sycl::property::queue::in_order()};
  float *data = sycl::malloc_device<float>(count, queue); // the device's own
  float *partial = sycl::malloc_device<float>(parts, queue);
  float *sum = sycl::malloc_shared<float>(1, queue); // host and device see it

  queue.memcpy(data, values.data(), count * sizeof(float));
  queue.parallel_for(sycl::range(parts), [=](sycl::id<1> part) {
    float total = 0;
    for (size_t i = part[0]; i < count; i += parts)
      total += data[i] * data[i];
    partial[part] = total;
  });
  queue.single_task([=] {
    *sum = 0;
    for (size_t i = 0; i < parts; ++i)
      *sum += partial[i];
  });
  queue.wait_and_throw();

  // Euler: 1 + 1/4 + 1/9 + ... = pi^2 / 6.
  const float pi = std::sqrt(6 * *sum);
  for (float *pointer : {data, partial, sum})
    sycl::free(pointer, queue);
  std::cout << "pi is about " << pi << '\n';
  return std::abs(pi - 3.14159f) < 1e-4f ? 0 : 1;
}
