// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch costs: an empty kernel and waiting for it, chains of dependent ones, and, for comparison, a
// hand-over to another thread and back with a condition variable.
#include "tests/runtime/rt_test.h"

#include <pthread.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nothing(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {}

static sycc_event *launch(sycc_queue *q, sycc_buffer *b, size_t items) {
  sycc_group *g = new_group(q);
  if (b)
    group_data(g, b, SYCC_ACCESS_READ | SYCC_ACCESS_WRITE);
  CHECK_OK(set_kernel(g, nothing, NULL, 0, items));
  return submit_event(g);
}

static void report(const char *what, int n, double seconds) {
  printf("%-52s %8.0f ns each, %10.0f per second\n", what, 1e9 * seconds / n, n / seconds);
}

static void bench_wait(const char *what, size_t items, int n) {
  sycc_queue *q = new_queue(0);
  double start = now();
  for (int i = 0; i < n; i++)
    wait_release(launch(q, NULL, items));
  report(what, n, now() - start);
  sycc_queue_release(q);
}

static void bench_chain(const char *what, bool with_buffer, uint32_t flags, int n) {
  sycc_queue *q = new_queue(flags);
  sycc_buffer *b = with_buffer ? new_buffer(64) : NULL;
  double start = now();
  for (int i = 0; i < n; i++)
    sycc_event_release(launch(q, b, 1));
  CHECK_OK(sycc_queue_wait(q));
  report(what, n, now() - start);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// ---- the hand-over ----------------------------------------------------------------------------------

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t there = PTHREAD_COND_INITIALIZER, back = PTHREAD_COND_INITIALIZER;
static int turn; // 1: the other thread's, 2: end

static void *other(void *data) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!turn)
      pthread_cond_wait(&there, &lock);
    if (turn == 2)
      break;
    turn = 0;
    pthread_cond_signal(&back);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void hand_over(int to) {
  pthread_mutex_lock(&lock);
  turn = to;
  pthread_cond_signal(&there);
  while (turn == 1)
    pthread_cond_wait(&back, &lock);
  pthread_mutex_unlock(&lock);
}

static void bench_cond(int n) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  double start = now();
  for (int i = 0; i < n; i++)
    hand_over(1);
  report("condition variable there and back", n, now() - start);
  hand_over(2);
  pthread_join(t, NULL);
}

int main(void) {
  bench_cond(100000);
  bench_wait("empty single task + wait", 1, 100000);
  bench_wait("empty range of 16 + wait", 16, 100000);
  bench_wait("empty range of 100000 + wait", 100000, 100000);
  bench_chain("1e6 submits on one buffer", true, 0, 1000000);
  bench_chain("1e6 submits to an in-order queue", false, SYCC_QUEUE_IN_ORDER, 1000000);
  bench_chain("1e6 independent submits", false, 0, 1000000);
  return check_summary();
}
