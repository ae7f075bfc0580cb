// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang checks functions of the host for the device's machine too. Most of what only the host's has, types,
// built-ins, inline assembly, it reports where device code uses it. The errors below it reports at once. They
// are not reported here: where they are true the host compilation says so.
//
// A function with clones for several machines is one function for the device, which kernels may call: the
// attribute target_clones becomes another. (Overloads by __attribute__((target("default"))) remain an error:
// clang drops calls of such a function, so that without the error a kernel would be wrong.)
#include "frontend/host_machine.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

static const unsigned OfHost[] = {
    diag::err_asm_unknown_register_name,        // register long sp asm("rsp");
    diag::err_attribute_regparm_wrong_platform, // __attribute__((regparm(3)))
};

void sycc::allowHostMachine(CompilerInstance &CI) {
  for (unsigned Error : OfHost)
    CI.getDiagnostics().setSeverity(Error, diag::Severity::Ignored, SourceLocation());
  Preprocessor &PP = CI.getPreprocessor();
  PP.setPredefines(PP.getPredefines() + "#define target_clones(...) unused\n");
}
