// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang says of each function, and of each call through a pointer, what its C++ type is;
// passes/images/function_numbers.c wants to know. The metadata moves to kinds of ours, since LLVM takes its
// own ones for invalid where a type has no name outside of its file (22.1). The type of a
// function tells nothing if its address is never taken, or if the module has no such calls.
#include "frontend/unit.h"
#include "passes/images/function_numbers.h"
#include "passes/shim/shim.h"

#include <string.h>

static unsigned kind_of(LLVMModuleRef m, const char *name) {
  return LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), name, (unsigned)strlen(name));
}

static bool move_type_of_call(LLVMModuleRef m, LLVMValueRef call) {
  unsigned theirs = kind_of(m, "callee_type");
  LLVMValueRef type = LLVMGetMetadata(call, theirs);
  if (!sy_is_call_through_pointer(call))
    return false;
  LLVMSetMetadata(call, theirs, NULL);
  LLVMSetMetadata(call, kind_of(m, SY_CALLEE_TYPE), type);
  return true;
}

static bool move_types_of_calls(LLVMModuleRef m) {
  bool some = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        some |= move_type_of_call(m, i);
  return some;
}

static void move_type_of_function(LLVMValueRef f, unsigned theirs, unsigned ours) {
  size_t n = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &n);
  for (unsigned i = 0; i < n; i++)
    if (LLVMValueMetadataEntriesGetKind(all, i) == theirs)
      LLVMGlobalSetMetadata(f, ours, LLVMValueMetadataEntriesGetMetadata(all, i));
  LLVMDisposeValueMetadataEntries(all);
}

void sy_move_function_types(LLVMModuleRef m) {
  unsigned theirs = kind_of(m, "type"), ours = kind_of(m, SY_FUNCTION_TYPE);
  bool some = move_types_of_calls(m);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (some && sy_llvm_is_address_taken(f))
      move_type_of_function(f, theirs, ours);
    LLVMGlobalEraseMetadata(f, theirs);
  }
}
