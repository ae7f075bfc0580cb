// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes images in the words of the fake driver, registers them and launches their kernels on its two devices.
#include "tests/runtime/cuda_test.h"

#include "formats/image_desc.h"

#include <dlfcn.h>

const fake_cuda_control *fake;

// The n-th GPU; the first platform is the CPU's.
sycc_device *gpu(size_t n) {
  for (size_t i = 0; i < sycc_platform_count(); i++)
    if (sycc_platform_backend(sycc_platform_get(i)) == SYCC_BACKEND_cuda)
      return sycc_device_get(sycc_platform_get(i), n);
  return NULL;
}

sycc_queue *gpu_queue(size_t n, uint32_t flags) {
  sycc_queue *q = NULL;
  CHECK_OK(sycc_queue_create(gpu(n), flags, &q));
  return q;
}

sycc_status wait_error(sycc_queue *q) {
  CHECK_OK(sycc_queue_wait(q));
  return sycc_queue_take_error(q);
}

size_t left_over(size_t expected) {
  for (int i = 0; i < 20000 && fake->live() != expected; i++)
    nap_us(100);
  return fake->live();
}

// ---- images ----------------------------------------------------------------------------------------

typedef struct closure {
  int64_t factor;
  sycc_accessor_head in, out;
  sycc_local_accessor_head scratch, more;
  sycc_accessor_head none;
} closure;

static const sycc_kernel_param params[] = {
    {SYCC_PARAM_CLOSURE, 0, sizeof(closure)},
    {SYCC_PARAM_ACCESSOR, offsetof(closure, in), sizeof(sycc_accessor_head)},
    {SYCC_PARAM_ACCESSOR, offsetof(closure, out), sizeof(sycc_accessor_head)},
    {SYCC_PARAM_LOCAL, offsetof(closure, scratch), sizeof(sycc_local_accessor_head)},
    {SYCC_PARAM_LOCAL, offsetof(closure, more), sizeof(sycc_local_accessor_head)},
    {SYCC_PARAM_ACCESSOR, offsetof(closure, none), sizeof(sycc_accessor_head)},
    {SYCC_PARAM_VALUE, offsetof(closure, factor), sizeof(int64_t)},
};
enum { PARAMS = sizeof params / sizeof *params };
static sycc_kernel_param big_params[PARAMS];
const sycc_kernel_info scale_info = {"a", "scale", "scale", sizeof(closure), 8, PARAMS, params, 0, NULL};
const sycc_kernel_info big_info = {"b", "big", "big", sizeof(closure), 64, PARAMS, big_params, 0, NULL};

static const sycc_kernel_param plain[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
#define PLAIN(name) {name, name, name, 8, 8, 1, plain, 0, NULL}
const sycc_kernel_info shape_info = PLAIN("shape"), bad_info = PLAIN("bad"), new_info = PLAIN("too_new"),
                       missing_info = PLAIN("missing"), sized_info = PLAIN("sized"),
                       choice_info = PLAIN("choice"), counter_info = PLAIN("counter_kernel"),
                       cpu_info = PLAIN("for_the_cpu");

static const unsigned char old_ptx[] = ".version 6.3\n.target sm_75\n",
                           new_ptx[] = ".version 99.0\n.target sm_75\n";
int counter_object;
static const sy_image_entry all_entries[] = {{NULL, "scale", 0, 0, 0},   {NULL, "big", 0, 0, 0},
                                             {NULL, "shape", 0, 0, 0},   {NULL, "bad", 0, 0, 0},
                                             {NULL, "missing", 0, 0, 0}, {NULL, "choice", 0, 0, 0}};
static const sy_image_entry choice_entries[] = {{NULL, "choice", 0, 0, 0}},
                            new_entries[] = {{NULL, "too_new", 0, 0, 0}},
                            sized_entries[] = {{NULL, "sized", 0, 0, 0}},
                            counter_entries[] = {{NULL, "counter_kernel", 0, 0, 0},
                                                 {NULL, "counter", 4, 0, 0}},
                            cpu_entries[] = {{&counter_object, "for_the_cpu", 0, 0, 0}}, // never called
    host_entries[] = {{&counter_object, "counter", 4, 0, 0}};
static const uint32_t sizes[] = {2, 4, 16};
static const sy_image_property sized_property[] = {
    {"reqd_work_group_size", sizes, SY_IMAGE_PROPERTY_BYTES, sizeof sizes}};
static const sy_image_property_set sized_set[] = {
    {"SYCL/device requirements", sized_property, sized_property + 1}};
#define IMAGE(target_, ptx, entries)                                                                         \
  .version = 2, .offload_kind = 4, .target = target_, .image_begin = ptx, .image_end = ptx + sizeof ptx - 1, \
  .entries_begin = entries, .entries_end = entries + sizeof entries / sizeof *entries
static const sy_device_image images[] = {
    {IMAGE("ptx64", old_ptx, all_entries)},
    {IMAGE("nvidia_gpu_sm_80", old_ptx, choice_entries)},
    {IMAGE("nvidia_gpu_sm_90", old_ptx, choice_entries)},
    {IMAGE("ptx64", new_ptx, new_entries)},
    {IMAGE("ptx64", old_ptx, sized_entries), .sets_begin = sized_set, .sets_end = sized_set + 1},
    {IMAGE("ptx64", old_ptx, counter_entries)},
    {IMAGE("native_cpu", old_ptx, cpu_entries), .format = SY_IMAGE_NATIVE},
};
static sy_bin_desc desc = {.version = 1,
                           .number_of_images = sizeof images / sizeof *images,
                           .images = images,
                           .host_begin = host_entries,
                           .host_end = host_entries + 1};

// ---- kernels: each is called once for a launch -----------------------------------------------------

fake_cuda_launch last;
uint64_t last_range[7];
atomic_int wrong;

static void remember(const fake_cuda_launch *l, size_t n) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // kernels of several streams
  pthread_mutex_lock(&mutex);
  last = *l;
  memcpy(last_range, l->params[n], sizeof last_range);
  pthread_mutex_unlock(&mutex);
}

