// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of the CUDA back end that wait for each other, and threads that submit them.
#include "tests/runtime/cuda_test.h"

// Commands that need each other's results, by their buffers, by an in-order queue, by events: all are handed
// over before any has ended, and each finds what the one before made.
static void test_chains(void) {
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *b[2] = {numbers(), new_buffer(N * sizeof(int64_t))};
  enum { LINKS = 20 };
  int64_t factor = 1;
  for (int i = 0; i < LINKS; i++, factor *= 3)
    CHECK_OK(launch(q, i % 3 ? &scale_info : &big_info, b[i % 2], b[!(i % 2)], 8));
  CHECK_EQ(differences(b[LINKS % 2], factor), 0);
  CHECK_OK(wait_error(q));
  CHECK_EQ(wrong, 0);
  for (int i = 0; i < 2; i++)
    sycc_buffer_release(b[i]);
  sycc_queue_release(q);
}

static atomic_int turn, out_of_turn;
static void turn_kernel(const fake_cuda_launch *l) {
  out_of_turn += turn++ != *(int64_t *)l->params[0];
}

static void test_turns(uint32_t flags) {
  sycc_queue *q = gpu_queue(0, flags);
  sycc_event *before = NULL;
  char *usm;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 100, 0, (void **)&usm));
  fake->add_kernel("choice", turn_kernel);
  turn = out_of_turn = 0;
  for (int64_t i = 0; i < 300; i++) {
    sycc_group *g = new_group(q);
    sycc_range r = range_1(1);
    if (before)
      CHECK_OK(sycc_group_depends_on(g, before));
    CHECK_OK(sycc_group_kernel(g, &choice_info, &i, sizeof i, &r, NULL));
    sycc_event_release(before);
    before = flags ? NULL : submit_event(g);
    if (flags)
      submit(g);
    if (flags && i % 10 == 3) { // other work in between
      g = new_group(q);
      CHECK_OK(sycc_group_fill(g, &(sycc_region){.ptr = usm}, (size_t[]){96, 1, 1}, "0123456789ab", 12));
      submit(g);
    }
  }
  sycc_event_release(before);
  CHECK_OK(wait_error(q));
  CHECK_EQ(turn, 300);
  CHECK_EQ(out_of_turn, 0);
  CHECK_OK(sycc_usm_free(usm));
  sycc_queue_release(q);
}

// ---- several streams -------------------------------------------------------------------------------

// Kernels note when they ran.
static atomic_int ran_at[8], clock_of_kernels;

static void note_kernel(const fake_cuda_launch *l) {
  ran_at[*(int64_t *)l->params[0]] = ++clock_of_kernels;
}

// Kernel `me` behind those of two events, which may be null.
static sycc_event *submit_noted(sycc_queue *q, int64_t me, sycc_event *a, sycc_event *b) {
  sycc_group *g = new_group(q);
  sycc_range r = range_1(1);
  if (a)
    CHECK_OK(sycc_group_depends_on(g, a));
  if (b)
    CHECK_OK(sycc_group_depends_on(g, b));
  CHECK_OK(sycc_group_kernel(g, &choice_info, &me, sizeof me, &r, NULL));
  return submit_event(g);
}

// 0 -> (1, 2) -> 3 -> 4 on another GPU: all are handed over before the first has ended.
static void test_streams(void) {
  sycc_queue *q = gpu_queue(0, 0), *other = gpu_queue(1, 0);
  CHECK_OK(attempt_on(1, &choice_info, range_1(1))); // loads the code
  fake->add_kernel("choice", note_kernel);
  fake->hold(1);
  clock_of_kernels = 0;
  size_t launches = fake->calls("cuLaunchKernel"), waits = fake->calls("cuStreamWaitEvent");
  sycc_event *e[5] = {submit_noted(q, 0, NULL, NULL)};
  e[1] = submit_noted(q, 1, e[0], NULL);
  e[2] = submit_noted(q, 2, e[0], NULL);
  e[3] = submit_noted(q, 3, e[1], e[2]);
  e[4] = submit_noted(other, 4, e[3], NULL);
  CHECK_EQ(fake->calls("cuLaunchKernel"), launches + 5);
  CHECK_EQ(fake->calls("cuStreamWaitEvent"),
           waits + 3); // 2 runs beside 1, 3 is behind one of them, 4 elsewhere
  fake->hold(0);
  CHECK_OK(sycc_event_wait(e[4]));
  CHECK(ran_at[0] == 1 && ran_at[1] > 1 && ran_at[2] > 1 && ran_at[3] == 4 && ran_at[4] == 5);
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(sycc_event_status(e[i]), SYCC_EVENT_COMPLETE);
    sycc_event_release(e[i]);
  }
  CHECK_OK(wait_error(q));
  CHECK_OK(wait_error(other));
  sycc_queue_release(q);
  sycc_queue_release(other);
}

