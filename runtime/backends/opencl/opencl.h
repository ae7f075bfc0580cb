// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL devices of any driver that the ICD loader knows.
//
// The devices of a platform share a context (context.c). The commands of a device share some queues:
// the graph starts a command when all it waits for has ended, or is with the driver; then the driver is told
// to wait for it (tasks.c).
#ifndef SY_OPENCL_H
#define SY_OPENCL_H

#include "runtime/backends/opencl/api.h"
#include "runtime/devices.h"
#include "runtime/failure.h"
#include "runtime/graph.h"
#include "runtime/registry.h"

#include <string.h>

extern const sy_backend sy_opencl;
// Why there are no OpenCL devices, or which drivers give none though others do; null when there is nothing to
// say.
const char *sy_opencl_problem(void);

// How SPIR-V gets into the driver.
typedef enum sy_cl_code {
  SY_CL_NO_CODE, // it takes none
  SY_CL_IL,      // as it is
  SY_CL_SPIR,    // translated to SPIR, bitcode of an LLVM that is not newer than the driver's
} sy_cl_code;
#define SY_CL_TAKES_NOTHING                                                                                  \
  "its driver takes neither SPIR-V (cl_khr_il_program) nor SPIR (cl_khr_spir)" // what SY_CL_NO_CODE means

// How USM is made.
typedef enum sy_cl_usm {
  SY_CL_NO_USM,
  SY_CL_SVM,
  SY_CL_INTEL, // cl_intel_unified_shared_memory
} sy_cl_usm;

// The functions of cl_intel_unified_shared_memory.
typedef struct sy_cl_intel {
  clHostMemAllocINTEL_fn host_alloc;
  clDeviceMemAllocINTEL_fn device_alloc;
  clSharedMemAllocINTEL_fn shared_alloc;
  clMemBlockingFreeINTEL_fn free;
  clSetKernelArgMemPointerINTEL_fn set_arg;
  clEnqueueMemcpyINTEL_fn memcpy;
  clEnqueueMemFillINTEL_fn fill;
} sy_cl_intel;

enum { SY_CL_MOST_ASPECTS = 48, SY_CL_MOST_SUB_GROUPS = 16, SY_CL_MOST_TARGETS = 4 };

// A context, and what is shared by the devices in it.
typedef struct sy_cl_space {
  pthread_mutex_t mutex;
  cl_context context; // null until it is needed
  // Live SVM allocations, which kernels that may reach them must be told of.
  struct sy_cl_svm *svm_list; // in memory.c
  size_t svm_count;
  _Atomic uint64_t svm_changes; // changed with the mutex
  cl_uint count;
  cl_device_id ids[]; // that it is made for
} sy_cl_space;

// Where the driver can do that, the first queue of a device is out of order, and the others, its lanes, are
// in order: commands of a SYCL queue that is in order go to one of those. The driver then knows the order
// without being told, which Intel's does in a third of the time.
enum { SY_CL_LANES = 4 };
typedef struct sy_cl_queue {
  cl_command_queue handle;
  bool in_order;
} sy_cl_queue;

// What belongs to a sycc_device of ours: its `own`.
typedef struct sy_cl_device {
  sycc_device *device;
  cl_platform_id platform;
  cl_device_id id;
  sy_cl_code code;
  unsigned own_groups; // with SY_CL_IL: SY_WORK_GROUPS, SY_SUB_GROUPS (formats/spirv_groups.h), whose
                       // functions the driver lacks
  unsigned spir_llvm;  // with SY_CL_SPIR: the driver's version of LLVM, 0: not known
  clCreateProgramWithILKHR_fn create_with_il;
  sy_cl_usm usm;
  sy_cl_intel intel;
  cl_device_svm_capabilities svm;
  char pci[32];
  bool has_double;
  uint32_t aspects[SY_CL_MOST_ASPECTS];
  size_t sub_groups[SY_CL_MOST_SUB_GROUPS];
  const char *targets[SY_CL_MOST_TARGETS + 1];

  // Made when first needed, under the mutex, inside of which the space's may be taken.
  pthread_mutex_t mutex;
  sy_cl_space *space;
  cl_context context; // the space's
  struct {
    _Atomic(cl_command_queue) handle; // set last
    bool in_order;
  } queues[2][1 + SY_CL_LANES]; // plain, and with profiling

  pthread_mutex_t build_mutex; // held while a program is built: each is built once
  // Of times by the host's clock and by the driver's, modulo 2^64; 0: not known.
  _Atomic uint64_t clock_difference;
  // Changed with sy_cl_tasks_mutex: did not run a command because one before it had failed.
  atomic_bool refuses;
} sy_cl_device;

