// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's GPUs: their platform, their contexts, and the back end's table.
//
// The driver is opened when devices are first asked for; without it there are none. A context is made when
// something first needs it, since that takes a tenth of a second and some memory of the GPU. It is never
// given back: objects that a program destroys at its very end still find it.
//
// A kernel that goes wrong ends the context: no call on it succeeds any more, in this process. The command
// that was found failed first says what happened; all others say that the device is lost, and why.
#include "runtime/backends/cuda/cuda.h"

#include "runtime/error.h"
#include "runtime/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sycc_platform platform = {
    .backend = &sy_cuda,
    .text = {[SYCC_PLATFORM_NAME] = "NVIDIA CUDA", [SYCC_PLATFORM_VENDOR] = "NVIDIA Corporation"},
};
static char version[32];
static sy_cuda_device *devices;
static size_t device_count;
static const char *why_none; // null: there are devices

// ---- discovery ----------------------------------------------------------------------------------------

static bool open_device(sycc_device *base, sy_cuda_device *d, int ordinal) {
  *base = (sycc_device){.platform = &platform, .backend = &sy_cuda, .own = d};
  d->base = base;
  pthread_mutex_init(&d->mutex, NULL);
  pthread_mutex_init(&d->anchor_mutex, NULL);
  sy_cuda_streams_init(d);
  return !sy_cu.device_get(&d->handle, ordinal) && sy_cuda_facts(d);
}

static const char *find_devices(void) {
  int n = 0;
  if (sy_cu.device_count(&n) || n <= 0)
    return "the NVIDIA driver finds no GPU";
  devices = calloc((size_t)n, sizeof *devices);
  platform.devices = calloc((size_t)n, sizeof *platform.devices);
  for (int i = 0; devices && platform.devices && i < n; i++) {
    if (open_device(&platform.devices[device_count], &devices[device_count], i))
      device_count++;
    else
      memset(&devices[device_count], 0, sizeof *devices);
  }
  platform.device_count = device_count;
  if (device_count)
    return NULL;
  free(devices);
  free(platform.devices);
  return "the NVIDIA driver says nothing about its GPUs";
}

static size_t cuda_discover(sycc_platform **platforms) {
  int v = 0;
  why_none = sy_cu_open();
  if (!why_none)
    why_none = find_devices();
  if (why_none)
    return 0;
  if (!sy_cu.driver_version(&v))
    snprintf(version, sizeof version, "CUDA %d.%d", v / 1000, v % 1000 / 10);
  platform.text[SYCC_PLATFORM_VERSION] = version;
  *platforms = &platform;
  return 1;
}

static const char *problem(void) {
  return why_none;
}

// ---- contexts -----------------------------------------------------------------------------------------

bool sy_cuda_note_lost(sy_cuda_device *d, sy_cu_result r) {
  int none = 0;
  return sy_cu_is_sticky(r) && atomic_compare_exchange_strong(&d->lost, &none, r);
}

sycc_status sy_cuda_lost_error(const sy_cuda_device *d) {
  int r = atomic_load(&d->lost);
  return sy_error_set(
      SYCC_runtime,
      "device '%s' cannot be used by this process any more: an earlier command on it failed with %s (%s)",
      d->name, sy_cu_text(r), sy_cu_name(r));
}

sycc_status sy_cuda_check(sy_cuda_device *d, sy_cu_result r, const char *what) {
  sy_cuda_note_lost(d, r);
  return sy_cu_check(r, what);
}

static sycc_status make_context(sy_cuda_device *d) {
  sycc_status s = SYCC_success;
  pthread_mutex_lock(&d->mutex);
  if (!d->context) {
    sy_cu_context c;
    s = sy_cu_check(sy_cu.context_retain(&c, d->handle), "opening the GPU (cuDevicePrimaryCtxRetain)");
    if (!s) {
      sy_process_driver_started();
      d->context = c;
    }
  }
  pthread_mutex_unlock(&d->mutex);
  return s;
}

sycc_status sy_cuda_check_usable(const sy_cuda_device *d) {
  sycc_status s = sy_process_check();
  return !s && atomic_load_explicit(&d->lost, memory_order_relaxed) ? sy_cuda_lost_error(d) : s;
}

sycc_status sy_cuda_enter(sy_cuda_device *d) {
  sycc_status s = sy_cuda_check_usable(d);
  if (!s && !atomic_load_explicit(&d->context, memory_order_acquire))
    s = make_context(d);
  if (!s)
    s = sy_cuda_check(d, sy_cu.context_set(d->context), "entering the GPU's context (cuCtxSetCurrent)");
  return s;
}

bool sy_cuda_enter_to_free(sy_cuda_device *d) {
  sy_cu_context c = d->context;
  return c && !sy_process_forked() && !sy_cu.context_set(c);
}

// ---- the table ----------------------------------------------------------------------------------------

static sycc_status start_on_cuda(sy_command *c) {
  return c->action == SY_ACTION_KERNEL ? sy_cuda_launch_start(c) : sy_cuda_transfer_start(c);
}

static void stop_cuda(void) {
  for (size_t i = 0; i < device_count; i++)
    sy_cuda_streams_stop(&devices[i]);
}

const sy_backend sy_cuda = {
    .id = SYCC_BACKEND_cuda,
    .stop = stop_cuda,
    .family = &sy_family_ptx64,
    .discover = cuda_discover,
    .problem = problem,
    .native = &sy_cuda_native,
    .free_memory = sy_cuda_free_memory,
    .peer = sy_cuda_peer,
    .usm_alloc = sy_cuda_usm_alloc,
    .usm_free = sy_cuda_usm_free,
    .buffer_create = sy_cuda_buffer_create,
    .buffer_destroy = sy_cuda_buffer_destroy,
    .buffer_write = sy_cuda_buffer_write,
    .buffer_read = sy_cuda_buffer_read,
    .buffer_copy = sy_cuda_buffer_copy,
    .copy = sy_cuda_copy,
    .image_variable = sy_cuda_image_variable,
    .prefetches = true,
    .links_images = true,
    .links_variables = true,
    .prepare = sy_cuda_launch_prepare,
    .discard = sy_cuda_launch_discard,
    .start = start_on_cuda,
    .can_follow = sy_cuda_can_follow,
    .follows_across = true,
    .kernel_build = sy_cuda_kernel_build,
    .kernel_value = sy_cuda_kernel_value,
    .help = sy_cuda_help,
};
