// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA back end over a driver without a GPU (fake_cuda.h), which stands beside this program.
#include "devices/devices.h"
#include "formats/image_desc.h"
#include "runtime/backends/cuda/cuda.h"
#include "tests/runtime/fake_cuda.h"
#include "tests/runtime/rt_test.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

static const fake_cuda_control *fake;

// The n-th GPU; the first platform is the CPU's.
static sycc_device *gpu(size_t n) {
  for (size_t i = 0; i < sycc_platform_count(); i++)
    if (sycc_platform_backend(sycc_platform_get(i)) == SYCC_BACKEND_CUDA)
      return sycc_device_get(sycc_platform_get(i), n);
  return NULL;
}

static sycc_queue *gpu_queue(size_t n, uint32_t flags) {
  sycc_queue *q = NULL;
  CHECK_OK(sycc_queue_create(gpu(n), flags, &q));
  return q;
}

// Waits, and returns the queue's first error, which is then the thread's text.
static sycc_status wait_error(sycc_queue *q) {
  CHECK_OK(sycc_queue_wait(q));
  return sycc_queue_take_error(q);
}

// What is left when nothing moves any more. A command gives back what it has a moment after its event.
static size_t left_over(size_t expected) {
  for (int i = 0; i < 20000 && fake->live() != expected; i++)
    nap_us(100);
  return fake->live();
}

// ---- images -------------------------------------------------------------------------------------------------

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
static const sycc_kernel_info scale_info = {"a", "scale", "scale", sizeof(closure), 8, PARAMS, params, 0, NULL};
static const sycc_kernel_info big_info = {"b", "big", "big", sizeof(closure), 64, PARAMS, big_params, 0, NULL};

static const sycc_kernel_param plain[] = {{SYCC_PARAM_CLOSURE, 0, 8}};
#define PLAIN(name) {name, name, name, 8, 8, 1, plain, 0, NULL}
static const sycc_kernel_info shape_info = PLAIN("shape"), bad_info = PLAIN("bad"), new_info = PLAIN("too_new"),
                              missing_info = PLAIN("missing"), sized_info = PLAIN("sized"), choice_info = PLAIN("choice"),
                              counter_info = PLAIN("counter_kernel");

static const unsigned char old_ptx[] = ".version 6.3\n.target sm_75\n", new_ptx[] = ".version 99.0\n.target sm_75\n";
static int counter_object; // the device_global on the host
static const sy_image_entry all_entries[] = {{NULL, "scale", 0, 0, 0}, {NULL, "big", 0, 0, 0},     {NULL, "shape", 0, 0, 0},
                                             {NULL, "bad", 0, 0, 0},   {NULL, "missing", 0, 0, 0}, {NULL, "choice", 0, 0, 0}};
static const sy_image_entry choice_entries[] = {{NULL, "choice", 0, 0, 0}}, new_entries[] = {{NULL, "too_new", 0, 0, 0}},
                            sized_entries[] = {{NULL, "sized", 0, 0, 0}},
                            counter_entries[] = {{NULL, "counter_kernel", 0, 0, 0}, {NULL, "counter", 4, 0, 0}},
                            host_entries[] = {{&counter_object, "counter", 4, 0, 0}};
static const uint32_t sizes[] = {2, 4, 16};
static const sy_image_property sized_property[] = {{"reqd_work_group_size", sizes, SY_IMAGE_PROPERTY_BYTES, sizeof sizes}};
static const sy_image_property_set sized_set[] = {{"SYCL/device requirements", sized_property, sized_property + 1}};
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
};
static sy_bin_desc desc = {.version = 1,
                           .number_of_images = sizeof images / sizeof *images,
                           .images = images,
                           .host_begin = host_entries,
                           .host_end = host_entries + 1};

// ---- kernels: each is called once for a launch ----------------------------------------------------------------

static fake_cuda_launch last; // without params
static uint64_t last_range[6];
static atomic_int wrong;

static void remember(const fake_cuda_launch *l, size_t n) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // kernels of several streams
  pthread_mutex_lock(&mutex);
  last = *l;
  memcpy(last_range, l->params[n], sizeof last_range);
  pthread_mutex_unlock(&mutex);
}

static void shape_kernel(const fake_cuda_launch *l) { remember(l, 1); }

// out = factor * in
static void work(const fake_cuda_launch *l, const closure *c) {
  remember(l, PARAMS);
  const int64_t *in = *(int64_t **)l->params[1];
  int64_t *out = *(int64_t **)l->params[2];
  uint64_t scratch = *(uint64_t *)l->params[3], more = *(uint64_t *)l->params[4];
  wrong += scratch % 128 || more % 128 || more < scratch + c->scratch.bytes || l->shared < more + c->more.bytes;
  wrong += *(void **)l->params[5] != NULL || *(int64_t *)l->params[6] != c->factor;
  for (size_t i = 0, n = *(uint64_t *)l->params[PARAMS]; i < n; i++)
    out[i] = (int64_t)((uint64_t)c->factor * (uint64_t)in[i]);
}

