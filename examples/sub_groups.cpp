// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: work-items that run side by side and can combine values without memory. Counts the primes below
// 100,000; each sub-group adds up what its work-items found, and only its leader touches the shared counter.
#include <iostream>
#include <sycl/sycl.hpp>

static int is_prime(unsigned n) {
  if (n < 2)
    return 0;
  for (unsigned d = 2; d * d <= n; ++d)
    if (n % d == 0)
      return 0;
  return 1;
}

int main() {
  constexpr size_t limit = 100'000, group_size = 64;
  sycl::queue queue;
  int primes = 0;
  {
    sycl::buffer counter(&primes, sycl::range(1));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor count(counter, group, sycl::read_write);
      const size_t global = (limit + group_size - 1) / group_size * group_size;
      group.parallel_for(sycl::nd_range<1>(global, group_size), [=](sycl::nd_item<1> item) {
        const size_t n = item.get_global_id(0);
        const sycl::sub_group neighbours = item.get_sub_group();
        const int mine = n < limit ? is_prime(unsigned(n)) : 0;
        const int found = sycl::reduce_over_group(neighbours, mine, sycl::plus<>());
        if (neighbours.leader())
          sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(count[0]) += found;
      });
    });
  }
  std::cout << primes << " primes below " << limit << '\n';
  return primes == 9592 ? 0 : 1;
}