static inline sy_cl_device *sy_cl_of(const sycc_device *d) {
  return d->own;
}
static inline const char *sy_cl_name(const sy_cl_device *d) {
  return d->device->text[SYCC_DEVICE_NAME];
}

// opencl.c: a device, but for its space.
void sy_cl_device_init(sycc_device *d, sy_cl_device *own, sycc_platform *p, cl_platform_id platform,
                       cl_device_id id);
// sub_devices.c: the back end's divide().
sycc_status sy_cl_divide(sycc_device *parent, sycc_partition how, const size_t *counts, size_t n,
                         sycc_device ***out, size_t *count);

// native.c, native_kernel.c
extern const sy_native sy_cl_native;
extern const sy_native_code sy_cl_native_code;
extern pthread_mutex_t sy_cl_native_mutex; // for fork only

// facts.c: fills in what the device says about itself.
void sy_cl_facts(sy_cl_device *d);
bool sy_cl_has_extension(const sy_cl_device *d, const char *name);

// context.c: a space for these devices, which stays for ever; null: no memory.
sy_cl_space *sy_cl_space_new(cl_uint n, const cl_device_id *ids);
// Makes context and queue if need be. The mutex is not held.
sycc_status sy_cl_context(sy_cl_device *d, cl_context *out);
sycc_status sy_cl_queue_get(sy_cl_device *d, bool profiled, unsigned lane, sy_cl_queue *out);
sycc_status sy_cl_queue_first(sy_cl_device *d, cl_command_queue *out); // without profiling
// The one for the commands of a SYCL queue with these flags and number.
unsigned sy_cl_lane(uint32_t flags, unsigned number);
// Waits until the event's command has ended, and returns how: also where the driver fails to wait, since what
// the command works on may go afterwards. The driver's error where it does not even know the status.
cl_int sy_cl_wait(cl_event event);
// Waits for what was just enqueued, with that result, and releases its event. Commands are never enqueued as
// blocking ones: Intel's CPU runtime returns from those of an out-of-order queue before they are done.
cl_int sy_cl_finish(cl_int enqueued, cl_event *done);

typedef struct sy_cl_bytes {
  void *data;
  size_t size;
} sy_cl_bytes;

// spir_dialect.c: what SPIR has no words for is said in others, or refused. The caller frees *out, which a
// failure leaves alone. Adds to *needs what the driver does not see to.
typedef enum sy_cl_needs {
  SY_CL_GROUPS = 1, // it calls group functions
  SY_CL_LOCALS = 2, // a function that is no kernel has local variables
} sy_cl_needs;
sycc_status sy_cl_spir_dialect(const sy_cl_device *d, const char *kernel, const void *spirv, size_t size,
                               sy_cl_bytes *out, unsigned *needs);
// spir_names.c: a function's name as it is in SPIR: the same, or one that is made in out. It ends with a zero
// or after `room` bytes.
enum { SY_CL_MOST_NAME = 200 };
const char *sy_cl_spir_name(const char *name, size_t room, char out[SY_CL_MOST_NAME + 1]);
// The driver's kernel, by the name that it has there.
cl_kernel sy_cl_create_kernel(const sy_cl_device *d, cl_program p, sy_kernel *k, cl_int *e);
// spir_groups.c: those functions, as SPIR-V, for drivers that take SPIR, or SPIR-V, and lack them.
sy_cl_bytes sy_cl_spir_groups(void);
// translate.c: SPIR-V as SPIR, by llvm-spirv in a child process. The caller frees *out.
// What translates for the device, in words that change when it does: for the key of what is kept.
enum { SY_CL_TRANSLATOR_ROOM = 2 * 4096 };
void sy_cl_translator(const sy_cl_device *d, char *text, size_t room);
sycc_status sy_cl_translate(const sy_cl_device *d, const void *spirv, size_t size, void **out,
                            size_t *out_size);
