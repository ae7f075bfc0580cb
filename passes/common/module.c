// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules for the tools. LLVM reports faults in three ways, by a handler of the context, by strings and by
// LLVMErrorRef; here all of them become entries of an sy_diag. Files are written whole or not at all.
#include "passes/common/module.h"

#include "base/count.h"
#include "base/file.h"
#include "base/mem.h"
#include "passes/shim/shim.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

// What LLVM warns of and the user can do nothing about: modules for several targets are linked on purpose,
// and a loop may stay as it is whatever '#pragma unroll' asks for (it has a barrier, or is one of the copies
// made for work-items).
static bool is_idle_warning(const char *text) {
  static const char *const idle[] = {"different target triples", "different data layouts",
                                     "unable to perform the requested transformation"};
  for (size_t i = 0; i < SY_COUNT(idle); i++)
    if (strstr(text, idle[i]))
      return true;
  return false;
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  sy_diag *d = data;
  char *text = LLVMGetDiagInfoDescription(info);
  if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
    sy_error(d, SY_NOWHERE, "%s", text);
  else if (LLVMGetDiagInfoSeverity(info) == LLVMDSWarning && !is_idle_warning(text))
    sy_warning(d, SY_NOWHERE, "%s", text);
  LLVMDisposeMessage(text);
}

LLVMContextRef sy_context_new(sy_diag *d) {
  LLVMContextRef c = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(c, on_diagnostic, d);
  return c;
}

// LLVM's messages may have several lines and a full stop; the first line says it.
static bool llvm_error(sy_diag *d, const char *path, const char *what, char *message) {
  if (message)
    message[strcspn(message, "\n")] = 0;
  sy_error(d, sy_at(path, 0, 0), "%s%s%s", what, message ? ": " : "", message ? message : "");
  LLVMDisposeMessage(message);
  return false;
}

bool sy_module_read(LLVMContextRef c, const char *path, LLVMModuleRef *out, sy_diag *d) {
  sy_str bytes = SY_STR_INIT;
  if (!sy_file_read(path, &bytes, d))
    return false;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(sy_str_c(&bytes), bytes.n, path);
  sy_str_free(&bytes);
  char *message = NULL;
  if (LLVMParseIRInContext(c, buffer, out, &message)) // owns the buffer
    return llvm_error(d, path, "not a module of LLVM IR", message);
  return true;
}

bool sy_module_write(LLVMModuleRef m, const char *path, sy_diag *d) {
  LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);
  bool ok = sy_file_write(path, LLVMGetBufferStart(b), LLVMGetBufferSize(b), d);
  LLVMDisposeMemoryBuffer(b);
  return ok;
}

// The first function whose code is not valid; null when something else is wrong.
static LLVMValueRef find_invalid(LLVMModuleRef m) {
  LLVMValueRef f = LLVMGetFirstFunction(m);
  while (f && !LLVMVerifyFunction(f, LLVMReturnStatusAction))
    f = LLVMGetNextFunction(f);
  return f;
}

bool sy_module_verify(LLVMModuleRef m, const char *what, sy_diag *d) {
  char *message = NULL;
  if (!LLVMVerifyModule(m, LLVMReturnStatusAction, &message)) {
    LLVMDisposeMessage(message);
    return true;
  }
  LLVMValueRef f = find_invalid(m);
  char *name = f ? sy_readable_name(f) : NULL;
  sy_str text = SY_STR_INIT;
  sy_str_add(&text, "the module is not valid");
  if (name)
    sy_str_addf(&text, " in '%s'", name);
  llvm_error(d, what, sy_str_c(&text), message);
  sy_str_free(&text);
  free(name);
  return false;
}

bool sy_module_link_library(LLVMModuleRef m, const char *path, sy_diag *d) {
  LLVMModuleRef library;
  if (!sy_module_read(LLVMGetModuleContext(m), path, &library, d))
    return false;
  // The linker takes a linkonce function only when something refers to it.
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  LLVMSetTarget(library, LLVMGetTarget(m));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(m));
  if (LLVMLinkModules2(m, library))
    return sy_error(d, sy_at(path, 0, 0), "cannot link the device library");
  // Its functions are the module's own now: the host may have others of that name.
  sy_module_internalize(m, true);
  return true;
}

