// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of devices, called on the host. They can't throw: SPIR-V's operations are noexcept.
#include "sycc/rt.h"

#include <stdio.h>
#include <stdlib.h>

void sycc_device_only(const char *function) {
  fprintf(stderr, "sycc: fatal: device-only function called on the host: %s\n", function);
  abort();
}
