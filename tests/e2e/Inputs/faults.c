// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A libsycc in which one request fails: the linker's --wrap puts the functions below between the runtime's objects and what they call. A program
// that finds this library runs once for every request that can fail, each time in a child that is forked before anything of the program began:
//
//   FAULTS=memory,threads,files,driver   which requests (any of these)
//   FAULTS_EACH=site    only the first request from each place of the code (the default), or
//   FAULTS_EACH=call    every single one, up to the one that the program never comes to
//   FAULTS_SECONDS=60   a child that takes longer hangs
//
// Good is: exit status 0, the fault did not matter; status 1, or an uncaught exception, with a message. Anything else is bad and printed: a
// signal, a report of a sanitizer (leaks too), a wrong result without a message, a child that hangs. The last line counts:
//
//   memory: 310 failed, 12 did not matter, 298 with a message, 0 bad
//
// Only the runtime's own requests fail, not those of the program, libstdc++ or the drivers.
#include "tests/e2e/Inputs/faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SITES = 1 << 16, MOST_OUTPUT = 1 << 16 };
static const char *const kind_names[] = {"memory", "threads", "files", "driver"};

// What parent and child share.
typedef struct fault {
  int kind;
  bool by_site;
  atomic_long countdown; // the request that comes down to 0 fails
  atomic_bool failed;
  char name[64]; // of the function that failed
  void *site;    // its caller
  _Atomic(void *) seen[MOST_SITES];
} fault;
static fault *shared; // null: nothing fails
static _Thread_local bool injected_dlopen;

static bool is_new_site(void *site) {
  for (size_t at = ((size_t)site >> 2) % MOST_SITES;; at = (at + 1) % MOST_SITES) {
    void *there = NULL;
    if (atomic_compare_exchange_strong(&shared->seen[at], &there, site))
      return true;
    if (there == site)
      return false;
  }
}

bool faults_refuse(int kind, const char *name, void *site) {
  if (!shared || shared->kind != kind || shared->failed || (shared->by_site && !is_new_site(site)) || atomic_fetch_sub(&shared->countdown, 1) != 1)
    return false;
  snprintf(shared->name, sizeof shared->name, "%s", name);
  shared->site = site;
  shared->failed = true;
  return true;
}

// ---- requests for memory, threads and files -------------------------------------------------------------

