// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the kernels of a translation unit and how their closures look.
#ifndef SY_FRONTEND_KERNELS_H
#define SY_FRONTEND_KERNELS_H

#include "frontend/attribute_reader.h"
#include "frontend/unit.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace sycc {

// Where device code starts: a kernel's entry point, or a function marked SYCL_EXTERNAL.
struct Root {
  const clang::FunctionDecl *Function;
  std::string Kernel;          // readable name; empty for a SYCL_EXTERNAL function
  clang::SourceLocation Where; // of the kernel's function object
};

// Fills Unit with the kernels and with what is known about types and global variables; returns all roots,
// in the order of the source. Checks all attributes of SYCL on the way. Macros: those the user defined on the
// command line.
std::vector<Root> findRoots(clang::ASTContext &C, AttributeReader &Attributes, llvm::StringRef Macros,
                            sy_unit *Unit);

} // namespace sycc
#endif
