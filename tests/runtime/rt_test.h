// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the runtime share: short ways to launch things. Checks are made on the main thread only.
#ifndef SY_TESTS_RUNTIME_RT_TEST_H
#define SY_TESTS_RUNTIME_RT_TEST_H

#include "sycc/rt.h"
#include "tests/unit/check.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SLOW_BUILD 1
#endif
#endif
#ifndef SLOW_BUILD
#define SLOW_BUILD 0
#endif

static inline void check_ok(sycc_status s, const char *what, const char *file, int line) {
  if (!check_say(s == SYCC_success, file, line))
    printf("%s failed with %d: %s\n", what, (int)s, sycc_error_message());
}
#define CHECK_OK(call) check_ok((call), #call, __FILE__, __LINE__)

static inline sycc_device *the_device(void) {
  return sycc_device_get(sycc_platform_get(0), 0);
}

static inline sycc_queue *new_queue(uint32_t flags) {
  sycc_queue *q = NULL;
  CHECK_OK(sycc_queue_create(the_device(), flags, &q));
  return q;
}

static inline sycc_group *new_group(sycc_queue *q) {
  sycc_group *g = NULL;
  CHECK_OK(sycc_group_begin(q, &g));
  return g;
}

static inline sycc_buffer *new_buffer(size_t bytes) {
  sycc_buffer *b = NULL;
  CHECK_OK(sycc_buffer_create(bytes, NULL, 0, &b));
  return b;
}

// The data of an access of the group.
static inline void *group_data(sycc_group *g, sycc_buffer *b, uint32_t mode) {
  sycc_access *a = NULL;
  CHECK_OK(sycc_group_access(g, b, mode, &a));
  return a ? sycc_access_host_data(a) : NULL;
}

static inline sycc_range range_3(size_t x, size_t y, size_t z) {
  return (sycc_range){.dims = 3, .global = {x, y, z}, .local = {1, 1, 1}};
}

static inline sycc_range range_1(size_t x) {
  return (sycc_range){.dims = 1, .global = {x, 1, 1}, .local = {1, 1, 1}};
}

// Gives the group a host kernel over x work-items.
static inline sycc_status set_kernel(sycc_group *g, sycc_cpu_kernel *k, const void *closure, size_t size,
                                     size_t x) {
  sycc_range r = range_1(x);
  return sycc_group_kernel(g, NULL, closure, size, &r, k);
}

static inline void submit(sycc_group *g) {
  CHECK_OK(sycc_group_submit(g, NULL));
}

static inline sycc_event *submit_event(sycc_group *g) {
  sycc_event *e = NULL;
  CHECK_OK(sycc_group_submit(g, &e));
  return e;
}

static inline void wait_release(sycc_event *e) {
  CHECK_OK(sycc_event_wait(e));
  sycc_event_release(e);
}

static inline void nap_us(long us) {
  nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
}

// A kernel or task waits at a gate until the test opens it.
typedef struct gate {
  atomic_int open, reached;
} gate;

static inline void gate_pass(gate *g) {
  atomic_fetch_add(&g->reached, 1);
  while (!atomic_load(&g->open))
    nap_us(50);
}

static inline void gate_await(gate *g, int n) {
  while (atomic_load(&g->reached) < n)
    nap_us(50);
}

static inline void gate_open(gate *g) {
  atomic_store(&g->open, 1);
}

static inline sycc_status gate_task(void *data) {
  gate_pass(data);
  return SYCC_success;
}

// Calls fn for each work-item of groups first .. end-1, as a kernel would.
static inline void for_items(const sycc_cpu_launch *l, size_t first, size_t end,
                             void (*fn)(void *, size_t, size_t, size_t), void *data) {
  for (size_t group = first; group < end; group++) {
    size_t id[3] = {group % l->groups[0], group / l->groups[0] % l->groups[1],
                    group / l->groups[0] / l->groups[1]};
    size_t from[3], to[3];
    for (int d = 0; d < 3; d++) {
      from[d] = id[d] * l->local[d];
      to[d] = from[d] + l->local[d] < l->global[d] ? from[d] + l->local[d] : l->global[d];
    }
    for (size_t z = from[2]; z < to[2]; z++)
      for (size_t y = from[1]; y < to[1]; y++)
        for (size_t x = from[0]; x < to[0]; x++)
          fn(data, x + l->offset[0], y + l->offset[1], z + l->offset[2]);
  }
}

#endif
