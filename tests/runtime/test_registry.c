// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images: good and bad descriptors, loading and unloading while kernels are in flight.
#include "devices/conditions.h"
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <pthread.h>
#include <unistd.h>

// A library with one native_cpu image of one kernel.
typedef struct lib {
  sy_image_entry entry;
  sy_device_image image;
  sy_bin_desc desc;
} lib;

static void make_lib(lib *l, const char *symbol, sycc_cpu_kernel *k) {
  l->entry = (sy_image_entry){.addr = (void *)k, .name = symbol};
  l->image = (sy_device_image){.version = 2,
                               .offload_kind = 4,
                               .format = SY_IMAGE_NATIVE,
                               .target = "native_cpu",
                               .entries_begin = &l->entry,
                               .entries_end = &l->entry + 1};
  l->desc = (sy_bin_desc){.version = 1, .number_of_images = 1, .images = &l->image};
}

static void set_to(int *to, int value) {
  __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

static void kernel_1(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  set_to(*(int **)args[0], 1);
}

static void kernel_2(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  set_to(*(int **)args[0], 2);
}

static void kernel_3(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  set_to(*(int **)args[0], 3);
}

static void kernel_gate(void *const *args, const sycc_cpu_launch *l, size_t f, size_t e) {
  gate_pass(*(gate **)args[0]);
}

static const sycc_kernel_param one_param[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
static const sycc_kernel_info info = {"", "_ZTS1k", "k", 8, 8, 1, one_param, 0, NULL};

// Launches kernel "k" with a pointer as closure; after may be null.
static sycc_status launch(sycc_queue *q, void *closure, sycc_event *after, sycc_event **out) {
  sycc_group *g;
  sycc_range r = range_1(1);
  sycc_status s = sycc_group_begin(q, &g);
  if (s)
    return s;
  if (after)
    s = sycc_group_depends_on(g, after);
  if (!s)
    s = sycc_group_kernel(g, &info, &closure, sizeof closure, &r, NULL);
  if (!s)
    return sycc_group_submit(g, out);
  sycc_group_abandon(g);
  return s;
}

static int result_of_launch(sycc_queue *q) {
  int result = 0;
  sycc_event *e;
  if (launch(q, &result, NULL, &e))
    return -1;
  wait_release(e);
  return result;
}

// ---- registration -----------------------------------------------------------------------------------

static void test_load_unload(void) {
  sycc_queue *q = new_queue(0);
  lib a, b;
  make_lib(&a, "_ZTS1k", kernel_1);
  make_lib(&b, "_ZTS1k", kernel_2);
  CHECK_EQ(result_of_launch(q), -1);
  __tgt_register_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), 1);
  __tgt_register_lib(&b.desc); // the same kernel in another library
  CHECK_EQ(result_of_launch(q), 1);
  __tgt_unregister_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&b.desc);
  CHECK_EQ(result_of_launch(q), -1);
  CHECK_HAS(sycc_error_message(), "no loaded image holds it");
  sycc_queue_release(q);
}

// A description that was written over in place is another kernel's, and one kernel may have several.
static void test_descriptions(void) {
  sycc_queue *q = new_queue(0);
  lib a, b;
  make_lib(&a, "_ZTS1k", kernel_1);
  make_lib(&b, "_ZTS1j", kernel_2);
  __tgt_register_lib(&a.desc);
  __tgt_register_lib(&b.desc);
  for (int i = 0; i < 4; i++) {
    sycc_kernel_info own = {"", i % 2 ? "_ZTS1j" : "_ZTS1k", "k", 8, 8, 1, one_param, 0, NULL};
    int result = 0, *closure = &result;
    sycc_range r = range_1(1);
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_kernel(g, &own, &closure, sizeof closure, &r, NULL));
    wait_release(submit_event(g));
    CHECK_EQ(result, 1 + i % 2);
  }
  __tgt_unregister_lib(&a.desc);
  __tgt_unregister_lib(&b.desc);
  sycc_queue_release(q);
}

