// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drivers, and the compilers inside of them, may set handlers of signals when they start: PoCL those of
// SIGFPE and, with LLVM, of SIGINT, SIGTERM and others, Intel's CPU runtime those of SIGSEGV and SIGABRT too
// when the first context is made. That is not theirs to do in a program that may have handlers of its own,
// ignore SIGHUP, or end by a signal that says what was wrong with it.
#include "runtime/backends/opencl/signals.h"

void sy_cl_signals_save(sy_cl_signals *s) {
  for (int i = 1; i < SY_CL_SIGNALS; i++)
    sigaction(i, NULL, &s->of[i]);
}

// What has not changed is left alone: another thread of the program may be about to change it.
void sy_cl_signals_restore(const sy_cl_signals *s) {
  struct sigaction now;
  for (int i = 1; i < SY_CL_SIGNALS; i++)
    if (!sigaction(i, NULL, &now) && now.sa_handler != s->of[i].sa_handler)
      sigaction(i, &s->of[i], NULL);
}
