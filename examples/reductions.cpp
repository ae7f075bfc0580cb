// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: sum, smallest and largest of a million numbers in one kernel.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  std::vector<int> values(1'000'000);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>((i + 17) * 7919 % 999'983);

  long sum = 0;
  int smallest = values[0], largest = values[0];
  {
    sycl::queue queue;
    sycl::buffer data(values);
    sycl::buffer sum_buffer(&sum, sycl::range(1));
    sycl::buffer smallest_buffer(&smallest, sycl::range(1)), largest_buffer(&largest, sycl::range(1));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor in(data, group, sycl::read_only);
      auto add = sycl::reduction(sum_buffer, group, sycl::plus<>());
      auto least = sycl::reduction(smallest_buffer, group, sycl::minimum<>());
      auto most = sycl::reduction(largest_buffer, group, sycl::maximum<>());
      group.parallel_for(sycl::range(in.size()), add, least, most,
                         [=](sycl::id<1> i, auto &total, auto &low, auto &high) {
                           total += in[i];
                           low.combine(in[i]);
                           high.combine(in[i]);
                         });
    });
  } // the results are in the variables now

  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const long expected = std::accumulate(values.begin(), values.end(), 0L);
  std::cout << "sum " << sum << ", smallest " << smallest << ", largest " << largest << '\n';
  return sum == expected && smallest == *low && largest == *high ? 0 : 1;
}
