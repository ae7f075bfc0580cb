// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C ABI of the sycc runtime: all that include/sycl/ sees of it.
//
// Every function that can fail returns a sycc_status. On failure the calling thread's
// sycc_error_message() says what, where and what to do; the headers turn both into a sycl::exception.
// All functions may be called from any thread. Objects with retain/release count references; the
// function that hands one out gives the caller one reference. Platforms and devices live for ever.
#ifndef SYCC_RT_H
#define SYCC_RT_H

#include "sycc/backends.h"
#include "sycc/kernel_info.h"
#include "sycc/native_cpu.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYCC_API __attribute__((visibility("default")))

// Status codes; the numbers of sycl::errc are the same (include/sycl/exception.hpp asserts it).
#define SYCC_STATUS_LIST(X)                                                                                  \
  X(success, 0)                                                                                              \
  X(runtime, 1)                                                                                              \
  X(kernel, 2)                                                                                               \
  X(accessor, 3)                                                                                             \
  X(nd_range, 4)                                                                                             \
  X(event, 5)                                                                                                \
  X(kernel_argument, 6)                                                                                      \
  X(build, 7)                                                                                                \
  X(invalid, 8)                                                                                              \
  X(memory_allocation, 9)                                                                                    \
  X(platform, 10)                                                                                            \
  X(profiling, 11)                                                                                           \
  X(feature_not_supported, 12)                                                                               \
  X(kernel_not_supported, 13)                                                                                \
  X(backend_mismatch, 14)

typedef enum sycc_status {
#define X(name, number) SYCC_##name = number,
  SYCC_STATUS_LIST(X)
#undef X
} sycc_status;

typedef struct sycc_platform sycc_platform;
typedef struct sycc_device sycc_device;
typedef struct sycc_queue sycc_queue;
typedef struct sycc_event sycc_event;
typedef struct sycc_buffer sycc_buffer;
typedef struct sycc_access sycc_access;
typedef struct sycc_group sycc_group;

// The message of this thread's last failed call; valid until its next call into the runtime.
SYCC_API const char *sycc_error_message(void);
SYCC_API const char *sycc_version(void); // "0.1.0"

// ---- platforms and devices ------------------------------------------------------------------------

// Fails when SYCC_DEVICE_SELECTOR or ONEAPI_DEVICE_SELECTOR can't be understood; then there are no platforms.
SYCC_API sycc_status sycc_devices_check(void);
// What the user chose devices by, and, unless null is given, the variable it is in; null: nothing.
SYCC_API const char *sycc_device_selector(const char **variable);
SYCC_API size_t sycc_platform_count(void);
SYCC_API sycc_platform *sycc_platform_get(size_t index);
SYCC_API size_t sycc_device_count(const sycc_platform *p);
SYCC_API sycc_device *sycc_device_get(const sycc_platform *p, size_t index);
SYCC_API sycc_platform *sycc_device_platform(const sycc_device *d);

// The device that the default is known to be without a look at all devices, which opens their drivers: the
// native CPU, or null. What is wanted: any device, a CPU, or the one that runs kernels compiled as plain C++.
typedef enum sycc_default { SYCC_DEFAULT_ANY, SYCC_DEFAULT_CPU, SYCC_DEFAULT_PLAIN } sycc_default;
SYCC_API sycc_device *sycc_device_default(sycc_default wanted);

#define SYCC_BACKEND_NUMBER(folder, number, enumerator, words) SYCC_BACKEND_##folder = number,
typedef enum sycc_backend { SYCC_BACKENDS(SYCC_BACKEND_NUMBER) } sycc_backend;
#undef SYCC_BACKEND_NUMBER
typedef enum sycc_device_type {
  SYCC_DEVICE_CPU = 1,
  SYCC_DEVICE_GPU = 2,
  SYCC_DEVICE_ACCELERATOR = 3,
  SYCC_DEVICE_CUSTOM = 4
} sycc_device_type;

SYCC_API sycc_backend sycc_platform_backend(const sycc_platform *p);
// As in SYCC_DEVICE_SELECTOR; null: no back end has this number, nor a larger one.
SYCC_API const char *sycc_backend_name(sycc_backend b);
// Devices that run no kernel of any program are listed where the device selector names them by number. The
// index-th of those that are not listed therefore, null behind the last; and why it is one, null for all
// others.
SYCC_API sycc_device *sycc_device_unlisted(size_t index);
SYCC_API const char *sycc_device_no_code(const sycc_device *d);
// Why it has no devices, or what is wrong beside those it has; null: nothing to say.
SYCC_API const char *sycc_backend_problem(sycc_backend b);
// The index-th device that the device selector leaves out, null behind the last; back ends that it leaves out
// as a whole are not looked at.
SYCC_API sycc_device *sycc_device_left_out(size_t index);
// The index-th of the targets whose images the device runs, the best first; null behind the last.
SYCC_API const char *sycc_device_target(const sycc_device *d, size_t index);

