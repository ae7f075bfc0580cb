// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms, devices, contexts, selectors, and what can be asked of them.
#include "check.hpp"

#include <cstring>
#include <functional>
#include <set>

using namespace sycl;

static void lists() {
  const auto platforms = platform::get_platforms();
  CHECK(!platforms.empty());
  std::size_t n = 0;
  for (const platform &p : platforms) {
    CHECK(!p.get_info<info::platform::name>().empty() && !p.get_info<info::platform::version>().empty());
    for (const device &d : p.get_devices()) {
      CHECK(d.get_platform() == p && d.get_backend() == p.get_backend());
      CHECK(d.has(aspect::cpu) == d.is_cpu() && d.has(aspect::gpu) == d.is_gpu());
      ++n;
    }
  }
  CHECK(device::get_devices().size() == n);
  CHECK(device::get_devices(info::device_type::cpu).size() +
            device::get_devices(info::device_type::gpu).size() +
            device::get_devices(info::device_type::accelerator).size() +
            device::get_devices(info::device_type::custom).size() ==
        n);
}

static void information(const device &d) {
  using namespace info::device;
  CHECK(!d.get_info<name>().empty() && !d.get_info<vendor>().empty() &&
        !d.get_info<driver_version>().empty());
  CHECK(d.get_info<max_compute_units>() >= 1 && d.get_info<max_work_group_size>() >= 1);
  CHECK(d.get_info<max_work_item_dimensions>() == 3);
  CHECK(d.get_info<max_work_item_sizes<1>>()[0] >= 1 && d.get_info<max_work_item_sizes<3>>()[2] >= 1);
  CHECK(d.get_info<max_work_item_sizes<3>>()[2] == d.get_info<max_work_item_sizes<1>>()[0]); // both x
  CHECK(d.get_info<global_mem_size>() > 0 && d.get_info<max_mem_alloc_size>() > 0 &&
        d.get_info<local_mem_size>() > 0);
  CHECK(d.get_info<address_bits>() == 64 && d.get_info<max_parameter_size>() >= 1024);
  // A device without sub-groups has one size all the same: programs take the first for granted.
  CHECK(d.get_info<sub_group_sizes>().front() >= 1);
  CHECK(d.get_info<max_num_sub_groups>() > 0 ||
        (d.get_backend() == backend::opencl && d.get_info<sub_group_sizes>() == std::vector<std::size_t>{1}));
  CHECK(d.get_info<native_vector_width_float>() >= 1);
  CHECK(d.get_info<info::device::platform>() == d.get_platform());
  CHECK(!d.get_info<single_fp_config>().empty() && !d.get_info<execution_capabilities>().empty());
  CHECK(d.get_info<is_available>());
  const auto all = d.get_info<aspects>();
  for (aspect a : all)
    CHECK(d.has(a));
  CHECK(std::set<aspect>(all.begin(), all.end()).count(aspect::fp64) == std::size_t(d.has(aspect::fp64)));
  CHECK((d.get_info<device_type>() == info::device_type::cpu) == d.is_cpu());
  CHECK_THROWS(errc::invalid, d.get_info<parent_device>());
}

// SYCL 1.2.1's way.
class own_selector : public device_selector {
public:
  int operator()(const device &d) const override { return d.is_cpu() ? 5 : 1; }
};

static void selection() {
  const device standard;
  CHECK(standard == device(default_selector_v) && standard == device(default_selector()));
  CHECK(queue(default_selector_v).get_device() == standard);
  if (!device::get_devices(info::device_type::cpu).empty()) {
    CHECK(device(cpu_selector_v).is_cpu() && queue(cpu_selector{}).get_device().is_cpu());
    CHECK(queue(own_selector()).get_device().is_cpu());
    CHECK(own_selector().select_device().is_cpu());
    CHECK(device(aspect_selector(aspect::cpu)).is_cpu());
    CHECK(device(aspect_selector<aspect::cpu>()).is_cpu());
    CHECK(
        device(aspect_selector(std::vector<aspect>{aspect::cpu}, std::vector<aspect>{aspect::gpu})).is_cpu());
    CHECK(platform(cpu_selector_v) == device(cpu_selector_v).get_platform());
  }
  // The highest score wins; negative ones are out.
  const auto all = device::get_devices();
  const device last = all.back();
  CHECK(device([=](const device &d) { return d == last ? 10 : 1; }) == last);
  CHECK_THROWS(errc::runtime, device([](const device &) { return -1; }));
  try {
    device d(aspect_selector(aspect::custom, aspect::emulated));
    CHECK(d.has(aspect::custom));
  } catch (const exception &e) {
    CHECK(e.code() == errc::runtime && std::strstr(e.what(), "custom, emulated") != nullptr);
  }
  if (device::get_devices(info::device_type::accelerator).empty()) {
    try {
      device d(accelerator_selector_v);
      CHECK(false);
    } catch (const exception &e) {
      CHECK(std::strstr(e.what(), "an accelerator") &&
            std::strstr(e.what(), standard.get_info<info::device::name>().c_str()));
    }
  }
}

