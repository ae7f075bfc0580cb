// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V as SPIR: bitcode of an old LLVM, for drivers that can't read SPIR-V. llvm-spirv does it, and
// llvm-link makes one module of several, both of a version that the driver's LLVM can read. Their inputs and
// outputs are files in memory.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/environment.h"
#include "runtime/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define TRANSLATOR "llvm-spirv"
#define LINKER "llvm-link"
#define INLINER "opt"

enum { OLDEST = 14, NEWEST = 15 }; // of LLVM, that write pointers with types, as SPIR has them

enum { IN, OUT, ERR, STREAMS };
enum { ABOVE = 100, MOST_INPUTS = 90 }; // our own numbers of files, out of the way of the child's

// A program to run: its inputs are the child's files 0, 3, 4 and so on.
typedef struct tool {
  const char *name;    // without the version
  const char *package; // the same
  const char *purpose; // for messages: it "can't <purpose> for device"
  char **argv;         // [0] is set here
  const sy_cl_bytes *inputs;
  size_t count;
} tool;

static int open_memory(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  int moved = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, ABOVE);
  if (moved < 0) // few files allowed
    return fd;
  close(fd);
  return moved;
}

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

// The file of a program: what PATH names, as the user's shell would find it. If the user has less rights than
// the program has: in the folder that was fixed when sycc was built.
static bool find_translator(const char *name, char *file, size_t room, struct stat *st) {
  const char *path = sy_environment_is_hostile() ? SYCC_SPIR_TOOLS : sy_environment("PATH");
  for (path = path ? path : "/usr/local/bin:/usr/bin:/bin"; *path; path += *path == ':') {
    int n = (int)strcspn(path, ":");
    int written = snprintf(file, room, "%.*s/%s", n ? n : 1, n ? path : ".", name);
    if (written < (int)room && !stat(file, st) && S_ISREG(st->st_mode) && !access(file, X_OK))
      return true;
    path += n;
  }
  return false;
}

static bool start_translator(pid_t *pid, char **argv, const posix_spawn_file_actions_t *actions) {
  char file[PATH_MAX], *none[] = {NULL};
  struct stat st;
  return find_translator(argv[0], file, sizeof file, &st) &&
         !posix_spawn(pid, file, actions, NULL, argv, sy_environment_is_hostile() ? none : environ);
}

