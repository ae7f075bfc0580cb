// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files: read whole, written whole or not at all.
//
// Writing goes to a new file beside the destination, which is renamed over it when every byte is on
// its way to the disk. The obvious way, open with O_TRUNC, would lose the old contents on a full disk
// and show other processes (make, a parallel build) half a file. The new file is made with
// O_EXCL and mode 0666, not mkstemp(), so that the kernel applies the umask.
#include "base/file.h"

#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

bool sy_file_fail(sy_diag *d, const char *verb, const char *path, int error) {
  sy_error(d, SY_NOWHERE, "cannot %s '%s': %s", verb, path, strerror(error));
  sy_limits_help_error(error, d);
  return false;
}

static int read_all(int fd, sy_str *out) {
  char buffer[65536];
  for (;;) {
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0)
      sy_str_addn(out, buffer, (size_t)n);
    else if (n == 0)
      return 0;
    else if (errno != EINTR)
      return errno;
  }
}

bool sy_file_read(const char *path, sy_str *out, sy_diag *d) {
  bool standard = strcmp(path, "-") == 0;
  sy_str_clear(out);
  sy_str_addn(out, "", 0); // an empty file has its NUL too
  int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  int error = fd < 0 ? errno : read_all(fd, out);
  if (fd >= 0 && !standard)
    close(fd);
  if (!error)
    return true;
  sy_str_free(out);
  return sy_file_fail(d, "read", standard ? "<stdin>" : path, error);
}

static int write_all(int fd, const char *bytes, size_t n) {
  while (n) {
    ssize_t done = write(fd, bytes, n);
    if (done < 0 && errno != EINTR)
      return errno;
    if (done > 0) {
      bytes += done;
      n -= (size_t)done;
    }
  }
  return 0;
}

// Writes and closes; the first error, or 0. After EINTR from close() the descriptor is gone on Linux.
static int write_close(int fd, const void *bytes, size_t n) {
  int error = write_all(fd, bytes, n);
  if (close(fd) != 0 && errno != EINTR && !error)
    error = errno;
  return error;
}

// Where a write to path ends up: rename() would replace a link instead of what it points to.
static int follow_links(const char *path, char *target) {
  if (strlen(path) >= PATH_MAX)
    return ENAMETOOLONG;
  strcpy(target, path);
  for (int hops = 0; hops < 40; hops++) {
    char link[PATH_MAX];
    ssize_t n = readlink(target, link, sizeof link - 1);
    if (n < 0)
      return 0; // not a link
    link[n] = 0;
    char *slash = strrchr(target, '/');
    size_t dir = link[0] == '/' || !slash ? 0 : (size_t)(slash + 1 - target);
    if (dir + (size_t)n >= PATH_MAX)
      return ENAMETOOLONG;
    memcpy(target + dir, link, (size_t)n + 1);
  }
  return ELOOP;
}

// The folder part of path as something open() accepts.
static void folder_of(const char *path, char *dir) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    strcpy(dir, ".");
  else
    snprintf(dir, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

// Why a file can't be created in dir, as a note below the error where that says more.
static bool fail_write(sy_diag *d, const char *path, const char *dir, int error) {
  sy_file_fail(d, "write", path, error);
  struct stat st;
  if (!dir)
    return false;
  if (error == ENOENT && stat(dir, &st) != 0)
    sy_note(d, "folder '%s' does not exist", dir);
  else if (error == EACCES && faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) != 0)
    sy_note(d, "no permission to create a file in folder '%s'", dir);
  return false;
}

typedef struct destination {
  char path[PATH_MAX];  // links followed
  char dir[PATH_MAX];   // its folder
  struct stat old;      // what is there now, when exists
  bool exists, special; // special: written directly, not renamed over
} destination;

static bool find_destination(const char *path, destination *to, sy_diag *d) {
  *to = (destination){0};
  int error = *path ? follow_links(path, to->path) : ENOENT;
  if (error)
    return sy_file_fail(d, "write", path, error);
  folder_of(to->path, to->dir);
  to->exists = stat(to->path, &to->old) == 0;
  if (!to->exists && errno != ENOENT)
    return fail_write(d, path, to->dir, errno);
  if (to->exists && S_ISDIR(to->old.st_mode))
    return sy_file_fail(d, "write", path, EISDIR);
  to->special = to->exists && !S_ISREG(to->old.st_mode);
  if (to->exists && faccessat(AT_FDCWD, to->path, W_OK, AT_EACCESS) != 0)
    return sy_file_fail(d, "write", path, errno);
  return true;
}

