// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells sources without any SYCL apart before they are parsed, and ends their device compilation at once.
#ifndef SYCC_FRONTEND_MENTIONS_SYCL_H
#define SYCC_FRONTEND_MENTIONS_SYCL_H

namespace clang {
class CompilerInstance;
}

namespace sycc {

// Whether the source can have device code: false means that it surely has none.
bool mentionsSycl(clang::CompilerInstance &CI);
// The compilation, which has not begun to read its source, goes on as if that were an empty file.
void compileNothing(clang::CompilerInstance &CI);

} // namespace sycc

#endif
