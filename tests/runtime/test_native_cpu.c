// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native CPU's own: threads, where they run, which help, what a crash says. Cases that need an
// environment of their own run in a new process.
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/backends/native_cpu/pool.h"
#include "tests/runtime/rt_test.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *self;

// Runs this program again: its exit status, or 1000 + signal; what it wrote to stderr is in `said`.
static char said[4096];
static int again(const char *mode, const char *variable, const char *value) {
  int fds[2];
  CHECK(!pipe(fds));
  fflush(stdout);
  pid_t pid = fork();
  if (!pid) {
    if (variable)
      setenv(variable, value, 1);
    dup2(fds[1], STDERR_FILENO);
    alarm(60);
    execl(self, self, mode, NULL);
    _exit(99);
  }
  close(fds[1]);
  size_t n = 0;
  for (ssize_t got; n < sizeof said - 1 && (got = read(fds[0], said + n, sizeof said - 1 - n)) > 0;)
    n += (size_t)got;
  said[n] = 0;
  close(fds[0]);
  int status;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// ---- control groups ---------------------------------------------------------------------------------

static void write_file(const char *folder, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  fputs(text, f);
  fclose(f);
}

static void test_quota(void) {
  char root[] = "/tmp/sycc-cgroup-XXXXXX", inner[64], leaf[64], list[64], v1[64];
  CHECK(mkdtemp(root) != NULL);
  snprintf(inner, sizeof inner, "%s/box", root);
  snprintf(leaf, sizeof leaf, "%s/box/job", root);
  snprintf(v1, sizeof v1, "%s/cpu", root);
  snprintf(list, sizeof list, "%s/cgroup", root);
  mkdir(inner, 0700);
  mkdir(leaf, 0700);
  mkdir(v1, 0700);
  write_file(root, "cgroup", "0::/box/job\n");
  CHECK_EQ(sy_cpu_quota(list, root), 0); // no limit anywhere
  write_file(leaf, "cpu.max", "max 100000\n");
  CHECK_EQ(sy_cpu_quota(list, root), 0);
  write_file(inner, "cpu.max", "350000 100000\n");
  CHECK_EQ(sy_cpu_quota(list, root), 4); // of the group around it, rounded up
  write_file(leaf, "cpu.max", "50000 100000\n");
  CHECK_EQ(sy_cpu_quota(list, root), 1);
  write_file(root, "cgroup", "0::/\n");
  CHECK_EQ(sy_cpu_quota(list, root), 0); // the root has no file
  write_file(root, "cgroup", "5:memory:/x\n4:cpuacct,cpu:/\n");
  write_file(v1, "cpu.cfs_quota_us", "-1\n");
  write_file(v1, "cpu.cfs_period_us", "100000\n");
  CHECK_EQ(sy_cpu_quota(list, root), 0);
  write_file(v1, "cpu.cfs_quota_us", "200000\n");
  CHECK_EQ(sy_cpu_quota(list, root), 2);
  write_file(root, "cgroup", "nonsense\n");
  CHECK_EQ(sy_cpu_quota(list, root), 0);
  CHECK_EQ(sy_cpu_quota("/nonexistent", root), 0);
  char command[128];
  snprintf(command, sizeof command, "rm -r '%s'", root);
  CHECK_EQ(system(command), 0);
}

// ---- helpers --------------------------------------------------------------------------------------

typedef struct seen {
  pthread_t waiter;
  atomic_size_t items, by_waiter, now, most;
} seen;

static void count_items(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  seen *s = *(seen **)args[0];
  size_t now = atomic_fetch_add(&s->now, 1) + 1, most = atomic_load(&s->most);
  while (now > most && !atomic_compare_exchange_weak(&s->most, &most, now))
    ;
  for (size_t g = first; g < end; g++) {
    size_t from = g * l->local[0], left = l->global[0] - from;
    atomic_fetch_add(&s->items, left < l->local[0] ? left : l->local[0]);
  }
  if (pthread_equal(pthread_self(), s->waiter))
    atomic_fetch_add(&s->by_waiter, 1);
  nap_us(50);
  atomic_fetch_sub(&s->now, 1);
}

// A waiting thread works, every item runs once, and there are never more at work than the pool has threads.
static void test_help(void) {
  sycc_queue *q = new_queue(0);
  seen s = {.waiter = pthread_self()}, *closure = &s;
  size_t expected = 0;
  for (int round = 0; round < 200; round++) {
    size_t items = 1 + (size_t)round * 977;
    expected += items;
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, count_items, &closure, sizeof closure, items));
    sycc_event *e = submit_event(g);
    if (round % 2)
      CHECK_OK(sycc_queue_wait(q));
    wait_release(e);
    CHECK_EQ(atomic_load(&s.items), expected);
  }
  CHECK(atomic_load(&s.by_waiter) > 0);
  CHECK(atomic_load(&s.most) <= sy_pool_size(sy_pool_whole()));
  sycc_queue_release(q);
}