// The most specific code that the CPU can run, in whatever order images come; levels above the CPU's never
// run.
static void test_levels(void) {
  sycc_queue *q = new_queue(0);
  lib generic, level, top;
  make_lib(&generic, "_ZTS1k", kernel_1);
  make_lib(&level, "_ZTS1k", kernel_2);
  make_lib(&top, "_ZTS1k", kernel_3);
  level.image.target = "x86_64";
  top.image.target = "x86_64_avx512";
  __builtin_cpu_init();
  bool has_top = __builtin_cpu_supports("x86-64-v4");
  __tgt_register_lib(&generic.desc);
  CHECK_EQ(result_of_launch(q), 1); // which is remembered, until there is better
  __tgt_register_lib(&level.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_register_lib(&top.desc);
  CHECK_EQ(result_of_launch(q), has_top ? 3 : 2);
  __tgt_unregister_lib(&level.desc);
  __tgt_unregister_lib(&generic.desc);
  CHECK_EQ(result_of_launch(q), has_top ? 3 : -1);
  __tgt_unregister_lib(&top.desc);
  level.image.target = "spir64_x86_64"; // another name of x86_64
  __tgt_register_lib(&level.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&level.desc);
  sycc_queue_release(q);
}

static void test_many_kernels(void) {
  enum { N = 3000 };
  static sy_image_entry entries[N];
  static char names[N][24];
  for (int i = 0; i < N; i++) {
    snprintf(names[i], sizeof names[i], "_ZTS_%d", i);
    entries[i] = (sy_image_entry){.addr = (void *)kernel_2, .name = names[i]};
  }
  entries[N / 2].name = "_ZTS1k";
  lib a;
  make_lib(&a, "", NULL);
  a.image.entries_begin = entries;
  a.image.entries_end = entries + N;
  sycc_queue *q = new_queue(0);
  __tgt_register_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), -1);
  sycc_queue_release(q);
}

// What fn(desc) writes to standard error.
static const char *stderr_of(void (*fn)(sy_bin_desc *), sy_bin_desc *desc) {
  static char text[1000];
  FILE *f = tmpfile();
  int old = dup(2);
  fflush(stderr);
  dup2(fileno(f), 2);
  fn(desc);
  fflush(stderr);
  dup2(old, 2);
  close(old);
  rewind(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return text;
}

static void test_bad_descriptors(void) {
  sycc_queue *q = new_queue(0);
  lib a;
  CHECK_HAS(stderr_of(__tgt_register_lib, NULL), "null");
  __tgt_unregister_lib(NULL);
  make_lib(&a, "_ZTS1k", kernel_1);
  a.desc.version = 7;
  CHECK_HAS(stderr_of(__tgt_register_lib, &a.desc), "version");
  CHECK_EQ(result_of_launch(q), -1);
  __tgt_unregister_lib(&a.desc);
  // One bad image does not spoil the others.
  lib b;
  make_lib(&a, "_ZTS1k", kernel_1);
  make_lib(&b, NULL, kernel_1);
  sy_device_image images[3] = {b.image, a.image, b.image};
  images[2].target = NULL;
  sy_bin_desc desc = {.version = 1, .number_of_images = 3, .images = images};
  const char *text = stderr_of(__tgt_register_lib, &desc);
  CHECK_HAS(text, "sycc: warning: device image 0 at");
  CHECK_HAS(text, "is ignored: an entry has no name");
  CHECK_HAS(text, "device image 2");
  CHECK_EQ(result_of_launch(q), 1);
  CHECK_HAS(stderr_of(__tgt_register_lib, &desc), "registered twice");
  __tgt_unregister_lib(&desc);
  CHECK_EQ(result_of_launch(q), -1);
  // What only images that are linked into the program can get wrong.
  make_lib(&a, "_ZTS1k", NULL);
  a.image.target = "x86_64_avx2";
  CHECK_HAS(stderr_of(__tgt_register_lib, &a.desc), "has no address");
  make_lib(&a, "_ZTS1k", NULL);
  CHECK_HAS(stderr_of(__tgt_register_lib, &a.desc), "no address");
  make_lib(&a, "_ZTS1k", kernel_1);
  a.image.format = SY_IMAGE_SPIRV;
  CHECK_HAS(stderr_of(__tgt_register_lib, &a.desc), "format");
  make_lib(&a, "_ZTS1k", kernel_1);
  a.image.entries_begin = a.image.entries_end = NULL; // no kernels: pointless but no fault
  CHECK_STR(stderr_of(__tgt_register_lib, &a.desc), "");
  __tgt_unregister_lib(&a.desc);
  sycc_queue_release(q);
}

// ---- unloading under way ----------------------------------------------------------------------------

static atomic_bool unloaded;

static void *unload(void *l) {
  __tgt_unregister_lib(&((lib *)l)->desc);
  unloaded = true;
  return NULL;
}

// An image that its target can't run: no addresses, no variables, and a reason.
static void test_rejected(void) {
  static const char why[] = "needs sub-group size 64; x86_64 has 1\nmore\n";
  static const uint32_t fp64 = 6;
  const sy_image_property reasons[] = {{SY_REJECTED_WHY, why, SY_IMAGE_PROPERTY_BYTES, sizeof why - 1},
                                       {SY_REJECTED_ASPECTS, &fp64, SY_IMAGE_PROPERTY_BYTES, sizeof fp64}};
  sy_image_property_set set = {SY_REJECTED, reasons, reasons + 2};
  sycc_queue *q = new_queue(0);
  lib rejected, other;
  make_lib(&rejected, "_ZTS1k", NULL);
  make_lib(&other, "_ZTS1k", kernel_2);
  rejected.image.target = "x86_64";
  rejected.image.sets_begin = &set;
  rejected.image.sets_end = &set + 1;
  CHECK_STR(stderr_of(__tgt_register_lib, &rejected.desc), "");
  CHECK_EQ(result_of_launch(q), -1);
  CHECK_HAS(sycc_error_message(),
            "kernel 'k' uses optional feature corresponding to 'aspect::fp64' but target 'x86_64', which it "
            "was compiled for, does not support this aspect");
  set.end = reasons + 1;
  CHECK_EQ(result_of_launch(q), -1);
  CHECK_STR(sycc_error_message(),
            "kernel 'k' has no code for target 'x86_64', which it was compiled for: it needs sub-group size "
            "64; x86_64 has 1; no visible device can run it, SYCC_DEVICE_SELECTOR may hide others");
  set.end = reasons;
  CHECK_EQ(result_of_launch(q), -1); // a reason is missing: no reason to crash
  __tgt_register_lib(&other.desc);   // one that can run, for whatever target of the device
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&other.desc);
  CHECK_EQ(result_of_launch(q), -1);
  __tgt_unregister_lib(&rejected.desc);
  CHECK_EQ(result_of_launch(q), -1);
  sycc_queue_release(q);
}

