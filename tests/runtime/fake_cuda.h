// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of CUDA without a GPU, for tests of the back end: a library that has the driver's functions over
// host memory. What is below is found with dlsym.
//
// At start it reads FAKE_CUDA_DEVICES, the compute capabilities of its devices ("9.0,8.6"); FAKE_CUDA_FAIL, a
// function and which of its calls fails ("cuMemAlloc_v2:2"); FAKE_CUDA_PTX, the newest version of PTX it
// takes ("8.0").
#ifndef SY_TESTS_FAKE_CUDA_H
#define SY_TESTS_FAKE_CUDA_H

#include <stddef.h>

// A kernel of the test's: called once for a launch.
typedef struct fake_cuda_launch {
  unsigned grid[3], block[3], shared;
  void **params;
} fake_cuda_launch;
typedef void fake_cuda_kernel_fn(const fake_cuda_launch *l);

typedef struct fake_cuda_control {
  void (*add_kernel)(const char *name, fake_cuda_kernel_fn *fn); // null fn: one that goes wrong
  void (*fail)(const char *function, int nth);                   // of the calls from now on; 0: none
  int (*failed)(void);                                           // whether that has happened
  size_t (*live)(void); // allocations, modules and events that nobody has given back
  size_t (*calls)(const char *function);
  void (*heal)(void);   // what a kernel that went wrong has done
  void (*hold)(int on); // while it is on, nothing on streams ends
} fake_cuda_control;

// The symbol "fake_cuda" is one of these.
extern const fake_cuda_control fake_cuda;

#endif
