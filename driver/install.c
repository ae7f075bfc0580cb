// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the parts of the toolchain are.
#include "driver/install.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/proc.h"

// A folder the compilers search anyway must not be given again with -isystem: it would move in front of the
// C++ library's own headers, whose #include_next then finds nothing.
static bool searched_anyway(const char *include) {
  return strcmp(include, "/usr/include") == 0 || strcmp(include, "/usr/local/include") == 0;
}

void sy_install_find(sy_install *in, sy_arena *a) {
  in->bin = sy_self_dir(a);
  const char *prefix = sy_path_dir(in->bin, a);
  in->lib = sy_path_join(prefix, "lib", a);
  in->parts = sy_path_join(in->lib, "sycc", a);
  in->plugin = sy_path_join(in->parts, "sycc-frontend.so", a);
  in->include = sy_path_join(prefix, "include", a);
  if (searched_anyway(in->include))
    in->include = NULL;
  const char *llvm = getenv("SYCC_LLVM_BINDIR");
  in->llvm = llvm && *llvm ? llvm : SYCC_LLVM_BINDIR;
}

const char *sy_install_tool(const sy_install *in, const char *name, sy_arena *a) {
  return sy_path_join(in->bin, name, a);
}

const char *sy_install_llvm(const sy_install *in, const char *name, sy_arena *a) {
  return sy_path_join(in->llvm, name, a);
}

bool sy_install_is_own_clang(const sy_install *in, const char *compiler, sy_arena *a) {
  char *found = compiler ? sy_proc_find(compiler) : NULL;
  char *given = found ? realpath(found, NULL) : NULL,
       *own = realpath(sy_install_llvm(in, "clang++", a), NULL);
  bool same = given && own && strcmp(given, own) == 0;
  free(found);
  free(given);
  free(own);
  return same;
}
