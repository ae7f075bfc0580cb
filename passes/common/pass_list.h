// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of passes. What is done to a module, step by step, is a table that is read from its top to its end;
// the table is what runs.
#ifndef SY_PASSES_COMMON_PASS_LIST_H
#define SY_PASSES_COMMON_PASS_LIST_H

#include "base/count.h"
#include "passes/common/module.h"

typedef struct sy_pass_job {
  LLVMModuleRef m;
  LLVMTargetMachineRef tm; // null: the passes of this list need none
  void *state;             // what the passes of this list share, or null
  sy_diag *d;
} sy_pass_job;

// A name, and one of the functions, or passes of LLVM's. Those that return false have reported why.
typedef struct sy_pass {
  const char *name; // what it is about, for messages
  void (*change)(LLVMModuleRef m);
  void (*change_for)(LLVMModuleRef m, LLVMTargetMachineRef tm);
  bool (*lower)(LLVMModuleRef m, sy_diag *d);
  bool (*lower_for)(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);
  bool (*with_state)(const sy_pass_job *job);
  const char *llvm;                // in the syntax of opt
  bool (*when)(const void *state); // null: always
} sy_pass;

// Runs the list; false after the first pass that fails. With SYCC_VERIFY_PASSES in the environment LLVM's
// verifier looks at the module after each pass, and what it finds is reported with the name of the pass.
bool sy_passes_run(const sy_pass *list, size_t n, const sy_pass_job *job);

#endif
