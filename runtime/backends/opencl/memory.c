// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of OpenCL devices: buffers are cl_mem, USM is shared virtual memory or Intel's extension.
#include "runtime/memory.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"
#include "runtime/process.h"

#include <stdint.h>
#include <stdlib.h>

// ---- buffers ----------------------------------------------------------------------------------------

// Whether the memory of buffers is to be the host's too. By the specification that is memory for which a
// device shares single objects with the host (fine-grained shared virtual memory), under a memory object. It
// is worth it where copies to the device and back are copies from memory to the same memory.
static bool shares_buffers(const sy_cl_device *d) {
  const uint64_t *n = d->device->number;
  return n[SYCC_DEVICE_TYPE] == SYCC_DEVICE_CPU && n[SYCC_DEVICE_HOST_UNIFIED_MEMORY] &&
         d->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
}

typedef struct shared_memory {
  cl_context context;
  void *memory;
} shared_memory;

// The last one to hold the memory object has let go, which may be the user.
static void CL_CALLBACK free_shared(cl_mem object, void *shared) {
  shared_memory *s = shared;
  (void)object;
  if (s->memory)
    sy_cl.SVMFree(s->context, s->memory);
  free(s);
}

// Null: it can't be made.
static cl_mem create_shared(cl_context context, size_t bytes) {
  cl_int e = CL_SUCCESS;
  shared_memory *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  *s = (shared_memory){context,
                       sy_cl.SVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0)};
  cl_mem object =
      s->memory ? sy_cl.CreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, s->memory, &e)
                : NULL;
  if (object && !e && !sy_cl.SetMemObjectDestructorCallback(object, free_shared, s)) {
    sy_memory_begin(s->memory, bytes);
    return object;
  }
  if (object && !e)
    sy_cl.ReleaseMemObject(object);
  free_shared(NULL, s);
  return NULL;
}

sycc_status sy_cl_buffer_create(sycc_device *device, size_t bytes, void **memory) {
  sy_cl_device *d = sy_cl_of(device);
  cl_context context;
  sycc_status s = sy_cl_context(d, &context);
  if (s)
    return s;
  bytes += !bytes;
  *memory = shares_buffers(d) ? create_shared(context, bytes) : NULL;
  if (*memory)
    return SYCC_success;
  cl_int e;
  *memory = sy_cl.CreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &e);
  return e ? sy_cl_fail(e, "cannot allocate a buffer of %zu bytes on device '%s'", bytes, sy_cl_name(d))
           : SYCC_success;
}

char *sy_cl_buffer_host(void *memory) {
  cl_bool shared = CL_FALSE;
  void *host = NULL;
  if (sy_cl.GetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof shared, &shared, NULL) || !shared ||
      sy_cl.GetMemObjectInfo(memory, CL_MEM_HOST_PTR, sizeof host, &host, NULL))
    return NULL;
  return host;
}

sycc_status sy_cl_buffer_part(sycc_device *device, void *memory, size_t at, size_t bytes, void **part) {
  cl_int e;
  cl_buffer_region region = {at, bytes ? bytes : 1};
  *part = sy_cl.CreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
  return e ? sy_cl_fail(e, "cannot make a sub-buffer of %zu bytes at %zu on device '%s'", bytes, at,
                        sy_cl_name(sy_cl_of(device)))
           : SYCC_success;
}

void sy_cl_buffer_destroy(sycc_device *device, void *memory) {
  (void)device;
  if (!sy_process_forked()) // the driver may be in the middle of something there, for ever
    sy_cl.ReleaseMemObject(memory);
}

sycc_status sy_cl_buffer_write(sycc_device *device, void *memory, size_t at, const void *from, size_t bytes) {
  sy_cl_device *d = sy_cl_of(device);
  cl_command_queue queue;
  sycc_status s = bytes ? sy_cl_queue_first(d, &queue) : SYCC_success;
  if (s || !bytes)
    return s;
  cl_event done;
  cl_int e =
      sy_cl_finish(sy_cl.EnqueueWriteBuffer(queue, memory, CL_FALSE, at, bytes, from, 0, NULL, &done), &done);
  return e ? sy_cl_fail(e, "cannot copy %zu bytes to device '%s'", bytes, sy_cl_name(d)) : SYCC_success;
}

sycc_status sy_cl_buffer_read(sycc_device *device, void *memory, size_t at, void *to, size_t bytes) {
  sy_cl_device *d = sy_cl_of(device);
  cl_command_queue queue;
  sycc_status s = bytes ? sy_cl_queue_first(d, &queue) : SYCC_success;
  if (s || !bytes)
    return s;
  cl_event done;
  cl_int e =
      sy_cl_finish(sy_cl.EnqueueReadBuffer(queue, memory, CL_FALSE, at, bytes, to, 0, NULL, &done), &done);
  return e ? sy_cl_fail(e, "cannot copy %zu bytes from device '%s'", bytes, sy_cl_name(d)) : SYCC_success;
}

// ---- USM by shared virtual memory -------------------------------------------------------------------

// ptr is the user's, base what OpenCL gave: they differ where more alignment was asked for than OpenCL has.
typedef struct sy_cl_svm {
  void *ptr, *base;
} sy_cl_svm;

enum { SVM_ALIGN = 128 }; // the most that clSVMAlloc takes: the size of its largest type

