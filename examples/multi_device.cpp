// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several devices: each computes its part of one array. The parts are sub-buffers, so that the devices work
// at the same time and every one gets what it needs and no more.
#include <iostream>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t count = 1 << 20;
  std::vector<int> squares(count);
  const std::vector<sycl::device> devices = sycl::device::get_devices();
  const size_t part = count / devices.size() / 4096 * 4096; // where a part begins matters to devices
  {
    sycl::buffer whole(squares);
    std::vector<sycl::queue> queues(devices.begin(), devices.end());
    for (size_t d = 0; d < devices.size(); ++d) {
      const size_t first = d * part, size = d + 1 < devices.size() ? part : count - first;
      sycl::buffer<int> mine(whole, sycl::id(first), sycl::range(size));
      queues[d].submit([&](sycl::handler &group) {
        sycl::accessor out(mine, group, sycl::write_only, sycl::no_init);
        group.parallel_for(sycl::range(size), [=](sycl::id<1> i) {
          const int n = int((first + i[0]) % 1000);
          out[i] = n * n;
        });
      });
    }
  } // waits for all devices
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i)
    wrong += squares[i] != int(i % 1000) * int(i % 1000);
  std::cout << "devices: " << devices.size() << ", numbers: " << count << ", wrong: " << wrong << '\n';
  return wrong == 0 ? 0 : 1;
}
