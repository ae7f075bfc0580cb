// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: storage, accesses, copies and fills of boxes, and the mistakes these catch.
#include "tests/runtime/rt_test.h"

static void test_storage(void) {
  char text[16] = "hello";
  sycc_buffer *own, *users;
  CHECK_OK(sycc_buffer_create(sizeof text, text, 0, &own));
  CHECK_OK(sycc_buffer_create(sizeof text, text, SYCC_BUFFER_USE_HOST_PTR, &users));
  CHECK(sycc_buffer_host_data(own) != (void *)text);
  CHECK((uintptr_t)sycc_buffer_host_data(own) % 128 == 0);
  CHECK_STR(sycc_buffer_host_data(own), "hello");
  CHECK(sycc_buffer_host_data(users) == (void *)text);
  CHECK_EQ(sycc_buffer_bytes(own), 16);
  CHECK_OK(sycc_buffer_wait(own));
  sycc_buffer_retain(own);
  sycc_buffer_release(own);
  sycc_buffer_release(own);
  sycc_buffer_release(users);
  sycc_buffer *b = (sycc_buffer *)1;
  CHECK_OK(sycc_buffer_create(0, NULL, 0, &b));
  sycc_buffer_release(b);
  CHECK_EQ(sycc_buffer_create(SIZE_MAX, NULL, 0, &b), SYCC_memory_allocation);
  CHECK(!b);
  CHECK_EQ(sycc_buffer_create(8, NULL, SYCC_BUFFER_USE_HOST_PTR, &b), SYCC_invalid);
  CHECK_EQ(sycc_buffer_create(8, NULL, 0x10, &b), SYCC_invalid);
}

static void test_access(void) {
  sycc_buffer *b = new_buffer(8);
  sycc_access *a, *again;
  CHECK_OK(sycc_buffer_access(b, SYCC_ACCESS_READ, &a));
  CHECK(sycc_access_buffer(a) == b);
  CHECK(sycc_access_host_data(a) == sycc_buffer_host_data(b));
  CHECK_OK(sycc_buffer_access(b, SYCC_ACCESS_READ, &again)); // costs nothing: programs make many
  CHECK(a == again);
  CHECK_EQ(sycc_buffer_access(b, 0, &a), SYCC_invalid);
  CHECK_EQ(sycc_buffer_access(b, 8, &a), SYCC_invalid);
  CHECK_EQ(sycc_buffer_access(b, SYCC_ACCESS_READ | SYCC_ACCESS_NO_INIT, &a), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "no_init");
  sycc_buffer_release(b);
}

// A box of 3 bytes x 2 rows x 2 slices, out of the middle of one array into the middle of another.
static void test_copy_box(void) {
  sycc_queue *q = new_queue(0);
  char from[5 * 4 * 3], want[7 * 3 * 2];
  for (int i = 0; i < (int)sizeof from; i++)
    from[i] = (char)i;
  memset(want, -1, sizeof want);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 2; y++)
      for (int x = 0; x < 3; x++)
        want[(x + 2) + 7 * (y + 1) + 21 * z] = from[(x + 1) + 5 * (y + 2) + 20 * (z + 1)];
  sycc_buffer *b = new_buffer(sizeof want);
  memset(sycc_buffer_host_data(b), -1, sizeof want);
  sycc_group *g = new_group(q);
  sycc_access *a;
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &a));
  sycc_region to = {.access = a, .origin = {2, 1, 0}, .row_pitch = 7, .slice_pitch = 21};
  sycc_region source = {.ptr = from, .origin = {1, 2, 1}, .row_pitch = 5, .slice_pitch = 20};
  CHECK_OK(sycc_group_copy(g, &to, &source, (size_t[]){3, 2, 2}));
  submit(g);
  CHECK_OK(sycc_buffer_wait(b));
  CHECK_MEM(sycc_buffer_host_data(b), sizeof want, want, sizeof want);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static void test_fill_box(void) {
  sycc_queue *q = new_queue(0);
  uint32_t want[6 * 4] = {0}, pattern = 0xdeadbeef;
  for (int y = 1; y < 3; y++)
    for (int x = 2; x < 5; x++)
      want[x + 6 * y] = pattern;
  sycc_buffer *b = new_buffer(sizeof want);
  memset(sycc_buffer_host_data(b), 0, sizeof want);
  sycc_group *g = new_group(q);
  sycc_access *a;
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &a));
  sycc_region to = {.access = a, .origin = {8, 1, 0}, .row_pitch = 24, .slice_pitch = 96};
  CHECK_OK(sycc_group_fill(g, &to, (size_t[]){12, 2, 1}, &pattern, 4));
  submit(g);
  CHECK_OK(sycc_buffer_wait(b));
  CHECK_MEM(sycc_buffer_host_data(b), sizeof want, want, sizeof want);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

