// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/proc: statuses, output, time-outs, and that nothing is left running.
#include "base/proc.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/check.h"

#define SHELL(text) ((const char *const[]){"/bin/sh", "-c", text, NULL})
static const sy_proc_options capture = {.capture = true};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run(const char *const *argv, int status, const char *out, const char *diagnostic) {
  sy_proc_result r;
  sy_diag d = {0};
  sy_proc_run(argv, &capture, &r);
  CHECK_EQ(r.status, status);
  CHECK_STR(sy_str_c(&r.out), out);
  CHECK_EQ(sy_proc_explain(&r, argv[0], &capture, &d), status == 0);
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_str_free(&r.out);
  sy_diag_free(&d);
}

static void test_status(void) {
  run(SHELL("echo out; echo err >&2"), 0, "out\nerr\n", "");
  run(SHELL("exit 3"), 3, "", "error: '/bin/sh' failed with exit status 3\n");
  run(SHELL("kill -9 $$"), 137, "", "error: '/bin/sh' was killed by signal 9 (Killed)\n");
  run(SHELL("kill -11 $$"), 139, "", "error: '/bin/sh' was killed by signal 11 (Segmentation fault)\n");
  run((const char *const[]){"printf", "%s|", "a b", "$x", "", NULL}, 0, "a b|$x||", "");
}

static void test_cannot_start(void) {
  run((const char *const[]){"sy-no-such-program", NULL}, 127, "",
      "error: 'sy-no-such-program' could not start: No such file or directory\nnote: it was looked for in "
      "PATH\n");
  run((const char *const[]){"/no/such", NULL}, 127, "",
      "error: '/no/such' could not start: No such file or directory\n");
  run((const char *const[]){"/etc/passwd", NULL}, 127, "",
      "error: '/etc/passwd' could not start: Permission denied\n");
  run((const char *const[]){"", NULL}, 127, "",
      "error: '' could not start: No such file or directory\nnote: it was looked for in PATH\n");
  sy_proc_result r;
  sy_proc_run(SHELL("true"), &(sy_proc_options){.cwd = "/no/such"}, &r);
  CHECK_EQ(r.start_error, ENOENT);
}

static void test_cwd(void) {
  sy_proc_result r;
  sy_proc_run((const char *const[]){"pwd", NULL}, &(sy_proc_options){.capture = true, .cwd = "/usr"}, &r);
  CHECK_STR(sy_str_c(&r.out), "/usr\n");
  sy_str_free(&r.out);
}

// Far more than a pipe holds.
static void test_much_output(void) {
  sy_proc_result r;
  sy_proc_run(SHELL("head -c 1048576 /dev/zero | tr '\\0' x"), &capture, &r);
  CHECK_EQ(r.status, 0);
  CHECK_EQ(r.out.n, 1 << 20);
  size_t wrong = 0;
  for (size_t i = 0; i < r.out.n; i++)
    wrong += r.out.s[i] != 'x';
  CHECK_EQ(wrong, 0);
  sy_str_free(&r.out);
}

static void timed(const char *script, unsigned limit, const char *out) {
  sy_proc_options o = {.capture = true, .timeout_s = limit};
  sy_proc_result r;
  sy_diag d = {0};
  double start = now();
  sy_proc_run(SHELL(script), &o, &r);
  CHECK(r.timed_out);
  CHECK_EQ(r.signal, SIGKILL);
  CHECK(now() - start < limit + 5);
  CHECK(!sy_proc_explain(&r, "slow", &o, &d));
  CHECK_STR(sy_str_c(&d.text), "error: 'slow' timed out after 1 s\n");
  if (out)
    CHECK_STR(sy_str_c(&r.out), out);
  CHECK(r.out.n <= (64 << 20) + 100); // and what is kept has a limit
  sy_str_free(&r.out);
  sy_diag_free(&d);
}

static void test_timeout(void) {
  timed("echo begun; sleep 100; echo never", 1, "begun\n");
  timed("exec >/dev/null 2>&1; sleep 100", 1, ""); // the pipe is closed, the child lives
  timed("exec cat /dev/zero", 1, NULL);            // the pipe is never empty
  timed("trap '' TERM INT HUP; sleep 100 & wait", 1, "");
}

// Waits up to five seconds for a process to be gone (or a zombie of somebody else's).
static bool gone(pid_t pid) {
  for (int i = 0; i < 500; i++) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    char *state = f && fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
    if (f)
      fclose(f);
    if (!f || (state && (state[2] == 'Z' || state[2] == 'X')))
      return true;
    usleep(10000);
  }
  return false;
}

// The child prints the number of a process it leaves behind.
static void test_descendants(void) {
  sy_proc_result r;
  sy_proc_options o = {.capture = true, .timeout_s = 1};
  sy_proc_run(SHELL("sleep 300 & echo $!; wait"), &o, &r);
  CHECK(r.timed_out);
  pid_t grandchild = (pid_t)atoi(sy_str_c(&r.out));
  CHECK(grandchild > 0 && gone(grandchild));
  sy_str_free(&r.out);
  double start = now();
  sy_proc_run(SHELL("sleep 300 & echo $!; exit 0"), &capture, &r); // holds the pipe open
  CHECK_EQ(r.status, 0);
  CHECK(now() - start < 5);
  grandchild = (pid_t)atoi(sy_str_c(&r.out));
  CHECK(grandchild > 0 && gone(grandchild));
  sy_str_free(&r.out);
}

