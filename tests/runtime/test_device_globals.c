// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_globals: which image has which variable, initial values, libraries that come and go, wrong copies.
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <pthread.h>

// What an object of class device_global is, on the host and in images.
typedef struct object {
  int initial;
  int *data;
} object;

// A library with a kernel that adds 1 to its variable.
typedef struct lib {
  object variable;
  sy_image_entry entries[2], host;
  sy_device_image image;
  sy_bin_desc desc;
} lib;

// Stands for device code, of which each library has its own: the closure is the variable.
static void add_one(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  object *v = *(object **)args[0];
  __atomic_fetch_add(v->data ? v->data : &v->initial, 1, __ATOMIC_SEQ_CST);
}

// host: the object of the host compiler; null: it has none.
static void make_lib(lib *l, const char *kernel, const char *symbol, object *host, int initial, int flags) {
  l->variable = (object){.initial = initial};
  l->entries[0] = (sy_image_entry){.addr = (void *)add_one, .name = kernel};
  l->entries[1] = (sy_image_entry){.addr = &l->variable, .name = symbol, .size = sizeof(int), .flags = flags};
  l->host = (sy_image_entry){.addr = host, .name = symbol, .size = sizeof(int), .flags = flags};
  l->image = (sy_device_image){.version = 2,
                               .offload_kind = 4,
                               .format = SY_IMAGE_NATIVE,
                               .target = "native_cpu",
                               .entries_begin = l->entries,
                               .entries_end = l->entries + 2};
  l->desc = (sy_bin_desc){.version = 1,
                          .number_of_images = 1,
                          .images = &l->image,
                          .host_begin = &l->host,
                          .host_end = &l->host + 1};
}

// Threads use these: no checks here.
static sycc_status finish(sycc_group *g, sycc_status s, sycc_event **out) {
  if (!s)
    return sycc_group_submit(g, out);
  sycc_group_abandon(g);
  return s;
}

