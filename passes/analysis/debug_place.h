// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where code is in the source, as its debug information says.
#ifndef SY_PASSES_ANALYSIS_DEBUG_PLACE_H
#define SY_PASSES_ANALYSIS_DEBUG_PLACE_H

#include "base/diag.h"
#include "base/mem.h"

#include <llvm-c/Core.h>

// The place of an instruction or a function, whose column is 0; SY_NOWHERE if v is null or nothing is known.
// A file in `folder` is named without it; null: in the folder that the program runs in. The name is in `a`.
sy_where sy_debug_place(LLVMValueRef v, const char *folder, sy_arena *a);

// Whether a DILocation is in SYCL's headers.
bool sy_debug_in_headers(LLVMMetadataRef location);

// The same for an instruction that may have been inlined from SYCL's headers: where these were called.
sy_where sy_debug_user_place(LLVMValueRef instruction, const char *folder, sy_arena *a);

#endif