#define WRAP(kind, type, name, params, args, error, result)                                                  \
  type __real_##name params;                                                                                 \
  type __wrap_##name params;                                                                                 \
  type __wrap_##name params {                                                                                \
    if (!faults_refuse(kind, #name, __builtin_return_address(0)))                                                   \
      return __real_##name args;                                                                             \
    errno = error;                                                                                           \
    return result;                                                                                           \
  }

WRAP(MEMORY, void *, malloc, (size_t n), (n), ENOMEM, NULL)
WRAP(MEMORY, void *, calloc, (size_t n, size_t size), (n, size), ENOMEM, NULL)
WRAP(MEMORY, void *, realloc, (void *p, size_t n), (p, n), ENOMEM, NULL)
WRAP(MEMORY, void *, aligned_alloc, (size_t align, size_t n), (align, n), ENOMEM, NULL)
WRAP(MEMORY, int, posix_memalign, (void **p, size_t align, size_t n), (p, align, n), 0, ENOMEM)
WRAP(MEMORY, char *, strdup, (const char *s), (s), ENOMEM, NULL)
WRAP(MEMORY, char *, strndup, (const char *s, size_t n), (s, n), ENOMEM, NULL)
WRAP(MEMORY, void *, mmap, (void *p, size_t n, int prot, int flags, int fd, off_t at), (p, n, prot, flags, fd, at), ENOMEM, MAP_FAILED)
WRAP(MEMORY, void *, tsearch, (const void *key, void **root, int (*f)(const void *, const void *)), (key, root, f), ENOMEM, NULL)
WRAP(THREADS, int, pthread_create, (pthread_t * t, const pthread_attr_t *a, void *(*f)(void *), void *arg), (t, a, f, arg), 0, EAGAIN)
WRAP(FILES, FILE *, fopen, (const char *path, const char *mode), (path, mode), EMFILE, NULL)
WRAP(FILES, DIR *, opendir, (const char *path), (path), EMFILE, NULL)
WRAP(FILES, DIR *, fdopendir, (int fd), (fd), ENOMEM, NULL)
WRAP(FILES, struct dirent *, readdir, (DIR * d), (d), EIO, NULL)
WRAP(FILES, char *, fgets, (char *to, int n, FILE *f), (to, n, f), EIO, NULL)
WRAP(FILES, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), EIO, -1)
WRAP(FILES, ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at), EIO, -1)
WRAP(FILES, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n), ENOSPC, -1)
WRAP(FILES, off_t, lseek, (int fd, off_t at, int how), (fd, at, how), EIO, -1)
WRAP(FILES, int, stat, (const char *path, struct stat *to), (path, to), EACCES, -1)
WRAP(FILES, int, fstat, (int fd, struct stat *to), (fd, to), EIO, -1)
WRAP(FILES, int, fstatat, (int fd, const char *path, struct stat *to, int flags), (fd, path, to, flags), EACCES, -1)
WRAP(FILES, int, access, (const char *path, int mode), (path, mode), EACCES, -1)
WRAP(FILES, int, mkdir, (const char *path, mode_t mode), (path, mode), EACCES, -1)
WRAP(FILES, int, renameat, (int from, const char *a, int to, const char *b), (from, a, to, b), ENOSPC, -1)
WRAP(FILES, int, unlinkat, (int fd, const char *path, int flags), (fd, path, flags), EACCES, -1)
WRAP(FILES, int, dup, (int fd), (fd), EMFILE, -1)
WRAP(FILES, int, memfd_create, (const char *name, unsigned flags), (name, flags), EMFILE, -1)
WRAP(FILES, int, pipe2, (int *ends, int flags), (ends, flags), EMFILE, -1)
WRAP(FILES, char *, mkdtemp, (char *name), (name), EACCES, NULL)
WRAP(FILES, int, symlink, (const char *to, const char *name), (to, name), EACCES, -1)
WRAP(FILES, char *, realpath, (const char *path, char *out), (path, out), EACCES, NULL)
WRAP(MEMORY, int, setenv, (const char *name, const char *value, int replace), (name, value, replace), ENOMEM, -1)
WRAP(FILES, int, posix_spawn,
     (pid_t * pid, const char *path, const posix_spawn_file_actions_t *a, const posix_spawnattr_t *b, char *const *argv, char *const *env),
     (pid, path, a, b, argv, env), 0, EAGAIN)

#define WRAP_OPEN(name, params, args)                                                                        \
  int __real_##name params;                                                                                  \
  int __wrap_##name params;                                                                                  \
  int __wrap_##name params {                                                                                 \
    va_list ap;                                                                                              \
    va_start(ap, flags);                                                                                     \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;                                    \
    va_end(ap);                                                                                              \
    if (!faults_refuse(FILES, #name, __builtin_return_address(0)))                                                  \
      return __real_##name args;                                                                             \
    errno = EMFILE;                                                                                          \
    return -1;                                                                                               \
  }
WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN(openat, (int fd, const char *path, int flags, ...), (fd, path, flags, mode))

void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags) {
  injected_dlopen = faults_refuse(FILES, "dlopen", __builtin_return_address(0));
  return injected_dlopen ? NULL : __real_dlopen(path, flags);
}
char *__real_dlerror(void);
char *__wrap_dlerror(void);
char *__wrap_dlerror(void) {
  static char text[] = "cannot allocate memory in static TLS block";
  bool injected = injected_dlopen;
  injected_dlopen = false;
  return injected ? text : __real_dlerror();
}

// ---- calls of OpenCL ------------------------------------------------------------------------------------

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name) {
  void *found = __real_dlsym(library, name);
  return shared && found ? faults_opencl(name, found) : found;
}

