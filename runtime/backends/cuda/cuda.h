// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's GPUs through their driver.
//
// A device has its primary context, which libraries of CUDA in the same process share, and a few streams
// with the commands in flight on them (streams.c, ends.c). Code of an image is loaded once for each device
// (modules.c).
#ifndef SY_CUDA_H
#define SY_CUDA_H

#include "runtime/backends/cuda/driver.h"
#include "runtime/devices.h"
#include "runtime/graph.h"

extern const sy_backend sy_cuda;
extern const sy_native sy_cuda_native; // native.c

enum {
  SY_CUDA_KERNEL_STREAMS = 4,
  SY_CUDA_COPY_STREAMS = 2,
  SY_CUDA_STREAMS = SY_CUDA_KERNEL_STREAMS + SY_CUDA_COPY_STREAMS,
  SY_CUDA_MOST_ASPECTS = 48,
  SY_CUDA_MOST_TARGETS = 40,
  SY_CUDA_IDLE_STREAMS = 8,
  SY_CUDA_WARP = 32,
  SY_CUDA_MARK_EVERY = 8,   // commands of a stream
  SY_CUDA_LOG_BYTES = 1500, // of the driver's compiler and linker
};

typedef struct sy_cuda_device sy_cuda_device;
typedef struct sy_cuda_flight sy_cuda_flight;
typedef struct sy_cuda_anchor sy_cuda_anchor;

// A stream of the driver's, and the commands in flight on it, in its order.
typedef struct sy_cuda_stream {
  sy_cuda_device *device;
  pthread_mutex_t mutex; // guards all below
  pthread_cond_t moved;  // for the reaper
  sy_cu_stream handle;   // null: not used so far
  sy_cuda_flight *first, *last;
  uint64_t number;         // of the last one that came
  atomic_size_t in_flight; // changed with the lock, read without
  sy_cuda_flight *spare;   // to be used again, with their events
  bool has_reaper, reaper_idle, stopped;
  pthread_t reaper;
} sy_cuda_stream;

struct sy_cuda_device {
  sycc_device *base; // what the runtime has
  sy_cu_device handle;
  char name[256], version[32];
  char pci[32];
  uint32_t aspects[SY_CUDA_MOST_ASPECTS];
  const char *targets[SY_CUDA_MOST_TARGETS + 1];
  unsigned major, minor;
  unsigned grid[3], block[3]; // limits
  unsigned multiprocessors;
  bool prefetches;

  pthread_mutex_t mutex; // guards the context's creation, the loading of modules and the idle streams
  _Atomic(sy_cu_context) context;
  sy_cu_stream idle[SY_CUDA_IDLE_STREAMS]; // for transfers that are waited for
  unsigned idle_count;
  atomic_bool prints; // some code on it does
  atomic_int lost;    // the error that ended the context; 0: none

  atomic_uint kernel_stream, copy_stream; // that independent commands go to, each among its kind
  sy_cuda_stream streams[SY_CUDA_STREAMS];
  pthread_mutex_t anchor_mutex;
  sy_cuda_anchor *anchor; // of the clocks
};

static inline sy_cuda_device *sy_cuda_of(sycc_device *d) {
  return d->own;
}

// facts.c: fills in all that can be asked about a device. False: the driver does not answer.
bool sy_cuda_facts(sy_cuda_device *d);

// cuda.c: makes the context the calling thread's, first creating it. Fails in a forked child and when the
// context is lost.
sycc_status sy_cuda_enter(sy_cuda_device *d);
// The same without entering: whether it could.
sycc_status sy_cuda_check_usable(const sy_cuda_device *d);
// The same for what frees things: false when there is nothing that could be freed any more.
bool sy_cuda_enter_to_free(sy_cuda_device *d);
// Notes that the context is lost, if r says so. True for the caller that is the first to see it.
bool sy_cuda_note_lost(sy_cuda_device *d, sy_cu_result r);
// The error of a command or call on a lost context.
sycc_status sy_cuda_lost_error(const sy_cuda_device *d);
// After a call on d that answered r: sy_cu_check, and the context is marked if it is lost.
sycc_status sy_cuda_check(sy_cuda_device *d, sy_cu_result r, const char *what);