// A module of SPIR in which kernels call no functions of it, by opt: PoCL 3.1 shares the local variables of a
// function between all groups.
sycc_status sy_cl_inline_spir(const sy_cl_device *d, const sy_cl_bytes *module, void **out, size_t *out_size);
// Modules of SPIR that are to be one, by llvm-link: all of each, or of the others what the first needs.
typedef enum sy_cl_linked { SY_CL_ALL, SY_CL_NEEDED } sy_cl_linked;
sycc_status sy_cl_link_spir(const sy_cl_device *d, const sy_cl_bytes *parts, size_t n, sy_cl_linked what,
                            void **out, size_t *out_size);

// build.c: the program of k's image and of those that it calls, by *link, which may be gone when it returns.
// Where the driver can't build it, that of k and what it reaches alone. *alone: it is known that the first
// can't be built; then, whether the second was tried.
sycc_status sy_cl_build(sy_cl_device *d, sy_kernel *k, bool *alone, const sy_device_link **link,
                        cl_program *out);
// Whether that would fail, as far as can be seen without building. k's image is entered.
sycc_status sy_cl_build_check(sy_cl_device *d, sy_kernel *k);

// program.c: which groups a kernel can run in on a device.
typedef struct sy_cl_limits {
  size_t most_items;  // 0: not known
  size_t required[3]; // work-group size; 0: any
  cl_ulong own_local; // bytes of its own variables in local memory; 0: none, or not known
} sy_cl_limits;
cl_int sy_cl_kernel_limits(const sy_cl_device *d, cl_kernel k, sy_cl_limits *out);
// What the driver says; *out stays where it says nothing of the kind.
void sy_cl_kernel_number(const sy_cl_device *d, cl_kernel k, sycc_kernel_number what, uint64_t *out);

// An image built for a device, and one of its kernels. Arguments are set and the kernel is enqueued under the
// mutex.
typedef struct sy_cl_kernel {
  struct sy_cl_kernel *next; // of its program
  const sy_kernel *kernel;
  cl_kernel handle;
  cl_program program; // its own; null: that of the image
  sy_cl_limits limits;
  cl_uint arguments;
  pthread_mutex_t mutex;
  bool launched;        // at least once,
  sycc_range last;      // and the last time over this range,
  size_t chosen[3];     // for which groups of this size are our choice
  uint64_t svm_changes; // what the kernel was told of
} sy_cl_kernel;
// Whether the code is for any device; otherwise it is for one of Intel's GPUs.
static inline bool sy_cl_is_spirv(const sy_kernel *k) {
  return !strcmp(sy_image_target(sy_registry_image(k)), sy_opencl.family->name);
}
// Builds the program if need be. The kernel lives as long as k.
sycc_status sy_cl_kernel_of(sy_cl_device *d, sy_kernel *k, sy_cl_kernel **out);
bool sy_cl_builds(void); // whether a thread is building one
// What the table of functions says.
sycc_status sy_cl_kernel_check(sycc_device *d, sy_kernel *k);
sycc_status sy_cl_kernel_build(sycc_device *d, sy_kernel *k);
sycc_status sy_cl_kernel_value(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out);

// globals.c: the back end's image_variable() and copy(), and what a kernel with one parameter more gets as
// the last one.
sycc_status sy_cl_image_variable(sycc_device *d, sy_image *image, const char *symbol, void **out);
sycc_status sy_cl_copy(sycc_device *d, void *to, const void *from, size_t bytes);
sycc_status sy_cl_globals_table(sycc_device *d, sy_kernel *k, void **out, const sycc_failure **failure);
void sy_cl_launch_check(const void *launch); // of a kernel that has ended: one that failed ends the program

// memory.c: buffers and USM.
sycc_status sy_cl_buffer_create(sycc_device *d, size_t bytes, void **memory);
void sy_cl_buffer_destroy(sycc_device *d, void *memory);
char *sy_cl_buffer_host(void *memory); // the back end's buffer_host()
sycc_status sy_cl_buffer_write(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes);
sycc_status sy_cl_buffer_read(sycc_device *d, void *memory, size_t at, void *to, size_t bytes);
sycc_status sy_cl_buffer_part(sycc_device *d, void *memory, size_t at, size_t bytes, void **part);
sycc_status sy_cl_usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out);
void sy_cl_usm_free(sycc_device *d, void *ptr);
// Tells the kernel of all SVM allocations, if they have changed. The kernel's mutex is held.
cl_int sy_cl_usm_announce(sy_cl_device *d, sy_cl_kernel *k);