static void test_kill(void) {
  sy_proc *p = sy_proc_start(SHELL("sleep 300 & sleep 300"), &capture);
  sy_proc_result r;
  sy_proc_kill(p);
  sy_proc_wait(p, &r);
  CHECK_EQ(r.signal, SIGKILL);
  CHECK(!r.timed_out);
  sy_str_free(&r.out);
}

static void test_kill_all(void) {
  sy_proc *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = sy_proc_start(SHELL("sleep 300"), NULL);
  sy_proc_kill_all();
  for (int i = 0; i < 3; i++) {
    sy_proc_result r;
    sy_proc_wait(p[i], &r);
    CHECK_EQ(r.signal, SIGKILL);
  }
  sy_proc_kill_all(); // nobody left
}

static void on_alarm(int s) {
  (void)s;
  sy_proc_kill_all();
}

// From a signal handler, while we wait; and the child has not inherited the handler.
static void test_kill_from_handler(void) {
  signal(SIGALRM, on_alarm);
  alarm(1);
  sy_proc_result r;
  sy_proc_run(SHELL("sleep 300"), NULL, &r);
  CHECK_EQ(r.signal, SIGKILL);
  sy_proc_run(SHELL("kill -ALRM $$; sleep 5"), NULL, &r);
  CHECK_EQ(r.signal, SIGALRM);
  signal(SIGALRM, SIG_DFL);
}

static void test_wait_any(void) {
  sy_proc *p[3] = {sy_proc_start(SHELL("sleep 2; echo slow"), &capture),
                   sy_proc_start(SHELL("head -c 300000 /dev/zero; sleep 0.3"), &capture),
                   sy_proc_start(SHELL("sleep 1; exit 5"), &capture)};
  sy_proc_result r;
  CHECK_EQ(sy_proc_wait_any(p, 3), 1);
  sy_proc_wait(p[1], &r);
  CHECK_EQ(r.out.n, 300000);
  sy_str_free(&r.out);
  sy_proc *rest[2] = {p[0], p[2]};
  CHECK_EQ(sy_proc_wait_any(rest, 2), 1);
  sy_proc_wait(p[2], &r);
  CHECK_EQ(r.status, 5);
  sy_str_free(&r.out);
  sy_proc_wait(p[0], &r);
  CHECK_STR(sy_str_c(&r.out), "slow\n");
  sy_str_free(&r.out);
}

static void test_wait_any_not_started(void) {
  sy_proc *p[2] = {sy_proc_start(SHELL("sleep 0.5"), NULL),
                   sy_proc_start((const char *const[]){"/no", NULL}, NULL)};
  sy_proc_result r;
  CHECK_EQ(sy_proc_wait_any(p, 2), 1);
  sy_proc_wait(p[1], &r);
  CHECK_EQ(r.start_error, ENOENT);
  sy_proc_wait(p[0], &r);
  CHECK_EQ(r.status, 0);
}

// When the parent is killed without warning, its child goes too.
static void test_parent_death(void) {
  int fds[2];
  CHECK_EQ(pipe(fds), 0);
  fflush(stdout);
  pid_t parent = fork();
  if (parent == 0) {
    dup2(fds[1], STDOUT_FILENO);
    sy_proc_result r;
    sy_proc_run(SHELL("echo $$; exec sleep 300"), NULL, &r);
    _exit(0);
  }
  char text[32] = "";
  CHECK(read(fds[0], text, sizeof text - 1) > 0);
  kill(parent, SIGKILL);
  waitpid(parent, NULL, 0);
  pid_t orphan = (pid_t)atoi(text);
  CHECK(orphan > 0 && gone(orphan));
  close(fds[0]);
  close(fds[1]);
}

static void test_ignored_sigchld(void) {
  signal(SIGCHLD, SIG_IGN);
  run(SHELL("exit 7"), 7, "", "error: '/bin/sh' failed with exit status 7\n");
  signal(SIGCHLD, SIG_DFL);
}

// No descriptor is left open by any of the ways a child can end.
static void test_descriptors(void) {
  int before = dup(0);
  close(before);
  for (int i = 0; i < 20; i++) {
    run(SHELL("true"), 0, "", "");
    run((const char *const[]){"/no", NULL}, 127, "",
        "error: '/no' could not start: No such file or directory\n");
  }
  int after = dup(0);
  close(after);
  CHECK_EQ(after, before);
}

int main(void) {
  RUN(test_status);
  RUN(test_cannot_start);
  RUN(test_cwd);
  RUN(test_much_output);
  RUN(test_timeout);
  RUN(test_descendants);
  RUN(test_kill);
  RUN(test_kill_all);
  RUN(test_kill_from_handler);
  RUN(test_wait_any);
  RUN(test_wait_any_not_started);
  RUN(test_parent_death);
  RUN(test_ignored_sigchld);
  RUN(test_descriptors);
  return check_summary();
}