static sycc_status try_add(sycc_queue *q, const char *kernel, lib *l) {
  static const sycc_kernel_param param[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
  sycc_kernel_info info = {"", kernel, kernel, 8, 8, 1, param, 0, NULL};
  sycc_group *g;
  sycc_event *e = NULL;
  sycc_range r = range_1(1);
  object *closure = &l->variable;
  sycc_status s = sycc_group_begin(q, &g);
  if (!s)
    s = finish(g, sycc_group_kernel(g, &info, &closure, sizeof closure, &r, NULL), &e);
  if (!s)
    s = sycc_event_wait(e);
  sycc_event_release(e);
  return s;
}

static void add(sycc_queue *q, const char *kernel, lib *l) {
  CHECK_OK(try_add(q, kernel, l));
}

static sycc_device_global described(const object *o, int scope) {
  return (sycc_device_global){o, &o->initial, sizeof o->initial, scope};
}

static sycc_status try_copy(sycc_queue *q, sycc_device_global v, size_t offset, size_t bytes, void *to,
                            sycc_event *after, sycc_event **out) {
  sycc_group *g;
  void *place = NULL;
  sycc_status s = sycc_group_begin(q, &g);
  if (s)
    return s;
  s = after ? sycc_group_depends_on(g, after) : SYCC_success;
  if (!s)
    s = sycc_group_device_global(g, &v, offset, bytes, &place);
  if (!s)
    s = sycc_group_copy(g, &(sycc_region){.ptr = to}, &(sycc_region){.ptr = place}, (size_t[]){bytes, 1, 1});
  return finish(g, s, out);
}

static int value_of(sycc_queue *q, sycc_device_global v) {
  int value = -1;
  sycc_event *e = NULL;
  CHECK_OK(try_copy(q, v, 0, sizeof value, &value, NULL, &e));
  wait_release(e);
  return value;
}

// ---- one variable or several ------------------------------------------------------------------------

static void test_shared(void) {
  sycc_queue *q = new_queue(0);
  object host = {.initial = 5};
  lib a, b;
  make_lib(&a, "_ZTS1a", "_Z1v", &host, 5, 0);
  make_lib(&b, "_ZTS1b", "_Z1v", &host, 5, 0);
  __tgt_register_lib(&a.desc);
  add(q, "_ZTS1a", &a);
  __tgt_register_lib(&b.desc);
  add(q, "_ZTS1b", &b);
  CHECK_EQ(value_of(q, described(&host, 0)), 7);
  CHECK_EQ(a.variable.initial, 5);
  CHECK_EQ(host.initial, 5);
  __tgt_unregister_lib(&a.desc);
  memset(&a, 0xee, sizeof a);
  add(q, "_ZTS1b", &b);
  CHECK_EQ(value_of(q, described(&host, 0)), 8);
  __tgt_unregister_lib(&b.desc);
  // All are gone: the next one begins anew, with a stale pointer in the variable.
  __tgt_register_lib(&b.desc);
  CHECK_EQ(value_of(q, described(&host, 0)), 5);
  add(q, "_ZTS1b", &b);
  CHECK_EQ(value_of(q, described(&host, 0)), 6);
  __tgt_unregister_lib(&b.desc);
  sycc_queue_release(q);
}

// The same name in two libraries: not the same variable unless the host says so.
static void test_apart(void) {
  sycc_queue *q = new_queue(0);
  object host_a = {.initial = 1}, host_b = {.initial = 1};
  lib a, b, c, d;
  make_lib(&a, "_ZTS1a", "_Z1v", &host_a, 1, 0);
  make_lib(&b, "_ZTS1b", "_Z1v", &host_b, 1, 0);
  make_lib(&c, "_ZTS1c", "_Z1v", NULL, 1, 0);
  make_lib(&d, "_ZTS1d", "_Z1v", NULL, 1, 0);
  lib *all[] = {&a, &b, &c, &d};
  static const char *const kernels[] = {"_ZTS1a", "_ZTS1b", "_ZTS1c", "_ZTS1d"};
  for (int i = 0; i < 4; i++)
    __tgt_register_lib(&all[i]->desc);
  for (int i = 0; i < 4; i++)
    for (int n = 0; n <= i; n++)
      add(q, kernels[i], all[i]);
  CHECK_EQ(value_of(q, described(&host_a, 0)), 2);
  CHECK_EQ(value_of(q, described(&host_b, 0)), 3);
  CHECK_EQ(*c.variable.data, 4);
  CHECK_EQ(*d.variable.data, 5);
  for (int i = 0; i < 4; i++)
    __tgt_unregister_lib(&all[i]->desc);
  sycc_queue_release(q);
}

// Two images of one library, and a variable that they share in memory.
static void test_two_images(void) {
  sycc_queue *q = new_queue(0);
  object host = {.initial = 3};
  lib a, b;
  make_lib(&a, "_ZTS1a", "_Z1v", &host, 3, 0);
  make_lib(&b, "_ZTS1b", "_Z1v", &host, 3, 0);
  b.entries[1].addr = &a.variable;
  sy_device_image images[] = {a.image, b.image};
  sy_bin_desc desc = a.desc;
  desc.images = images;
  desc.number_of_images = 2;
  __tgt_register_lib(&desc);
  add(q, "_ZTS1a", &a);
  int *memory = a.variable.data;
  add(q, "_ZTS1b", &a);
  CHECK(a.variable.data == memory);
  CHECK_EQ(value_of(q, described(&host, 0)), 5);
  __tgt_unregister_lib(&desc);
  sycc_queue_release(q);
}

// ---- image scope ------------------------------------------------------------------------------------

static void test_image_scope(void) {
  sycc_queue *q = new_queue(0);
  object host = {.initial = 1};
  lib a, b;
  sycc_event *e = NULL;
  int value = 0;
  make_lib(&a, "_ZTS1a", "_ZN2ns1vE", &host, 1, SY_ENTRY_IMAGE_SCOPE);
  make_lib(&b, "_ZTS1b", "_ZN2ns1vE", &host, 1, SY_ENTRY_IMAGE_SCOPE);
  b.image.target = "spir64"; // no device here runs it
  b.image.format = SY_IMAGE_SPIRV;
  __tgt_register_lib(&b.desc);
  CHECK_EQ(try_copy(q, described(&host, 1), 0, 4, &value, NULL, &e), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "ZN2ns1vE' has device_image_scope and no loaded device image for device '");
  CHECK_HAS(sycc_error_message(), "a kernel of the program must use it");
  __tgt_register_lib(&a.desc);
  add(q, "_ZTS1a", &a);
  CHECK_EQ(a.variable.initial, 2);
  CHECK(!a.variable.data);
  CHECK_EQ(value_of(q, described(&host, 1)), 2);
  __tgt_unregister_lib(&a.desc);
  CHECK_EQ(try_copy(q, described(&host, 1), 0, 4, &value, NULL, &e), SYCC_invalid);
  __tgt_unregister_lib(&b.desc);
  sycc_queue_release(q);
}

// A copy that waits while the library goes: with image scope it fails, else it has what it needs.
static void test_unload_before_copy(void) {
  for (int scope = 0; scope < 2; scope++) {
    sycc_queue *q = new_queue(0);
    object host = {.initial = 4};
    lib a;
    int value = 0;
    sycc_event *e = NULL;
    gate hold = {0};
    make_lib(&a, "_ZTS1a", "_Z1v", &host, 4, scope ? SY_ENTRY_IMAGE_SCOPE : 0);
    __tgt_register_lib(&a.desc);
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_host_task(g, gate_task, &hold, NULL));
    sycc_event *task = submit_event(g);
    CHECK_OK(try_copy(q, described(&host, scope), 0, 4, &value, task, &e));
    __tgt_unregister_lib(&a.desc);
    memset(&a, 0xee, sizeof a);
    gate_open(&hold);
    wait_release(e);
    wait_release(task);
    CHECK_EQ(value, scope ? 0 : 4);
    CHECK_EQ(sycc_queue_take_error(q), scope ? SYCC_runtime : SYCC_success);
    if (scope)
      CHECK_STR(sycc_error_message(), "cannot copy a device_global: the library that holds it was unloaded");
    sycc_queue_release(q);
  }
}

