// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for CUDA's programs and libdevice: in CUDA_PATH alone where that is set, otherwise first in PATH and
// then in the usual folders.
#include "devices/cuda.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/count.h"
#include "base/file.h"
#include "base/proc.h"

static const char *const usual[] = {"/usr/local/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit"};
enum { USUAL = SY_COUNT(usual) };

// The i-th folder to look in; null at the end.
static const char *folder(size_t i) {
  const char *given = getenv("CUDA_PATH");
  if (given && *given)
    return i == 0 ? given : NULL;
  return i < USUAL ? usual[i] : NULL;
}

static const char *in_path(const char *name, sy_arena *a) {
  const char *given = getenv("CUDA_PATH");
  char *file = given && *given ? NULL : sy_proc_find(name);
  const char *kept = file ? sy_arena_strdup(a, file) : NULL;
  free(file);
  return kept;
}

const char *sy_cuda_program(const char *name, sy_arena *a) {
  const char *dir, *file = in_path(name, a);
  for (size_t i = 0; !file && (dir = folder(i)); i++) {
    const char *there = sy_arena_printf(a, "%s/bin/%s", dir, name);
    file = access(there, X_OK) == 0 ? there : NULL;
  }
  return file;
}

const char *sy_cuda_libdevice(sy_arena *a) {
  static const char *const names[] = {"nvvm/libdevice/libdevice.10.bc", "libdevice/libdevice.10.bc"};
  const char *dir;
  for (size_t i = 0; (dir = folder(i)); i++)
    for (size_t k = 0; k < SY_COUNT(names); k++) {
      const char *file = sy_path_join(dir, names[k], a);
      if (sy_file_exists(file))
        return file;
    }
  return NULL;
}
