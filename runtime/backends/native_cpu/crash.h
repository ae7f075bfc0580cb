// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that crashes takes the process with it; this says which one it was.
#ifndef SY_NATIVE_CPU_CRASH_H
#define SY_NATIVE_CPU_CRASH_H

// The kernel that this thread runs; null: none.
extern _Thread_local const char *volatile sy_crash_kernel;

// From here on a crash is reported, unless the program handles the signal itself. Any number of times.
void sy_crash_watch(void);
// Gives this thread a stack for the report, since its own may be what is used up; the thread keeps it to its
// end. Does nothing if it has one, of ours or of the program's.
void sy_crash_stack(void);

#endif