// Behind commands that nobody waits for by themselves stands an event now and then: one is enough for all.
static void test_quiet_events(void) {
  enum { COMMANDS = 200 };
  sycc_queue *q = gpu_queue(0, SYCC_QUEUE_IN_ORDER);
  fake->add_kernel("choice", note_kernel);
  fake->hold(1);
  size_t records = fake->calls("cuEventRecord");
  for (int i = 0; i < COMMANDS; i++)
    sycc_event_release(submit_noted(q, i > 0, NULL, NULL));
  CHECK(fake->calls("cuEventRecord") - records < COMMANDS / 4);
  fake->hold(0);
  CHECK_OK(wait_error(q));
  sycc_queue_release(q);
}

// ---- order -----------------------------------------------------------------------------------------

static sycc_status increment(void *data) {
  ++*(atomic_int *)data;
  return SYCC_success;
}

// Commands with random dependencies on two devices and the host, beside a model that does one after the
// other.
static void test_random(void) {
  enum { BUFFERS = 6, STEPS = 3000 };
  sycc_queue *q[] = {gpu_queue(0, 0), gpu_queue(1, 0), gpu_queue(0, SYCC_QUEUE_IN_ORDER)};
  sycc_buffer *b[BUFFERS];
  uint64_t model[BUFFERS];
  atomic_int tasks = 0;
  unsigned seed = 1, bad = 0, asked = 0;
  for (int i = 0; i < BUFFERS; i++)
    b[i] = numbers(), model[i] = 1;
  for (int step = 0; step < STEPS; step++) {
    unsigned r = (unsigned)rand_r(&seed), from = r % BUFFERS,
             to = (from + 1 + r / 64 % (BUFFERS - 1)) % BUFFERS;
    if (r / 4096 % 16 == 0) { // a host accessor
      sycc_access *a;
      CHECK_OK(sycc_host_access_begin(b[from], SYCC_ACCESS_READ, &a));
      bad += ((uint64_t *)sycc_access_host_data(a))[7] != 7 * model[from];
      sycc_host_access_end(a);
    } else if (r / 4096 % 16 == 1) { // something of the host's in the queue
      sycc_group *g = new_group(q[2]);
      CHECK_OK(sycc_group_host_task(g, increment, &tasks, NULL));
      submit(g);
      asked++;
    } else {
      CHECK_OK(launch(q[r / 65536 % 3], r % 5 ? &scale_info : &big_info, b[from], b[to], 8));
      model[to] = 3 * model[from];
    }
  }
  for (int i = 0; i < BUFFERS; i++)
    CHECK_EQ(differences(b[i], model[i]), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_OK(wait_error(q[i]));
    sycc_queue_release(q[i]);
  }
  CHECK_EQ(bad, 0);
  CHECK_EQ(tasks, asked);
  for (int i = 0; i < BUFFERS; i++)
    sycc_buffer_release(b[i]);
}

static void test_order(void) {
  test_chains();
  test_random();
  test_turns(SYCC_QUEUE_IN_ORDER);
  test_turns(0);
}

static void *submit_many(void *arg) {
  sycc_queue *q = arg;
  for (int i = 0; i < 500; i++) {
    sycc_group *g;
    uint64_t c = 0;
    sycc_range r = range_1(100);
    if (sycc_group_begin(q, &g) || sycc_group_kernel(g, &choice_info, &c, sizeof c, &r, NULL))
      abort();
    sycc_event *e;
    if (sycc_group_submit(g, &e))
      abort();
    if (i % 3 == 0)
      sycc_event_wait(e);
    sycc_event_release(e);
  }
  return NULL;
}

static atomic_int launched;
static void count_kernel(const fake_cuda_launch *l) {
  launched++;
}

static void test_threads(void) {
  sycc_queue *q[2] = {gpu_queue(0, 0), gpu_queue(0, SYCC_QUEUE_IN_ORDER)};
  pthread_t threads[4];
  fake->add_kernel("choice", count_kernel);
  launched = 0;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, submit_many, q[i % 2]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++) {
    CHECK_OK(wait_error(q[i]));
    sycc_queue_release(q[i]);
  }
  CHECK_EQ(launched, 2000);
}

int main(int argc, char **argv) {
  if (!cuda_start())
    return 1;
  RUN(test_streams);
  RUN(test_quiet_events);
  RUN(test_order);
  RUN(test_threads);
  return cuda_end() | check_summary();
}
