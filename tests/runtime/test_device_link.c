// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images that call functions of others: what is found, what is refused, and libraries that come and go
// meanwhile.
#include "devices/devices.h"
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <pthread.h>

// A library with one native_cpu image: a kernel, one export, one import.
typedef struct lib {
  sy_image_entry entries[3];
  sy_image_property exported, imported, name, aspect;
  sy_image_property_set sets[4];
  sy_device_image image;
  sy_bin_desc desc;
} lib;

typedef int function(int x);

static void add_set(lib *l, const char *name, const sy_image_property *p) {
  sy_image_property_set *s = (sy_image_property_set *)l->image.sets_end++;
  *s = (sy_image_property_set){name, p, p + 1};
}

static lib *new_lib(void) {
  lib *l = calloc(1, sizeof *l);
  l->image = (sy_device_image){.version = 2,
                               .offload_kind = 4,
                               .format = SY_IMAGE_NATIVE,
                               .target = "native_cpu",
                               .entries_begin = l->entries,
                               .entries_end = l->entries,
                               .sets_begin = l->sets,
                               .sets_end = l->sets};
  l->desc = (sy_bin_desc){.version = 1, .number_of_images = 1, .images = &l->image};
  return l;
}

static void add_entry(lib *l, void *address, const char *name, int flags) {
  *(sy_image_entry *)l->image.entries_end++ = (sy_image_entry){.addr = address, .name = name, .flags = flags};
}

static void add_export(lib *l, const char *symbol, function *f) {
  l->exported = (sy_image_property){symbol, NULL, SY_IMAGE_PROPERTY_UINT32, 1};
  add_set(l, SY_EXPORTED, &l->exported);
  add_entry(l, (void *)f, symbol, SY_ENTRY_EXPORT);
}

static void add_import(lib *l, const char *symbol, const char *readable, function **slot) {
  l->imported = (sy_image_property){symbol, NULL, SY_IMAGE_PROPERTY_UINT32, 1};
  l->name = (sy_image_property){symbol, readable, SY_IMAGE_PROPERTY_BYTES, strlen(readable)};
  add_set(l, SY_IMPORTED, &l->imported);
  add_set(l, SY_IMPORT_NAMES, &l->name);
  add_entry(l, slot, symbol, SY_ENTRY_IMPORT);
}

static function *call_f, *call_g, *call_h; // what imports are called through

static int add_1(int x) {
  return x + 1;
}
static int add_2(int x) {
  return x + 2;
}
static int add_g(int x) {
  return call_g(x) + 100;
}
static gate in_function;
static int pass_gate(int x) {
  gate_pass(&in_function);
  return x;
}

static void kernel(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  int *p = *(int **)args[0];
  __atomic_store_n(p, call_f(10), __ATOMIC_SEQ_CST);
}
static void kernel_h(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  int *p = *(int **)args[0];
  __atomic_store_n(p, call_h(10), __ATOMIC_SEQ_CST);
}

