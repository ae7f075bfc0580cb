// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants: values that kernels read as constants and that the host sets before a launch.
#include <iostream>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> exponent(2); // 2 where nobody sets it

// n to the power of the constant, for n = 0, 1, 2, 3, 4; -1: nobody sets the constant.
static bool show(sycl::queue &queue, int wanted) {
  constexpr size_t count = 5;
  long powers[count];
  {
    sycl::buffer buffer(powers, sycl::range(count));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor out(buffer, group, sycl::write_only, sycl::no_init);
      if (wanted >= 0)
        group.set_specialization_constant<exponent>(wanted);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i, sycl::kernel_handler constants) {
        long power = 1;
        for (int k = constants.get_specialization_constant<exponent>(); k > 0; --k)
          power *= long(i[0]);
        out[i] = power;
      });
    });
  }
  std::cout << "exponent " << (wanted < 0 ? "not set:" : std::to_string(wanted) + ":");
  for (long power : powers)
    std::cout << ' ' << power;
  std::cout << '\n';
  return powers[3] == (wanted < 0 ? 9 : wanted == 3 ? 27 : 243);
}

int main() {
  sycl::queue queue;
  return show(queue, -1) && show(queue, 3) && show(queue, 5) ? 0 : 1;
}