// Of a kernel's variants the one for the device; of several targets the first that has one.
static void test_variants(void) {
  static const uint32_t with[] = {1, 6}, without[] = {6 | SY_LACKS}, no_cpu[] = {1 | SY_LACKS};
  const sy_image_property cases[] = {{"0", with, SY_IMAGE_PROPERTY_BYTES, sizeof with},
                                     {"0", without, SY_IMAGE_PROPERTY_BYTES, sizeof without},
                                     {"1", no_cpu, SY_IMAGE_PROPERTY_BYTES, sizeof no_cpu},
                                     {"0", with, SY_IMAGE_PROPERTY_BYTES, 3},
                                     {SY_DEVICE_IF_NUMBER, NULL, SY_IMAGE_PROPERTY_UINT32, 1}};
  sy_image_property_set wide = {SY_DEVICE_IF, cases, cases + 1},
                        narrow = {SY_DEVICE_IF, cases + 1, cases + 3},
                        malformed = {SY_DEVICE_IF, cases + 3, cases + 5};
  sycc_queue *q = new_queue(0);
  lib a, b, c, d;
  make_lib(&a, "_ZTS1k", kernel_1);
  make_lib(&b, "_ZTS1k", kernel_2);
  make_lib(&c, "_ZTS1k", kernel_3);
  make_lib(&d, "_ZTS1k", kernel_3);
  a.image.sets_begin = &narrow, a.image.sets_end = &narrow + 1;
  b.image.sets_begin = &wide, b.image.sets_end = &wide + 1;
  c.image.sets_begin = &narrow, c.image.sets_end = &narrow + 1;
  c.image.target = "x86_64";
  d.image.sets_begin = &malformed, d.image.sets_end = &malformed + 1;
  __tgt_register_lib(&d.desc); // is for no device
  __tgt_register_lib(&a.desc);
  CHECK_EQ(result_of_launch(q), -1);
  CHECK_HAS(sycc_error_message(), "kernel 'k' has no variant for device '");
  __tgt_register_lib(&c.desc); // a better target, and not for this device
  __tgt_register_lib(&b.desc);
  CHECK_EQ(result_of_launch(q), 2);
  __tgt_unregister_lib(&b.desc); // what a registered image says does not change
  wide.begin = cases + 1, wide.end = cases + 3;
  narrow.begin = cases, narrow.end = cases + 1;
  __tgt_register_lib(&b.desc);
  CHECK_EQ(result_of_launch(q), 3);
  __tgt_unregister_lib(&c.desc);
  CHECK_EQ(result_of_launch(q), 1);
  __tgt_unregister_lib(&a.desc);
  __tgt_unregister_lib(&b.desc);
  __tgt_unregister_lib(&d.desc);
  sycc_queue_release(q);
}

