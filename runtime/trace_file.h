// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of a trace: a list of JSON objects that is whole at any time, whatever happens to the process.
#ifndef SY_RUNTIME_TRACE_FILE_H
#define SY_RUNTIME_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

// One thread at a time calls these.

// Makes the file, empty; false: errno says why it can't be written.
bool sy_trace_file_open(const char *path);
// Adds an object, its text without a comma. False: there is no room for it on the disk, and from now on
// nothing is added.
bool sy_trace_file_add(const char *object, size_t n);
// Cuts the file off behind the list.
void sy_trace_file_close(void);
// In a forked child, which shares the file with its parent: forgets it.
void sy_trace_file_forget(void);

#endif
