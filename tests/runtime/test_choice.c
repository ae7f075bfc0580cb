// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of several images of a kernel a device gets, as a table; and that launches and questions agree.
#include "devices/conditions.h"
#include "formats/image_desc.h"
#include "runtime/choice.h"
#include "runtime/devices.h"
#include "runtime/requirements.h"
#include "tests/runtime/rt_test.h"

enum { FP16 = 5, FP64 = 6, ATOMIC64 = 28, MOST_IMAGES = 4, MOST_NEEDS = 3 };

// ---- images -----------------------------------------------------------------------------------------

// Lists end with 0.
typedef struct row {
  const char *target;
  uint32_t needs[MOST_NEEDS];
  uint32_t only_with[MOST_NEEDS]; // a variant for devices with these aspects, or without them (SY_LACKS)
  bool rejected;
} row;

typedef struct lib {
  sy_image_entry entry;
  sy_image_property needs, only_with;
  sy_image_property_set sets[3];
  sy_device_image image;
  sy_bin_desc desc;
} lib;

static uint64_t bytes_of(const uint32_t *list) {
  size_t n = 0;
  while (n < MOST_NEEDS && list[n])
    n++;
  return n * sizeof *list;
}

static void load(lib *l, const row *r, void *code) {
  sy_image_property_set *set = l->sets;
  l->entry = (sy_image_entry){.addr = code, .name = "_ZTS1k"};
  l->needs = (sy_image_property){"aspect", r->needs, SY_IMAGE_PROPERTY_BYTES, bytes_of(r->needs)};
  l->only_with = (sy_image_property){"0", r->only_with, SY_IMAGE_PROPERTY_BYTES, bytes_of(r->only_with)};
  if (l->needs.size)
    *set++ = (sy_image_property_set){"SYCL/device requirements", &l->needs, &l->needs + 1};
  if (l->only_with.size)
    *set++ = (sy_image_property_set){SY_DEVICE_IF, &l->only_with, &l->only_with + 1};
  if (r->rejected)
    *set++ = (sy_image_property_set){SY_REJECTED, NULL, NULL};
  l->image = (sy_device_image){.version = 2,
                               .offload_kind = 4,
                               .format = SY_IMAGE_NATIVE,
                               .target = r->target,
                               .entries_begin = &l->entry,
                               .entries_end = &l->entry + 1,
                               .sets_begin = l->sets,
                               .sets_end = set};
  l->desc = (sy_bin_desc){.version = 1, .number_of_images = 1, .images = &l->image};
  __tgt_register_lib(&l->desc);
}

static void unload(lib *l) {
  __tgt_unregister_lib(&l->desc);
}

// ---- the table --------------------------------------------------------------------------------------

// A GPU that runs code for its architecture, for an older one of its kind, and for any.
static const char *const gpu_targets[] = {"nvidia_gpu_sm_86", "nvidia_gpu_sm_80", "ptx64", NULL};
static const sy_backend gpu_backend = {.family = &sy_family_ptx64, .targets = gpu_targets};

#define IMAGE(name, ...) {.target = name, __VA_ARGS__}
enum { NONE = -1 };
static const struct {
  const char *what;
  uint32_t device_has[MOST_NEEDS];
  row images[MOST_IMAGES]; // in the order of registration
  int chosen;
  const char *error; // of the choice, or of what was chosen; null: it can run
} table[] = {
    {"the exact target",
     {0},
     {IMAGE("ptx64"), IMAGE("nvidia_gpu_sm_80"), IMAGE("nvidia_gpu_sm_86")},
     2,
     NULL},
    {"a compatible one",
     {0},
     {IMAGE("ptx64"), IMAGE("nvidia_gpu_sm_80"), IMAGE("nvidia_gpu_sm_90")},
     1,
     NULL},
    {"code for any device", {0}, {IMAGE("spir64"), IMAGE("nvidia_gpu_sm_90"), IMAGE("ptx64")}, 2, NULL},
    {"the first of a target", {0}, {IMAGE("ptx64"), IMAGE("ptx64")}, 0, NULL},
    {"none for the device",
     {0},
     {IMAGE("spir64")},
     NONE,
     "it was compiled for spir64, the device needs ptx64 or nvidia_gpu_sm_86"},
    {"the exact one can't run", {0}, {IMAGE("ptx64"), IMAGE("nvidia_gpu_sm_86", .needs = {FP64})}, 0, NULL},
    {"it can", {FP64}, {IMAGE("ptx64"), IMAGE("nvidia_gpu_sm_86", .needs = {FP64})}, 1, NULL},
    {"nor can the compatible one",
     {FP16},
     {IMAGE("ptx64", .needs = {FP16}), IMAGE("nvidia_gpu_sm_80", .needs = {FP64}),
      IMAGE("nvidia_gpu_sm_86", .needs = {FP16, ATOMIC64})},
     0,
     NULL},
    {"the first of a target can't run",
     {FP16},
     {IMAGE("ptx64", .needs = {FP64}), IMAGE("ptx64", .needs = {FP16})},
     1,
     NULL},
    {"none can: the best is named",
     {0},
     {IMAGE("ptx64", .needs = {FP16}), IMAGE("nvidia_gpu_sm_86", .needs = {FP64})},
     1,
     "aspect::fp64"},
    {"a single one can't", {0}, {IMAGE("ptx64", .needs = {FP16})}, 0, "aspect::fp16"},
    {"the variant",
     {FP64},
     {IMAGE("ptx64", .only_with = {FP64 | SY_LACKS}), IMAGE("ptx64", .needs = {FP64}, .only_with = {FP64})},
     1,
     NULL},
    {"the other variant",
     {0},
     {IMAGE("ptx64", .needs = {FP64}, .only_with = {FP64}), IMAGE("ptx64", .only_with = {FP64 | SY_LACKS})},
     1,
     NULL},
    {"a variant for another device comes first",
     {0},
     {IMAGE("nvidia_gpu_sm_86", .needs = {FP64}, .only_with = {FP64}), IMAGE("ptx64")},
     1,
     NULL},
    {"the variant can't run, the target for any can",
     {FP64},
     {IMAGE("nvidia_gpu_sm_86", .needs = {FP64, FP16}, .only_with = {FP64}),
      IMAGE("nvidia_gpu_sm_86", .only_with = {FP64 | SY_LACKS}), IMAGE("ptx64", .needs = {FP64})},
     2,
     NULL},
    {"the variant can't run, there is no other for the device",
     {FP64},
     {IMAGE("ptx64", .needs = {FP64, FP16}, .only_with = {FP64}),
      IMAGE("ptx64", .only_with = {FP64 | SY_LACKS})},
     0,
     "aspect::fp16"},
    {"no variant",
     {0},
     {IMAGE("ptx64", .needs = {FP64}, .only_with = {FP64})},
     NONE,
     "has no variant for device"},
    {"rejected, but there is other code",
     {0},
     {IMAGE("nvidia_gpu_sm_86", .needs = {FP64}, .rejected = true), IMAGE("ptx64")},
     1,
     NULL},
    {"rejected", {0}, {IMAGE("nvidia_gpu_sm_86", .needs = {FP64}, .rejected = true)}, NONE, "aspect::fp64"},
    {"nothing at all", {0}, {{0}}, NONE, "no loaded image holds it"},
};

