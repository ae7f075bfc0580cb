// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of kernels in SPIR. PoCL makes files of them, whose names have at most 255 bytes, and ends the
// program where it can't; templates have names of thousands. A long one is cut and gets a hash of the whole.
#include "formats/image_desc.h"
#include "runtime/backends/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

enum { KEPT = SY_CL_MOST_NAME - 17 }; // behind it: an underscore and 16 digits

static uint64_t hash(const char *text, size_t n) { // FNV-1a
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
  return h;
}

const char *sy_cl_spir_name(const char *name, size_t room, char out[SY_CL_MOST_NAME + 1]) {
  size_t n = strnlen(name, room);
  if (n <= SY_CL_MOST_NAME)
    return name;
  snprintf(out, SY_CL_MOST_NAME + 1, "%.*s_%016llx", KEPT, name, (unsigned long long)hash(name, n));
  return out;
}

cl_kernel sy_cl_create_kernel(const sy_cl_device *d, cl_program p, sy_kernel *k, cl_int *e) {
  char room[SY_CL_MOST_NAME + 1];
  const char *symbol = sy_registry_symbol(k);
  bool spir = d->code == SY_CL_SPIR && sy_cl_is_spirv(k);
  return sy_cl.CreateKernel(p, spir ? sy_cl_spir_name(symbol, strlen(symbol), room) : symbol, e);
}
