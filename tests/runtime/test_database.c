// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every device of this machine is held to the device database: it has what the rows of the targets that it
// runs promise, and nothing beyond the row of its own architecture, where that says so.
#include "devices/devices.h"
#include "runtime/advice.h"
#include "tests/runtime/rt_test.h"

// What depends on the machine and its kernel beside the device (runtime/backends/cuda/facts.c).
static bool depends_on_host(const char *aspect) {
  static const char *const names[] = {"usm_shared_allocations", "usm_atomic_shared_allocations",
                                      "usm_atomic_host_allocations", "usm_system_allocations"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], aspect))
      return true;
  return false;
}

static void check_aspect(sycc_device *d, const sy_target *row, const sy_aspect *aspect) {
  uint32_t number = (uint32_t)aspect->Number;
  bool promised = sy_target_has(row, number), there = sycc_device_has(d, number);
  bool own = row->archAspect != SY_NO_ARCH && sycc_device_has(d, (uint32_t)row->archAspect);
  bool lacks = promised && !there && number < SY_ARCH_ASPECTS && !depends_on_host(aspect->Name);
  bool beyond = !promised && there && own && !row->maySupportOtherAspects && number < SY_ARCH_ASPECTS;
  if (lacks || beyond)
    printf("device '%s' %s aspect '%s', and target '%s' says otherwise\n",
           sycc_device_string(d, SYCC_DEVICE_NAME), there ? "has" : "lacks", aspect->Name, row->TargetName);
  CHECK(!lacks);
  CHECK(!beyond);
}

static void check_sub_groups(sycc_device *d, const sy_target *row) {
  enum { MOST = 64 };
  size_t sizes[MOST], n = sycc_device_sub_group_sizes(d, sizes, MOST);
  for (size_t i = 0; i < row->subGroupSizes.n; i++) {
    bool there = false;
    for (size_t k = 0; k < n && k < MOST; k++)
      there |= sizes[k] == (size_t)row->subGroupSizes.data[i];
    CHECK(there);
  }
}

static void check_device(sycc_device *d) {
  size_t rows = 0;
  const char *own[2];
  for (const char *const *name = sy_device_targets(d, own); *name; name++, rows++) {
    const sy_target *row = sy_target_find(*name);
    CHECK(row);
    for (size_t i = 0; row && i < sy_aspect_count(); i++)
      check_aspect(d, row, sy_aspect_at(i));
    if (row)
      check_sub_groups(d, row);
    if (row && row->maxWorkGroupSize)
      CHECK((uint64_t)row->maxWorkGroupSize <= sycc_device_value(d, SYCC_DEVICE_MAX_WORK_GROUP_SIZE));
  }
  CHECK(rows > 0);
  printf("%s, %s: %zu targets\n", sycc_platform_string(sycc_device_platform(d), SYCC_PLATFORM_NAME),
         sycc_device_string(d, SYCC_DEVICE_NAME), rows);
}

static void test_all(void) {
  size_t devices = 0;
  sycc_platform *p;
  sycc_device *d;
  for (size_t i = 0; (p = sycc_platform_get(i)); i++)
    for (size_t k = 0; (d = sycc_device_get(p, k)); k++, devices++)
      check_device(d);
  CHECK(devices > 0);
}

int main(void) {
  RUN(test_all);
  return check_summary();
}
