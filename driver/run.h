// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a plan.
#ifndef SY_DRIVER_RUN_H
#define SY_DRIVER_RUN_H

#include "driver/plan.h"

// From now on SIGINT, SIGTERM and SIGHUP kill the children and are remembered; one that was ignored before
// stays ignored. Nothing else ends: sy_run returns soon after, and the caller cleans up and calls
// sy_run_reraise.
void sy_run_catch_signals(void);
// The signal that came, or 0.
int sy_run_signal(void);
// Ends the process as the signal would have done.
__attribute__((noreturn)) void sy_run_reraise(int signal);

// Runs the jobs, those that do not need each other at the same time. The first failure stops everything: the
// others are killed, what was half-made for the user is removed, and only the first cause is told: by the
// child itself on standard error, by d when the child said nothing or crashed. What children say about jobs
// that ended well is passed on too. False: failed, or a signal came.
bool sy_run(const sy_plan *p, sy_diag *d);

#endif
