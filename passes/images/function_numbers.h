// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls through pointers to functions, which devices do not have.
#ifndef SY_PASSES_IMAGES_FUNCTION_NUMBERS_H
#define SY_PASSES_IMAGES_FUNCTION_NUMBERS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

// Metadata: the C++ type of a function, and a list with that of what a call calls.
#define SY_FUNCTION_TYPE "sycc.function_type"
#define SY_CALLEE_TYPE "sycc.callee_type"

// An alias is a function by another name: a constructor has two.
static inline bool sy_is_call_through_pointer(LLVMValueRef i) {
  if (!LLVMIsACallInst(i))
    return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  return !LLVMIsAFunction(callee) && !LLVMIsAGlobalAlias(callee) && !LLVMIsAInlineAsm(callee);
}

// In a whole program: pointers to functions become numbers, and calls through them switches.
void sy_number_functions(LLVMModuleRef m);

#endif