static void scale_kernel(const fake_cuda_launch *l) { work(l, l->params[0]); }
static void big_kernel(const fake_cuda_launch *l) { work(l, *(closure **)l->params[0]); }

// ---- devices ---------------------------------------------------------------------------------------------------

static bool has(sycc_device *d, const char *aspect) { return sycc_device_has(d, (uint32_t)sy_aspect_find(aspect)->Number); }

static void test_devices(void) {
  sycc_device *a = gpu(0), *b = gpu(1);
  CHECK(a && b && !gpu(2));
  CHECK_STR(sycc_device_string(a, SYCC_DEVICE_NAME), "Fake GPU 0");
  CHECK_STR(sycc_device_string(b, SYCC_DEVICE_VERSION), "8.6");
  CHECK_STR(sycc_platform_string(sycc_device_platform(a), SYCC_PLATFORM_VERSION), "CUDA 12.4");
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_TYPE), SYCC_DEVICE_GPU);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_LOCAL_MEM_BYTES), 100 << 10);
  CHECK_EQ(sycc_device_value(a, SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z), 64);
  size_t size;
  CHECK_EQ(sycc_device_sub_group_sizes(a, &size, 1), 1);
  CHECK_EQ(size, 32);
  CHECK(has(a, "gpu") && has(a, "fp16") && has(a, "fp64") && has(a, "atomic64") && !has(a, "cpu"));
  CHECK(has(a, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_90")->archAspect)->Name));
  CHECK(has(a, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_90a")->archAspect)->Name));
  CHECK(has(b, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_86")->archAspect)->Name));
  CHECK(!has(b, sy_aspect_get((uint32_t)sy_target_find("nvidia_gpu_sm_80")->archAspect)->Name));
  CHECK(has(a, "usm_shared_allocations") && !has(a, "usm_system_allocations")); // this driver says no
  const char *const *t = b->targets;
  CHECK_STR(t[0], "nvidia_gpu_sm_86");
  CHECK_STR(t[1], "nvidia_gpu_sm_80");
  CHECK_STR(t[2], "ptx64");
  CHECK_STR(t[3], "nvidia_gpu_sm_75");
  CHECK_STR(a->targets[0], "nvidia_gpu_sm_90a");
  CHECK_STR(a->targets[1], "nvidia_gpu_sm_90");
  CHECK_STR(a->targets[2], "ptx64");
  CHECK_STR(a->targets[3], "nvidia_gpu_sm_89");
  CHECK(!sy_cuda.problem());
}

// What this program says when it is started with that in its environment: the number of GPUs and why there are none.
static const char *start_with(const char *environment) {
  static char line[500];
  char command[600], self[400] = "";
  readlink("/proc/self/exe", self, sizeof self - 1);
  snprintf(command, sizeof command, "env %s '%s' problem", environment, self);
  FILE *f = popen(command, "r");
  *line = 0;
  if (f && !fgets(line, sizeof line, f))
    *line = 0;
  if (f)
    pclose(f);
  return line;
}

static int say_problem(void) {
  size_t n = 0;
  while (gpu(n))
    n++;
  printf("%zu %s\n", n, sy_cuda.problem() ? sy_cuda.problem() : "-");
  return 0;
}

static void test_problems(void) {
  CHECK_STR(start_with("FAKE_CUDA_DEVICES=7.5"), "1 -\n");
  CHECK_STR(start_with("FAKE_CUDA_DEVICES="), "0 the NVIDIA driver finds no GPU\n");
  CHECK_STR(start_with("FAKE_CUDA_FAIL=cuInit:1"),
            "0 the NVIDIA driver does not start: out of memory (CUDA_ERROR_OUT_OF_MEMORY)\n");
  CHECK_STR(start_with("FAKE_CUDA_FAIL=cuDeviceGetName:1"), "1 -\n"); // the other one
}

// ---- launches ----------------------------------------------------------------------------------------------------

enum { N = 1000 };

// A launch of scale or big; returns how it was submitted.
static sycc_status launch(sycc_queue *q, const sycc_kernel_info *info, sycc_buffer *in, sycc_buffer *out, size_t local) {
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

static sycc_buffer *numbers(void) {
  sycc_buffer *b = new_buffer(N * sizeof(int64_t));
  for (int64_t i = 0; i < N; i++)
    ((int64_t *)sycc_buffer_host_data(b))[i] = i;
  return b;
}

static size_t differences(sycc_buffer *b, uint64_t factor) {
  size_t n = 0;
  CHECK_OK(sycc_buffer_wait(b));
  for (uint64_t i = 0; i < N; i++)
    n += ((uint64_t *)sycc_buffer_host_data(b))[i] != factor * i;
  return n;
}

static void test_arguments(void) {
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  CHECK_OK(launch(q, &scale_info, in, out, 700));
  CHECK_EQ(differences(out, 3), 0);
  CHECK_EQ(last.shared, 768 + 128);
  size_t before = fake->calls("cuFuncSetAttribute");
  CHECK_OK(launch(q, &big_info, in, out, 60 << 10)); // above 48 KiB it has to be asked for
  CHECK_EQ(differences(out, 3), 0);
  CHECK_EQ(fake->calls("cuFuncSetAttribute"), before + 1);
  CHECK_OK(launch(q, &big_info, in, out, 50 << 10));
  CHECK_OK(wait_error(q));
  CHECK_EQ(fake->calls("cuFuncSetAttribute"), before + 1);
  CHECK_EQ(wrong, 0);
  CHECK_EQ(launch(q, &scale_info, in, out, (100 << 10) - 128), SYCC_accessor); // 16 bytes are the kernel's own
  CHECK_HAS(sycc_error_message(), "16 of them its own");
  CHECK_EQ(launch(q, &scale_info, in, out, 1 << 20), SYCC_accessor);
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  sycc_queue_release(q);
}

static sycc_status attempt_on(size_t n, const sycc_kernel_info *info, sycc_range r) {
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

static sycc_status attempt(const sycc_kernel_info *info, sycc_range r) { return attempt_on(0, info, r); }

// The groups cover the range, have whole warps, and are not too many.
static void check_shape(sycc_range r) {
  CHECK_OK(attempt(&shape_info, r));
  CHECK_EQ(last.block[0] * last.block[1] * last.block[2] % 32, 0);
  for (int d = 0; d < 3; d++) {
    CHECK((size_t)last.grid[d] * last.block[d] >= r.global[d]);
    CHECK((size_t)(last.grid[d] - 1) * last.block[d] < r.global[d]);
    CHECK(!d || last.grid[d] <= 65535);
    CHECK_EQ(last_range[d], r.global[d]);
    CHECK_EQ(last_range[3 + d], r.offset[d]);
  }
}

static void test_shapes(void) {
  static const size_t box[][3] = {{1 << 20, 1, 1}, {1000, 1000, 1}, {3, 500, 70}, {100, 200000, 1}, {64, 1, 100000}};
  for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
    sycc_range r = range_3(box[i][0], box[i][1], box[i][2]);
    r.offset[0] = 5, r.offset[2] = 7;
    check_shape(r);
  }
  CHECK_OK(attempt(&shape_info, range_1(1)));
  CHECK_EQ(last.block[0] * last.grid[0], 1);
  sycc_range r = {.dims = 2, .has_local = 1, .global = {64, 32, 1}, .local = {16, 8, 1}};
  CHECK_OK(attempt(&shape_info, r));
  CHECK_EQ(last.block[0], 16);
  CHECK_EQ(last.block[1], 8);
  CHECK_EQ(last.grid[0], 4);
  CHECK_EQ(last.grid[1], 4);
  CHECK_OK(attempt(&sized_info, range_3(100, 100, 1))); // what the kernel was compiled for
  CHECK_EQ(last.block[0], 16);
  CHECK_EQ(last.block[1], 4);
}

static void test_limits(void) {
  sycc_range r = {.dims = 1, .has_local = 1, .global = {2048, 1, 1}, .local = {1024, 1, 1}};
  CHECK_EQ(attempt(&shape_info, r), SYCC_nd_range); // the device has 1024, the kernel 512
  CHECK_HAS(sycc_error_message(), "kernel 'shape' can have 512 on device 'Fake GPU 0'");
  r = (sycc_range){.dims = 2, .has_local = 1, .global = {32, 70000, 1}, .local = {32, 1, 1}};
  CHECK_EQ(attempt(&shape_info, r), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "70000 work-groups in dimension y");
}

static size_t loads(const sycc_kernel_info *info, size_t device) {
  size_t before = fake->calls("cuModuleLoadDataEx");
  CHECK_OK(attempt_on(device, info, range_1(32)));
  return fake->calls("cuModuleLoadDataEx") - before;
}

static void test_images(void) {
  CHECK_EQ(loads(&choice_info, 0), 1); // sm_90's
  CHECK_EQ(loads(&choice_info, 0), 0); // once
  CHECK_EQ(loads(&choice_info, 1), 1); // sm_80's code for sm_86
  CHECK_EQ(loads(&shape_info, 1), 0); // with another kernel of the image, before
  CHECK_EQ(attempt(&missing_info, range_1(1)), SYCC_build);
  CHECK_HAS(sycc_error_message(), "does not find kernel 'missing'");
  sycc_kernel_info nowhere = PLAIN("nowhere");
  CHECK_EQ(attempt(&nowhere, range_1(1)), SYCC_kernel_not_supported);
  CHECK_EQ(attempt(&new_info, range_1(1)), SYCC_build);
  CHECK_HAS(sycc_error_message(), "CUDA_ERROR_UNSUPPORTED_PTX_VERSION");
  CHECK_HAS(sycc_error_message(), "driver may be older than the PTX");
  CHECK_HAS(sycc_error_message(), "-fsycl-targets=nvidia_gpu_sm_90a");
  CHECK_HAS(sycc_error_message(), "the driver says: ptxas fatal: Unsupported .version");
}

// ---- memory ------------------------------------------------------------------------------------------------------

static void test_usm(void) {
  size_t live = fake->live();
  for (int kind = SYCC_USM_HOST; kind <= SYCC_USM_SHARED; kind++)
    for (size_t align = 0; align <= 8192; align = align ? 2 * align : 256) {
      char *p = NULL;
      sycc_device *d = NULL;
      CHECK_OK(sycc_usm_alloc(gpu(1), (sycc_usm_kind)kind, 1000, align, (void **)&p));
      CHECK(p && (!align || (uintptr_t)p % align == 0));
      CHECK_EQ(sycc_usm_query(p + 999, &d), kind);
      CHECK(d == gpu(1));
      CHECK_EQ(fake->live(), live + 1);
      CHECK_OK(sycc_usm_free(p));
      CHECK_EQ(fake->live(), live);
    }
  void *p;
  CHECK_EQ(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, (size_t)2 << 30, 0, &p), SYCC_memory_allocation);
}

static void copy(sycc_queue *q, sycc_region to, sycc_region from, size_t x, size_t y, size_t z) {
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_copy(g, &to, &from, (size_t[]){x, y, z}));
  submit(g);
  CHECK_OK(wait_error(q));
}

enum { X = 20, Y = 12, Z = 6, BOX = X * Y * Z };

// A box of 5 x 4 x 3 at (2, 3, 1) to (7, 1, 2) of memory with another shape.
static void test_boxes(sycc_queue *q, char *to, char *from, size_t to_slice, size_t from_slice) {
  for (int i = 0; i < 2 * BOX; i++)
    from[i] = (char)(i % 251), to[i] = -1;
  sycc_region t = {.ptr = to, .origin = {7, 1, 2}, .row_pitch = X, .slice_pitch = to_slice};
  sycc_region f = {.ptr = from, .origin = {2, 3, 1}, .row_pitch = 10, .slice_pitch = from_slice};
  copy(q, t, f, 5, 4, 3);
  int bad = 0, touched = 0;
  for (size_t z = 0; z < 3; z++)
    for (size_t y = 0; y < 4; y++)
      for (size_t x = 0; x < 5; x++)
        bad += to[(z + 2) * to_slice + (y + 1) * X + x + 7] != from[(z + 1) * from_slice + (y + 3) * 10 + x + 2];
  for (int i = 0; i < 2 * BOX; i++)
    touched += to[i] != -1;
  CHECK_EQ(bad, 0);
  CHECK(touched <= 60 && touched >= 59); // one may have been copied as -1
}

static void test_copies(void) {
  sycc_queue *q = gpu_queue(0, 0);
  char *device, *host = malloc(2 * BOX), *shared;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 2 * BOX, 0, (void **)&device));
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_SHARED, 2 * BOX, 0, (void **)&shared));
  test_boxes(q, device, host, X * Y, 100);
  test_boxes(q, host, device, X * Y, 103); // slices that are not rows apart
  test_boxes(q, shared, device, X * Y + 7, 100);
  size_t boxes = fake->calls("cuMemcpy3DAsync_v2");
  strcpy(host, "in one piece");
  copy(q, (sycc_region){.ptr = device}, (sycc_region){.ptr = host}, 4, 3, 2);
  CHECK_STR(device, "in one piece");
  CHECK_EQ(fake->calls("cuMemcpy3DAsync_v2"), boxes);
  CHECK_OK(sycc_usm_free(device));
  CHECK_OK(sycc_usm_free(shared));
  free(host);
  sycc_queue_release(q);
}