// ---- one child for each ---------------------------------------------------------------------------------

typedef struct tally {
  int failed, unharmed, told, bad;
} tally;

static int number_from(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text ? atoi(text) : otherwise;
}

// Waits for the end of the child; false: it hangs, and was killed.
static bool wait_for(pid_t child, int *status) {
  int fd = (int)syscall(SYS_pidfd_open, child, 0);
  bool ended = poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 1000 * number_from("FAULTS_SECONDS", 60)) == 1;
  close(fd);
  if (!ended)
    kill(child, SIGKILL);
  waitpid(child, status, 0);
  return ended;
}

static void place(char *to, size_t room) {
  void symbolize(void *, const char *, char *, size_t) __asm__("__sanitizer_symbolize_pc") __attribute__((weak));
  Dl_info info = {0};
  if (!shared->site)
    snprintf(to, room, "nothing");
  else if (symbolize)
    symbolize((char *)shared->site - 1, "%f %S", to, room);
  else if (dladdr(shared->site, &info))
    snprintf(to, room, "%s+0x%zx", info.dli_fname, (size_t)((char *)shared->site - (char *)info.dli_fbase));
}

static void judge(tally *t, int status, bool ended, const char *output) {
  bool report = strstr(output, "Sanitizer") || strstr(output, "runtime error:");
  bool uncaught = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && (strstr(output, "what():  ") || strstr(output, "sycl: error: "));
  bool exited = WIFEXITED(status), explained = strstr(output, "sycl: error: "); // by the runtime itself: the program can't know
  bool told = (exited && WEXITSTATUS(status) == 1 && *output) || (exited && WEXITSTATUS(status) == 2 && explained) || uncaught;
  bool good = ended && !report && (told || !status);
  t->failed++;
  t->unharmed += good && !told;
  t->told += good && told;
  t->bad += !good;
  const bool all = number_from("FAULTS_VERBOSE", 0);
  if (good && !all)
    return;
  char where[512] = "";
  place(where, sizeof where);
  printf("%s in %s, number %d: %s, status %#x\n%s\n", shared->name, where, t->failed, !ended ? "hangs" : good ? "good" : "bad", (unsigned)status, output);
  fflush(stdout);
}

// True in the child, which goes on as the program.
static bool start_child(pid_t *child, int output) {
  fflush(NULL);
  *child = fork();
  if (*child)
    return false;
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(output);
  return true;
}

static bool run_kind(int kind, bool by_site, tally *t) {
  static char output[MOST_OUTPUT];
  for (int n = 1;; n++) {
    memset(shared, 0, sizeof *shared);
    shared->kind = kind, shared->by_site = by_site, shared->countdown = n;
    int fd = (int)syscall(SYS_memfd_create, "output", 0), status = 0;
    pid_t child;
    if (start_child(&child, fd))
      return true;
    bool ended = wait_for(child, &status);
    ssize_t length = __real_pread(fd, output, sizeof output - 1, 0);
    output[length > 0 ? length : 0] = 0;
    close(fd);
    if (shared->failed || status || !ended)
      judge(t, status, ended, output);
    if (!shared->failed) // the program came to its end before
      return false;
  }
}

__attribute__((constructor)) static void run_program_with_faults(void) {
  const char *wanted = getenv("FAULTS"), *each = getenv("FAULTS_EACH");
  if (!wanted)
    return;
  shared = __real_mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int bad = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    tally t = {0};
    if (!strstr(wanted, kind_names[kind]))
      continue;
    if (run_kind(kind, !each || strcmp(each, "call"), &t)) {
      unsetenv("FAULTS"); // nothing fails in a process that the program starts
      return;
    }
    printf("%s: %d failed, %d did not matter, %d with a message, %d bad\n", kind_names[kind], t.failed, t.unharmed, t.told, t.bad);
    bad += t.bad;
  }
  fflush(stdout);
  _exit(bad != 0);
}