// ---- copies -----------------------------------------------------------------------------------------

// One that no image has keeps its value, also when an image comes that has it.
static void test_alone(void) {
  static object host = {.initial = 6};
  sycc_queue *q = new_queue(0);
  CHECK_EQ(value_of(q, described(&host, 0)), 6);
  host.initial = 60; // not where the value is
  CHECK_EQ(value_of(q, described(&host, 0)), 6);
  static lib a; // of this very library, the program
  make_lib(&a, "_ZTS1a", "_Z1v", &host, 60, 0);
  __tgt_register_lib(&a.desc);
  add(q, "_ZTS1a", &a);
  CHECK_EQ(value_of(q, described(&host, 0)), 7);
  __tgt_unregister_lib(&a.desc);
  CHECK_EQ(value_of(q, described(&host, 0)), 60);
  __tgt_unregister_lib(&a.desc); // so that nothing is left
  sycc_queue_release(q);
}

static void test_wrong_copies(void) {
  sycc_queue *q = new_queue(0);
  object host = {.initial = 1};
  lib a;
  int value[4];
  sycc_event *e = NULL;
  make_lib(&a, "_ZTS1a", "_ZN2ns1vE_tu0123456789abcdef", &host, 1, 0);
  __tgt_register_lib(&a.desc);
  sycc_device_global v = described(&host, 0);
  CHECK_EQ(try_copy(q, v, 0, 5, value, NULL, &e), SYCC_invalid);
  CHECK_STR(sycc_error_message(),
            "copy of 5 bytes at offset 0 of the device_global '_ZN2ns1vE', which is 4 bytes");
  CHECK_EQ(try_copy(q, v, 4, 1, value, NULL, &e), SYCC_invalid);
  CHECK_EQ(try_copy(q, v, SIZE_MAX, 1, value, NULL, &e), SYCC_invalid);
  CHECK_EQ(try_copy(q, v, 2, SIZE_MAX, value, NULL, &e), SYCC_invalid);
  CHECK_OK(try_copy(q, v, 4, 0, value, NULL, &e));
  wait_release(e);
  v.bytes = 8;
  CHECK_EQ(try_copy(q, v, 0, 8, value, NULL, &e), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "is 4 bytes for the device compiler and 8 for the host compiler");
  v.bytes = 4;
  sycc_group *g = new_group(q);
  void *place;
  CHECK_OK(sycc_group_device_global(g, &v, 0, 4, &place));
  CHECK_EQ(sycc_group_device_global(g, &v, 0, 4, &place), SYCC_invalid);
  sycc_group_abandon(g);
  __tgt_unregister_lib(&a.desc);
  sycc_queue_release(q);
}

