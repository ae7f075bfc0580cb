// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder lives as long as the loader needs to read it: it opens all drivers at its first call.
#include "runtime/backends/opencl/vendors.h"

#include "runtime/environment.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool link_into(const char *folder, const char *file) {
  const char *slash = strrchr(file, '/');
  char link[2 * SY_CL_PATH];
  char *whole = realpath(file, NULL); // the name may be relative
  snprintf(link, sizeof link, "%s/%s", folder, slash ? slash + 1 : file);
  bool ok = whole && !symlink(whole, link);
  free(whole);
  return ok;
}

static bool make_in(const char *place, char folder[SY_CL_PATH]) {
  return place && *place && snprintf(folder, SY_CL_PATH, "%s/sycc-vendors-XXXXXX", place) < SY_CL_PATH &&
         mkdtemp(folder);
}

bool sy_cl_vendors_make(char folder[SY_CL_PATH], const char *const *files, size_t n) {
  if (!make_in(sy_environment("TMPDIR"), folder) && !make_in("/tmp", folder))
    return false;
  bool ok = true;
  for (size_t i = 0; i < n && ok; i++)
    ok = link_into(folder, files[i]);
  if (!ok)
    sy_cl_vendors_remove(folder);
  return ok;
}

void sy_cl_vendors_remove(const char *folder) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));)
    if (*e->d_name != '.')
      unlinkat(dirfd(d), e->d_name, 0);
  if (d)
    closedir(d);
  rmdir(folder);
}
