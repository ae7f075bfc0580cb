// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aspects of the types that instructions mention: double and half, and what '!intel_types_that_use_aspects'
// lists. Names are looked up once; after that a type is a pointer.
#ifndef SY_PASSES_ANALYSIS_TYPE_ASPECTS_H
#define SY_PASSES_ANALYSIS_TYPE_ASPECTS_H

#include "passes/analysis/aspect_sets.h"
#include "passes/common/pointer_map.h"

typedef struct sy_type_aspects {
  const sy_aspect_sets *sets;
  sy_pointer_map index;  // type -> its set, counted from 0
  SY_VEC(uint64_t) bits; // set i has the words i * sets->words ...
  SY_VEC(struct sy_listed_type {
    LLVMTypeRef type;
    sy_numbers aspects;
  })
  listed;
} sy_type_aspects;

// Reads the module's list and adds all aspects there may be to *all, which is fixed after that and stays.
void sy_type_aspects_read(sy_type_aspects *t, LLVMModuleRef m, sy_aspect_sets *all, sy_arena *a, sy_diag *d);
void sy_type_aspects_free(sy_type_aspects *t);

// Valid until the next call.
const uint64_t *sy_type_aspects_of(sy_type_aspects *t, LLVMTypeRef type);
// Adds those of all types that the instruction mentions.
void sy_type_aspects_of_instruction(sy_type_aspects *t, LLVMValueRef instruction, uint64_t *set);
// Removes the variables of a function, a definition, whose types have aspects and that are not used: what
// clang emits of variables behind a 'return', or in another place that is not reached.
void sy_type_aspects_drop_unused(sy_type_aspects *t, LLVMValueRef f);

#endif
