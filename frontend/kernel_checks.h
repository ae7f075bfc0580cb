// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of the kernels themselves: what their function objects hold, and how they are called.
#ifndef SY_FRONTEND_KERNEL_CHECKS_H
#define SY_FRONTEND_KERNEL_CHECKS_H

#include "frontend/kernels.h"

namespace clang {
class DiagnosticsEngine;
class Sema;
} // namespace clang

namespace sycc {

// Reports captures and members that can't travel to a device, at the capture; returns the roots without such.
// sycl::is_device_copyable is asked through S.
std::vector<Root> checkClosures(clang::Sema &S, const std::vector<Root> &Roots);

// Reports function objects that are not const when they are called. Reached: what kernels reach.
void checkCalls(clang::ASTContext &C, const std::vector<Root> &Roots,
                const std::vector<const clang::FunctionDecl *> &Reached);

// kernel_names.cpp

// Reports names that are no classes of the user, also where clang left the kernel out for it.
void checkKernelNames(clang::ASTContext &C);

// clang refuses two kernels of one name where it instantiates the second, in words about its attribute and
// deep in the headers. This holds those words back; reportNameConflicts says it at the launches.
void holdBackNameConflicts(clang::DiagnosticsEngine &D);
void reportNameConflicts(clang::ASTContext &C);
// It also holds back that an argument of a SYCL attribute is not constant, which clang says of the
// annotation. This says it of the attribute. Returns whether there were no other errors.
bool reportArguments(clang::ASTContext &C);

} // namespace sycc
#endif
