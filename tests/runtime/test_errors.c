// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that fail: where the error goes, which are cancelled, which are not, and that nothing hangs.
#include "tests/runtime/rt_test.h"

#include <pthread.h>

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W, NI = SYCC_ACCESS_NO_INIT };

static sycc_status fail(void *data) {
  return sycc_set_error(SYCC_kernel, data);
}

static void mark(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  **(int **)args[0] = 1;
}

static sycc_event *submit_fail(sycc_queue *q, const char *text, sycc_buffer *b, uint32_t mode) {
  sycc_group *g = new_group(q);
  if (b)
    group_data(g, b, mode);
  CHECK_OK(sycc_group_host_task(g, fail, (void *)text, NULL));
  return submit_event(g);
}

// A kernel that sets *ran, after an event and with an access, either of which may be missing.
static sycc_event *submit_mark(sycc_queue *q, int *ran, sycc_event *after, sycc_buffer *b, uint32_t mode) {
  sycc_group *g = new_group(q);
  *ran = 0;
  if (after)
    CHECK_OK(sycc_group_depends_on(g, after));
  if (b)
    group_data(g, b, mode);
  CHECK_OK(set_kernel(g, mark, &ran, sizeof ran, 1));
  return submit_event(g);
}

static void expect_error(sycc_queue *q, const char *text) {
  CHECK_EQ(sycc_queue_take_error(q), SYCC_kernel);
  CHECK_STR(sycc_error_message(), text);
}

static void test_list(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_IN_ORDER);
  sycc_event *e = submit_fail(q, "first", NULL, 0);
  sycc_event_release(submit_fail(q, "second", NULL, 0));
  CHECK_OK(sycc_event_wait(e)); // the error is the queue's
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(sycc_event_status(e), SYCC_EVENT_COMPLETE);
  expect_error(q, "first");
  expect_error(q, "second");
  CHECK_OK(sycc_queue_take_error(q));
  for (int i = 0; i < 3000; i++) // a program that never asks
    sycc_event_release(submit_fail(q, "again", NULL, 0));
  CHECK_OK(sycc_queue_wait(q));
  int n = 0;
  while (sycc_queue_take_error(q))
    n++;
  CHECK_EQ(n, 1000);
  sycc_event_release(submit_fail(q, "nobody asks", NULL, 0));
  sycc_event_release(e);
  sycc_queue_release(q);
}

static const char cancelled[] = "not run: a command it depends on failed: broken";

// Whether the failure has happened or not when the others are submitted must not matter.
static void test_events(void) {
  for (int wait = 0; wait < 2; wait++) {
    sycc_queue *q = new_queue(0), *other = new_queue(0);
    int direct, behind, apart;
    sycc_event *e = submit_fail(q, "broken", NULL, 0);
    if (wait)
      CHECK_OK(sycc_event_wait(e));
    sycc_event *e2 = submit_mark(other, &direct, e, NULL, 0);
    sycc_event *e3 = submit_mark(other, &behind, e2, NULL, 0);
    sycc_event *e4 = submit_mark(other, &apart, NULL, NULL, 0);
    CHECK_OK(sycc_queue_wait(other));
    CHECK_EQ(direct, 0);
    CHECK_EQ(behind, 0);
    CHECK_EQ(apart, 1);
    expect_error(other, cancelled);
    expect_error(other, cancelled); // names the first cause, not a chain
    CHECK_OK(sycc_queue_take_error(other));
    expect_error(q, "broken");
    sycc_event_release(e);
    sycc_event_release(e2);
    sycc_event_release(e3);
    sycc_event_release(e4);
    sycc_queue_release(q);
    sycc_queue_release(other);
  }
}

static void test_buffers(void) {
  for (int wait = 0; wait < 2; wait++) {
    sycc_queue *q = new_queue(0), *other = new_queue(0);
    sycc_buffer *b = new_buffer(8), *c = new_buffer(8);
    int ran;
    sycc_event *e = submit_fail(q, "broken", b, W);
    if (wait)
      CHECK_OK(sycc_event_wait(e));
    // Reads what was not made: not run, and neither is a command that reads what it should have made.
    sycc_group *g = new_group(other);
    ran = 0;
    int *flag = &ran;
    group_data(g, b, R);
    group_data(g, c, W);
    CHECK_OK(set_kernel(g, mark, &flag, sizeof flag, 1));
    wait_release(submit_event(g));
    CHECK_EQ(ran, 0);
    expect_error(other, cancelled);
    wait_release(submit_mark(other, &ran, NULL, c, RW));
    CHECK_EQ(ran, 0);
    expect_error(other, cancelled);
    // A host accessor shows what is there.
    sycc_access *a;
    CHECK_OK(sycc_host_access_begin(b, R, &a));
    sycc_host_access_end(a);
    wait_release(submit_mark(other, &ran, NULL, b, RW));
    CHECK_EQ(ran, 0); // it only read
    expect_error(other, cancelled);
    // Writing without reading makes the contents good again; so does a host accessor that writes.
    wait_release(submit_mark(other, &ran, NULL, b, wait ? W : RW | NI));
    CHECK_EQ(ran, 1);
    wait_release(submit_mark(other, &ran, NULL, b, R));
    CHECK_EQ(ran, 1);
    CHECK_OK(sycc_host_access_begin(c, RW, &a));
    sycc_host_access_end(a);
    wait_release(submit_mark(other, &ran, NULL, c, RW));
    CHECK_EQ(ran, 1);
    CHECK_OK(sycc_queue_take_error(other));
    CHECK_OK(sycc_buffer_wait(b));
    sycc_event_release(e);
    sycc_buffer_release(b);
    sycc_buffer_release(c);
    sycc_queue_release(q);
    sycc_queue_release(other);
  }
}

