// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of families.def as constants, and look-ups in it. Like builtin.c it allocates nothing and needs
// no other file, so that the runtime and the plugin have it too.
#include "devices/families.h"

#include <string.h>

#define FAMILY(family, help, ...)                                                                            \
  const sy_family sy_family_##family = {.name = #family, .help_name = help, __VA_ARGS__};
#include "devices/families.def"
#undef FAMILY

#define FAMILY(family, ...) &sy_family_##family,
const sy_family *const sy_families[] = {
#include "devices/families.def"
    NULL};
#undef FAMILY

const sy_family *sy_family_find(const char *name) {
  for (const sy_family *const *f = sy_families; *f; f++)
    if (!strcmp((*f)->name, name))
      return *f;
  return NULL;
}

static bool has_architecture(const sy_family *f, const char *architecture, size_t n) {
  for (const char *const *a = f->architectures; *a; a++)
    if (strlen(*a) == n && !memcmp(*a, architecture, n))
      return true;
  return false;
}

// An architecture, then vendor, system and environment, which say nothing here. One may have a '-' itself:
// native-cpu.
const sy_family *sy_family_of_triple(const char *triple) {
  for (size_t n = 1; triple[n - 1]; n++)
    for (const sy_family *const *f = sy_families; *f && (!triple[n] || triple[n] == '-'); f++)
      if (has_architecture(*f, triple, n))
        return *f;
  return NULL;
}

const sy_family *sy_family_of_modules(const sy_family *f) {
  const sy_family *const *first = sy_families;
  while (strcmp((*first)->triple, f->triple))
    first++;
  return *first;
}

const char *sy_family_format(const sy_family *f, const char *toolchain) {
  if (!*toolchain)
    return f->format;
  for (const sy_family *const *other = sy_families; *other; other++)
    if (*other != f && (*other)->toolchain && !strcmp((*other)->toolchain, toolchain))
      return NULL;
  return f->ahead_format;
}
