// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Segments come from the program headers, relocations from the dynamic section (DT_RELA), so that stripped
// files are fine. Relocations in the packed form (DT_RELR) leave the value in place, as files without
// relocations have it.
#include "formats/elf_memory.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>

#include "formats/elf_sections.h"
#include "formats/le.h"

#define FIELD(type, field) offsetof(type, field)

bool sy_elf_memory_read(const sy_elf_memory *m, uint64_t address, uint64_t n, sy_view *out) {
  for (size_t i = 0; i < m->segments.n; i++) {
    const struct sy_elf_segment *s = &m->segments.data[i];
    if (address >= s->address && address - s->address < s->size && n <= s->size - (address - s->address))
      return sy_slice(m->bytes, s->offset + (address - s->address), n, out);
  }
  return false;
}

bool sy_elf_memory_address(const sy_elf_memory *m, const char *place, uint64_t *out) {
  uint64_t offset = (uint64_t)(place - m->bytes.s);
  for (size_t i = 0; i < m->segments.n; i++) {
    const struct sy_elf_segment *s = &m->segments.data[i];
    if (offset >= s->offset && offset - s->offset < s->size) {
      *out = s->address + (offset - s->offset);
      return true;
    }
  }
  return false;
}

static int by_place(const void *a, const void *b) {
  uint64_t x = ((const struct sy_elf_pointer *)a)->at, y = ((const struct sy_elf_pointer *)b)->at;
  return (x > y) - (x < y);
}

bool sy_elf_memory_pointer(const sy_elf_memory *m, uint64_t address, uint64_t *out) {
  struct sy_elf_pointer key = {.at = address}, *found = NULL;
  sy_view bytes;
  if (m->pointers.n)
    found = bsearch(&key, m->pointers.data, m->pointers.n, sizeof key, by_place);
  if (!found && !sy_elf_memory_read(m, address, 8, &bytes))
    return false;
  *out = found ? found->value : sy_le64(bytes.s);
  return true;
}

bool sy_elf_memory_string(const sy_elf_memory *m, uint64_t address, const char **out) {
  for (size_t i = 0; i < m->segments.n; i++) {
    const struct sy_elf_segment *s = &m->segments.data[i];
    if (address < s->address || address - s->address >= s->size)
      continue;
    uint64_t skip = address - s->address;
    *out = m->bytes.s + s->offset + skip;
    return memchr(*out, 0, s->size - skip) != NULL;
  }
  return false;
}

static bool add_segment(sy_elf_memory *m, const char *header) {
  struct sy_elf_segment s = {.address = sy_le64(header + FIELD(Elf64_Phdr, p_vaddr)),
                             .offset = sy_le64(header + FIELD(Elf64_Phdr, p_offset)),
                             .size = sy_le64(header + FIELD(Elf64_Phdr, p_filesz))};
  sy_view there;
  if (!sy_slice(m->bytes, s.offset, s.size, &there) || s.address + s.size < s.address)
    return false;
  sy_vec_push(&m->segments, s);
  return true;
}

// The relocation of a machine that means "where the file is loaded, plus the addend".
static uint32_t relative_type(uint16_t machine) {
  return machine == EM_X86_64 ? R_X86_64_RELATIVE : machine == EM_AARCH64 ? R_AARCH64_RELATIVE : 0;
}

static void add_relocations(sy_elf_memory *m, sy_view table, uint32_t relative) {
  for (size_t at = 0; table.n - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
    const char *r = table.s + at;
    uint64_t info = sy_le64(r + FIELD(Elf64_Rela, r_info));
    if (relative && ELF64_R_TYPE(info) == relative)
      sy_vec_push(&m->pointers, ((struct sy_elf_pointer){sy_le64(r + FIELD(Elf64_Rela, r_offset)),
                                                         sy_le64(r + FIELD(Elf64_Rela, r_addend))}));
  }
  if (m->pointers.n)
    qsort(m->pointers.data, m->pointers.n, sizeof *m->pointers.data, by_place);
}

static bool read_dynamic(sy_elf_memory *m, sy_view dynamic, uint32_t relative) {
  uint64_t table = 0, size = 0;
  for (size_t at = 0; dynamic.n - at >= sizeof(Elf64_Dyn); at += sizeof(Elf64_Dyn)) {
    uint64_t tag = sy_le64(dynamic.s + at), value = sy_le64(dynamic.s + at + 8);
    if (tag == DT_NULL)
      break;
    table = tag == DT_RELA ? value : table;
    size = tag == DT_RELASZ ? value : size;
  }
  sy_view relocations;
  if (!size)
    return true;
  if (!sy_elf_memory_read(m, table, size, &relocations))
    return false;
  add_relocations(m, relocations, relative);
  return true;
}

static const char *read_headers(sy_elf_memory *m) {
  sy_view bytes = m->bytes, headers, dynamic = {0};
  if (bytes.n < sizeof(Elf64_Ehdr))
    return "truncated in the ELF header";
  uint64_t n = sy_le16(bytes.s + FIELD(Elf64_Ehdr, e_phnum)),
           entry = sy_le16(bytes.s + FIELD(Elf64_Ehdr, e_phentsize));
  if (n && entry < sizeof(Elf64_Phdr))
    return "the size of program headers is too small";
  if (!sy_slice(bytes, sy_le64(bytes.s + FIELD(Elf64_Ehdr, e_phoff)), n * entry, &headers))
    return "the program headers are out of bounds";
  for (uint64_t i = 0; i < n; i++) {
    const char *h = headers.s + i * entry;
    uint32_t type = sy_le32(h + FIELD(Elf64_Phdr, p_type));
    if (type == PT_LOAD && !add_segment(m, h))
      return "a segment is out of bounds";
    if (type == PT_DYNAMIC && !sy_slice(bytes, sy_le64(h + FIELD(Elf64_Phdr, p_offset)),
                                        sy_le64(h + FIELD(Elf64_Phdr, p_filesz)), &dynamic))
      return "the dynamic section is out of bounds";
  }
  uint16_t machine = sy_le16(bytes.s + FIELD(Elf64_Ehdr, e_machine));
  return read_dynamic(m, dynamic, relative_type(machine)) ? NULL : "the relocations are out of bounds";
}

bool sy_elf_memory_open(sy_view bytes, const char *file, sy_elf_memory *out, sy_diag *d) {
  out->bytes = bytes;
  const char *fault = sy_elf_is(bytes) ? read_headers(out) : "not a 64-bit little-endian ELF file";
  return !fault || sy_error(d, sy_at(file, 0, 0), "%s", fault);
}

void sy_elf_memory_free(sy_elf_memory *m) {
  sy_vec_free(&m->segments);
  sy_vec_free(&m->pointers);
}
