// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's driver API, as much of it as the back end uses: declared here, looked up in libcuda.so.1 at run
// time. So neither building nor starting a program needs CUDA. Names, numbers and layouts are those of the
// driver's ABI.
#ifndef SY_CUDA_DRIVER_H
#define SY_CUDA_DRIVER_H

#include "sycc/rt.h"

#include <stdbool.h>

typedef int sy_cu_result; // 0: success
typedef int sy_cu_device;
typedef uint64_t sy_cu_ptr; // memory that a device reaches
typedef struct sy_cu_context_t *sy_cu_context;
typedef struct sy_cu_module_t *sy_cu_module;
typedef struct sy_cu_link_t *sy_cu_link; // a link that is under way
typedef struct sy_cu_function_t *sy_cu_function;
typedef struct sy_cu_stream_t *sy_cu_stream;
typedef struct sy_cu_event_t *sy_cu_event;

// Results that the back end tells apart.
enum {
  SY_CU_OUT_OF_MEMORY = 2,
  SY_CU_NO_DEVICE = 100,
  SY_CU_NO_BINARY_FOR_GPU = 209,
  SY_CU_PEER_UNSUPPORTED = 217,
  SY_CU_INVALID_PTX = 218,
  SY_CU_JIT_COMPILER_NOT_FOUND = 221,
  SY_CU_UNSUPPORTED_PTX_VERSION = 222,
  SY_CU_NOT_READY = 600,
  SY_CU_LAUNCH_OUT_OF_RESOURCES = 701,
  SY_CU_PEER_ALREADY_ENABLED = 704,
  SY_CU_PEER_NOT_ENABLED = 705,
};

typedef enum sy_cu_device_attribute {
  SY_CU_MAX_THREADS_PER_BLOCK = 1,
  SY_CU_MAX_BLOCK_DIM_X = 2,
  SY_CU_MAX_BLOCK_DIM_Y = 3,
  SY_CU_MAX_BLOCK_DIM_Z = 4,
  SY_CU_MAX_GRID_DIM_X = 5,
  SY_CU_MAX_GRID_DIM_Y = 6,
  SY_CU_MAX_GRID_DIM_Z = 7,
  SY_CU_MAX_SHARED_PER_BLOCK = 8,
  SY_CU_CLOCK_KHZ = 13,
  SY_CU_MULTIPROCESSORS = 16,
  SY_CU_INTEGRATED = 18,
  SY_CU_ECC_ENABLED = 32,
  SY_CU_PCI_BUS = 33,
  SY_CU_PCI_DEVICE = 34,
  SY_CU_MEMORY_CLOCK_KHZ = 36,
  SY_CU_MEMORY_BUS_BITS = 37,
  SY_CU_L2_CACHE_BYTES = 38,
  SY_CU_PCI_DOMAIN = 50,
  SY_CU_COMPUTE_MAJOR = 75,
  SY_CU_COMPUTE_MINOR = 76,
  SY_CU_MANAGED_MEMORY = 83,
  SY_CU_PAGEABLE_MEMORY_ACCESS = 88,
  SY_CU_CONCURRENT_MANAGED_ACCESS = 89,
  SY_CU_MAX_SHARED_PER_BLOCK_OPTIN = 97,
} sy_cu_device_attribute;

enum {
  SY_CU_FUNC_MAX_THREADS = 0,
  SY_CU_FUNC_SHARED_BYTES = 1,
  SY_CU_FUNC_LOCAL_BYTES = 3,
  SY_CU_FUNC_MAX_DYNAMIC_SHARED_BYTES = 8
};
enum { SY_CU_STREAM_NON_BLOCKING = 1 };
enum { SY_CU_EVENT_BLOCKING_SYNC = 1, SY_CU_EVENT_DISABLE_TIMING = 2 };
enum { SY_CU_HOST_PORTABLE = 1, SY_CU_HOST_DEVICE_MAP = 2, SY_CU_ATTACH_GLOBAL = 1 };
enum { SY_CU_POINTER_MEMORY_TYPE = 2, SY_CU_POINTER_IS_MANAGED = 8 };
enum { SY_CU_MEMORY_HOST = 1, SY_CU_MEMORY_DEVICE = 2, SY_CU_MEMORY_UNIFIED = 4 };
enum { SY_CU_JIT_ERROR_LOG = 5, SY_CU_JIT_ERROR_LOG_BYTES = 6 };
enum { SY_CU_INPUT_PTX = 1 };

