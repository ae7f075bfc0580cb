// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: allocation, alignment, lookup by interior address, copies and fills over it.
#include "tests/runtime/rt_test.h"

#include <pthread.h>

static void test_alloc(void) {
  sycc_device *d = the_device(), *found;
  for (size_t align = 0; align <= 4096; align = align ? 2 * align : 1)
    for (sycc_usm_kind kind = SYCC_USM_HOST; kind <= SYCC_USM_SHARED; kind++) {
      void *p = NULL;
      CHECK_OK(sycc_usm_alloc(d, kind, 100, align, &p));
      CHECK(p && (uintptr_t)p % (align ? align : 128) == 0);
      memset(p, 1, 100);
      CHECK_EQ(sycc_usm_query(p, &found), kind);
      CHECK(found == d);
      CHECK_EQ(sycc_usm_query((char *)p + 99, NULL), kind);
      CHECK_EQ(sycc_usm_query((char *)p + 100, &found), SYCC_USM_UNKNOWN);
      CHECK(!found);
      CHECK_OK(sycc_usm_free(p));
      CHECK_EQ(sycc_usm_query(p, NULL), SYCC_USM_UNKNOWN);
    }
}

static void test_errors(void) {
  sycc_device *d = the_device();
  void *p = &p;
  CHECK_OK(sycc_usm_alloc(d, SYCC_USM_DEVICE, 0, 0, &p));
  CHECK(!p);
  CHECK_OK(sycc_usm_free(NULL));
  CHECK_EQ(sycc_usm_alloc(d, SYCC_USM_DEVICE, 8, 24, &p), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "24 is not a power of two");
  CHECK_EQ(sycc_usm_alloc(d, SYCC_USM_UNKNOWN, 8, 0, &p), SYCC_invalid);
  CHECK_EQ(sycc_usm_alloc(NULL, SYCC_USM_HOST, 8, 0, &p), SYCC_invalid);
  CHECK_EQ(sycc_usm_alloc(d, SYCC_USM_DEVICE, SIZE_MAX, 0, &p), SYCC_memory_allocation);
  CHECK(!p);
  CHECK_HAS(sycc_error_message(), "above the limit");
  int local;
  CHECK_EQ(sycc_usm_free(&local), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "not a USM allocation");
  CHECK_EQ(sycc_usm_query(NULL, NULL), SYCC_USM_UNKNOWN);
  CHECK_EQ(sycc_usm_query((void *)UINTPTR_MAX, NULL), SYCC_USM_UNKNOWN);
  CHECK_OK(sycc_usm_alloc(d, SYCC_USM_SHARED, 64, 0, &p));
  CHECK_EQ(sycc_usm_free((char *)p + 1), SYCC_invalid);
  CHECK_HAS(sycc_error_message(), "needs its start");
  CHECK_OK(sycc_usm_free(p));
  CHECK_EQ(sycc_usm_free(p), SYCC_invalid);
}

enum { MANY = 2000 };

// Every interior address finds its own allocation, in any order of allocating and freeing.
static void test_many(void) {
  static char *p[MANY];
  static size_t size[MANY];
  srand(1);
  for (int i = 0; i < MANY; i++) {
    size[i] = 1 + (size_t)rand() % 300;
    CHECK_OK(sycc_usm_alloc(the_device(), (sycc_usm_kind)(1 + i % 3), size[i], 1, (void **)&p[i]));
  }
  int wrong = 0;
  for (int i = 0; i < MANY; i += 2) {
    CHECK_OK(sycc_usm_free(p[i]));
    p[i] = NULL;
  }
  for (int i = 1; i < MANY; i += 2)
    for (size_t k = 0; k < size[i]; k++)
      wrong += sycc_usm_query(p[i] + k, NULL) != (sycc_usm_kind)(1 + i % 3);
  CHECK_EQ(wrong, 0);
  for (int i = 1; i < MANY; i += 2)
    CHECK_OK(sycc_usm_free(p[i]));
}

static void *hammer(void *wrong) {
  for (int i = 0; i < 2000; i++) {
    char *p;
    size_t n = 1 + (size_t)i % 500;
    bool ok = !sycc_usm_alloc(the_device(), SYCC_USM_SHARED, n, 0, (void **)&p) &&
              sycc_usm_query(p + n - 1, NULL) == SYCC_USM_SHARED && !sycc_usm_free(p);
    atomic_fetch_add((atomic_int *)wrong, !ok);
  }
  return NULL;
}

static void test_threads(void) {
  pthread_t t[4];
  atomic_int wrong = 0;
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, hammer, &wrong);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  CHECK_EQ(wrong, 0);
}

static void test_copy_fill(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_IN_ORDER);
  char *p, host[64];
  CHECK_OK(sycc_usm_alloc(the_device(), SYCC_USM_DEVICE, 64, 0, (void **)&p));
  size_t extent[3] = {60, 1, 1};
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_fill(g, &(sycc_region){.ptr = p}, extent, "abc", 3));
  submit(g);
  g = new_group(q);
  extent[0] = 10; // overlapping: the first 10 bytes move up by 4
  CHECK_OK(
      sycc_group_copy(g, &(sycc_region){.ptr = p, .origin = {4, 0, 0}}, &(sycc_region){.ptr = p}, extent));
  submit(g);
  g = new_group(q);
  extent[0] = 20;
  CHECK_OK(sycc_group_copy(g, &(sycc_region){.ptr = host}, &(sycc_region){.ptr = p}, extent));
  submit(g);
  g = new_group(q);
  CHECK_OK(sycc_group_prefetch(g, p, 64));
  submit(g);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_MEM(host, 20, "abcaabcabcabcacabcab", 20);
  CHECK_OK(sycc_usm_free(p));
  sycc_queue_release(q);
}

int main(void) {
  RUN(test_alloc);
  RUN(test_errors);
  RUN(test_many);
  RUN(test_threads);
  RUN(test_copy_fill);
  return check_summary();
}
