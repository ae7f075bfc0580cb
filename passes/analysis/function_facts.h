// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What metadata says about a function (docs/ir-contract.md). It may come from any compiler, so nothing is
// taken for granted: what has another form is reported and removed.
#ifndef SY_PASSES_ANALYSIS_FUNCTION_FACTS_H
#define SY_PASSES_ANALYSIS_FUNCTION_FACTS_H

#include "base/diag.h"
#include "base/mem.h"

#include <llvm-c/Core.h>
#include <stdint.h>

typedef struct sy_numbers {
  const uint32_t *v;
  unsigned n;
  bool present; // the metadata is there, be it empty
} sy_numbers;

// An attribute of kernels and exported functions in a variant: its number, which makes their symbols differ.
#define SY_VARIANT "sycc-variant"

// On a kernel that the headers run in groups of their own: what the user required is no fact about the code.
#define SY_OWN_GROUPS "sycc-own-groups"

typedef struct sy_function_facts {
  sy_numbers declared; // intel_declared_aspects, sorted
  sy_numbers used;     // intel_used_aspects, sorted
  sy_numbers needed;   // sycc_needed_aspects, sorted: used and declared, callees included; only where it is
                       // more than `used`
  // sycc_asked_aspects, sorted: those of them that are needed only because a condition holds.
  sy_numbers asked;
  sy_numbers own;               // sycc_own_aspects, sorted: those it uses itself, callees apart
  sy_numbers dimensions;        // sycc_dimensions: one, of the range that a kernel is launched over
  sy_numbers sub_group;         // intel_reqd_sub_group_size: one
  sy_numbers called_sub_groups; // sycc_called_sub_groups: those of SYCL_EXTERNAL functions that it calls
  sy_numbers work_group;        // sycc_reqd_work_group_size: one to three, in SYCL's order; or from the next
  // The size of the groups that the code runs in: work_group, but none with SY_OWN_GROUPS.
  sy_numbers code_group;
  sy_numbers opencl_work_group; // reqd_work_group_size, as other compilers write it: x first
  const char **targets;         // intel_fixed_targets, sorted, each once
  unsigned target_count;
  bool has_targets; // the metadata is there, be it empty
} sy_function_facts;

// Everything lives in `a`.
sy_function_facts sy_function_facts_read(LLVMValueRef f, sy_arena *a, sy_diag *d);

// Sets a list of numbers as metadata.
void sy_function_set_numbers(LLVMValueRef f, const char *kind, const uint32_t *v, unsigned n);

// An operand of metadata as a number; false if it is none, or larger than an int.
bool sy_metadata_number(LLVMValueRef operand, uint32_t *out);

// The work-items of a group of this size, 0 for none; UINT64_MAX if there are more.
uint64_t sy_group_items(sy_numbers sizes);

bool sy_numbers_have(sy_numbers set, uint32_t value);

// Where the function first uses an aspect itself: '!sycc_use_places', a list of {aspect, file, line, column}.
bool sy_function_place(LLVMValueRef f, uint32_t aspect, const char **file, uint32_t *line, uint32_t *col,
                       sy_arena *a);
// Where an aspect that an entry point needs comes from: '!sycc_aspect_origins', a list of
// {aspect, function, file, line, column}. False if it does not say; *file is null if only the function is
// known.
bool sy_function_origin(LLVMValueRef f, uint32_t aspect, const char **function, const char **file,
                        uint32_t *line, uint32_t *col, sy_arena *a);

// The i-th call on a way from a kernel to a function that its file does not define, the call of that function
// being the first:
// '!sycc_calls', a list of {number, caller, file, line, column}. *caller: "'f'", "kernel 'K'".
bool sy_function_call(LLVMValueRef f, uint32_t i, const char **caller, sy_where *where, sy_arena *a);

// The SYCL_EXTERNAL function that a size of `called_sub_groups` comes from, or null.
const char *sy_function_of_sub_group(LLVMValueRef f, uint32_t size, sy_arena *a);

// The value of a string attribute of the function, in `a`, or null.
const char *sy_function_string(LLVMValueRef f, const char *name, sy_arena *a);

// The symbol of the native code of a kernel or an exported function, which may be one of several variants.
const char *sy_native_name(LLVMValueRef f, const char *target, sy_arena *a);

#endif
