// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-buffers: commands wait for those that use some of the same bytes and for no others, and a failure
// spoils the bytes that should have been written.
#include "tests/runtime/rt_test.h"

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W, NI = SYCC_ACCESS_NO_INIT };
enum { ALIGN = 128 }; // where sub-buffers may begin on the native CPU

static sycc_buffer *new_part(sycc_buffer *whole, size_t offset, size_t bytes) {
  sycc_buffer *b = NULL;
  CHECK_OK(sycc_buffer_create_sub(whole, offset, bytes, &b));
  return b;
}

static void test_limits(void) {
  sycc_buffer *whole = new_buffer(4 * ALIGN), *part = new_part(whole, ALIGN, 100), *b;
  CHECK_EQ(sycc_buffer_bytes(part), 100);
  CHECK(sycc_buffer_host_data(part) == (char *)sycc_buffer_host_data(whole) + ALIGN);
  CHECK_EQ(sycc_buffer_create_sub(part, 0, 10, &b), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "a sub-buffer of a sub-buffer");
  CHECK_EQ(sycc_buffer_create_sub(whole, 1, 4 * ALIGN, &b), SYCC_invalid);
  CHECK_EQ(sycc_buffer_create_sub(whole, 4 * ALIGN + 1, 0, &b), SYCC_invalid);
  CHECK_EQ(sycc_buffer_create_sub(whole, 8, SIZE_MAX, &b), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "beyond the end");
  b = new_part(whole, 4, 4);
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  sycc_access *a;
  CHECK_EQ(sycc_group_access(g, b, R, &a), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "must begin at a multiple of 128 bytes");
  CHECK_OK(sycc_buffer_access(b, R, &a)); // a placeholder says so when it is required
  CHECK_EQ(sycc_group_require(g, a), SYCC_invalid);
  sycc_group_abandon(g);
  CHECK_OK(sycc_host_access_begin(b, R, &a)); // the host can begin anywhere
  sycc_host_access_end(a);
  sycc_buffer_release(whole); // parts keep it alive
  memset(sycc_buffer_host_data(part), 1, 100);
  sycc_buffer_release(part);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// ---- waiting ----------------------------------------------------------------------------------------

static sycc_event *submit_task(sycc_queue *q, sycc_buffer *b, uint32_t mode, sycc_status (*fn)(void *),
                               void *data) {
  sycc_group *g = new_group(q);
  group_data(g, b, mode);
  CHECK_OK(sycc_group_host_task(g, fn, data, NULL));
  return submit_event(g);
}

static sycc_status nothing(void *data) {
  return SYCC_success;
}

// Whether a command on second waits for one on first. Where it should not, it gets the time that a busy
// machine may need.
static bool waits(sycc_buffer *first, uint32_t mode_1, sycc_buffer *second, uint32_t mode_2, bool expected) {
  gate hold = {0};
  sycc_queue *q = new_queue(0);
  sycc_event *e1 = submit_task(q, first, mode_1, gate_task, &hold);
  gate_await(&hold, 1);
  sycc_event *e2 = submit_task(q, second, mode_2, nothing, NULL);
  for (int i = 0; i < (expected ? 20 : 20000) && sycc_event_status(e2) != SYCC_EVENT_COMPLETE; i++)
    nap_us(1000);
  bool waited = sycc_event_status(e2) != SYCC_EVENT_COMPLETE;
  gate_open(&hold);
  wait_release(e2);
  wait_release(e1);
  sycc_queue_release(q);
  return waited;
}

static void test_overlap(void) {
  sycc_buffer *whole = new_buffer(4 * ALIGN), *a = new_part(whole, 0, 2 * ALIGN),
              *b = new_part(whole, ALIGN, 2 * ALIGN), *c = new_part(whole, 2 * ALIGN, ALIGN);
  CHECK(waits(a, RW, b, R, true));
  CHECK(waits(b, R, a, W, true));
  CHECK(!waits(a, R, b, R, false));
  CHECK(!waits(a, RW, c, RW, false));
  CHECK(!waits(c, W, a, W, false));
  CHECK(waits(a, W, whole, R, true));
  CHECK(waits(whole, W, c, R, true));
  CHECK(waits(whole, R, c, W, true));
  CHECK(!waits(whole, R, c, R, false));
  CHECK(waits(b, W, c, W, true));
  sycc_buffer *parts[] = {whole, a, b, c};
  for (int i = 0; i < 4; i++)
    sycc_buffer_release(parts[i]);
}

// A buffer waits for its own bytes, and shows them.
static void test_wait(void) {
  gate hold = {0};
  sycc_queue *q = new_queue(0);
  sycc_buffer *whole = new_buffer(4 * ALIGN), *a = new_part(whole, 0, ALIGN),
              *b = new_part(whole, ALIGN, ALIGN);
  sycc_event *e = submit_task(q, a, W, gate_task, &hold);
  CHECK_OK(sycc_buffer_wait(b));
  sycc_access *access;
  CHECK_OK(sycc_host_access_begin(b, RW, &access));
  sycc_host_access_end(access);
  CHECK(sycc_event_status(e) != SYCC_EVENT_COMPLETE);
  gate_open(&hold);
  CHECK_OK(sycc_buffer_wait(whole));
  CHECK_EQ(sycc_event_status(e), SYCC_EVENT_COMPLETE);
  sycc_event_release(e);
  sycc_buffer_release(a);
  sycc_buffer_release(b);
  sycc_buffer_release(whole);
  sycc_queue_release(q);
}

// ---- random commands leave what running them in order would leave -----------------------------------------

enum { BLOCKS = 12, COMMANDS = SLOW_BUILD ? 1500 : 6000 };

typedef struct change {
  uint64_t *data; // null: the command only reads
  const uint64_t *seen;
  uint64_t *sum;
  size_t words;
  uint64_t id;
} change;

static void do_change(const change *c) {
  uint64_t h = c->id;
  for (size_t i = 0; i < c->words; i++)
    h = (h ^ c->seen[i]) * 0x100000001b3u;
  for (size_t i = 0; i < c->words && c->data; i++)
    c->data[i] = h += i;
  *c->sum = h;
}

static sycc_status change_task(void *data) {
  do_change(data);
  return SYCC_success;
}

static void change_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  do_change(args[0]);
}

