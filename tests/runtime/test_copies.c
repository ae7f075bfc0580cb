// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers on devices with memory of their own. This reaches inside: two fake devices count the transfers and
// check the contents.
#include "runtime/buffer.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "tests/runtime/rt_test.h"

static int created, destroyed, reads, writes, fail_next;
static size_t moved; // bytes

static sycc_status create(sycc_device *d, size_t bytes, void **memory) {
  if (fail_next)
    return fail_next = 0, sy_error_no_memory("a copy");
  created++;
  *memory = malloc(bytes);
  memset(*memory, 0xcd, bytes);
  return SYCC_success;
}

static void destroy(sycc_device *d, void *memory) {
  destroyed++;
  free(memory);
}

static sycc_status write_to(sycc_device *d, void *memory, size_t at, const void *from, size_t bytes) {
  if (fail_next)
    return fail_next = 0, sy_error_set(SYCC_runtime, "broken");
  writes++;
  moved += bytes;
  memcpy((char *)memory + at, from, bytes);
  return SYCC_success;
}

static sycc_status read_from(sycc_device *d, void *memory, size_t at, void *to, size_t bytes) {
  if (fail_next)
    return fail_next = 0, sy_error_set(SYCC_runtime, "broken");
  reads++;
  moved += bytes;
  memcpy(to, (char *)memory + at, bytes);
  return SYCC_success;
}

static const sy_backend fake = {
    .buffer_create = create, .buffer_destroy = destroy, .buffer_write = write_to, .buffer_read = read_from};
static sycc_device one = {.backend = &fake}, two = {.backend = &fake};

enum { R = SYCC_ACCESS_READ, W = SYCC_ACCESS_WRITE, RW = R | W, NI = SYCC_ACCESS_NO_INIT };

// What a command on d does: the value it finds; with W it leaves value + 1.
static int use(sycc_buffer *b, sycc_device *d, uint32_t mode) {
  CHECK_OK(sy_buffer_bring(b, d, mode));
  if (mode & W)
    sy_buffer_mark_written(b, d);
  int *data = sy_buffer_memory(b, d);
  int value = *data;
  if (mode & W)
    ++*data;
  return value;
}

static void expect_transfers(int to_device, int to_host) {
  CHECK_EQ(writes, to_device);
  CHECK_EQ(reads, to_host);
  writes = reads = 0;
}

static void test_current(void) {
  int start = 10;
  sycc_buffer *b;
  CHECK_OK(sycc_buffer_create(sizeof start, &start, 0, &b));
  CHECK_EQ(use(b, NULL, RW), 10); // on the host nothing moves
  expect_transfers(0, 0);
  CHECK_EQ(use(b, &one, R), 11);
  CHECK_EQ(use(b, &one, R), 11); // once
  CHECK_EQ(use(b, NULL, R), 11); // both are current
  expect_transfers(1, 0);
  CHECK_EQ(use(b, &one, RW), 11);
  CHECK_EQ(use(b, &one, RW), 12);
  expect_transfers(0, 0);
  CHECK_EQ(use(b, &two, RW), 13); // by way of the host
  expect_transfers(1, 1);
  CHECK_EQ(use(b, NULL, RW), 14);
  expect_transfers(0, 1);
  CHECK_EQ(use(b, &one, R), 15); // its old copy was not
  expect_transfers(1, 0);
  CHECK_EQ(use(b, &one, RW), 15);
  CHECK_EQ(use(b, &two, RW), 16);
  CHECK_EQ(use(b, &one, R), 17);
  expect_transfers(2, 2);
  use(b, &two, W | NI); // contents don't matter
  expect_transfers(0, 0);
  CHECK_OK(sycc_buffer_wait(b)); // brings the newest to the host
  expect_transfers(0, 1);
  CHECK_EQ(created, 2);
  sycc_buffer_release(b);
  CHECK_EQ(destroyed, 2);
}

static void test_failures(void) {
  sycc_buffer *b = new_buffer(sizeof(int));
  *(int *)sycc_buffer_host_data(b) = 5;
  created = destroyed = 0;
  fail_next = 1;
  CHECK_EQ(sy_buffer_bring(b, &one, R), SYCC_memory_allocation);
  CHECK_OK(sy_buffer_bring(b, &one, W | NI));
  fail_next = 1;
  CHECK_EQ(sy_buffer_bring(b, &one, R), SYCC_runtime);
  CHECK_EQ(use(b, &one, RW), 5); // again, and it works
  fail_next = 1;
  CHECK_EQ(sy_buffer_bring(b, NULL, R), SYCC_runtime);
  CHECK_EQ(use(b, NULL, R), 6);
  sycc_buffer_release(b);
  CHECK_EQ(created, destroyed);
}

// ---- parts ------------------------------------------------------------------------------------------------

enum { BLOCKS = 10, PLACES = 3 };

// Random uses of random parts at three places, beside a model that knows for each block where its newest
// contents are: the contents are right, and as many bytes move as must.
static void test_parts(void) {
  sycc_device *places[PLACES] = {NULL, &one, &two};
  int contents[BLOCKS] = {0}, current[BLOCKS];
  sycc_buffer *whole;
  srand(3);
  for (int i = 0; i < BLOCKS; i++)
    current[i] = 1;
  CHECK_OK(sycc_buffer_create(sizeof contents, contents, 0, &whole));
  moved = 0;
  for (int step = 1; step < 5000; step++) {
    int first = rand() % BLOCKS, end = first + 1 + rand() % (BLOCKS - first), place = rand() % PLACES;
    uint32_t mode = (const uint32_t[]){R, W, RW, W | NI}[rand() % 4];
    bool all = first == 0 && end == BLOCKS;
    size_t expected = 0;
    for (int i = first; i < end && !(mode & NI); i++) {
      bool here = current[i] & 1 << place, by_host = !here && place && !(current[i] & 1);
      expected += (size_t)(!here + by_host) * sizeof(int);
      current[i] |= 1 << place | by_host;
    }
    sycc_buffer *b = whole;
    if (!all)
      CHECK_OK(sycc_buffer_create_sub(whole, (size_t)first * sizeof(int), (size_t)(end - first) * sizeof(int),
                                      &b));
    CHECK_OK(sy_buffer_bring(b, places[place], mode));
    CHECK_EQ(moved, expected);
    if (mode & W)
      sy_buffer_mark_written(b, places[place]);
    int *data = sy_buffer_memory(b, places[place]);
    for (int i = first; i < end; i++) {
      if (!(mode & NI))
        CHECK_EQ(data[i - first], contents[i]);
      if (mode & W)
        data[i - first] = contents[i] = step, current[i] = 1 << place;
    }
    if (!all)
      sycc_buffer_release(b);
    moved = 0;
  }
  CHECK_OK(sycc_buffer_wait(whole));
  CHECK(!memcmp(sycc_buffer_host_data(whole), contents, sizeof contents));
  sycc_buffer_release(whole);
}

int main(void) {
  RUN(test_current);
  RUN(test_failures);
  RUN(test_parts);
  return check_summary();
}
