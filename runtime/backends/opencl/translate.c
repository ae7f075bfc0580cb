// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V as SPIR: bitcode of an old LLVM, for drivers that can't read SPIR-V. llvm-spirv does it, one of a version that
// the driver's LLVM can read. Its input and outputs are files in memory.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { OLDEST = 14, NEWEST = 15 }; // of LLVM, that write pointers with types, as SPIR has them

typedef enum stream { IN, OUT, ERR, STREAMS } stream;

static bool write_all(int fd, const char *data, size_t n) {
  for (ssize_t w; n; data += w, n -= (size_t)w)
    if ((w = write(fd, data, n)) <= 0)
      return false;
  return true;
}

// With a zero behind it; null: no memory.
static char *read_all(int fd, size_t *size) {
  off_t n = lseek(fd, 0, SEEK_END);
  char *data = n < 0 ? NULL : calloc(1, (size_t)n + 1);
  *size = data ? (size_t)n : 0;
  if (data && pread(fd, data, *size, 0) != n) {
    free(data);
    return NULL;
  }
  return data;
}

// Runs the tool; false: it could not be started.
static bool run(const char *tool, const int fds[STREAMS], bool *ok) {
  // By these names: llvm-spirv does not read SPIR-V from "-".
  char *argv[] = {(char *)tool, "-r", "/dev/stdin", "-o", "/dev/stdout", NULL};
  posix_spawn_file_actions_t actions;
  pid_t pid;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < STREAMS; i++)
    posix_spawn_file_actions_adddup2(&actions, fds[i], i);
  bool started = !posix_spawnp(&pid, tool, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  while (started && waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) { // a program that ignores its children: what came out decides
      status = 0;
      break;
    }
  *ok = started && !status;
  return started;
}

// A tool that the driver's LLVM understands: of its version, or an older one.
static bool run_any(const sy_cl_device *d, const int fds[STREAMS], char *tool, size_t room, bool *ok) {
  unsigned newest = d->spir_llvm && d->spir_llvm < NEWEST ? d->spir_llvm : NEWEST;
  for (unsigned v = newest; v >= OLDEST; v--) {
    snprintf(tool, room, "llvm-spirv-%u", v);
    lseek(fds[IN], 0, SEEK_SET);
    if (run(tool, fds, ok))
      return true;
  }
  snprintf(tool, room, "llvm-spirv-%u", newest);
  return false;
}

static sycc_status collect(const sy_cl_device *d, const int fds[STREAMS], void **out, size_t *out_size) {
  char tool[32];
  bool ok;
  size_t n;
  if (!run_any(d, fds, tool, sizeof tool, &ok))
    return sy_error_set(SYCC_build,
                        "device '%s' takes SPIR, not SPIR-V, and the program that translates is not there: "
                        "install the package %s",
                        sy_cl_name(d), tool);
  char *data = read_all(fds[OUT], out_size);
  if (ok && data && *out_size) {
    *out = data;
    return SYCC_success;
  }
  free(data);
  char *said = read_all(fds[ERR], &n);
  sy_error_set(SYCC_build, "%s can't translate the code for device '%s': %.800s", tool, sy_cl_name(d),
               said && n ? said : "it says nothing");
  free(said);
  return SYCC_build;
}

sycc_status sy_cl_translate(const sy_cl_device *d, const void *spirv, size_t size, void **out, size_t *out_size) {
  static const char *const names[STREAMS] = {"sycc-spirv", "sycc-spir", "sycc-messages"};
  int fds[STREAMS] = {-1, -1, -1};
  bool ok = true;
  for (int i = 0; i < STREAMS && ok; i++)
    ok = (fds[i] = memfd_create(names[i], MFD_CLOEXEC)) >= 0;
  ok = ok && write_all(fds[IN], spirv, size);
  sycc_status s = ok ? collect(d, fds, out, out_size) : sy_error_no_memory("files for the translation of a program");
  for (int i = 0; i < STREAMS; i++)
    if (fds[i] >= 0)
      close(fds[i]);
  return s;
}
