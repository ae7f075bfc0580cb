// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes: argument vectors (never a shell), captured output, time-outs, no orphans.
#ifndef SY_BASE_PROC_H
#define SY_BASE_PROC_H

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_proc_result {
  int status;      // exit status; 128 + signal when a signal ended it; 127 when it could not start
  int signal;      // the signal that ended it, or 0
  bool timed_out;  // killed because it ran past its limit
  int start_error; // errno when it could not start, or 0
  sy_str out;      // standard output and standard error together, when captured
} sy_proc_result;

typedef struct sy_proc_options {
  bool capture;       // keep the output in the result; otherwise it goes where ours goes
  unsigned timeout_s; // 0: none
  const char *cwd;    // null: ours
  const char *input;  // file to be its standard input; null: ours
} sy_proc_options;

// A child that was started and not yet waited for.
typedef struct sy_proc sy_proc;

// The file that a program's name means, looked up in PATH when it has no slash. Null with errno when there is
// none; the caller frees it.
char *sy_proc_find(const char *name);
// Starts argv (null-terminated, argv[0] is looked up in PATH when it has no slash). Never fails: a
// program that can't start is reported by sy_proc_wait.
sy_proc *sy_proc_start(const char *const *argv, const sy_proc_options *opt);
// Waits and frees p. The caller frees r->out.
void sy_proc_wait(sy_proc *p, sy_proc_result *r);
// Waits for whichever of the n children ends first; returns its index. That child is still to be waited for.
size_t sy_proc_wait_any(sy_proc *const *p, size_t n);
// The same, and returns n when fd can be read before one ends; -1: no such fd.
size_t sy_proc_wait_any_or(sy_proc *const *p, size_t n, int fd);
void sy_proc_kill(sy_proc *p); // the child and what it started; still to be waited for
void sy_proc_run(const char *const *argv, const sy_proc_options *opt, sy_proc_result *r);
// Kills every child of this process that is still running; safe in a signal handler.
void sy_proc_kill_all(void);
// Reports how a child ended badly ("'ocloc' was killed by signal 9 (Killed)", "timed out after 60 s",
// "could not start: No such file or directory"). Does nothing and returns true when it ended with 0.
bool sy_proc_explain(const sy_proc_result *r, const char *program, const sy_proc_options *opt, sy_diag *d);

#endif
