// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fork and exit. Every case runs in a child process with a time limit: a child that hangs is killed and fails
// the test.
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_S = 20 };

// What threads of the parent held at the fork has no owner in the child: leaks are not looked for there, nor
// in processes that end in the middle of things.
static bool may_leak;
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
  return may_leak;
}

// Exit status of fn() in a child; 1000 + signal when one ended it.
static int in_child(int (*fn)(void)) {
  fflush(stdout);
  pid_t pid = fork();
  if (!pid) {
    may_leak = true;
    alarm(LIMIT_S);
    exit(fn());
  }
  int status;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// Runs this program again with a mode, as a process that has never forked.
static char *self;
static int in_process(const char *mode) {
  fflush(stdout);
  pid_t pid = fork();
  if (!pid) {
    alarm(LIMIT_S);
    execl(self, self, mode, NULL);
    _exit(99);
  }
  int status;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void nothing(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {}
static void forever(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  atomic_store(*(atomic_int **)args[0], 1);
  for (;;)
    nap_us(1000);
}

static sycc_event *launch(sycc_queue *q, sycc_cpu_kernel *k, void *closure) {
  sycc_group *g = new_group(q);
  CHECK_OK(set_kernel(g, k, &closure, sizeof closure, 1));
  return submit_event(g);
}

// ---- fork -------------------------------------------------------------------------------------------

static sycc_queue *queue;
static sycc_buffer *buffer;
static sycc_event *pending;

// In a child everything that needs a thread says so; the rest works.
static int use_in_child(void) {
  sycc_group *g;
  sycc_access *a;
  void *p;
  int bad = 0;
  bad += sycc_group_begin(queue, &g) != SYCC_runtime;
  bad += !strstr(sycc_error_message(), "the SYCL runtime cannot be used in a forked child");
  bad += sycc_host_access_begin(buffer, SYCC_ACCESS_READ, &a) != SYCC_runtime;
  bad += sycc_event_wait(pending) != SYCC_runtime;
  bad += sycc_queue_wait(queue) != SYCC_runtime;
  bad += sycc_device_count(sycc_platform_get(0)) != 1;
  bad += sycc_usm_alloc(the_device(), SYCC_USM_SHARED, 100, 0, &p) != SYCC_success;
  bad += sycc_usm_free(p) != SYCC_success;
  bad += sycc_queue_empty(queue) != 0;
  sycc_event_release(pending);
  sycc_buffer_release(buffer);
  sycc_queue_release(queue);
  return bad;
}

static int only_exit(void) {
  return 0;
}

// A kernel of an image runs while we fork; the child unloads the image, as its exit would.
static void wait_at_gate(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  gate_pass(*(gate **)args[0]);
}

static const sy_image_entry entry = {.addr = (void *)wait_at_gate, .name = "_ZTS1k"};
static const sy_device_image image = {.version = 2,
                                      .offload_kind = 4,
                                      .format = 1,
                                      .target = "native_cpu",
                                      .entries_begin = &entry,
                                      .entries_end = &entry + 1};
static sy_bin_desc desc = {.version = 1, .number_of_images = 1, .images = &image};
static const sycc_kernel_param closure_param = {SYCC_PARAM_CLOSURE, 0, 8};
static const sycc_kernel_info info = {"", "_ZTS1k", "k", 8, 8, 1, &closure_param, 0, NULL};

static int unload_in_child(void) {
  __tgt_unregister_lib(&desc);
  return 0;
}

static int exec_in_child(void) {
  execl("/bin/true", "true", NULL);
  return 1;
}

static void test_fork(void) {
  gate hold = {0};
  queue = new_queue(0);
  buffer = new_buffer(100);
  wait_release(launch(queue, nothing, NULL)); // threads exist
  sycc_group *g = new_group(queue);
  CHECK_OK(sycc_group_host_task(g, gate_task, &hold, NULL));
  pending = submit_event(g);
  gate_await(&hold, 1);
  __tgt_register_lib(&desc);
  sycc_range r = range_1(1);
  gate *closure = &hold;
  g = new_group(queue);
  CHECK_OK(sycc_group_kernel(g, &info, &closure, sizeof closure, &r, NULL));
  submit(g);
  gate_await(&hold, 2);
  CHECK_EQ(in_child(only_exit), 0);
  CHECK_EQ(in_child(unload_in_child), 0);
  CHECK_EQ(in_child(use_in_child), 0);
  CHECK_EQ(in_child(exec_in_child), 0);
  gate_open(&hold);
  wait_release(pending);
  wait_release(launch(queue, nothing, NULL)); // the parent goes on
  __tgt_unregister_lib(&desc);
  sycc_buffer_release(buffer);
  sycc_queue_release(queue);
}

// Forks while other threads are in the middle of everything.
static atomic_int stop;

static void *busy(void *data) {
  while (!stop) {
    sycc_queue *q;
    sycc_group *g;
    void *p;
    sycc_range r = range_1(100);
    if (sycc_queue_create(the_device(), 0, &q) || sycc_group_begin(q, &g) ||
        sycc_group_kernel(g, NULL, NULL, 0, &r, nothing) || sycc_group_submit(g, NULL) ||
        sycc_usm_alloc(the_device(), SYCC_USM_HOST, 64, 0, &p) || sycc_usm_free(p) || sycc_queue_wait(q))
      abort();
    for (int i = 0; i < (SLOW_BUILD ? 10 : 300); i++) // to be found with a lock in hand
      if (!sycc_queue_empty(q) || sycc_usm_query(&q, NULL))
        abort();
    sycc_queue_release(q);
  }
  return NULL;
}

static int touch_in_child(void) {
  sycc_queue *q;
  sycc_group *g;
  void *p;
  return sycc_queue_create(the_device(), 0, &q) || sycc_group_begin(q, &g) != SYCC_runtime ||
         sycc_usm_alloc(the_device(), SYCC_USM_HOST, 64, 0, &p) || sycc_usm_free(p) || sycc_queue_wait(q) ||
         (sycc_queue_release(q), 0);
}

static void test_fork_busy(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, busy, NULL);
  for (int i = 0; i < (SLOW_BUILD ? 12 : 400); i++)
    CHECK_EQ(in_child(touch_in_child), 0);
  stop = 1;
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
}

// ---- exit -------------------------------------------------------------------------------------------

static sycc_status exit_task(void *data) {
  may_leak = true;
  exit(7);
}

static sycc_status no_task(void *data) {
  return SYCC_success;
}

static int cannot_use(void) {
  sycc_queue *q = new_queue(0);
  sycc_group *g;
  int status = sycc_group_begin(q, &g) == SYCC_runtime ? 6 : 1;
  sycc_queue_release(q);
  return status;
}

// A child like any other process: it was forked before the first use.
static int first_use(void) {
  sycc_queue *q = new_queue(0);
  wait_release(launch(q, nothing, NULL));
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, no_task, NULL, NULL));
  wait_release(submit_event(g));
  sycc_queue_release(q);
  return check_failed ? 1 : 6;
}

