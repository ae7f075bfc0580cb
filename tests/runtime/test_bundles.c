// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels by name, bundles of them, and the blocks in which specialization constants travel.
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <string.h>

// ---- a program ----------------------------------------------------------------------------------------

typedef struct closure {
  sycc_accessor_head values, out;
} closure;

static const sycc_kernel_param params[] = {{SYCC_PARAM_CLOSURE, 0, sizeof(closure)},
                                           {SYCC_PARAM_ACCESSOR, offsetof(closure, values), 16},
                                           {SYCC_PARAM_ACCESSOR, offsetof(closure, out), 16}};
static const sycc_kernel_info info = {"", "_ZTS1a", "a", sizeof(closure), 8, 3, params, 0, NULL};

// Copies the block of values, 12 bytes, or nothing where there is none.
static void kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  if (*(void **)args[1])
    memcpy(*(void **)args[2], *(void **)args[1], 12);
}

static const sy_image_entry first_entries[] = {{(void *)kernel, "_ZTS1b", 0, 0, 0},
                                               {(void *)kernel, "_ZTS1a", 0, 0, 0}};
static const sy_image_entry second_entries[] = {{(void *)kernel, "_ZTS1c", 0, 0, 0}};
static const sy_image_entry other_entries[] = {{NULL, "_ZTS1a", 0, 0, 0}, {NULL, "_ZTS1d", 0, 0, 0}};

static const sy_spec_place places[] = {{0, 4}, {4, 8}};
static const int32_t defaults[] = {1, 2, 3};
static const sy_image_property constants[] = {
    {"one", &places[0], SY_IMAGE_PROPERTY_BYTES, sizeof *places},
    {"two_tu01", &places[1], SY_IMAGE_PROPERTY_BYTES, sizeof *places}};
static const sy_image_property whole[] = {{SY_SPEC_ALL, defaults, SY_IMAGE_PROPERTY_BYTES, sizeof defaults}};
static const sy_image_property_set first_sets[] = {{SY_SPEC_CONSTANTS, constants, constants + 2},
                                                   {SY_SPEC_DEFAULTS, whole, whole + 1}};
static const uint32_t too_large[] = {1, 1000000000}, impossible_size[] = {12345};
static const sy_image_property needs[] = {
    {"reqd_work_group_size", too_large, SY_IMAGE_PROPERTY_BYTES, sizeof too_large},
    {"reqd_sub_group_size", impossible_size, SY_IMAGE_PROPERTY_BYTES, sizeof impossible_size}};
static const sy_image_property_set large_sets[] = {{"SYCL/device requirements", needs, needs + 1}};
static const sy_image_property_set sub_group_sets[] = {{"SYCL/device requirements", needs + 1, needs + 2}};
static const sy_image_entry large_entries[] = {{(void *)kernel, "_ZTS5large", 0, 0, 0}};
static const sy_image_entry sub_group_entries[] = {{(void *)kernel, "_ZTS3sub", 0, 0, 0}};

#define IMAGE(form, where, entries, count, sets, set_count)                                                  \
  {.version = 2,                                                                                             \
   .offload_kind = 4,                                                                                        \
   .format = form,                                                                                           \
   .target = where,                                                                                          \
   .entries_begin = entries,                                                                                 \
   .entries_end = (entries) + (count),                                                                       \
   .sets_begin = sets,                                                                                       \
   .sets_end = (sets) + (set_count)}
static const sy_device_image images[] = {
    IMAGE(1, "native_cpu", first_entries, 2, first_sets, 2),
    IMAGE(1, "native_cpu", second_entries, 1, first_sets, 0),
    IMAGE(2, "spir64", other_entries, 2, first_sets, 0),
    IMAGE(1, "native_cpu", large_entries, 1, large_sets, 1),
    IMAGE(1, "native_cpu", sub_group_entries, 1, sub_group_sets, 1),
};
static sy_bin_desc desc = {.version = 1, .number_of_images = 5, .images = images};

