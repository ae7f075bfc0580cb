// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_EXTERNAL functions that another library of the program defines, or calls, on the native CPU.
#ifndef SY_PASSES_CPU_IMPORTS_H
#define SY_PASSES_CPU_IMPORTS_H

#include "passes/common/module.h"

// Calls of functions without a body go through pointers, sy_native_import_symbol, which the runtime sets.
// Functions with one are also there as sy_native_name names them, for such calls. Before anything is inlined.
void sy_cpu_imports_lower(LLVMModuleRef m, const char *target);

// After inlining: what those functions ask about the work-item is in what the caller gives them. One that
// waits for other work-items is taken back: they are not there.
void sy_cpu_exports_finish(LLVMModuleRef m);

#endif