// Unloading waits for a kernel that runs, and not for one that waits behind it: that one fails.
static void test_unload_running(void) {
  sycc_queue *q = new_queue(0);
  gate hold = {0};
  lib a;
  make_lib(&a, "_ZTS1k", kernel_gate);
  __tgt_register_lib(&a.desc);
  sycc_event *running, *pending, *task;
  gate task_hold = {0};
  CHECK_OK(launch(q, &hold, NULL, &running));
  gate_await(&hold, 1);
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, gate_task, &task_hold, NULL));
  task = submit_event(g);
  CHECK_OK(launch(q, &hold, task, &pending));
  pthread_t t;
  pthread_create(&t, NULL, unload, &a);
  nap_us(20000);
  CHECK_EQ(sycc_event_status(running), SYCC_EVENT_RUNNING);
  CHECK(!unloaded);
  gate_open(&hold);
  pthread_join(t, NULL);
  CHECK(unloaded);
  memset(&a, 0xee, sizeof a); // the library is gone
  CHECK_EQ(sycc_event_status(pending), SYCC_EVENT_SUBMITTED);
  gate_open(&task_hold);
  wait_release(pending);
  wait_release(running);
  wait_release(task);
  CHECK_EQ(sycc_queue_take_error(q), SYCC_runtime);
  CHECK_STR(sycc_error_message(), "kernel 'k' cannot run: the library that holds its code was unloaded");
  CHECK_OK(sycc_queue_take_error(q));
  sycc_queue_release(q);
}

// Threads load and unload libraries with one kernel each while others launch those kernels. A launch finds
// the kernel or does not; when it ran, it ran that kernel.
static atomic_int stop, launched, missed, wrong;

static void *loader(void *data) {
  for (int i = 0; !stop; i++) {
    lib a;
    make_lib(&a, "_ZTS1k", i % 2 ? kernel_1 : kernel_2);
    __tgt_register_lib(&a.desc);
    if (i % 3)
      nap_us(30);
    __tgt_unregister_lib(&a.desc);
    memset(&a, 0xee, sizeof a);
  }
  return NULL;
}

static void *launcher(void *data) {
  sycc_queue *q;
  if (sycc_queue_create(the_device(), 0, &q))
    abort();
  for (int i = 0; i < (SLOW_BUILD ? 3000 : 20000); i++) {
    int result = 0;
    sycc_event *e;
    if (launch(q, &result, NULL, &e)) {
      missed++;
      continue;
    }
    wrong += sycc_event_wait(e) != SYCC_success;
    sycc_event_release(e);
    bool failed = sycc_queue_take_error(q);
    wrong += failed ? result != 0 : result != 1 && result != 2;
    launched += !failed;
  }
  sycc_queue_release(q);
  return NULL;
}

static void test_concurrent(void) {
  pthread_t loaders[2], launchers[3];
  for (int i = 0; i < 2; i++)
    pthread_create(&loaders[i], NULL, loader, NULL);
  for (int i = 0; i < 3; i++)
    pthread_create(&launchers[i], NULL, launcher, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(launchers[i], NULL);
  stop = 1;
  for (int i = 0; i < 2; i++)
    pthread_join(loaders[i], NULL);
  CHECK_EQ(wrong, 0);
  CHECK(launched > 0);
  printf("launched %d, not found %d\n", launched, missed);
}

// ---- constructors -----------------------------------------------------------------------------------

// As a wrapper object does it: before main, and taken out after it.
static lib early;
__attribute__((constructor)) static void load_early(void) {
  make_lib(&early, "_ZTS5early", kernel_2);
  __tgt_register_lib(&early.desc);
}

__attribute__((destructor)) static void unload_early(void) {
  __tgt_unregister_lib(&early.desc);
}

static void test_constructor(void) {
  sycc_kernel_info k = info;
  k.symbol = "_ZTS5early";
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  int result = 0, *closure = &result;
  sycc_range r = range_1(1);
  CHECK_OK(sycc_group_kernel(g, &k, &closure, sizeof closure, &r, NULL));
  wait_release(submit_event(g));
  CHECK_EQ(result, 2);
  sycc_queue_release(q);
}

int main(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_constructor);
  RUN(test_load_unload);
  RUN(test_descriptions);
  RUN(test_levels);
  RUN(test_rejected);
  RUN(test_variants);
  RUN(test_many_kernels);
  RUN(test_bad_descriptors);
  RUN(test_unload_running);
  RUN(test_concurrent);
  return check_summary();
}
