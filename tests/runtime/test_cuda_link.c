// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images that call functions of others on a GPU: the driver, which is one without a GPU here, links their
// PTX.
#include "devices/conditions.h"
#include "devices/devices.h"
#include "formats/image_desc.h"
#include "tests/runtime/cuda_test.h"

#include <string.h>

// A library with one image.
typedef struct lib {
  sy_image_entry entries[2];
  sy_image_property exported, imported, need, only_with;
  sy_image_property_set sets[4];
  sy_device_image image;
  sy_bin_desc desc;
} lib;

static lib *new_lib(const char *code, size_t bytes) {
  lib *l = calloc(1, sizeof *l);
  const unsigned char *begin = (const unsigned char *)code;
  l->image = (sy_device_image){.version = 2,
                               .offload_kind = 4,
                               .target = "ptx64",
                               .image_begin = begin,
                               .image_end = begin + bytes,
                               .entries_begin = l->entries,
                               .entries_end = l->entries,
                               .sets_begin = l->sets,
                               .sets_end = l->sets};
  l->desc = (sy_bin_desc){.version = 1, .number_of_images = 1, .images = &l->image};
  return l;
}

static void add_symbol(lib *l, sy_image_property *p, const char *set, const char *symbol) {
  *p = (sy_image_property){symbol, NULL, SY_IMAGE_PROPERTY_UINT32, 1};
  *(sy_image_property_set *)l->image.sets_end++ = (sy_image_property_set){set, p, p + 1};
}

static void add_entry(lib *l, const char *name, size_t bytes) {
  *(sy_image_entry *)l->image.entries_end++ = (sy_image_entry){.name = name, .size = bytes};
}

static lib *load_lib(lib *l) {
  __tgt_register_lib(&l->desc);
  return l;
}

static void unload(lib *l) {
  __tgt_unregister_lib(&l->desc);
  free(l);
}

#define HEAD ".version 6.3\n.target sm_75\n"

static lib *new_program(void) {
  static const char ptx[] = HEAD ".extern .func f\n";
  lib *l = new_lib(ptx, sizeof ptx - 1);
  add_symbol(l, &l->imported, SY_IMPORTED, "f");
  add_entry(l, "calls", 0);
  return l;
}

static lib *new_library(const char *ptx, const char *symbol) {
  lib *l = new_lib(ptx, strlen(ptx));
  add_symbol(l, &l->exported, SY_EXPORTED, symbol);
  return l;
}

static const char f_ptx[] = HEAD ".weak .func f\n", f_calls_g_ptx[] = HEAD ".extern .func g\n.weak .func f\n",
                  g_ptx[] = HEAD ".weak .func g\n";

static const sycc_kernel_param one_param[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
static const sycc_kernel_info calls_info = {"calls", "calls", "calls", 8, 8, 1, one_param, 0, NULL};
static atomic_int ran;
static void calls_kernel(const fake_cuda_launch *l) {
  (void)l;
  ran++;
}

static sycc_status run(size_t device) {
  return attempt_on(device, &calls_info, range_1(32));
}

// ----------------------------------------------------------------------------------------------------

static void test_linked(void) {
  lib *program = load_lib(new_program());
  CHECK_EQ(run(0), SYCC_build);
  CHECK_HAS(sycc_error_message(), "kernel 'calls' calls 'f', which no loaded image defines for target ptx64");
  lib *library = load_lib(new_library(f_ptx, "f"));
  size_t links = fake->calls("cuLinkComplete"), parts = fake->calls("cuLinkAddData_v2");
  ran = 0;
  CHECK_OK(run(0));
  CHECK_OK(run(0));
  CHECK_EQ(ran, 2);
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 1); // once
  CHECK_EQ(fake->calls("cuLinkAddData_v2") - parts, 2);
  CHECK_OK(run(1)); // for each device
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 2);
  unload(library);
  CHECK_EQ(run(0), SYCC_build);
  library = load_lib(new_library(f_ptx, "f"));
  CHECK_OK(run(0)); // with the other one
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 3);
  unload(library);
  unload(program);
  CHECK_EQ(left_over(0), 0);
}

static void test_chain(void) {
  lib *program = load_lib(new_program()), *f = new_library(f_calls_g_ptx, "f"),
      *g = load_lib(new_library(g_ptx, "g"));
  add_symbol(f, &f->imported, SY_IMPORTED, "g");
  load_lib(f);
  size_t parts = fake->calls("cuLinkAddData_v2");
  CHECK_OK(run(0));
  CHECK_EQ(fake->calls("cuLinkAddData_v2") - parts, 3);
  unload(f);
  unload(g);
  unload(program);
}

// An int, whose object on the host is `object`.
static int object;
static void add_variable(lib *l, const char *name, int flags) {
  static sy_image_entry host[2];
  sy_image_entry *h = &host[flags != 0];
  *h = (sy_image_entry){&object, name, sizeof object, flags, 0};
  add_entry(l, name, sizeof object);
  ((sy_image_entry *)l->image.entries_end)[-1].flags = flags;
  l->desc.host_begin = h;
  l->desc.host_end = h + 1;
}

