// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host accessors and host tasks.
#include "tests/runtime/rt_test.h"

#include <dirent.h>
#include <pthread.h>

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W };

static void add_one(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  ++**(int **)args[0];
}

static sycc_event *submit_add(sycc_queue *q, sycc_buffer *b) {
  sycc_group *g = new_group(q);
  int *data = group_data(g, b, RW);
  CHECK_OK(set_kernel(g, add_one, &data, sizeof data, 1));
  return submit_event(g);
}

// ---- host accessors ---------------------------------------------------------------------------------

static void test_access_waits(void) {
  sycc_queue *q = new_queue(0);
  int zero = 0;
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, &zero, 0, &b));
  for (int i = 1; i <= 500; i++) {
    sycc_event_release(submit_add(q, b));
    sycc_access *a;
    CHECK_OK(sycc_host_access_begin(b, R, &a));
    CHECK(sycc_access_buffer(a) == b);
    CHECK_EQ(*(int *)sycc_access_host_data(a), i);
    sycc_host_access_end(a);
  }
  sycc_access *bad = (sycc_access *)1;
  CHECK_EQ(sycc_host_access_begin(b, 0, &bad), SYCC_invalid);
  CHECK(!bad);
  sycc_host_access_end(NULL);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static void test_access_holds(void) {
  sycc_queue *q = new_queue(0);
  int value = 5;
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, &value, SYCC_BUFFER_USE_HOST_PTR, &b));
  sycc_access *first, *second;
  CHECK_OK(sycc_host_access_begin(b, R, &first));
  CHECK_OK(sycc_host_access_begin(b, R, &second)); // readers don't exclude each other
  sycc_event *e = submit_add(q, b);
  nap_us(3000);
  CHECK_EQ(sycc_event_status(e), SYCC_EVENT_SUBMITTED);
  sycc_host_access_end(first);
  nap_us(3000);
  CHECK_EQ(sycc_event_status(e), SYCC_EVENT_SUBMITTED);
  CHECK_EQ(value, 5);
  sycc_host_access_end(second);
  wait_release(e);
  CHECK_EQ(value, 6);
  // The buffer may go first: the accessor keeps it.
  CHECK_OK(sycc_host_access_begin(b, RW, &first));
  sycc_buffer_release(b);
  *(int *)sycc_access_host_data(first) = 9;
  sycc_host_access_end(first);
  CHECK_EQ(value, 9);
  sycc_queue_release(q);
}

// Commands that wait for an accessor don't hold up their submitter, however many they are.
static void test_access_many(void) {
  sycc_queue *q = new_queue(0);
  int value = 0, n = 20000;
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, &value, SYCC_BUFFER_USE_HOST_PTR, &b));
  sycc_access *a;
  CHECK_OK(sycc_host_access_begin(b, R, &a));
  for (int i = 0; i < n; i++)
    sycc_event_release(submit_add(q, b));
  CHECK_EQ(value, 0);
  sycc_host_access_end(a);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(value, n);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

typedef struct shared_counter {
  sycc_buffer *b;
  int times;
} shared_counter;

static void *count_up(void *data) {
  shared_counter *c = data;
  for (int i = 0; i < c->times; i++) {
    sycc_access *a;
    if (sycc_host_access_begin(c->b, RW, &a))
      continue;
    ++*(int *)sycc_access_host_data(a);
    sycc_host_access_end(a);
  }
  return NULL;
}

static void test_access_threads(void) {
  int zero = 0;
  shared_counter c = {.times = 2000};
  CHECK_OK(sycc_buffer_create(4, &zero, 0, &c.b));
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, count_up, &c);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  CHECK_EQ(*(int *)sycc_buffer_host_data(c.b), 4 * c.times);
  sycc_buffer_release(c.b);
}

// ---- host tasks -------------------------------------------------------------------------------------

typedef struct task {
  sycc_queue *q;
  sycc_buffer *b;
  sycc_event *event;
  gate *hold;
  atomic_int *ran, *destroyed;
} task;

static void destroy_task(void *data) {
  ++*((task *)data)->destroyed;
}

static sycc_status just_run(void *data) {
  ++*((task *)data)->ran;
  return SYCC_success;
}

static void test_destroy(void) {
  atomic_int ran = 0, destroyed = 0;
  task t = {.ran = &ran, .destroyed = &destroyed};
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  CHECK_EQ(sycc_group_host_task(g, NULL, &t, destroy_task), SYCC_invalid);
  CHECK_EQ(destroyed, 0); // still the caller's
  CHECK_OK(sycc_group_host_task(g, just_run, &t, destroy_task));
  CHECK_EQ(sycc_group_host_task(g, just_run, &t, destroy_task), SYCC_invalid);
  sycc_group_abandon(g);
  CHECK_EQ(ran, 0);
  CHECK_EQ(destroyed, 1);
  g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, just_run, &t, destroy_task));
  wait_release(submit_event(g));
  CHECK_EQ(ran, 1);
  while (destroyed < 2)
    nap_us(100);
  sycc_queue_release(q);
}

// More blocked tasks than any pool has threads; the last one opens the gate for the others.
static sycc_status block(void *data) {
  task *t = data;
  gate_pass(t->hold);
  ++*t->ran;
  return SYCC_success;
}

static sycc_status open_for_all(void *data) {
  gate_open(((task *)data)->hold);
  return SYCC_success;
}

