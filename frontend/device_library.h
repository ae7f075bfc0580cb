// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions of the standard libraries without a body in the source device code may call: those of
// device-lib/.
#ifndef SY_FRONTEND_DEVICE_LIBRARY_H
#define SY_FRONTEND_DEVICE_LIBRARY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace sycc {

// The name of a function of the C library, C++'s overloads of it included; empty: it is none.
llvm::StringRef nameInCLibrary(const clang::ASTContext &C, const clang::FunctionDecl *F);
bool isInDeviceLibrary(llvm::StringRef NameInCLibrary);

// Functions of libstdc++ that throw or end the program, which device libraries have too:
// std::__throw_out_of_range.
bool isFailure(const clang::FunctionDecl *F);

// In system headers: "throw e" becomes a call of __cxa_rethrow(), which device libraries have, and a try
// block stands for itself. Nothing is caught on devices, since nothing is thrown.
void endInsteadOfThrow(clang::CXXThrowExpr *E);
void dropHandlers(clang::Stmt *Parent);

} // namespace sycc
#endif
