// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependencies: which command waits for which, in-order and out-of-order queues. The last test is the hard
// one: thousands of random commands must leave what running them one after the other would leave.
#include "tests/runtime/rt_test.h"

#include <pthread.h>

// A command that stays in its host task until the gate opens, then writes `value`.
typedef struct step {
  gate *hold;
  atomic_int *value;
  int set;
  int seen; // the value before
} step;

static sycc_status run_step(void *data) {
  step *s = data;
  s->seen = *s->value;
  if (s->hold)
    gate_pass(s->hold);
  *s->value = s->set;
  return SYCC_success;
}

static sycc_event *submit_step(sycc_queue *q, step *s, sycc_buffer *b, uint32_t mode, sycc_event *after) {
  sycc_group *g = new_group(q);
  if (b)
    group_data(g, b, mode);
  if (after)
    CHECK_OK(sycc_group_depends_on(g, after));
  CHECK_OK(sycc_group_host_task(g, run_step, s, NULL));
  return submit_event(g);
}

// Whether a second command with mode_2 waits for a first with mode_1, whose end we control.
static bool waits(uint32_t flags, uint32_t mode_1, uint32_t mode_2, bool same_buffer, bool by_event) {
  gate hold = {0};
  atomic_int value = 0;
  step first = {.hold = &hold, .value = &value, .set = 1}, second = {.value = &value, .set = 2};
  sycc_queue *q = new_queue(flags);
  sycc_buffer *a = new_buffer(8), *b = new_buffer(8);
  sycc_event *e1 = submit_step(q, &first, a, mode_1, NULL);
  gate_await(&hold, 1);
  sycc_event *e2 = submit_step(q, &second, same_buffer ? a : b, mode_2, by_event ? e1 : NULL);
  for (int i = 0; i < 20 && sycc_event_status(e2) != SYCC_EVENT_COMPLETE; i++)
    nap_us(1000);
  bool waited = sycc_event_status(e2) != SYCC_EVENT_COMPLETE;
  gate_open(&hold);
  wait_release(e2);
  wait_release(e1);
  CHECK_EQ(second.seen, waited ? 1 : 0);
  sycc_buffer_release(a);
  sycc_buffer_release(b);
  sycc_queue_release(q);
  return waited;
}

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W, NI = SYCC_ACCESS_NO_INIT };

static void test_pairs(void) {
  CHECK(!waits(0, R, R, true, false));
  CHECK(waits(0, W, R, true, false));
  CHECK(waits(0, R, W, true, false));
  CHECK(waits(0, W, W, true, false));
  CHECK(waits(0, RW, R, true, false));
  CHECK(waits(0, W | NI, W | NI, true, false));
  CHECK(!waits(0, W, W, false, false));
  CHECK(waits(0, R, R, false, true));
  CHECK(waits(SYCC_QUEUE_IN_ORDER, R, R, false, false));
}

// Two accesses of one buffer in one command combine, in either order.
static void test_combine(void) {
  for (int order = 0; order < 2; order++) {
    gate hold = {0};
    atomic_int value = 0;
    step reader = {.hold = &hold, .value = &value, .set = 1}, both = {.value = &value, .set = 2};
    sycc_queue *q = new_queue(0);
    sycc_buffer *b = new_buffer(8);
    sycc_event *first = submit_step(q, &reader, b, R, NULL);
    gate_await(&hold, 1);
    sycc_group *g = new_group(q);
    group_data(g, b, order ? R : W);
    group_data(g, b, order ? W : R);
    CHECK_OK(sycc_group_host_task(g, run_step, &both, NULL));
    sycc_event *second = submit_event(g);
    nap_us(5000);
    CHECK_EQ(sycc_event_status(second), SYCC_EVENT_SUBMITTED); // it writes, so it waits for the reader
    gate_open(&hold);
    wait_release(second);
    wait_release(first);
    CHECK_EQ(both.seen, 1);
    sycc_buffer_release(b);
    sycc_queue_release(q);
  }
}

static void *wait_for_queue(void *q) {
  return sycc_queue_wait(q) ? q : NULL;
}

// Waiting for a queue means what was submitted before the call, not what comes after.
static void test_queue_wait_returns(void) {
  gate before = {0}, after = {0};
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, gate_task, &before, NULL));
  submit(g);
  pthread_t waiter;
  void *bad;
  pthread_create(&waiter, NULL, wait_for_queue, q);
  nap_us(10000); // it waits
  g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, gate_task, &after, NULL));
  submit(g);
  gate_open(&before);
  pthread_join(waiter, &bad); // or hangs
  CHECK(!bad);
  CHECK(!sycc_queue_empty(q));
  gate_open(&after);
  CHECK_OK(sycc_queue_wait(q));
  sycc_queue_release(q);
}

static void test_queue_wait(void) {
  gate hold = {0};
  atomic_int value = 0;
  step late = {.hold = &hold, .value = &value, .set = 1}, early = {.value = &value, .set = 5};
  sycc_queue *q = new_queue(0);
  sycc_event_release(submit_step(q, &early, NULL, 0, NULL));
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(value, 5);
  CHECK(sycc_queue_empty(q));
  sycc_event_release(submit_step(q, &late, NULL, 0, NULL));
  gate_await(&hold, 1);
  CHECK(!sycc_queue_empty(q));
  gate_open(&hold);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(value, 1);
  sycc_queue_release(q);
}

