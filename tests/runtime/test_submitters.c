// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eight threads submit 10,000 commands each, to one queue and to one queue for each: kernels, host tasks,
// copies and fills, on buffers that all share and on USM of their own. Nothing that the commands touch is
// atomic: the graph alone keeps them apart, which the counts prove, and the thread sanitizer.
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

#include <pthread.h>

enum { THREADS = 8, SUBMITS = 10000, BUFFERS = 5 };

// What a command adds to: element `index` of a buffer behind an accessor, and a counter in USM.
typedef struct closure {
  sycc_accessor_head data;
  int64_t *usm;
} closure;

static const sycc_kernel_param params[] = {{SYCC_PARAM_CLOSURE, 0, sizeof(closure)},
                                           {SYCC_PARAM_ACCESSOR, offsetof(closure, data), 16}};
static const sycc_kernel_info info = {"", "_ZTS3add", "add", sizeof(closure), 8, 2, params, 0, NULL};

static void add(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  ++**(int64_t **)args[1];
  ++*((closure *)args[0])->usm;
}

static const sy_image_entry entry = {.addr = (void *)add, .name = "_ZTS3add"};
static const sy_device_image image = {.version = 2,
                                      .offload_kind = 4,
                                      .format = SY_IMAGE_NATIVE,
                                      .target = "native_cpu",
                                      .entries_begin = &entry,
                                      .entries_end = &entry + 1};
static sy_bin_desc desc = {.version = 1, .number_of_images = 1, .images = &image};

typedef struct submitter {
  pthread_t thread;
  sycc_queue *queue;
  sycc_buffer **buffers; // BUFFERS of two numbers: a count, and what fills write
  int64_t *usm;          // two numbers: a count, and a copy of it
  int64_t added[BUFFERS];
  int64_t usm_added, copied;
  sycc_event *last; // of the commands on usm
  int failures;
} submitter;

typedef struct task {
  int64_t *buffer, *usm;
} task;

static sycc_status run_task(void *data) {
  task *t = data;
  ++*t->buffer;
  ++*t->usm;
  return SYCC_success;
}

static sycc_status on_both(submitter *s, sycc_group *g, sycc_buffer *b, bool host) {
  enum { READ_WRITE = SYCC_ACCESS_READ | SYCC_ACCESS_WRITE };
  closure c = {.usm = s->usm};
  sycc_range r = range_1(1);
  sycc_status bad = sycc_group_access(g, b, READ_WRITE, &c.data.access);
  if (!bad && !host)
    return sycc_group_kernel(g, &info, &c, sizeof c, &r, NULL);
  task *t = malloc(sizeof *t);
  *t = (task){bad ? NULL : sycc_access_host_data(c.data.access), s->usm};
  return bad ? bad : sycc_group_host_task(g, run_task, t, free);
}

static sycc_status copy(submitter *s, sycc_group *g) {
  sycc_region to = {.ptr = s->usm + 1}, from = {.ptr = s->usm};
  return sycc_group_copy(g, &to, &from, (size_t[]){sizeof *s->usm, 1, 1});
}

static sycc_status fill(sycc_group *g, sycc_buffer *b) {
  sycc_access *a;
  static const int64_t pattern = 7;
  sycc_status bad = sycc_group_access(g, b, SYCC_ACCESS_WRITE, &a);
  sycc_region to = {.access = a, .origin = {sizeof pattern, 0, 0}};
  return bad ? bad : sycc_group_fill(g, &to, (size_t[]){sizeof pattern, 1, 1}, &pattern, sizeof pattern);
}

// One command in 16 is a host task, one a copy, one a fill, one empty; the others are kernels.
static void submit_one(submitter *s, int i) {
  sycc_group *g;
  int kind = i % 16, buffer = (i / 3) % BUFFERS;
  s->failures += sycc_group_begin(s->queue, &g) != 0;
  if (s->last)
    s->failures += sycc_group_depends_on(g, s->last) != 0;
  bool counts = kind > 2;
  if (kind == 0)
    s->failures += copy(s, g) != 0;
  else if (kind == 1)
    s->failures += fill(g, s->buffers[buffer]) != 0;
  else if (counts)
    s->failures += on_both(s, g, s->buffers[buffer], kind == 3) != 0;
  s->copied = kind == 0 ? s->usm_added : s->copied;
  s->added[buffer] += counts;
  s->usm_added += counts;
  sycc_event_release(s->last);
  s->failures += sycc_group_submit(g, &s->last) != 0;
}

static void *submit_all(void *data) {
  submitter *s = data;
  for (int i = 0; i < SUBMITS; i++) {
    submit_one(s, i);
    if (i % 1000 == 999) // some wait now and then
      s->failures += sycc_event_wait(s->last) != 0;
  }
  s->failures += sycc_queue_wait(s->queue) != 0;
  sycc_event_release(s->last);
  return NULL;
}

static void check_counts(submitter *all, sycc_buffer **buffers) {
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(all[i].failures, 0);
    CHECK_EQ(all[i].usm[0], all[i].usm_added);
    CHECK_EQ(all[i].usm[1], all[i].copied);
  }
  for (int b = 0; b < BUFFERS; b++) {
    int64_t sum = 0;
    for (int i = 0; i < THREADS; i++)
      sum += all[i].added[b];
    CHECK_OK(sycc_buffer_wait(buffers[b]));
    int64_t *data = sycc_buffer_host_data(buffers[b]);
    CHECK_EQ(data[0], sum);
    CHECK_EQ(data[1], 7);
    sycc_buffer_release(buffers[b]);
  }
}

// flags: of the queues.
static void submit_from_threads(bool shared, uint32_t flags) {
  static const int64_t zero[2];
  submitter all[THREADS] = {0};
  sycc_buffer *buffers[BUFFERS];
  sycc_queue *q = new_queue(flags);
  for (int i = 0; i < BUFFERS; i++)
    CHECK_OK(sycc_buffer_create(sizeof zero, (void *)zero, 0, &buffers[i]));
  for (int i = 0; i < THREADS; i++) {
    all[i] = (submitter){.queue = shared ? q : new_queue(flags), .buffers = buffers};
    CHECK_OK(sycc_usm_alloc(the_device(), SYCC_USM_SHARED, sizeof zero, 0, (void **)&all[i].usm));
    memset(all[i].usm, 0, sizeof zero);
  }
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_create(&all[i].thread, NULL, submit_all, &all[i]), 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(all[i].thread, NULL);
  check_counts(all, buffers);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(sycc_queue_take_error(all[i].queue), SYCC_success);
    CHECK_OK(sycc_usm_free(all[i].usm));
    if (!shared)
      sycc_queue_release(all[i].queue);
  }
  sycc_queue_release(q);
}

static void test_one_queue(void) {
  submit_from_threads(true, 0);
}
static void test_own_queues(void) {
  submit_from_threads(false, 0);
}
static void test_one_queue_in_order(void) {
  submit_from_threads(true, SYCC_QUEUE_IN_ORDER);
}

int main(void) {
  setenv("SYCC_DEVICE_SELECTOR", "native_cpu:*", 1);
  setenv("SYCC_CPU_THREADS", "4", 1);
  __tgt_register_lib(&desc);
  RUN(test_one_queue);
  RUN(test_own_queues);
  RUN(test_one_queue_in_order);
  __tgt_unregister_lib(&desc);
  return check_summary();
}