// Any callable is a selector.
static int only_cpus(const device &d) { return d.is_cpu() ? 1 : -1; }
struct fraction {
  double operator()(const device &) const { return 0.9; } // becomes 0, which is not negative
};

struct counting { // its operator() is not const
  int operator()(const device &) { return --score; }
  int score = 100;
};

static void callables() {
  const auto all = device::get_devices();
  if (!device::get_devices(info::device_type::cpu).empty()) {
    CHECK(device(only_cpus).is_cpu() && device(&only_cpus).is_cpu() && queue(only_cpus).get_device().is_cpu());
    CHECK(device(std::function<int(const device &)>(only_cpus)).is_cpu() && platform(only_cpus) == device(only_cpus).get_platform());
  }
  CHECK(device(fraction()) == all.front()); // the first among equals
  counting c;
  CHECK(queue(c).get_device() == all.front() && device(c) == all.front() && platform(c) == all.front().get_platform() && c.score == 100);
  std::size_t calls = 0;
  CHECK(device([&](const device &) { return ++calls, -1 + static_cast<int>(calls == all.size()); }) == all.back() && calls == all.size());
  CHECK(device(aspect_selector()) == device(aspect_selector<>()) && device(aspect_selector()) == device());
  try {
    device d([](const device &) -> int { throw std::runtime_error("own"); });
    CHECK(false);
  } catch (const std::runtime_error &e) {
    CHECK(!std::strcmp(e.what(), "own"));
  }
  // Denied aspects; the message says what was looked for.
  const aspect there = device().is_cpu() ? aspect::cpu : aspect::gpu;
  for (const device &d : all)
    if (!d.has(there))
      CHECK(!device(aspect_selector({}, {there})).has(there));
  try {
    queue q(aspect_selector({there}, {aspect::fp64, there}));
    CHECK(false);
  } catch (const exception &e) {
    CHECK(e.code() == errc::runtime);
    CHECK(std::strstr(e.what(), there == aspect::cpu ? "a device with cpu without fp64, cpu" : "a device with gpu without fp64, gpu"));
  }
  CHECK_THROWS(errc::runtime, queue([](const device &) { return -5; }));
  if (all.size() > 1)
    CHECK_THROWS(errc::invalid, queue(context(all[0]), [&](const device &d) { return d == all[0] ? 0 : 1; }));
}

static void contexts() {
  const device d;
  const context c(d), copy = c, other(d);
  CHECK(c == copy && c != other && c.get_devices().size() == 1 && c.get_devices()[0] == d);
  CHECK(c.get_platform() == d.get_platform() && c.get_info<info::context::platform>() == d.get_platform());
  CHECK(context(d.get_platform()).get_devices().size() == d.get_platform().get_devices().size());
  CHECK(std::hash<context>()(c) == std::hash<context>()(copy));
  CHECK(std::hash<device>()(d) == std::hash<device>()(device(default_selector_v)));
  CHECK(!c.get_info<info::context::atomic_memory_scope_capabilities>().empty());
  queue q(c, d, {property::queue::enable_profiling(), property::queue::in_order()});
  CHECK(q.get_context() == c && q.has_property<property::queue::enable_profiling>() && q.is_in_order());
  static_assert(static_cast<int>(aspect::fp16) == 5 && static_cast<int>(aspect::atomic64) == 28 &&
                    static_cast<int>(aspect::ext_intel_matrix) == 58,
                "aspects have the numbers of the ABI");
}

// Each thread has its own, the default one until it names another.
static void device_of_thread() {
  namespace own = ext::oneapi::experimental::this_thread;
  static_assert(SYCL_EXT_ONEAPI_CURRENT_DEVICE == 1);
  const std::vector<device> all = device::get_devices();
  CHECK(own::get_current_device() == device(default_selector_v));
  own::set_current_device(all.back());
  bool is_default = false;
  std::thread([&] { is_default = own::get_current_device() == device(default_selector_v); }).join();
  CHECK(is_default && own::get_current_device() == all.back() && queue().get_device() == device(default_selector_v));
}

int main() {
  lists();
  for (const device &d : device::get_devices())
    information(d);
  selection();
  callables();
  contexts();
  device_of_thread();
  return report("selectors");
}
