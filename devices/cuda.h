// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where CUDA is. It is not part of Debian's main archive and is looked for each time: the environment's
// CUDA_PATH names the installation to use; without it PATH counts, then the folders of NVIDIA's installer and
// Debian's package.
#ifndef SY_DEVICES_CUDA_H
#define SY_DEVICES_CUDA_H

#include "base/mem.h"

#define SY_CUDA_HELP                                                                                         \
  "install CUDA (Debian package nvidia-cuda-toolkit, in non-free), or say where it is: CUDA_PATH=<folder>"

// Null when there is none. Paths live in the arena.
const char *sy_cuda_program(const char *name, sy_arena *a);
const char *sy_cuda_libdevice(sy_arena *a); // the library of mathematics, as bitcode

#endif