static const sycc_kernel_param one_param[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
static const sycc_kernel_info info = {"", "_ZTS1k", "k", 8, 8, 1, one_param, 0, NULL};
static const sycc_kernel_info other_info = {"", "_ZTS1o", "o", 8, 8, 1, one_param, 0, NULL};

static sycc_status launch(sycc_queue *q, const sycc_kernel_info *which, void *closure, sycc_event *after,
                          sycc_event **out) {
  sycc_group *g = NULL;
  sycc_range r = range_1(1);
  sycc_status s = sycc_group_begin(q, &g);
  if (!s && after)
    s = sycc_group_depends_on(g, after);
  if (!s)
    s = sycc_group_kernel(g, which, &closure, sizeof closure, &r, NULL);
  if (!s)
    return sycc_group_submit(g, out);
  if (g)
    sycc_group_abandon(g);
  return s;
}

static int run(sycc_queue *q, const sycc_kernel_info *which) {
  int result = 0;
  sycc_event *e;
  if (launch(q, which, &result, NULL, &e))
    return -1;
  sycc_event_wait(e); // also from threads, where nothing is checked
  sycc_event_release(e);
  return result;
}

static lib *new_program(void) {
  lib *l = new_lib();
  add_entry(l, (void *)kernel, "_ZTS1k", 0);
  add_import(l, "f", "f(int)", &call_f);
  return l;
}

static lib *new_library(const char *symbol, function *f) {
  lib *l = new_lib();
  add_export(l, symbol, f);
  return l;
}

static void unload(lib *l) {
  __tgt_unregister_lib(&l->desc);
  free(l);
}

// ---- what is found ---------------------------------------------------------------------------------

static void test_found(void) {
  sycc_queue *q = new_queue(0);
  lib *program = new_program();
  __tgt_register_lib(&program->desc);
  CHECK_EQ(run(q, &info), -1);
  CHECK_HAS(
      sycc_error_message(),
      "kernel 'k' calls 'f(int)', which no loaded image defines for target native_cpu; load the library");
  lib *other = new_library("f", add_1);
  other->image.target = "x86_64";
  __tgt_register_lib(&other->desc);
  CHECK_EQ(run(q, &info), -1);
  CHECK_HAS(sycc_error_message(), "for target native_cpu; there is one for x86_64; load");
  lib *one = new_library("f", add_1), *two = new_library("f", add_2);
  __tgt_register_lib(&one->desc);
  __tgt_register_lib(&two->desc);
  CHECK_EQ(run(q, &info), 11);
  CHECK_EQ(run(q, &info), 11);
  unload(one);
  CHECK_EQ(run(q, &info), 12);
  unload(two);
  CHECK_EQ(run(q, &info), -1);
  CHECK_EQ(run(q, &info), -1);
  unload(other);
  unload(program);
  sycc_queue_release(q);
}

// f needs g of another library, which needs h of the first: what is needed goes in a circle.
static void test_chain(void) {
  sycc_queue *q = new_queue(0);
  lib *program = new_program(), *a = new_library("f", add_g), *b = new_library("g", add_2);
  add_entry(program, (void *)add_1, "h", SY_ENTRY_EXPORT);
  program->exported = (sy_image_property){"h", NULL, SY_IMAGE_PROPERTY_UINT32, 1};
  add_set(program, SY_EXPORTED, &program->exported);
  add_import(a, "g", "g(int)", &call_g);
  add_import(b, "h", "h(int)", &call_h);
  add_entry(b, (void *)kernel_h, "_ZTS1o", 0);
  __tgt_register_lib(&program->desc);
  __tgt_register_lib(&a->desc);
  CHECK_EQ(run(q, &info), -1);
  CHECK_HAS(sycc_error_message(), "kernel 'k' calls 'g(int)', which no loaded image defines");
  __tgt_register_lib(&b->desc);
  CHECK_EQ(run(q, &info), 112);
  CHECK(call_h == add_1);
  CHECK_EQ(run(q, &other_info), 11);
  unload(a);
  unload(b);
  unload(program);
  sycc_queue_release(q);
}

// ---- what is refused -------------------------------------------------------------------------------

static void test_refused(void) {
  sycc_queue *q = new_queue(0);
  lib *program = new_program(), *needs = new_library("f", add_1);
  static const uint32_t none[] = {4000}; // an aspect that nobody has
  needs->aspect = (sy_image_property){"aspect", none, SY_IMAGE_PROPERTY_BYTES, sizeof none};
  add_set(needs, "SYCL/device requirements", &needs->aspect);
  __tgt_register_lib(&program->desc);
  __tgt_register_lib(&needs->desc);
  call_f = NULL;
  CHECK_EQ(run(q, &info), -1);
  CHECK_HAS(sycc_error_message(), "kernel 'k' uses optional feature corresponding to 'aspect::4000'");
  CHECK_HAS(sycc_error_message(), ", which it reaches through 'f(int)' of '");
  CHECK(call_f == NULL); // nothing was touched
  unload(needs);
  lib *waits = new_library("f", NULL);
  __tgt_register_lib(&waits->desc);
  CHECK_EQ(run(q, &info), -1);
  CHECK_HAS(sycc_error_message(), "kernel 'k' calls 'f(int)' of '");
  CHECK_HAS(sycc_error_message(), "which waits for other work-items");
  unload(waits);
  unload(program);
  sycc_queue_release(q);
}

// ---- unloading -------------------------------------------------------------------------------------

static atomic_int unloaded;
static void *unload_thread(void *l) {
  unload(l);
  unloaded = 1;
  return NULL;
}

// Unloading waits for kernels that run the library's code; a command that has not started fails.
static void test_unload_in_flight(void) {
  sycc_queue *q = new_queue(0);
  lib *program = new_program(), *far = new_library("f", pass_gate);
  __tgt_register_lib(&program->desc);
  __tgt_register_lib(&far->desc);
  int first = 0, second = 0;
  sycc_event *running, *waiting;
  CHECK_OK(launch(q, &info, &first, NULL, &running));
  CHECK_OK(launch(q, &info, &second, running, &waiting));
  gate_await(&in_function, 1);
  pthread_t t;
  pthread_create(&t, NULL, unload_thread, far);
  nap_us(20000);
  CHECK_EQ(unloaded, 0);
  gate_open(&in_function);
  wait_release(running);
  pthread_join(t, NULL);
  CHECK_OK(sycc_event_wait(waiting));
  sycc_event_release(waiting);
  CHECK_EQ(first, 10);
  CHECK(second == 0 || second == 10); // whichever came first
  sycc_queue_take_error(q);
  unload(program);
  sycc_queue_release(q);
}

static atomic_bool stop;
static atomic_int wrong, good;

static void *submitter(void *q) {
  while (!stop) {
    int r = run(q, &info);
    good += r == 11 || r == 12;
    wrong += r != 11 && r != 12 && r != 0 && r != -1;
  }
  return NULL;
}

static void test_threads(void) {
  enum { THREADS = 4, ROUNDS = SLOW_BUILD ? 300 : 2000 };
  sycc_queue *q = new_queue(0);
  lib *program = new_program();
  __tgt_register_lib(&program->desc);
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, submitter, q);
  lib *old = NULL;
  for (int i = 0; i < ROUNDS || (good < 100 && i < 100 * ROUNDS); i++) {
    lib *l = new_library("f", i % 2 ? add_1 : add_2);
    __tgt_register_lib(&l->desc);
    if (old)
      unload(old);
    old = l;
  }
  stop = true;
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  CHECK_EQ(wrong, 0);
  CHECK(good > 0);
  unload(old);
  unload(program);
  while (sycc_queue_take_error(q))
    ;
  sycc_queue_release(q);
}

