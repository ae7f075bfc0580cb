// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static variable of a header's function template would be one for all callers that ask for the same type;
// callers want one each:
//
//   %p = call ptr addrspace(3) @__sycc_local_variable(i64 256, i64 4)
// becomes
//   @local = internal addrspace(3) global [32 x i64] poison
//
// Its elements have the alignment: some consumers of SPIR-V go by the type alone.
#include "passes/common/local_variables.h"

#include "passes/common/module.h"

#include <stdlib.h>

#define ASK "__sycc_local_variable"
// No device has more than MOST bytes: GPUs have some 200 KiB, CPUs up to their caches.
enum { SPACE_LOCAL = 3, WORD = 8, WORDS_OF_A_VECTOR = 16, MOST = 4 << 20 };

static LLVMTypeRef storage(LLVMContextRef c, unsigned long long bytes, unsigned long long align) {
  LLVMTypeRef word = LLVMInt64TypeInContext(c);
  unsigned long long words = align > WORD ? align / WORD : 1;
  if (words > WORDS_OF_A_VECTOR)
    words = WORDS_OF_A_VECTOR;
  unsigned long long element = words * WORD, count = (bytes + element - 1) / element;
  return LLVMArrayType2(words > 1 ? LLVMVectorType(word, (unsigned)words) : word, count ? count : 1);
}

static LLVMValueRef new_variable(LLVMModuleRef m, unsigned long long bytes, unsigned long long align) {
  LLVMTypeRef type = storage(LLVMGetModuleContext(m), bytes, align);
  LLVMValueRef v = LLVMAddGlobalInAddressSpace(m, type, "local", SPACE_LOCAL);
  LLVMSetInitializer(v, LLVMGetPoison(type));
  LLVMSetLinkage(v, LLVMInternalLinkage);
  LLVMSetAlignment(v, (unsigned)(align > WORD ? align : WORD));
  return v;
}

static bool refuse(LLVMValueRef call, unsigned long long bytes, sy_diag *d) {
  char *function = sy_readable_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  sy_error(d, SY_NOWHERE,
           "'%s' asks for a variable of %llu bytes in local memory; no device has more than %d", function,
           bytes, MOST);
  sy_help(d, "global memory (a buffer, USM) takes what a work-group can't hold");
  free(function);
  return false;
}

static bool replace_call(LLVMModuleRef m, LLVMValueRef call, sy_diag *d) {
  LLVMValueRef bytes = LLVMGetOperand(call, 0), align = LLVMGetOperand(call, 1);
  if (!LLVMIsAConstantInt(bytes) || !LLVMIsAConstantInt(align))
    return sy_error(d, SY_NOWHERE, "%s: its arguments are not constants", ASK);
  unsigned long long n = LLVMConstIntGetZExtValue(bytes);
  if (n > MOST)
    return refuse(call, n, d);
  LLVMValueRef v = new_variable(m, n, LLVMConstIntGetZExtValue(align));
  LLVMReplaceAllUsesWith(call, v);
  LLVMInstructionEraseFromParent(call);
  return true;
}

bool sy_local_variables(LLVMModuleRef m, sy_diag *d) {
  LLVMValueRef ask = LLVMGetNamedFunction(m, ASK);
  bool ok = true;
  for (LLVMUseRef next, use = ask ? LLVMGetFirstUse(ask) : NULL; ok && use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == ask)
      ok = replace_call(m, call, d);
  }
  if (ask && !LLVMGetFirstUse(ask))
    LLVMDeleteFunction(ask);
  return ok;
}