static void append(void *text, const char *symbol) {
  strcat(text, " ");
  strcat(text, symbol);
}

// ---- kernels ------------------------------------------------------------------------------------------

static void test_kernels(void) {
  char text[200] = "";
  CHECK_OK(sycc_kernels_visit(append, text));
  CHECK_STR(text, " _ZTS1a _ZTS1b _ZTS1c _ZTS1d _ZTS3sub _ZTS5large");
  sycc_device *d = the_device();
  CHECK_OK(sycc_kernel_check("_ZTS1a", d));
  CHECK_EQ(sycc_kernel_check("_ZTS1d", d), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "spir64");
  CHECK_EQ(sycc_kernel_check("_ZTS5large", d), SYCC_kernel_not_supported);
  CHECK_EQ(sycc_kernel_check("_ZTS3sub", d), SYCC_kernel_not_supported);
  CHECK_EQ(sycc_kernel_check("nobody", d), SYCC_kernel_not_supported);

  sycc_plain_kernel plain = {"_ZTS2aa", NULL}, twice = {"_ZTS2aa", NULL};
  sycc_plain_kernel_enroll(&plain);
  sycc_plain_kernel_enroll(&twice);
  *text = 0;
  CHECK_OK(sycc_kernels_visit(append, text));
  CHECK_STR(text, " _ZTS1a _ZTS1b _ZTS1c _ZTS1d _ZTS2aa _ZTS3sub _ZTS5large");
  CHECK_OK(sycc_kernel_check("_ZTS2aa", d));
  sycc_plain_kernel_leave(&plain);
  CHECK_OK(sycc_kernel_check("_ZTS2aa", d));
  sycc_plain_kernel_leave(&twice);
  CHECK_EQ(sycc_kernel_check("_ZTS2aa", d), SYCC_kernel_not_supported);
}