// A helper must not be kept by work it does not wait for: the first kernel of the other queue blocks until
// the waiter has come back.
static atomic_bool came_back;
static void until_back(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  for (int ms = 0; !atomic_load(&came_back) && ms < 20000; ms++)
    nap_us(1000);
}
static void nothing(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {}

static void test_small_stack_case(void) {
  sycc_queue *q = new_queue(0);
  seen s = {.waiter = pthread_self()}, *closure = &s;
  for (int i = 0; i < 50; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, count_items, &closure, sizeof closure, 10000));
    wait_release(submit_event(g));
  }
  CHECK_EQ(atomic_load(&s.by_waiter), 0);
  CHECK_EQ(atomic_load(&s.items), 500000);
  sycc_queue_release(q);
}
static void *small_stack_thread(void *unused) {
  test_small_stack_case();
  return NULL;
}

// Kernels find the stack of a worker, or they do not run on the thread that waits.
static void test_small_stack(void) {
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, 256 * 1024);
  int error = pthread_create(&thread, &attr, small_stack_thread, NULL);
  if (!error)
    pthread_join(thread, NULL);
  CHECK_EQ(error, 0); // checks are for one thread at a time
  pthread_attr_destroy(&attr);
}

static void test_other_queue(void) {
  if (sy_pool_size(sy_pool_whole()) < 2)
    return;
  sycc_queue *slow = new_queue(0), *quick = new_queue(0);
  sycc_group *g = new_group(slow);
  CHECK_OK(set_kernel(g, until_back, "", 1, 1));
  sycc_event *e = submit_event(g);
  nap_us(20000); // a worker has it
  g = new_group(quick);
  CHECK_OK(set_kernel(g, nothing, "", 1, 1));
  wait_release(submit_event(g));
  atomic_store(&came_back, true);
  wait_release(e);
  sycc_queue_release(slow);
  sycc_queue_release(quick);
}

// ---- streams of small kernels -------------------------------------------------------------------------

static atomic_size_t counted;
static void count_one(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  atomic_fetch_add(&counted, 1);
}
static void nap_one(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  nap_us(1);
}
static void at_gate(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  gate_pass(*(gate **)args[0]);
}

static void submit_many(sycc_queue *q, sycc_cpu_kernel *kernel, int n) {
  for (int i = 0; i < n; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, kernel, "", 1, 1));
    submit(g);
  }
}

// A kernel in a stream of others waits for what its thread does after the submission of many more, nearly as
// many as a queue takes. It begins though nobody waits for it, and does not hold up another queue.
static void test_waits_for_submitter(void) {
  enum { BEFORE = 100, BEHIND = 3900, ROUNDS = SLOW_BUILD ? 2 : 10 };
  for (int round = 0; round < ROUNDS; round++) {
    sycc_queue *q = new_queue(round % 2 ? SYCC_QUEUE_IN_ORDER : 0), *other = new_queue(0);
    gate wait = {0}, *closure = &wait;
    atomic_store(&counted, 0);
    submit_many(q, count_one, BEFORE);
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, at_gate, &closure, sizeof closure, 1));
    submit(g);
    submit_many(q, count_one, BEHIND);
    gate_await(&wait, 1);
    if (sy_pool_size(sy_pool_whole()) > 1) {
      submit_many(other, count_one, 10);
      CHECK_OK(sycc_queue_wait(other));
      CHECK(!sycc_queue_empty(q));
    }
    gate_open(&wait);
    CHECK_OK(sycc_queue_wait(q));
    CHECK_EQ(atomic_load(&counted), BEFORE + BEHIND + (sy_pool_size(sy_pool_whole()) > 1 ? 10 : 0));
    sycc_queue_release(q);
    sycc_queue_release(other);
  }
}

// A stream faster than its kernels, which only ends when a kernel of another queue has run, all on one
// thread.
static int stream_case(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_IN_ORDER), *other = new_queue(0);
  gate run = {.open = 1}, *closure = &run;
  submit_many(q, nap_one, 1000);
  sycc_group *g = new_group(other);
  CHECK_OK(set_kernel(g, at_gate, &closure, sizeof closure, 1));
  submit(g);
  while (!atomic_load(&run.reached))
    submit_many(q, nap_one, 1000);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_OK(sycc_queue_wait(other));
  sycc_queue_release(q);
  sycc_queue_release(other);
  test_waits_for_submitter();
  return check_summary();
}
static void test_stream(void) {
  CHECK_EQ(again("stream", "SYCC_CPU_THREADS", "1"), 0);
}

