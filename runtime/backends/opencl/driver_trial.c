// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver that aborts, crashes, calls exit() or hangs when it is opened takes the program with it, and
// nothing that the program could do about it is safe: a handler of signals can't leave the dynamic loader,
// whose lock is held. So `sycl-ls --json` runs with that driver alone first. What it prints shows that the
// driver has been opened and asked for its devices. A driver that works is kept in mind in the program cache,
// so that this happens once. One that ends the process is tried each time, since what ails it may be gone;
// one that hangs is left out for an hour, because each trial of it holds the program up. Where there is no
// sycl-ls beside libsycc nothing is tried.
#include "runtime/backends/opencl/driver_trial.h"

#include "base/count.h"
#include "runtime/backends/opencl/vendors.h"
#include "runtime/environment.h"
#include "runtime/program_cache.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define PROOF "\"absent\"" // sycl-ls --json prints it behind all devices

#define WORKS "works"  // what the cache has of a driver
#define HANGS "hangs " // and the time until which that counts, in seconds since 1970

enum { SECONDS = 20, NOT_LOADED = 127, HOUR = 3600 };

typedef enum answer { UNKNOWN, ALIVE, ENDED, SILENT } answer;

static bool is_wanted(void) {
  const char *mode = sy_environment("SYCC_TRY_DRIVERS");
  bool off = mode && !strcmp(mode, "off");
  if (mode && *mode && !off && strcmp(mode, "on"))
    fprintf(stderr, "sycc: warning: SYCC_TRY_DRIVERS is '%s', not on or off\n", mode);
  return !off && !sy_environment_is_hostile();
}

// The tool of this very libsycc.
static bool find_tool(char tool[SY_CL_PATH]) {
  Dl_info own;
  if (!dladdr((void *)sy_cl_driver_dies, &own) || !strrchr(own.dli_fname, '/'))
    return false;
  int folder = (int)(strrchr(own.dli_fname, '/') - own.dli_fname);
  return snprintf(tool, SY_CL_PATH, "%.*s/../bin/sycl-ls", folder, own.dli_fname) < SY_CL_PATH &&
         !access(tool, X_OK);
}

// ---- which driver it is ---------------------------------------------------------------------------------

static void add_file(sy_cache_key *k, const char *path) {
  struct stat st;
  char text[80] = "";
  if (!stat(path, &st))
    snprintf(text, sizeof text, "%lld %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
             st.st_mtim.tv_nsec);
  sy_cache_key_text(k, text);
}

// A library without a folder is one in these, or one that the loader's list of libraries has.
static void add_search(sy_cache_key *k, const char *library) {
  char path[2 * SY_CL_PATH];
  const char *folders = sy_environment("LD_LIBRARY_PATH");
  for (; folders && *folders; folders += *folders == ':') {
    size_t n = strcspn(folders, ":");
    snprintf(path, sizeof path, "%.*s/%s", (int)n, folders, library);
    add_file(k, path);
    folders += n;
  }
  add_file(k, "/etc/ld.so.cache");
}

static sy_cache_key key_of(const char *file, const char *library) {
  sy_cache_key k;
  sy_cache_key_begin(&k, "opencl driver 2");
  sy_cache_key_text(&k, file);
  add_file(&k, file);
  sy_cache_key_text(&k, library);
  add_file(&k, library);
  if (!strchr(library, '/'))
    add_search(&k, library);
  sy_cache_key_end(&k);
  return k;
}

static answer recall(const sy_cache_key *k) {
  void *data;
  size_t size;
  if (!sy_cache_is_on() || !sy_cache_load(k, &data, &size))
    return UNKNOWN;
  const char *text = data;
  answer a = strcmp(text, WORKS) ? UNKNOWN : ALIVE;
  if (!strncmp(text, HANGS, strlen(HANGS))) {
    long long left = atoll(text + strlen(HANGS)) - time(NULL);
    a = left > 0 && left <= HOUR ? SILENT : UNKNOWN;
  }
  free(data);
  return a;
}

static void keep(const sy_cache_key *k, answer a) {
  char text[40] = WORKS;
  if (a == SILENT)
    snprintf(text, sizeof text, HANGS "%lld", (long long)time(NULL) + HOUR);
  if (a == ALIVE || a == SILENT)
    sy_cache_store(k, text, strlen(text));
}

// ---- the process ----------------------------------------------------------------------------------------

static bool is_replaced(const char *entry, char *const *by, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strncmp(entry, by[i], strcspn(by[i], "=") + 1))
      return true;
  return false;
}