// What sycl-ls --doctor asks beside that. Strings live for ever.
// The index-th driver that the machine names for a back end; problem: why it is of no use, null: it works.
typedef struct sycc_driver {
  const char *file, *library, *problem; // what names it; what it is
} sycc_driver;
SYCC_API int sycc_backend_driver(sycc_backend b, size_t index, sycc_driver *out); // 0 behind the last
// The index-th file in /dev that belongs to a GPU or an accelerator; its length, 0 behind the last.
SYCC_API size_t sycc_device_file(size_t index, char *path, size_t room);
// The program cache, as it is now.
typedef struct sycc_cache_state {
  const char *folder;  // null: it is off
  const char *problem; // why it is off, or why the folder is not used; null: it is used
  int wanted;          // whether it would be used if there were no problem
  uint64_t entries, bytes, most;
} sycc_cache_state;
SYCC_API void sycc_cache_describe(sycc_cache_state *out);

typedef enum sycc_platform_text {
  SYCC_PLATFORM_NAME,
  SYCC_PLATFORM_VENDOR,
  SYCC_PLATFORM_VERSION,
  SYCC_PLATFORM_PROFILE,    // OpenCL's; "" elsewhere
  SYCC_PLATFORM_EXTENSIONS, // likewise, with blanks between
} sycc_platform_text;
SYCC_API const char *sycc_platform_string(const sycc_platform *p, sycc_platform_text what);

typedef enum sycc_device_text {
  SYCC_DEVICE_NAME,
  SYCC_DEVICE_VENDOR,
  SYCC_DEVICE_VERSION,
  SYCC_DEVICE_DRIVER_VERSION,
  SYCC_DEVICE_PROFILE,          // OpenCL's; "" elsewhere
  SYCC_DEVICE_EXTENSIONS,       // likewise, with blanks between
  SYCC_DEVICE_BUILT_IN_KERNELS, // likewise, with ';' between
  SYCC_DEVICE_PCI_ADDRESS,      // "0000:00:02.0"; "": not known
} sycc_device_text;
SYCC_API const char *sycc_device_string(const sycc_device *d, sycc_device_text what);

// Whole numbers a device can be asked for.
typedef enum sycc_device_number {
  SYCC_DEVICE_TYPE, // a sycc_device_type
  SYCC_DEVICE_VENDOR_ID,
  SYCC_DEVICE_MAX_COMPUTE_UNITS,
  SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X, // x first
  SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Y,
  SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z,
  SYCC_DEVICE_MAX_WORK_GROUP_SIZE,
  SYCC_DEVICE_MAX_CLOCK_MHZ, // 0: not known
  SYCC_DEVICE_ADDRESS_BITS,
  SYCC_DEVICE_MAX_ALLOC_BYTES,
  SYCC_DEVICE_GLOBAL_MEM_BYTES,
  SYCC_DEVICE_GLOBAL_CACHE_BYTES,
  SYCC_DEVICE_GLOBAL_CACHE_LINE,
  SYCC_DEVICE_LOCAL_MEM_BYTES,
  SYCC_DEVICE_MAX_PARAMETER_BYTES,
  SYCC_DEVICE_MEM_BASE_ALIGN_BITS,
  SYCC_DEVICE_PROFILING_RESOLUTION_NS,
  SYCC_DEVICE_VECTOR_BITS, // width of its vector registers; 0: not known
  SYCC_DEVICE_INDEX,       // among the devices of its back end: what device selectors count by
  // What follows has OpenCL's numbers, which the enumerations of include/sycl/info.hpp share.
  SYCC_DEVICE_HALF_FP_CONFIG, // a set of sycc_fp_config; 0: the device has no such type
  SYCC_DEVICE_SINGLE_FP_CONFIG,
  SYCC_DEVICE_DOUBLE_FP_CONFIG,
  SYCC_DEVICE_GLOBAL_CACHE_TYPE,   // 0 none, 1 read-only, 2 read-write
  SYCC_DEVICE_LOCAL_MEM_TYPE,      // 0 none, 1 of its own, 2 global memory
  SYCC_DEVICE_ATOMIC_CAPABILITIES, // a set of sycc_atomic_capability
  SYCC_DEVICE_FENCE_CAPABILITIES,
  SYCC_DEVICE_AVAILABLE, // 0 or 1, as the next ones
  SYCC_DEVICE_ERROR_CORRECTION,
  SYCC_DEVICE_HOST_UNIFIED_MEMORY,
  SYCC_DEVICE_SUB_GROUP_PROGRESS, // a sub-group goes on although others of the group do not
  SYCC_DEVICE_INTEROP_USER_SYNC,
  SYCC_DEVICE_MAX_CONSTANT_BYTES,
  SYCC_DEVICE_MAX_CONSTANT_ARGS,
  SYCC_DEVICE_PRINTF_BYTES,
  SYCC_DEVICE_PARTITION_MAX,        // how many sub-devices it can be divided into at most
  SYCC_DEVICE_PARTITION_PROPERTIES, // the ways: a set of bits 1 << sycc_partition
  SYCC_DEVICE_PARTITION_DOMAINS,    // a set of bits, by the numbers of sycl::info::partition_affinity_domain
  SYCC_DEVICE_PARTITION_TYPE,       // of a sub-device: the sycc_partition it came from
  SYCC_DEVICE_PARTITION_TYPE_DOMAIN,
  SYCC_DEVICE_PCI_ID,     // and those that follow: 0 where nothing is known
  SYCC_DEVICE_UUID_FIRST, // the first 8 bytes, as they lie in memory
  SYCC_DEVICE_UUID_LAST,
  SYCC_DEVICE_MEMORY_CLOCK_MHZ,
  SYCC_DEVICE_MEMORY_BUS_BITS,
  SYCC_DEVICE_MEMORY_BANDWIDTH, // bytes per second
  SYCC_DEVICE_SLICES,           // these five: of Intel's GPUs
  SYCC_DEVICE_SUB_SLICES,       // of a slice
  SYCC_DEVICE_EUS,              // of a sub-slice
  SYCC_DEVICE_EU_THREADS,
  SYCC_DEVICE_EU_WIDTH,
  SYCC_DEVICE_MAX_GROUPS_X, // in a launch, x first
  SYCC_DEVICE_MAX_GROUPS_Y,
  SYCC_DEVICE_MAX_GROUPS_Z,
  SYCC_DEVICE_PREFERRED_WIDTH, // and the next six: of vectors of char, short, int, long, float, double, half
  SYCC_DEVICE_NATIVE_WIDTH = SYCC_DEVICE_PREFERRED_WIDTH + 7, // likewise
  SYCC_DEVICE_NUMBER_COUNT = SYCC_DEVICE_NATIVE_WIDTH + 7,
} sycc_device_number;
enum sycc_fp_config {
  SYCC_FP_DENORM = 1,
  SYCC_FP_INF_NAN = 2,
  SYCC_FP_ROUND_TO_NEAREST = 4,
  SYCC_FP_ROUND_TO_ZERO = 8,
  SYCC_FP_ROUND_TO_INF = 16,
  SYCC_FP_FMA = 32,
  SYCC_FP_SOFT_FLOAT = 64,
  SYCC_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 128,
  SYCC_FP_IEEE = SYCC_FP_DENORM | SYCC_FP_INF_NAN | SYCC_FP_ROUND_TO_NEAREST | SYCC_FP_ROUND_TO_ZERO |
                 SYCC_FP_ROUND_TO_INF | SYCC_FP_FMA,
};
enum sycc_atomic_capability {
  SYCC_ORDER_RELAXED = 1,
  SYCC_ORDER_ACQ_REL = 2,
  SYCC_ORDER_SEQ_CST = 4,
  SYCC_SCOPE_WORK_ITEM = 8,
  SYCC_SCOPE_WORK_GROUP = 16, // and sub-groups
  SYCC_SCOPE_DEVICE = 32,
  SYCC_SCOPE_SYSTEM = 64,
  SYCC_ATOMIC_ALL = 127,
};
SYCC_API uint64_t sycc_device_value(const sycc_device *d, sycc_device_number what);

