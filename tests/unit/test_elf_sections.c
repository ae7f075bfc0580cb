// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/elf_sections: a small ELF file made here, and each number in it spoiled.
#include "formats/elf_sections.h"

#include <elf.h>

#include "tests/unit/check.h"

enum { NAMES_AT = 64, DATA_AT = 96, TABLE_AT = 128, SECTIONS = 5 };

typedef struct image {
  Elf64_Ehdr header;          // 0
  char names[32];             // 64
  char data[32];              // 96
  Elf64_Shdr table[SECTIONS]; // 128
} image;
_Static_assert(offsetof(image, names) == NAMES_AT && offsetof(image, data) == DATA_AT, "layout");
_Static_assert(offsetof(image, table) == TABLE_AT, "layout");

// Sections: 0 null, 1 names, 2 and 3 called ".x", 4 ".x" without bytes.
static image good(void) {
  image e = {.names = "\0.names\0.x", .data = "0123456789abcdef"};
  memcpy(e.header.e_ident, ELFMAG, SELFMAG);
  e.header.e_ident[EI_CLASS] = ELFCLASS64;
  e.header.e_ident[EI_DATA] = ELFDATA2LSB;
  e.header.e_shoff = TABLE_AT;
  e.header.e_shentsize = sizeof(Elf64_Shdr);
  e.header.e_shnum = SECTIONS;
  e.header.e_shstrndx = 1;
  e.table[1] = (Elf64_Shdr){.sh_name = 1, .sh_type = SHT_STRTAB, .sh_offset = NAMES_AT, .sh_size = 11};
  e.table[2] = (Elf64_Shdr){.sh_name = 8, .sh_type = SHT_PROGBITS, .sh_offset = DATA_AT, .sh_size = 4};
  e.table[3] = (Elf64_Shdr){.sh_name = 8, .sh_type = SHT_PROGBITS, .sh_offset = DATA_AT + 4, .sh_size = 3};
  e.table[4] = (Elf64_Shdr){.sh_name = 8, .sh_type = SHT_NOBITS, .sh_offset = 1 << 30, .sh_size = 1 << 30};
  return e;
}

static void find(const image *e, size_t n, const char *name, const char *expected, const char *diagnostic) {
  char *copy = sy_realloc(NULL, n); // of the exact size, so that ASan sees a byte too many
  memcpy(copy, e, n);
  sy_views found = {0};
  sy_diag d = {0};
  sy_str got = SY_STR_INIT;
  CHECK_EQ(sy_elf_find((sy_view){copy, n}, "f.o", name, &found, &d), *diagnostic == 0);
  for (size_t i = 0; i < found.n; i++)
    sy_str_addf(&got, "%.*s;", (int)found.data[i].n, found.data[i].s);
  CHECK_STR(sy_str_c(&got), expected);
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_str_free(&got);
  sy_vec_free(&found);
  sy_diag_free(&d);
  free(copy);
}

static void test_found(void) {
  image e = good();
  find(&e, sizeof e, ".x", "0123;456;", "");
  find(&e, sizeof e, ".none", "", "");
  find(&e, sizeof e, "x", "", ""); // a suffix of another name, but no section is called so
  e.table[3].sh_name = 9;
  find(&e, sizeof e, "x", "456;", "");
}

static void test_no_sections(void) {
  image e = good();
  e.header.e_shoff = 0;
  find(&e, sizeof e, ".x", "", "");
  e = good();
  e.header.e_shstrndx = SHN_UNDEF;
  find(&e, sizeof e, ".x", "", "");
}

// More sections than the header has room for: the numbers are in section 0.
static void test_many_sections(void) {
  image e = good();
  e.header.e_shnum = 0;
  e.header.e_shstrndx = SHN_XINDEX;
  e.table[0].sh_size = SECTIONS;
  e.table[0].sh_link = 1;
  find(&e, sizeof e, ".x", "0123;456;", "");
  e.table[0].sh_size = 1ull << 58; // times 64 is 0
  find(&e, sizeof e, ".x", "", "f.o: error: the section headers are out of bounds\n");
  e.table[0].sh_size = UINT64_MAX;
  find(&e, sizeof e, ".x", "", "f.o: error: the section headers are out of bounds\n");
}

static void test_errors(void) {
  const char *headers = "f.o: error: the section headers are out of bounds\n";
  const char *names = "f.o: error: the section name table is out of bounds\n";
  image e = good();
  find(&e, 63, ".x", "", "f.o: error: truncated in the ELF header\n");
  find(&e, sizeof e - 1, ".x", "", headers);
  find(&e, 3, ".x", "", "f.o: error: not a 64-bit little-endian ELF file\n");
  e.header.e_ident[EI_CLASS] = ELFCLASS32;
  find(&e, sizeof e, ".x", "", "f.o: error: not a 64-bit little-endian ELF file\n");
  e = good(), e.header.e_shoff = UINT64_MAX - 3;
  find(&e, sizeof e, ".x", "", headers);
  e = good(), e.header.e_shentsize = 63;
  find(&e, sizeof e, ".x", "", "f.o: error: the size of section headers is too small\n");
  e = good(), e.header.e_shnum = SECTIONS + 1;
  find(&e, sizeof e, ".x", "", headers);
  e = good(), e.header.e_shstrndx = SECTIONS;
  find(&e, sizeof e, ".x", "", "f.o: error: the number of the section name table is out of bounds\n");
  e = good(), e.table[1].sh_size = sizeof e;
  find(&e, sizeof e, ".x", "", names);
  e = good(), e.table[1].sh_type = SHT_NOBITS;
  find(&e, sizeof e, ".x", "", names);
  e = good(), e.table[3].sh_size = UINT64_MAX;
  find(&e, sizeof e, ".x", "0123;", "f.o: error: section '.x' is out of bounds\n");
  e = good(), e.table[2].sh_flags = SHF_COMPRESSED;
  find(&e, sizeof e, ".x", "", "f.o: error: section '.x' is compressed\n");
  e = good(), e.table[2].sh_name = UINT32_MAX;
  find(&e, sizeof e, ".x", "456;", "");
  e = good(), e.table[1].sh_size = 10; // the last name has no NUL any more
  find(&e, sizeof e, ".x", "", "");
}

int main(void) {
  RUN(test_found);
  RUN(test_no_sections);
  RUN(test_many_sections);
  RUN(test_errors);
  return check_summary();
}
