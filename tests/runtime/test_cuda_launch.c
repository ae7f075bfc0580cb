// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches of the CUDA back end: parameters, shapes of groups, limits.
#include "tests/runtime/cuda_test.h"

static void test_arguments(void) {
  sycc_queue *q = gpu_queue(0, 0);
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  CHECK_OK(launch(q, &scale_info, in, out, 700));
  CHECK_EQ(differences(out, 3), 0);
  CHECK_EQ(last.shared, 768 + 128);
  size_t before = fake->calls("cuFuncSetAttribute");
  CHECK_OK(launch(q, &big_info, in, out, 60 << 10)); // above 48 KiB it has to be asked for
  CHECK_EQ(differences(out, 3), 0);
  CHECK_EQ(fake->calls("cuFuncSetAttribute"), before + 1);
  CHECK_OK(launch(q, &big_info, in, out, 50 << 10));
  CHECK_OK(wait_error(q));
  CHECK_EQ(fake->calls("cuFuncSetAttribute"), before + 1);
  CHECK_EQ(wrong, 0);
  CHECK_EQ(launch(q, &scale_info, in, out, (100 << 10) - 128),
           SYCC_accessor); // 16 bytes are the kernel's own
  CHECK_HAS(sycc_error_message(), "16 of them its own");
  CHECK_EQ(launch(q, &scale_info, in, out, 1 << 20), SYCC_accessor);
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  sycc_queue_release(q);
}

// The groups cover the range, have whole warps, and are not too many.
static void check_shape(sycc_range r) {
  bool filled = true;
  CHECK_OK(attempt(&shape_info, r));
  CHECK_EQ(last.block[0] * last.block[1] * last.block[2] % 32, 0);
  for (int d = 0; d < 3; d++) {
    CHECK((size_t)last.grid[d] * last.block[d] >= r.global[d]);
    CHECK((size_t)(last.grid[d] - 1) * last.block[d] < r.global[d]);
    CHECK(!d || last.grid[d] <= 65535);
    CHECK_EQ(last_range[d], r.global[d]);
    CHECK_EQ(last_range[3 + d], r.offset[d]);
    filled &= (size_t)last.grid[d] * last.block[d] == r.global[d];
  }
  CHECK_EQ(last_range[6], filled);
}

static void test_shapes(void) {
  static const size_t box[][3] = {
      {1 << 20, 1, 1}, {1000, 1000, 1}, {3, 500, 70}, {100, 200000, 1}, {64, 1, 100000}};
  for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
    sycc_range r = range_3(box[i][0], box[i][1], box[i][2]);
    r.offset[0] = 5, r.offset[2] = 7;
    check_shape(r);
  }
  CHECK_OK(attempt(&shape_info, range_1(1)));
  CHECK_EQ(last.block[0] * last.grid[0], 1);
  sycc_range r = {.dims = 2, .has_local = 1, .global = {64, 32, 1}, .local = {16, 8, 1}};
  CHECK_OK(attempt(&shape_info, r));
  CHECK_EQ(last.block[0], 16);
  CHECK_EQ(last.block[1], 8);
  CHECK_EQ(last.grid[0], 4);
  CHECK_EQ(last.grid[1], 4);
  CHECK_OK(attempt(&sized_info, range_3(100, 100, 1))); // what the kernel was compiled for
  CHECK_EQ(last.block[0], 16);
  CHECK_EQ(last.block[1], 4);
}

static void test_limits(void) {
  sycc_range r = {.dims = 1, .has_local = 1, .global = {2048, 1, 1}, .local = {1024, 1, 1}};
  CHECK_EQ(attempt(&shape_info, r), SYCC_nd_range); // the device has 1024, the kernel 512
  CHECK_HAS(sycc_error_message(), "kernel 'shape' can have 512 on device 'Fake GPU 0'");
  r = (sycc_range){.dims = 2, .has_local = 1, .global = {32, 70000, 1}, .local = {32, 1, 1}};
  CHECK_EQ(attempt(&shape_info, r), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "70000 work-groups in dimension y");
}

int main(int argc, char **argv) {
  if (!cuda_start())
    return 1;
  RUN(test_arguments);
  RUN(test_shapes);
  RUN(test_limits);
  return cuda_end() | check_summary();
}
