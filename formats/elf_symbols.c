// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the symbol table of an object, or the dynamic symbol table of a shared library. Every offset and size
// comes from the file and is checked before it is used.
#include "formats/elf_symbols.h"

#include <elf.h>
#include <string.h>

#include "formats/elf_sections.h"
#include "formats/le.h"

// The name at an offset of a string table that ends inside of it; null: it does not.
static const char *name_at(sy_view names, uint32_t at) {
  return at < names.n && memchr(names.s + at, 0, names.n - at) ? names.s + at : NULL;
}

static bool read_table(sy_view table, sy_view names, sy_elf_symbols *out) {
  bool ok = true;
  for (size_t at = sizeof(Elf64_Sym); ok && at + sizeof(Elf64_Sym) <= table.n; at += sizeof(Elf64_Sym)) {
    const char *p = table.s + at;
    unsigned char bind = ELF64_ST_BIND((unsigned char)p[offsetof(Elf64_Sym, st_info)]);
    sy_elf_symbol s = {.name = name_at(names, sy_le32(p + offsetof(Elf64_Sym, st_name))),
                       .weak = bind == STB_WEAK};
    s.defined = sy_le16(p + offsetof(Elf64_Sym, st_shndx)) != SHN_UNDEF;
    ok = s.name;
    if (ok && bind != STB_LOCAL && *s.name)
      sy_vec_push(out, s);
  }
  return ok;
}

static bool read_named(sy_view bytes, const char *table, const char *names, sy_elf_symbols *out) {
  sy_views tables = {0}, texts = {0};
  bool ok = sy_elf_find(bytes, "", table, &tables, NULL) && sy_elf_find(bytes, "", names, &texts, NULL);
  ok = ok && (!tables.n || (texts.n && read_table(tables.data[0], texts.data[0], out)));
  sy_vec_free(&tables);
  sy_vec_free(&texts);
  return ok;
}

bool sy_elf_symbols_read(sy_view bytes, sy_elf_symbols *out) {
  if (bytes.n < sizeof(Elf64_Ehdr) || !sy_elf_is(bytes))
    return false;
  bool object = sy_le16(bytes.s + offsetof(Elf64_Ehdr, e_type)) == ET_REL;
  return object ? read_named(bytes, ".symtab", ".strtab", out) : read_named(bytes, ".dynsym", ".dynstr", out);
}