static void test_fills(void) {
  static const char pattern[] = "aaaaababcdabcdabcdefg 0123456789";
  static const struct {
    size_t at, size;
  } cases[] = {{0, 1}, {0, 4}, {4, 2}, {3, 4}, {6, 4}, {0, 3}, {10, 8}, {10, 12}, {14, 7}, {0, 32}};
  sycc_queue *q = gpu_queue(0, 0);
  char *p;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 4096, 0, (void **)&p));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t rows = 1; rows <= 3; rows += 2)
      for (size_t from = 0; from < 2; from++) { // not aligned, too
        size_t n = cases[i].size * 9, size = cases[i].size;
        memset(p, 0, 4096);
        sycc_group *g = new_group(q);
        sycc_region to = {.ptr = p + from, .row_pitch = rows > 1 ? 1000 : 0};
        CHECK_OK(sycc_group_fill(g, &to, (size_t[]){n, rows, 1}, pattern + cases[i].at, size));
        submit(g);
        CHECK_OK(wait_error(q));
        int bad = 0;
        for (size_t y = 0; y < rows; y++)
          for (size_t x = 0; x < n; x++)
            bad += p[from + y * 1000 + x] != pattern[cases[i].at + x % size];
        CHECK_EQ(bad, 0);
        CHECK_EQ(p[from + n], 0);
      }
  CHECK_OK(sycc_usm_free(p));
  sycc_queue_release(q);
}

