// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the CUDA back end: USM, copies, fills, prefetches, copies between GPUs.
#include "tests/runtime/cuda_test.h"

static void test_usm(void) {
  size_t live = fake->live();
  for (int kind = SYCC_USM_HOST; kind <= SYCC_USM_SHARED; kind++)
    for (size_t align = 0; align <= 8192; align = align ? 2 * align : 256) {
      char *p = NULL;
      sycc_device *d = NULL;
      CHECK_OK(sycc_usm_alloc(gpu(1), (sycc_usm_kind)kind, 1000, align, (void **)&p));
      CHECK(p && (!align || (uintptr_t)p % align == 0));
      CHECK_EQ(sycc_usm_query(p + 999, &d), kind);
      CHECK(d == gpu(1));
      CHECK_EQ(fake->live(), live + 1);
      CHECK_OK(sycc_usm_free(p));
      CHECK_EQ(fake->live(), live);
    }
  void *p;
  CHECK_EQ(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, (size_t)2 << 30, 0, &p), SYCC_memory_allocation);
}

static void copy(sycc_queue *q, sycc_region to, sycc_region from, size_t x, size_t y, size_t z) {
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_copy(g, &to, &from, (size_t[]){x, y, z}));
  submit(g);
  CHECK_OK(wait_error(q));
}

enum { X = 20, Y = 12, Z = 6, BOX = X * Y * Z };

// A box of 5 x 4 x 3 at (2, 3, 1) to (7, 1, 2) of memory with another shape.
static void test_boxes(sycc_queue *q, char *to, char *from, size_t to_slice, size_t from_slice) {
  for (int i = 0; i < 2 * BOX; i++)
    from[i] = (char)(i % 251), to[i] = -1;
  sycc_region t = {.ptr = to, .origin = {7, 1, 2}, .row_pitch = X, .slice_pitch = to_slice};
  sycc_region f = {.ptr = from, .origin = {2, 3, 1}, .row_pitch = 10, .slice_pitch = from_slice};
  copy(q, t, f, 5, 4, 3);
  int bad = 0, touched = 0;
  for (size_t z = 0; z < 3; z++)
    for (size_t y = 0; y < 4; y++)
      for (size_t x = 0; x < 5; x++)
        bad +=
            to[(z + 2) * to_slice + (y + 1) * X + x + 7] != from[(z + 1) * from_slice + (y + 3) * 10 + x + 2];
  for (int i = 0; i < 2 * BOX; i++)
    touched += to[i] != -1;
  CHECK_EQ(bad, 0);
  CHECK(touched <= 60 && touched >= 59); // one may have been copied as -1
}

static void test_copies(void) {
  sycc_queue *q = gpu_queue(0, 0);
  char *device, *host = malloc(2 * BOX), *shared;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 2 * BOX, 0, (void **)&device));
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_SHARED, 2 * BOX, 0, (void **)&shared));
  test_boxes(q, device, host, X * Y, 100);
  test_boxes(q, host, device, X * Y, 103); // slices that are not rows apart
  test_boxes(q, shared, device, X * Y + 7, 100);
  size_t boxes = fake->calls("cuMemcpy3DAsync_v2");
  strcpy(host, "in one piece");
  copy(q, (sycc_region){.ptr = device}, (sycc_region){.ptr = host}, 4, 3, 2);
  CHECK_STR(device, "in one piece");
  CHECK_EQ(fake->calls("cuMemcpy3DAsync_v2"), boxes);
  CHECK_OK(sycc_usm_free(device));
  CHECK_OK(sycc_usm_free(shared));
  free(host);
  sycc_queue_release(q);
}

static void test_fills(void) {
  static const char pattern[] = "aaaaababcdabcdabcdefg 0123456789";
  static const struct {
    size_t at, size;
  } cases[] = {{0, 1}, {0, 4}, {4, 2}, {3, 4}, {6, 4}, {0, 3}, {10, 8}, {10, 12}, {14, 7}, {0, 32}};
  sycc_queue *q = gpu_queue(0, 0);
  char *p;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 4096, 0, (void **)&p));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t rows = 1; rows <= 3; rows += 2)
      for (size_t from = 0; from < 2; from++) { // not aligned, too
        size_t n = cases[i].size * 9, size = cases[i].size;
        memset(p, 0, 4096);
        sycc_group *g = new_group(q);
        sycc_region to = {.ptr = p + from, .row_pitch = rows > 1 ? 1000 : 0};
        CHECK_OK(sycc_group_fill(g, &to, (size_t[]){n, rows, 1}, pattern + cases[i].at, size));
        submit(g);
        CHECK_OK(wait_error(q));
        int bad = 0;
        for (size_t y = 0; y < rows; y++)
          for (size_t x = 0; x < n; x++)
            bad += p[from + y * 1000 + x] != pattern[cases[i].at + x % size];
        CHECK_EQ(bad, 0);
        CHECK_EQ(p[from + n], 0);
      }
  CHECK_OK(sycc_usm_free(p));
  sycc_queue_release(q);
}

static void test_prefetch(void) {
  sycc_queue *q = gpu_queue(0, 0);
  void *shared, *device;
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_SHARED, 100, 0, &shared));
  CHECK_OK(sycc_usm_alloc(gpu(0), SYCC_USM_DEVICE, 100, 0, &device));
  size_t before = fake->calls("cuMemPrefetchAsync");
  for (int i = 0; i < 2; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(sycc_group_prefetch(g, i ? device : shared, 100));
    submit(g);
  }
  CHECK_OK(wait_error(q));
  CHECK_EQ(fake->calls("cuMemPrefetchAsync"), before + 1); // only shared memory moves
  CHECK_OK(sycc_usm_free(shared));
  CHECK_OK(sycc_usm_free(device));
  sycc_queue_release(q);
}

static void test_peers(void) {
  sycc_queue *a = gpu_queue(0, 0), *b = gpu_queue(1, 0);
  sycc_buffer *one = numbers(), *two = new_buffer(N * sizeof(int64_t)),
              *three = new_buffer(N * sizeof(int64_t));
  size_t before = fake->calls("cuMemcpyPeerAsync"), live = fake->live();
  CHECK_OK(launch(a, &scale_info, one, two, 8));
  CHECK_OK(launch(b, &scale_info, two, three, 8));
  CHECK_EQ(differences(three, 9), 0);
  CHECK_EQ(fake->calls("cuMemcpyPeerAsync"), before + 1);
  CHECK_EQ(left_over(live + 6), live + 6); // four copies of buffers, and the code on both devices
  sycc_buffer_release(one);
  sycc_buffer_release(two);
  sycc_buffer_release(three);
  CHECK_EQ(left_over(live + 2), live + 2);
  sycc_queue_release(a);
  sycc_queue_release(b);
}

int main(int argc, char **argv) {
  if (!cuda_start())
    return 1;
  RUN(test_usm);
  RUN(test_copies);
  RUN(test_fills);
  RUN(test_prefetch);
  RUN(test_peers);
  return cuda_end() | check_summary();
}
