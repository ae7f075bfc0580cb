// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-devices: what can be divided, into what, and that commands run on the parts. PoCL and the native CPU are
// told that they have four compute units.
//
// RUN: %program -O2 %s -o %t && env POCL_MAX_PTHREAD_COUNT=4 SYCC_CPU_THREADS=4 %t
#include "Inputs/check.hpp"

#include <algorithm>

using property = sycl::info::partition_property;
using domain = sycl::info::partition_affinity_domain;
namespace info = sycl::info::device;

static bool can(const sycl::device &d, property p) {
  const auto all = d.get_info<info::partition_properties>();
  return std::find(all.begin(), all.end(), p) != all.end();
}

static void errors(const sycl::device &d) {
  const size_t units = d.get_info<info::max_compute_units>();
  CHECK_THROWS(invalid, d.get_info<info::parent_device>());
  CHECK(d.get_info<info::partition_type_property>() == property::no_partition);
  CHECK(d.get_info<info::partition_type_affinity_domain>() == domain::not_applicable);
  CHECK(d.get_info<info::partition_max_sub_devices>() <= units);
  if (can(d, property::partition_equally)) {
    CHECK_THROWS(invalid, d.create_sub_devices<property::partition_equally>(units + 1));
    CHECK_THROWS(invalid, d.create_sub_devices<property::partition_equally>(0));
  } else {
    CHECK_THROWS(feature_not_supported, d.create_sub_devices<property::partition_equally>(1));
  }
  if (can(d, property::partition_by_counts)) {
    CHECK_THROWS(invalid, d.create_sub_devices<property::partition_by_counts>({units, 1}));
    CHECK_THROWS(invalid, d.create_sub_devices<property::partition_by_counts>(std::vector<size_t>(units + 1, 1)));
    CHECK(d.create_sub_devices<property::partition_by_counts>({0, 0}).empty());
  } else {
    CHECK_THROWS(feature_not_supported, d.create_sub_devices<property::partition_by_counts>({1}));
  }
  const auto domains = d.get_info<info::partition_affinity_domains>();
  CHECK(domains.empty() == !can(d, property::partition_by_affinity_domain));
  for (domain one : {domain::numa, domain::L4_cache, domain::L3_cache, domain::L2_cache, domain::L1_cache})
    if (std::find(domains.begin(), domains.end(), one) == domains.end())
      CHECK_THROWS(feature_not_supported, d.create_sub_devices<property::partition_by_affinity_domain>(one));
}

static void check_part(const sycl::device &part, const sycl::device &whole, property how, size_t units) {
  CHECK(part != whole && part.get_info<info::parent_device>() == whole);
  CHECK(part.get_platform() == whole.get_platform());
  CHECK(part.get_info<info::max_compute_units>() == units);
  CHECK(part.get_info<info::partition_type_property>() == how);
  CHECK(part.get_info<info::partition_type_affinity_domain>() == domain::not_applicable);
  CHECK(part.get_info<info::aspects>() == whole.get_info<info::aspects>());
  CHECK(part.get_info<info::name>() == whole.get_info<info::name>());
}

// A buffer that one part after the other, and the whole, add to.
static void buffers(const std::vector<sycl::device> &devices) {
  constexpr int n = 100;
  int data[n] = {};
  {
    sycl::buffer<int> b(data, n);
    for (int round = 0; round < 3; ++round)
      for (const sycl::device &d : devices)
        sycl::queue(d).submit([&](sycl::handler &h) {
          sycl::accessor a(b, h);
          h.parallel_for<class Add>(sycl::range(n), [=](sycl::id<1> i) { a[i] += int(i[0]); });
        });
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += data[i] != 3 * int(devices.size()) * i;
  CHECK(wrong == 0);
}

// In a context of the whole device its parts share USM with it.
static void shared(const sycl::device &whole, const std::vector<sycl::device> &parts) {
  const sycl::context c(whole);
  sycl::queue on_whole(c, whole), on_part(c, parts[0]), on_other(c, parts.back());
  int *p = sycl::malloc_shared<int>(1, on_whole), *q = sycl::malloc_shared<int>(1, on_part);
  *p = *q = 1;
  on_part.single_task<class Twice>([=] { *p *= 2; }).wait();
  on_other.single_task<class More>([=] { *p += 3, *q += 4; }).wait();
  on_whole.single_task<class Last>([=] { *q += *p; }).wait();
  CHECK(*p == 5 && *q == 10);
  sycl::free(p, c);
  sycl::free(q, c);
  CHECK_THROWS(invalid, sycl::queue(sycl::context(parts[0]), whole));
  CHECK_THROWS(invalid, sycl::queue(sycl::context(parts[0]), parts.back()));
  CHECK(sycl::context(parts).get_devices() == parts);
}

// Parts along a domain are of that domain; along the next one that divides the device, of one that is named.
static void domains(const sycl::device &d) {
  for (const domain one : d.get_info<info::partition_affinity_domains>()) {
    const auto parts = d.create_sub_devices<property::partition_by_affinity_domain>(one);
    const bool next = one == domain::next_partitionable;
    CHECK(parts.size() > (next ? 1 : 0));
    for (const sycl::device &part : parts) {
      const domain of = part.get_info<info::partition_type_affinity_domain>();
      CHECK(next ? of != domain::not_applicable && of != one : of == one);
      CHECK(part.get_info<info::partition_type_property>() == property::partition_by_affinity_domain);
    }
    buffers(parts);
  }
}

static void divide(const sycl::device &d) {
  const size_t units = d.get_info<info::max_compute_units>();
  const auto equal = d.create_sub_devices<property::partition_equally>(1);
  CHECK(equal.size() == units);
  for (const sycl::device &part : equal)
    check_part(part, d, property::partition_equally, 1);
  CHECK(equal == d.create_sub_devices<property::partition_equally>(1));
  std::vector<sycl::device> all = equal;
  all.push_back(d);
  buffers(all);
  shared(d, equal);
  errors(equal[0].get_info<info::parent_device>());
  if (!can(d, property::partition_by_counts))
    return;
  const auto counted = d.create_sub_devices<property::partition_by_counts>({units - 1, 0, 1});
  CHECK(counted.size() == 2 && counted[0] != equal[0]);
  check_part(counted[0], d, property::partition_by_counts, units - 1);
  check_part(counted[1], d, property::partition_by_counts, 1);
  buffers(counted);
  if (can(counted[0], property::partition_equally))
    for (const sycl::device &part : counted[0].create_sub_devices<property::partition_equally>(1))
      check_part(part, counted[0], property::partition_equally, 1);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    const sycl::device d = q.get_device();
    errors(d);
    domains(d);
    if (can(d, property::partition_equally))
      divide(d);
    else
      std::printf("can't be divided\n");
  });
}