// Runs the tool; false: it could not be started.
static bool run_translator(char **argv, const int *fds, size_t n, bool *ok) {
  posix_spawn_file_actions_t actions;
  pid_t pid;
  posix_spawn_file_actions_init(&actions);
  for (size_t i = 0; i < n; i++)
    posix_spawn_file_actions_adddup2(&actions, fds[i], (int)i);
  bool started = start_translator(&pid, argv, &actions);
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

static unsigned newest_for(const sy_cl_device *d) {
  return d->spir_llvm && d->spir_llvm < NEWEST ? d->spir_llvm : NEWEST;
}

static size_t cl_translate_describe(const sy_cl_device *d, const char *tool, char *text, size_t room) {
  char name[32], file[PATH_MAX];
  struct stat st;
  for (unsigned v = newest_for(d); v >= OLDEST; v--) {
    snprintf(name, sizeof name, "%s-%u", tool, v);
    if (find_translator(name, file, sizeof file, &st))
      return (size_t)snprintf(text, room, "%.2000s %lld %lld.%09ld\n", file, (long long)st.st_size,
                              (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
  }
  return 0;
}

void sy_cl_translator(const sy_cl_device *d, char *text, size_t room) {
  *text = 0;
  size_t n = cl_translate_describe(d, TRANSLATOR, text, room);
  cl_translate_describe(d, LINKER, text + n, room - n);
}

// A tool that the driver's LLVM understands: of its version, or an older one. name: its, with the version.
static bool run_any(const sy_cl_device *d, const tool *t, const int *fds, char *name, size_t room, bool *ok) {
  unsigned newest = newest_for(d);
  t->argv[0] = name;
  for (unsigned v = newest; v >= OLDEST; v--) {
    snprintf(name, room, "%s-%u", t->name, v);
    for (size_t i = 0; i < t->count + STREAMS - 1; i++)
      lseek(fds[i], 0, SEEK_SET);
    if (run_translator(t->argv, fds, t->count + STREAMS - 1, ok))
      return true;
  }
  snprintf(name, room, "%s-%u", t->package, newest);
  return false;
}

static sycc_status cl_translate_collect(const sy_cl_device *d, const tool *t, const int *fds, void **out,
                                        size_t *out_size) {
  char name[32];
  bool ok;
  size_t n;
  if (!run_any(d, t, fds, name, sizeof name, &ok))
    return sy_error_set(SYCC_build,
                        "device '%s' takes SPIR, not SPIR-V, and the program that %ss is not there: "
                        "install the package %s",
                        sy_cl_name(d), t->purpose, name);
  char *data = read_all(fds[OUT], out_size);
  if (ok && data && *out_size) {
    *out = data;
    return SYCC_success;
  }
  free(data);
  char *said = read_all(fds[ERR], &n);
  sy_error_set(SYCC_build, "%s can't %s the code for device '%s': %.800s", name, t->purpose, sy_cl_name(d),
               said && n ? said : "it says nothing");
  free(said);
  return SYCC_build;
}

static sycc_status use_tool(const sy_cl_device *d, const tool *t, void **out, size_t *out_size) {
  size_t n = t->count + STREAMS - 1, opened = 0;
  int *fds = calloc(n, sizeof *fds);
  bool ok = fds != NULL;
  for (; opened < n && ok; opened++)
    ok = (fds[opened] = open_memory("sycc-spir")) >= 0;
  for (size_t i = 0; i < t->count && ok; i++)
    ok = write_all(fds[i ? i + STREAMS - 1 : IN], t->inputs[i].data, t->inputs[i].size);
  sycc_status s =
      ok ? cl_translate_collect(d, t, fds, out, out_size)
         : sy_error_set(SYCC_memory_allocation, "cannot make files for the translation of a program: %s",
                        strerror(errno));
  for (size_t i = 0; i < opened; i++)
    if (fds[i] >= 0)
      close(fds[i]);
  free(fds);
  return s;
}

sycc_status sy_cl_translate(const sy_cl_device *d, const void *spirv, size_t size, void **out,
                            size_t *out_size) {
  // By these names: llvm-spirv does not read SPIR-V from "-".
  char *argv[] = {NULL, "-r", "/dev/stdin", "-o", "/dev/stdout", NULL};
  sy_cl_bytes input = {(void *)spirv, size};
  return use_tool(d, &(tool){TRANSLATOR, "llvm-spirv", "translate", argv, &input, 1}, out, out_size);
}

sycc_status sy_cl_inline_spir(const sy_cl_device *d, const sy_cl_bytes *module, void **out,
                              size_t *out_size) {
  char *argv[] = {NULL, "-opaque-pointers=0", "-passes=always-inline", "/dev/stdin", "-o", "/dev/stdout",
                  NULL};
  return use_tool(d, &(tool){INLINER, "llvm", "inline", argv, module, 1}, out, out_size);
}

sycc_status sy_cl_link_spir(const sy_cl_device *d, const sy_cl_bytes *parts, size_t n, sy_cl_linked what,
                            void **out, size_t *out_size) {
  enum { NAME = 24, FIXED = 7 };
  if (n > MOST_INPUTS)
    return sy_error_set(SYCC_build, "a kernel that needs %zu images can't be linked: there may be %d", n,
                        MOST_INPUTS);
  char **argv = calloc(n + FIXED, sizeof *argv), *names = calloc(n, NAME);
  size_t k = 1;
  if (argv && names) {
    argv[k++] = "-opaque-pointers=0";
    if (what == SY_CL_NEEDED)
      argv[k++] = "-only-needed";
    argv[k++] = "/dev/stdin";
    for (size_t i = 1; i < n; i++) {
      snprintf(names + i * NAME, NAME, "/dev/fd/%zu", i + STREAMS - 1);
      argv[k++] = names + i * NAME;
    }
    argv[k++] = "-o";
    argv[k++] = "/dev/stdout";
  }
  const tool linker = {LINKER, "llvm", "link", argv, parts, n};
  sycc_status s = k > 1 ? use_tool(d, &linker, out, out_size) : sy_error_no_memory("a program");
  free(argv);
  free(names);
  return s;
}