// modules.c: a kernel's code on a device; it lives as long as the image.
typedef struct sy_cuda_code {
  sy_cu_function function;
  unsigned max_threads, static_shared;
  bool sized; // it was compiled for groups of one size
  size_t size[3];
  unsigned dynamic_shared; // as much as it was told it may get; guarded by the device's mutex
} sy_cuda_code;
sycc_status sy_cuda_code_find(sy_cuda_device *d, sy_kernel *k, sy_cuda_code **out);
// Lets it have that much dynamic shared memory.
sycc_status sy_cuda_code_reserve(sy_cuda_device *d, sy_cuda_code *code, size_t bytes);
sycc_status sy_cuda_image_variable(sycc_device *d, sy_image *image, const char *symbol, void **out);
sycc_status sy_cuda_kernel_build(sycc_device *d, sy_kernel *k);
sycc_status sy_cuda_kernel_value(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out);

// What modules.c and link.c share. The driver says r, and maybe more in its log.
sycc_status sy_cuda_code_error(sy_cuda_device *d, const struct sy_device_image *image, sy_cu_result r,
                               const char *log);
bool sy_cuda_is_binary(const struct sy_device_image *image); // not PTX
char *sy_cuda_ptx_text(const struct sy_device_image *image); // the caller frees it; null: no memory
void sy_cuda_note_prints(sy_cuda_device *d, const struct sy_device_image *image);

// link.c: the image, which calls functions of others, and those that it needs become one module. Around it
// all are entered; false: one of them is gone.
bool sy_cuda_link_enter(const sy_device_link *l); // null is fine
void sy_cuda_link_leave(const sy_device_link *l);
sycc_status sy_cuda_link(sy_cuda_device *d, const sy_image *image, const sy_device_link *l,
                         sy_cu_module *out);

// peers.c
sycc_status sy_cuda_free_memory(sycc_device *d, uint64_t *out);
sycc_status sy_cuda_peer(sycc_device *d, sycc_device *peer, sycc_peer what, int *out);

// launch.c
sycc_status sy_cuda_launch_prepare(sy_command *c, const sy_kernel_call *call);
void sy_cuda_launch_discard(sycc_device *d, void *launch);
sycc_status sy_cuda_launch_start(sy_command *c);

// transfer.c: copies, fills and prefetches.
sycc_status sy_cuda_transfer_start(sy_command *c);
bool sy_cuda_can_follow(const sy_command *c);

// memory.c
sycc_status sy_cuda_usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out);
void sy_cuda_usm_free(sycc_device *d, void *p);
sycc_status sy_cuda_buffer_create(sycc_device *d, size_t bytes, void **memory);
void sy_cuda_buffer_destroy(sycc_device *d, void *memory);
sycc_status sy_cuda_buffer_write(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes);
sycc_status sy_cuda_buffer_read(sycc_device *d, void *memory, size_t at, void *to, size_t bytes);
sycc_status sy_cuda_buffer_copy(sycc_device *to_device, void *to, sycc_device *from_device, void *from,
                                size_t at, size_t bytes);
// Each side is on the host or on a device.
sycc_status sy_cuda_copy(sycc_device *d, void *to, const void *from, size_t bytes);

// streams.c, ends.c: puts a command on a stream. enqueue() hands its work to the driver; the context is the
// thread's own.
typedef sycc_status sy_cuda_enqueue(sy_command *c, sy_cu_stream stream);
sycc_status sy_cuda_stream_start(sy_command *c, sy_cuda_enqueue *enqueue);
void sy_cuda_streams_init(sy_cuda_device *d);
void sy_cuda_streams_stop(sy_cuda_device *d); // at exit
void sy_cuda_help(sycc_event *e);

// clock.c: the device's times on the host's clock.
sy_cuda_anchor *sy_cuda_anchor_take(sy_cuda_device *d);               // null: no profile
void sy_cuda_anchor_give(sy_cuda_anchor *a);                          // null is fine
uint64_t sy_cuda_anchor_time(const sy_cuda_anchor *a, sy_cu_event e); // 0: not known

#endif