static void check_row(size_t at) {
  sycc_device d = {.backend = &gpu_backend,
                   .text = {[SYCC_DEVICE_NAME] = "some GPU"},
                   .targets = gpu_targets,
                   .aspects = table[at].device_has,
                   .aspect_count = bytes_of(table[at].device_has) / sizeof(uint32_t)};
  static lib libs[MOST_IMAGES];
  int n = 0, chosen = NONE;
  for (; n < MOST_IMAGES && table[at].images[n].target; n++)
    load(&libs[n], &table[at].images[n], NULL);
  sy_kernel *k;
  const sycc_range r = range_1(1);
  sycc_status s = sy_choice_find(&d, "_ZTS1k", "k", &r, &k);
  for (int i = 0; i < n; i++)
    chosen = !s && sy_image_descriptor(sy_registry_image(k)) == &libs[i].image ? i : chosen;
  if (!s) {
    s = sy_requirements_check(k, &d, &r);
    sy_registry_release(k);
  }
  if (chosen != table[at].chosen || !s != !table[at].error)
    printf("in the row '%s':\n", table[at].what);
  CHECK_EQ(chosen, table[at].chosen);
  CHECK(!s == !table[at].error);
  if (s && table[at].error)
    CHECK_HAS(sycc_error_message(), table[at].error);
  while (n)
    unload(&libs[--n]);
}

static void test_table(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    check_row(i);
}

// ---- launches and questions -------------------------------------------------------------------------

static void kernel_1(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  **(int **)args[0] = 1;
}
static void kernel_2(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  **(int **)args[0] = 2;
}

static const sycc_kernel_param one_param[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
static const sycc_kernel_info info = {"", "_ZTS1k", "k", 8, 8, 1, one_param, 0, NULL};

static int launch(sycc_queue *q) {
  int result = 0, *closure = &result;
  sycc_range r = range_1(1);
  sycc_group *g = new_group(q);
  if (sycc_group_kernel(g, &info, &closure, sizeof closure, &r, NULL)) {
    sycc_group_abandon(g);
    return NONE;
  }
  sycc_event *e = submit_event(g);
  wait_release(e);
  return result;
}

// fp16 is masked.
static void test_launch(void) {
  static const row exact = IMAGE("x86_64", .needs = {FP16}),
                   any = IMAGE("native_cpu"); // descriptors and what they point to are of the program
  sycc_queue *q = new_queue(0);
  static lib a, b;
  load(&a, &exact, (void *)kernel_1);
  CHECK_EQ(launch(q), NONE);
  CHECK_HAS(sycc_error_message(), "aspect::fp16");
  CHECK_EQ(sycc_kernel_check("_ZTS1k", the_device()), SYCC_kernel_not_supported);
  load(&b, &any, (void *)kernel_2);
  CHECK_OK(sycc_kernel_check("_ZTS1k", the_device()));
  CHECK_EQ(launch(q), 2);
  CHECK_EQ(launch(q), 2);
  unload(&a);
  CHECK_EQ(launch(q), 2);
  unload(&b);
  CHECK_EQ(launch(q), NONE);
  sycc_queue_release(q);
}

int main(void) {
  setenv("SYCC_MASK_ASPECTS", "fp16", 1);
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  RUN(test_table);
  RUN(test_launch);
  return check_summary();
}
