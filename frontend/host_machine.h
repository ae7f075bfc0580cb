// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps clang from refusing, in the device compilation, code of the host that only the host's machine has.
#ifndef SYCC_FRONTEND_HOST_MACHINE_H
#define SYCC_FRONTEND_HOST_MACHINE_H

namespace clang {
class CompilerInstance;
}

namespace sycc {

// The device compilation, which has not begun, will accept what only the host's machine has.
void allowHostMachine(clang::CompilerInstance &CI);

} // namespace sycc

#endif