static void test_prefetch(void) {
  sycc_queue *q = gpu_queue(0, 0);
  void *shared, *device;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_SHARED, 100, 0, &shared));
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 100, 0, &device));
  size_t before = fake->calls("cuMemPrefetchAsync");
  for (int i = 0; i < 2; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_prefetch(g, i ? device : shared, 100));
    submit(g);
  }
  CHECK_OK(wait_error(q));
  CHECK_EQ(fake->calls("cuMemPrefetchAsync"), before + 1); // only shared memory moves
  CHECK_OK(sycc_usm_free(shared));
  CHECK_OK(sycc_usm_free(device));
  sycc_queue_release(q);
}

static void test_peers(void) {
  sycc_queue *a = gpu_queue(0, 0), *b = gpu_queue(1, 0);
  sycc_buffer *one = numbers(), *two = new_buffer(N * sizeof(int64_t)), *three = new_buffer(N * sizeof(int64_t));
  size_t before = fake->calls("cuMemcpyPeerAsync"), live = fake->live();
  CHECK_OK(launch(a, &scale_info, one, two, 8));
  CHECK_OK(launch(b, &scale_info, two, three, 8));
  CHECK_EQ(differences(three, 9), 0);
  CHECK_EQ(fake->calls("cuMemcpyPeerAsync"), before + 1);
  CHECK_EQ(left_over(live + 5), live + 5); // four copies of buffers, and ptx64 on the second device
  sycc_buffer_release(one);
  sycc_buffer_release(two);
  sycc_buffer_release(three);
  CHECK_EQ(left_over(live + 1), live + 1);
  sycc_queue_release(a);
  sycc_queue_release(b);
}