// Sub-group sizes, written to sizes[0 .. min(cap, returned)-1].
SYCC_API size_t sycc_device_sub_group_sizes(const sycc_device *d, size_t *sizes, size_t cap);
// aspect: a number of sycl::aspect.
SYCC_API int sycc_device_has(const sycc_device *d, uint32_t aspect);
// Bytes of its memory that are free at the moment.
SYCC_API sycc_status sycc_device_free_memory(sycc_device *d, uint64_t *out);
// Whether d can use the memory of another device directly, and with atomic operations; and that it may or may
// not from now on, which is SYCC_feature_not_supported where it can't, and SYCC_invalid where it is so
// already.
typedef enum sycc_peer { SYCC_PEER_ACCESS, SYCC_PEER_ATOMICS, SYCC_PEER_ENABLE, SYCC_PEER_DISABLE } sycc_peer;
SYCC_API sycc_status sycc_device_peer(sycc_device *d, sycc_device *peer, sycc_peer what, int *out);
// Whether any image of the program's is for this device; also when the program has no images.
SYCC_API int sycc_device_has_code(const sycc_device *d);

// Sub-devices, which live for ever too. counts: how many compute units each of them has, or, with n 1, what
// all of them have (equally), or the number of the domain. A device that is divided in the same way again
// gives the same ones. The list is the runtime's.
typedef enum sycc_partition {
  SYCC_PARTITION_NONE = 0,
  SYCC_PARTITION_EQUALLY = 1,
  SYCC_PARTITION_BY_COUNTS = 2,
  SYCC_PARTITION_BY_DOMAIN = 3,
} sycc_partition;
SYCC_API sycc_status sycc_device_divide(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                                        sycc_device *const **out, size_t *count);
SYCC_API sycc_device *sycc_device_parent(const sycc_device *d); // null: it is no sub-device

// ---- queues and events ----------------------------------------------------------------------------

enum { SYCC_QUEUE_IN_ORDER = 1, SYCC_QUEUE_PROFILING = 2 };
SYCC_API sycc_status sycc_queue_create(sycc_device *d, uint32_t flags, sycc_queue **out);
SYCC_API void sycc_queue_retain(sycc_queue *q);
SYCC_API void sycc_queue_release(sycc_queue *q);     // does not wait: commands keep what they need
SYCC_API sycc_status sycc_queue_wait(sycc_queue *q); // until all submitted to it has ended, well or badly
SYCC_API int sycc_queue_empty(sycc_queue *q);
// The event of the command submitted last; null: there was none.
SYCC_API sycc_event *sycc_queue_last_event(sycc_queue *q);
// Takes the oldest error of a command of this queue that was not taken yet. Returns SYCC_success
// when there is none; otherwise the error, its text as sycc_error_message().
SYCC_API sycc_status sycc_queue_take_error(sycc_queue *q);

