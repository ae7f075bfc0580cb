// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Demangles a symbol with the C++ runtime's own demangler, which is there in a C++ program and is looked for
// by a weak reference, and cuts off what the compiler adds.
#include "runtime/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern char *__cxa_demangle(const char *symbol, char *buffer, size_t *n, int *status) __attribute__((weak));

char *sy_name_of_symbol(const char *symbol) {
  enum { SUFFIX = 19 }; // _tu and 16 digits
  static const char type[] = "typeinfo name for ";
  size_t n = strlen(symbol);
  bool local = n > SUFFIX && !strncmp(symbol + n - SUFFIX, "_tu", 3);
  char *plain = strndup(symbol, local ? n - SUFFIX : n);
  char *name = plain && __cxa_demangle ? __cxa_demangle(plain, NULL, NULL, NULL) : NULL;
  if (!name)
    return plain;
  free(plain);
  if (!strncmp(name, type, sizeof type - 1))
    memmove(name, name + sizeof type - 1, strlen(name) - (sizeof type - 1) + 1);
  return name;
}
