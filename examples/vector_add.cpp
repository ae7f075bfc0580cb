// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: the runtime moves the data and orders the work. c = a + b, then c = c * c.
#include <iostream>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t count = 100'003;
  std::vector<int> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<int>(i % 1000);
    b[i] = static_cast<int>(i % 77);
  }

  sycl::queue queue;
  std::cout << "adding on " << queue.get_device().get_info<sycl::info::device::name>() << '\n';
  {
    sycl::buffer buffer_a(a), buffer_b(b), buffer_c(c);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor in_a(buffer_a, group, sycl::read_only);
      sycl::accessor in_b(buffer_b, group, sycl::read_only);
      sycl::accessor out(buffer_c, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i) { out[i] = in_a[i] + in_b[i]; });
    });
    // Waits for the first kernel, because both use buffer_c.
    queue.submit([&](sycl::handler &group) {
      sycl::accessor inout(buffer_c, group, sycl::read_write);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i) { inout[i] *= inout[i]; });
    });
  } // the buffers end here: their contents are back in a, b and c

  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i)
    wrong += c[i] != (a[i] + b[i]) * (a[i] + b[i]);
  std::cout << count << " sums, " << wrong << " wrong\n";
  return wrong == 0 ? 0 : 1;
}
