// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that what kernels reach is code a device can run.
#ifndef SY_FRONTEND_DEVICE_CODE_H
#define SY_FRONTEND_DEVICE_CODE_H

#include "frontend/kernels.h"

namespace sycc {

// Reports each place in device code that breaks SYCL's rules for it, with the chain of calls from a kernel.
// Returns the definitions that kernels reach, each once.
std::vector<const clang::FunctionDecl *> checkDeviceCode(clang::ASTContext &C, const std::vector<Root> &Roots);

} // namespace sycc
#endif
