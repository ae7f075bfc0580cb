// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/native_symbol.h"

#include <string.h>

const char *sy_native_symbol(const char *target, const char *kernel, sy_arena *a) {
  return sy_arena_printf(a, "__sycc_%s_%s", strcmp(target, "native_cpu") == 0 ? "cpu" : target, kernel);
}

const char *sy_native_import_symbol(const char *target, const char *function, sy_arena *a) {
  return sy_native_symbol(target, sy_arena_printf(a, "import.%s", function), a);
}

const char *sy_native_variant(const char *target, const char *kernel, const char *number, sy_arena *a) {
  return sy_arena_printf(a, "%s.v%s", sy_native_symbol(target, kernel, a), number);
}
