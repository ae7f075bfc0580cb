// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ends the program: functions of devices that are called on the host, which can't throw, since SPIR-V's
// operations are noexcept; and failures in kernels.
#include "runtime/failure.h"
#include "sycc/rt.h"

#include <stdio.h>
#include <stdlib.h>

void sycc_device_only(const char *function) {
  fprintf(stderr, "sycc: fatal: device-only function called on the host: %s\n", function);
  abort();
}

void sycc_assert_fail(const char *what, const char *file, unsigned line, const char *function,
                      size_t global_x, size_t global_y, size_t global_z, size_t local_x, size_t local_y,
                      size_t local_z) {
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: global id: [%zu,%zu,%zu], local id: [%zu,%zu,%zu] Assertion `%s' failed.\n",
          file, line, function, global_x, global_y, global_z, local_x, local_y, local_z, what);
  abort();
}

void sycc_kernel_fail(const char *what, const char *text, size_t global_x, size_t global_y, size_t global_z,
                      size_t local_x, size_t local_y, size_t local_z) {
  fflush(stdout);
  fprintf(stderr,
          "sycc: fatal: a kernel ended with %s%s%s: global id: [%zu,%zu,%zu], local id: [%zu,%zu,%zu]\n",
          what, text ? ": " : "", text ? text : "", global_x, global_y, global_z, local_x, local_y, local_z);
  abort();
}

void sy_failure_report(const sycc_failure *f) {
  const unsigned long long *g = f->global_id, *l = f->local_id;
  if (f->line)
    sycc_assert_fail(f->what, f->file, f->line, f->function, g[0], g[1], g[2], l[0], l[1], l[2]);
  sycc_kernel_fail(f->what, f->file[0] ? f->file : NULL, g[0], g[1], g[2], l[0], l[1], l[2]);
}
