// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel bundles: which kernels the program has, whether a device can run them, and building them before the
// first launch, so that no launch has to wait for a compiler.
#include <algorithm>
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

class Square;
class Cube;

int main() {
  sycl::queue queue;
  int *values = sycl::malloc_shared<int>(4, queue);

  const auto id = sycl::get_kernel_id<Square>();
  // Builds the kernel.
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(), {id});
  std::vector<std::string> names;
  for (const sycl::kernel_id &kernel : sycl::get_kernel_ids())
    names.push_back(kernel.get_name());
  std::sort(names.begin(), names.end());
  std::cout << "kernels of the program:";
  for (const std::string &name : names)
    std::cout << ' ' << name;
  const bool possible = sycl::is_compatible<Square>(queue.get_device());
  std::cout << "\nthis device can run Square: " << (possible ? "yes" : "no")
            << "\nthe bundle has Square: " << (bundle.has_kernel<Square>() ? "yes" : "no") << '\n';

  const sycl::kernel kernel = bundle.get_kernel(id);
  using sycl::info::kernel_device_specific::work_group_size;
  const size_t most = kernel.get_info<work_group_size>(queue.get_device());
  std::cout << "work-groups of at least 4: " << (most >= 4 ? "yes" : "no") << '\n';

  queue.submit([&](sycl::handler &group) {
    group.use_kernel_bundle(bundle); // a kernel that is not in it would be an exception
    group.parallel_for<Square>(sycl::range(4), [=](sycl::id<1> i) { values[i] = int(i[0] * i[0]); });
  });
  queue.wait();
  queue.parallel_for<Cube>(sycl::range(4), [=](sycl::id<1> i) { values[i] *= int(i[0]); }).wait();
  std::cout << "cubes: " << values[0] << ' ' << values[1] << ' ' << values[2] << ' ' << values[3] << '\n';
  const bool right = values[3] == 27 && bundle.has_kernel<Square>();
  sycl::free(values, queue);
  return right ? 0 : 1;
}