// ---- device_globals ------------------------------------------------------------------------------------------------

static void test_device_globals(void) {
  sycc_queue *q = gpu_queue(0, 0);
  static const int initial = 42;
  sycc_device_global v = {.object = &counter_object, .initial = &initial, .bytes = sizeof(int)};
  int value = 0, fresh = 7;
  void *there;
  CHECK_OK(attempt(&counter_info, range_1(1))); // the image gets a pointer to the device's memory
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_device_global(g, &v, 0, sizeof(int), &there));
  CHECK_OK(sycc_group_copy(g, &(sycc_region){.ptr = &value}, &(sycc_region){.ptr = there}, (size_t[]){4, 1, 1}));
  submit(g);
  CHECK_OK(wait_error(q));
  CHECK_EQ(value, 42); // from the image
  g = new_group(q);
  CHECK_OK(sycc_group_device_global(g, &v, 0, sizeof(int), &there));
  CHECK_OK(sycc_group_copy(g, &(sycc_region){.ptr = there}, &(sycc_region){.ptr = &fresh}, (size_t[]){4, 1, 1}));
  submit(g);
  CHECK_OK(wait_error(q));
  CHECK_EQ(*(int *)there, 7);
  sycc_queue_release(q);
}

// ---- time ---------------------------------------------------------------------------------------------------------

static sycc_status take_address(void *data) {
  struct {
    sycc_access *access;
    uint64_t address;
  } *asked = data;
  return sycc_native_memory(asked->access, gpu(0), &asked->address);
}

// What programs of CUDA's own may have.
static void test_native(void) {
  uint64_t device = 7, context = 0, other = 0, none = 7;
  sycc_device *found = NULL;
  CHECK_OK(sycc_native_get(gpu(1), SYCC_NATIVE_DEVICE, 0, &device));
  CHECK_EQ(device, 1);
  CHECK_OK(sycc_native_find(SYCC_BACKEND_CUDA, SYCC_NATIVE_DEVICE, device, &found));
  CHECK(found == gpu(1));
  CHECK_EQ(sycc_native_find(SYCC_BACKEND_CUDA, SYCC_NATIVE_DEVICE, 99, &found), SYCC_invalid);
  CHECK_OK(sycc_native_get(gpu(0), SYCC_NATIVE_CONTEXT, 0, &context));
  CHECK_OK(sycc_native_get(gpu(1), SYCC_NATIVE_CONTEXT, 0, &other));
  CHECK(context && other && context != other);
  CHECK_EQ(sycc_native_get(gpu(0), SYCC_NATIVE_QUEUE, 0, &none), SYCC_feature_not_supported);
  // The memory of a buffer has its contents, and what is written there becomes them.
  size_t live = fake->live();
  int values[4] = {1, 2, 3, 4};
  sycc_buffer *b = NULL;
  sycc_group *g = NULL;
  sycc_event *e = NULL;
  sycc_queue *q = gpu_queue(0, 0);
  struct {
    sycc_access *access;
    uint64_t address;
  } asked = {0};
  CHECK_OK(sycc_buffer_create(sizeof values, values, 0, &b));
  CHECK_EQ(sycc_native_buffer(b, SYCC_BACKEND_CUDA, NULL, 0), 0);
  CHECK_OK(sycc_group_begin(q, &g));
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_READ | SYCC_ACCESS_WRITE, &asked.access));
  CHECK_OK(sycc_group_host_task(g, take_address, &asked, NULL));
  CHECK_OK(sycc_group_submit(g, &e));
  CHECK_OK(sycc_event_wait(e));
  CHECK_OK(wait_error(q));
  uint64_t address = 0;
  CHECK_EQ(sycc_native_buffer(b, SYCC_BACKEND_CUDA, &address, 1), 1);
  CHECK(address && address == asked.address);
  int there[4] = {0};
  CHECK_OK(sycc_buffer_wait(b));
  memcpy(there, sycc_buffer_host_data(b), sizeof there);
  CHECK(!memcmp(there, values, sizeof there));
  sycc_event_release(e);
  sycc_queue_release(q);
  sycc_buffer_release(b);
  CHECK_EQ(left_over(live), live);
}

