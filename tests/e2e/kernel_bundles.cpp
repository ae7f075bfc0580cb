// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel ids and bundles: what they say is what launches do, whatever a device lacks.
//
// RUN: %program %s -o %t && %t
// RUN: env SYCC_MASK_ASPECTS=fp64,fp16 %t
// RUN: env SYCC_MASK_SUB_GROUP_SIZES=4,8,16,32 %t
// RUN: %program -fsycl-device-code-split=per_kernel %s -o %t.split && %t.split && env SYCC_MASK_ASPECTS=fp64 %t.split
// RUN: %program -fsycl-fixed-targets=native_cpu -Wno-sycl %s -o %t.fixed && %t.fixed only-agreement
// RUN: %if plain-build %{ %program -fsycl-host-compiler=g++ %s -o %t.gcc && %t.gcc %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <algorithm>
#include <cstring>
#include <set>

using sycl::bundle_state;
using sycl::kernel_id;
using executable = sycl::kernel_bundle<bundle_state::executable>;

namespace ns {
class Simple;
template <class T> class Typed;
} // namespace ns
namespace {
class Internal;
}
class Double;
class Half;
class SubGroup8;
class SubGroups;
class SubGroup9999;
class Group64;
class Enormous;
class Ranged;
class GpuOnly;
class Never; // launched nowhere that is reached

// Launches the kernel called Name; the results are looked at in other tests.
template <class Name> struct launch;
#define LAUNCH(name, ...)                                                                                              \
  template <> struct launch<name> {                                                                                    \
    static void on(sycl::handler &h, int *out) { h.__VA_ARGS__; }                                                      \
  }
LAUNCH(ns::Simple, single_task<ns::Simple>([=] { *out = 1; }));
LAUNCH(ns::Typed<int>, single_task<ns::Typed<int>>([=] { *out = 2; }));
LAUNCH(Internal, single_task<Internal>([=] { *out = 3; }));
LAUNCH(Double, single_task<Double>([=] { *out = int(double(*out) * 1.5); }));
LAUNCH(Half, single_task<Half>([=] { *out = int(sycl::half(*out)); }));
LAUNCH(SubGroup8, parallel_for<SubGroup8>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(8)]] { *out = 4; }));
LAUNCH(SubGroup9999, parallel_for<SubGroup9999>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(9999)]] { *out = 4; }));
LAUNCH(Group64, parallel_for<Group64>(sycl::nd_range<2>({4, 32}, {2, 32}), [=](sycl::nd_item<2>) [[sycl::reqd_work_group_size(2, 32)]] { *out = 5; }));
LAUNCH(Enormous, parallel_for<Enormous>(sycl::range<2>(4096, 4096), [=](sycl::item<2>) [[sycl::reqd_work_group_size(4096, 4096)]] { *out = 6; }));
LAUNCH(Ranged, parallel_for<Ranged>(sycl::range<1>(10), [=](sycl::id<1>) { *out = 7; }));
LAUNCH(GpuOnly, single_task<GpuOnly>([=]() [[sycl::device_has(sycl::aspect::gpu)]] { *out = 8; }));

template <class Name> static bool launches(sycl::queue &q, const executable *bundle) {
  int *out = sycl::malloc_shared<int>(1, q);
  bool ran = true;
  try {
    q.submit([&](sycl::handler &h) {
       if (bundle)
         h.use_kernel_bundle(*bundle);
       launch<Name>::on(h, out);
     }).wait();
  } catch (const sycl::exception &e) {
    CHECK(e.code() == sycl::errc::kernel_not_supported);
    ran = false;
  }
  sycl::free(out, q);
  return ran;
}

static bool contains(const std::vector<kernel_id> &ids, const kernel_id &id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

template <class Name> static void agree(sycl::queue &q) {
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  const kernel_id id = sycl::get_kernel_id<Name>();
  CHECK(contains(sycl::get_kernel_ids(), id));
  const bool can = sycl::is_compatible<Name>(d);
  CHECK(sycl::is_compatible(std::vector<kernel_id>{id}, d) == can);
  CHECK(sycl::has_kernel_bundle<Name, bundle_state::executable>(c) == can);
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c, {d}, {id}) == can);
  const executable all = sycl::get_kernel_bundle<bundle_state::executable>(c);
  CHECK(all.has_kernel(id) == can && all.template has_kernel<Name>(d) == can && contains(all.get_kernel_ids(), id) == can);
  if (launches<Name>(q, nullptr) != can) {
    std::printf("is_compatible says %d of '%s', a launch something else\n", can, id.get_name());
    ++failures;
  }
  CHECK(launches<Name>(q, &all) == can);
  if (!can) {
    CHECK_THROWS(invalid, sycl::get_kernel_bundle<Name, bundle_state::executable>(c));
    CHECK_THROWS(invalid, all.get_kernel(id));
    return;
  }
  const executable one = sycl::get_kernel_bundle<Name, bundle_state::executable>(c);
  CHECK(one.has_kernel(id) && launches<Name>(q, &one));
  CHECK(one.get_kernel(id).get_context() == c && one.get_kernel(id).get_kernel_bundle() == one);
}

