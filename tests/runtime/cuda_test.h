// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the CUDA back end share: the driver without a GPU (fake_cuda.h), images for it, and
// launches of their kernels.
#ifndef SY_TESTS_CUDA_TEST_H
#define SY_TESTS_CUDA_TEST_H

#include "runtime/backends/cuda/cuda.h"
#include "tests/runtime/fake_cuda.h"
#include "tests/runtime/rt_test.h"

#include <unistd.h>

extern const fake_cuda_control *fake;

// Finds the driver and registers the images; false: it is missing. At the end: nothing may be left. Returns 1
// when something was wrong in what is shared, for main's result.
bool cuda_start(void);
int cuda_end(void);

sycc_device *gpu(size_t n); // the n-th; null: there are not so many
sycc_queue *gpu_queue(size_t n, uint32_t flags);
// Waits, and returns the queue's first error, which is then the thread's text.
sycc_status wait_error(sycc_queue *q);
// What is left when nothing moves any more. A command gives back what it has a moment after its event.
size_t left_over(size_t expected);

// Kernels that take buffers, the closure as a parameter or in memory: out = 3 * in.
extern const sycc_kernel_info scale_info, big_info;
enum { N = 1000 }; // numbers in a buffer
// A launch of one of them, with so many bytes of local memory; returns how it was submitted.
sycc_status launch(sycc_queue *q, const sycc_kernel_info *info, sycc_buffer *in, sycc_buffer *out,
                   size_t local);
sycc_buffer *numbers(void);                          // i at i
size_t differences(sycc_buffer *b, uint64_t factor); // from factor * i at i
extern atomic_int wrong;                             // parameters that were not what they should be

// Kernels with a closure of 8 bytes. choice has several images; bad goes wrong; too_new and missing do not
// load; sized has groups of 2 x 4 x 16.
extern const sycc_kernel_info shape_info, bad_info, new_info, missing_info, sized_info, choice_info,
    counter_info, cpu_info;
sycc_status attempt_on(size_t n, const sycc_kernel_info *info,
                       sycc_range r); // on the n-th GPU, with its error
sycc_status attempt(const sycc_kernel_info *info, sycc_range r);
extern int counter_object; // a device_global on the host

extern fake_cuda_launch last; // of shape, scale and big; without params
extern uint64_t last_range[7];

#endif
