// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that live outside of functions. A device has those whose value the compiler knows, device_globals
// and what lies in local memory.
#ifndef SY_FRONTEND_DEVICE_VARIABLES_H
#define SY_FRONTEND_DEVICE_VARIABLES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace sycc {

// What the compiler and the device library provide under names of their own.
bool isProvided(const clang::NamedDecl *D);

// "'ns::name'"
std::string quoted(const clang::NamedDecl *D);

// Why a device can't use V, a variable in global storage, or what it points to, as the end of "SYCL kernel
// cannot "; empty: it can.
std::string refusedUse(const clang::ASTContext &C, const clang::VarDecl *V);

// The functions that a constant points to: those of a table of functions.
std::vector<const clang::FunctionDecl *> functionsIn(const clang::ASTContext &C, const clang::VarDecl *V);

// Why D, a variable or member of class device_global, can't be one; empty: it can.
std::string refusedDeviceGlobal(const clang::ASTContext &C, const clang::DeclaratorDecl *D);

} // namespace sycc
#endif