// A new file in to->dir under a name that no file has; its descriptor, or -1 and errno.
static int open_temporary(const destination *to, mode_t mode, char *name, size_t size) {
  for (int tries = 0; tries < 100; tries++) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
      number = (uint64_t)getpid() * 1000 + (uint64_t)tries;
    if ((size_t)snprintf(name, size, "%s/.sy-%016llx", to->dir, (unsigned long long)number) >= size) {
      errno = ENAMETOOLONG;
      return -1;
    }
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

static int file_replace(const destination *to, const void *bytes, size_t n, mode_t mode) {
  char name[PATH_MAX + 32];
  int fd = open_temporary(to, mode, name, sizeof name);
  if (fd < 0)
    return errno;
  int error = 0;
  if (to->exists && fchmod(fd, to->old.st_mode & 07777) != 0)
    error = errno;
  int write_error = write_close(fd, bytes, n);
  if (!error)
    error = write_error;
  if (!error && rename(name, to->path) != 0)
    error = errno;
  if (error)
    unlink(name);
  return error;
}

void sy_standard_streams_open(void) {
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY}; // each the wrong way round
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null", modes[fd]); // the lowest number that is free: fd
}

bool sy_standard_output_close(sy_diag *d) {
  errno = 0;
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  if (!errno && write(STDOUT_FILENO, "\n", 1) > 0) // why it failed is no longer known: once more
    errno = EIO;
  return sy_file_fail(d, "write", "<stdout>", errno);
}

static bool write_mode(const char *path, const void *bytes, size_t n, mode_t mode, sy_diag *d) {
  if (strcmp(path, "-") == 0) {
    fflush(stdout);
    int error = write_all(STDOUT_FILENO, bytes, n);
    return error ? sy_file_fail(d, "write", "<stdout>", error) : true;
  }
  destination to;
  if (!find_destination(path, &to, d))
    return false;
  int error;
  if (to.special) {
    int fd = open(to.path, O_WRONLY | O_CLOEXEC);
    error = fd < 0 ? errno : write_close(fd, bytes, n);
  } else {
    error = file_replace(&to, bytes, n, mode);
  }
  return error ? fail_write(d, path, to.dir, error) : true;
}

bool sy_file_write(const char *path, const void *bytes, size_t n, sy_diag *d) {
  return write_mode(path, bytes, n, 0666, d);
}

bool sy_file_exists(const char *path) {
  struct stat st;
  return stat(path, &st) == 0;
}

bool sy_file_is_special(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

bool sy_file_check_writable(const char *path, sy_diag *d) {
  destination to;
  if (strcmp(path, "-") == 0)
    return true;
  if (!find_destination(path, &to, d))
    return false;
  if (to.special)
    return true;
  struct stat dir;
  if (stat(to.dir, &dir) != 0)
    return fail_write(d, path, to.dir, errno);
  if (!S_ISDIR(dir.st_mode))
    return fail_write(d, path, to.dir, ENOTDIR);
  if (faccessat(AT_FDCWD, to.dir, W_OK | X_OK, AT_EACCESS) != 0)
    return fail_write(d, path, to.dir, errno);
  if (to.path[strlen(to.path) - 1] == '/')
    return sy_file_fail(d, "write", path, EISDIR);
  return true;
}

bool sy_file_copy(const char *from, const char *to, sy_diag *d) {
  sy_str bytes = SY_STR_INIT;
  struct stat st;
  bool ok = sy_file_read(from, &bytes, d);
  if (ok) {
    bool known = strcmp(from, "-") != 0 && stat(from, &st) == 0 && S_ISREG(st.st_mode);
    ok = write_mode(to, sy_str_c(&bytes), bytes.n, known ? st.st_mode & 0777 : 0666, d);
  }
  sy_str_free(&bytes);
  return ok;
}

const char *sy_path_base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *sy_path_ext(const char *path) {
  const char *base = sy_path_base(path), *dot = strrchr(base, '.');
  return dot && dot != base ? dot : base + strlen(base);
}

char *sy_path_stem(const char *path, sy_arena *a) {
  const char *base = sy_path_base(path);
  return sy_arena_strndup(a, base, (size_t)(sy_path_ext(path) - base));
}

char *sy_path_dir(const char *path, sy_arena *a) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return sy_arena_strdup(a, ".");
  return sy_arena_strndup(a, path, slash == path ? 1 : (size_t)(slash - path));
}

char *sy_path_join(const char *dir, const char *name, sy_arena *a) {
  if (!*dir || *name == '/')
    return sy_arena_strdup(a, name);
  return sy_arena_printf(a, "%s%s%s", dir, sy_ends(dir, "/") ? "" : "/", name);
}

const char *sy_self_dir(sy_arena *a) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0)
    return ".";
  path[n] = 0;
  return sy_path_dir(path, a);
}
