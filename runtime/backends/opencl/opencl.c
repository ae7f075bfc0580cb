// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL: its platforms and devices, and the back end's table.
#include "runtime/backends/opencl/opencl.h"
#include "base/count.h"
#include "runtime/backends/opencl/drivers.h"
#include "runtime/backends/opencl/signals.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLATFORMS = 32, MOST_DEVICES = 64 };

static bool found_any;
static const char *problem;
static char problem_text[8192]; // a driver takes a line

// Drivers are not opened once more before this is asked for.
static void look_for_faults(void) {
  if (sy_cl_driver_problem(problem_text, sizeof problem_text))
    problem = problem_text;
}

const char *sy_opencl_problem(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (found_any)
    pthread_once(&once, look_for_faults);
  return problem;
}

static const struct {
  sycc_platform_text what;
  cl_platform_info cl;
} texts[] = {
    {SYCC_PLATFORM_NAME, CL_PLATFORM_NAME},
    {SYCC_PLATFORM_VENDOR, CL_PLATFORM_VENDOR},
    {SYCC_PLATFORM_VERSION, CL_PLATFORM_VERSION},
    {SYCC_PLATFORM_PROFILE, CL_PLATFORM_PROFILE},
    {SYCC_PLATFORM_EXTENSIONS, CL_PLATFORM_EXTENSIONS},
};

static const char *cl_platform_text(cl_platform_id id, cl_platform_info what) {
  size_t n = 0;
  char *s = sy_cl.GetPlatformInfo(id, what, 0, NULL, &n) ? NULL : calloc(1, n + 1);
  if (s && !sy_cl.GetPlatformInfo(id, what, n, s, NULL))
    return s;
  free(s);
  return "";
}

void sy_cl_device_init(sycc_device *d, sy_cl_device *own, sycc_platform *p, cl_platform_id platform,
                       cl_device_id id) {
  *d = (sycc_device){.platform = p, .backend = &sy_opencl, .own = own};
  own->device = d;
  own->platform = platform;
  own->id = id;
  pthread_mutex_init(&own->mutex, NULL);
  pthread_mutex_init(&own->build_mutex, NULL);
  sy_cl_facts(own);
}

// False: it has no devices, or there is no memory.
static bool add_platform(cl_platform_id id, sycc_platform *p) {
  cl_device_id ids[MOST_DEVICES];
  cl_uint n = 0;
  if (sy_cl.GetDeviceIDs(id, CL_DEVICE_TYPE_ALL, MOST_DEVICES, ids, &n) || !n)
    return false;
  n = n < MOST_DEVICES ? n : MOST_DEVICES;
  sycc_device *devices = calloc(n, sizeof *devices);
  sy_cl_device *own = calloc(n, sizeof *own);
  sy_cl_space *space = sy_cl_space_new(n, ids);
  if (!devices || !own || !space) {
    free(space);
    free(devices);
    free(own);
    return false;
  }
  *p = (sycc_platform){.backend = &sy_opencl, .devices = devices, .device_count = n};
  for (size_t i = 0; i < SY_COUNT(texts); i++)
    p->text[texts[i].what] = cl_platform_text(id, texts[i].cl);
  for (cl_uint i = 0; i < n; i++) {
    sy_cl_device_init(&devices[i], &own[i], p, id, ids[i]);
    own[i].space = space;
  }
  return true;
}

// No driver has anything to complain about.
static void say_nothing_found(cl_uint platforms) {
  if (platforms)
    snprintf(problem_text, sizeof problem_text, "no OpenCL driver has a device");
  else
    snprintf(problem_text, sizeof problem_text,
             "no OpenCL driver: the loader finds none in %s; for the CPU, install pocl-opencl-icd",
             sy_cl_drivers_place());
}

static size_t find_platforms(sycc_platform **platforms) {
  static sycc_platform found[MOST_PLATFORMS];
  cl_platform_id ids[MOST_PLATFORMS];
  cl_uint n = 0;
  problem = sy_cl_open();
  if (problem)
    return 0;
  cl_int e = sy_cl_drivers_choose() ? sy_cl.GetPlatformIDs(MOST_PLATFORMS, ids, &n) : CL_OUT_OF_RESOURCES;
  sy_cl_drivers_restore();
  n = e ? 0 : n < MOST_PLATFORMS ? n : MOST_PLATFORMS;
  size_t count = 0;
  for (cl_uint i = 0; i < n; i++)
    count += add_platform(ids[i], &found[count]);
  if (!count && !sy_cl_driver_problem(problem_text, sizeof problem_text))
    say_nothing_found(n);
  if (!count)
    problem = problem_text;
  found_any = count;
  *platforms = found;
  return count;
}

