// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory stays flat: programs that submit for ever, with one buffer, many readers, many events, host tasks;
// and every thread may submit everywhere at once.
#include "tests/runtime/rt_test.h"

#include <pthread.h>
#include <unistd.h>

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W };

static long resident_kib(void) {
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%*d %ld", &pages) != 1)
    pages = 0;
  if (f)
    fclose(f);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void add_one(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  ++**(uint64_t **)args[0];
}

static void nothing(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {}
static sycc_status no_task(void *data) {
  return SYCC_success;
}

// Submits n commands, all of one kind, and waits for nothing.
static void submit_many(sycc_queue *q, sycc_buffer *b, int kind, int n) {
  sycc_event *last = sycc_event_done();
  for (int i = 0; i < n; i++) {
    sycc_group *g;
    sycc_status s = sycc_group_begin(q, &g);
    sycc_access *a;
    uint64_t *data = sycc_buffer_host_data(b);
    if (!s && kind != 2)
      s = sycc_group_access(g, b, kind == 1 ? R : RW, &a);
    if (!s && kind == 2)
      s = sycc_group_depends_on(g, last);
    if (!s)
      s = kind == 3 ? sycc_group_host_task(g, no_task, NULL, NULL)
                    : set_kernel(g, kind ? nothing : add_one, &data, sizeof data, 1);
    sycc_event_release(last);
    if (!s)
      s = sycc_group_submit(g, &last);
    if (s) {
      CHECK_OK(s);
      return;
    }
  }
  sycc_event_release(last);
}

static void test_flat(void) {
  static const char *const kinds[] = {"writers", "readers", "events", "host tasks"};
  int n = SLOW_BUILD ? 20000 : 300000;
  sycc_queue *q = new_queue(0);
  sycc_buffer *b = new_buffer(8);
  memset(sycc_buffer_host_data(b), 0, 8);
  for (int kind = 0; kind < 4; kind++) {
    int count = kind == 3 ? n / 10 : n;
    submit_many(q, b, kind, 20000); // warm up: the allocator and the throttle find their level
    CHECK_OK(sycc_queue_wait(q));
    long before = resident_kib();
    submit_many(q, b, kind, count);
    CHECK_OK(sycc_queue_wait(q));
    long grown = resident_kib() - before;
    printf("%d commands, %s: %ld KiB\n", count, kinds[kind], grown);
    CHECK(SLOW_BUILD || grown < 16384); // all at once would be 200 MiB
  }
  CHECK_EQ(*(uint64_t *)sycc_buffer_host_data(b), 20000 + n);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// ---- everybody everywhere ---------------------------------------------------------------------------

enum { THREADS = 6, QUEUES = 3, BUFFERS = 4 };
static sycc_queue *queues[QUEUES];
static sycc_buffer *buffers[BUFFERS];
static atomic_int failures;
static atomic_ullong added[BUFFERS];

static sycc_status add_task(void *data) {
  ++*(uint64_t *)data;
  return SYCC_success;
}

static void one_command(unsigned *seed, sycc_event **last) {
  int i = rand_r(seed) % BUFFERS, how = rand_r(seed) % 6;
  uint64_t *data = sycc_buffer_host_data(buffers[i]);
  sycc_access *a;
  if (how == 0) {
    failures += sycc_host_access_begin(buffers[i], RW, &a) != 0;
    ++*data;
    sycc_host_access_end(a);
    added[i]++;
    return;
  }
  sycc_group *g;
  failures += sycc_group_begin(queues[rand_r(seed) % QUEUES], &g) != 0;
  failures += sycc_group_access(g, buffers[i], RW, &a) != 0;
  if (rand_r(seed) % 4 == 0)
    failures += sycc_group_depends_on(g, *last) != 0;
  failures += (how == 1 ? sycc_group_host_task(g, add_task, data, NULL)
                        : set_kernel(g, add_one, &data, sizeof data, 1)) != 0;
  sycc_event_release(*last);
  failures += sycc_group_submit(g, last) != 0;
  added[i]++;
  if (how == 2)
    failures += sycc_event_wait(*last) != 0;
}

static void *submitter(void *data) {
  unsigned seed = (unsigned)(uintptr_t)data;
  sycc_event *last = sycc_event_done();
  for (int i = 0; i < (SLOW_BUILD ? 1500 : 15000); i++)
    one_command(&seed, &last);
  sycc_event_release(last);
  return NULL;
}

static void test_threads(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < QUEUES; i++)
    queues[i] = new_queue(i == 1 ? SYCC_QUEUE_IN_ORDER : i == 2 ? SYCC_QUEUE_PROFILING : 0);
  for (int i = 0; i < BUFFERS; i++) {
    buffers[i] = new_buffer(8);
    memset(sycc_buffer_host_data(buffers[i]), 0, 8);
  }
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, submitter, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  CHECK_EQ(failures, 0);
  for (int i = 0; i < BUFFERS; i++) {
    CHECK_OK(sycc_buffer_wait(buffers[i]));
    CHECK_EQ(*(uint64_t *)sycc_buffer_host_data(buffers[i]), added[i]);
    sycc_buffer_release(buffers[i]);
  }
  for (int i = 0; i < QUEUES; i++) {
    CHECK_OK(sycc_queue_wait(queues[i]));
    CHECK(sycc_queue_empty(queues[i]));
    CHECK_OK(sycc_queue_take_error(queues[i]));
    sycc_queue_release(queues[i]);
  }
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_flat);
  RUN(test_threads);
  return check_summary();
}
