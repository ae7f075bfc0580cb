// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One table of functions, each of which first counts the call and fails if it is the chosen one. A device has
// a thread that takes commands from a list.
#include "tests/runtime/fake_backend.h"

#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct memory {
  char *data;
  bool is_part;
} memory;

typedef struct launch {
  sycc_cpu_kernel *kernel;
  const sycc_kernel_info *info;
  sycc_cpu_launch shape;
  char closure[256];
} launch;

typedef struct worker {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t pushed;
  sy_command *first, **tail;
  bool stop;
} worker;

static worker workers[FAKE_DEVICES];
static atomic_long calls, fail_at, left;
static atomic_int failing_devices;
static _Atomic(const char *) failed;

// ---- faults -----------------------------------------------------------------------------------------------

static sycc_status call(const sycc_device *d, const char *name) {
  if (d - fake_devices >= failing_devices || ++calls != fail_at)
    return SYCC_success;
  failed = name;
  return sy_error_set(SYCC_runtime, "the fake device failed in %s", name);
}

long fake_fail_at(long n, int devices) {
  failed = NULL;
  failing_devices = devices;
  fail_at = n;
  return atomic_exchange(&calls, 0);
}

const char *fake_failed(void) {
  return failed;
}
long fake_left(void) {
  return left;
}

// ---- memory -----------------------------------------------------------------------------------------------

static memory *new_memory(char *data, bool is_part) {
  memory *m = malloc(sizeof *m);
  *m = (memory){data, is_part};
  left++;
  return m;
}

static sycc_status buffer_create(sycc_device *d, size_t bytes, void **out) {
  sycc_status s = call(d, "buffer_create");
  if (!s)
    *out = new_memory(memset(malloc(bytes + 1), 0xcd, bytes + 1), false);
  return s;
}

static sycc_status buffer_part(sycc_device *d, void *whole, size_t at, size_t bytes, void **out) {
  sycc_status s = call(d, "buffer_part");
  if (!s)
    *out = new_memory(((memory *)whole)->data + at, true);
  return s;
}

static void buffer_destroy(sycc_device *d, void *p) {
  memory *m = p;
  if (!m->is_part)
    free(m->data);
  free(m);
  left--;
}

static sycc_status buffer_write(sycc_device *d, void *to, size_t at, const void *from, size_t bytes) {
  sycc_status s = call(d, "buffer_write");
  if (!s)
    memcpy(((memory *)to)->data + at, from, bytes);
  return s;
}

static sycc_status buffer_read(sycc_device *d, void *from, size_t at, void *to, size_t bytes) {
  sycc_status s = call(d, "buffer_read");
  if (!s)
    memcpy(to, ((memory *)from)->data + at, bytes);
  return s;
}

static sycc_status buffer_copy(sycc_device *d, void *to, sycc_device *from_device, void *from, size_t at,
                               size_t bytes) {
  sycc_status s = call(d, "buffer_copy");
  if (!s)
    memcpy(((memory *)to)->data + at, ((memory *)from)->data + at, bytes);
  return s;
}

static sycc_status usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  sycc_status s = call(d, "usm_alloc");
  *out = s ? NULL : malloc(bytes);
  left += !s;
  return s;
}

static void usm_free(sycc_device *d, void *p) {
  free(p);
  left--;
}

// ---- commands ---------------------------------------------------------------------------------------------

static sycc_status prepare(sy_command *c, const sy_kernel_call *k) {
  sycc_status s = call(c->device, "prepare");
  if (s)
    return s;
  launch *l = calloc(1, sizeof *l);
  *l = (launch){.kernel = k->host_kernel, .info = k->info, .shape.local = {1, 1, 1}};
  memcpy(l->shape.global, k->range->global, sizeof l->shape.global);
  memcpy(l->shape.groups, k->range->global, sizeof l->shape.groups);
  memcpy(l->closure, k->closure, k->closure_size);
  c->launch = l;
  left++;
  return SYCC_success;
}

static void discard(sycc_device *d, void *l) {
  free(l);
  left--;
}

static char *place(const sy_command *c, const sy_place *p) {
  return (p->buffer ? ((memory *)sy_buffer_memory(p->buffer, c->device))->data : (char *)p->ptr) + p->offset;
}

