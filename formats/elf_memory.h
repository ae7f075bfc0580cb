// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linked ELF file, program or shared library, by the addresses that it has in memory: what a pointer in its
// data leads to, without running it. In files that can be loaded anywhere, pointers are in the list of
// relocations; both kinds are read. Every number in the file is taken as hostile.
#ifndef SY_FORMATS_ELF_MEMORY_H
#define SY_FORMATS_ELF_MEMORY_H

#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"

struct sy_elf_segment {
  uint64_t address, offset, size;
};
struct sy_elf_pointer {
  uint64_t at, value;
};

// Start with {0}; private.
typedef struct sy_elf_memory {
  sy_view bytes;
  SY_VEC(struct sy_elf_segment) segments;
  SY_VEC(struct sy_elf_pointer) pointers; // that the loader fills in, by address
} sy_elf_memory;

// The bytes stay with the caller; `file` is the name in diagnostics.
bool sy_elf_memory_open(sy_view bytes, const char *file, sy_elf_memory *out, sy_diag *d);
void sy_elf_memory_free(sy_elf_memory *m);

// These are false when the address leads out of the file.
// Finds the address of a place in the bytes.
bool sy_elf_memory_address(const sy_elf_memory *m, const char *place, uint64_t *out);
bool sy_elf_memory_read(const sy_elf_memory *m, uint64_t address, uint64_t n, sy_view *out);
bool sy_elf_memory_pointer(const sy_elf_memory *m, uint64_t address, uint64_t *out);
// What it finds points into the bytes.
bool sy_elf_memory_string(const sy_elf_memory *m, uint64_t address, const char **out);

#endif