static void names() {
  CHECK(!std::strcmp(sycl::get_kernel_id<ns::Simple>().get_name(), "ns::Simple"));
  CHECK(!std::strcmp(sycl::get_kernel_id<ns::Typed<int>>().get_name(), "ns::Typed<int>"));
  CHECK(!std::strcmp(sycl::get_kernel_id<Internal>().get_name(), "(anonymous namespace)::Internal"));
  CHECK(sycl::get_kernel_id<Double>() == sycl::get_kernel_id<Double>() && sycl::get_kernel_id<Double>() != sycl::get_kernel_id<Half>());
  CHECK(std::hash<kernel_id>()(sycl::get_kernel_id<Half>()) == std::hash<kernel_id>()(sycl::get_kernel_id<Half>()));
  std::set<std::string> seen;
  for (const kernel_id &id : sycl::get_kernel_ids())
    CHECK(seen.insert(id.get_name()).second);
  CHECK(seen.size() >= 12);
}

// A group takes kernels of its bundle only, and no bundle of another context.
static void used_bundles(sycl::queue &q) {
  const executable all = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context());
  CHECK(!all.empty() && all.get_backend() == q.get_backend() && all.get_context() == q.get_context());
  CHECK(all.get_devices() == std::vector<sycl::device>{q.get_device()});
  const kernel_id id = sycl::get_kernel_id<ns::Simple>();
  const executable none = sycl::get_kernel_bundle<bundle_state::executable>(
      q.get_context(), [](const sycl::device_image<bundle_state::executable> &) { return false; });
  CHECK(none.empty() && none.begin() == none.end() && none.get_kernel_ids().empty() && !none.has_kernel(id));
  CHECK(!launches<ns::Simple>(q, &none) && launches<ns::Simple>(q, &all));
  const executable with = sycl::get_kernel_bundle<bundle_state::executable>(
      q.get_context(), {q.get_device()}, [&](const sycl::device_image<bundle_state::executable> &i) { return i.has_kernel(id); });
  CHECK(with.end() - with.begin() == 1 && with.begin()->has_kernel(id, q.get_device()) && launches<ns::Simple>(q, &with));
  const executable joined = sycl::join(std::vector<executable>{none, with});
  CHECK(joined.has_kernel(id) && launches<ns::Simple>(q, &joined));

  const executable other = sycl::get_kernel_bundle<bundle_state::executable>(sycl::context(q.get_device()));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.use_kernel_bundle(other); }));
  CHECK_THROWS(invalid, sycl::join(std::vector<executable>{all, other}));
  CHECK_THROWS(invalid, sycl::get_kernel_bundle<bundle_state::executable>(q.get_context(), std::vector<sycl::device>{}));
  CHECK_THROWS(invalid, sycl::has_kernel_bundle<bundle_state::executable>(q.get_context(), std::vector<sycl::device>{}));
  for (const sycl::device &d : sycl::device::get_devices())
    if (d != q.get_device())
      CHECK_THROWS(invalid, sycl::get_kernel_bundle<bundle_state::executable>(q.get_context(), std::vector<sycl::device>{d}));
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(q.get_context()));
}

