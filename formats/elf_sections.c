// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections by name in ELF files. The section header table is an array of entries of e_shentsize bytes; names
// are offsets into the section e_shstrndx. Files with 65,280 sections or more (ld -r of many,
// -ffunction-sections) keep the two numbers that do not fit into the header in section 0.
#include "formats/elf_sections.h"

#include <elf.h>
#include <string.h>

#include "formats/le.h"

bool sy_elf_is(sy_view bytes) {
  return bytes.n >= EI_NIDENT && memcmp(bytes.s, ELFMAG, SELFMAG) == 0 && bytes.s[EI_CLASS] == ELFCLASS64 &&
         bytes.s[EI_DATA] == ELFDATA2LSB;
}

typedef struct elf {
  sy_view bytes;
  sy_view headers; // the section header table
  uint64_t entry;  // bytes of each header in it
  uint64_t n;      // sections
  sy_view names;   // the section name string table
} elf;

typedef struct section {
  uint32_t name, type;
  uint64_t flags, offset, size;
  uint32_t link;
} section;

static section section_at(const char *p) {
  return (section){.name = sy_le32(p + offsetof(Elf64_Shdr, sh_name)),
                   .type = sy_le32(p + offsetof(Elf64_Shdr, sh_type)),
                   .flags = sy_le64(p + offsetof(Elf64_Shdr, sh_flags)),
                   .offset = sy_le64(p + offsetof(Elf64_Shdr, sh_offset)),
                   .size = sy_le64(p + offsetof(Elf64_Shdr, sh_size)),
                   .link = sy_le32(p + offsetof(Elf64_Shdr, sh_link))};
}

static section section_number(const elf *e, uint64_t i) {
  return section_at(e->headers.s + i * e->entry);
}

// Finds the section headers and the table of their names. Null: fine; otherwise what is wrong. A file without
// sections has e->n of 0.
static const char *open_elf(sy_view bytes, elf *e) {
  *e = (elf){.bytes = bytes};
  if (bytes.n < sizeof(Elf64_Ehdr))
    return "truncated in the ELF header";
  uint64_t offset = sy_le64(bytes.s + offsetof(Elf64_Ehdr, e_shoff));
  uint64_t n = sy_le16(bytes.s + offsetof(Elf64_Ehdr, e_shnum));
  uint32_t names = sy_le16(bytes.s + offsetof(Elf64_Ehdr, e_shstrndx));
  e->entry = sy_le16(bytes.s + offsetof(Elf64_Ehdr, e_shentsize));
  if (!offset)
    return NULL;
  if (e->entry < sizeof(Elf64_Shdr))
    return "the size of section headers is too small";
  sy_view first;
  if (!sy_slice(bytes, offset, e->entry, &first))
    return "the section headers are out of bounds";
  section zero = section_at(first.s);
  n = n ? n : zero.size;
  names = names == SHN_XINDEX ? zero.link : names;
  if (n > bytes.n / e->entry || !sy_slice(bytes, offset, n * e->entry, &e->headers))
    return "the section headers are out of bounds";
  e->n = n;
  if (names == SHN_UNDEF) {
    e->n = 0; // sections without names: none can be asked for
    return NULL;
  }
  if (names >= n)
    return "the number of the section name table is out of bounds";
  section table = section_number(e, names);
  if (table.type == SHT_NOBITS || !sy_slice(bytes, table.offset, table.size, &e->names))
    return "the section name table is out of bounds";
  return NULL;
}

static bool has_name(const elf *e, const section *s, const char *name) {
  sy_view text;
  size_t n = strlen(name) + 1; // with the NUL
  return sy_slice(e->names, s->name, n, &text) && memcmp(text.s, name, n) == 0;
}

bool sy_elf_find(sy_view bytes, const char *file, const char *name, sy_views *out, sy_diag *d) {
  sy_where where = sy_at(file, 0, 0);
  if (!sy_elf_is(bytes))
    return sy_error(d, where, "not a 64-bit little-endian ELF file");
  elf e;
  const char *fault = open_elf(bytes, &e);
  if (fault)
    return sy_error(d, where, "%s", fault);
  for (uint64_t i = 0; i < e.n; i++) {
    section s = section_number(&e, i);
    sy_view contents;
    if (s.type == SHT_NULL || s.type == SHT_NOBITS || !has_name(&e, &s, name))
      continue;
    if (s.flags & SHF_COMPRESSED)
      return sy_error(d, where, "section '%s' is compressed", name);
    if (!sy_slice(bytes, s.offset, s.size, &contents))
      return sy_error(d, where, "section '%s' is out of bounds", name);
    sy_vec_push(out, contents);
  }
  return true;
}