static void test_values(void) {
  sycc_device *d = the_device();
  uint64_t v = 99;
  CHECK_OK(sycc_kernel_value("_ZTS1a", d, SYCC_KERNEL_WORK_GROUP_SIZE, &v));
  CHECK_EQ(v, sycc_device_value(d, SYCC_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK_OK(sycc_kernel_value("_ZTS1a", d, SYCC_KERNEL_COMPILE_GROUP_SIZE_X, &v));
  CHECK_EQ(v, 0);
  CHECK_EQ(sycc_kernel_value("_ZTS5large", d, SYCC_KERNEL_WORK_GROUP_SIZE, &v), SYCC_kernel_not_supported);
  CHECK_EQ(v, 0);
}

// ---- bundles ------------------------------------------------------------------------------------------

static void test_bundles(void) {
  sycc_device *d = the_device();
  sycc_bundle *all, *some, *none, *joined, *input, *late;
  char text[200] = "";
  CHECK_OK(sycc_bundle_create(&d, 1, SYCC_BUNDLE_EXECUTABLE, &all));
  CHECK_EQ(sycc_bundle_image_count(all), 2);
  sycc_bundle_visit(all, SYCC_ALL_IMAGES, append, text);
  CHECK_STR(text, " _ZTS1a _ZTS1b _ZTS1c");
  *text = 0;
  sycc_bundle_visit(all, 1, append, text);
  CHECK_STR(text, " _ZTS1c");
  CHECK(sycc_bundle_has(all, 0, "_ZTS1b", d) && !sycc_bundle_has(all, 1, "_ZTS1b", NULL));
  CHECK(!sycc_bundle_has(all, SYCC_ALL_IMAGES, "_ZTS5large", NULL));

  CHECK_OK(sycc_bundle_part(all, &d, 1, (const unsigned char[]){0, 1}, SYCC_BUNDLE_EXECUTABLE, &some));
  CHECK(sycc_bundle_image_count(some) == 1 && sycc_bundle_has(some, 0, "_ZTS1c", d));
  CHECK_OK(sycc_bundle_part(all, &d, 0, NULL, SYCC_BUNDLE_EXECUTABLE, &none));
  CHECK_EQ(sycc_bundle_image_count(none), 0);
  CHECK_OK(sycc_bundle_join((sycc_bundle *[]){some, none, all}, 3, &joined));
  CHECK(sycc_bundle_image_count(joined) == 2 && sycc_bundle_has(joined, SYCC_ALL_IMAGES, "_ZTS1a", d));

  // The image is second of all, the only one of some, and the first that was joined.
  CHECK(sycc_bundle_same_image(all, 1, some, 0) && sycc_bundle_same_image(some, 0, joined, 0));
  CHECK(!sycc_bundle_same_image(all, 0, some, 0) && !sycc_bundle_same_image(all, 1, joined, 1));
  CHECK_EQ(sycc_bundle_image_hash(all, 1), sycc_bundle_image_hash(joined, 0));

  // Native code is not in states before executable.
  CHECK_OK(sycc_bundle_create(&d, 1, SYCC_BUNDLE_INPUT, &input));
  CHECK_EQ(sycc_bundle_image_count(input), 0);

  const sycc_spec_id any = {NULL, NULL, NULL}, one = {NULL, "one", "_tu02"}, two = {NULL, "two", "_tu01"},
                     wrong = {NULL, "two", ""};
  CHECK(sycc_bundle_has_constant(all, SYCC_ALL_IMAGES, &any) &&
        !sycc_bundle_has_constant(some, SYCC_ALL_IMAGES, &any));
  CHECK(sycc_bundle_has_constant(all, 0, &one) && sycc_bundle_has_constant(all, SYCC_ALL_IMAGES, &two));
  CHECK(!sycc_bundle_has_constant(all, SYCC_ALL_IMAGES, &wrong) && !sycc_bundle_has_constant(all, 1, &one));

  // A bundle may outlive the library.
  __tgt_unregister_lib(&desc);
  CHECK(sycc_bundle_has(all, 0, "_ZTS1b", d) && !sycc_bundle_has_constant(all, SYCC_ALL_IMAGES, &any));
  CHECK_OK(sycc_bundle_part(all, &d, 1, NULL, SYCC_BUNDLE_OBJECT, &late));
  __tgt_register_lib(&desc);
  sycc_bundle_retain(all);
  sycc_bundle *const made[] = {all, all, some, none, joined, input, late};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    sycc_bundle_release(made[i]);
}

// ---- specialization constants -------------------------------------------------------------------------

static const sycc_spec_id one = {&places[0], "one", ""}, two = {&places[1], "two", "_tu01"},
                          other = {&desc, "two", "_tu77"};

// What a launch sees with these values.
static void seen(const sycc_spec_values *v, int32_t out[3]) {
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  sycc_buffer *b = new_buffer(12);
  closure c = {0};
  CHECK_OK(sycc_group_spec_values(g, info.symbol, v, &c.values.access));
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &c.out.access));
  sycc_range r = range_1(1);
  CHECK_OK(sycc_group_kernel(g, &info, &c, sizeof c, &r, NULL));
  wait_release(submit_event(g));
  CHECK_OK(sycc_buffer_wait(b));
  memcpy(out, sycc_buffer_host_data(b), 12);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static void test_constants(void) {
  int32_t out[3];
  seen(NULL, out);
  CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3);
  sycc_spec_values *a, *b, *c, *merged;
  const int32_t ten = 10, pair[] = {20, 30};
  CHECK_OK(sycc_spec_values_set(NULL, &one, &ten, sizeof ten, &a));
  CHECK_OK(sycc_spec_values_set(a, &two, pair, sizeof pair, &b));
  CHECK_OK(sycc_spec_values_set(NULL, &other, pair, sizeof pair, &c));
  CHECK(!sycc_spec_values_get(a, &two) && !memcmp(sycc_spec_values_get(b, &one), &ten, 4) &&
        !sycc_spec_values_get(NULL, &one));
  seen(a, out);
  CHECK(out[0] == 10 && out[1] == 2 && out[2] == 3);
  seen(b, out);
  CHECK(out[0] == 10 && out[1] == 20 && out[2] == 30);
  seen(c, out); // of that name, in another file
  CHECK(out[0] == 1 && out[1] == 2);
  CHECK_OK(sycc_spec_values_merge(a, c, &merged));
  CHECK(sycc_spec_values_get(merged, &one) && sycc_spec_values_get(merged, &other) &&
        !sycc_spec_values_get(merged, &two));
  sycc_spec_values *const made[] = {a, b, c, merged};
  for (size_t i = 0; i < 4; i++)
    sycc_spec_values_release(made[i]);
  CHECK_OK(sycc_spec_values_merge(NULL, NULL, &merged));
  CHECK(!merged);

  sycc_spec_values *misfit;
  sycc_access *access;
  CHECK_OK(sycc_spec_values_set(NULL, &one, pair, sizeof pair, &misfit));
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  CHECK_EQ(sycc_group_spec_values(g, info.symbol, misfit, &access), SYCC_kernel_argument);
  CHECK_HAS(sycc_error_message(), "'one' is 8 bytes for the host compiler and 4");
  CHECK_OK(sycc_group_spec_values(g, "nobody", misfit, &access)); // the launch will say what is wrong
  CHECK(!access);
  CHECK_OK(sycc_group_spec_values(g, "_ZTS1c", misfit, &access)); // has none
  CHECK(!access);
  sycc_group_abandon(g);
  sycc_queue_release(q);
  sycc_spec_values_release(misfit);
}

