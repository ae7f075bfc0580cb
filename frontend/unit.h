// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the front end knows about one translation unit: the boundary between the AST side (C++) and
// the C side, which writes the integration header and lowers the kernels in IR.
#ifndef SY_FRONTEND_UNIT_H
#define SY_FRONTEND_UNIT_H

#include "sycc/kernel_info.h"

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_kernel {
  const char *stable_name; // what clang calls the kernel, in IR and on the host
  const char *symbol;      // what it is called after lowering
  const char *readable;
  uint32_t closure_size, closure_align;
  SY_VEC(sycc_kernel_param) params; // [0] is the closure
} sy_kernel;

typedef struct sy_unit {
  sy_arena arena;
  SY_VEC(sy_kernel) kernels;
} sy_unit;

sy_unit *sy_unit_new(void);
void sy_unit_free(sy_unit *u);

// Adds a kernel; the strings are copied. tu_suffix: appended to the symbol of a kernel whose name means
// something in this translation unit alone, or null. The pointer is valid until the next call.
sy_kernel *sy_unit_add_kernel(sy_unit *u, const char *stable_name, const char *tu_suffix, const char *readable,
                              uint32_t closure_size, uint32_t closure_align);
// Adds a parameter that stands for a special object inside the closure.
void sy_kernel_add_param(sy_kernel *k, enum sycc_param_kind kind, uint32_t offset, uint32_t size);
// Called once after the last parameter: puts parameters in order and decides how the closure travels.
void sy_kernel_finish(sy_kernel *k);

// integration_header.c: the text the host compilation includes.
void sy_integration_header(sy_unit *u, sy_str *out);
// lower_kernels.c: gives every kernel of the module its final form (docs/ir-contract.md).
bool sy_lower_kernels(const sy_unit *u, LLVMModuleRef m);

#ifdef __cplusplus
}
#endif
#endif
