// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of if_device_has before they are decided. The headers call one function with the aspect as an
// argument; this pass makes one function per aspect of it, declared to read no memory, which optimisations
// may move and multiply but never merge with another aspect's.
#include "passes/analysis/device_markers.h"

#include "base/count.h"
#include "base/mem.h"
#include "base/str.h"
#include "passes/shim/shim.h"

#include <stdio.h>
#include <string.h>

#define ASK "__sycc_device_has"
#define MARKER ASK "."
enum { NAME = sizeof MARKER + 16 };

static bool has_attribute(LLVMValueRef f, const char *name) {
  return LLVMIsAFunction(f) &&
         LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
}

bool sy_is_under_condition(LLVMValueRef f) {
  return has_attribute(f, SY_UNDER_CONDITION);
}

bool sy_is_where_condition_holds(LLVMValueRef f) {
  return has_attribute(f, SY_CONDITION_HOLDS);
}

bool sy_is_device_marker(LLVMValueRef v, uint32_t *aspect) {
  size_t n;
  const char *name = LLVMIsAFunction(v) ? LLVMGetValueName2(v, &n) : "";
  unsigned long long number;
  if (!sy_starts(name, MARKER) || !LLVMIsDeclaration(v) ||
      !sy_view_u64(sy_view_c(name + strlen(MARKER)), &number) || number > INT32_MAX)
    return false;
  *aspect = (uint32_t)number;
  return true;
}

static void add_enum(LLVMContextRef c, LLVMValueRef f, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(c, kind, 0));
}

static void name_of(uint32_t aspect, char out[NAME]) {
  snprintf(out, NAME, MARKER "%u", aspect);
}

LLVMValueRef sy_device_marker(LLVMModuleRef m, uint32_t aspect) {
  char name[NAME];
  name_of(aspect, name);
  return LLVMGetNamedFunction(m, name);
}

// Its answer is always the same, so it may be asked anywhere and as often as one likes.
static LLVMValueRef marker_of(LLVMModuleRef m, LLVMValueRef ask, uint32_t aspect) {
  static const char *const attributes[] = {"memory", "nounwind", "willreturn",
                                           "nosync", "nofree",   "nocallback"};
  LLVMValueRef f = sy_device_marker(m, aspect);
  if (f)
    return f;
  char name[NAME];
  name_of(aspect, name);
  LLVMContextRef c = LLVMGetModuleContext(m);
  f = LLVMAddFunction(m, name, LLVMFunctionType(LLVMInt1TypeInContext(c), NULL, 0, false));
  LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(ask));
  for (size_t i = 0; i < SY_COUNT(attributes); i++)
    add_enum(c, f, attributes[i]);
  return f;
}

static void markers_mark(LLVMModuleRef m, LLVMValueRef ask, LLVMValueRef call, LLVMBuilderRef b) {
  if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != ask ||
      !LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
    return; // not by these headers; the link will miss a definition
  LLVMValueRef marker = marker_of(m, ask, (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)));
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef answer = LLVMBuildCall2(b, LLVMGlobalGetValueType(marker), marker, NULL, 0, "");
  LLVMSetInstructionCallConv(answer, LLVMGetFunctionCallConv(marker));
  LLVMReplaceAllUsesWith(call, answer);
  LLVMInstructionEraseFromParent(call);
}

// Functions under a condition are said to be used from elsewhere too: otherwise LLVM would load their
// arguments in the caller, and there such a load may move out of the condition.
void sy_device_if_mark(LLVMModuleRef m) {
  LLVMValueRef ask = LLVMGetNamedFunction(m, ASK);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  if (ask)
    for (LLVMUseRef next, use = LLVMGetFirstUse(ask); use; use = next) {
      next = LLVMGetNextUse(use);
      markers_mark(m, ask, LLVMGetUser(use), b);
    }
  LLVMDisposeBuilder(b);
  if (ask && !LLVMGetFirstUse(ask))
    LLVMDeleteFunction(ask);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_under_condition(f) && !LLVMIsDeclaration(f))
      sy_llvm_keep_declaration(f);
}
