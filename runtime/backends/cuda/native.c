// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's own objects: devices and primary contexts. A queue of SYCL's is spread over several streams, and
// none of them is its own.
#include "runtime/backends/cuda/cuda.h"
#include "runtime/error.h"

static sycc_status cuda_handle_get(sycc_device *device, sycc_native_kind what, uint32_t flags,
                                   uint64_t *out) {
  sy_cuda_device *d = sy_cuda_of(device);
  (void)flags;
  if (what == SYCC_NATIVE_DEVICE) {
    *out = (uint64_t)d->handle;
    return SYCC_success;
  }
  if (what != SYCC_NATIVE_CONTEXT)
    return sy_error_set(SYCC_feature_not_supported,
                        "CUDA has no platforms, and SYCL's queues share its streams");
  sycc_status s = sy_cuda_enter(d);
  *out = s ? 0 : (uint64_t)(uintptr_t)d->context;
  return s;
}

static bool cuda_handle_is(const sycc_device *d, sycc_native_kind what, uint64_t handle) {
  return what == SYCC_NATIVE_DEVICE && handle == (uint64_t)((sy_cuda_device *)d->own)->handle;
}

const sy_native sy_cuda_native = {.get = cuda_handle_get, .is = cuda_handle_is};
