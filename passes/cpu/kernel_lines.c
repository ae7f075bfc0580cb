// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel is a function of SYCL's headers that makes the ids and calls the user's function object. With
// barriers all of this is one function, in loops over work-items: behind the last line before a barrier comes
// the beginning of the next work-item. A debugger's "next" shall go to the user's code there, not into the
// headers. So the code around the user's function has the line where that function begins.
#include "passes/cpu/kernel_lines.h"

#include "passes/analysis/debug_place.h"
#include "passes/common/module.h"
#include "passes/shim/flow.h"

#include <llvm-c/DebugInfo.h>

// The outermost place of the instruction's inlining that is not in SYCL's headers; null: there is none.
static LLVMMetadataRef user_function(LLVMValueRef i) {
  LLVMMetadataRef found = NULL;
  for (LLVMMetadataRef l = LLVMInstructionGetDebugLoc(i); l; l = LLVMDILocationGetInlinedAt(l))
    if (!sy_debug_in_headers(l))
      found = l;
  return found ? sy_llvm_function_place(found) : NULL;
}

static LLVMMetadataRef first_user_function(LLVMValueRef kernel) {
  LLVMMetadataRef found = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && !found; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
      found = user_function(i);
  return found;
}

static void join_lines(LLVMValueRef kernel) {
  LLVMMetadataRef begin = LLVMGetSubprogram(kernel) ? first_user_function(kernel) : NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && begin; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMInstructionGetDebugLoc(i) && !user_function(i))
        LLVMInstructionSetDebugLoc(i, begin);
}

void sy_kernel_lines_join(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      join_lines(f);
}
