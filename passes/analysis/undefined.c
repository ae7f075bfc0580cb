// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without this check such a call becomes an unknown symbol at the host's link, without a place, or, worse, is
// bound to a host function of that name, which is compiled for another calling convention.
#include "passes/analysis/undefined.h"

#include "passes/analysis/debug_place.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/work_items.h"

#include <stdlib.h>
#include <string.h>

static LLVMUseRef first_call(LLVMValueRef f) {
  LLVMUseRef use = LLVMGetFirstUse(f);
  while (use && !sy_caller_of(use))
    use = LLVMGetNextUse(use);
  return use;
}

// As far as debug information tells, which functions without metadata need.
static sy_where place_of(LLVMUseRef use, sy_arena *a) {
  return sy_debug_place(use ? LLVMGetUser(use) : NULL, NULL, a);
}

// The way to a kernel, by the first call of each function. What was inlined is no part of it.
static void tell_callers(LLVMUseRef use, sy_arena *a, sy_diag *d) {
  enum { MOST = 16 }; // functions may call each other
  for (int i = 0; use && i < MOST; i++) {
    LLVMValueRef caller = sy_caller_of(use);
    char *name = sy_readable_name(caller);
    sy_where at = place_of(use, a);
    const char *kind = sy_is_kernel(caller) ? "kernel " : "";
    if (at.file)
      sy_note(d, "called by %s'%s' at %s:%u:%u", kind, name, at.file, at.line, at.col);
    else
      sy_note(d, "called by %s'%s'", kind, name);
    free(name);
    use = sy_is_kernel(caller) ? NULL : first_call(caller);
  }
}

// The way that the front end has seen. It may end with a function that other files call: these calls follow.
static void tell_way(LLVMValueRef f, LLVMUseRef use, sy_arena *a, sy_diag *d) {
  const char *caller = "";
  sy_where at;
  bool to_kernel = false;
  for (uint32_t i = 0; sy_function_call(f, i, &caller, &at, a); i++) {
    sy_note(d, "called by %s at %s:%u:%u", caller, at.file, at.line, at.col);
    to_kernel = !strncmp(caller, "kernel ", strlen("kernel "));
  }
  LLVMValueRef last = use ? sy_caller_of(use) : NULL;
  if (!to_kernel && last)
    tell_callers(sy_is_kernel(last) ? use : first_call(last), a, d);
}

static void undefined_report(LLVMValueRef f, sy_diag *d) {
  sy_arena a = {0};
  char *name = sy_readable_name(f);
  const char *caller;
  LLVMUseRef call = first_call(f);
  sy_where at = place_of(call, &a);
  bool known = sy_function_call(f, 0, &caller, &at, &a);
  sy_error(d, at, "device code calls '%s', which no device code defines", name);
  free(name);
  if (known)
    tell_way(f, call, &a, d);
  else
    tell_callers(call, &a, d);
  if (!at.file)
    sy_note(d, "compile with '-g' to see the places of the calls");
  sy_arena_free(&a);
  sy_help(
      d,
      "mark its definition SYCL_EXTERNAL and compile that file with sycc; functions of the host's libraries "
      "can't be called in kernels");
}

bool sy_check_defined(LLVMModuleRef m, bool (*known)(const char *name), sy_diag *d) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || !strncmp(name, "llvm.", 5) || sy_is_imported(f) ||
        known(name))
      continue;
    undefined_report(f, d);
    ok = false;
  }
  return ok;
}

bool sy_check_imports(LLVMModuleRef m, const char *target, bool possible, sy_diag *d) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (!sy_is_imported(f) || !LLVMGetFirstUse(f) || strstr(LLVMGetValueName2(f, &n), "__spirv_"))
      continue;
    undefined_report(f, d);
    if (possible)
      sy_help(d, "if a shared library defines it, link with -fsycl-allow-device-image-dependencies");
    else
      sy_note(d, "for target '%s' functions of shared libraries can't be called in kernels", target);
    ok = false;
  }
  return ok;
}

bool sy_check_builtins(LLVMModuleRef m, const char *whose, sy_diag *d) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || !strstr(name, "__spirv_"))
      continue;
    char *readable = sy_readable_name(f);
    ok = sy_error(d, SY_NOWHERE, "%s have no '%s'", whose, readable);
    free(readable);
  }
  return ok;
}
