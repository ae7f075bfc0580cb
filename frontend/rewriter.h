// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes stock clang understand SYCL's attributes.
#ifndef SY_FRONTEND_REWRITER_H
#define SY_FRONTEND_REWRITER_H

namespace clang {
class Preprocessor;
}

namespace sycc {

enum class Attributes {
  Annotate, // device: they become annotations that the AST walk reads
  Drop,     // host: they mean nothing there
};

void installAttributeRewriter(clang::Preprocessor &PP, Attributes Mode);

} // namespace sycc
#endif
