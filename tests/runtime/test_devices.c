// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms, devices and their properties.
#include "devices/devices.h"
#include "tests/runtime/rt_test.h"

static void test_native_cpu(void) {
  CHECK_EQ(sycc_platform_count(), 1);
  sycc_platform *p = sycc_platform_get(0);
  CHECK(p);
  CHECK(!sycc_platform_get(1));
  CHECK_STR(sycc_platform_string(p, SYCC_PLATFORM_NAME), "sycc native CPU");
  CHECK_STR(sycc_platform_string(p, SYCC_PLATFORM_VENDOR), "sycc");
  CHECK_STR(sycc_platform_string(p, (sycc_platform_text)99), "");
  CHECK_EQ(sycc_platform_backend(p), SYCC_BACKEND_native_cpu);
  CHECK_EQ(sycc_device_count(p), 1);
  sycc_device *d = sycc_device_get(p, 0);
  CHECK(d);
  CHECK(!sycc_device_get(p, 1));
  CHECK(sycc_device_platform(d) == p);
  CHECK(strlen(sycc_device_string(d, SYCC_DEVICE_NAME)) > 0);
  CHECK_STR(sycc_device_string(d, SYCC_DEVICE_DRIVER_VERSION), sycc_version());
  CHECK_STR(sycc_device_string(d, (sycc_device_text)99), "");
}

static void test_numbers(void) {
  sycc_device *d = the_device();
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_TYPE), SYCC_DEVICE_CPU);
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_MAX_COMPUTE_UNITS), 3); // main() asks for it
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_ADDRESS_BITS), 64);
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_MAX_WORK_GROUP_SIZE), 4096);
  CHECK(sycc_device_value(d, SYCC_DEVICE_GLOBAL_MEM_BYTES) > 1 << 20);
  CHECK(sycc_device_value(d, SYCC_DEVICE_MAX_ALLOC_BYTES) > 1 << 20);
  CHECK(sycc_device_value(d, SYCC_DEVICE_LOCAL_MEM_BYTES) >= 32 * 1024);
  CHECK(sycc_device_value(d, SYCC_DEVICE_MAX_PARAMETER_BYTES) >= SYCC_PARAM_LIMIT);
  CHECK(sycc_device_value(d, SYCC_DEVICE_VECTOR_BITS) >= 128);
  CHECK(sycc_device_value(d, SYCC_DEVICE_GLOBAL_CACHE_LINE) >= 16);
  CHECK(sycc_device_value(d, SYCC_DEVICE_MEM_BASE_ALIGN_BITS) >= 1024); // SYCL: long16
  CHECK_EQ(sycc_device_value(d, (sycc_device_number)999), 0);
  size_t sizes[6] = {0, 0, 0, 0, 0, 77};
  CHECK_EQ(sycc_device_sub_group_sizes(d, sizes, 6), 3); // of 4 to 64: main() masks two
  for (size_t i = 0; i < 3; i++)
    CHECK_EQ(sizes[i], (size_t)8 << i);
  CHECK_EQ(sizes[5], 77);
  CHECK_EQ(sycc_device_sub_group_sizes(d, NULL, 0), 3);
}

static uint32_t number_of(const char *aspect) {
  return (uint32_t)sy_aspect_find(aspect)->Number;
}

static void test_aspects(void) {
  static const char *const has[] = {
      "cpu", "fp16", "image", "atomic64", "usm_system_allocations", "host_debuggable"};
  static const char *const lacks[] = {"gpu", "online_compiler", "fp64" /* main() masks it */};
  for (size_t i = 0; i < sizeof has / sizeof *has; i++)
    CHECK(sycc_device_has(the_device(), number_of(has[i])));
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
    CHECK(!sycc_device_has(the_device(), number_of(lacks[i])));
  CHECK(!sycc_device_has(the_device(), 12345));
  CHECK_EQ(number_of("atomic64"), 28);
  CHECK_EQ(number_of("host_debuggable"), 32);
}

// The device has what its row in devices.td promises, and beyond that only the architecture of its CPU.
static void test_row(void) {
  const sy_target *row = sy_target_find("native_cpu");
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    uint32_t aspect = (uint32_t)sy_aspect_at(i)->Number;
    bool promised = sy_target_has(row, aspect), there = sycc_device_has(the_device(), aspect);
    if (aspect != number_of("fp64") && (promised || aspect < SY_ARCH_ASPECTS))
      CHECK_EQ(there, promised);
  }
}

