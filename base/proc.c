// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes.
//
// Each child leads a process group of its own, so that killing it takes along what it started. The
// price: Ctrl-C in a terminal reaches only us, so a main() that starts children handles SIGINT,
// SIGTERM and SIGHUP by calling sy_proc_kill_all(). When we die without a chance to do that, the kernel
// kills the child (PR_SET_PDEATHSIG; it watches the *thread* that started the child, so start children from
// a thread that outlives them).
//
// Waiting is one poll() over a pidfd and an output pipe per child, so a child that fills the pipe, one
// that closes its output and works on, and one whose own children keep the pipe open all make progress.
// When the child has ended, what is left of its group is killed before the child is reaped (after
// that its group id may be another process's), and what is in the pipe is read to the end.
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  MAX_CHILDREN = 1024,
  POLL_WITHOUT_PIDFD_MS = 10,
  MAX_OUTPUT = 64 << 20, // a child that prints without end must not take our memory
  LOST_STATUS = 255,     // another thread reaped the child
};

struct sy_proc {
  pid_t pid;        // 0: did not start
  int pidfd;        // -1: not available, then poll by time
  int out;          // our end of the output pipe, -1 when closed or not captured
  int slot;         // in `live`
  long long limit;  // monotonic milliseconds, 0: none
  bool ended;       // a zombie, or did not start
  sy_proc_result r; // collected so far
};

// Leaders of the groups that run now; read by the signal handler.
static _Atomic pid_t live[MAX_CHILDREN];

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static int take_slot(void) {
  for (int i = 0; i < MAX_CHILDREN; i++) {
    pid_t none = 0;
    if (atomic_compare_exchange_strong(&live[i], &none, -1))
      return i;
  }
  return -1;
}

static void close_fd(int *fd) {
  if (*fd >= 0)
    close(*fd);
  *fd = -1;
}

// The file that argv[0] names. Done here and not by execvp(), which would hand a file without a known
// format to a shell. Null with errno when there is none.
char *sy_proc_find(const char *name) {
  if (strchr(name, '/'))
    return sy_strdup(name);
  const char *path = getenv("PATH");
  sy_view rest = sy_view_c(path ? path : "/usr/local/bin:/usr/bin:/bin"), dir;
  int error = ENOENT;
  sy_str file = SY_STR_INIT;
  while (*name && sy_view_split(&rest, ':', &dir)) {
    sy_str_clear(&file);
    sy_str_addf(&file, "%.*s/%s", dir.n ? (int)dir.n : 1, dir.n ? dir.s : ".", name);
    struct stat st;
    if (stat(file.s, &st) != 0 || !S_ISREG(st.st_mode))
      continue; // a folder of PATH that we may not search has nothing for us
    if (access(file.s, X_OK) == 0)
      return sy_str_take(&file);
    error = EACCES;
  }
  sy_str_free(&file);
  errno = error;
  return NULL;
}

typedef struct launch {
  const char *file;
  const char *const *argv;
  const char *cwd;
  bool capture;
  int in;            // to be standard input, or -1
  int out;           // to be standard output and error, or -1
  int report;        // where errno goes when exec fails; closes itself otherwise
  pid_t parent;      // us
  sigset_t old_mask; // to be restored
} launch;

// Runs in the child, between fork and exec: async-signal-safe calls only. Signals are still blocked, so
// that no handler of ours can run here and kill our siblings.
__attribute__((noreturn)) static void child(const launch *l) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != l->parent)
    _exit(127);
  setpgid(0, 0);
  for (int s = 1; s < NSIG; s++) {
    struct sigaction sa;
    if (sigaction(s, NULL, &sa) == 0 && sa.sa_handler != SIG_IGN && sa.sa_handler != SIG_DFL)
      signal(s, SIG_DFL);
  }
  bool ok = (l->in < 0 || dup2(l->in, STDIN_FILENO) >= 0) &&
            (l->out < 0 || (dup2(l->out, STDOUT_FILENO) >= 0 && dup2(l->out, STDERR_FILENO) >= 0));
  if (ok && l->cwd)
    ok = chdir(l->cwd) == 0;
  sigprocmask(SIG_SETMASK, &l->old_mask, NULL);
  if (ok)
    execv(l->file, (char *const *)l->argv);
  int error = errno;
  if (write(l->report, &error, sizeof error) < 0)
    _exit(126);
  _exit(127);
}

// errno of the child when exec failed; 0 when the pipe was closed by a successful exec.
static int read_report(int fd) {
  int error = 0;
  ssize_t n;
  do
    n = read(fd, &error, sizeof error);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t)sizeof error ? error : 0;
}

