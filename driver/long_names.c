// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang takes some of its options under GNU's long names too: "--include x.hpp" and "--include=x.hpp" are
// "-include x.hpp". The driver reads the short ones (options.def): what a long name means for a compilation
// must not depend on how it is written. The long names that are here are those of options that the driver
// reads itself, or whose value it would take for a file.
#include <string.h>

#include "base/count.h"
#include "driver/command.h"

typedef struct long_name {
  const char *name, *own;
  bool value; // apart, or behind '='
} long_name;

static const long_name names[] = {
    // clang-format off
    {"--assemble", "-S", false}, {"--compile", "-c", false}, {"--preprocess", "-E", false}, {"--output", "-o", true}, {"--language", "-x", true},
    {"--std", "-std=", true}, {"--debug", "-g", false}, {"--optimize", "-O", false}, {"--no-warnings", "-w", false},
    {"--include", "-include", true}, {"--imacros", "-imacros", true}, {"--define-macro", "-D", true}, {"--undefine-macro", "-U", true},
    {"--include-directory", "-I", true}, {"--include-directory-after", "-idirafter", true}, {"--include-prefix", "-iprefix", true},
    {"--include-with-prefix", "-iwithprefix", true}, {"--include-with-prefix-after", "-iwithprefix", true},
    {"--include-with-prefix-before", "-iwithprefixbefore", true}, {"--no-standard-includes", "-nostdinc", false},
    {"--dependencies", "-M", false}, {"--user-dependencies", "-MM", false}, {"--write-dependencies", "-MD", false}, {"--write-user-dependencies", "-MMD", false},
    {"--comments", "-C", false}, {"--comments-in-macros", "-CC", false}, {"--no-line-commands", "-P", false},
    {"--library-directory", "-L", true}, {"--prefix", "-B", true}, {"--force-link", "-u", true}, {"--for-linker", "-Xlinker", true},
    {"--no-standard-libraries", "-nostdlib", false}, {"--stdlib", "-stdlib=", true}, {"--rtlib", "-rtlib=", true},
    // clang-format on
};

// "--debug=3" and "--optimize=2" have their value behind '=' alone, and may have none.
static bool takes_joined(const long_name *n) {
  return n->value || strcmp(n->own, "-g") == 0 || strcmp(n->own, "-O") == 0;
}

static bool is_apart(const char *own) {
  return own[strlen(own) - 1] != '=';
}

const char *sy_command_short_name(const sy_strs *all, size_t *i, sy_arena *a) {
  const char *arg = all->data[*i];
  for (size_t k = 0; sy_starts(arg, "--") && k < SY_COUNT(names); k++) {
    const long_name *n = &names[k];
    const char *rest = arg + strlen(n->name);
    if (!sy_starts(arg, n->name))
      continue;
    if (*rest == '=' && takes_joined(n) && strcmp(n->own, "-Xlinker") != 0)
      return sy_arena_printf(a, "%s%s", n->own, rest + 1);
    if (*rest || (n->value && *i + 1 == all->n))
      continue;
    return !n->value || is_apart(n->own) ? n->own : sy_arena_printf(a, "%s%s", n->own, all->data[++*i]);
  }
  return arg;
}