static void shape_kernel(const fake_cuda_launch *l) {
  remember(l, 1);
}

// out = factor * in
static void work(const fake_cuda_launch *l, const closure *c) {
  remember(l, PARAMS);
  const int64_t *in = *(int64_t **)l->params[1];
  int64_t *out = *(int64_t **)l->params[2];
  uint64_t scratch = *(uint64_t *)l->params[3], more = *(uint64_t *)l->params[4];
  wrong +=
      scratch % 128 || more % 128 || more < scratch + c->scratch.bytes || l->shared < more + c->more.bytes;
  wrong += *(void **)l->params[5] != NULL || *(int64_t *)l->params[6] != c->factor;
  for (size_t i = 0, n = *(uint64_t *)l->params[PARAMS]; i < n; i++)
    out[i] = (int64_t)((uint64_t)c->factor * (uint64_t)in[i]);
}

static void scale_kernel(const fake_cuda_launch *l) {
  work(l, l->params[0]);
}
static void big_kernel(const fake_cuda_launch *l) {
  work(l, *(closure **)l->params[0]);
}

// ---- launches --------------------------------------------------------------------------------------

sycc_status launch(sycc_queue *q, const sycc_kernel_info *info, sycc_buffer *in, sycc_buffer *out,
                   size_t local) {
  sycc_group *g = NULL;
  sycc_status s = sycc_group_begin(q, &g);
  closure c = {.factor = 3, .scratch.bytes = local, .more.bytes = 100};
  sycc_range r = range_1(N);
  if (s)
    return s;
  s = sycc_group_access(g, in, SYCC_ACCESS_READ, &c.in.access);
  if (!s)
    s = sycc_group_access(g, out, SYCC_ACCESS_WRITE | SYCC_ACCESS_NO_INIT, &c.out.access);
  if (!s)
    s = sycc_group_kernel(g, info, &c, sizeof c, &r, NULL);
  memset(&c, 0xee, sizeof c); // it was copied
  if (!s)
    s = sycc_group_submit(g, NULL);
  if (s)
    sycc_group_abandon(g);
  return s;
}

sycc_buffer *numbers(void) {
  sycc_buffer *b = new_buffer(N * sizeof(int64_t));
  for (int64_t i = 0; i < N; i++)
    ((int64_t *)sycc_buffer_host_data(b))[i] = i;
  return b;
}

size_t differences(sycc_buffer *b, uint64_t factor) {
  size_t n = 0;
  CHECK_OK(sycc_buffer_wait(b));
  for (uint64_t i = 0; i < N; i++)
    n += ((uint64_t *)sycc_buffer_host_data(b))[i] != factor * i;
  return n;
}

sycc_status attempt_on(size_t n, const sycc_kernel_info *info, sycc_range r) {
  sycc_queue *q = gpu_queue(n, 0);
  sycc_group *g = new_group(q);
  uint64_t c = 0;
  sycc_status s = sycc_group_kernel(g, info, &c, sizeof c, &r, NULL);
  if (s)
    sycc_group_abandon(g);
  else
    submit(g);
  CHECK_OK(sycc_queue_wait(q));
  if (!s)
    s = sycc_queue_take_error(q);
  sycc_queue_release(q);
  return s;
}

sycc_status attempt(const sycc_kernel_info *info, sycc_range r) {
  return attempt_on(0, info, r);
}

// ---- start and end ---------------------------------------------------------------------------------

bool cuda_start(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*;cuda:*", 1); // whatever the tests around this one look at
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  fake = library ? dlsym(library, "fake_cuda") : NULL;
  if (!fake) {
    printf("the driver without a GPU is missing: %s\n", dlerror());
    return false;
  }
  setenv("FAKE_CUDA_PTX", "8.0", 1);
  memcpy(big_params, params, sizeof params);
  big_params[0].kind = SYCC_PARAM_CLOSURE_BUFFER;
  fake->add_kernel("scale", scale_kernel);
  fake->add_kernel("big", big_kernel);
  static const char *const shapes[] = {"shape", "sized", "choice", "counter_kernel"};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    fake->add_kernel(shapes[i], shape_kernel);
  fake->add_kernel("bad", NULL);
  __tgt_register_lib(&desc);
  return true;
}

int cuda_end(void) {
  __tgt_unregister_lib(&desc);
  CHECK_EQ(left_over(0), 0);
  return check_failed != 0;
}