// Forks with signals blocked, so that a handler sees the child in the table or there is none.
static pid_t fork_child(launch *l, int slot) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &l->old_mask);
  l->parent = getpid();
  pid_t pid = fork();
  if (pid == 0)
    child(l);
  int error = errno;
  if (pid > 0) {
    setpgid(pid, pid); // both sides do it, as either may be first
    atomic_store(&live[slot], pid);
  }
  pthread_sigmask(SIG_SETMASK, &l->old_mask, NULL);
  errno = error;
  return pid;
}

// When SIGCHLD is ignored (inherited from the parent), the kernel throws exit statuses away.
static void keep_exit_statuses(void) {
  struct sigaction sa;
  if (sigaction(SIGCHLD, NULL, &sa) == 0 && sa.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
}

static int launch_child(sy_proc *p, launch *l) {
  int report[2] = {-1, -1}, out[2] = {-1, -1};
  int error = 0;
  if (pipe2(report, O_CLOEXEC) != 0 || (l->capture && pipe2(out, O_CLOEXEC) != 0)) {
    error = errno;
  } else {
    l->out = out[1];
    l->report = report[1];
    pid_t pid = fork_child(l, p->slot);
    if (pid < 0)
      error = errno;
    p->pid = pid > 0 ? pid : 0;
  }
  close_fd(&report[1]);
  close_fd(&out[1]);
  if (p->pid)
    error = read_report(report[0]);
  close_fd(&report[0]);
  p->out = out[0];
  return error;
}

static void proc_forget(sy_proc *p) {
  if (p->slot >= 0)
    atomic_store(&live[p->slot], 0);
  p->slot = -1;
}

static bool reap(pid_t pid, siginfo_t *how) {
  int rc;
  do
    rc = waitid(P_PID, (id_t)pid, how, WEXITED);
  while (rc != 0 && errno == EINTR);
  return rc == 0;
}

static void start_failed(sy_proc *p, int error) {
  proc_forget(p);
  if (p->pid) {
    siginfo_t how;
    reap(p->pid, &how);
  }
  p->pid = 0;
  close_fd(&p->out);
  p->ended = true;
  p->r.start_error = error;
  p->r.status = 127;
}

sy_proc *sy_proc_start(const char *const *argv, const sy_proc_options *opt) {
  static const sy_proc_options none = {0};
  opt = opt ? opt : &none;
  sy_proc *p = sy_alloc(sizeof *p);
  *p = (sy_proc){.pidfd = -1, .out = -1};
  keep_exit_statuses();
  char *file = sy_proc_find(argv[0]);
  int error = file ? 0 : errno;
  p->slot = take_slot();
  if (!error && p->slot < 0)
    error = EAGAIN;
  int in = !error && opt->input ? open(opt->input, O_RDONLY | O_CLOEXEC) : -1;
  if (!error && opt->input && in < 0)
    error = errno;
  if (!error)
    error = launch_child(
        p, &(launch){.file = file, .argv = argv, .cwd = opt->cwd, .capture = opt->capture, .in = in});
  close_fd(&in);
  free(file);
  if (error) {
    start_failed(p, error);
    return p;
  }
  p->pidfd = pidfd_open(p->pid, 0);
  if (p->out >= 0)
    fcntl(p->out, F_SETFL, O_NONBLOCK);
  p->limit = opt->timeout_s ? now_ms() + opt->timeout_s * 1000LL : 0;
  return p;
}

void sy_proc_kill(sy_proc *p) {
  if (p->pid) {
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
  }
}

void sy_proc_kill_all(void) {
  int error = errno;
  for (int i = 0; i < MAX_CHILDREN; i++) {
    pid_t pid = atomic_load(&live[i]);
    if (pid > 0) {
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);
    }
  }
  errno = error;
}

static void keep_output(sy_str *out, const char *bytes, size_t n) {
  if (out->n < MAX_OUTPUT && out->n + n >= MAX_OUTPUT)
    sy_str_add(out, "\n[the rest of the output is left out]\n");
  else if (out->n < MAX_OUTPUT)
    sy_str_addn(out, bytes, n);
}

// Takes what is in the pipe now; closes it at its end. At most 1 MiB, the largest pipe an ordinary user can
// have, so that one child that never stops printing does not keep us from looking at the clock.
static void drain(sy_proc *p) {
  char buffer[65536];
  for (int turn = 0; turn < 16 && p->out >= 0; turn++) {
    ssize_t n = read(p->out, buffer, sizeof buffer);
    if (n > 0)
      keep_output(&p->r.out, buffer, (size_t)n);
    else if (n < 0 && errno == EAGAIN)
      return;
    else if (n == 0 || errno != EINTR)
      close_fd(&p->out);
  }
}

