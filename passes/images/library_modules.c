// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rule of archives, for device code: a member comes along if it defines what is missing, and then it may
// miss something itself.
#include "passes/images/library_modules.h"

#include "passes/analysis/kernel_identity.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <llvm-c/Linker.h>
#include <stdlib.h>

static bool is_missing(LLVMModuleRef m, LLVMValueRef definition) {
  size_t n;
  const char *name = LLVMGetValueName2(definition, &n);
  LLVMValueRef f = LLVMGetNamedFunction(m, name), v = LLVMGetNamedGlobal(m, name);
  return n && ((f && LLVMIsDeclaration(f)) || (v && LLVMIsDeclaration(v)));
}

static bool is_public(LLVMValueRef definition) {
  LLVMLinkage linkage = LLVMGetLinkage(definition);
  return !LLVMIsDeclaration(definition) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool helps(LLVMModuleRef m, LLVMModuleRef library) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f && !found; f = LLVMGetNextFunction(f))
    found = is_public(f) && !sy_is_kernel(f) && is_missing(m, f);
  for (LLVMValueRef v = LLVMGetFirstGlobal(library); v && !found; v = LLVMGetNextGlobal(v))
    found = is_public(v) && is_missing(m, v);
  return found;
}

// Whether something other than LLVM's own functions is declared and not defined.
static bool misses_something(LLVMModuleRef m) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !found; f = LLVMGetNextFunction(f))
    found = LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f);
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v && !found; v = LLVMGetNextGlobal(v))
    found = LLVMIsDeclaration(v);
  return found;
}

static void drop_kernels(LLVMModuleRef library) {
  for (LLVMValueRef next, f = LLVMGetFirstFunction(library); f; f = next) {
    next = LLVMGetNextFunction(f);
    if (sy_is_kernel(f) && !LLVMGetFirstUse(f))
      LLVMDeleteFunction(f);
  }
  sy_llvm_drop_named_metadata(library, SY_KERNEL_IDENTITIES);
}

// *module is null once it is linked.
static bool link_if_needed(LLVMModuleRef m, LLVMModuleRef *module, const char *path, bool *changed,
                           sy_diag *d) {
  if (!*module || !helps(m, *module))
    return true;
  LLVMModuleRef library = *module;
  *module = NULL;
  *changed = true;
  drop_kernels(library);
  return !LLVMLinkModules2(m, library) || sy_error(d, sy_at(path, 0, 0), "cannot link this device module");
}

bool sy_link_library_modules(LLVMModuleRef m, const sy_strs *paths, sy_diag *d) {
  if (!paths->n || !misses_something(m))
    return true;
  LLVMModuleRef *modules = sy_alloc(paths->n * sizeof *modules);
  bool ok = true, changed = true;
  for (size_t i = 0; ok && i < paths->n; i++)
    ok = sy_module_read(LLVMGetModuleContext(m), paths->data[i], &modules[i], d) &&
         sy_module_verify(modules[i], paths->data[i], d);
  while (ok && changed) {
    changed = false;
    for (size_t i = 0; ok && i < paths->n; i++)
      ok = link_if_needed(m, &modules[i], paths->data[i], &changed, d);
  }
  for (size_t i = 0; i < paths->n; i++)
    if (modules[i])
      LLVMDisposeModule(modules[i]);
  free(modules);
  return ok;
}