static size_t cl_discover(sycc_platform **platforms) {
  sy_cl_signals before;
  sy_cl_signals_save(&before);
  size_t n = find_platforms(platforms);
  sy_cl_signals_restore(&before);
  return n;
}

// ---- the table: all of it through the gate ----------------------------------------------------------------

#define THROUGH_GATE(...)                                                                                    \
  sy_cl_enter();                                                                                             \
  sycc_status s = __VA_ARGS__;                                                                               \
  sy_cl_leave();                                                                                             \
  return s

static sycc_status usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  THROUGH_GATE(sy_cl_usm_alloc(d, kind, bytes, align, out));
}
static void usm_free(sycc_device *d, void *ptr) {
  sy_cl_enter();
  sy_cl_usm_free(d, ptr);
  sy_cl_leave();
}
static sycc_status buffer_create(sycc_device *d, size_t bytes, void **memory) {
  THROUGH_GATE(sy_cl_buffer_create(d, bytes, memory));
}
static sycc_status buffer_part(sycc_device *d, void *memory, size_t at, size_t bytes, void **part) {
  THROUGH_GATE(sy_cl_buffer_part(d, memory, at, bytes, part));
}
static char *buffer_host(sycc_device *d, void *memory) {
  sy_cl_enter();
  char *host = sy_cl_buffer_host(memory);
  sy_cl_leave();
  return host;
}
static void buffer_destroy(sycc_device *d, void *memory) {
  sy_cl_enter();
  sy_cl_buffer_destroy(d, memory);
  sy_cl_leave();
}
static sycc_status buffer_write(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes) {
  THROUGH_GATE(sy_cl_buffer_write(d, memory, at, from, bytes));
}
static sycc_status buffer_read(sycc_device *d, void *memory, size_t at, void *to, size_t bytes) {
  THROUGH_GATE(sy_cl_buffer_read(d, memory, at, to, bytes));
}
static sycc_status image_variable(sycc_device *d, sy_image *image, const char *symbol, void **out) {
  THROUGH_GATE(sy_cl_image_variable(d, image, symbol, out));
}
static sycc_status copy_usm(sycc_device *d, void *to, const void *from, size_t bytes) {
  THROUGH_GATE(sy_cl_copy(d, to, from, bytes));
}
static sycc_status start_on_opencl(sy_command *c) {
  THROUGH_GATE(c->action == SY_ACTION_KERNEL ? sy_cl_launch_start(c) : sy_cl_transfer_start(c));
}
static sycc_status kernel_check(sycc_device *d, sy_kernel *k) {
  THROUGH_GATE(sy_cl_kernel_check(d, k));
}
static sycc_status kernel_build(sycc_device *d, sy_kernel *k) {
  THROUGH_GATE(sy_cl_kernel_build(d, k));
}
static sycc_status kernel_value(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  THROUGH_GATE(sy_cl_kernel_value(d, k, what, out));
}

static void cl_before_fork(void) {
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  pthread_mutex_lock(&sy_cl_native_mutex);
}
static void cl_after_fork(void) {
  pthread_mutex_unlock(&sy_cl_native_mutex);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
}

const sy_backend sy_opencl = {
    .id = SYCC_BACKEND_opencl,
    .family = &sy_family_spir64,
    .links_images = true,
    .discover = cl_discover,
    .problem = sy_opencl_problem,
    .driver = sy_cl_driver_get,
    .before_fork = cl_before_fork,
    .after_fork = cl_after_fork,
    .finish = sy_cl_finish_preparing,
    .close = sy_cl_close,
    .divide = sy_cl_divide,
    .native = &sy_cl_native,
    .usm_alloc = usm_alloc,
    .usm_free = usm_free,
    .buffer_part = buffer_part,
    .buffer_host = buffer_host,
    .buffer_create = buffer_create,
    .buffer_destroy = buffer_destroy,
    .buffer_write = buffer_write,
    .buffer_read = buffer_read,
    .image_variable = image_variable,
    .copy = copy_usm,
    .prepare = sy_cl_launch_prepare, // which goes through the gate itself: it seldom needs the driver
    .discard = sy_cl_launch_discard,
    .start = start_on_opencl,
    .at_once = sy_cl_move_at_once,
    .can_follow = sy_cl_can_follow,
    .help = sy_cl_help,
    .await = sy_cl_await,
    .kernel_check = kernel_check,
    .kernel_build = kernel_build,
    .kernel_value = kernel_value,
};