// Looks whether the child has ended, without reaping it, and kills it when its time is up.
static void check_child(sy_proc *p) {
  if (p->ended)
    return;
  siginfo_t how = {0};
  int rc = waitid(P_PID, (id_t)p->pid, &how, WEXITED | WNOHANG | WNOWAIT);
  p->ended = rc == 0 ? how.si_pid == p->pid : errno != EINTR;
  if (!p->ended && p->limit && now_ms() >= p->limit) {
    p->r.timed_out = true;
    p->limit = 0;
    sy_proc_kill(p);
  }
}

// Milliseconds poll() may sleep on behalf of p; -1: without end.
static long long patience(const sy_proc *p) {
  long long ms = p->limit ? p->limit - now_ms() : -1;
  if (p->limit && ms < 0)
    ms = 0;
  if (p->pidfd < 0 && (ms < 0 || ms > POLL_WITHOUT_PIDFD_MS))
    ms = POLL_WITHOUT_PIDFD_MS;
  return ms;
}

// Sleeps until one of the children has ended, written something or run out of time, or until fd can be read:
// then it returns true.
static bool sleep_on(sy_proc *const *p, size_t n, int fd, struct pollfd *fds) {
  long long ms = -1;
  fds[2 * n] = (struct pollfd){.fd = fd, .events = POLLIN};
  for (size_t i = 0; i < n; i++) {
    fds[2 * i] = (struct pollfd){.fd = p[i]->pidfd, .events = POLLIN};
    fds[2 * i + 1] = (struct pollfd){.fd = p[i]->out, .events = POLLIN};
    long long mine = patience(p[i]);
    if (mine >= 0 && (ms < 0 || mine < ms))
      ms = mine;
  }
  return poll(fds, 2 * n + 1, ms > 1000000 ? 1000000 : (int)ms) > 0 && fds[2 * n].revents;
}

size_t sy_proc_wait_any(sy_proc *const *p, size_t n) {
  return sy_proc_wait_any_or(p, n, -1);
}

size_t sy_proc_wait_any_or(sy_proc *const *p, size_t n, int fd) {
  struct pollfd *fds = sy_alloc((2 * n + 1) * sizeof *fds);
  size_t hit = n;
  bool readable = false;
  while (n && hit == n && !readable) {
    for (size_t i = 0; i < n; i++) {
      drain(p[i]);
      check_child(p[i]);
      if (p[i]->ended && hit == n)
        hit = i;
    }
    if (hit == n)
      readable = sleep_on(p, n, fd, fds);
  }
  free(fds);
  return hit;
}

static void set_status(sy_proc *p) {
  siginfo_t how;
  if (!reap(p->pid, &how)) {
    p->r.status = LOST_STATUS;
    return;
  }
  bool killed = how.si_code == CLD_KILLED || how.si_code == CLD_DUMPED;
  p->r.signal = killed ? how.si_status : 0;
  p->r.status = killed ? 128 + how.si_status : how.si_status;
}

void sy_proc_wait(sy_proc *p, sy_proc_result *r) {
  sy_proc_wait_any(&p, 1);
  if (p->pid) {
    kill(-p->pid, SIGKILL); // what it left behind
    drain(p);
    close_fd(&p->out);
    proc_forget(p);
    set_status(p);
  }
  close_fd(&p->pidfd);
  *r = p->r;
  free(p);
}

void sy_proc_run(const char *const *argv, const sy_proc_options *opt, sy_proc_result *r) {
  sy_proc_wait(sy_proc_start(argv, opt), r);
}

bool sy_proc_explain(const sy_proc_result *r, const char *program, const sy_proc_options *opt, sy_diag *d) {
  if (r->start_error) {
    sy_error(d, SY_NOWHERE, "'%s' could not start: %s", program, strerror(r->start_error));
    if (r->start_error == ENOENT && !strchr(program, '/'))
      sy_note(d, "it was looked for in PATH");
    return false;
  }
  if (r->timed_out && opt)
    return sy_error(d, SY_NOWHERE, "'%s' timed out after %u s", program, opt->timeout_s);
  if (r->timed_out)
    return sy_error(d, SY_NOWHERE, "'%s' timed out", program);
  if (r->signal)
    return sy_error(d, SY_NOWHERE, "'%s' was killed by signal %d (%s)", program, r->signal,
                    strsignal(r->signal));
  if (r->status)
    return sy_error(d, SY_NOWHERE, "'%s' failed with exit status %d", program, r->status);
  return true;
}