SYCC_API void sycc_event_retain(sycc_event *e);
SYCC_API void sycc_event_release(sycc_event *e);
// Success even if the command failed: that is the queue's error.
SYCC_API sycc_status sycc_event_wait(sycc_event *e);
typedef enum sycc_event_state {
  SYCC_EVENT_SUBMITTED = 0,
  SYCC_EVENT_RUNNING = 1,
  SYCC_EVENT_COMPLETE = 2
} sycc_event_state;
SYCC_API sycc_event_state sycc_event_status(sycc_event *e);
typedef enum sycc_event_time { SYCC_TIME_SUBMIT, SYCC_TIME_START, SYCC_TIME_END } sycc_event_time;
SYCC_API sycc_status sycc_event_profile(sycc_event *e, sycc_event_time what, uint64_t *ns); // waits for END
// The events of commands that it still waits for, of whatever kind; retained, as many as there is room for.
// Returns how many there are, which only becomes less.
SYCC_API size_t sycc_event_waits(sycc_event *e, sycc_event **out, size_t room);
SYCC_API sycc_event *sycc_event_done(void); // an event that has already happened

// ---- memory ---------------------------------------------------------------------------------------

typedef enum sycc_usm_kind {
  SYCC_USM_UNKNOWN = 0,
  SYCC_USM_HOST = 1,
  SYCC_USM_DEVICE = 2,
  SYCC_USM_SHARED = 3
} sycc_usm_kind;
// bytes 0 gives null and success. align 0: enough for any type; else a power of two.
SYCC_API sycc_status sycc_usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align,
                                    void **out);
SYCC_API sycc_status sycc_usm_free(void *ptr); // null is fine; a pointer that is not ours is an error
// ptr is any address inside an allocation.
SYCC_API sycc_usm_kind sycc_usm_query(const void *ptr, sycc_device **device);

// A buffer's storage on the host is host_ptr itself with SYCC_BUFFER_USE_HOST_PTR, else memory of the
// runtime's own, initialised from host_ptr unless that is null.
enum { SYCC_BUFFER_USE_HOST_PTR = 1 };
SYCC_API sycc_status sycc_buffer_create(size_t bytes, void *host_ptr, uint32_t flags, sycc_buffer **out);
// Bytes offset .. offset + bytes of a buffer that is no sub-buffer itself, as a buffer that uses the same
// storage and keeps it alive. Commands that use bytes of one that the other does not have don't wait for each
// other.
SYCC_API sycc_status sycc_buffer_create_sub(sycc_buffer *whole, size_t offset, size_t bytes,
                                            sycc_buffer **out);
SYCC_API void sycc_buffer_retain(sycc_buffer *b);
SYCC_API void sycc_buffer_release(sycc_buffer *b); // does not wait: commands hold references of their own
// Waits for every command that uses the buffer.
SYCC_API sycc_status sycc_buffer_idle(sycc_buffer *b);
// The same, and brings the newest contents to the host storage.
SYCC_API sycc_status sycc_buffer_wait(sycc_buffer *b);
// Whether an accessor has asked to write to the buffer, or to what it is a part of.
SYCC_API int sycc_buffer_written(const sycc_buffer *b);
SYCC_API void *sycc_buffer_host_data(sycc_buffer *b);
SYCC_API size_t sycc_buffer_bytes(const sycc_buffer *b);

enum sycc_access_mode {
  SYCC_ACCESS_READ = 1,
  SYCC_ACCESS_WRITE = 2,
  SYCC_ACCESS_NO_INIT = 4, // the old contents are not needed
};
// A way into a buffer that lives as long as the buffer: what a placeholder accessor holds.
SYCC_API sycc_status sycc_buffer_access(sycc_buffer *b, uint32_t mode, sycc_access **out);
// A host accessor: waits until the contents are there and keeps conflicting commands away until the end.
SYCC_API sycc_status sycc_host_access_begin(sycc_buffer *b, uint32_t mode, sycc_access **out);
SYCC_API void sycc_host_access_end(sycc_access *a);
SYCC_API void *sycc_access_host_data(const sycc_access *a); // the buffer's host storage
SYCC_API sycc_buffer *sycc_access_buffer(const sycc_access *a);

// What every accessor object begins with on the host, and on the device, where `data` is the pointer the
// kernel got as its parameter. The runtime reads these out of a kernel's closure.
typedef struct sycc_accessor_head {
  void *data;
  sycc_access *access;
} sycc_accessor_head;
// Likewise for a local accessor.
typedef struct sycc_local_accessor_head {
  void *data;
  size_t bytes;
} sycc_local_accessor_head;

// ---- command groups -------------------------------------------------------------------------------
// begin, then what it needs (accesses, dependencies), then one action, then submit. A group belongs to
// the thread that began it, and its queue must stay until sycc_group_submit or sycc_group_abandon, which
// consume it.

SYCC_API sycc_status sycc_group_begin(sycc_queue *q, sycc_group **out);
SYCC_API void sycc_group_abandon(sycc_group *g);
// The access lives until the command has ended; its buffer is kept alive as long.
SYCC_API sycc_status sycc_group_access(sycc_group *g, sycc_buffer *b, uint32_t mode, sycc_access **out);
SYCC_API sycc_status sycc_group_require(sycc_group *g, sycc_access *a); // of sycc_buffer_access
SYCC_API sycc_status sycc_group_depends_on(sycc_group *g, sycc_event *e);

