// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a back end does for the rest of the runtime.
//
// Unless said otherwise a function is called with no lock held, from any thread and from several at once; on
// failure it sets this thread's error text and has changed nothing.
#ifndef SY_RUNTIME_BACKEND_H
#define SY_RUNTIME_BACKEND_H

#include "devices/families.h"
#include "sycc/rt.h"

#include <stdbool.h>

// runtime/graph.h, runtime/registry.h
typedef struct sycc_group sy_command;
typedef struct sy_image sy_image;
typedef struct sy_kernel sy_kernel;

// A kernel launch that has passed the checks of runtime/kernel.c.
typedef struct sy_kernel_call {
  const sycc_kernel_info *info; // null: a host kernel that has none
  const void *closure;          // the caller's; valid during the call
  size_t closure_size;
  const sycc_range *range;      // no global size is 0
  sycc_cpu_kernel *host_kernel; // null: the code is c->kernel's
} sy_kernel_call;

// Kernels and programs that users know: what rt.h says of sycc_native_kernel, and of programs.
typedef struct sy_native_code {
  sycc_status (*open)(sycc_native_kernel *k); // holds k->handle and fills in what is behind it
  void (*close)(sycc_native_kernel *k);       // releases and frees that
  // Whether it is of the context that d has.
  sycc_status (*check)(sycc_device *d, const sycc_native_kernel *k);
  sycc_status (*value)(sycc_device *d, sycc_native_kernel *k, sycc_kernel_number what, uint64_t *out);
  // As below; retains k, discard() releases it.
  sycc_status (*prepare)(sy_command *c, const sy_kernel_call *call, sycc_native_kernel *k);
  void (*hold)(sycc_native_kernel *k);
  uint64_t (*program_of)(sycc_native_kernel *k);
  sycc_status (*program_check)(sycc_device *d, uint64_t program, sycc_bundle_state state);
  void (*program_hold)(uint64_t program, bool more);
  sycc_status (*of_kernel)(sycc_device *d, sy_kernel *k, sycc_native_kind what, uint64_t *out);
} sy_native_code;

enum { SY_QUEUE_NUMBER_AT = 8 }; // the bit of sy_native.get's queue_flags where the queue's index begins

// For the functions of rt.h that begin with sycc_native_. Any may be null: the back end has nothing of the
// kind.
typedef struct sy_native {
  sycc_status (*get)(sycc_device *d, sycc_native_kind what, uint32_t queue_flags, uint64_t *out);
  bool (*is)(const sycc_device *d, sycc_native_kind what, uint64_t handle);
  sycc_status (*adopt)(sycc_native_kind what, uint64_t handle, sycc_device **devices, size_t cap,
                       size_t *count);
  sycc_status (*memory_size)(sycc_device *d, uint64_t memory, size_t *bytes);
  void (*memory_hold)(uint64_t memory, bool more);
  sycc_status (*memory_copy)(sycc_device *d, uint64_t memory, void *host, size_t bytes, bool to_host);
  sycc_status (*events_wait)(sycc_device *d, const uint64_t *events, size_t n);
  void (*event_hold)(uint64_t event, bool more);
  sycc_status (*event_new)(sycc_device *d, uint64_t *out);
  void (*event_happen)(uint64_t event);
  const sy_native_code *code; // null, or all of it
} sy_native;

typedef enum sy_backend_kind {
  SY_BACKEND_DRIVER, // what a driver finds, if there is one
  SY_BACKEND_HOST,   // the process itself: always there, without a driver; it runs kernels compiled as plain
                     // C++
} sy_backend_kind;