static void test_transfer_errors(void) {
  sycc_queue *q = new_queue(0);
  sycc_buffer *b = new_buffer(100), *other = new_buffer(100);
  sycc_group *g = new_group(q);
  sycc_access *r, *w, *foreign;
  char host[100];
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_READ, &r));
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &w));
  CHECK_OK(sycc_buffer_access(other, SYCC_ACCESS_WRITE, &foreign));
  sycc_region hosts = {.ptr = host};
  size_t all[3] = {100, 1, 1}, more[3] = {101, 1, 1}, rows[3] = {10, 10, 1}, huge[3] = {8, SIZE_MAX / 4, 1};
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = r}, &hosts, all), SYCC_accessor);
  CHECK_HAS(sycc_error_message(), "can write");
  CHECK_EQ(sycc_group_copy(g, &hosts, &(sycc_region){.access = w}, all), SYCC_accessor);
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = w}, &hosts, more), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "reaches byte 101 of a buffer of 100 bytes");
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = w, .row_pitch = 11}, &hosts, rows), SYCC_invalid);
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = w}, &hosts, huge), SYCC_invalid);
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = foreign}, &hosts, all), SYCC_kernel_argument);
  CHECK_HAS(sycc_error_message(), "does not belong to its command group");
  CHECK_EQ(sycc_group_copy(g, &(sycc_region){.access = w}, &(sycc_region){0}, all), SYCC_invalid);
  CHECK_EQ(sycc_group_fill(g, &(sycc_region){.access = w}, all, "abc", 3), SYCC_invalid);
  CHECK_EQ(sycc_group_fill(g, &(sycc_region){.access = w}, all, "abc", 0), SYCC_invalid);
  CHECK_EQ(sycc_group_fill(g, &(sycc_region){.access = r}, all, "a", 1), SYCC_accessor);
  CHECK_EQ(sycc_group_require(g, w), SYCC_accessor); // not a placeholder
  CHECK_EQ(sycc_group_require(g, NULL), SYCC_accessor);
  CHECK_EQ(sycc_group_update_host(g, foreign), SYCC_kernel_argument);
  CHECK_EQ(sycc_group_prefetch(g, NULL, 1), SYCC_invalid);
  CHECK_EQ(sycc_group_depends_on(g, NULL), SYCC_invalid);
  CHECK_EQ(sycc_group_access(g, NULL, SYCC_ACCESS_READ, &r), SYCC_invalid);
  // None of these gave it an action; nothing to copy is one.
  CHECK_OK(sycc_group_copy(g, &(sycc_region){0}, &(sycc_region){0}, (size_t[]){0, 1, 1}));
  CHECK_EQ(sycc_group_fill(g, &(sycc_region){.access = w}, all, "a", 1), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "more than one action");
  submit(g);
  CHECK_OK(sycc_queue_wait(q));
  sycc_buffer_release(b);
  sycc_buffer_release(other);
  sycc_queue_release(q);
}

static void test_placeholder(void) {
  sycc_queue *q = new_queue(0);
  sycc_buffer *b = new_buffer(4);
  sycc_access *a;
  CHECK_OK(sycc_buffer_access(b, SYCC_ACCESS_WRITE, &a));
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_require(g, a));
  CHECK_OK(sycc_group_fill(g, &(sycc_region){.access = a}, (size_t[]){4, 1, 1}, "xy", 2));
  submit(g);
  g = new_group(q);
  CHECK_OK(sycc_group_require(g, a));
  CHECK_OK(sycc_group_update_host(g, a));
  wait_release(submit_event(g));
  CHECK_MEM(sycc_buffer_host_data(b), 4, "xyxy", 4);
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// The runtime may drop the last reference to everything while the command waits to run.
static void test_early_release(void) {
  gate hold = {0};
  char text[5] = "....";
  sycc_queue *q = new_queue(0);
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(4, text, SYCC_BUFFER_USE_HOST_PTR, &b));
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_host_task(g, gate_task, &hold, NULL));
  sycc_event *first = submit_event(g);
  g = new_group(q);
  sycc_access *a;
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &a));
  CHECK_OK(sycc_group_depends_on(g, first));
  CHECK_OK(sycc_group_fill(g, &(sycc_region){.access = a}, (size_t[]){4, 1, 1}, "z", 1));
  sycc_event *second = submit_event(g);
  sycc_event_release(first);
  sycc_buffer_release(b);
  sycc_queue_release(q);
  CHECK_STR(text, "....");
  gate_open(&hold);
  wait_release(second);
  CHECK_STR(text, "zzzz");
}

int main(void) {
  RUN(test_storage);
  RUN(test_access);
  RUN(test_copy_box);
  RUN(test_fill_box);
  RUN(test_transfer_errors);
  RUN(test_placeholder);
  RUN(test_early_release);
  return check_summary();
}
