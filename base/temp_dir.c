// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private folders for temporary files, which their owner removes at its end.
//
// An owner that is killed can't do that: the next one does. A folder holds a file, ".owner", on which its
// owner keeps a lock for as long as it lives; a lock that another process gets means that the owner is gone.
// The name alone would not do, since a user may have a folder "sycc-source" in /tmp, nor would its age, since
// a compilation may take a day. The process that removes a folder holds the lock of it; an owner that gets
// the lock of a file that was removed under it begins anew.
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char owner_file[] = ".owner";

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at) {
  (void)st, (void)at;
  if (type == FTW_DP || type == FTW_D || type == FTW_DNR)
    rmdir(path);
  else
    unlink(path);
  return 0;
}

void sy_temp_dir_remove(const char *path) {
  if (path && *path)
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// ---- folders without an owner -----------------------------------------------------------------------

static bool is_ours(int fd, mode_t kind) {
  struct stat st;
  return fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == kind && st.st_uid == geteuid();
}

static void remove_without_owner(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  int fd = folder >= 0 && is_ours(folder, S_IFDIR)
               ? openat(folder, owner_file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
               : -1;
  if (fd >= 0 && is_ours(fd, S_IFREG) && flock(fd, LOCK_EX | LOCK_NB) == 0)
    sy_temp_dir_remove(path);
  if (fd >= 0)
    close(fd);
  if (folder >= 0)
    close(folder);
}

static bool is_named(const char *name, const char *prefix) { // <prefix>-XXXXXX
  size_t n = strlen(prefix);
  return strncmp(name, prefix, n) == 0 && name[n] == '-' && strlen(name + n) == 7;
}

static void sweep(const char *parent, const char *prefix, sy_arena *a) {
  DIR *entries = opendir(parent);
  for (struct dirent *e; entries && (e = readdir(entries));)
    if (is_named(e->d_name, prefix))
      remove_without_owner(sy_path_join(parent, e->d_name, a));
  if (entries)
    closedir(entries);
}

// ---- a folder of one's own --------------------------------------------------------------------------

// False: the folder was removed before it was locked. The descriptor stays open until the process ends. Where
// there are no locks the folder is used without.
static bool own(const char *path, sy_arena *a) {
  struct stat st;
  int fd = open(sy_path_join(path, owner_file, a), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return errno != ENOENT;
  return flock(fd, LOCK_SH) != 0 || fstat(fd, &st) != 0 || st.st_nlink > 0;
}

const char *sy_temp_dir(const char *prefix, sy_arena *a, sy_diag *d) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent)
    parent = "/tmp";
  sweep(parent, prefix, a);
  for (;;) {
    char *path = sy_path_join(parent, sy_arena_printf(a, "%s-XXXXXX", prefix), a);
    if (!mkdtemp(path))
      break;
    if (own(path, a))
      return path;
  }
  sy_error(d, SY_NOWHERE, "cannot create a temporary folder in '%s': %s", parent, strerror(errno));
  sy_help(d, "set TMPDIR to a folder that can be written to");
  return NULL;
}