// From input and object to executable, where the device compiles.
static void states(sycl::queue &q) {
  const sycl::context c = q.get_context();
  const bool compiles = q.get_device().has(sycl::aspect::online_compiler), links = q.get_device().has(sycl::aspect::online_linker);
  CHECK(sycl::has_kernel_bundle<bundle_state::input>(c) == compiles);
  CHECK(sycl::has_kernel_bundle<bundle_state::object>(c) == links);
  if (!compiles)
    CHECK_THROWS(invalid, sycl::get_kernel_bundle<bundle_state::input>(c));
  if (!links)
    CHECK_THROWS(invalid, sycl::get_kernel_bundle<bundle_state::object>(c));
  if (!compiles || !links)
    return;
  const auto input = sycl::get_kernel_bundle<ns::Simple, bundle_state::input>(c);
  CHECK(input.has_kernel<ns::Simple>());
  const executable built = sycl::build(input), linked = sycl::link(sycl::compile(input));
  CHECK(launches<ns::Simple>(q, &built) && launches<ns::Simple>(q, &linked));
  const auto object = sycl::get_kernel_bundle<ns::Simple, bundle_state::object>(c, {q.get_device()});
  const executable both = sycl::link({object, sycl::compile(input)});
  CHECK(launches<ns::Simple>(q, &both) && both.get_devices() == input.get_devices());
  CHECK_THROWS(invalid, sycl::build(input, std::vector<sycl::device>{}));
  CHECK_THROWS(invalid, sycl::link(std::vector<sycl::kernel_bundle<bundle_state::object>>{}));
}

// What a kernel that requires no size says of its sub-groups is what its launches have.
static void check_sub_group_size(sycl::queue &q) {
  unsigned *seen = sycl::malloc_shared<unsigned>(1, q);
  q.parallel_for<SubGroups>(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     if (it.get_global_id(0) == 0)
       *seen = it.get_sub_group().get_max_local_range()[0];
   }).wait();
  const sycl::kernel k = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context()).get_kernel<SubGroups>();
  CHECK(k.get_info<sycl::info::kernel_device_specific::max_sub_group_size>(q.get_device()) == *seen);
  CHECK(k.get_info<sycl::info::kernel_device_specific::preferred_work_group_size_multiple>(q.get_device()) % *seen == 0);
  sycl::free(seen, q);
}

static void questions(sycl::queue &q) {
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::device d = q.get_device();
  const executable all = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context());
  const sycl::kernel simple = all.get_kernel<ns::Simple>();
  CHECK(simple.get_backend() == q.get_backend());
  CHECK(simple.get_info<specific::work_group_size>(d) > 0);
  CHECK(simple.get_info<specific::work_group_size>(d) <= d.get_info<sycl::info::device::max_work_group_size>());
  CHECK(simple.get_info<specific::preferred_work_group_size_multiple>(d) > 0);
  CHECK(simple.get_info<specific::compile_work_group_size>(d) == sycl::range<3>(0, 0, 0));
  CHECK(simple.get_info<specific::compile_sub_group_size>(d) == 0 && simple.get_info<specific::compile_num_sub_groups>(d) == 0);
  (void)simple.get_info<specific::private_mem_size>(d);
  const bool none = d.get_info<sycl::info::device::max_num_sub_groups>() == 0;
  if (!none)
    check_sub_group_size(q);
  CHECK((simple.get_info<specific::max_sub_group_size>(d) == 0) == none);
  CHECK((simple.get_info<specific::max_num_sub_groups>(d) == 0) == none);
  CHECK_THROWS(invalid, simple.get_info<specific::global_work_size>(d));
  CHECK_THROWS(invalid, simple.get_info<sycl::info::kernel::num_args>());
  CHECK(simple.get_info<sycl::info::kernel::attributes>().empty());
  if (sycl::detail::plain_mode)
    return; // attributes are nothing to a plain compiler
  CHECK(all.get_kernel<Group64>().get_info<specific::compile_work_group_size>(d) == sycl::range<3>(2, 32, 1));
  if (all.has_kernel<SubGroup8>())
    CHECK(all.get_kernel<SubGroup8>().get_info<specific::compile_sub_group_size>(d) == 8);
}

int main(int argc, char **) {
  names();
  if (argc > 1000)
    sycl::queue().single_task<Never>([] {});
  CHECK(contains(sycl::get_kernel_ids(), sycl::get_kernel_id<Never>()));
  return on_every_device([argc](sycl::queue &q) {
    agree<ns::Simple>(q);
    agree<ns::Typed<int>>(q);
    agree<Internal>(q);
    agree<Double>(q);
    agree<Half>(q);
    agree<SubGroup8>(q);
    agree<SubGroup9999>(q);
    agree<Group64>(q);
    agree<Enormous>(q);
    agree<Ranged>(q);
    agree<GpuOnly>(q);
    if (argc > 1)
      return;
    used_bundles(q);
    states(q);
    questions(q);
  });
}
