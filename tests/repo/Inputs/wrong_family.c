// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ways to ask for a certain family that families.py finds, and comparisons that it lets pass.
#include "devices/families.h"

#include <string.h>

int is_right(const char *word, const sy_family *f) {
  return !strcmp(word, "native") || !strcmp(word, "double") || f->kind == SY_FAMILY_GPU;
}

int is_wrong(const char *word, const sy_family *f) {
  return !strcmp(word, "ptx64") || !strncmp(word, "nvptx", 5) || !strncmp(word, "gfx90", 5) ||
         !strcmp(word, sy_family_spir64.name) || f == &sy_family_amdgcn;
}