static void test_profile(void) {
  sycc_queue *q = gpu_queue(0, SYCC_QUEUE_PROFILING);
  for (int i = 0; i < 3; i++) {
    sycc_group *g = new_group(q);
    uint64_t c = 0, submitted, start, end, now = sy_graph_now();
    sycc_range r = range_1(1);
    CHECK_OK(sycc_group_kernel(g, &shape_info, &c, sizeof c, &r, NULL));
    sycc_event *e = submit_event(g);
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_SUBMIT, &submitted));
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_START, &start));
    CHECK_OK(sycc_event_profile(e, SYCC_TIME_END, &end));
    CHECK(now <= submitted && submitted <= start && start <= end && end <= sy_graph_now());
    sycc_event_release(e);
  }
  CHECK(fake->calls("cuEventElapsedTime") >= 6);
  sycc_queue_release(q);
}

// ---- failures -----------------------------------------------------------------------------------------------------

// Everything once; returns how many things went wrong where somebody is told.
static int everything(sycc_queue *q) {
  int told = 0;
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  void *usm[3] = {NULL};
  told += launch(q, &scale_info, in, out, 60 << 10) != 0;
  told += launch(q, &big_info, in, out, 60) != 0;
  for (int i = 0; i < 3; i++) {
    told += sycc_usm_alloc(sycc_device_get(sycc_device_platform(gpu(0)), 0), (sycc_usm_kind)(i + 1), 4000, 4096, &usm[i]) != 0;
    sycc_group *g = usm[i] ? new_group(q) : NULL;
    if (g && !sycc_group_fill(g, &(sycc_region){.ptr = usm[i]}, (size_t[]){96, 1, 1}, "0123456789ab", 12))
      submit(g);
    g = usm[i] ? new_group(q) : NULL;
    if (g && !sycc_group_prefetch(g, usm[i], 100))
      submit(g);
    g = usm[i] ? new_group(q) : NULL;
    sycc_region to = {.ptr = usm[i], .origin = {200, 0, 0}, .row_pitch = 10}, from = {.ptr = usm[i]};
    if (g && !sycc_group_copy(g, &to, &from, (size_t[]){4, 3, 1}))
      submit(g);
  }
  CHECK_OK(sycc_queue_wait(q));
  while (sycc_queue_take_error(q))
    told++;
  told += sycc_buffer_wait(out) != 0;
  for (int i = 0; i < 3; i++)
    CHECK_OK(sycc_usm_free(usm[i]));
  for (int64_t i = 0; i < N; i++) // what nobody wrote is as it was
    CHECK(((int64_t *)sycc_buffer_host_data(in))[i] == i);
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  return told;
}

// Functions of which some calls may fail without anybody being told: times are then the host's, a thread that frees or
// helps leaves it, and the driver tells of what was not there itself.
static bool is_quiet(const char *function) {
  static const char *const quiet[] = {"cuEvent",      "cuPointerGetAttribute", "cuDriverGetVersion", "cuDevice", "cuMemFree",
                                      "cuCtxSetCurrent", "cuStream"};
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
    if (!strncmp(function, quiet[i], strlen(quiet[i])))
      return true;
  return false;
}

// Lets every call of the function fail once. Returns how many calls there were.
static size_t fail_each(const char *function, bool leaks) {
  for (int nth = 1;; nth++) {
    sycc_queue *q = gpu_queue(0, SYCC_QUEUE_PROFILING);
    size_t live = fake->live();
    fake->fail(function, nth);
    int told = everything(q), failed = fake->failed();
    fake->fail("", 0);
    if (failed && !told && !is_quiet(function))
      printf("%s, call %d: nobody was told\n", function, nth);
    CHECK(!failed || told || is_quiet(function));
    if (!leaks && left_over(live) != live)
      printf("%s, call %d: %zu things are left\n", function, nth, fake->live() - live);
    CHECK(leaks || left_over(live) == live);
    sycc_queue_release(q);
    if (!failed)
      return (size_t)nth - 1;
  }
}