typedef struct sy_cu_uuid {
  char bytes[16];
} sy_cu_uuid;
enum { SY_CU_P2P_NATIVE_ATOMICS = 3 };

// One side of a copy of boxes; which pointer counts says the type.
typedef struct sy_cu_side {
  size_t x, y, z, lod;
  unsigned type;
  const void *host;
  sy_cu_ptr device;
  void *array, *reserved;
  size_t pitch, height;
} sy_cu_side;

typedef struct sy_cu_copy_3d {
  sy_cu_side from, to;
  size_t width, height, depth;
} sy_cu_copy_3d;

// Name here, name in the library, parameters.
#define SY_CU_FUNCTIONS(X)                                                                                   \
  X(init, "cuInit", (unsigned flags))                                                                        \
  X(driver_version, "cuDriverGetVersion", (int *version))                                                    \
  X(error_name, "cuGetErrorName", (sy_cu_result r, const char **text))                                       \
  X(error_string, "cuGetErrorString", (sy_cu_result r, const char **text))                                   \
  X(device_count, "cuDeviceGetCount", (int *n))                                                              \
  X(device_get, "cuDeviceGet", (sy_cu_device * d, int ordinal))                                              \
  X(device_name, "cuDeviceGetName", (char *name, int size, sy_cu_device d))                                  \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t *bytes, sy_cu_device d))                                   \
  X(device_attribute, "cuDeviceGetAttribute", (int *value, sy_cu_device_attribute what, sy_cu_device d))     \
  X(device_uuid, "cuDeviceGetUuid", (sy_cu_uuid * id, sy_cu_device d))                                       \
  X(peer_can, "cuDeviceCanAccessPeer", (int *can, sy_cu_device d, sy_cu_device peer))                        \
  X(peer_attribute, "cuDeviceGetP2PAttribute", (int *value, int what, sy_cu_device d, sy_cu_device peer))    \
  X(peer_enable, "cuCtxEnablePeerAccess", (sy_cu_context peer, unsigned flags))                              \
  X(peer_disable, "cuCtxDisablePeerAccess", (sy_cu_context peer))                                            \
  X(memory_info, "cuMemGetInfo_v2", (size_t *unused, size_t *total))                                         \
  X(context_retain, "cuDevicePrimaryCtxRetain", (sy_cu_context * c, sy_cu_device d))                         \
  X(context_set, "cuCtxSetCurrent", (sy_cu_context c))                                                       \
  X(module_load, "cuModuleLoadDataEx",                                                                       \
    (sy_cu_module * m, const void *image, unsigned n, int *options, void **values))                          \
  X(module_unload, "cuModuleUnload", (sy_cu_module m))                                                       \
  X(module_function, "cuModuleGetFunction", (sy_cu_function * f, sy_cu_module m, const char *name))          \
  X(module_global, "cuModuleGetGlobal_v2",                                                                   \
    (sy_cu_ptr * address, size_t *bytes, sy_cu_module m, const char *name))                                  \
  X(link_create, "cuLinkCreate_v2", (unsigned n, int *options, void **values, sy_cu_link *l))                \
  X(link_add, "cuLinkAddData_v2",                                                                            \
    (sy_cu_link l, int type, void *data, size_t bytes, const char *name, unsigned n, int *options,           \
     void **values))                                                                                         \
  X(link_complete, "cuLinkComplete", (sy_cu_link l, void **code, size_t *bytes))                             \
  X(link_destroy, "cuLinkDestroy", (sy_cu_link l))                                                           \
  X(function_attribute, "cuFuncGetAttribute", (int *value, int what, sy_cu_function f))                      \
  X(function_set_attribute, "cuFuncSetAttribute", (sy_cu_function f, int what, int value))                   \
  X(launch, "cuLaunchKernel",                                                                                \
    (sy_cu_function f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,                  \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, sy_cu_stream s, void **params,               \
     void **extra))                                                                                          \
  X(stream_create, "cuStreamCreate", (sy_cu_stream * s, unsigned flags))                                     \
  X(stream_destroy, "cuStreamDestroy_v2", (sy_cu_stream s))                                                  \
  X(stream_synchronize, "cuStreamSynchronize", (sy_cu_stream s))                                             \
  X(stream_wait, "cuStreamWaitEvent", (sy_cu_stream s, sy_cu_event e, unsigned flags))                       \
  X(event_create, "cuEventCreate", (sy_cu_event * e, unsigned flags))                                        \
  X(event_destroy, "cuEventDestroy_v2", (sy_cu_event e))                                                     \
  X(event_record, "cuEventRecord", (sy_cu_event e, sy_cu_stream s))                                          \
  X(event_query, "cuEventQuery", (sy_cu_event e))                                                            \
  X(event_synchronize, "cuEventSynchronize", (sy_cu_event e))                                                \
  X(event_elapsed, "cuEventElapsedTime", (float *ms, sy_cu_event from, sy_cu_event to))                      \
  X(alloc, "cuMemAlloc_v2", (sy_cu_ptr * p, size_t bytes))                                                   \
  X(alloc_managed, "cuMemAllocManaged", (sy_cu_ptr * p, size_t bytes, unsigned flags))                       \
  X(alloc_host, "cuMemHostAlloc", (void **p, size_t bytes, unsigned flags))                                  \
  X(free, "cuMemFree_v2", (sy_cu_ptr p))                                                                     \
  X(free_host, "cuMemFreeHost", (void *p))                                                                   \
  X(pointer_attribute, "cuPointerGetAttribute", (void *out, int what, sy_cu_ptr p))                          \
  X(copy, "cuMemcpyAsync", (sy_cu_ptr to, sy_cu_ptr from, size_t bytes, sy_cu_stream s))                     \
  X(copy_3d, "cuMemcpy3DAsync_v2", (const sy_cu_copy_3d *what, sy_cu_stream s))                              \
  X(copy_peer, "cuMemcpyPeerAsync",                                                                          \
    (sy_cu_ptr to, sy_cu_context to_context, sy_cu_ptr from, sy_cu_context from_context, size_t bytes,       \
     sy_cu_stream s))                                                                                        \
  X(set_8, "cuMemsetD8Async", (sy_cu_ptr to, unsigned char value, size_t n, sy_cu_stream s))                 \
  X(set_16, "cuMemsetD16Async", (sy_cu_ptr to, unsigned short value, size_t n, sy_cu_stream s))              \
  X(set_32, "cuMemsetD32Async", (sy_cu_ptr to, unsigned value, size_t n, sy_cu_stream s))                    \
  X(prefetch, "cuMemPrefetchAsync", (sy_cu_ptr p, size_t bytes, sy_cu_device to, sy_cu_stream s))

typedef struct sy_cu_driver {
#define X(name, symbol, parameters) sy_cu_result(*name) parameters;
  SY_CU_FUNCTIONS(X)
#undef X
} sy_cu_driver;

extern sy_cu_driver sy_cu; // complete once sy_cu_open() has succeeded

// Opens and initialises the driver. Returns null, or why there is none, in static memory. Called once.
const char *sy_cu_open(void);

// SYCC_success when r is 0. Otherwise an error: "<what> failed: <the driver's words> (<its name for it>)".
sycc_status sy_cu_check(sy_cu_result r, const char *what);
const char *sy_cu_text(sy_cu_result r); // "an illegal memory access was encountered"
const char *sy_cu_name(sy_cu_result r); // "CUDA_ERROR_ILLEGAL_ADDRESS"
// Whether the context is lost by it: every later call on it fails the same way.
bool sy_cu_is_sticky(sy_cu_result r);

#endif