static void run_kernel(const sy_command *c) {
  launch *l = c->launch;
  void *values[8], *args[8] = {l->closure};
  for (uint32_t i = 1; i < l->info->param_count; i++) {
    sycc_accessor_head head;
    memcpy(&head, l->closure + l->info->params[i].offset, sizeof head);
    values[i] = ((memory *)sy_buffer_memory(sycc_access_buffer(head.access), c->device))->data;
    args[i] = &values[i];
  }
  l->kernel(args, &l->shape, 0, l->shape.groups[0]);
}

static void run_transfer(const sy_command *c) {
  const sy_transfer *t = &c->transfer;
  if (c->action == SY_ACTION_COPY)
    memmove(place(c, &t->to), place(c, &t->from), t->extent[0]);
  if (c->action == SY_ACTION_FILL)
    for (size_t i = 0; i < t->extent[0]; i += t->pattern_size)
      memcpy(place(c, &t->to) + i, t->pattern, t->pattern_size);
}

// A device may find out only while it works.
static void run(sy_command *c) {
  sy_graph_running(c);
  sycc_status s = call(c->device, "run");
  if (!s && c->action == SY_ACTION_KERNEL)
    run_kernel(c);
  else if (!s)
    run_transfer(c);
  sy_graph_end(c, s);
}

static void *worker_main(void *arg) {
  worker *w = arg;
  pthread_mutex_lock(&w->mutex);
  for (;;) {
    while (!w->first && !w->stop)
      pthread_cond_wait(&w->pushed, &w->mutex);
    sy_command *c = w->first;
    if (!c)
      break;
    w->first = c->next_ready;
    if (!w->first)
      w->tail = &w->first;
    pthread_mutex_unlock(&w->mutex);
    run(c);
    pthread_mutex_lock(&w->mutex);
  }
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

static sycc_status start(sy_command *c) {
  sycc_status s = call(c->device, "start");
  if (s)
    return s;
  worker *w = &workers[c->device - fake_devices];
  pthread_mutex_lock(&w->mutex);
  c->next_ready = NULL;
  *w->tail = c;
  w->tail = &c->next_ready;
  pthread_cond_signal(&w->pushed);
  pthread_mutex_unlock(&w->mutex);
  return SYCC_success;
}

void fake_start(void) {
  for (int i = 0; i < FAKE_DEVICES; i++) {
    worker *w = &workers[i];
    *w = (worker){.tail = &w->first};
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->pushed, NULL);
    pthread_create(&w->thread, NULL, worker_main, w);
  }
}

void fake_stop(void) {
  for (int i = 0; i < FAKE_DEVICES; i++) {
    pthread_mutex_lock(&workers[i].mutex);
    workers[i].stop = true;
    pthread_cond_signal(&workers[i].pushed);
    pthread_mutex_unlock(&workers[i].mutex);
    pthread_join(workers[i].thread, NULL);
  }
}

// ---- the table --------------------------------------------------------------------------------------------

static const sy_family family = {.name = "fake"};

static const sy_backend backend = {
    .family = &family,
    .kind = SY_BACKEND_HOST,
    .prefetches = true,
    .usm_alloc = usm_alloc,
    .usm_free = usm_free,
    .buffer_create = buffer_create,
    .buffer_destroy = buffer_destroy,
    .buffer_write = buffer_write,
    .buffer_read = buffer_read,
    .buffer_copy = buffer_copy,
    .buffer_part = buffer_part,
    .prepare = prepare,
    .discard = discard,
    .start = start,
};

static const uint32_t usm_device_allocations = 13; // the number of that aspect

#define DEVICE                                                                                               \
  {.aspects = &usm_device_allocations,                                                                       \
   .aspect_count = 1,                                                                                        \
   .backend = &backend,                                                                                      \
   .text = {[SYCC_DEVICE_NAME] = "fake"},                                                                    \
   .number = {[SYCC_DEVICE_MAX_ALLOC_BYTES] = 1 << 20}}
sycc_device fake_devices[FAKE_DEVICES] = {DEVICE, DEVICE, DEVICE};