static bool passes_ran(LLVMErrorRef e, const char *passes, sy_diag *d) {
  if (!e)
    return true;
  char *text = LLVMGetErrorMessage(e);
  sy_error(d, SY_NOWHERE, "passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return false;
}

bool sy_module_run(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *passes, sy_diag *d) {
  LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(o, 1);
  LLVMPassBuilderOptionsSetLoopInterleaving(o, 1);
  LLVMPassBuilderOptionsSetSLPVectorization(o, 1);
  LLVMPassBuilderOptionsSetLoopUnrolling(o, 1);
  LLVMErrorRef e = LLVMRunPasses(m, passes, tm, o);
  LLVMDisposePassBuilderOptions(o);
  return passes_ran(e, passes, d);
}

bool sy_function_run(LLVMValueRef f, LLVMTargetMachineRef tm, const char *passes, sy_diag *d) {
  LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopInterleaving(o, 1);
  LLVMErrorRef e = LLVMRunPassesOnFunction(f, passes, tm, o);
  LLVMDisposePassBuilderOptions(o);
  return passes_ran(e, passes, d);
}
static bool emit_code(LLVMModuleRef m, LLVMTargetMachineRef tm, LLVMCodeGenFileType type, const char *path,
                      sy_diag *d) {
  char *message = NULL;
  LLVMMemoryBufferRef code;
  if (LLVMTargetMachineEmitToMemoryBuffer(tm, m, type, &message, &code))
    return llvm_error(d, path, "cannot generate code", message);
  bool ok = sy_file_write(path, LLVMGetBufferStart(code), LLVMGetBufferSize(code), d);
  LLVMDisposeMemoryBuffer(code);
  return ok;
}

bool sy_module_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  return emit_code(m, tm, LLVMObjectFile, path, d);
}

bool sy_module_emit_assembly(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  return emit_code(m, tm, LLVMAssemblyFile, path, d);
}

bool sy_is_kernel(LLVMValueRef f) {
  static const unsigned conventions[] = {SY_CC_SPIR_KERNEL, SY_CC_PTX_KERNEL, SY_CC_AMDGPU_KERNEL};
  bool found = false;
  for (size_t i = 0; i < SY_COUNT(conventions); i++)
    found |= LLVMGetFunctionCallConv(f) == conventions[i];
  return found && !LLVMIsDeclaration(f);
}

bool sy_is_exported(LLVMValueRef f) {
  return !LLVMIsDeclaration(f) && !sy_is_kernel(f) && LLVMGetLinkage(f) != LLVMInternalLinkage &&
         LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, "sycl-external", 13);
}

bool sy_is_imported(LLVMValueRef f) {
  return LLVMIsDeclaration(f) &&
         LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, "sycl-external", 13);
}

// Kernels are called _ZTS<name>. A name that is local to its file has _tu<16 digits> behind it.
char *sy_readable_symbol(const char *given, bool parameters) {
  static const char kernel[] = "typeinfo name for ";
  enum { SUFFIX = 19 };
  char *symbol = sy_strdup(given);
  size_t n = strlen(symbol);
  if (sy_starts(symbol, "_Z") && n > SUFFIX && sy_starts(symbol + n - SUFFIX, "_tu"))
    symbol[n - SUFFIX] = 0;
  char *name = sy_llvm_demangle(symbol, parameters);
  free(symbol);
  if (sy_starts(name, kernel))
    memmove(name, name + sizeof kernel - 1, strlen(name) - sizeof kernel + 2);
  return name;
}

static const char *symbol_of(LLVMValueRef global) {
  size_t n;
  return LLVMGetValueName2(global, &n);
}

char *sy_readable_name(LLVMValueRef global) {
  return sy_readable_symbol(symbol_of(global), true);
}
char *sy_short_name(LLVMValueRef global) {
  return sy_readable_symbol(symbol_of(global), false);
}

static bool is_llvms_own(LLVMValueRef global) {
  size_t n;
  return !strncmp(LLVMGetValueName2(global, &n), "llvm.", 5);
}

bool sy_is_device_global(LLVMValueRef global) {
  size_t n;
  return LLVMIsAGlobalVariable(global) && sy_llvm_global_attribute(global, SY_DEVICE_GLOBAL_SIZE, &n);
}

void sy_make_internal(LLVMValueRef global) {
  LLVMSetLinkage(global, LLVMInternalLinkage);
  if (LLVMIsAGlobalObject(global)) // an alias has none
    LLVMSetComdat(global, NULL);   // or the host's linker takes the host's function of that name instead
}

void sy_set_function_attribute(LLVMValueRef f, const char *name, const char *value) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMAddAttributeAtIndex(
      f, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(c, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

void sy_module_forget_machines(LLVMModuleRef m) {
  static const char *const names[] = {"target-cpu", "target-features", "no-builtins"};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (size_t i = 0; i < SY_COUNT(names); i++)
      LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i]));
}

void sy_module_internalize(LLVMModuleRef m, bool but_exports) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !sy_is_kernel(f) && !(but_exports && sy_is_exported(f)))
      sy_make_internal(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && !is_llvms_own(g) && !sy_is_device_global(g))
      sy_make_internal(g);
}