// Index 0 is x, the fastest dimension. Unused dimensions: global 1, local 1, offset 0.
typedef struct sycc_range {
  uint32_t dims; // 1 to 3, as the user wrote it
  int has_local; // nd_range: local is the user's; otherwise the runtime chooses
  size_t global[3];
  size_t local[3];
  size_t offset[3];
  // The headers run some kernels in groups of their own (hierarchical ones, reductions over a range): then
  // `local` is theirs, and what the user asked for is here, zeros for nothing. Required work-group sizes are
  // about that.
  int has_asked;
  size_t asked[3];
  size_t most_asked; // work-items that such a form has room for in a group the user asked for, 0: any number
} sycc_range;

// Copies the closure. Checks everything that can be checked now: an image for the kernel and device, the
// device's limits, the work-group size. host_kernel: the kernel compiled as plain C++ (then info may be
// null, args[0] points to the closure and accessors already hold host pointers); only the native CPU
// device takes it.
SYCC_API sycc_status sycc_group_kernel(sycc_group *g, const sycc_kernel_info *info, const void *closure,
                                       size_t closure_size, const sycc_range *range,
                                       sycc_cpu_kernel *host_kernel);

// One side of a copy: memory behind an access, or a plain pointer (USM or host). Pitches in bytes, 0: no
// gaps; origin[0] and extent[0] count bytes, the others rows and slices.
typedef struct sycc_region {
  sycc_access *access; // null: ptr
  void *ptr;
  size_t origin[3];
  size_t row_pitch, slice_pitch;
} sycc_region;
SYCC_API sycc_status sycc_group_copy(sycc_group *g, const sycc_region *to, const sycc_region *from,
                                     const size_t extent[3]);
// The pattern is copied; extent[0] is a multiple of pattern_size.
SYCC_API sycc_status sycc_group_fill(sycc_group *g, const sycc_region *to, const size_t extent[3],
                                     const void *pattern, size_t pattern_size);

// A variable of class device_global, by its object on the host.
typedef struct sycc_device_global {
  const void *object;
  const void *initial; // its initial value, in the object
  size_t bytes;        // of the value
  int image_scope;
} sycc_device_global;
// Where bytes offset .. offset + bytes of the variable are on the queue's device, for a copy that is the
// group's action; valid until the command has ended. Makes the variable if need be.
SYCC_API sycc_status sycc_group_device_global(sycc_group *g, const sycc_device_global *v, size_t offset,
                                              size_t bytes, void **out);
SYCC_API sycc_status sycc_group_prefetch(sycc_group *g, const void *ptr, size_t bytes);
SYCC_API sycc_status sycc_group_update_host(sycc_group *g, sycc_access *a);
// Calls fn(data) on a thread of the runtime and then destroy(data), which is also called when the group
// is abandoned; when this call itself fails, data stays the caller's. fn returns a status; its text, when
// bad, goes to sycc_set_error first. destroy may be null; it runs after the command's event has happened.
SYCC_API sycc_status sycc_group_host_task(sycc_group *g, sycc_status (*fn)(void *), void *data,
                                          void (*destroy)(void *));
// Sets this thread's message; returns s.
SYCC_API sycc_status sycc_set_error(sycc_status s, const char *message);

// An action: what is submitted to the queue afterwards waits for the command, and the command for its
// dependencies and, with of_all, for all that is in the queue.
SYCC_API sycc_status sycc_group_barrier(sycc_group *g, int of_all);

// A group without an action is an empty command: its event happens after its dependencies.
SYCC_API sycc_status sycc_group_submit(sycc_group *g, sycc_event **out);

// ---- recordings -------------------------------------------------------------------------------------
// Command groups that are noted instead of run, and submitted together as often as one likes.

typedef struct sycc_recording sycc_recording;
SYCC_API sycc_status sycc_recording_create(sycc_recording **out);
SYCC_API void sycc_recording_retain(sycc_recording *r);
SYCC_API void sycc_recording_release(sycc_recording *r); // the last one waits for runs under way
// From now on groups that are begun on the queue become nodes; null: they run again. The event of such a
// group stands for the node: others may depend on it, and it cannot be waited for.
SYCC_API sycc_status sycc_queue_record(sycc_queue *q, sycc_recording *r);
SYCC_API sycc_recording *sycc_queue_recording(sycc_queue *q); // the queue's; null: it is not recorded
// Whether the group is recorded. Then the data of its host task is used again and again.
SYCC_API int sycc_group_is_recorded(const sycc_group *g);
SYCC_API size_t sycc_recording_size(sycc_recording *r);
SYCC_API sycc_status sycc_recording_edge(sycc_recording *r, sycc_event *before, sycc_event *behind);
// The same nodes and edges, in an order in which they can run; SYCC_invalid where there is none.
SYCC_API sycc_status sycc_recording_copy(sycc_recording *r, sycc_recording **out);
// Runs a copy, behind these events and the run before. *out: when all of it has ended.
SYCC_API sycc_status sycc_recording_submit(sycc_recording *r, sycc_queue *q, sycc_event *const *after,
                                           size_t count, sycc_event **out);