// ---- many at once -----------------------------------------------------------------------------------

static atomic_int stop, wrong;

static void *loader(void *data) {
  for (int i = 0; !stop; i++) {
    static object host = {.initial = 1};
    lib a;
    make_lib(&a, "_ZTS1x", "_Z1v", &host, 1, i % 2 ? SY_ENTRY_IMAGE_SCOPE : 0);
    __tgt_register_lib(&a.desc);
    sycc_queue *q = NULL;
    sycc_event *e = NULL;
    int value = 0;
    sycc_status s = sycc_queue_create(the_device(), 0, &q);
    if (!s)
      s = try_copy(q, described(&host, i % 2), 0, 4, &value, NULL, &e);
    if (!s)
      s = sycc_event_wait(e);
    wrong += s || value != 1;
    sycc_event_release(e);
    sycc_queue_release(q);
    __tgt_unregister_lib(&a.desc);
    memset(&a, 0xee, sizeof a);
  }
  return NULL;
}

static void *user(void *data) {
  lib *l = data;
  sycc_queue *q = NULL;
  wrong += sycc_queue_create(the_device(), 0, &q) != SYCC_success;
  for (int i = 0; i < (SLOW_BUILD ? 300 : 3000); i++)
    wrong += try_add(q, l->entries[0].name, l) != SYCC_success;
  sycc_queue_release(q);
  return NULL;
}

static void test_concurrent(void) {
  enum { USERS = 3 };
  object host = {.initial = 10};
  lib libs[USERS];
  static const char *const kernels[] = {"_ZTS1a", "_ZTS1b", "_ZTS1c"};
  pthread_t load, use[USERS];
  for (int i = 0; i < USERS; i++) {
    make_lib(&libs[i], kernels[i], "_Z1w", &host, 10, 0);
    __tgt_register_lib(&libs[i].desc);
  }
  pthread_create(&load, NULL, loader, NULL);
  for (int i = 0; i < USERS; i++)
    pthread_create(&use[i], NULL, user, &libs[i]);
  for (int i = 0; i < USERS; i++)
    pthread_join(use[i], NULL);
  stop = true;
  pthread_join(load, NULL);
  CHECK_EQ(wrong, 0);
  sycc_queue *q = new_queue(0);
  CHECK_EQ(value_of(q, described(&host, 0)), 10 + USERS * (SLOW_BUILD ? 300 : 3000));
  sycc_queue_release(q);
  for (int i = 0; i < USERS; i++)
    __tgt_unregister_lib(&libs[i].desc);
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_shared);
  RUN(test_apart);
  RUN(test_two_images);
  RUN(test_image_scope);
  RUN(test_unload_before_copy);
  RUN(test_alone);
  RUN(test_wrong_copies);
  RUN(test_concurrent);
  return check_summary();
}
