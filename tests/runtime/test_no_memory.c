// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Out of memory. Every place where the runtime asks for memory or a thread is made to fail, one after the
// other: the linker's --wrap puts the functions below between the library's objects and libc. Whatever
// fails, it is an error status or an error of the queue; nothing crashes, hangs or leaks, and what ran is
// right.
#include "formats/image_desc.h"
#include "runtime/backends/native_cpu/pool.h"
#include "tests/runtime/rt_test.h"

#include <search.h>

static atomic_long countdown; // the request that comes down to 0 fails
static atomic_int failed;

static bool refuse(void) {
  bool now = countdown > 0 && atomic_fetch_sub(&countdown, 1) == 1;
  failed += now;
  return now;
}

#define WRAP(type, name, params, args, failure)                                                              \
  type __real_##name params;                                                                                 \
  type __wrap_##name params;                                                                                 \
  type __wrap_##name params {                                                                                \
    return refuse() ? (failure) : __real_##name args;                                                        \
  }

WRAP(void *, malloc, (size_t n), (n), NULL)
WRAP(void *, calloc, (size_t n, size_t size), (n, size), NULL)
WRAP(void *, realloc, (void *p, size_t n), (p, n), NULL)
WRAP(char *, strdup, (const char *s), (s), NULL)
WRAP(int, posix_memalign, (void **p, size_t align, size_t n), (p, align, n), 12)
WRAP(void *, tsearch, (const void *key, void **root, int (*f)(const void *, const void *)), (key, root, f),
     NULL)
WRAP(int, pthread_create, (pthread_t * t, const pthread_attr_t *a, void *(*f)(void *), void *arg),
     (t, a, f, arg), 11)

// ---- a program that uses everything -----------------------------------------------------------------

typedef struct closure {
  sycc_accessor_head data;
  sycc_local_accessor_head local;
} closure;

static const sycc_kernel_param params[] = {{SYCC_PARAM_CLOSURE, 0, sizeof(closure)},
                                           {SYCC_PARAM_ACCESSOR, offsetof(closure, data), 16},
                                           {SYCC_PARAM_LOCAL, offsetof(closure, local), 16}};
static const sycc_kernel_info info = {"", "_ZTS1k", "k", sizeof(closure), 8, 3, params, 0, NULL};

// A function of another image, and the pointer it is called through.
static int one(void) { return 1; }
static int (*import)(void);

static void kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  memset(*(void **)args[2], 1, 1000);
  **(atomic_int **)args[1] += import();
}

// A device_global of which the library has the object.
static struct {
  int initial;
  int *data;
} object = {5, NULL}, variable = {5, NULL};
static const sycc_device_global global = {&object, &object.initial, sizeof object.initial, 0};
static const sy_image_entry entries[] = {{.addr = (void *)kernel, .name = "_ZTS1k"},
                                         {.addr = &variable, .name = "_Z1v", .size = sizeof object.initial},
                                         {.addr = &import, .name = "_Z1f", .flags = SY_ENTRY_IMPORT}};
static const sy_image_entry other_entry = {.addr = (void *)one, .name = "_Z1f", .flags = SY_ENTRY_EXPORT};
static const sy_image_property link = {"_Z1f", NULL, SY_IMAGE_PROPERTY_UINT32, 1};
static const sy_image_property_set imported = {SY_IMPORTED, &link, &link + 1}, exported = {SY_EXPORTED, &link, &link + 1};
static const sy_image_entry host_entry = {.addr = &object, .name = "_Z1v", .size = sizeof object.initial};
static const sy_device_image images[] = {{.version = 2,
                                          .offload_kind = 4,
                                          .format = 1,
                                          .target = "native_cpu",
                                          .entries_begin = entries,
                                          .entries_end = entries + 3,
                                          .sets_begin = &imported,
                                          .sets_end = &imported + 1},
                                         {.version = 2,
                                          .offload_kind = 4,
                                          .format = 1,
                                          .target = "native_cpu",
                                          .entries_begin = &other_entry,
                                          .entries_end = &other_entry + 1,
                                          .sets_begin = &exported,
                                          .sets_end = &exported + 1}};
static sy_bin_desc desc = {.version = 1,
                           .number_of_images = 2,
                           .images = images,
                           .host_begin = &host_entry,
                           .host_end = &host_entry + 1};

static sycc_status task(void *data) {
  ++*(atomic_int *)data;
  return SYCC_success;
}

static void destroy(void *data) {
  ((atomic_int *)data)[1]++;
}

// What happened to the host tasks: [0] how many ran, [1] were destroyed, [2] were given to a group.
typedef atomic_int task_counts[3];

