// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sanitizers of a command line, as far as they are about kernels.
#ifndef SY_DRIVER_SANITIZERS_H
#define SY_DRIVER_SANITIZERS_H

#include "driver/plan.h"

// Adds what of the user's -f[no-]sanitize... is about checks for undefined behaviour, which the front end
// puts into device code. Nothing for a compilation that no CPU's code is made of.
void sy_plan_sanitize_source(sy_plan *p, size_t job, const sy_compilation *v);
// Adds the sanitizers that sycl-codegen is to make code for.
void sy_plan_sanitize_code(sy_plan *p, size_t job, const sy_goal *goal);
// Says that the kernels of a link are not looked at, where the user named targets and no CPU is among them.
void sy_sanitizers_check(const sy_command_line *c, const sy_goals *g, sy_diag *d);

#endif
