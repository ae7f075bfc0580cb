// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// make's jobserver: a pipe or fifo with a token for each job that may run at the same time, beyond the one
// that every child of make may run anyway.
#ifndef SY_BASE_JOBSERVER_H
#define SY_BASE_JOBSERVER_H

#include "base/mem.h"
#include "base/str.h"

typedef struct sy_jobserver {
  bool announced; // make runs jobs in parallel
  int in, out;    // -1: it can't be reached
  sy_str tokens;  // held
} sy_jobserver;

// Finds it in the environment variable MAKEFLAGS.
void sy_jobserver_open(sy_jobserver *s);
bool sy_jobserver_take(sy_jobserver *s); // a token; false when there is none now
void sy_jobserver_give(sy_jobserver *s); // one back
// Gives back what is held.
void sy_jobserver_close(sy_jobserver *s);

#endif
