// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of vendors that make machine code ahead of time from what sycl-codegen generates.
#ifndef SY_TOOLS_TOOLCHAINS_H
#define SY_TOOLS_TOOLCHAINS_H

#include "devices/devices.h"

typedef struct sy_toolchain_job {
  const sy_target *target;
  const sy_strs *words; // the database's options, then the user's
  unsigned timeout;     // seconds; 0: none
  const char *in, *out;
} sy_toolchain_job;

typedef struct sy_toolchain {
  const char *name, *suffix; // as in the database, "*": any other; of the result
  const char *needs; // the option without which there is nothing to do: what the generator made is the
                     // result. Or null
  // Null, or whether it is installed; when it is not, a warning says so and what the generator made is the
  // result.
  bool (*is_there)(const sy_target *target, sy_diag *d);
  bool (*compile)(const sy_toolchain_job *job, sy_diag *d);
} sy_toolchain;

// Null for ""; a name that is not known here is any program.
const sy_toolchain *sy_toolchain_find(const char *name);

#endif