static void test_blocked_tasks(void) {
  enum { TASKS = 60 };
  gate hold = {0};
  atomic_int ran = 0;
  task t = {.hold = &hold, .ran = &ran};
  sycc_queue *q = new_queue(0);
  for (int i = 0; i < TASKS; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_host_task(g, block, &t, NULL));
    submit(g);
  }
  int value = 0; // kernels still run
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, &value, SYCC_BUFFER_USE_HOST_PTR, &b));
  wait_release(submit_add(q, b));
  CHECK_EQ(value, 1);
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, open_for_all, &t, NULL));
  submit(g);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(ran, TASKS);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// A task that submits to its own queue, waits for it, uses a host accessor, and waits for an older event.
static sycc_status nested(void *data) {
  task *t = data;
  sycc_event *e = NULL;
  sycc_group *g;
  sycc_access *a;
  int *value = sycc_buffer_host_data(t->b);
  sycc_status s = sycc_event_wait(t->event);
  if (!s)
    s = sycc_group_begin(t->q, &g);
  if (!s)
    s = sycc_group_access(g, t->b, RW, &a);
  if (!s)
    s = set_kernel(g, add_one, &value, sizeof value, 1);
  if (!s)
    s = sycc_group_submit(g, &e);
  if (!s)
    s = sycc_event_wait(e);
  sycc_event_release(e);
  if (!s)
    s = sycc_host_access_begin(t->b, RW, &a);
  if (!s) {
    ++*value;
    sycc_host_access_end(a);
  }
  return s;
}

static void test_nested(void) {
  int value = 0, rounds = 200;
  sycc_queue *q = new_queue(0);
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, &value, SYCC_BUFFER_USE_HOST_PTR, &b));
  sycc_event *last = sycc_event_done();
  task *tasks = calloc((size_t)rounds, sizeof *tasks);
  for (int i = 0; i < rounds; i++) {
    tasks[i] = (task){.q = q, .b = b, .event = last};
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_host_task(g, nested, &tasks[i], NULL));
    last = submit_event(g);
  }
  CHECK_OK(sycc_event_wait(last));
  CHECK_OK(sycc_queue_wait(q));
  CHECK_OK(sycc_queue_take_error(q));
  CHECK_EQ(value, 2 * rounds);
  for (int i = 0; i < rounds; i++)
    sycc_event_release(tasks[i].event);
  sycc_event_release(last);
  free(tasks);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// The task's data holds the last reference to a buffer it uses; destroying it waits for that buffer, as the
// destructor of sycl::buffer does.
static void destroy_waiting(void *data) {
  task *t = data;
  sycc_buffer_wait(t->b);
  sycc_buffer_release(t->b);
  ++*t->destroyed;
}

static void test_destroy_waits(void) {
  atomic_int ran = 0, destroyed = 0;
  sycc_queue *q = new_queue(0);
  task t = {.b = new_buffer(16), .ran = &ran, .destroyed = &destroyed};
  sycc_group *g = new_group(q);
  group_data(g, t.b, RW);
  CHECK_OK(sycc_group_host_task(g, just_run, &t, destroy_waiting));
  submit(g);
  while (!destroyed)
    nap_us(100);
  CHECK_EQ(ran, 1);
  sycc_queue_release(q);
}

// A chain of tasks has one that runs at a time: a thread, and one that takes over while it ends its task, are
// enough.
static int host_threads(void) {
  int n = 0;
  DIR *all = opendir("/proc/self/task");
  for (struct dirent *entry; all && (entry = readdir(all));) {
    char path[300], name[16] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE *f = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
    n += f && fscanf(f, "%15s", name) == 1 && !strcmp(name, "sycc-host");
    if (f)
      fclose(f);
  }
  if (all)
    closedir(all);
  return n;
}

typedef struct chain {
  int most, link;
} chain;

static sycc_status count_threads(void *data) {
  chain *c = data;
  int n = c->link++ % 16 ? 0 : host_threads();
  c->most = n > c->most ? n : c->most;
  return SYCC_success;
}

static void test_chain(uint32_t flags) {
  enum { LINKS = SLOW_BUILD ? 500 : 5000 };
  chain c = {0};
  gate hold = {0};
  sycc_queue *q = new_queue(flags);
  sycc_group *g = new_group(q);
  int before = host_threads();
  CHECK_OK(sycc_group_host_task(g, gate_task, &hold, NULL));
  sycc_event *last = submit_event(g);
  for (int i = 0; i < LINKS; i++) {
    g = new_group(q);
    if (!flags)
      CHECK_OK(sycc_group_depends_on(g, last));
    CHECK_OK(sycc_group_host_task(g, count_threads, &c, NULL));
    sycc_event_release(last);
    last = submit_event(g);
  }
  gate_open(&hold);
  wait_release(last);
  CHECK_EQ(c.link, LINKS);
  printf("%d host threads before, %d in the chain\n", before, c.most);
  CHECK(c.most <= (before > 2 ? before : 2));
  sycc_queue_release(q);
}

static void test_chains(void) {
  test_chain(SYCC_QUEUE_IN_ORDER);
  test_chain(0);
}

int main(void) {
  RUN(test_chains); // first: no threads are left from other tests
  RUN(test_access_waits);
  RUN(test_access_holds);
  RUN(test_access_many);
  RUN(test_access_threads);
  RUN(test_destroy);
  RUN(test_blocked_tasks);
  RUN(test_nested);
  RUN(test_destroy_waits);
  return check_summary();
}
