// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants of an image: where each is in the block of values that kernels get.
#ifndef SY_PASSES_IMAGES_SPEC_CONSTANTS_H
#define SY_PASSES_IMAGES_SPEC_CONSTANTS_H

#include "base/diag.h"
#include "base/mem.h"
#include "formats/image_desc.h"

#include <llvm-c/Core.h>

#define SY_SPEC_VALUE "__sycc_spec_value"

typedef struct sy_spec_constant {
  const char *name;
  sy_spec_place at;
} sy_spec_constant;

typedef struct sy_spec_constants {
  sy_arena arena;
  SY_VEC(sy_spec_constant) list;
  sy_str defaults; // the block when no value is set
} sy_spec_constants;

// What a function has from which a question can be reached.
#define SY_ASKS_CONSTANTS "sycc-asks-constants"

// Marks functions with SY_ASKS_CONSTANTS. Gives every constant that the module asks for a place and replaces
// the questions, calls of SY_SPEC_VALUE(block, id, name), by addresses in the block. False: one does not say
// which constant it means.
bool sy_spec_constants_place(LLVMModuleRef m, sy_spec_constants *out, sy_diag *d);
bool sy_asks_constants(LLVMValueRef f);
void sy_spec_constants_free(sy_spec_constants *s);

// The text that a constant points to, without casts; null when it is none.
const char *sy_constant_text(LLVMValueRef pointer, size_t *n);
// The variable that a constant points to; null when it is none.
LLVMValueRef sy_constant_variable(LLVMValueRef pointer);

#endif
