// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What devices say by extensions: an answer where they have the aspect, feature_not_supported where not.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <climits>

namespace intel = sycl::ext::intel::info::device;
namespace oneapi = sycl::ext::oneapi;

static_assert(SYCL_EXT_INTEL_DEVICE_INFO == 6 && SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY == 1 && SYCL_EXT_ONEAPI_PEER_ACCESS == 1 &&
              SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS == 1);

template <class Param, class Check> static void ask(const sycl::device &d, Check good) {
  if (d.has(Param::needs))
    CHECK(good(d.get_info<Param>()));
  else
    CHECK_THROWS(feature_not_supported, (void)d.get_info<Param>());
}

static void test(sycl::queue &q) {
  const sycl::device d = q.get_device();
  const auto positive = [](auto n) { return n > 0; };
  ask<intel::device_id>(d, positive);
  ask<intel::gpu_eu_count>(d, positive);
  ask<intel::gpu_eu_simd_width>(d, positive);
  ask<intel::gpu_slices>(d, positive);
  ask<intel::gpu_subslices_per_slice>(d, positive);
  ask<intel::gpu_eu_count_per_subslice>(d, positive);
  ask<intel::gpu_hw_threads_per_eu>(d, positive);
  ask<intel::max_mem_bandwidth>(d, positive);
  ask<intel::memory_clock_rate>(d, positive);
  ask<intel::memory_bus_width>(d, positive);
  ask<intel::pci_address>(d, [](const std::string &s) { return s.size() >= 12 && s[4] == ':'; });
  ask<intel::uuid>(d, [](const sycl::detail::uuid_type &id) {
    for (unsigned char c : id)
      if (c)
        return true;
    return false;
  });
  ask<intel::free_memory>(d, [&](uint64_t n) { return n > 0 && n <= d.get_info<sycl::info::device::global_mem_size>(); });
  if (d.is_cpu() || d.get_backend() == sycl::backend::ext_oneapi_cuda)
    CHECK(d.has(sycl::aspect::ext_intel_free_memory));

  CHECK(d.get_info<oneapi::info::device::num_compute_units>() == d.get_info<sycl::info::device::max_compute_units>());
  const sycl::id<3> most = d.get_info<oneapi::experimental::info::device::max_work_groups<3>>();
  CHECK(most[2] >= 65535 && most[2] == d.get_info<oneapi::experimental::info::device::max_global_work_groups>());
  CHECK(d.get_info<oneapi::experimental::info::device::max_work_groups<1>>()[0] == most[2]);
  static_assert(SYCL_KHR_MAX_WORK_GROUP_QUERIES == 1);
  const sycl::range<2> khr_most = d.get_info<sycl::khr::info::device::max_work_group_range<2>>();
  CHECK(khr_most[0] == most[1] && khr_most[1] == most[2]);
  CHECK(d.get_info<sycl::khr::info::device::max_work_group_range_size>() == most[2]);

  // Of a kernel in a queue.
  q.single_task<class asked>([=] {}).wait();
  const auto kernel = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context()).get_kernel<class asked>();
  using groups = oneapi::experimental::info::kernel_queue_specific::max_num_work_groups;
  CHECK(kernel.ext_oneapi_get_info<groups>(q, 64, 0) >= 1 && kernel.ext_oneapi_get_info<groups>(q, sycl::range<2>(4, 8)) >= 1);

  // A device is no peer of its own.
  CHECK(!d.ext_oneapi_can_access_peer(d) && !d.ext_oneapi_can_access_peer(d, oneapi::peer_access::atomics_supported));
  CHECK_THROWS(feature_not_supported, d.ext_oneapi_enable_peer_access(d));
  CHECK_THROWS(feature_not_supported, d.ext_oneapi_disable_peer_access(d));
}

int main() {
  return on_every_device(test);
}
