// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for ld.lld: beside the LLVM that sycc uses, then in PATH.
#include "devices/lld.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/proc.h"

const char *sy_lld_program(sy_arena *a) {
  const char *llvm = getenv("SYCC_LLVM_BINDIR");
  const char *own = sy_path_join(llvm && *llvm ? llvm : SYCC_LLVM_BINDIR, "ld.lld", a);
  if (access(own, X_OK) == 0)
    return own;
  char *found = sy_proc_find("ld.lld");
  const char *kept = found ? sy_arena_strdup(a, found) : NULL;
  free(found);
  return kept;
}