// ---- kernels and bundles of them --------------------------------------------------------------------
// A kernel is known by its symbol. What is said here of a kernel on a device is what a launch of it there
// would meet.

// A kernel compiled as plain C++, which no image holds: enrolled while the file that launches it is loaded.
typedef struct sycc_plain_kernel {
  const char *symbol;
  struct sycc_plain_kernel *next; // the runtime's
} sycc_plain_kernel;
SYCC_API void sycc_plain_kernel_enroll(sycc_plain_kernel *k);
SYCC_API void sycc_plain_kernel_leave(sycc_plain_kernel *k);

// Calls visit(data, symbol) for every kernel that is loaded, once for each and in the order of the symbols.
SYCC_API sycc_status sycc_kernels_visit(void (*visit)(void *data, const char *symbol), void *data);
// Whether a launch on d would find code that d can run; if not SYCC_kernel_not_supported, with what the
// launch would say.
SYCC_API sycc_status sycc_kernel_check(const char *symbol, sycc_device *d);

typedef enum sycc_bundle_state {
  SYCC_BUNDLE_INPUT = 0,
  SYCC_BUNDLE_OBJECT = 1,
  SYCC_BUNDLE_EXECUTABLE = 2
} sycc_bundle_state;
typedef struct sycc_bundle sycc_bundle; // does not change once it is made
SYCC_API void sycc_bundle_retain(sycc_bundle *b);
SYCC_API void sycc_bundle_release(sycc_bundle *b);
// The images that launches on these devices would use, with the kernels in them that can run there. For
// states other than executable: those that are compiled when the program runs.
SYCC_API sycc_status sycc_bundle_create(sycc_device *const *devices, size_t count, sycc_bundle_state state,
                                        sycc_bundle **out);
// A part of a bundle, in the same state or another: what is for these devices and, unless keep is null, those
// images whose keep is not 0. Executable ones are built: what a first launch would have to wait for is done.
SYCC_API sycc_status sycc_bundle_part(const sycc_bundle *b, sycc_device *const *devices, size_t count,
                                      const unsigned char *keep, sycc_bundle_state state, sycc_bundle **out);
// Joins bundles that are all in one state.
SYCC_API sycc_status sycc_bundle_join(sycc_bundle *const *bundles, size_t count, sycc_bundle **out);
enum { SYCC_ALL_IMAGES = 0x7fffffff };
SYCC_API size_t sycc_bundle_image_count(const sycc_bundle *b);
// Whether images of two bundles are one image of the program; such have one hash.
SYCC_API int sycc_bundle_same_image(const sycc_bundle *a, size_t i, const sycc_bundle *b, size_t j);
SYCC_API size_t sycc_bundle_image_hash(const sycc_bundle *b, size_t image);
// Whether an image has the kernel, for this device or, if null, for any.
SYCC_API int sycc_bundle_has(const sycc_bundle *b, size_t image, const char *symbol, const sycc_device *d);
SYCC_API void sycc_bundle_visit(const sycc_bundle *b, size_t image,
                                void (*visit)(void *data, const char *symbol), void *data);

// What can be asked about a kernel on a device; 0: nothing is required, or not known.
typedef enum sycc_kernel_number {
  SYCC_KERNEL_WORK_GROUP_SIZE,
  SYCC_KERNEL_PREFERRED_MULTIPLE,
  SYCC_KERNEL_PRIVATE_BYTES,
  SYCC_KERNEL_MAX_SUB_GROUP_SIZE,
  SYCC_KERNEL_MAX_SUB_GROUPS,
  SYCC_KERNEL_COMPILE_SUB_GROUP_SIZE,
  SYCC_KERNEL_COMPILE_SUB_GROUPS,
  SYCC_KERNEL_COMPILE_GROUP_SIZE_X, // x first
  SYCC_KERNEL_COMPILE_GROUP_SIZE_Y,
  SYCC_KERNEL_COMPILE_GROUP_SIZE_Z,
} sycc_kernel_number;
SYCC_API sycc_status sycc_kernel_value(const char *symbol, sycc_device *d, sycc_kernel_number what,
                                       uint64_t *out);

// ---- specialization constants -----------------------------------------------------------------------

// Which constant. An image knows it by its name or, if it belongs to one file, by its name and that file's
// suffix; kernels of plain C++ by its object.
typedef struct sycc_spec_id {
  const void *object;
  const char *name, *unit;
} sycc_spec_id;

// Values that were set; does not change once it is made. Null is one without values.
typedef struct sycc_spec_values sycc_spec_values;
SYCC_API void sycc_spec_values_retain(sycc_spec_values *v);
SYCC_API void sycc_spec_values_release(sycc_spec_values *v);
// The values of v, with this one set.
SYCC_API sycc_status sycc_spec_values_set(const sycc_spec_values *v, const sycc_spec_id *id,
                                          const void *value, size_t bytes, sycc_spec_values **out);
SYCC_API sycc_status sycc_spec_values_merge(const sycc_spec_values *first, const sycc_spec_values *more,
                                            sycc_spec_values **out);
SYCC_API const void *sycc_spec_values_get(const sycc_spec_values *v, const sycc_spec_id *id); // null: not set
// Whether an image of the bundle has the constant; with a null name, whether one has any.
SYCC_API int sycc_bundle_has_constant(const sycc_bundle *b, size_t image, const sycc_spec_id *id);