// The variable of a library is found in what it was linked to, which is all that is loaded; again after
// another link.
static void test_variables(void) {
  static const char ptx[] = HEAD ".weak .func f\n.weak .global variable\n";
  lib *program = load_lib(new_program());
  for (int i = 0; i < 2; i++) {
    lib *library = new_library(ptx, "f");
    add_variable(library, "variable", 0);
    load_lib(library);
    size_t loads = fake->calls("cuModuleLoadDataEx"), found = fake->calls("cuModuleGetGlobal_v2");
    CHECK_OK(run(0));
    CHECK_OK(run(0));
    CHECK_EQ(fake->calls("cuModuleLoadDataEx") - loads, 1);
    CHECK_EQ(fake->calls("cuModuleGetGlobal_v2") - found, 1);
    unload(library);
  }
  unload(program);
  CHECK_EQ(left_over(0), 0);
}

// A function with variants, each of which only its own device can run.
static lib *new_variant(const uint32_t *needs, const uint32_t *only_with) {
  lib *l = new_library(f_ptx, "f");
  l->need = (sy_image_property){"aspect", needs, SY_IMAGE_PROPERTY_BYTES, sizeof *needs};
  l->only_with = (sy_image_property){"0", only_with, SY_IMAGE_PROPERTY_BYTES, sizeof *only_with};
  *(sy_image_property_set *)l->image.sets_end++ =
      (sy_image_property_set){"SYCL/device requirements", &l->need, &l->need + 1};
  *(sy_image_property_set *)l->image.sets_end++ =
      (sy_image_property_set){SY_DEVICE_IF, &l->only_with, &l->only_with + 1};
  return l;
}

static void test_devices(void) {
  const uint32_t first = (uint32_t)sy_aspect_find("ext_nvidia_gpu_sm_90")->Number,
                 second = (uint32_t)sy_aspect_find("ext_nvidia_gpu_sm_86")->Number,
                 not_first = first | SY_LACKS;
  lib *program = load_lib(new_program()), *on_first = load_lib(new_variant(&first, &first)),
      *on_second = load_lib(new_variant(&second, &not_first));
  size_t links = fake->calls("cuLinkComplete");
  for (int i = 0; i < 2; i++) {
    CHECK_OK(run(0));
    CHECK_OK(run(1));
  }
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 2);
  unload(on_first);
  CHECK_EQ(run(0), SYCC_build);
  CHECK_OK(run(1)); // it has lost nothing
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 2);
  on_first = load_lib(new_variant(&first, &first));
  CHECK_OK(run(0));
  CHECK_OK(run(1));
  CHECK_EQ(fake->calls("cuLinkComplete") - links, 3);
  unload(on_first);
  unload(on_second);
  unload(program);
  CHECK_EQ(left_over(0), 0);
}

static void test_refused(void) {
  lib *program = load_lib(new_program()), *other = load_lib(new_library(g_ptx, "f")); // it is not in it
  CHECK_EQ(run(0), SYCC_build);
  CHECK_HAS(sycc_error_message(),
            "device 'Fake GPU 0' with a driver for CUDA 12.4 cannot load the code for target 'ptx64'");
  CHECK_HAS(sycc_error_message(), "the driver says: nvlink error: Undefined reference to 'f'");
  unload(other);
  other = load_lib(new_library("\x7f"
                               "ELF machine code",
                               "f"));
  CHECK_EQ(run(0), SYCC_build);
  CHECK_HAS(sycc_error_message(),
            "for target 'ptx64' is machine code, which can't be linked for device 'Fake GPU 0'; link that "
            "library with -fsycl-allow-device-image-dependencies");
  unload(other);
  other = new_library(f_ptx, "f");
  add_variable(other, "variable", SY_ENTRY_IMAGE_SCOPE);
  load_lib(other);
  CHECK_EQ(run(0), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "functions can't be linked for device 'Fake GPU 0' from images that hold "
                                  "device_globals with device_image_scope");
  CHECK_HAS(sycc_error_message(), "('variable')");
  unload(other);
  unload(program);
  CHECK_EQ(left_over(0), 0);
}

// Every call of the driver that a link makes, once.
static void test_failures(void) {
  static const struct {
    const char *function;
    int calls;
  } table[] = {
      {"cuLinkCreate_v2", 1}, {"cuLinkAddData_v2", 2}, {"cuLinkComplete", 1}, {"cuModuleLoadDataEx", 1}};
  lib *program = load_lib(new_program()), *library = load_lib(new_library(f_ptx, "f"));
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (int nth = 1; nth <= table[i].calls; nth++) {
      fake->fail(table[i].function, nth);
      CHECK_EQ(run(0), SYCC_build);
      CHECK(fake->failed());
      CHECK_HAS(sycc_error_message(), "out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
      CHECK_EQ(left_over(0), 0);
    }
  CHECK_OK(run(0));
  unload(library);
  unload(program);
  CHECK_EQ(left_over(0), 0);
}

int main(void) {
  if (!cuda_start())
    return 1;
  fake->add_kernel("calls", calls_kernel);
  RUN(test_linked);
  RUN(test_chain);
  RUN(test_variables);
  RUN(test_devices);
  RUN(test_refused);
  RUN(test_failures);
  return cuda_end() | check_summary();
}
