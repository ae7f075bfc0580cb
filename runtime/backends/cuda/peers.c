// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a GPU says while the program runs: how much of its memory is free, and whether it may use that of
// another GPU.
#include "runtime/backends/cuda/cuda.h"
#include "runtime/error.h"

sycc_status sy_cuda_free_memory(sycc_device *device, uint64_t *out) {
  sy_cuda_device *d = sy_cuda_of(device);
  size_t unused = 0, total;
  sycc_status s = sy_cuda_enter(d);
  if (!s)
    s = sy_cuda_check(d, sy_cu.memory_info(&unused, &total), "asking for free memory (cuMemGetInfo)");
  *out = unused;
  return s;
}

static sycc_status ask_peer(sy_cuda_device *d, sy_cuda_device *peer, sycc_peer what, int *out) {
  return what == SYCC_PEER_ACCESS
             ? sy_cuda_check(d, sy_cu.peer_can(out, d->handle, peer->handle),
                             "asking for peers (cuDeviceCanAccessPeer)")
             : sy_cuda_check(d, sy_cu.peer_attribute(out, SY_CU_P2P_NATIVE_ATOMICS, d->handle, peer->handle),
                             "asking for peers (cuDeviceGetP2PAttribute)");
}

static sycc_status change(sy_cuda_device *d, sy_cuda_device *peer, bool enable) {
  sycc_status s = sy_cuda_enter(peer); // makes its context
  if (!s)
    s = sy_cuda_enter(d);
  if (s)
    return s;
  sy_cu_result r = enable ? sy_cu.peer_enable(peer->context, 0) : sy_cu.peer_disable(peer->context);
  if (r == SY_CU_PEER_ALREADY_ENABLED || r == SY_CU_PEER_NOT_ENABLED)
    return sy_error_set(SYCC_invalid, "device '%s' %s use the memory of device '%s' already", d->name,
                        enable ? "may" : "may not", peer->name);
  if (r == SY_CU_PEER_UNSUPPORTED)
    return sy_error_set(SYCC_feature_not_supported, "device '%s' can't use the memory of device '%s'",
                        d->name, peer->name);
  return sy_cuda_check(d, r, enable ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
}

sycc_status sy_cuda_peer(sycc_device *device, sycc_device *other, sycc_peer what, int *out) {
  sy_cuda_device *d = sy_cuda_of(device), *peer = sy_cuda_of(other);
  return what == SYCC_PEER_ACCESS || what == SYCC_PEER_ATOMICS ? ask_peer(d, peer, what, out)
                                                               : change(d, peer, what == SYCC_PEER_ENABLE);
}
