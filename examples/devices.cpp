// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of this machine: what they are, what they can do, and a kernel that runs on each.
#include <iostream>
#include <numeric>
#include <sycl/sycl.hpp>
#include <utility>

static const std::pair<sycl::aspect, const char *> known_aspects[] = {
    {sycl::aspect::cpu, "cpu"},
    {sycl::aspect::gpu, "gpu"},
    {sycl::aspect::accelerator, "accelerator"},
    {sycl::aspect::fp16, "fp16"},
    {sycl::aspect::fp64, "fp64"},
    {sycl::aspect::atomic64, "atomic64"},
    {sycl::aspect::image, "image"},
    {sycl::aspect::usm_device_allocations, "usm_device_allocations"},
    {sycl::aspect::usm_shared_allocations, "usm_shared_allocations"}};

static void describe(const sycl::device &device) {
  using namespace sycl::info::device;
  std::cout << "  " << device.get_info<name>() << " (" << device.get_info<vendor>() << ")\n"
            << "    compute units        " << device.get_info<max_compute_units>() << '\n'
            << "    largest work-group   " << device.get_info<max_work_group_size>() << '\n'
            << "    global memory        " << (device.get_info<global_mem_size>() >> 20) << " MiB\n"
            << "    aspects             ";
  for (auto [aspect, text] : known_aspects)
    if (device.has(aspect))
      std::cout << ' ' << text;
  std::cout << '\n';
}

// Adds up what 1,000 work-items leave behind.
static bool works(const sycl::device &device) {
  constexpr int count = 1000;
  int answers[count] = {};
  {
    sycl::queue queue(device);
    sycl::buffer buffer(answers, sycl::range(count));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor out(buffer, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i) { out[i] = static_cast<int>(i[0]) + 1; });
    });
  }
  return std::accumulate(answers, answers + count, 0) == count * (count + 1) / 2;
}

int main() {
  int devices = 0, good = 0;
  for (const sycl::platform &platform : sycl::platform::get_platforms()) {
    std::cout << platform.get_info<sycl::info::platform::name>() << '\n';
    for (const sycl::device &device : platform.get_devices()) {
      describe(device);
      const bool ran = works(device);
      std::cout << "    a kernel             " << (ran ? "runs" : "FAILS") << '\n';
      ++devices, good += ran;
    }
  }
  std::cout << good << " of " << devices << " devices run kernels\n";
  return devices > 0 && good == devices ? 0 : 1;
}
