// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the host compilation: kernels must look as they do for the device.
#ifndef SY_FRONTEND_HOST_LAYOUT_H
#define SY_FRONTEND_HOST_LAYOUT_H

namespace clang {
class ASTContext;
}

namespace sycc {

// Compares each kernel that is launched with its entry in the integration header, and reports the first
// member that lies elsewhere or has another size.
void checkHostLayout(clang::ASTContext &C);

} // namespace sycc
#endif
