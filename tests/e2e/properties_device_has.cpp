// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_has, sub_group_size and work_group_size as properties do what they do as attributes: a device that lacks the
// aspect refuses these kernels when they are submitted, and runs those beside them.
//
// RUN: %program %s -o %t && %t && env SYCC_MASK_ASPECTS=fp16 %t
// RUN: %program -O0 %s -o %t.O0 && env SYCC_MASK_ASPECTS=fp16 %t.O0
#include "Inputs/check.hpp"

#include <string>

namespace oneapi = sycl::ext::oneapi;
using oneapi::properties;
using sycl::aspect;

// What the runtime says when it refuses the kernel; empty if it does not.
template <class Submit> static std::string refusal(sycl::queue &q, Submit submit) {
  try {
    submit();
    q.wait();
  } catch (const sycl::exception &e) {
    CHECK(e.code() == sycl::errc::kernel_not_supported);
    return e.what();
  }
  return "";
}

struct with_member {
  int *data;
  void operator()() const { data[0] = 4; }
  static constexpr auto properties = oneapi::property_list{oneapi::device_has_v<aspect::cpu, aspect::fp16>};
};

class AsAttribute;
class AsProperty;
class SubGroupAsAttribute;
class SubGroupAsProperty;

static void test(sycl::queue &q) {
  if (!q.get_device().has(aspect::usm_shared_allocations) || !q.get_device().has(aspect::cpu))
    return;
  const bool refuses = !q.get_device().has(aspect::fp16);
  int *data = sycl::malloc_shared<int>(1, q);
  *data = 0;
  const std::string attribute = refusal(
      q, [&] { q.single_task<AsAttribute>([=]() [[sycl::device_has(aspect::fp16)]] { data[0] = 1; }); });
  const std::string property = refusal(
      q, [&] { q.single_task<AsProperty>(properties{oneapi::device_has_v<aspect::fp16>}, [=] { data[0] = 2; }); });
  const std::string member = refusal(q, [&] { q.single_task(with_member{data}); });
  CHECK(attribute.empty() == !refuses && property.empty() == !refuses && member.empty() == !refuses);
  CHECK(*data == (refuses ? 0 : 4));
  if (refuses)
    CHECK(property.find("fp16") != std::string::npos && property.find("AsProperty") != std::string::npos);

  // No device has groups of three.
  const std::string sub_attribute = refusal(q, [&] {
    q.single_task<SubGroupAsAttribute>([=]() [[sycl::reqd_sub_group_size(3)]] { data[0] = 6; });
  });
  const std::string sub_property = refusal(q, [&] {
    q.single_task<SubGroupAsProperty>(properties{oneapi::sub_group_size_v<3>}, [=] { data[0] = 7; });
  });
  CHECK(sub_attribute.find("sub-group size of '3'") != std::string::npos);
  CHECK(sub_property.find("sub-group size of '3'") != std::string::npos);

  q.single_task(properties{oneapi::device_has_v<aspect::cpu>}, [=] { data[0] = 5; }).wait();
  CHECK(*data == 5);
  q.parallel_for(sycl::nd_range<1>(8, 4), properties{oneapi::work_group_size_v<4>}, [=](sycl::nd_item<1> it) {
     if (it.get_global_linear_id() == 0)
       data[0] = int(it.get_local_range(0));
   }).wait();
  CHECK(*data == 4);
  sycl::free(data, q);
}

int main() {
  return on_every_device(test);
}