// launch.c, transfer.c
bool sy_cl_can_follow(const sy_command *c);
bool sy_cl_move_at_once(const sy_command *c);
sycc_status sy_cl_launch_prepare(sy_command *c, const sy_kernel_call *call);
// A launch of k, for either of the two; native: the program's own kernel, if k is one, or null. It is c's.
sycc_status sy_cl_launch_new(sy_command *c, const sy_kernel_call *call, sy_cl_kernel *k,
                             const sy_cl_limits *limits, sycc_native_kernel *native);
void sy_cl_launch_discard(sycc_device *d, void *launch);
sycc_status sy_cl_launch_start(sy_command *c);
sycc_status sy_cl_transfer_start(sy_command *c);

// gate.c: around whatever calls the driver on behalf of a thread of the program. May be nested.
void sy_cl_enter(void);
void sy_cl_leave(void);
// False: exit() is under way and the thread must not call the driver; sy_cl_leave() in any case.
bool sy_cl_try_enter(void);
void sy_cl_task_entered(void);     // the driver has one command more; the caller is inside,
void sy_cl_tasks_left(size_t n);   // or so many less
void sy_cl_finish_preparing(void); // waits, not for ever, until no kernel is being compiled
void sy_cl_close(void);            // exit() is under way

// tasks.c: a command that the driver has, or is about to get.
typedef struct sy_cl_task {
  struct sy_cl_task *next, *prev; // among those that the driver has; next also among those to be freed
  struct sy_cl_task *next_note;   // among those that the reaper is told of
  unsigned holds;                 // by those that use its event
  unsigned waiters;               // threads that wait for it in the driver
  bool entered;                   // was given to the driver
  bool noted;                     // the reaper was told of it: it has a callback, or will have
  bool in_lane;
  bool is_first; // of its kernel, or of this range: the driver may have to compile before it runs
  sy_command *command;
  cl_event event;
  cl_int status;      // why the driver did not take it; how it ended, as its callback says
  void *memory;       // freed with the task; may be null
  cl_mem closure;     // likewise
  cl_uint wait_count; // what the driver is to wait for before
  // Not zero in a fresh task.
  _Atomic uint64_t number;           // no two have the same; 0: the driver does not have it, or it has ended
  _Atomic(cl_command_queue) ordered; // where it is, if that is in order; else null
  cl_event waits[SY_MOST_SPOTS];
  struct sy_cl_task *before[SY_MOST_SPOTS]; // whose they are, held
} sy_cl_task;
static inline const cl_event *sy_cl_task_waits(const sy_cl_task *t) {
  return t->wait_count ? t->waits : NULL;
}
// Gives the work to t's queue, behind t's events. Sets t->event, or else t->status.
typedef sycc_status sy_cl_enqueue(sy_command *c, sy_cl_task *t, cl_command_queue queue);
sycc_status sy_cl_task_start(sy_command *c, sy_cl_enqueue *enqueue);
extern pthread_mutex_t sy_cl_tasks_mutex; // guards tasks; no driver is called with it
// With the lock: one hold less; the last one puts it into the list.
void sy_cl_task_drop(sy_cl_task *t, sy_cl_task **gone);
// Without: frees what is in such a list, which may be null.
void sy_cl_tasks_free(sy_cl_task *gone);

// ends.c, with the lock: the driver has the task; when it has ended its command ends.
void sy_cl_task_watch(sy_cl_task *t);
// Without.
sycc_status sy_cl_need_reaper(void); // there is a thread that sees the end of what no other waits for
void sy_cl_sweep(void);              // ends the oldest commands that have ended
void sy_cl_sweep_if_due(void);       // now and then, once there are some
bool sy_cl_is_preparing(void);       // the driver compiles a kernel, or will to run one that it has
void sy_cl_help(sycc_event *e);      // the back end's help() and await()
void sy_cl_await(sy_command *c);

#endif