// ---- large transfers --------------------------------------------------------------------------------

enum { BYTES = (5 << 20) + 12 }; // no multiple of a piece

static void copy(sycc_queue *q, char *to, char *from, size_t bytes) {
  sycc_group *g = new_group(q);
  sycc_region a = {.ptr = to}, b = {.ptr = from};
  CHECK_OK(sycc_group_copy(g, &a, &b, (size_t[]){bytes, 1, 1}));
  wait_release(submit_event(g));
}

static void test_transfers(void) {
  sycc_queue *q = new_queue(0);
  char *a = malloc(BYTES), *b = malloc(BYTES), *expected = malloc(BYTES);
  for (size_t i = 0; i < BYTES; i++)
    a[i] = (char)(i * 7 + i / 1000);
  copy(q, b, a, BYTES);
  CHECK(!memcmp(a, b, BYTES));
  memcpy(expected, a, BYTES);
  memmove(expected + 100, expected, BYTES - 100);
  copy(q, a + 100, a, BYTES - 100); // the sides overlap
  CHECK(!memcmp(a, expected, BYTES));
  memmove(expected, expected + 4096, BYTES - 4096);
  copy(q, a, a + 4096, BYTES - 4096);
  CHECK(!memcmp(a, expected, BYTES));

  sycc_group *g = new_group(q);
  sycc_region all = {.ptr = b};
  CHECK_OK(sycc_group_fill(g, &all, (size_t[]){BYTES / 12 * 12, 1, 1}, "abcdefghijkl",
                           12)); // 12 does not divide a piece
  wait_release(submit_event(g));
  size_t wrong = 0;
  for (size_t i = 0; i < BYTES / 12 * 12; i++)
    wrong += b[i] != "abcdefghijkl"[i % 12];
  CHECK_EQ(wrong, 0);

  enum { WIDTH = 1000, ROWS = 4000, PITCH = 1100 };
  g = new_group(q);
  sycc_region from = {.ptr = a, .row_pitch = PITCH}, to = {.ptr = b, .row_pitch = WIDTH};
  CHECK_OK(sycc_group_copy(g, &to, &from, (size_t[]){WIDTH, ROWS, 1}));
  wait_release(submit_event(g));
  for (size_t y = wrong = 0; y < ROWS; y++)
    wrong += memcmp(b + y * WIDTH, a + y * PITCH, WIDTH) != 0;
  CHECK_EQ(wrong, 0);
  free(a);
  free(b);
  free(expected);
  sycc_queue_release(q);
}

// ---- in a process of their own ----------------------------------------------------------------------

static atomic_int unbound, workers_seen;
static void look_at_mask(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  cpu_set_t set;
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  atomic_fetch_add(&workers_seen, 1);
  if (CPU_COUNT(&set) != 1 || !CPU_ISSET(*(int *)args[0], &set))
    atomic_fetch_add(&unbound, 1);
  nap_us(1000);
}

static int first_cpu(void) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  int i = 0;
  while (!CPU_ISSET(i, &set))
    i++;
  return i;
}

// 0: every worker was bound to the first CPU. The thread that waits does not help: it sleeps first.
static int mode_bound(void) {
  sycc_queue *q = new_queue(0);
  int cpu = first_cpu();
  sycc_group *g = new_group(q);
  CHECK_OK(set_kernel(g, look_at_mask, &cpu, sizeof cpu, 64));
  sycc_event *e = submit_event(g);
  for (int ms = 0; sycc_event_status(e) != SYCC_EVENT_COMPLETE && ms < 30000; ms++)
    nap_us(1000);
  wait_release(e);
  sycc_queue_release(q);
  return !workers_seen ? 3 : unbound ? 2 : 0;
}

static void crash(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  **(volatile int *volatile *)args[0] = 1;
}
static void overflow(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  volatile char room[4096];
  room[0] = room[4095] = 1;
  if (first < end) // always
    overflow(args, l, first, end);
  room[1] = room[0];
}

static int run_kernel(sycc_cpu_kernel *fn, bool by_worker) {
  static const sycc_kernel_info info = {
      .symbol = "k", .readable = "my_kernel", .closure_size = sizeof(void *)};
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  void *nowhere = (void *)0x1230;
  sycc_range r = range_1(1);
  CHECK_OK(sycc_group_kernel(g, &info, &nowhere, sizeof nowhere, &r, fn));
  sycc_event *e = submit_event(g);
  while (by_worker)
    nap_us(1000);
  wait_release(e);
  sycc_queue_release(q);
  return 0;
}

static void own_handler(int number) {
  _exit(42);
}

