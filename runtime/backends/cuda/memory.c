// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of NVIDIA's GPUs: USM of all kinds, and the copies of buffers.
//
// USM: device memory, pinned host memory that every GPU sees, managed memory that moves. The driver aligns to
// 256 bytes; for more, a larger piece is taken, and a list, which is short, says where it begins.
//
// A buffer's transfers are done when the call returns. The driver copies from and to memory that is not
// pinned by way of pinned memory of its own.
#include "runtime/backends/cuda/cuda.h"

#include "runtime/error.h"

#include <stdlib.h>

enum { OWN_ALIGN = 256 };

typedef struct aligned {
  struct aligned *next;
  void *start, *base;
} aligned;

static pthread_mutex_t aligned_mutex = PTHREAD_MUTEX_INITIALIZER;
static aligned *all_aligned;

// ---- USM ----------------------------------------------------------------------------------------------

static sy_cu_result take_memory(sycc_usm_kind kind, size_t bytes, void **out) {
  if (kind == SYCC_USM_HOST)
    return sy_cu.alloc_host(out, bytes, SY_CU_HOST_PORTABLE | SY_CU_HOST_DEVICE_MAP);
  sy_cu_ptr p = 0;
  sy_cu_result r =
      kind == SYCC_USM_DEVICE ? sy_cu.alloc(&p, bytes) : sy_cu.alloc_managed(&p, bytes, SY_CU_ATTACH_GLOBAL);
  *out = (void *)p;
  return r;
}

// The context is set.
static bool is_host(const void *p) {
  unsigned type = 0, managed = 0;
  if (sy_cu.pointer_attribute(&type, SY_CU_POINTER_MEMORY_TYPE, (sy_cu_ptr)p) || type != SY_CU_MEMORY_HOST)
    return false;
  return sy_cu.pointer_attribute(&managed, SY_CU_POINTER_IS_MANAGED, (sy_cu_ptr)p) || !(managed & 0xff);
}

static void give(void *p) {
  if (is_host(p))
    sy_cu.free_host(p);
  else
    sy_cu.free((sy_cu_ptr)p);
}

static sycc_status remember(void *start, void *base) {
  aligned *a = malloc(sizeof *a);
  if (!a)
    return sy_error_no_memory("a USM record");
  *a = (aligned){.start = start, .base = base};
  pthread_mutex_lock(&aligned_mutex);
  a->next = all_aligned;
  all_aligned = a;
  pthread_mutex_unlock(&aligned_mutex);
  return SYCC_success;
}

// Where the piece begins that has this address in it.
static void *cuda_memory_forget(void *start) {
  pthread_mutex_lock(&aligned_mutex);
  aligned **at = &all_aligned;
  while (*at && (*at)->start != start)
    at = &(*at)->next;
  aligned *a = *at;
  if (a)
    *at = a->next;
  pthread_mutex_unlock(&aligned_mutex);
  void *base = a ? a->base : start;
  free(a);
  return base;
}

static const char *kind_name(sycc_usm_kind kind) {
  static const char *const names[] = {[SYCC_USM_HOST] = "host (cuMemHostAlloc)",
                                      [SYCC_USM_DEVICE] = "device (cuMemAlloc)",
                                      [SYCC_USM_SHARED] = "shared (cuMemAllocManaged)"};
  return names[kind];
}

sycc_status sy_cuda_usm_alloc(sycc_device *device, sycc_usm_kind kind, size_t bytes, size_t align,
                              void **out) {
  sy_cuda_device *d = sy_cuda_of(device);
  size_t more = align > OWN_ALIGN ? align : 0, total;
  void *base = NULL;
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  sy_cu_result r =
      __builtin_add_overflow(bytes, more, &total) ? SY_CU_OUT_OF_MEMORY : take_memory(kind, total, &base);
  sy_cuda_note_lost(d, r);
  if (r)
    return sy_error_set(SYCC_memory_allocation,
                        "cannot allocate %zu bytes of %s memory on device '%s': %s (%s)", bytes,
                        kind_name(kind), d->name, sy_cu_text(r), sy_cu_name(r));
  *out = base;
  if (!more)
    return SYCC_success;
  *out = (void *)(((uintptr_t)base + align - 1) & ~(uintptr_t)(align - 1));
  s = remember(*out, base);
  if (s)
    give(base);
  return s;
}

