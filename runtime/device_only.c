// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ends the program: functions of devices that are called on the host, which can't throw, since SPIR-V's operations
// are noexcept; and assertions in kernels.
#include "sycc/rt.h"

#include <stdio.h>
#include <stdlib.h>

void sycc_device_only(const char *function) {
  fprintf(stderr, "sycc: fatal: device-only function called on the host: %s\n", function);
  abort();
}

void sycc_assert_fail(const char *what, const char *file, unsigned line, const char *function, size_t global_x,
                      size_t global_y, size_t global_z, size_t local_x, size_t local_y, size_t local_z) {
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: global id: [%zu,%zu,%zu], local id: [%zu,%zu,%zu] Assertion `%s' failed.\n", file, line,
          function, global_x, global_y, global_z, local_x, local_y, local_z, what);
  abort();
}