#define NO_CONTEXT "cuCtxSetCurrent" // nothing can be freed when it fails

static void test_every_call_fails(void) {
  static const char *const functions[] = {
#define X(name, symbol, parameters) symbol,
      SY_CU_FUNCTIONS(X)
#undef X
  };
  size_t failed = 0;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i], NO_CONTEXT))
      failed += fail_each(functions[i], false);
  CHECK(failed > 40);
  sycc_queue *q = gpu_queue(0, 0);
  CHECK_EQ(everything(q), 0); // all is well again
  sycc_queue_release(q);
}

static void test_no_context(void) {
  CHECK(fail_each(NO_CONTEXT, true) > 5);
}

static void test_lost_device(void) {
  CHECK_EQ(attempt_on(1, &bad_info, range_1(1)), SYCC_runtime);
  CHECK_HAS(sycc_error_message(), "kernel 'bad' failed on device 'Fake GPU 1': an illegal memory access was encountered "
                                  "(CUDA_ERROR_ILLEGAL_ADDRESS); the device cannot be used");
  CHECK_EQ(attempt_on(1, &shape_info, range_1(1)), SYCC_runtime);
  CHECK_HAS(sycc_error_message(), "device 'Fake GPU 1' cannot be used by this process any more");
  void *p;
  CHECK_EQ(sycc_usm_alloc(gpu(1), SYCC_USM_DEVICE, 100, 0, &p), SYCC_runtime);
  fake->heal();
  CHECK_OK(attempt_on(0, &shape_info, range_1(1))); // the other one is well
}

// ---- order ---------------------------------------------------------------------------------------------------------

// Commands that need each other's results, by their buffers, by an in-order queue, by events: all are handed over before
// any has ended, and each finds what the one before made.
static void test_chains(void) {
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *b[2] = {numbers(), new_buffer(N * sizeof(int64_t))};
  enum { LINKS = 20 };
  int64_t factor = 1;
  for (int i = 0; i < LINKS; i++, factor *= 3)
    CHECK_OK(launch(q, i % 3 ? &scale_info : &big_info, b[i % 2], b[!(i % 2)], 8));
  CHECK_EQ(differences(b[LINKS % 2], factor), 0);
  CHECK_OK(wait_error(q));
  CHECK_EQ(wrong, 0);
  for (int i = 0; i < 2; i++)
    sycc_buffer_release(b[i]);
  sycc_queue_release(q);
}

static atomic_int turn, out_of_turn;
static void turn_kernel(const fake_cuda_launch *l) {
  out_of_turn += turn++ != *(int64_t *)l->params[0];
}

static void test_turns(uint32_t flags) {
  sycc_queue *q = gpu_queue(0, flags);
  sycc_event *before = NULL;
  char *usm;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 100, 0, (void **)&usm));
  fake->add_kernel("choice", turn_kernel);
  turn = out_of_turn = 0;
  for (int64_t i = 0; i < 300; i++) {
    sycc_group *g = new_group(q);
    sycc_range r = range_1(1);
    if (before)
      CHECK_OK(sycc_group_depends_on(g, before));
    CHECK_OK(sycc_group_kernel(g, &choice_info, &i, sizeof i, &r, NULL));
    sycc_event_release(before);
    before = flags ? NULL : submit_event(g);
    if (flags)
      submit(g);
    if (flags && i % 10 == 3) { // other work in between
      g = new_group(q);
      CHECK_OK(sycc_group_fill(g, &(sycc_region){.ptr = usm}, (size_t[]){96, 1, 1}, "0123456789ab", 12));
      submit(g);
    }
  }
  sycc_event_release(before);
  CHECK_OK(wait_error(q));
  CHECK_EQ(turn, 300);
  CHECK_EQ(out_of_turn, 0);
  CHECK_OK(sycc_usm_free(usm));
  sycc_queue_release(q);
}

static sycc_status increment(void *data) {
  ++*(atomic_int *)data;
  return SYCC_success;
}

