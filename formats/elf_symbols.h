// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global symbols of 64-bit little-endian ELF files: what a linker would resolve.
#ifndef SY_FORMATS_ELF_SYMBOLS_H
#define SY_FORMATS_ELF_SYMBOLS_H

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_elf_symbol {
  const char *name; // points into the file
  bool defined, weak;
} sy_elf_symbol;

typedef SY_VEC(sy_elf_symbol) sy_elf_symbols;

// Appends the global symbols of an object, or of a shared library those for other files, to *out (the caller
// frees the vector). False: the file is damaged; *out holds what was read.
bool sy_elf_symbols_read(sy_view bytes, sy_elf_symbols *out);

#endif
