// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V copies memory, and fills it where value and length are known. For all else LLVM 22 makes functions
// that have names of its own (spirv.llvm_memset_p4_i64), which translators of other versions take for
// something else; llvm.memmove it does not know. So these become loops here.
#include "passes/spirv/memory.h"

#include "base/mem.h"
#include "passes/common/values.h"
#include "passes/shim/shim.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <string.h>

enum { SPACE_GENERIC = 4 };

static bool calls(LLVMValueRef i, const char *prefix) {
  size_t n;
  LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return f && LLVMIsAFunction(f) && !strncmp(LLVMGetValueName2(f, &n), prefix, strlen(prefix));
}

static bool is_expanded(LLVMValueRef i) {
  bool fill = calls(i, "llvm.memset.") &&
              !(LLVMIsAConstantInt(LLVMGetOperand(i, 1)) && LLVMIsAConstantInt(LLVMGetOperand(i, 2)));
  return fill || calls(i, "llvm.memmove.");
}

static unsigned space_of(LLVMValueRef pointer) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
}

static LLVMValueRef generic(LLVMBuilderRef b, LLVMValueRef pointer) {
  LLVMTypeRef type = LLVMPointerTypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)), SPACE_GENERIC);
  return space_of(pointer) == SPACE_GENERIC ? pointer : LLVMBuildAddrSpaceCast(b, pointer, type, "");
}

// Pointers of two spaces can't be compared, as the loops do.
static LLVMValueRef in_one_space(LLVMBuilderRef b, LLVMValueRef move) {
  LLVMValueRef to = LLVMGetOperand(move, 0), from = LLVMGetOperand(move, 1);
  if (space_of(to) == space_of(from))
    return move;
  LLVMPositionBuilderBefore(b, move);
  LLVMValueRef made = LLVMBuildMemMove(b, generic(b, to), 1, generic(b, from), 1, LLVMGetOperand(move, 2));
  LLVMInstructionEraseFromParent(move);
  return made;
}

void sy_spirv_memory(LLVMModuleRef m, LLVMTargetMachineRef tm) {
  sy_values found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (is_expanded(i))
          sy_vec_push(&found, i);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (size_t i = 0; i < found.n; i++)
    sy_llvm_expand_memory_call(
        calls(found.data[i], "llvm.memmove.") ? in_one_space(b, found.data[i]) : found.data[i], tm);
  LLVMDisposeBuilder(b);
  sy_vec_free(&found);
}
