// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of another width than their operation, which LLVM's SPIR-V back end writes.
#ifndef SY_PASSES_SPIRV_WIDTHS_H
#define SY_PASSES_SPIRV_WIDTHS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Before the back end: what it can't select for vectors, cut and extended again, is written in another way.
void sy_spirv_vector_widths(LLVMModuleRef m);

// After it: each operand of an 'and' gets the width of the result. *words is malloc's, and may move; the
// result is its new length. What is no SPIR-V stays as it is.
size_t sy_spirv_widths(uint32_t **words, size_t n);

#endif
