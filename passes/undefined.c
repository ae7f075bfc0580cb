// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without this check such a call becomes an unknown symbol at the host's link, without a place, or, worse, is
// bound to a host function of that name, which is compiled for another calling convention.
#include "passes/undefined.h"

#include <stdlib.h>
#include <string.h>

static void report(LLVMValueRef f, sy_diag *d) {
  char *name = sy_readable_name(f);
  sy_error(d, SY_NOWHERE, "device code calls '%s', which no device code defines", name);
  free(name);
  sy_help(d, "mark its definition SYCL_EXTERNAL and compile that file with sycc; functions of the host's libraries "
             "can't be called in kernels");
}

bool sy_check_defined(LLVMModuleRef m, bool (*known)(const char *name), sy_diag *d) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || !strncmp(name, "llvm.", 5) || sy_is_imported(f) || known(name))
      continue;
    report(f, d);
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
    report(f, d);
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
