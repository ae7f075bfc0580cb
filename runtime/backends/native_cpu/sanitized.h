// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime does for programs with sanitizers: red zones around memory that it divides itself, and the
// work-item that a report is about.
#ifndef SY_NATIVE_CPU_SANITIZED_H
#define SY_NATIVE_CPU_SANITIZED_H

#include <stddef.h>

// Returns how many bytes a red zone has at least; 0 in a program without the address sanitizer.
size_t sy_red_zone(void);
// Accesses to these bytes are reported from now on, or no longer. Nothing happens without the sanitizer.
void sy_red_zone_close(const void *begin, size_t bytes);
void sy_red_zone_open(const void *begin, size_t bytes);

// launch.c: returns how many work-items a group of the launch has whose kernel runs on this thread.
size_t sy_cpu_running_items(void);

#endif
