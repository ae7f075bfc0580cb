// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every call of a back end fails once. Whatever fails, it is an error status or an error of the queue;
// nothing hangs, crashes or leaks; buffers that have nothing to do with it have the right contents, on the
// same device too.
#include "runtime/graph.h"
#include "tests/runtime/fake_backend.h"
#include "tests/runtime/rt_test.h"

#include <unistd.h>

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W, NI = SYCC_ACCESS_NO_INIT };
enum { WORDS = 64, ALARM_SECONDS = 100 };

typedef struct closure {
  sycc_accessor_head data;
  int add, *usm;
} closure;

static const sycc_kernel_param params[] = {{SYCC_PARAM_CLOSURE, 0, sizeof(closure)},
                                           {SYCC_PARAM_ACCESSOR, offsetof(closure, data), 16}};
static const sycc_kernel_info on_buffer = {"", "_ZTS1b", "b", sizeof(closure), 8, 2, params, 0, NULL};
static const sycc_kernel_info on_usm = {"", "_ZTS1u", "u", sizeof(closure), 8, 1, params, 0, NULL};

static void add_to_buffer(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  const closure *c = args[0];
  for (size_t i = first; i < end; i++)
    (*(int **)args[1])[i] += c->add;
}

static void add_to_usm(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  const closure *c = args[0];
  for (size_t i = first; i < end; i++)
    c->usm[i] += c->add;
}

// ---- one run of a program --------------------------------------------------------------------------

typedef struct program {
  sycc_queue *q[FAKE_DEVICES];
  int errors; // statuses that were bad
  sycc_event *last;
} program;

// Notes a status; true: it was good.
static bool good(program *p, sycc_status s) {
  p->errors += s != 0;
  if (s)
    CHECK(*sycc_error_message());
  return !s;
}

// Submits the group if all so far was good. *ok stays true if the command was submitted.
static void finish(program *p, sycc_group *g, bool *ok) {
  if (!*ok) {
    sycc_group_abandon(g);
    return;
  }
  sycc_event_release(p->last);
  p->last = NULL;
  *ok = good(p, sycc_group_submit(g, &p->last));
}

// What the command did, once it has ended. Null: it was not submitted.
static bool ended_well(sycc_event *e) {
  if (!e)
    return false;
  CHECK_OK(sycc_event_wait(e));
  bool well = !e->status;
  sycc_event_release(e);
  return well;
}

static bool kernel(program *p, int device, sycc_buffer *b, uint32_t mode, int add) {
  sycc_group *g;
  closure c = {.add = add};
  bool ok = good(p, sycc_group_begin(p->q[device], &g));
  if (!ok)
    return false;
  sycc_range r = range_1(sycc_buffer_bytes(b) / sizeof(int));
  ok = good(p, sycc_group_access(g, b, mode, &c.data.access)) &&
       good(p, sycc_group_kernel(g, &on_buffer, &c, sizeof c, &r, add_to_buffer));
  finish(p, g, &ok);
  return ok;
}

static sycc_status task(void *data) {
  int *words = data;
  words[0] += 1;
  return SYCC_success;
}

static bool host_task(program *p, int device, sycc_buffer *b) {
  sycc_group *g;
  sycc_access *a;
  bool ok = good(p, sycc_group_begin(p->q[device], &g));
  if (!ok)
    return false;
  ok = good(p, sycc_group_access(g, b, RW, &a)) &&
       good(p, sycc_group_host_task(g, task, sycc_access_host_data(a), NULL));
  finish(p, g, &ok);
  return ok;
}

static void transfers(program *p, sycc_buffer *a, sycc_buffer *b) {
  sycc_group *g;
  sycc_access *from, *to;
  size_t half[3] = {WORDS / 2 * sizeof(int), 1, 1};
  if (good(p, sycc_group_begin(p->q[0], &g))) {
    bool ok = good(p, sycc_group_access(g, a, R, &from)) && good(p, sycc_group_access(g, b, W, &to)) &&
              good(p, sycc_group_copy(g, &(sycc_region){.access = to}, &(sycc_region){.access = from}, half));
    finish(p, g, &ok);
  }
  if (good(p, sycc_group_begin(p->q[1], &g))) {
    bool ok =
        good(p, sycc_group_access(g, b, W, &to)) &&
        good(p, sycc_group_fill(g, &(sycc_region){.access = to, .origin = {half[0], 0, 0}}, half, "abcd", 4));
    finish(p, g, &ok);
  }
  if (good(p, sycc_group_begin(p->q[0], &g))) {
    bool ok = good(p, sycc_group_access(g, b, R, &from)) && good(p, sycc_group_update_host(g, from));
    finish(p, g, &ok);
  }
}