// What is 0 without its aspect: main() masks fp64.
static void test_types(void) {
  sycc_device *d = the_device();
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_DOUBLE_FP_CONFIG), 0);
  CHECK_EQ(sycc_device_value(d, SYCC_DEVICE_HALF_FP_CONFIG), SYCC_FP_IEEE);
  const unsigned bytes[] = {1, 2, 4, 8, 4, 0, 2};
  for (unsigned i = 0; i < 7; i++) {
    uint64_t width = bytes[i] ? sycc_device_value(d, SYCC_DEVICE_VECTOR_BITS) / 8 / bytes[i] : 0;
    CHECK_EQ(sycc_device_value(d, (sycc_device_number)(SYCC_DEVICE_NATIVE_WIDTH + i)), width);
    CHECK_EQ(sycc_device_value(d, (sycc_device_number)(SYCC_DEVICE_PREFERRED_WIDTH + i)), width);
  }
}

static void test_parts(void) {
  sycc_device *const *parts;
  size_t n, one = 1, none = 0;
  CHECK_EQ(sycc_device_divide(the_device(), SYCC_PARTITION_EQUALLY, &none, 1, &parts, &n), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "parts of 0 compute units");
  CHECK_EQ(sycc_device_divide(the_device(), (sycc_partition)9, &one, 1, &parts, &n),
           SYCC_feature_not_supported);
  CHECK(!sycc_device_parent(the_device()));
}

// The native CPU has no objects that anybody else knows.
static void test_native(void) {
  uint64_t handle = 7;
  sycc_device *d = NULL;
  size_t n = 7;
  CHECK(sycc_device_plain(the_device()) == the_device());
  CHECK_EQ(sycc_native_get(the_device(), SYCC_NATIVE_CONTEXT, 0, &handle), SYCC_feature_not_supported);
  CHECK_EQ(handle, 0);
  CHECK_HAS(sycc_error_message(), "no contexts");
  CHECK_EQ(sycc_native_find(SYCC_BACKEND_opencl, SYCC_NATIVE_DEVICE, 1, &d), SYCC_invalid);
  CHECK_EQ(sycc_native_adopt(SYCC_BACKEND_opencl, SYCC_NATIVE_QUEUE, 1, &d, 1, &n),
           SYCC_feature_not_supported);
  CHECK_EQ(n, 0);
  CHECK_EQ(sycc_native_event_new(the_device(), &handle), SYCC_feature_not_supported);
  CHECK_EQ(sycc_native_events_wait(the_device(), &handle, 1), SYCC_feature_not_supported);
  CHECK_EQ(sycc_native_memory_size(the_device(), 1, &n), SYCC_feature_not_supported);
}

static void test_selector(void) {
  const char *variable = NULL;
  CHECK_STR(sycc_device_selector(&variable), "native_cpu:*");
  CHECK_STR(variable, "SYCC_DEVICE_SELECTOR");
  CHECK_STR(sycc_device_selector(NULL), "native_cpu:*");
}

static void test_queues(void) {
  sycc_queue *q = (sycc_queue *)1;
  CHECK_EQ(sycc_queue_create(NULL, 0, &q), SYCC_invalid);
  CHECK(!q);
  CHECK_EQ(sycc_queue_create(the_device(), 0x80, &q), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "0x80");
  q = new_queue(0);
  CHECK(sycc_queue_empty(q));
  CHECK_OK(sycc_queue_wait(q));
  CHECK_OK(sycc_queue_take_error(q));
  sycc_queue_retain(q);
  sycc_queue_release(q);
  sycc_queue_release(q);
}

static void test_done_event(void) {
  sycc_event *e = sycc_event_done();
  CHECK_OK(sycc_event_wait(e));
  CHECK_EQ(sycc_event_status(e), SYCC_EVENT_COMPLETE);
  uint64_t ns;
  CHECK_EQ(sycc_event_profile(e, SYCC_TIME_END, &ns), SYCC_invalid);
  sycc_event_release(e);
  sycc_event_release(sycc_event_done());
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "3", 1);
  setenv("SYCC_MASK_ASPECTS", "fp64, ext_intel_esimd", 1);
  setenv("SYCC_MASK_SUB_GROUP_SIZES", "4, 64", 1);
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  RUN(test_native_cpu);
  RUN(test_numbers);
  RUN(test_aspects);
  RUN(test_row);
  RUN(test_types);
  RUN(test_parts);
  RUN(test_native);
  RUN(test_selector);
  RUN(test_queues);
  RUN(test_done_event);
  return check_summary();
}