// More blocks than are kept, each right, and those used lately shared.
static void test_blocks(void) {
  int wrong = 0;
  for (int32_t i = 0; i < 200; i++) {
    sycc_spec_values *v;
    int32_t n = i % 40, out[3];
    CHECK_OK(sycc_spec_values_set(NULL, &one, &n, sizeof n, &v));
    seen(v, out);
    wrong += out[0] != n || out[1] != 2 || out[2] != 3;
    sycc_spec_values_release(v);
  }
  CHECK_EQ(wrong, 0);
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  sycc_access *first, *second;
  CHECK_OK(sycc_group_spec_values(g, info.symbol, NULL, &first));
  CHECK_OK(sycc_group_spec_values(g, info.symbol, NULL, &second));
  CHECK_EQ(sycc_access_host_data(first), sycc_access_host_data(second));
  sycc_group_abandon(g);
  sycc_queue_release(q);
}

static void test_plain_constants(void) {
  sycc_spec_values *a, *b;
  const sycc_spec_id x = {&places[0], "", ""}, y = {&places[1], "", ""};
  const int32_t n = 5;
  const double r = 2.5;
  CHECK_OK(sycc_spec_values_set(NULL, &x, &n, sizeof n, &a));
  CHECK_OK(sycc_spec_values_set(a, &y, &r, sizeof r, &b));
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  sycc_access *access;
  CHECK_OK(sycc_group_spec_values(g, NULL, b, &access));
  const void *block = sycc_access_host_data(access);
  CHECK(!memcmp(sycc_plain_spec_value(block, x.object), &n, sizeof n) &&
        !memcmp(sycc_plain_spec_value(block, y.object), &r, sizeof r));
  CHECK(!sycc_plain_spec_value(block, &desc) && !sycc_plain_spec_value(NULL, x.object));
  CHECK_OK(sycc_group_spec_values(g, NULL, NULL, &access));
  CHECK(!access);
  sycc_group_abandon(g);
  sycc_queue_release(q);
  sycc_spec_values_release(a);
  sycc_spec_values_release(b);
}

int main(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  __tgt_register_lib(&desc);
  RUN(test_kernels);
  RUN(test_values);
  RUN(test_bundles);
  RUN(test_constants);
  RUN(test_blocks);
  RUN(test_plain_constants);
  __tgt_unregister_lib(&desc);
  return check_summary();
}
