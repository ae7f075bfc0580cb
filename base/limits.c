// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The system says what it did, not which limit made it do that. At the end of its processor time a process
// gets SIGXCPU, or SIGKILL where nothing is allowed beyond; SIGKILL is also what the system does when memory
// is short. So SIGKILL counts only if the children took that long.
#include "base/limits.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

typedef struct limit {
  int why; // a signal, or an error
  int resource;
  const char *form; // with the limit's number
} limit;

static const limit by_signal[] = {
    {SIGXCPU, RLIMIT_CPU, "a process may take %llu s of processor time: 'ulimit -t'"},
    {SIGKILL, RLIMIT_CPU, "a process may take %llu s of processor time: 'ulimit -t'"},
    {SIGXFSZ, RLIMIT_FSIZE, "a file may have %llu bytes: 'ulimit -f'"},
};
static const limit by_error[] = {
    {EMFILE, RLIMIT_NOFILE, "a process may have %llu files open: 'ulimit -n'"},
    {EAGAIN, RLIMIT_NPROC, "a user may have %llu processes: 'ulimit -u'"},
};

static unsigned long long seconds_of_children(void) {
  struct rusage used = {0};
  getrusage(RUSAGE_CHILDREN, &used);
  return (unsigned long long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 2; // each may be a second less
}

static bool help_from(const limit *limits, size_t n, int why, sy_diag *d) {
  for (size_t i = 0; i < n; i++) {
    struct rlimit now;
    if (limits[i].why != why || getrlimit(limits[i].resource, &now) || now.rlim_cur == RLIM_INFINITY)
      continue;
    if (why == SIGKILL && limits == by_signal && seconds_of_children() < now.rlim_cur)
      return false;
    sy_help(d, limits[i].form, (unsigned long long)now.rlim_cur);
    return true;
  }
  return false;
}

bool sy_limits_help_signal(int signal, sy_diag *d) {
  return help_from(by_signal, sizeof by_signal / sizeof *by_signal, signal, d);
}

bool sy_limits_help_error(int error, sy_diag *d) {
  return help_from(by_error, sizeof by_error / sizeof *by_error, error, d);
}

bool sy_limits_no_child(sy_diag *d) {
  int error = errno;
  sy_error(d, SY_NOWHERE, "cannot start a child process: %s", strerror(error));
  sy_limits_help_error(error, d);
  return false;
}
