// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules as the tools handle them: read, linked, optimised, written, with LLVM's complaints as diagnostics.
#ifndef SY_PASSES_COMMON_MODULE_H
#define SY_PASSES_COMMON_MODULE_H

#include "base/diag.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

// Numbers of llvm/IR/CallingConv.h (shim.cpp asserts them).
enum {
  SY_CC_C = 0,
  SY_CC_PTX_KERNEL = 71,
  SY_CC_SPIR_FUNC = 75,
  SY_CC_SPIR_KERNEL = 76,
  SY_CC_AMDGPU_KERNEL = 91
};

// A context whose errors and warnings go to d instead of ending the process. d must outlive it.
LLVMContextRef sy_context_new(sy_diag *d);

// Bitcode or text. The caller disposes of the module.
bool sy_module_read(LLVMContextRef c, const char *path, LLVMModuleRef *out, sy_diag *d);
bool sy_module_write(LLVMModuleRef m, const char *path, sy_diag *d); // as bitcode
bool sy_module_verify(LLVMModuleRef m, const char *what, sy_diag *d);
// Links what m needs of a library; the library's other functions stay out.
bool sy_module_link_library(LLVMModuleRef m, const char *path, sy_diag *d);
// Runs passes by their names in opt's syntax. tm may be null.
bool sy_module_run(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *passes, sy_diag *d);
// Runs passes over functions on this one.
bool sy_function_run(LLVMValueRef f, LLVMTargetMachineRef tm, const char *passes, sy_diag *d);
// Generates code in memory and writes it to path, whole or not at all.
bool sy_module_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d);
// The same as text.
bool sy_module_emit_assembly(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d);

char *sy_readable_symbol(const char *symbol, bool parameters); // free()
// The name in the source; of a kernel, the type that names it. The caller frees it.
char *sy_readable_name(LLVMValueRef global);
char *sy_short_name(LLVMValueRef global); // the same without parameters; free()
bool sy_is_kernel(LLVMValueRef function); // a kernel with a body
// Whether it is a SYCL_EXTERNAL function with a body, for other files and libraries.
bool sy_is_exported(LLVMValueRef function);
bool sy_is_imported(LLVMValueRef function); // one without
// Whether a variable is of class device_global: it has this attribute, its size. Its name and its contents
// are the runtime's business, so it is never internal.
#define SY_DEVICE_GLOBAL_SIZE "sycl-device-global-size"
bool sy_is_device_global(LLVMValueRef global);
void sy_make_internal(LLVMValueRef global);
void sy_set_function_attribute(LLVMValueRef function, const char *name, const char *value);
// Every function and variable that is not a kernel or a device_global becomes internal, so that what is not
// used can go; functions for other libraries stay if `but_exports`.
void sy_module_internalize(LLVMModuleRef m, bool but_exports);
// What the front end and the libraries were compiled for is not what code is generated for; and functions of
// a library that is compiled without built-ins would not be inlined into others.
void sy_module_forget_machines(LLVMModuleRef m);

#endif