// The space's mutex is held.
static bool list_add(sy_cl_space *s, void *ptr, void *base) {
  if (!(s->svm_count & (s->svm_count - 1))) { // full: the room is a power of two
    size_t room = s->svm_count ? 2 * s->svm_count : 1;
    sy_cl_svm *list = realloc(s->svm_list, room * sizeof *list);
    if (!list)
      return false;
    s->svm_list = list;
  }
  s->svm_list[s->svm_count++] = (sy_cl_svm){ptr, base};
  s->svm_changes++;
  return true;
}

// Returns the base.
static void *list_remove(sy_cl_space *s, void *ptr) {
  for (size_t i = 0; i < s->svm_count; i++)
    if (s->svm_list[i].ptr == ptr) {
      void *base = s->svm_list[i].base;
      s->svm_list[i] = s->svm_list[--s->svm_count];
      s->svm_changes++;
      return base;
    }
  return NULL;
}

static sycc_status svm_alloc(sy_cl_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  bool fine = d->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER, atomics = d->svm & CL_DEVICE_SVM_ATOMICS;
  cl_svm_mem_flags flags = CL_MEM_READ_WRITE;
  if (fine)
    flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER | (atomics ? CL_MEM_SVM_ATOMICS : 0);
  else if (kind != SYCC_USM_DEVICE)
    return sy_error_set(SYCC_feature_not_supported,
                        "device '%s' has no USM allocations that the host can use too", sy_cl_name(d));
  size_t more = align > SVM_ALIGN ? align : 0;
  cl_uint asked = more ? SVM_ALIGN : (cl_uint)align;
  char *base = bytes + more < bytes ? NULL : sy_cl.SVMAlloc(d->context, flags, bytes + more, asked);
  if (!base)
    return sy_error_set(SYCC_memory_allocation,
                        "out of memory: cannot allocate %zu bytes of USM on device '%s'", bytes,
                        sy_cl_name(d));
  char *ptr = more ? base + (align - (uintptr_t)base % align) % align : base;
  pthread_mutex_lock(&d->space->mutex);
  bool ok = list_add(d->space, ptr, base);
  pthread_mutex_unlock(&d->space->mutex);
  if (!ok) {
    sy_cl.SVMFree(d->context, base);
    return sy_error_no_memory("a USM record");
  }
  *out = ptr;
  return SYCC_success;
}

static void svm_free(sy_cl_device *d, void *ptr) {
  pthread_mutex_lock(&d->space->mutex);
  void *base = list_remove(d->space, ptr);
  pthread_mutex_unlock(&d->space->mutex);
  sy_cl.SVMFree(d->context, base);
}

// ---- USM by Intel's extension -----------------------------------------------------------------------

static sycc_status intel_alloc(sy_cl_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  cl_int e;
  cl_uint to = (cl_uint)align;
  if (to != align)
    return sy_error_set(SYCC_memory_allocation, "cannot align USM to %zu bytes on device '%s'", align,
                        sy_cl_name(d));
  *out = kind == SYCC_USM_HOST     ? d->intel.host_alloc(d->context, NULL, bytes, to, &e)
         : kind == SYCC_USM_DEVICE ? d->intel.device_alloc(d->context, d->id, NULL, bytes, to, &e)
                                   : d->intel.shared_alloc(d->context, d->id, NULL, bytes, to, &e);
  if (!e)
    return SYCC_success;
  sycc_status s = sy_cl_fail(e, "cannot allocate %zu bytes of USM on device '%s'", bytes, sy_cl_name(d));
  return e == CL_OUT_OF_RESOURCES ? SYCC_memory_allocation : s; // the extension's word for that
}

// ---- both -------------------------------------------------------------------------------------------

sycc_status sy_cl_usm_alloc(sycc_device *device, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  sy_cl_device *d = sy_cl_of(device);
  cl_context context;
  if (d->usm == SY_CL_NO_USM)
    return sy_error_set(SYCC_feature_not_supported, "device '%s' has no USM allocations", sy_cl_name(d));
  sycc_status s = sy_cl_context(d, &context);
  if (s)
    return s;
  return d->usm == SY_CL_SVM ? svm_alloc(d, kind, bytes, align, out)
                             : intel_alloc(d, kind, bytes, align, out);
}

void sy_cl_usm_free(sycc_device *device, void *ptr) {
  sy_cl_device *d = sy_cl_of(device);
  if (sy_process_forked())
    return;
  if (d->usm == SY_CL_SVM)
    svm_free(d, ptr);
  else
    d->intel.free(d->context, ptr);
}

cl_int sy_cl_usm_announce(sy_cl_device *d, sy_cl_kernel *k) {
  if (d->usm != SY_CL_SVM)
    return CL_SUCCESS;
  sy_cl_space *space = d->space;
  if (atomic_load_explicit(&space->svm_changes, memory_order_acquire) == k->svm_changes)
    return CL_SUCCESS;
  pthread_mutex_lock(&space->mutex);
  uint64_t changes = space->svm_changes;
  size_t n = space->svm_count;
  void **all = n ? malloc(n * sizeof *all) : NULL;
  for (size_t i = 0; all && i < n; i++)
    all[i] = space->svm_list[i].base;
  pthread_mutex_unlock(&space->mutex);
  if (!n)
    return CL_SUCCESS;
  cl_int e = all ? sy_cl.SetKernelExecInfo(k->handle, CL_KERNEL_EXEC_INFO_SVM_PTRS, n * sizeof *all, all)
                 : CL_OUT_OF_HOST_MEMORY;
  free(all);
  if (!e)
    k->svm_changes = changes;
  return e;
}