static void test_random(void) {
  static uint64_t model[BLOCKS * ALIGN / 8], sums[COMMANDS], expected[COMMANDS];
  srand(7);
  memset(model, 0, sizeof model);
  sycc_queue *q = new_queue(0);
  sycc_buffer *whole;
  CHECK_OK(sycc_buffer_create(sizeof model, model, 0, &whole));
  for (int i = 0; i < COMMANDS; i++) {
    size_t first = (size_t)rand() % BLOCKS, count = 1 + (size_t)rand() % 3, words;
    bool all = rand() % 30 == 0, writes = rand() % 2;
    first = all ? 0 : first;
    count = all ? BLOCKS : first + count > BLOCKS ? BLOCKS - first : count;
    words = count * ALIGN / 8 - (size_t)rand() % 3;
    sycc_buffer *b = all ? whole : new_part(whole, first * ALIGN, words * 8);
    uint64_t *place = model + first * ALIGN / 8;
    sycc_group *g = new_group(q);
    uint64_t *data = group_data(g, b, writes ? RW : R);
    change real = {writes ? data : NULL, data, &sums[i], words, (uint64_t)i};
    do_change(&(change){writes ? place : NULL, place, &expected[i], words, (uint64_t)i});
    if (rand() % 4) {
      CHECK_OK(set_kernel(g, change_kernel, &real, sizeof real, 1));
    } else {
      change *copy = malloc(sizeof real);
      *copy = real;
      CHECK_OK(sycc_group_host_task(g, change_task, copy, free));
    }
    submit(g);
    if (!all)
      sycc_buffer_release(b); // commands keep it
    if (i % 500 == 499)
      CHECK_OK(sycc_queue_wait(q));
    if (i % 500 == 499)
      CHECK(!memcmp(sycc_buffer_host_data(whole), model, sizeof model));
  }
  CHECK_OK(sycc_buffer_wait(whole));
  CHECK(!memcmp(sycc_buffer_host_data(whole), model, sizeof model));
  CHECK(!memcmp(sums, expected, sizeof sums));
  sycc_buffer_release(whole);
  sycc_queue_release(q);
}

// ---- failures -------------------------------------------------------------------------------------------

static sycc_status fail(void *data) {
  return sycc_set_error(SYCC_runtime, "a task failed");
}

static bool runs(sycc_queue *q, sycc_buffer *b, uint32_t mode) {
  wait_release(submit_task(q, b, mode, nothing, NULL));
  sycc_status s = sycc_queue_take_error(q);
  if (s)
    CHECK_HAS(sycc_error_message(), "a task failed");
  return !s;
}

static void test_spoiled(void) {
  sycc_queue *q = new_queue(0);
  sycc_buffer *whole = new_buffer(8 * ALIGN), *part[8], *half = new_part(whole, 0, 4 * ALIGN);
  for (size_t i = 0; i < 8; i++)
    part[i] = new_part(whole, i * ALIGN, ALIGN);
  for (int i = 1; i < 4; i += 2) {
    wait_release(submit_task(q, part[i], W, fail, NULL));
    CHECK_EQ(sycc_queue_take_error(q), SYCC_runtime);
  }
  for (int i = 0; i < 8; i++)
    CHECK_EQ(runs(q, part[i], R), i != 1 && i != 3);
  CHECK(!runs(q, whole, R));
  CHECK(runs(q, part[1], W | NI)); // good again
  CHECK(runs(q, part[1], R));
  CHECK(!runs(q, half, R));
  CHECK(runs(q, part[4], RW));
  CHECK(runs(q, half, W | NI));
  CHECK(runs(q, whole, R));
  wait_release(submit_task(q, half, W, fail, NULL)); // the end of what is spoiled is written again
  CHECK_EQ(sycc_queue_take_error(q), SYCC_runtime);
  CHECK(runs(q, part[3], W));
  CHECK(runs(q, part[3], RW));
  CHECK(!runs(q, part[2], R));
  for (int i = 0; i < 8; i++)
    sycc_buffer_release(part[i]);
  sycc_buffer_release(half);
  sycc_buffer_release(whole);
  sycc_queue_release(q);
}

int main(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  setenv("SYCC_CPU_THREADS", "4", 0);
  RUN(test_limits);
  RUN(test_overlap);
  RUN(test_wait);
  RUN(test_random);
  RUN(test_spoiled);
  return check_summary();
}