// The environment of this process with some variables of another value; the caller frees the array.
static char **changed_environment(char *const *changes, size_t n) {
  size_t count = 0, k = 0;
  while (environ && environ[count])
    count++;
  char **all = calloc(count + n + 1, sizeof *all);
  for (size_t i = 0; all && i < count; i++)
    if (!is_replaced(environ[i], changes, n))
      all[k++] = environ[i];
  for (size_t i = 0; all && i < n; i++)
    all[k++] = changes[i];
  return all;
}

// Its standard output goes to the pipe, what the driver says besides that goes nowhere.
static bool spawn_tool(pid_t *pid, const char *tool, const char *vendors, int out) {
  char folder[SY_CL_PATH + sizeof SY_CL_VENDORS];
  snprintf(folder, sizeof folder, SY_CL_VENDORS "=%s", vendors);
  char *changes[] = {folder, "SYCC_DEVICE_SELECTOR=opencl:*", "SYCC_TRY_DRIVERS=off", "SYCC_CACHE=off"};
  char *argv[] = {"sycl-ls", "--json", NULL};
  char **environment = changed_environment(changes, SY_COUNT(changes));
  posix_spawn_file_actions_t actions;
  if (!environment || posix_spawn_file_actions_init(&actions)) {
    free(environment);
    return false;
  }
  bool ok = !posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) &&
            !posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) &&
            !posix_spawn(pid, tool, &actions, NULL, argv, environment);
  posix_spawn_file_actions_destroy(&actions);
  free(environment);
  return ok;
}

static int milliseconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int)((now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000);
}

// Reads until the proof is there, the process has ended, or the time is over.
static answer read_answer(int fd) {
  char text[4096];
  size_t n = 0;
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int left; (left = SECONDS * 1000 - milliseconds_since(&start)) > 0;) {
    if (poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, left) <= 0)
      continue;
    ssize_t r = read(fd, text + n, sizeof text - 1 - n);
    if (r <= 0)
      return ENDED;
    n += (size_t)r;
    text[n] = 0;
    if (strstr(text, PROOF))
      return ALIVE;
    size_t kept = n < sizeof PROOF - 1 ? n : sizeof PROOF - 1; // the proof may come in two parts
    memmove(text, text + n - kept, kept);
    n = kept;
  }
  return SILENT;
}

static answer try_with(const char *tool, const char *vendors, int *status) {
  int ends[2];
  pid_t pid;
  if (pipe2(ends, O_CLOEXEC))
    return UNKNOWN;
  bool started = spawn_tool(&pid, tool, vendors, ends[1]);
  close(ends[1]);
  answer a = started ? read_answer(ends[0]) : UNKNOWN;
  close(ends[0]);
  if (!started)
    return UNKNOWN;
  kill(pid, SIGKILL);
  bool is_waited = waitpid(pid, status, 0) == pid; // not in a program that ignores its children
  return a == ENDED && (!is_waited || (WIFEXITED(*status) && WEXITSTATUS(*status) == NOT_LOADED)) ? UNKNOWN
                                                                                                  : a;
}

static void cl_trial_describe(answer a, int status, char *why, size_t room) {
  if (a == SILENT)
    snprintf(why, room, "does not come back from being opened within %d seconds", SECONDS);
  else if (WIFSIGNALED(status))
    snprintf(why, room, "ends the process that opens it (%s)", strsignal(WTERMSIG(status)));
  else
    snprintf(why, room, "ends the process that opens it (exit status %d)", WEXITSTATUS(status));
}

static answer try_driver(const char *tool, const char *file, int *status) {
  char vendors[SY_CL_PATH];
  if (!sy_cl_vendors_make(vendors, &file, 1))
    return UNKNOWN;
  answer a = try_with(tool, vendors, status);
  sy_cl_vendors_remove(vendors);
  return a;
}

// A program that was held up, or that misses devices, says why.
static void warn_of_hang(const char *file, const char *why) {
  const char *again = "; it is tried again after an hour, when it has changed, or with SYCC_CACHE=off";
  fprintf(stderr, "sycc: warning: the driver that %s names is left out: it %s%s\n", file, why,
          sy_cache_is_on() ? again : "");
}

bool sy_cl_driver_dies(const char *file, const char *library, char *why, size_t room) {
  char tool[SY_CL_PATH];
  int status = 0;
  if (!is_wanted() || !find_tool(tool))
    return false;
  sy_cache_key key = key_of(file, library);
  answer known = recall(&key), a = known ? known : try_driver(tool, file, &status);
  if (!known)
    keep(&key, a);
  if (a == ENDED || a == SILENT)
    cl_trial_describe(a, status, why, room);
  if (a == SILENT)
    warn_of_hang(file, why);
  return a == ENDED || a == SILENT;
}