static size_t level_seen;
static void look_at_level(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  level_seen = l->level;
}
static int mode_level(void) {
  run_kernel(look_at_level, false);
  return (int)level_seen;
}

static int mode(const char *name) {
  if (!strcmp(name, "level"))
    return mode_level();
  if (!strcmp(name, "bound"))
    return mode_bound();
  if (!strcmp(name, "threads"))
    return (int)sy_pool_size(sy_pool_whole());
  if (!strcmp(name, "stream"))
    return stream_case();
  if (!strcmp(name, "crash"))
    return run_kernel(crash, true);
  if (!strcmp(name, "crash-helper"))
    return run_kernel(crash, false);
  if (!strcmp(name, "overflow"))
    return run_kernel(overflow, true);
  if (!strcmp(name, "overflow-helper"))
    return run_kernel(overflow, false);
  if (!strcmp(name, "handled")) {
    signal(SIGSEGV, own_handler);
    return run_kernel(crash, true);
  }
  return 98;
}

static void test_affinity(void) {
  char list[16];
  snprintf(list, sizeof list, "%d", first_cpu());
  CHECK_EQ(again("bound", "SYCC_CPU_AFFINITY", list), 0);
  CHECK_EQ(again("bound", "SYCC_CPU_AFFINITY", "none"), sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 0);
  CHECK_EQ(again("bound", "SYCC_CPU_AFFINITY", "1-"), sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 0);
  CHECK(strstr(said, "SYCC_CPU_AFFINITY is '1-', not none, close, spread or a list of CPUs") != NULL);
  static const char *const wrong[] = {"x", "0,", "0-x", "-1", "99999", "0 1", "closer"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    again("bound", "SYCC_CPU_AFFINITY", wrong[i]);
    CHECK(strstr(said, "warning: SYCC_CPU_AFFINITY") != NULL);
  }
  again("bound", "SYCC_CPU_AFFINITY", "spread");
  CHECK_STR(said, "");
  again("bound", "SYCC_CPU_AFFINITY", "close");
  CHECK_STR(said, "");
  CHECK_EQ(again("threads", "SYCC_CPU_THREADS", "7"), 7);
}

// What kernels are told of the machine; as a number, the baseline first.
static void test_level(void) {
  int here = 0;
#if defined(__x86_64__)
  here = __builtin_cpu_supports("x86-64-v4") ? 2 : __builtin_cpu_supports("x86-64-v3") ? 1 : 0;
#endif
  CHECK_EQ(again("level", NULL, NULL), here);
  CHECK_EQ(again("level", "SYCC_CPU_LEVEL", ""), here);
  CHECK_EQ(again("level", "SYCC_CPU_LEVEL", "baseline"), 0);
  CHECK_STR(said, "");
  if (here)
    CHECK_EQ(again("level", "SYCC_CPU_LEVEL", "x86-64-v3"), 1);
  CHECK_STR(said, "");
  CHECK_EQ(again("level", "SYCC_CPU_LEVEL", "x86-64-v99"), here);
  CHECK(
      strstr(said,
             "warning: SYCC_CPU_LEVEL is 'x86-64-v99', which this machine does not have: it has baseline") !=
      NULL);
}

static void test_crash(void) {
  static const char text[] =
      "sycc: error: kernel 'my_kernel' crashed on the native CPU: memory that it may not touch (segmentation "
      "fault) at address 0x";
  CHECK_EQ(again("handled", NULL, NULL), 42);
  CHECK_STR(said, "");
  if (SLOW_BUILD) // the sanitizer reports it in its own way
    return;
  CHECK_EQ(again("crash", NULL, NULL), 1000 + SIGSEGV);
  CHECK(!strncmp(said, text, sizeof text - 1) && !strcmp(said + sizeof text - 1, "1230\n"));
  CHECK_EQ(again("crash-helper", NULL, NULL), 1000 + SIGSEGV);
  CHECK(!strncmp(said, text, sizeof text - 1));
  CHECK_EQ(again("overflow", NULL, NULL), 1000 + SIGSEGV);
  CHECK(!strncmp(said, text, sizeof text - 1));
  for (int i = 0; i < 10; i++) { // a worker may take it first
    CHECK_EQ(again("overflow-helper", NULL, NULL), 1000 + SIGSEGV);
    CHECK(!strncmp(said, text, sizeof text - 1));
  }
}

int main(int argc, char **argv) {
  self = argv[0];
  if (argc > 1)
    return mode(argv[1]);
  RUN(test_quota);
  RUN(test_help);
  RUN(test_small_stack);
  RUN(test_other_queue);
  RUN(test_waits_for_submitter);
  RUN(test_stream);
  RUN(test_transfers);
  RUN(test_affinity);
  RUN(test_level);
  RUN(test_crash);
  return check_summary();
}