void sy_cuda_usm_free(sycc_device *device, void *p) {
  void *base = cuda_memory_forget(p);
  if (sy_cuda_enter_to_free(sy_cuda_of(device)))
    give(base);
}

// ---- transfers that are waited for ----------------------------------------------------------------------

// Streams of their own, so that they wait for nothing else; used again.
static sycc_status take_stream(sy_cuda_device *d, sy_cu_stream *out) {
  *out = NULL;
  pthread_mutex_lock(&d->mutex);
  if (d->idle_count)
    *out = d->idle[--d->idle_count];
  pthread_mutex_unlock(&d->mutex);
  return *out ? SYCC_success
              : sy_cuda_check(d, sy_cu.stream_create(out, SY_CU_STREAM_NON_BLOCKING), "cuStreamCreate");
}

static void give_stream(sy_cuda_device *d, sy_cu_stream stream) {
  pthread_mutex_lock(&d->mutex);
  bool keep = d->idle_count < SY_CUDA_IDLE_STREAMS;
  if (keep)
    d->idle[d->idle_count++] = stream;
  pthread_mutex_unlock(&d->mutex);
  if (!keep)
    sy_cu.stream_destroy(stream);
}

static sycc_status finish_copy(sy_cuda_device *d, sy_cu_stream stream, sy_cu_result copied,
                               const char *what) {
  sy_cu_result r = sy_cu.stream_synchronize(stream);
  give_stream(d, stream);
  return sy_cuda_check(d, copied ? copied : r, what);
}

sycc_status sy_cuda_copy(sycc_device *device, void *to, const void *from, size_t bytes) {
  sy_cuda_device *d = sy_cuda_of(device);
  sy_cu_stream stream;
  sycc_status s = sy_cuda_enter(d);
  if (!s && bytes)
    s = take_stream(d, &stream);
  if (s || !bytes)
    return s;
  return finish_copy(d, stream, sy_cu.copy((sy_cu_ptr)to, (sy_cu_ptr)from, bytes, stream),
                     "a copy between host and device (cuMemcpyAsync)");
}

// ---- buffers --------------------------------------------------------------------------------------------

sycc_status sy_cuda_buffer_create(sycc_device *device, size_t bytes, void **memory) {
  sy_cuda_device *d = sy_cuda_of(device);
  sy_cu_ptr p = 0;
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  sy_cu_result r = sy_cu.alloc(&p, bytes ? bytes : 1);
  sy_cuda_note_lost(d, r);
  if (r)
    return sy_error_set(SYCC_memory_allocation,
                        "cannot allocate a buffer of %zu bytes on device '%s': %s (%s)", bytes, d->name,
                        sy_cu_text(r), sy_cu_name(r));
  *memory = (void *)p;
  return SYCC_success;
}

void sy_cuda_buffer_destroy(sycc_device *device, void *memory) {
  if (sy_cuda_enter_to_free(sy_cuda_of(device)))
    sy_cu.free((sy_cu_ptr)memory);
}

sycc_status sy_cuda_buffer_write(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes) {
  return sy_cuda_copy(d, (char *)memory + at, from, bytes);
}

sycc_status sy_cuda_buffer_read(sycc_device *d, void *memory, size_t at, void *to, size_t bytes) {
  return sy_cuda_copy(d, to, (char *)memory + at, bytes);
}

sycc_status sy_cuda_buffer_copy(sycc_device *to_device, void *to, sycc_device *from_device, void *from,
                                size_t at, size_t bytes) {
  sy_cuda_device *d = sy_cuda_of(to_device), *f = sy_cuda_of(from_device);
  sy_cu_stream stream;
  sycc_status s = sy_cuda_enter(f); // its context must be there
  if (!s)
    s = sy_cuda_enter(d);
  if (!s && bytes)
    s = take_stream(d, &stream);
  if (s || !bytes)
    return s;
  sy_cu_result r =
      sy_cu.copy_peer((sy_cu_ptr)to + at, d->context, (sy_cu_ptr)from + at, f->context, bytes, stream);
  return finish_copy(d, stream, r, "a copy from device to device (cuMemcpyPeerAsync)");
}
