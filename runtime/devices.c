// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms and devices.
//
// The back ends are asked once, at the first query. SYCC_MASK_ASPECTS=fp64,fp16 makes every device look as
// if it lacked those aspects, so that one machine shows what another would do.
#include "runtime/devices.h"

#include "devices/devices.h"
#include "runtime/backends/cuda/cuda.h"
#include "runtime/backends/native_cpu/native_cpu.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sy_backend *const backends[] = {&sy_native_cpu, &sy_cuda};
enum { BACKEND_COUNT = sizeof backends / sizeof *backends };

enum { MOST_MASKED = 256 }; // more than there are aspects

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sycc_platform *found[BACKEND_COUNT]; // by back end
static size_t found_count[BACKEND_COUNT];
static uint32_t masked[MOST_MASKED];
static size_t masked_count;

// ---- discovery --------------------------------------------------------------------------------------

static void mask_aspect(const char *name, size_t n) {
  char copy[128];
  snprintf(copy, sizeof copy, "%.*s", (int)n, name);
  const sy_aspect *a = sy_aspect_find(copy);
  if (a && masked_count < MOST_MASKED)
    masked[masked_count++] = (uint32_t)a->Number;
  else if (!a)
    fprintf(stderr, "sycc: warning: SYCC_MASK_ASPECTS: unknown aspect '%s'\n", copy);
}

static void read_mask(void) {
  const char *s = getenv("SYCC_MASK_ASPECTS");
  while (s && *s) {
    size_t n = strcspn(s, ", ");
    if (n)
      mask_aspect(s, n);
    s += n + (s[n] != 0);
  }
}

static void discover(void) {
  read_mask();
  for (size_t i = 0; i < BACKEND_COUNT; i++)
    found_count[i] = backends[i]->discover(&found[i]);
}

// ---- queries ----------------------------------------------------------------------------------------

size_t sycc_platform_count(void) {
  pthread_once(&once, discover);
  size_t n = 0;
  for (size_t i = 0; i < BACKEND_COUNT; i++)
    n += found_count[i];
  return n;
}

sycc_platform *sycc_platform_get(size_t index) {
  pthread_once(&once, discover);
  for (size_t i = 0; i < BACKEND_COUNT; i++) {
    if (index < found_count[i])
      return &found[i][index];
    index -= found_count[i];
  }
  return NULL;
}

size_t sycc_device_count(const sycc_platform *p) {
  return p->device_count;
}

sycc_device *sycc_device_get(const sycc_platform *p, size_t index) {
  return index < p->device_count ? &p->devices[index] : NULL;
}

sycc_platform *sycc_device_platform(const sycc_device *d) {
  return d->platform;
}

sycc_backend sycc_platform_backend(const sycc_platform *p) {
  return p->backend->id;
}

const char *sycc_platform_string(const sycc_platform *p, sycc_platform_text what) {
  return (unsigned)what < SY_PLATFORM_TEXTS && p->text[what] ? p->text[what] : "";
}

const char *sycc_device_string(const sycc_device *d, sycc_device_text what) {
  return (unsigned)what < SY_DEVICE_TEXTS && d->text[what] ? d->text[what] : "";
}

uint64_t sycc_device_value(const sycc_device *d, sycc_device_number what) {
  return (unsigned)what < SY_DEVICE_NUMBERS ? d->number[what] : 0;
}

size_t sycc_device_sub_group_sizes(const sycc_device *d, size_t *sizes, size_t cap) {
  for (size_t i = 0; i < cap && i < d->sub_group_size_count; i++)
    sizes[i] = d->sub_group_sizes[i];
  return d->sub_group_size_count;
}

static bool is_masked(uint32_t aspect) {
  for (size_t i = 0; i < masked_count; i++)
    if (masked[i] == aspect)
      return true;
  return false;
}

int sycc_device_has(const sycc_device *d, uint32_t aspect) {
  for (size_t i = 0; i < d->aspect_count; i++)
    if (d->aspects[i] == aspect)
      return !is_masked(aspect);
  return 0;
}