static void test_empty_commands(void) {
  sycc_queue *q = new_queue(0);
  sycc_event *e = NULL;
  for (int i = 0; i < 200000; i++) { // a chain that must not need a stack
    sycc_group *g = new_group(q);
    if (e) {
      CHECK_OK(sycc_group_depends_on(g, e));
      sycc_event_release(e);
    }
    e = submit_event(g);
  }
  wait_release(e);
  // The same, held up at its beginning, so that it ends in one go.
  gate hold = {0};
  atomic_int value = 0;
  step first = {.hold = &hold, .value = &value};
  e = submit_step(q, &first, NULL, 0, NULL);
  for (int i = 0; i < 200000; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_depends_on(g, e));
    sycc_event_release(e);
    e = submit_event(g);
  }
  gate_open(&hold);
  wait_release(e);
  sycc_queue_release(q);
}

static void in_order_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  uint64_t *value = *(uint64_t **)args[0];
  *value = *value * 3 + 1; // not atomic: nothing else may run
}

static void test_in_order(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_IN_ORDER);
  uint64_t value = 0, want = 0, *closure = &value;
  int n = SLOW_BUILD ? 3000 : 30000;
  for (int i = 0; i < n; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, in_order_kernel, &closure, sizeof closure, 1));
    submit(g);
    want = want * 3 + 1;
  }
  CHECK_OK(sycc_queue_wait(q));
  CHECK(value == want);
  sycc_queue_release(q);
}

// ---- random programs --------------------------------------------------------------------------------

enum { BUFFERS = 7, COMMANDS = 4000, QUEUES = 4, WORDS = 40 };

typedef struct mix {
  uint64_t id;
  const uint64_t *in[BUFFERS];
  uint64_t *out[BUFFERS];
} mix;

// Every written word becomes a hash of the command and what it reads.
static void do_mix(const mix *m, size_t word) {
  uint64_t h = m->id * 0x9e3779b97f4a7c15u + word;
  for (int i = 0; i < BUFFERS; i++)
    if (m->in[i])
      h = (h ^ m->in[i][word]) * 0x100000001b3u;
  for (int i = 0; i < BUFFERS; i++)
    if (m->out[i])
      m->out[i][word] = h ^ (uint64_t)i;
}

static void mix_item(void *data, size_t x, size_t y, size_t z) {
  do_mix(data, x);
}

static void mix_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  for_items(l, first, end, mix_item, args[0]);
}

static sycc_status mix_task(void *data) {
  for (size_t w = 0; w < WORDS; w++)
    do_mix(data, w);
  return SYCC_success;
}

typedef struct random_program {
  sycc_queue *q[QUEUES];
  sycc_buffer *b[BUFFERS];
  uint64_t model[BUFFERS][WORDS]; // what one thread would have made
} random_program;

static void add_access(random_program *p, sycc_group *g, int i, uint32_t mode, mix *real, mix *model) {
  uint64_t *data = group_data(g, p->b[i], mode);
  if (mode & R)
    real->in[i] = data, model->in[i] = p->model[i];
  if (mode & W)
    real->out[i] = data, model->out[i] = p->model[i];
}

static void add_command(random_program *p, uint64_t id) {
  static const uint32_t modes[] = {R, R, W, RW};
  mix real = {.id = id}, model = {.id = id};
  sycc_group *g = new_group(p->q[rand() % QUEUES]);
  for (int n = rand() % 4; n >= 0; n--)
    add_access(p, g, rand() % BUFFERS, modes[rand() % 4], &real, &model);
  for (size_t w = 0; w < WORDS; w++)
    do_mix(&model, w);
  if (rand() % 4) {
    CHECK_OK(set_kernel(g, mix_kernel, &real, sizeof real, WORDS));
  } else {
    mix *copy = malloc(sizeof *copy);
    *copy = real;
    CHECK_OK(sycc_group_host_task(g, mix_task, copy, free));
  }
  submit(g);
}

static void host_look(random_program *p) {
  int i = rand() % BUFFERS;
  sycc_access *a;
  CHECK_OK(sycc_host_access_begin(p->b[i], RW, &a));
  uint64_t *data = sycc_access_host_data(a);
  CHECK(!memcmp(data, p->model[i], sizeof p->model[i]));
  data[3] += 5;
  p->model[i][3] += 5;
  sycc_host_access_end(a);
}

static void test_random(void) {
  static random_program p;
  for (int round = 0; round < (SLOW_BUILD ? 3 : 10); round++) {
    srand((unsigned)round);
    memset(&p, 0, sizeof p);
    for (int i = 0; i < QUEUES; i++)
      p.q[i] = new_queue(i % 2 ? SYCC_QUEUE_IN_ORDER : 0);
    for (int i = 0; i < BUFFERS; i++)
      CHECK_OK(sycc_buffer_create(sizeof p.model[i], p.model[i], 0, &p.b[i]));
    for (uint64_t id = 0; id < COMMANDS; id++) {
      add_command(&p, id);
      if (rand() % 200 == 0)
        host_look(&p);
    }
    for (int i = 0; i < BUFFERS; i++) {
      CHECK_OK(sycc_buffer_wait(p.b[i]));
      CHECK(!memcmp(sycc_buffer_host_data(p.b[i]), p.model[i], sizeof p.model[i]));
      sycc_buffer_release(p.b[i]);
    }
    for (int i = 0; i < QUEUES; i++)
      sycc_queue_release(p.q[i]);
  }
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_pairs);
  RUN(test_combine);
  RUN(test_queue_wait);
  RUN(test_queue_wait_returns);
  RUN(test_empty_commands);
  RUN(test_in_order);
  RUN(test_random);
  return check_summary();
}