typedef struct sy_backend {
  sycc_backend id;
  sy_backend_kind kind;
  const sy_family *family; // of the targets it runs: the one of the family's name, and what follows
  // Where it runs several: all of them, the best first, null at the end; else null.
  const char *const *targets;
  bool links_images;    // whether kernels may call functions of other images
  bool links_variables; // what is linked has the device_globals of all images: image_variable() knows them by
                        // the kernel's

  // The platforms and their devices, in memory that stays for ever. Called once, before anything else.
  size_t (*discover)(sycc_platform **platforms);
  // After that: why there are no devices, or not all; null: nothing to say; may be null itself.
  const char *(*problem)(void);
  // Null, or after that: what rt.h says of sycc_backend_driver.
  bool (*driver)(size_t index, sycc_driver *out);

  // Its life (runtime/process.c); each may be null. Around fork(): takes the locks that a child may need, and
  // gives them back on both sides. The runtime's own are held meanwhile, so nothing that holds one of the
  // back end's may wait for one of those.
  void (*before_fork)(void);
  void (*after_fork)(void);
  // The thread that main() runs on ends, most likely because exit() was called, whose handlers have not
  // begun: waits, not for ever, for what a driver does that would not survive them.
  void (*finish)(void);
  // exit() is under way, not in a forked child: keeps the threads of the program out of what exit() ends.
  // Maybe several times.
  void (*close)(void);
  // The runtime's destructor, not in a forked child: ends threads that are idle. Other threads of the program
  // may still submit.
  void (*stop)(void);

  // Null, or: a number of a device that takes a while to find out, so that it is found when it is asked for;
  // false: it is what d->number says.
  bool (*late_number)(const sycc_device *d, sycc_device_number what, uint64_t *out);
  // Null, or: makes sub-devices in the way that the device says it can be divided; counts as for
  // sycc_device_divide. The list and what it holds stay for ever.
  sycc_status (*divide)(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                        sycc_device ***out, size_t *count);

  // Null where the memory of its devices is the host's. Else what rt.h says of sycc_device_free_memory.
  sycc_status (*free_memory)(sycc_device *d, uint64_t *out);
  // Null, or: what rt.h says of sycc_device_peer, of two devices of this back end that are not the same.
  sycc_status (*peer)(sycc_device *d, sycc_device *peer, sycc_peer what, int *out);

  // USM. align 0: enough for any type. The allocation is the caller's until usm_free.
  sycc_status (*usm_alloc)(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out);
  void (*usm_free)(sycc_device *d, void *ptr);

  // Copies of buffers; all null when the device works in host memory. They return when the transfer is
  // done; the buffer's copies_mutex is held.
  sycc_status (*buffer_create)(sycc_device *d, size_t bytes, void **memory);
  void (*buffer_destroy)(sycc_device *d, void *memory);
  // Bytes at .. at + bytes of the memory.
  sycc_status (*buffer_write)(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes);
  sycc_status (*buffer_read)(sycc_device *d, void *memory, size_t at, void *to, size_t bytes);
  // Null, or: from one device of this back end to another, at the same place of both.
  sycc_status (*buffer_copy)(sycc_device *to_device, void *to, sycc_device *from_device, void *from,
                             size_t at, size_t bytes);
  // Null, or: where the host finds that memory of a whole buffer, and may use it while no command does; null:
  // nowhere.
  char *(*buffer_host)(sycc_device *d, void *memory);
  // Null where memory is an address. Else: what commands get that use a part only, for buffer_destroy before
  // the whole.
  sycc_status (*buffer_part)(sycc_device *d, void *memory, size_t at, size_t bytes, void **part);

  // For device_globals of images that are not in host memory, else null. The variable of that symbol on d;
  // the image is entered. A copy between host and device, in either direction or on one side, done when it
  // returns.
  sycc_status (*image_variable)(sycc_device *d, sy_image *image, const char *symbol, void **out);
  sycc_status (*copy)(sycc_device *d, void *to, const void *from, size_t bytes);

  const sy_native *native; // null: it has no objects that users know

  bool prefetches; // start() takes SY_ACTION_PREFETCH

  // While the group is under construction: copies what a launch needs and stores it in c->launch. The
  // uses of c are complete. discard() frees it, whether it was started or not.
  sycc_status (*prepare)(sy_command *c, const sy_kernel_call *call);
  void (*discard)(sycc_device *d, void *launch);

  // Starts a ready kernel, copy or fill; its buffers are on the device. Must not wait for other commands.
  // After success the back end calls sy_graph_running and then, exactly once and not from inside start(),
  // sy_graph_end, after which c is gone.
  sycc_status (*start)(sy_command *c);

  // Null, or: does a ready copy or fill here and now, where that takes less than to start it. False: it is to
  // be started.
  bool (*at_once)(const sy_command *c);

  // Null, or: whether start() takes c while what it waits for is under way, and then runs it behind the spots
  // in c->after. A back end that has this sets c->place_number and then c->place in start(), before c can
  // end.
  bool (*can_follow)(const sy_command *c);
  bool follows_across; // also behind commands of the back end's other devices

  // What a kernel is on d, without a launch; each may be null. The first says, with
  // SYCC_kernel_not_supported, that what it is made of can't run there, without building it. The second does
  // now what its first launch would have to wait for. The third answers a question; what it does not know it
  // leaves at *out, which holds what the device says.
  sycc_status (*kernel_check)(sycc_device *d, sy_kernel *k);
  sycc_status (*kernel_build)(sycc_device *d, sy_kernel *k);
  sycc_status (*kernel_value)(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out);

  // Null, or: the calling thread is about to wait until e is complete, and may do some of the device's work
  // instead, or wait in the driver.
  void (*help)(sycc_event *e);
  // Null: a command's end is noticed at once. Else a back end may take its time with the end of commands that
  // no thread waits for; this tells that one does wait for the end of c: c->awaited is set. With the
  // graph's lock. Where c gets its place later, start() must see to that itself.
  void (*await)(sy_command *c);
} sy_backend;

// All of them, in the order of SYCC_BACKENDS.
#define SY_BACKEND_ONE(...) +1
enum { SY_BACKEND_COUNT = 0 SYCC_BACKENDS(SY_BACKEND_ONE) };
#undef SY_BACKEND_ONE
extern const sy_backend *const sy_backends[SY_BACKEND_COUNT];

#endif