static void usm(program *p) {
  int *there = NULL, here[4] = {1, 2, 3, 4};
  sycc_group *g;
  size_t all[3] = {sizeof here, 1, 1};
  closure c = {.add = 5};
  sycc_range r = range_1(4);
  if (!good(p, sycc_usm_alloc(&fake_devices[1], SYCC_USM_DEVICE, sizeof here, 0, (void **)&there)))
    return;
  c.usm = there;
  for (int step = 0; step < 4; step++) {
    if (!good(p, sycc_group_begin(p->q[1], &g)))
      continue;
    bool ok = !p->last || good(p, sycc_group_depends_on(g, p->last));
    if (ok && step == 0)
      ok = good(p, sycc_group_copy(g, &(sycc_region){.ptr = there}, &(sycc_region){.ptr = here}, all));
    if (ok && step == 1)
      ok = good(p, sycc_group_prefetch(g, there, sizeof here));
    if (ok && step == 2)
      ok = good(p, sycc_group_kernel(g, &on_usm, &c, sizeof c, &r, add_to_usm));
    if (ok && step == 3)
      ok = good(p, sycc_group_copy(g, &(sycc_region){.ptr = here}, &(sycc_region){.ptr = there}, all));
    finish(p, g, &ok);
  }
  for (int i = 0; i < 2; i++)
    CHECK_OK(sycc_queue_wait(p->q[i]));
  if (!p->errors && p->last && !p->last->status)
    CHECK_EQ(here[3], 9);
  CHECK_OK(sycc_usm_free(there));
}

// Two commands on a buffer of their own. Returns whether both were submitted and have ended well.
static bool bystander(program *p, int device, sycc_buffer *b) {
  bool ok = kernel(p, device, b, RW, 10);
  sycc_event *first = ok ? p->last : NULL;
  if (first)
    sycc_event_retain(first);
  ok = host_task(p, device, b);
  sycc_event *second = ok ? p->last : NULL;
  if (second)
    sycc_event_retain(second);
  bool well = ended_well(first); // both are released
  return ended_well(second) && well;
}

static int run_program(void) {
  static const int zero[WORDS];
  int near[WORDS] = {0}, far[WORDS] = {0}, out[WORDS] = {0};
  program p = {0};
  sycc_buffer *a, *b, *half[2], *beside, *elsewhere;
  for (int i = 0; i < FAKE_DEVICES; i++)
    CHECK_OK(sycc_queue_create(&fake_devices[i], i == 1 ? SYCC_QUEUE_IN_ORDER : 0, &p.q[i]));
  CHECK_OK(sycc_buffer_create(sizeof out, out, SYCC_BUFFER_USE_HOST_PTR, &a));
  CHECK_OK(sycc_buffer_create(sizeof zero, (void *)zero, 0, &b));
  CHECK_OK(sycc_buffer_create(sizeof near, near, SYCC_BUFFER_USE_HOST_PTR, &beside));
  CHECK_OK(sycc_buffer_create(sizeof far, far, SYCC_BUFFER_USE_HOST_PTR, &elsewhere));
  for (size_t i = 0; i < 2; i++)
    CHECK_OK(sycc_buffer_create_sub(a, i * sizeof out / 2, sizeof out / 2, &half[i]));

  kernel(&p, 0, a, RW, 1);
  kernel(&p, 1, a, RW, 2); // from device to device
  kernel(&p, 0, half[0], RW, 3);
  kernel(&p, 1, half[1], RW, 4);
  transfers(&p, a, b);
  host_task(&p, 0, b);
  kernel(&p, 1, b, RW, 5);
  usm(&p);
  bool well = bystander(&p, 0, beside);
  CHECK(bystander(&p, 2, elsewhere)); // of another device

  for (int i = 0; i < FAKE_DEVICES; i++) {
    CHECK_OK(sycc_queue_wait(p.q[i]));
    for (; sycc_queue_take_error(p.q[i]); p.errors++)
      CHECK(*sycc_error_message());
  }
  good(&p, sycc_buffer_wait(b));
  bool came = good(&p, sycc_buffer_wait(a));
  if (good(&p, sycc_buffer_wait(beside)) && well)
    CHECK(near[0] == 11 && near[1] == 10 && near[WORDS - 1] == 10);
  CHECK_OK(sycc_buffer_wait(elsewhere));
  CHECK(far[0] == 11 && far[1] == 10 && far[WORDS - 1] == 10);
  if (!p.errors && came)
    CHECK(out[0] == 6 && out[WORDS - 1] == 7);
  sycc_event_release(p.last);
  sycc_buffer *all[] = {half[0], half[1], a, b, beside, elsewhere};
  for (int i = 0; i < 6; i++)
    sycc_buffer_release(all[i]);
  for (int i = 0; i < FAKE_DEVICES; i++)
    sycc_queue_release(p.q[i]);
  return p.errors;
}

// A command may end a moment after somebody was told that it has.
static long left_after_a_while(void) {
  for (int i = 0; i < 5000 && fake_left(); i++)
    nap_us(200);
  return fake_left();
}

static void test_every_call(void) {
  enum { ROUNDS = 5 }; // which call is the n-th depends on the threads
  fake_fail_at(0, 2);
  CHECK_EQ(run_program(), 0);
  long calls = fake_fail_at(0, 2), silent = 0;
  CHECK(calls > 40);
  for (long n = 1; n <= calls; n++)
    for (int round = 0; round < ROUNDS; round++) {
      fake_fail_at(n, 2);
      int errors = run_program();
      const char *call = fake_failed();
      if (call && !errors) {
        printf("call %ld, %s, failed without a trace\n", n, call);
        silent++;
      }
      CHECK_EQ(left_after_a_while(), 0);
    }
  CHECK_EQ(silent, 0);
  fake_fail_at(0, 2);
  CHECK_EQ(run_program(), 0);
  printf("%ld calls\n", calls);
}

int main(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  alarm(ALARM_SECONDS);
  fake_start();
  RUN(test_every_call);
  fake_stop();
  return check_summary();
}
