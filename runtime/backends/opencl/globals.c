// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_globals. A kernel that uses some has one parameter more, a table of their addresses
// (passes/spirv/globals.c). Here table and variables of an image are one USM allocation on each device, with
// the initial values that the image's properties hold:
//
//   [address of the record of failures] [address of variable 0] [address of variable 1] ...
//   [variable 0] [variable 1] ...
//
// The order is that of the symbols. The record (include/sycc/failure.h) is an allocation of its own, which
// the host reads. The image keeps it, as it keeps programs.
#include "runtime/backends/opencl/opencl.h"

#include "base/count.h"
#include "formats/image_desc.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 128 }; // enough for any type

typedef struct cl_variable {
  char *name;
  size_t offset, bytes; // of what the image calls the variable: a value and, behind it, room for a pointer
  const sy_image_property *initial; // while the image is entered
} cl_variable;

typedef struct globals {
  sy_image_program kept; // first: the image hands it back; its `device` is key_of() the device
  sycc_device *device;
  char *memory;
  sycc_failure *failure; // null: the device can't write where the host reads
  size_t bytes, count;
  cl_variable variables[];
} globals;

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER; // not the device's build_mutex: builds take long

// Under the device's own address the image keeps the program.
static const sycc_device *key_of(const sycc_device *d) {
  return (const sycc_device *)d->own;
}

static void cl_globals_destroy(sy_image_program *kept) {
  globals *g = (globals *)kept;
  if (g->memory)
    sy_cl_usm_free(g->device, g->memory);
  if (g->failure)
    sy_cl_usm_free(g->device, g->failure);
  for (size_t i = 0; i < g->count; i++)
    free(g->variables[i].name);
  free(g);
}

// ---- what the image says ------------------------------------------------------------------------------

static const sy_image_property *find_initial(const sy_device_image *image, const char *name) {
  for (const sy_image_property_set *s = image->sets_begin; s != image->sets_end; s++)
    for (const sy_image_property *p = s->begin; p != s->end && !strcmp(s->name, SY_DEVICE_GLOBAL_VALUES); p++)
      if (!strcmp(p->name, name))
        return p;
  return NULL;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const cl_variable *)a)->name, ((const cl_variable *)b)->name);
}

static size_t round_up(size_t n, size_t to) {
  return (n + to - 1) / to * to;
}

// Null: no memory.
static globals *read_image(const sy_device_image *image) {
  size_t n = (size_t)(image->entries_end - image->entries_begin);
  globals *g = calloc(1, sizeof *g + n * sizeof *g->variables);
  for (const sy_image_entry *e = image->entries_begin; g && e != image->entries_end; e++) {
    if (!e->size)
      continue;
    cl_variable v = {.name = strdup(e->name), .bytes = round_up(e->size, sizeof(void *)) + sizeof(void *)};
    v.initial = find_initial(image, e->name);
    if (!v.name) {
      cl_globals_destroy(&g->kept);
      return NULL;
    }
    g->variables[g->count++] = v;
  }
  if (!g)
    return NULL;
  qsort(g->variables, g->count, sizeof *g->variables, by_name);
  g->bytes = round_up((g->count + 1) * sizeof(void *), ALIGN);
  for (size_t i = 0; i < g->count; i++) {
    g->variables[i].offset = g->bytes;
    g->bytes += round_up(g->variables[i].bytes, ALIGN);
  }
  return g;
}

// ---- on the device ------------------------------------------------------------------------------------

sycc_status sy_cl_copy(sycc_device *device, void *to, const void *from, size_t bytes) {
  sy_cl_device *d = sy_cl_of(device);
  cl_command_queue queue;
  sycc_status s = sy_cl_queue_first(d, &queue);
  if (s || !bytes)
    return s;
  cl_event done;
  cl_int e = d->usm == SY_CL_INTEL ? d->intel.memcpy(queue, CL_FALSE, to, from, bytes, 0, NULL, &done)
                                   : sy_cl.EnqueueSVMMemcpy(queue, CL_FALSE, to, from, bytes, 0, NULL, &done);
  e = sy_cl_finish(e, &done);
  return e ? sy_cl_fail(e, "cannot copy a device_global of device '%s'", sy_cl_name(d)) : SYCC_success;
}