// Order alone carries no failure: in-order queues, write after read.
static void test_order(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_IN_ORDER);
  sycc_buffer *b = new_buffer(8);
  int after, writer;
  sycc_event_release(submit_fail(q, "broken", b, R));
  sycc_event_release(submit_mark(q, &after, NULL, NULL, 0));
  sycc_event_release(submit_mark(q, &writer, NULL, b, RW));
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(after, 1);
  CHECK_EQ(writer, 1);
  expect_error(q, "broken");
  CHECK_OK(sycc_queue_take_error(q));
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static sycc_status must_not_run(void *data) {
  abort();
}

static void note_thread(void *data) {
  *(pthread_t *)data = pthread_self();
}

static sycc_status set_flag(void *data) {
  *(int *)data = 1;
  return SYCC_success;
}

// A host task that named a failed command's event runs behind it, and what names its own event runs too.
static void test_tidying_task(void) {
  for (int wait = 0; wait < 2; wait++) {
    sycc_queue *q = new_queue(0);
    int tidied = 0, ran;
    sycc_event *e = submit_fail(q, "broken", NULL, 0);
    if (wait)
      CHECK_OK(sycc_event_wait(e));
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_depends_on(g, e));
    CHECK_OK(sycc_group_host_task(g, set_flag, &tidied, NULL));
    sycc_event *tidy = submit_event(g);
    wait_release(submit_mark(q, &ran, tidy, NULL, 0));
    CHECK_EQ(tidied, 1);
    CHECK_EQ(ran, 1);
    expect_error(q, "broken");
    CHECK_OK(sycc_queue_take_error(q));
    sycc_event_release(tidy);
    sycc_event_release(e);
    sycc_queue_release(q);
  }
}

// A cancelled host task, which reads what was not written: not run, its data destroyed on a thread of host
// tasks.
static void test_cancelled_task(void) {
  sycc_queue *q = new_queue(0);
  pthread_t where = pthread_self();
  sycc_buffer *b = new_buffer(8);
  sycc_event *e = submit_fail(q, "broken", b, RW);
  CHECK_OK(sycc_event_wait(e));
  sycc_group *g = new_group(q);
  group_data(g, b, R);
  CHECK_OK(sycc_group_host_task(g, must_not_run, &where, note_thread));
  submit(g);
  sycc_event_release(e);
  CHECK_OK(sycc_queue_wait(q));
  expect_error(q, "broken");
  expect_error(q, cancelled);
  // A second task on the same thread ends after the first one's data are gone.
  for (int i = 0; i < 1000 && pthread_equal(where, pthread_self()); i++)
    nap_us(1000);
  CHECK(!pthread_equal(where, pthread_self()));
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static void test_messages(void) {
  static char big[5000];
  memset(big, 'x', sizeof big - 1);
  memcpy(big, "begin", 5);
  memcpy(big + sizeof big - 4, "end", 3);
  CHECK_EQ(sycc_set_error(SYCC_build, big), SYCC_build);
  const char *text = sycc_error_message();
  CHECK_EQ(strlen(text), 2047);
  CHECK_HAS(text, "beginxxx");
  CHECK_HAS(text, " ... ");
  CHECK_STR(text + strlen(text) - 4, "xend");
  CHECK_EQ(sycc_set_error(SYCC_build, text), SYCC_build);
  CHECK_HAS(sycc_error_message(), "beginxxx");
  CHECK_EQ(sycc_set_error(SYCC_success, NULL), SYCC_success);
  CHECK_STR(sycc_error_message(), "");
}

int main(void) {
  RUN(test_list);
  RUN(test_events);
  RUN(test_buffers);
  RUN(test_order);
  RUN(test_tidying_task);
  RUN(test_cancelled_task);
  RUN(test_messages);
  return check_summary();
}
