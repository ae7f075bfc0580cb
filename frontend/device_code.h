// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that what kernels reach is code a device can run.
#ifndef SY_FRONTEND_DEVICE_CODE_H
#define SY_FRONTEND_DEVICE_CODE_H

#include "frontend/kernels.h"

#include "llvm/ADT/MapVector.h"

namespace sycc {

// One call on the way from a kernel to a function.
struct CallPlace {
  std::string Caller; // "'f'", "kernel 'K'"
  clang::SourceLocation Where;
};

struct DeviceCode {
  std::vector<const clang::FunctionDecl *> Reached; // the definitions that kernels reach, each once
  // The functions that are defined elsewhere, with the calls on the way to the first call of each: that one
  // first.
  llvm::MapVector<const clang::FunctionDecl *, std::vector<CallPlace>> Elsewhere;
};

// Reports each place in device code that breaks SYCL's rules for it, with the chain of calls from a kernel.
DeviceCode checkDeviceCode(clang::ASTContext &C, const std::vector<Root> &Roots);

} // namespace sycc
#endif
