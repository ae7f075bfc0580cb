// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources without device code.
#ifndef SY_FRONTEND_EMPTY_MODULE_H
#define SY_FRONTEND_EMPTY_MODULE_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// Marks a module that holds neither functions nor variables, for the link (formats/fat_object.h).
void sy_mark_empty_module(LLVMModuleRef m);

#ifdef __cplusplus
}
#endif
#endif
