// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device modules of archive members that the host link leaves out.
#ifndef SY_PASSES_IMAGES_LIBRARY_MODULES_H
#define SY_PASSES_IMAGES_LIBRARY_MODULES_H

#include "base/diag.h"
#include "base/mem.h"

#include <llvm-c/Core.h>

// Links those of the modules that define what m, or another that is linked, only declares. Their kernels stay
// out: no host code launches them.
bool sy_link_library_modules(LLVMModuleRef m, const sy_strs *paths, sy_diag *d);

#endif