static sycc_status check_globals(const globals *g, const sycc_device *d) {
  if (sy_cl_of(d)->usm == SY_CL_NO_USM)
    return sy_error_set(SYCC_kernel_not_supported,
                        "device '%s' can't have device_globals and assertions: it has no USM allocations",
                        d->text[SYCC_DEVICE_NAME]);
  for (size_t i = 0; i < g->count; i++)
    if (g->variables[i].initial && !g->variables[i].initial->size)
      return sy_error_set(
          SYCC_kernel_not_supported,
          "device '%s' can't have the device_global '%s': its initial value is not made of numbers alone",
          d->text[SYCC_DEVICE_NAME], g->variables[i].name);
  return SYCC_success;
}

// All bytes are made on the host and go there at once.
static sycc_status fill_globals(globals *g) {
  char *bytes = calloc(1, g->bytes);
  if (!bytes)
    return sy_error_no_memory("device_globals");
  memcpy(bytes, &g->failure, sizeof g->failure);
  for (size_t i = 0; i < g->count; i++) {
    const cl_variable *v = &g->variables[i];
    char *address = g->memory + v->offset;
    memcpy(bytes + (i + 1) * sizeof address, &address, sizeof address);
    if (v->initial)
      memcpy(bytes + v->offset, v->initial->value, v->initial->size < v->bytes ? v->initial->size : v->bytes);
  }
  sycc_status s = sy_cl_copy(g->device, g->memory, bytes, g->bytes);
  free(bytes);
  return s;
}

// Memory that device and host share.
static void make_record(globals *g) {
  static const sycc_usm_kind kinds[] = {SYCC_USM_HOST, SYCC_USM_SHARED};
  void *memory = NULL;
  for (size_t i = 0; !memory && i < SY_COUNT(kinds); i++)
    if (sy_cl_usm_alloc(g->device, kinds[i], sizeof *g->failure, ALIGN, &memory))
      memory = NULL;
  g->failure = memory;
  if (memory)
    memset(memory, 0, sizeof *g->failure);
}

// With the lock held, and the image entered.
static sycc_status cl_globals_make(sycc_device *d, sy_image *image, globals **out) {
  globals *g = read_image(sy_image_descriptor(image));
  if (!g)
    return sy_error_no_memory("device_globals");
  void *memory = NULL;
  g->device = d;
  sycc_status s = check_globals(g, d);
  if (!s)
    s = sy_cl_usm_alloc(d, SYCC_USM_DEVICE, g->bytes, ALIGN, &memory);
  g->memory = memory;
  if (!s) {
    make_record(g);
    s = fill_globals(g);
  }
  for (size_t i = 0; i < g->count; i++)
    g->variables[i].initial = NULL; // it goes with the library
  if (s) {
    cl_globals_destroy(&g->kept);
    return s;
  }
  g->kept = (sy_image_program){.device = key_of(d), .destroy = cl_globals_destroy};
  sy_image_keep_program(image, &g->kept);
  *out = g;
  return SYCC_success;
}

static sycc_status of_image(sycc_device *d, sy_image *image, globals **out) {
  sycc_status s = SYCC_success;
  *out = (globals *)sy_image_program_on(image, key_of(d));
  if (*out)
    return s;
  pthread_mutex_lock(&making);
  *out = (globals *)sy_image_program_on(image, key_of(d)); // another thread may have been faster
  if (!*out)
    s = cl_globals_make(d, image, out);
  pthread_mutex_unlock(&making);
  return s;
}

sycc_status sy_cl_image_variable(sycc_device *d, sy_image *image, const char *symbol, void **out) {
  globals *g;
  sycc_status s = of_image(d, image, &g);
  if (s)
    return s;
  const cl_variable wanted = {.name = (char *)symbol};
  const cl_variable *v = bsearch(&wanted, g->variables, g->count, sizeof *g->variables, by_name);
  if (!v)
    return sy_error_set(SYCC_runtime, "the image has no device_global '%s'", symbol);
  *out = g->memory + v->offset;
  return SYCC_success;
}

sycc_status sy_cl_globals_table(sycc_device *d, sy_kernel *k, void **out, const sycc_failure **failure) {
  globals *g = NULL;
  if (!sy_image_enter(sy_registry_image(k)))
    return sy_error_set(SYCC_runtime,
                        "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        sy_registry_name(k));
  sycc_status s = of_image(d, sy_registry_image(k), &g);
  sy_image_leave(sy_registry_image(k));
  *out = s ? NULL : g->memory;
  *failure = s ? NULL : g->failure;
  return s;
}
