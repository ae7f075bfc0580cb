// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang gives a file as the user wrote it, and the folder it was run in; of a full path, the folder is what
// the two have in common. So the name alone leads nowhere from another folder.
#include "passes/analysis/debug_place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_here(const char *path, const char *folder) {
  char *here = folder ? NULL : getcwd(NULL, 0);
  bool same = (folder || here) && !strcmp(path, folder ? folder : here);
  free(here);
  return same;
}

static const char *path_of(LLVMValueRef v, const char *folder, sy_arena *a) {
  unsigned n, length;
  const char *file = LLVMGetDebugLocFilename(v, &n), *directory = LLVMGetDebugLocDirectory(v, &length);
  if (!file || !n)
    return NULL;
  file = sy_arena_strndup(a, file, n);
  if (*file == '/' || !directory || !length)
    return file;
  directory = sy_arena_strndup(a, directory, length);
  return is_here(directory, folder) ? file : sy_arena_printf(a, "%s/%s", directory, file);
}

sy_where sy_debug_place(LLVMValueRef v, const char *folder, sy_arena *a) {
  const char *file = v && LLVMGetDebugLocLine(v) ? path_of(v, folder, a) : NULL;
  return file ? sy_at(file, LLVMGetDebugLocLine(v), LLVMIsAFunction(v) ? 0 : LLVMGetDebugLocColumn(v))
              : SY_NOWHERE;
}
