// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang gives a file as the user wrote it, and the folder it was run in; of a full path, the folder is what
// the two have in common. So the name alone leads nowhere from another folder.
#include "passes/analysis/debug_place.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_here(const char *path, const char *folder) {
  char *here = folder ? NULL : getcwd(NULL, 0);
  bool same = (folder || here) && !strcmp(path, folder ? folder : here);
  free(here);
  return same;
}

static const char *join(sy_view name, sy_view folder_of_name, const char *folder, sy_arena *a) {
  if (!name.n)
    return NULL;
  const char *file = sy_arena_strndup(a, name.s, name.n);
  if (*file == '/' || !folder_of_name.n)
    return file;
  const char *directory = sy_arena_strndup(a, folder_of_name.s, folder_of_name.n);
  return is_here(directory, folder) ? file : sy_arena_printf(a, "%s/%s", directory, file);
}

static const char *path_of(LLVMValueRef v, const char *folder, sy_arena *a) {
  unsigned n = 0, length = 0;
  const char *file = LLVMGetDebugLocFilename(v, &n), *directory = LLVMGetDebugLocDirectory(v, &length);
  return join((sy_view){file, n}, (sy_view){directory, length}, folder, a);
}

sy_where sy_debug_place(LLVMValueRef v, const char *folder, sy_arena *a) {
  const char *file = v && LLVMGetDebugLocLine(v) ? path_of(v, folder, a) : NULL;
  return file ? sy_at(file, LLVMGetDebugLocLine(v), LLVMIsAFunction(v) ? 0 : LLVMGetDebugLocColumn(v))
              : SY_NOWHERE;
}

static sy_where place_of_location(LLVMMetadataRef location, const char *folder, sy_arena *a) {
  unsigned n = 0, length = 0;
  LLVMMetadataRef of = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
  const char *name = of ? LLVMDIFileGetFilename(of, &n) : NULL,
             *directory = of ? LLVMDIFileGetDirectory(of, &length) : NULL;
  const char *file = join((sy_view){name, n}, (sy_view){directory, length}, folder, a);
  return file ? sy_at(file, LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)) : SY_NOWHERE;
}

bool sy_debug_in_headers(LLVMMetadataRef location) {
  sy_arena a = {0};
  sy_where at = place_of_location(location, NULL, &a);
  bool in = at.file && strstr(at.file, "/include/sycl/");
  sy_arena_free(&a);
  return in;
}

sy_where sy_debug_user_place(LLVMValueRef instruction, const char *folder, sy_arena *a) {
  for (LLVMMetadataRef l = LLVMInstructionGetDebugLoc(instruction); l; l = LLVMDILocationGetInlinedAt(l)) {
    sy_where at = place_of_location(l, folder, a);
    if (at.file && !sy_debug_in_headers(l))
      return at;
  }
  return SY_NOWHERE;
}
