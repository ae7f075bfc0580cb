// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel on a device with memory of its own tells the host that a work-item has failed: an assertion,
// abort(), or a function of the C++ library that throws. The first one to fail writes what happened here; the
// runtime looks when the kernel has ended. C and C++, host and device.
#ifndef SYCC_FAILURE_H
#define SYCC_FAILURE_H

enum { SYCC_FAILURE_TEXT = 512 };

typedef struct sycc_failure {
  unsigned happened;                            // 0: nothing
  unsigned line;                                // of an assertion; 0: it is something else
  unsigned long long global_id[3], local_id[3]; // x first
  char what[SYCC_FAILURE_TEXT], file[SYCC_FAILURE_TEXT],
      function[SYCC_FAILURE_TEXT]; // without line: what and, as file, more about it
} sycc_failure;

#endif
