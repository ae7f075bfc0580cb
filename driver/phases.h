// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -ccc-print-phases: the plan as a graph, in the form that clang gives its own.
#ifndef SY_DRIVER_PHASES_H
#define SY_DRIVER_PHASES_H

#include "driver/plan.h"

void sy_phases_print(const sy_plan *p, sy_str *out);

#endif