// ---- binding ---------------------------------------------------------------------------------------

typedef struct one_launch {
  sycc_queue *queue;
  const sycc_kernel_info *which;
  pthread_barrier_t *start;
  int result;
} one_launch;

static void *launch_thread(void *data) {
  one_launch *l = data;
  pthread_barrier_wait(l->start);
  l->result = run(l->queue, l->which);
  return NULL;
}

// Several threads are the first to launch: one binds while another already runs. Two programs reach g through
// the same library, whose import is bound for each of them. A slot that a kernel reads is not written any
// more.
static void test_first_launches(void) {
  enum { THREADS = 4, ROUNDS = SLOW_BUILD ? 100 : 500 };
  sycc_queue *q = new_queue(0);
  int different = 0;
  for (int round = 0; round < ROUNDS; round++) {
    lib *k = new_program(), *o = new_lib(), *f = new_library("f", add_g),
        *g = new_library("g", round % 2 ? add_1 : add_2);
    add_entry(o, (void *)kernel_h, "_ZTS1o", 0);
    add_import(o, "f", "f(int)", &call_h);
    add_import(f, "g", "g(int)", &call_g);
    lib *all[] = {k, o, f, g};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      __tgt_register_lib(&all[i]->desc);
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    pthread_t t[THREADS];
    one_launch l[THREADS];
    for (int i = 0; i < THREADS; i++) {
      l[i] = (one_launch){q, i % 2 ? &info : &other_info, &start, 0};
      pthread_create(&t[i], NULL, launch_thread, &l[i]);
    }
    for (int i = 0; i < THREADS; i++) {
      pthread_join(t[i], NULL);
      different += l[i].result != (round % 2 ? 111 : 112);
    }
    pthread_barrier_destroy(&start);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      unload(all[i]);
  }
  CHECK_EQ(different, 0);
  sycc_queue_release(q);
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_found);
  RUN(test_chain);
  RUN(test_refused);
  RUN(test_unload_in_flight);
  RUN(test_threads);
  RUN(test_first_launches);
  return check_summary();
}
