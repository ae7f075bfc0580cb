// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What faults.c and faults_opencl.cpp share.
#ifndef TESTS_FAULTS_H
#define TESTS_FAULTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MEMORY, THREADS, FILES, DRIVER, KINDS };

// Whether this request, of which site is the caller, is the one that fails.
bool faults_refuse(int kind, const char *name, void *site);
// The function that stands before OpenCL's function of this name; found itself where there is none.
void *faults_opencl(const char *name, void *found);

#ifdef __cplusplus
}
#endif
#endif
