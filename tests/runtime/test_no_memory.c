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
static int one(void) {
  return 1;
}
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
static const sy_image_property_set imported = {SY_IMPORTED, &link, &link + 1},
                                   exported = {SY_EXPORTED, &link, &link + 1};
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

static sycc_status fill_part(sycc_group *g, sycc_buffer *b) {
  sycc_buffer *part;
  sycc_access *a;
  sycc_status s = sycc_buffer_create_sub(b, 128, 4, &part);
  if (!s)
    s = sycc_group_access(g, part, SYCC_ACCESS_WRITE, &a);
  if (!s)
    s = sycc_group_fill(g, &(sycc_region){.access = a}, (size_t[]){4, 1, 1}, "abcd", 4);
  sycc_buffer_release(part);
  return s;
}

// One command, with many dependencies; kind 0: kernel, 1: host task, 2: fill, 3: empty, 4: copy from
// the device_global, 5: fill of a sub-buffer. *sent: it was submitted.
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
  if (!s && kind == 5)
    s = fill_part(g, b);
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
  static const char zero[256];
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
  s = s ? s : sycc_buffer_create(sizeof zero, (void *)zero, 0, &b);
  *errors += s != 0;
  for (int i = 0; i < 12 && !s; i++) {
    bool sent;
    *errors += command(q, b, i % 6, &e, tasks, &sent) != 0;
    kernels += i % 6 == 0 && sent;
    sent_tasks += i % 6 == 1 && sent;
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

// ---- bundles and specialization constants -----------------------------------------------------------

static void count_names(void *data, const char *symbol) {
  *(int *)data += *symbol != 0;
}

static sycc_status bundles(void) {
  sycc_device *d = the_device();
  sycc_bundle *all = NULL, *part = NULL, *joined = NULL;
  int names = 0;
  sycc_status s = sycc_kernels_visit(count_names, &names);
  if (!s)
    s = sycc_bundle_create(&d, 1, SYCC_BUNDLE_EXECUTABLE, &all);
  if (!s)
    s = sycc_bundle_part(all, &d, 1, NULL, SYCC_BUNDLE_EXECUTABLE, &part);
  if (!s)
    s = sycc_bundle_join((sycc_bundle *[]){all, part}, 2, &joined);
  sycc_bundle *const made[] = {all, part, joined};
  for (size_t i = 0; i < 3; i++)
    sycc_bundle_release(made[i]);
  return s;
}

static sycc_status constants(int32_t value) {
  sycc_spec_values *one = NULL, *two = NULL, *merged = NULL;
  sycc_queue *q = NULL;
  sycc_group *g = NULL;
  sycc_access *a;
  sycc_status s = sycc_spec_values_set(NULL, &(sycc_spec_id){&object, "", ""}, &value, sizeof value, &one);
  if (!s)
    s = sycc_spec_values_set(one, &(sycc_spec_id){&variable, "", ""}, &value, sizeof value, &two);
  if (!s)
    s = sycc_spec_values_merge(one, two, &merged);
  if (!s)
    s = sycc_queue_create(the_device(), 0, &q);
  if (!s)
    s = sycc_group_begin(q, &g);
  if (!s)
    s = sycc_group_spec_values(g, NULL, merged, &a);
  sycc_group_abandon(g);
  sycc_queue_release(q);
  sycc_spec_values *const made[] = {one, two, merged};
  for (size_t i = 0; i < 3; i++)
    sycc_spec_values_release(made[i]);
  return s;
}

static void test_bundle_requests(void) {
  __tgt_register_lib(&desc);
  for (int n = 1, more = 1; more; n++) {
    countdown = n;
    failed = 0;
    sycc_status s = bundles(), t = constants(n);
    more = countdown <= 0;
    countdown = 0;
    CHECK_EQ((s != 0) + (t != 0), failed);
    CHECK_OK(bundles());
    CHECK_OK(constants(n));
  }
  __tgt_unregister_lib(&desc);
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "2", 1);
  freopen("/dev/null", "w", stderr); // warnings about images that could not be registered
  RUN(test_every_request);
  RUN(test_bundle_requests);
  return check_summary();
}