// Before sycc_group_kernel: the values as the kernel's image wants them, for the accessor that the kernel has
// for them. symbol null: a kernel of plain C++. *out is null if there are none, and if there is no code: the
// launch will say so.
SYCC_API sycc_status sycc_group_spec_values(sycc_group *g, const char *symbol, const sycc_spec_values *v,
                                            sycc_access **out);
SYCC_API const void *sycc_plain_spec_value(const void *values, const void *object); // null: not set

// ---- work-items of kernels in plain C++ -------------------------------------------------------------
// A kernel over an nd_range that was compiled as plain C++ is a loop over the work-items of a group. Where
// one of them waits at a barrier, the loop goes on from the next one on a stack of its own; without barriers
// nothing of that is there. All of a group runs on one thread.

enum {
  SYCC_PLAIN_SUB_GROUP_SIZE = 8,      // neighbours by linear id
  SYCC_ITEM_SLOT_BYTES = 4096,        // of memory that a group or sub-group shares for its algorithms,
  SYCC_ITEM_RESULT_BYTES = 256,       // and behind them
  SYCC_ITEM_LOCAL_BYTES = 512 * 1024, // of local memory
};
typedef enum sycc_item_scope { SYCC_ITEMS_GROUP, SYCC_ITEMS_SUB_GROUP } sycc_item_scope;
// Runs `count` work-items: loop(data) asks for one after the other, sycc_items_next(), until there are none,
// and may be called again while it runs.
SYCC_API void sycc_items_run(size_t count, void (*loop)(void *data), void *data);
SYCC_API int sycc_items_next(size_t *index); // 0: no more
// For the work-item that calls. Outside of one, the program ends with a message.
SYCC_API void *sycc_item_current(size_t *index); // its number, and the data of sycc_items_run
SYCC_API void sycc_item_barrier(sycc_item_scope scope);
SYCC_API void *sycc_item_slots(sycc_item_scope scope);
SYCC_API void *sycc_item_local(size_t offset); // of the group; at least SYCC_ITEM_LOCAL_BYTES
// Memory of the group that its work-items ask for, all in the same sequence: the n-th call gives each of them
// the same memory. It lives as long as the group. Ends the program where there is none, or where they ask for
// different sizes.
SYCC_API void *sycc_item_variable(size_t bytes, size_t align);

// ---- objects of the back ends -----------------------------------------------------------------------
// Handles of OpenCL (cl_context) or CUDA (CUdevice), as numbers. What a back end does not have is
// SYCC_feature_not_supported.

typedef enum sycc_native_kind {
  SYCC_NATIVE_PLATFORM,
  SYCC_NATIVE_DEVICE,
  SYCC_NATIVE_CONTEXT,
  SYCC_NATIVE_QUEUE,
  SYCC_NATIVE_PROGRAM, // these two only where it is said
  SYCC_NATIVE_KERNEL,
} sycc_native_kind;
// What a device has; queue_flags are those of sycc_queue_create. Where the back end counts references the
// caller gets one.
SYCC_API sycc_status sycc_native_get(sycc_device *d, sycc_native_kind what, uint32_t queue_flags,
                                     uint64_t *out);
// The same for the native queue that q's commands go to.
SYCC_API sycc_status sycc_native_get_queue(sycc_queue *q, uint64_t *out);
// The device with that handle, or some device of the platform.
SYCC_API sycc_status sycc_native_find(sycc_backend b, sycc_native_kind what, uint64_t handle,
                                      sycc_device **out);
// Devices whose commands go to the user's context or queue, written to devices[0 .. min(cap, *count)-1]. They
// live for ever, and so does what they use; the same handle again gives the same ones.
SYCC_API sycc_status sycc_native_adopt(sycc_backend b, sycc_native_kind what, uint64_t handle,
                                       sycc_device **devices, size_t cap, size_t *count);
// The flags of the queue that the device was adopted with; 0 for other devices.
SYCC_API uint32_t sycc_native_queue_flags(sycc_device *d);
SYCC_API sycc_device *sycc_device_plain(sycc_device *d); // that an adopted one stands for; any other: itself

// In a host task: the memory behind one of its accesses on d. It has the contents, and what is written there
// becomes them.
SYCC_API sycc_status sycc_native_memory(sycc_access *a, sycc_device *d, uint64_t *out);
// The memory that a buffer has on devices of the back end so far; returns how many there are.
SYCC_API size_t sycc_native_buffer(sycc_buffer *b, sycc_backend backend, uint64_t *out, size_t cap);
// Memory of the user's, of d's context: its size, its reference count, and its contents.
SYCC_API sycc_status sycc_native_memory_size(sycc_device *d, uint64_t memory, size_t *bytes);
SYCC_API void sycc_native_memory_hold(sycc_device *d, uint64_t memory, int more);
SYCC_API sycc_status sycc_native_memory_copy(sycc_device *d, uint64_t memory, void *host, size_t bytes,
                                             int to_host);

// Events: waits for those of the user's; makes one that happens when it is told to.
SYCC_API sycc_status sycc_native_events_wait(sycc_device *d, const uint64_t *events, size_t n);
SYCC_API void sycc_native_events_hold(sycc_device *d, const uint64_t *events, size_t n, int more);
SYCC_API sycc_status sycc_native_event_new(sycc_device *d, uint64_t *out);
SYCC_API void sycc_native_event_happen(sycc_device *d, uint64_t event);