// The ways this program runs when it is called with a mode.
static int mode_main(const char *mode) {
  static atomic_int running;
  if (!strcmp(mode, "fork first")) {
    bool fine = in_child(first_use) == 6 && in_child(first_use) == 6;
    return fine && first_use() == 6 && in_child(cannot_use) == 6 ? 5 : 1;
  }
  sycc_queue *q = new_queue(0);
  if (!strcmp(mode, "idle")) {
    wait_release(launch(q, nothing, NULL));
  } else if (!strcmp(mode, "pending")) { // nobody waits
    for (int i = 0; i < 1000; i++)
      sycc_event_release(launch(q, nothing, NULL));
  } else if (!strcmp(mode, "running")) { // a kernel that never ends
    sycc_event_release(launch(q, forever, &running));
    while (!running)
      nap_us(100);
  } else if (!strcmp(mode, "task")) { // exit() on one of our threads
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_host_task(g, exit_task, NULL, NULL));
    wait_release(submit_event(g));
  } else if (!strcmp(mode, "host access")) { // never ended
    sycc_buffer *b = new_buffer(8);
    sycc_access *a;
    CHECK_OK(sycc_host_access_begin(b, SYCC_ACCESS_READ, &a));
    sycc_group *g = new_group(q);
    group_data(g, b, SYCC_ACCESS_WRITE);
    CHECK_OK(set_kernel(g, nothing, NULL, 0, 1));
    submit(g);
    sycc_buffer_release(b);
  }
  may_leak = strcmp(mode, "idle");
  if (!may_leak)
    sycc_queue_release(q);
  return check_failed ? 1 : 5;
}

static void test_exit(void) {
  CHECK_EQ(in_process("idle"), 5);
  CHECK_EQ(in_process("pending"), 5);
  CHECK_EQ(in_process("running"), 5);
  CHECK_EQ(in_process("task"), 7);
  CHECK_EQ(in_process("host access"), 5);
  CHECK_EQ(in_process("fork first"), 5);
}

// dlclose() leaves the library where its threads need it.
static void test_dlclose(void) {
  Dl_info where;
  CHECK(dladdr((void *)sycc_version, &where));
  void *handle = dlopen(where.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  CHECK(handle);
  if (handle)
    dlclose(handle);
  sycc_queue *q = new_queue(0);
  wait_release(launch(q, nothing, NULL));
  sycc_queue_release(q);
}

int main(int argc, char **argv) {
  if (argc > 1)
    return mode_main(argv[1]);
  self = argv[0];
  RUN(test_fork);
  RUN(test_fork_busy);
  RUN(test_exit);
  RUN(test_dlclose);
  return check_summary();
}