// Commands with random dependencies on two devices and the host, beside a model that does one after the other.
static void test_random(void) {
  enum { BUFFERS = 6, STEPS = 3000 };
  sycc_queue *q[] = {gpu_queue(0, 0), gpu_queue(1, 0), gpu_queue(0, SYCC_QUEUE_IN_ORDER)};
  sycc_buffer *b[BUFFERS];
  uint64_t model[BUFFERS];
  atomic_int tasks = 0;
  unsigned seed = 1, bad = 0, asked = 0;
  for (int i = 0; i < BUFFERS; i++)
    b[i] = numbers(), model[i] = 1;
  for (int step = 0; step < STEPS; step++) {
    unsigned r = (unsigned)rand_r(&seed), from = r % BUFFERS, to = (from + 1 + r / 64 % (BUFFERS - 1)) % BUFFERS;
    if (r / 4096 % 16 == 0) { // a host accessor
      sycc_access *a;
      CHECK_OK(sycc_host_access_begin(b[from], SYCC_ACCESS_READ, &a));
      bad += ((uint64_t *)sycc_access_host_data(a))[7] != 7 * model[from];
      sycc_host_access_end(a);
    } else if (r / 4096 % 16 == 1) { // something of the host's in the queue
      sycc_group *g = new_group(q[2]);
      CHECK_OK(sycc_group_host_task(g, increment, &tasks, NULL));
      submit(g);
      asked++;
    } else {
      CHECK_OK(launch(q[r / 65536 % 3], r % 5 ? &scale_info : &big_info, b[from], b[to], 8));
      model[to] = 3 * model[from];
    }
  }
  for (int i = 0; i < BUFFERS; i++)
    CHECK_EQ(differences(b[i], model[i]), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_OK(wait_error(q[i]));
    sycc_queue_release(q[i]);
  }
  CHECK_EQ(bad, 0);
  CHECK_EQ(tasks, asked);
  for (int i = 0; i < BUFFERS; i++)
    sycc_buffer_release(b[i]);
}

static void test_order(void) {
  test_chains();
  test_random();
  test_turns(SYCC_QUEUE_IN_ORDER);
  test_turns(0);
}

// In a child nothing can be used, and everything can be let go.
static void test_fork(void) {
  void *p;
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  CHECK_OK(launch(q, &scale_info, in, out, 8));
  CHECK_EQ(differences(out, 3), 0);
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_HOST, 100, 0, &p));
  pid_t child = fork();
  if (!child) {
    void *more;
    int bad = sycc_usm_alloc(gpu(0), SYCC_USM_HOST, 100, 0, &more) != SYCC_runtime;
    bad |= sycc_usm_free(p) != SYCC_success || launch(q, &scale_info, in, out, 8) == SYCC_success;
    sycc_buffer_release(in);
    sycc_buffer_release(out);
    sycc_queue_release(q);
    _exit(bad);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQ(status, 0);
  CHECK_OK(sycc_usm_free(p));
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  sycc_queue_release(q);
}

// ---- threads --------------------------------------------------------------------------------------------------------

static void *submit_many(void *arg) {
  sycc_queue *q = arg;
  for (int i = 0; i < 500; i++) {
    sycc_group *g;
    uint64_t c = 0;
    sycc_range r = range_1(100);
    if (sycc_group_begin(q, &g) || sycc_group_kernel(g, &choice_info, &c, sizeof c, &r, NULL))
      abort();
    sycc_event *e;
    if (sycc_group_submit(g, &e))
      abort();
    if (i % 3 == 0)
      sycc_event_wait(e);
    sycc_event_release(e);
  }
  return NULL;
}

static atomic_int launched;
static void count_kernel(const fake_cuda_launch *l) { launched++; }

static void test_threads(void) {
  sycc_queue *q[2] = {gpu_queue(0, 0), gpu_queue(0, SYCC_QUEUE_IN_ORDER)};
  pthread_t threads[4];
  fake->add_kernel("choice", count_kernel);
  launched = 0;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, submit_many, q[i % 2]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++) {
    CHECK_OK(wait_error(q[i]));
    sycc_queue_release(q[i]);
  }
  CHECK_EQ(launched, 2000);
}

int main(int argc, char **argv) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*;cuda:*", 1); // whatever the tests around this one look at
  if (argc > 1)
    return say_problem();
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  fake = library ? dlsym(library, "fake_cuda") : NULL;
  if (!fake) {
    printf("the driver without a GPU is missing: %s\n", dlerror());
    return 1;
  }
  setenv("FAKE_CUDA_PTX", "8.0", 1);
  memcpy(big_params, params, sizeof params);
  big_params[0].kind = SYCC_PARAM_CLOSURE_BUFFER;
  fake->add_kernel("scale", scale_kernel);
  fake->add_kernel("big", big_kernel);
  fake->add_kernel("shape", shape_kernel);
  fake->add_kernel("sized", shape_kernel);
  fake->add_kernel("choice", shape_kernel);
  fake->add_kernel("counter_kernel", shape_kernel);
  fake->add_kernel("bad", NULL);
  __tgt_register_lib(&desc);
  RUN(test_devices);
  RUN(test_problems);
  RUN(test_arguments);
  RUN(test_shapes);
  RUN(test_limits);
  RUN(test_usm);
  RUN(test_copies);
  RUN(test_fills);
  RUN(test_prefetch);
  RUN(test_peers);
  RUN(test_images);
  RUN(test_device_globals);
  RUN(test_native);
  RUN(test_profile);
  RUN(test_every_call_fails);
  RUN(test_order);
  RUN(test_fork);
  RUN(test_threads);
  RUN(test_lost_device);
  __tgt_unregister_lib(&desc);
  CHECK_EQ(left_over(0), 0);
  __tgt_register_lib(&desc);
  RUN(test_no_context);
  __tgt_unregister_lib(&desc);
  return check_summary();
}
