// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections by name in 64-bit little-endian ELF files: objects, programs, shared libraries. Every number
// in the file is taken as hostile.
#ifndef SY_FORMATS_ELF_SECTIONS_H
#define SY_FORMATS_ELF_SECTIONS_H

#include "base/diag.h"
#include "base/mem.h"

typedef SY_VEC(sy_view) sy_views;

bool sy_elf_is(sy_view bytes); // a 64-bit little-endian ELF file, by its first bytes
// Appends the contents of every section called `name` to *out (the caller frees the vector); they point into
// `bytes`. A file without such a section is no error. `file` is the name in diagnostics.
bool sy_elf_find(sy_view bytes, const char *file, const char *name, sy_views *out, sy_diag *d);

#endif