static sycc_status copy_global(sycc_group *g) {
  static int value;
  void *place;
  sycc_status s = sycc_group_device_global(g, &global, 0, sizeof value, &place);
  return s ? s
           : sycc_group_copy(g, &(sycc_region){.ptr = &value}, &(sycc_region){.ptr = place},
                             (size_t[]){4, 1, 1});
}

// One command, with many dependencies; kind 0: kernel, 1: host task, 2: fill, 3: empty, 4: copy from
// the device_global. *sent: it was
// submitted.
static sycc_status command(sycc_queue *q, sycc_buffer *b, int kind, sycc_event **e, task_counts tasks,
                           bool *sent) {
  sycc_group *g;
  sycc_access *a;
  sycc_range r = {.dims = 1, .has_local = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
  *sent = false;
  sycc_status s = sycc_group_begin(q, &g);
  if (s)
    return s;
  s = sycc_group_access(g, b, SYCC_ACCESS_READ | SYCC_ACCESS_WRITE, &a);
  for (int i = 0; i < 6 && !s && *e; i++)
    s = sycc_group_depends_on(g, *e);
  closure c = {.data.access = a, .local.bytes = 1000};
  if (!s && kind == 0)
    s = sycc_group_kernel(g, &info, &c, sizeof c, &r, NULL);
  if (!s && kind == 1)
    s = sycc_group_host_task(g, task, tasks, destroy);
  tasks[2] += !s && kind == 1;
  if (!s && kind == 2)
    s = sycc_group_fill(g, &(sycc_region){.access = a, .origin = {4, 0, 0}}, (size_t[]){4, 1, 1}, "ab", 2);
  if (!s && kind == 4)
    s = copy_global(g);
  if (s) {
    sycc_group_abandon(g);
    return s;
  }
  sycc_event_release(*e);
  *e = NULL;
  s = sycc_group_submit(g, e);
  *sent = !s;
  return s;
}

// Returns how many things went wrong in a way they should not.
static int program(int *errors) {
  sycc_queue *q = NULL;
  sycc_buffer *b = NULL;
  sycc_event *e = NULL;
  sycc_access *a;
  void *p = NULL;
  task_counts tasks = {0};
  int kernels = 0, sent_tasks = 0, bad = 0;
  __tgt_register_lib(&desc);
  sycc_status s = sycc_queue_create(the_device(), 0, &q);
  *errors += s != 0;
  s = s ? s : sycc_buffer_create(8, "\0\0\0\0\0\0\0", 0, &b);
  *errors += s != 0;
  for (int i = 0; i < 10 && !s; i++) {
    bool sent;
    *errors += command(q, b, i % 5, &e, tasks, &sent) != 0;
    kernels += i % 5 == 0 && sent;
    sent_tasks += i % 5 == 1 && sent;
  }
  if (!s)
    bad += sycc_queue_wait(q) != SYCC_success;
  int cancelled = 0;
  for (sycc_status error; !s && (error = sycc_queue_take_error(q)); cancelled++)
    bad += !*sycc_error_message();
  *errors += cancelled;
  if (!s && !sycc_host_access_begin(b, SYCC_ACCESS_READ, &a)) {
    bad += !cancelled && *(int *)sycc_access_host_data(a) != kernels;
    sycc_host_access_end(a);
  } else {
    *errors += 1;
  }
  *errors += s || sycc_usm_alloc(the_device(), SYCC_USM_SHARED, 100, 0, &p);
  bad += sycc_usm_free(p) != 0;
  for (int i = 0; i < 5000 && tasks[1] < tasks[2]; i++)
    nap_us(200);
  bad += tasks[1] != tasks[2] || (!cancelled && tasks[0] != sent_tasks);
  sycc_event_release(e);
  sycc_buffer_release(b);
  sycc_queue_release(q);
  __tgt_unregister_lib(&desc);
  return bad;
}

static void test_every_request(void) {
  int silent = 0, n = 1;
  for (bool more = true; more; n++) {
    int errors = 0;
    failed = 0;
    countdown = n;
    CHECK_EQ(program(&errors), 0);
    more = countdown <= 0;
    countdown = 0;
    silent += failed && !errors;
    sy_pool_stop(); // so that threads are asked for again
    errors = 0;
    CHECK_EQ(program(&errors), 0); // and afterwards all is well
    CHECK_EQ(errors, 0);
  }
  printf("%d requests, %d failed without a trace\n", n - 1, silent);
  CHECK(n > 30);
  // What may fail without harm: the kernel's readable name, the text of an error, a second thread, the device
  // image, which is then missing.
  CHECK(silent <= 4);
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "2", 1);
  freopen("/dev/null", "w", stderr); // warnings about images that could not be registered
  RUN(test_every_request);
  return check_summary();
}
