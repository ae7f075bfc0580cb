// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA back end when the driver fails: each call once, and a kernel that goes wrong.
#include "tests/runtime/cuda_test.h"

// A copy behind two fills, which are on streams beside each other.
static void copy_behind_both(sycc_queue *q, void *a, void *b) {
  sycc_event *e[2] = {NULL};
  sycc_group *g;
  for (int i = 0; i < 2 && a && b; i++) {
    g = new_group(q);
    CHECK_OK(sycc_group_fill(g, &(sycc_region){.ptr = i ? b : a}, (size_t[]){96, 1, 1}, "0123456789ab", 12));
    e[i] = submit_event(g);
  }
  if (!e[1])
    return;
  g = new_group(q);
  for (int i = 0; i < 2; i++)
    CHECK_OK(sycc_group_depends_on(g, e[i]));
  CHECK_OK(sycc_group_copy(g, &(sycc_region){.ptr = a}, &(sycc_region){.ptr = b}, (size_t[]){96, 1, 1}));
  submit(g);
  for (int i = 0; i < 2; i++)
    sycc_event_release(e[i]);
}

// Everything once; returns how many things went wrong where somebody is told.
static int everything(sycc_queue *q) {
  int told = 0;
  sycc_buffer *in = numbers(), *out = new_buffer(N * sizeof(int64_t));
  void *usm[3] = {NULL};
  told += launch(q, &scale_info, in, out, 60 << 10) != 0;
  told += launch(q, &big_info, in, out, 60) != 0;
  for (int i = 0; i < 3; i++) {
    told += sycc_usm_alloc(sycc_device_get(sycc_device_platform(gpu(0)), 0), (sycc_usm_kind)(i + 1), 4000,
                           4096, &usm[i]) != 0;
    sycc_group *g = usm[i] ? new_group(q) : NULL;
    if (g && !sycc_group_fill(g, &(sycc_region){.ptr = usm[i]}, (size_t[]){96, 1, 1}, "0123456789ab", 12))
      submit(g);
    g = usm[i] ? new_group(q) : NULL;
    if (g && !sycc_group_prefetch(g, usm[i], 100))
      submit(g);
    g = usm[i] ? new_group(q) : NULL;
    sycc_region to = {.ptr = usm[i], .origin = {200, 0, 0}, .row_pitch = 10}, from = {.ptr = usm[i]};
    if (g && !sycc_group_copy(g, &to, &from, (size_t[]){4, 3, 1}))
      submit(g);
  }
  copy_behind_both(q, usm[0], usm[1]);
  CHECK_OK(sycc_queue_wait(q));
  while (sycc_queue_take_error(q))
    told++;
  told += sycc_buffer_wait(out) != 0;
  for (int i = 0; i < 3; i++)
    CHECK_OK(sycc_usm_free(usm[i]));
  for (int64_t i = 0; i < N; i++) // what nobody wrote is as it was
    CHECK(((int64_t *)sycc_buffer_host_data(in))[i] == i);
  sycc_buffer_release(in);
  sycc_buffer_release(out);
  return told;
}

// Functions of which some calls may fail without anybody being told: times are then the host's, a thread that
// frees or helps leaves it, and the driver tells of what was not there itself.
static bool is_quiet(const char *function) {
  static const char *const quiet[] = {
      "cuEvent", "cuPointerGetAttribute", "cuDriverGetVersion", "cuDevice", "cuMemFree", "cuCtxSetCurrent",
      "cuStream"};
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
    if (!strncmp(function, quiet[i], strlen(quiet[i])))
      return true;
  return false;
}

// Lets every call of the function fail once. Returns how many calls there were.
static size_t fail_each(const char *function, bool leaks) {
  for (int nth = 1;; nth++) {
    sycc_queue *q = gpu_queue(0, SYCC_QUEUE_PROFILING);
    size_t live = fake->live();
    fake->fail(function, nth);
    int told = everything(q), failed = fake->failed();
    fake->fail("", 0);
    if (failed && !told && !is_quiet(function))
      printf("%s, call %d: nobody was told\n", function, nth);
    CHECK(!failed || told || is_quiet(function));
    if (!leaks && left_over(live) != live)
      printf("%s, call %d: %zu things are left\n", function, nth, fake->live() - live);
    CHECK(leaks || left_over(live) == live);
    sycc_queue_release(q);
    if (!failed)
      return (size_t)nth - 1;
  }
}

#define NO_CONTEXT "cuCtxSetCurrent" // nothing can be freed when it fails

static void test_every_call_fails(void) {
  static const char *const functions[] = {
#define X(name, symbol, parameters) symbol,
      SY_CU_FUNCTIONS(X)
#undef X
  };
  size_t failed = 0;
  sycc_queue *q = gpu_queue(0, SYCC_QUEUE_PROFILING);
  CHECK_EQ(everything(q), 0); // what is made once is there
  sycc_queue_release(q);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i], NO_CONTEXT))
      failed += fail_each(functions[i], false);
  CHECK(failed > 40);
  q = gpu_queue(0, 0);
  CHECK_EQ(everything(q), 0); // all is well again
  sycc_queue_release(q);
}

static void test_no_context(void) {
  CHECK(fail_each(NO_CONTEXT, true) > 5);
}

static void test_lost_device(void) {
  CHECK_EQ(attempt_on(1, &bad_info, range_1(1)), SYCC_runtime);
  CHECK_HAS(sycc_error_message(),
            "kernel 'bad' failed on device 'Fake GPU 1': an illegal memory access was encountered "
            "(CUDA_ERROR_ILLEGAL_ADDRESS); the device cannot be used");
  CHECK_EQ(attempt_on(1, &shape_info, range_1(1)), SYCC_runtime);
  CHECK_HAS(sycc_error_message(), "device 'Fake GPU 1' cannot be used by this process any more");
  void *p;
  CHECK_EQ(sycc_usm_alloc(gpu(1), SYCC_USM_DEVICE, 100, 0, &p), SYCC_runtime);
  fake->heal();
  CHECK_OK(attempt_on(0, &shape_info, range_1(1))); // the other one is well
}

int main(void) {
  if (!cuda_start())
    return 1;
  RUN(test_every_call_fails);
  RUN(test_lost_device);
  int bad = cuda_end();
  cuda_start();
  RUN(test_no_context); // what cannot be freed is left
  return bad | check_summary();
}
