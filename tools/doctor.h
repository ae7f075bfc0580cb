// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-ls --doctor: what is installed and what is wrong with it, on one screen.
#ifndef SY_TOOLS_DOCTOR_H
#define SY_TOOLS_DOCTOR_H

#include "base/mem.h"
#include "base/str.h"

// Appends the screen; returns how many problems there are. Each has a line with '!' in it.
unsigned sy_doctor(sy_str *out, sy_arena *a);

#endif
