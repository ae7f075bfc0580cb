// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins prefix, target, kernel and number to a symbol. The rule stands here alone, since code generation, the
// wrapper and the tools all need it.
//
// A kernel is called like the name of a type: _ZTSN3app3FooE, "typeinfo name for app::Foo", and _tu and a
// number behind that where the type is one source's own. Debuggers and profilers shall show a function. So
// its code is called as a function of that name with a parameter of that type would be:
// _Z10__sycc_cpuN3app3FooE, "__sycc_cpu(app::Foo)". In both the type comes before anything that a mangled
// name could refer back to, so it is spelled the same.
#include "devices/native_symbol.h"

#include "base/str.h"
#include "devices/families.h"

#include <string.h>

enum { SOURCE_DIGITS = 16 };

// What makes the name one source's own, "_tu" and digits; otherwise the end.
static const char *source_of(const char *symbol) {
  size_t n = strlen(symbol), suffix = strlen("_tu") + SOURCE_DIGITS;
  const char *at = n > suffix ? symbol + n - suffix : "";
  bool is_source = sy_starts(at, "_tu") && strspn(at + strlen("_tu"), "0123456789abcdef") == SOURCE_DIGITS;
  return is_source ? at : symbol + n;
}

const char *sy_native_symbol(const char *target, const char *kernel, sy_arena *a) {
  const char *prefix =
      sy_arena_printf(a, "__sycc_%s", strcmp(target, sy_family_native_cpu.name) == 0 ? "cpu" : target);
  if (!sy_starts(kernel, "_ZTS"))
    return sy_arena_printf(a, "%s_%s", prefix, kernel);
  const char *type = kernel + strlen("_ZTS"), *source = source_of(kernel);
  return sy_arena_printf(a, "_Z%zu%s%.*s%s%s", strlen(prefix), prefix, (int)(source - type), type,
                         *source ? "." : "", *source ? source + 1 : "");
}

const char *sy_native_import_symbol(const char *target, const char *function, sy_arena *a) {
  return sy_native_symbol(target, sy_arena_printf(a, "import.%s", function), a);
}

const char *sy_native_variant(const char *target, const char *kernel, const char *number, sy_arena *a) {
  return sy_arena_printf(a, "%s.v%s", sy_native_symbol(target, kernel, a), number);
}
