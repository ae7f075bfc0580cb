// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back ends of the runtime, one row each:
//
//   X(folder, number, enumerator, words)
//
// folder       its folder in runtime/backends, and its name in SYCC_DEVICE_SELECTOR and in sycl-ls;
//              its number is SYCC_BACKEND_<folder>, its table of functions sy_<folder>
//              (runtime/backends/backend.h)
// number       1, 2, 3 and so on; it never changes, since programs are compiled with it
// enumerator   of sycl::backend
// words        what messages call it
//
// Platforms are listed in the order of the rows. The native CPU is the first of all; a GPU that two back ends
// have is better served by the one that is made for it, which comes first.
#ifndef SYCC_BACKENDS_H
#define SYCC_BACKENDS_H

#define SYCC_BACKENDS(X)                                                                                     \
  X(native_cpu, 1, ext_oneapi_native_cpu, "the native CPU")                                                  \
  X(cuda, 3, ext_oneapi_cuda, "CUDA")                                                                        \
  X(opencl, 2, opencl, "OpenCL")

#endif
