// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics of GPUs, under the names that CUDA's libdevice has for the functions of the C library:
// __nv_sinf. It comes from there or from libclc (device-lib/ptx64_libclc.cpp); AMD's GPUs take the same names
// and libclc.
#ifndef SY_PASSES_GPU_LIBDEVICE_H
#define SY_PASSES_GPU_LIBDEVICE_H

#include "passes/common/module.h"

// Intrinsics of mathematics that GPUs have no precise instruction for become calls: llvm.sin.f64 -> __nv_sin.
// Those of which clang makes an intrinsic with two results become code.
void sy_libdevice_call(LLVMModuleRef m);
// Whether m calls functions of libdevice that it does not define.
bool sy_libdevice_needed(LLVMModuleRef m);

#endif