// A kernel of the user's, of d's context, which is held until the last reference is gone. The same handle
// gives the same object.
typedef struct sycc_native_kernel sycc_native_kernel;
SYCC_API sycc_status sycc_native_kernel_make(sycc_device *d, uint64_t handle, sycc_native_kernel **out);
SYCC_API void sycc_native_kernel_retain(sycc_native_kernel *k);
SYCC_API void sycc_native_kernel_release(sycc_native_kernel *k);
typedef enum sycc_native_kernel_text {
  SYCC_NATIVE_KERNEL_NAME,
  SYCC_NATIVE_KERNEL_ATTRIBUTES,
  SYCC_NATIVE_KERNEL_TEXTS
} sycc_native_kernel_text;
SYCC_API const char *sycc_native_kernel_string(const sycc_native_kernel *k, sycc_native_kernel_text what);
SYCC_API uint32_t sycc_native_kernel_arguments(const sycc_native_kernel *k); // how many it takes
SYCC_API sycc_status sycc_native_kernel_value(sycc_native_kernel *k, sycc_device *d, sycc_kernel_number what,
                                              uint64_t *out);
// Its handle, with a reference for the caller.
SYCC_API uint64_t sycc_native_kernel_hold(sycc_native_kernel *k);
SYCC_API uint64_t sycc_native_kernel_program(sycc_native_kernel *k); // lives as long as the kernel

// An action of a group. Argument i lies in the data where params[i] says; its kind is none of the closure's.
// What is not set stays as the kernel has it. All is copied.
typedef struct sycc_native_arguments {
  const sycc_kernel_param *params;
  uint32_t count;
  const void *data;
  size_t bytes;
} sycc_native_arguments;
SYCC_API sycc_status sycc_group_native_kernel(sycc_group *g, sycc_native_kernel *k,
                                              const sycc_native_arguments *a, const sycc_range *range);

// A program of the user's: SYCC_invalid where it is not of d's context, or not in this state for d. Its
// reference count.
SYCC_API sycc_status sycc_native_program_check(sycc_device *d, uint64_t program, sycc_bundle_state state);
SYCC_API void sycc_native_program_hold(sycc_device *d, uint64_t program, int more);
// Of a kernel of SYCL's on d: its program, or a kernel made of it, with a reference for the caller. Builds it
// if need be.
SYCC_API sycc_status sycc_native_code(const char *symbol, sycc_device *d, sycc_native_kind what,
                                      uint64_t *out);

// ---- device code ----------------------------------------------------------------------------------

// What a function that only devices have does on the host: names itself and ends the program.
SYCC_API __attribute__((noreturn)) void sycc_device_only(const char *function);

// Where a kernel's assertion fails on the native CPU: names it and the work-item, x first, and ends the
// program.
SYCC_API __attribute__((noreturn)) void sycc_assert_fail(const char *what, const char *file, unsigned line,
                                                         const char *function, size_t global_x,
                                                         size_t global_y, size_t global_z, size_t local_x,
                                                         size_t local_y, size_t local_z);

// The same where a kernel calls abort() or a function of the C++ library throws. text: more about it, or
// null.
SYCC_API __attribute__((noreturn)) void sycc_kernel_fail(const char *what, const char *text, size_t global_x,
                                                         size_t global_y, size_t global_z, size_t local_x,
                                                         size_t local_y, size_t local_z);

// Where a kernel on the native CPU finds no memory for what the work-items of a group keep across barriers.
// It returns after that, and its command fails.
SYCC_API void sycc_kernel_no_memory(void);

// SYCL's address spaces, with their numbers in device code.
typedef enum sycc_space { SYCC_SPACE_PRIVATE = 0, SYCC_SPACE_GLOBAL = 1, SYCC_SPACE_LOCAL = 3 } sycc_space;
// Whether a pointer of a kernel on the native CPU points into that space. Outside of kernels: 1.
SYCC_API int sycc_points_into(const void *p, sycc_space space);
// aligned_alloc and free for the variables of work-items, in kernels that ask sycc_points_into.
SYCC_API void *sycc_kernel_take(size_t align, size_t bytes);
SYCC_API void sycc_kernel_give(void *block);
// What kernels that are compiled with a sanitizer say to the runtime: which work-item runs on this thread
// from now on, x first; that it comes to a barrier of its work-group, counted from 1 and with its place or
// null, or (0) that it ends; and that a check for undefined behaviour has failed, whose report follows.
// `check` is the data of the check, or null.
SYCC_API void sycc_kernel_item(size_t x, size_t y, size_t z);
SYCC_API void sycc_kernel_barrier(size_t number, const char *place);
SYCC_API void sycc_kernel_undefined(const void *check);

// ---- device images --------------------------------------------------------------------------------
// Called by the wrapper object of a program or library at load and unload; the layout of the
// descriptor is formats/image_desc.h's.

struct sy_bin_desc;
SYCC_API void __tgt_register_lib(struct sy_bin_desc *desc);
SYCC_API void __tgt_unregister_lib(struct sy_bin_desc *desc);

#ifdef __cplusplus
}
#endif
#endif
