// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What signals do in the program, kept over calls in which a driver starts something.
#ifndef SY_OPENCL_SIGNALS_H
#define SY_OPENCL_SIGNALS_H

#include <signal.h>

enum { SY_CL_SIGNALS = 32 }; // and 0, which is none
typedef struct sy_cl_signals {
  struct sigaction of[SY_CL_SIGNALS];
} sy_cl_signals;

void sy_cl_signals_save(sy_cl_signals *s);
void sy_cl_signals_restore(const sy_cl_signals *s);

#endif
