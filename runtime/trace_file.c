// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list of JSON objects in a file that is mapped into memory: what has been written there is in the file
// even if the process is killed a moment later, without a call of the system for each object. The file grows
// by a window of blanks, to which JSON is indifferent, and the list is closed after each object:
//
//     [\n{...}\n]              one object, then blanks to the end of the window
//     [\n{...},\n{...}\n]      two: the end of the list was overwritten
//
// Blocks of the disk are reserved for a window before it is mapped. Otherwise a full disk would be a signal
// at the first byte that has no room.
#include "runtime/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 1 << 20, LONGEST = WINDOW / 4 };

static const char end[] = "\n]\n";
enum { END = sizeof end - 1 };

static int fd = -1;
static char *window;       // at `begin` in the file; null: nothing can be written
static size_t begin, used; // bytes of the window that the list has, its end included
static bool any;           // objects

// Maps the window that begins there; its bytes from `from` on become blanks.
static bool map_window(size_t at, size_t from) {
  int e = posix_fallocate(fd, (off_t)at, WINDOW);
  void *p = e ? MAP_FAILED : mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)at);
  if (p == MAP_FAILED) {
    errno = e ? e : errno;
    return false;
  }
  window = p;
  begin = at;
  memset(window + from, ' ', WINDOW - from);
  return true;
}

static bool is_regular(void) {
  struct stat s;
  return !fstat(fd, &s) && S_ISREG(s.st_mode);
}

// A device or a pipe can't be mapped, and is not removed either.
bool sy_trace_file_open(const char *path) {
  fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0 || !map_window(0, 0)) {
    int e = errno;
    if (fd >= 0 && is_regular())
      unlink(path);
    if (fd >= 0)
      close(fd);
    fd = -1;
    errno = e;
    return false;
  }
  *window = '[';
  memcpy(window + 1, end, END);
  used = 1 + END;
  any = false;
  return true;
}

// Makes room for n bytes: the next window begins at the page in which the list ends.
static bool make_room(size_t n) {
  if (used + n <= WINDOW)
    return true;
  size_t page = (size_t)sysconf(_SC_PAGESIZE), kept = used % page, at = begin + used - kept;
  char *before = window;
  if (!map_window(at, kept))
    return false;
  munmap(before, WINDOW);
  used = kept;
  return true;
}

bool sy_trace_file_add(const char *object, size_t n) {
  if (!window || n > LONGEST)
    return window;
  if (!make_room(2 + n + END)) {
    sy_trace_file_close();
    return false;
  }
  const char *before = any ? ",\n" : "\n";
  size_t lead = strlen(before);
  char *at = window + used - END;
  memcpy(at + lead + n, end, END); // the list's old end is the last to go
  memcpy(at + lead, object, n);
  memcpy(at, before, lead);
  used += lead + n;
  any = true;
  return true;
}

void sy_trace_file_close(void) {
  if (fd < 0)
    return;
  if (window)
    munmap(window, WINDOW);
  if (ftruncate(fd, (off_t)(begin + used))) {
    // Blanks are left behind the list.
  }
  sy_trace_file_forget();
}

void sy_trace_file_forget(void) {
  if (fd >= 0)
    close(fd);
  fd = -1;
  window = NULL;
}
