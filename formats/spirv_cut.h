// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel of a SPIR-V module, with what it reaches and nothing else.
//
// The runtime includes this, so it needs nothing from base/. The words are those of a little-endian machine.
#ifndef SY_FORMATS_SPIRV_CUT_H
#define SY_FORMATS_SPIRV_CUT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sy_cut {
  SY_CUT_DONE,
  SY_CUT_NOTHING, // every function of the module is needed
  SY_CUT_BAD,     // it is no SPIR-V, or has no such kernel
  SY_CUT_NO_MEMORY,
} sy_cut;

// Leaves out all functions that neither `kernel` (its symbol; null: no kernel) nor, with keep_exports, a
// function for other modules reaches; with them go types, constants, variables and capabilities that only
// they need. Debug information goes as a whole, since it refers to functions in many ways. After SY_CUT_DONE
// *out is the caller's to free; else it is null.
sy_cut sy_spirv_cut(const void *spirv, size_t size, const char *kernel, bool keep_exports, void **out,
                    size_t *out_size);

#endif
