// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches: every work-item runs once, arguments arrive as native_cpu.h says, mistakes are found when
// the group is made.
#include "formats/image_desc.h"
#include "tests/runtime/rt_test.h"

// ---- ranges -----------------------------------------------------------------------------------------

typedef struct count_closure {
  atomic_uchar *hits; // one for each work-item
  size_t size[3], offset[3];
  atomic_size_t *bad; // launches that make no sense
} count_closure;

static void count_item(void *data, size_t x, size_t y, size_t z) {
  count_closure *c = data;
  x -= c->offset[0], y -= c->offset[1], z -= c->offset[2];
  c->hits[x + c->size[0] * (y + c->size[1] * z)]++;
}

static void count_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  count_closure *c = args[0];
  for (int d = 0; d < 3; d++)
    *c->bad += l->groups[d] != (l->global[d] + l->local[d] - 1) / l->local[d] || l->global[d] != c->size[d];
  *c->bad += first >= end || end > l->groups[0] * l->groups[1] * l->groups[2];
  for_items(l, first, end, count_item, c);
}

// Returns how many work-items did not run exactly once.
static size_t wrong_items(sycc_queue *q, const sycc_range *r) {
  size_t n = r->global[0] * r->global[1] * r->global[2], wrong = 0;
  atomic_size_t bad = 0;
  atomic_uchar *hits = calloc(n ? n : 1, 1);
  count_closure c = {.hits = hits, .bad = &bad};
  memcpy(c.size, r->global, sizeof c.size);
  memcpy(c.offset, r->offset, sizeof c.offset);
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_kernel(g, NULL, &c, sizeof c, r, count_kernel));
  wait_release(submit_event(g));
  for (size_t i = 0; i < n; i++)
    wrong += hits[i] != 1;
  free(hits);
  return wrong + bad;
}

static void test_ranges(void) {
  sycc_queue *q = new_queue(0);
  static const size_t sizes[] = {1, 2, 3, 7, 16, 31, 32, 33, 100, 1000, 1023, 1024, 1025, 4097, 100000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    sycc_range r = range_1(sizes[i]);
    CHECK_EQ(wrong_items(q, &r), 0);
  }
  static const size_t box[][3] = {{1, 1, 1},      {3, 1, 1000}, {1, 1000, 3}, {5, 5, 5},
                                  {1025, 3, 2},   {17, 9, 3},   {64, 64, 4},  {2000, 1, 2},
                                  {1, 1, 100000}, {0, 5, 5},    {5, 0, 5},    {5, 5, 0}};
  for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
    sycc_range r = range_3(box[i][0], box[i][1], box[i][2]);
    CHECK_EQ(wrong_items(q, &r), 0);
    r.offset[0] = 7, r.offset[1] = 11, r.offset[2] = 13;
    CHECK_EQ(wrong_items(q, &r), 0);
  }
  sycc_queue_release(q);
}

static void test_nd_ranges(void) {
  sycc_queue *q = new_queue(0);
  static const size_t cases[][6] = {{64, 1, 1, 64, 1, 1}, {4096, 1, 1, 4096, 1, 1},  {4096, 2, 1, 1, 1, 1},
                                    {6, 8, 4, 3, 2, 4},   {1 << 16, 1, 1, 16, 1, 1}, {0, 1, 1, 4, 1, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sycc_range r = {.dims = 3, .has_local = 1};
    memcpy(r.global, cases[i], sizeof r.global);
    memcpy(r.local, cases[i] + 3, sizeof r.local);
    CHECK_EQ(wrong_items(q, &r), 0);
  }
  sycc_queue_release(q);
}

// ---- arguments, through an image --------------------------------------------------------------------

typedef struct arg_closure {
  int64_t factor;
  sycc_accessor_head in, out;
  sycc_local_accessor_head scratch, more;
  sycc_accessor_head none;
  atomic_int *bad;
} arg_closure;

static const sycc_kernel_param arg_params[] = {
    {SYCC_PARAM_CLOSURE, 0, sizeof(arg_closure)},
    {SYCC_PARAM_ACCESSOR, offsetof(arg_closure, in), sizeof(sycc_accessor_head)},
    {SYCC_PARAM_ACCESSOR, offsetof(arg_closure, out), sizeof(sycc_accessor_head)},
    {SYCC_PARAM_LOCAL, offsetof(arg_closure, scratch), sizeof(sycc_local_accessor_head)},
    {SYCC_PARAM_LOCAL, offsetof(arg_closure, more), sizeof(sycc_local_accessor_head)},
    {SYCC_PARAM_ACCESSOR, offsetof(arg_closure, none), sizeof(sycc_accessor_head)},
};
static const sycc_kernel_info arg_info = {"t1",       "_ZTS3arg", "arg", sizeof(arg_closure), 64, 6,
                                          arg_params, 0,          NULL};

static sycc_kernel_param big_params[6];
static sycc_kernel_info big_info = {"t2", "_ZTS3big", "big", sizeof(arg_closure), 8, 6, big_params, 0, NULL};

// out[group] = factor * sum of in over the group, by way of both local arrays.
static void arg_work(const arg_closure *c, void *const *args, const sycc_cpu_launch *l, size_t first,
                     size_t end) {
  const int64_t *in = *(int64_t **)args[1];
  int64_t *out = *(int64_t **)args[2], *scratch = *(int64_t **)args[3];
  char *more = *(char **)args[4];
  atomic_fetch_add(c->bad, (uintptr_t)c % 16 || (uintptr_t)scratch % 128 || (uintptr_t)more % 128);
  atomic_fetch_add(c->bad, *(void **)args[5] != NULL);
  for (size_t g = first; g < end; g++) {
    memset(more, (int)g, c->more.bytes);
    for (size_t i = 0; i < l->local[0]; i++)
      scratch[i] = in[g * l->local[0] + i];
    int64_t sum = 0;
    for (size_t i = 0; i < l->local[0]; i++)
      sum += scratch[i];
    out[g] = c->factor * sum;
    for (size_t i = 0; i < c->more.bytes; i++) // another worker's group must not write here
      atomic_fetch_add(c->bad, more[i] != (char)g);
  }
}

static void arg_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  const arg_closure *c = args[0];
  atomic_fetch_add(c->bad, (uintptr_t)c % 64 != 0);
  arg_work(c, args, l, first, end);
}

static void big_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  arg_work(*(arg_closure **)args[0], args, l, first, end);
}

static const sy_image_entry cpu_entries[] = {{(void *)arg_kernel, "_ZTS3arg", 0, 0, 0},
                                             {(void *)big_kernel, "_ZTS3big", 0, 0, 0}};
static const sy_image_entry spirv_entries[] = {{NULL, "_ZTS3arg", 0, 0, 0}, {NULL, "_ZTS5spirv", 0, 0, 0}};
static const sy_device_image images[] = {
    {.version = 2,
     .offload_kind = 4,
     .format = 2,
     .target = "spir64",
     .entries_begin = spirv_entries,
     .entries_end = spirv_entries + 2},
    {.version = 2,
     .offload_kind = 4,
     .format = 1,
     .target = "native_cpu",
     .entries_begin = cpu_entries,
     .entries_end = cpu_entries + 2},
};
static sy_bin_desc desc = {.version = 1, .number_of_images = 2, .images = images};

enum { GROUPS = 500, LOCAL = 64 };

static void run_args(sycc_queue *q, const sycc_kernel_info *info) {
  atomic_int bad = 0;
  sycc_buffer *in = new_buffer(GROUPS * LOCAL * sizeof(int64_t)), *out = new_buffer(GROUPS * sizeof(int64_t));
  int64_t *data = sycc_buffer_host_data(in), *result = sycc_buffer_host_data(out);
  for (int i = 0; i < GROUPS * LOCAL; i++)
    data[i] = i;
  sycc_group *g = new_group(q);
  arg_closure c = {.factor = -3, .bad = &bad, .scratch.bytes = LOCAL * sizeof(int64_t), .more.bytes = 777};
  CHECK_OK(sycc_group_access(g, in, SYCC_ACCESS_READ, &c.in.access));
  CHECK_OK(sycc_group_access(g, out, SYCC_ACCESS_WRITE | SYCC_ACCESS_NO_INIT, &c.out.access));
  sycc_range r = {.dims = 1, .has_local = 1, .global = {GROUPS * LOCAL, 1, 1}, .local = {LOCAL, 1, 1}};
  CHECK_OK(sycc_group_kernel(g, info, &c, sizeof c, &r, NULL));
  memset(&c, 0xee, sizeof c); // it was copied
  submit(g);
  CHECK_OK(sycc_buffer_wait(out));
  int wrong = 0;
  for (int64_t i = 0; i < GROUPS; i++)
    wrong += result[i] != -3 * (i * LOCAL * LOCAL + LOCAL * (LOCAL - 1) / 2);
  CHECK_EQ(wrong, 0);
  CHECK_EQ(bad, 0);
  sycc_buffer_release(in);
  sycc_buffer_release(out);
}

static void test_arguments(void) {
  sycc_queue *q = new_queue(0);
  memcpy(big_params, arg_params, sizeof arg_params);
  big_params[0].kind = SYCC_PARAM_CLOSURE_BUFFER;
  for (int i = 0; i < 20; i++) {
    run_args(q, &arg_info);
    run_args(q, &big_info);
  }
  sycc_queue_release(q);
}

// ---- mistakes ---------------------------------------------------------------------------------------

static void never(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  abort();
}

// A try at a launch, in a group of its own.
static sycc_status attempt(const sycc_kernel_info *info, const void *closure, size_t size, sycc_range r) {
  sycc_queue *q = new_queue(0);
  sycc_group *g = new_group(q);
  sycc_status s = sycc_group_kernel(g, info, closure, size, &r, info ? NULL : never);
  sycc_group_abandon(g);
  sycc_queue_release(q);
  return s;
}

static sycc_range nd(unsigned dims, size_t gx, size_t gy, size_t lx, size_t ly) {
  return (sycc_range){.dims = dims, .has_local = 1, .global = {gx, gy, 1}, .local = {lx, ly, 1}};
}

static void test_bad_ranges(void) {
  CHECK_EQ(attempt(NULL, NULL, 0, nd(1, 10, 1, 3, 1)), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "global size 10 is not a multiple of local size 3 in dimension 0");
  CHECK_EQ(attempt(NULL, NULL, 0, nd(2, 10, 10, 3, 2)), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "dimension 1"); // as SYCL counts
  CHECK_EQ(attempt(NULL, NULL, 0, nd(1, 10, 1, 0, 1)), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "local size is 0");
  CHECK_EQ(attempt(NULL, NULL, 0, nd(1, 8192, 1, 8192, 1)), SYCC_nd_range);
  CHECK_EQ(attempt(NULL, NULL, 0, nd(2, 128, 128, 128, 64)), SYCC_nd_range);
  CHECK_HAS(sycc_error_message(), "work-group of 8192 work-items");
  CHECK_EQ(attempt(NULL, NULL, 0, range_3((size_t)1 << 32, (size_t)1 << 32, 2)), SYCC_nd_range);
  CHECK_OK(attempt(NULL, NULL, 0, range_3((size_t)1 << 32, (size_t)1 << 32, 0)));
  sycc_range r = range_1(2);
  r.offset[0] = SIZE_MAX;
  CHECK_EQ(attempt(NULL, NULL, 0, r), SYCC_nd_range);
  r = range_1(1);
  r.dims = 0;
  CHECK_EQ(attempt(NULL, NULL, 0, r), SYCC_invalid);
  r.dims = 1;
  r.global[1] = 2;
  CHECK_EQ(attempt(NULL, NULL, 0, r), SYCC_invalid);
}

static void test_bad_kernels(void) {
  arg_closure c = {0};
  CHECK_EQ(attempt(NULL, NULL, 8, range_1(1)), SYCC_invalid);
  CHECK_EQ(attempt(&arg_info, &c, sizeof c - 8, range_1(1)), SYCC_kernel_argument);
  CHECK_HAS(sycc_error_message(), "'arg'");
  sycc_kernel_info info = {"", "_ZTS5spirv", "vector_add<int>", 0, 1, 0, NULL, 0, NULL};
  CHECK_EQ(attempt(&info, NULL, 0, range_1(1)), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "kernel 'vector_add<int>' has no device code for device '");
  CHECK_HAS(sycc_error_message(),
            "compiled for spir64, the device needs native_cpu; add that to -fsycl-targets");
  info.symbol = "_ZTS7nowhere";
  CHECK_EQ(attempt(&info, NULL, 0, range_1(1)), SYCC_kernel_not_supported);
  CHECK_HAS(sycc_error_message(), "no loaded image holds it");
  CHECK_EQ(attempt(&info, NULL, 0, range_1(0)), SYCC_kernel_not_supported); // also when nothing would run
  c.scratch.bytes = 400 << 10;
  c.more.bytes = 200 << 10;
  CHECK_EQ(attempt(&arg_info, &c, sizeof c, range_1(1)), SYCC_accessor);
  CHECK_HAS(sycc_error_message(), "local memory");
  c.more.bytes = SIZE_MAX;
  CHECK_EQ(attempt(&arg_info, &c, sizeof c, range_1(1)), SYCC_accessor);
  sycc_kernel_param params[] = {{SYCC_PARAM_CLOSURE, 0, 8}, {SYCC_PARAM_ACCESSOR, 8, 16}};
  info = (sycc_kernel_info){"", "_ZTS3arg", "arg", 8, 8, 2, params, 0, NULL};
  CHECK_EQ(attempt(&info, &c, 8, range_1(1)), SYCC_kernel_argument);
  params[1].kind = 9;
  CHECK_EQ(attempt(&info, &c, 8, range_1(1)), SYCC_kernel_argument);
}

// Accessors the group does not know: another group's, a placeholder without require().
static void test_foreign_accessors(void) {
  sycc_queue *q = new_queue(0);
  sycc_buffer *b = new_buffer(8 * 64);
  memset(sycc_buffer_host_data(b), 0, 8 * 64);
  atomic_int bad = 0;
  arg_closure c = {.bad = &bad, .scratch.bytes = 64 * 8};
  sycc_range r = nd(1, 64, 1, 64, 1);
  sycc_group *g = new_group(q), *other = new_group(q);
  CHECK_OK(sycc_group_access(other, b, SYCC_ACCESS_READ, &c.in.access));
  CHECK_EQ(sycc_group_kernel(g, &arg_info, &c, sizeof c, &r, NULL), SYCC_kernel_argument);
  CHECK_HAS(sycc_error_message(), "kernel 'arg' uses an accessor that does not belong to its command group");
  CHECK_OK(sycc_buffer_access(b, SYCC_ACCESS_READ, &c.in.access));
  CHECK_EQ(sycc_group_kernel(g, &arg_info, &c, sizeof c, &r, NULL), SYCC_kernel_argument);
  CHECK_OK(sycc_group_require(g, c.in.access));
  CHECK_OK(sycc_group_access(g, b, SYCC_ACCESS_WRITE, &c.out.access));
  CHECK_OK(sycc_group_kernel(g, &arg_info, &c, sizeof c, &r, NULL)); // the group is still good
  CHECK_EQ(sycc_group_kernel(g, &arg_info, &c, sizeof c, &r, NULL), SYCC_invalid);
  submit(g);
  sycc_group_abandon(other);
  CHECK_OK(sycc_queue_wait(q));
  CHECK_OK(sycc_queue_take_error(q));
  sycc_buffer_release(b);
  sycc_queue_release(q);
}

// ---- threads ----------------------------------------------------------------------------------------

// Waits, but not for ever, until `want` of its kind run at the same time.
typedef struct meeting {
  atomic_int here, most, want;
} meeting;

static void meet(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  meeting *m = *(meeting **)args[0];
  int here = ++m->here;
  for (int i = 0; i < 20000 && m->most < m->want; i++) {
    if (here > m->most)
      m->most = here;
    nap_us(100);
    here = m->here;
  }
  m->here--;
}

// All threads are used, by kernels that have nothing to do with each other and by one launch of many groups.
static void test_parallel(void) {
  sycc_queue *q = new_queue(0);
  meeting apart = {.want = 4}, together = {.want = 4}, *m = &apart;
  for (int i = 0; i < 4; i++) {
    sycc_group *g = new_group(q);
    CHECK_OK(set_kernel(g, meet, &m, sizeof m, 1));
    submit(g);
  }
  CHECK_OK(sycc_queue_wait(q));
  CHECK_EQ(apart.most, 4);
  m = &together;
  sycc_range r = nd(1, 64, 1, 16, 1);
  sycc_group *g = new_group(q);
  CHECK_OK(sycc_group_kernel(g, NULL, &m, sizeof m, &r, meet));
  wait_release(submit_event(g));
  CHECK_EQ(together.most, 4);
  sycc_queue_release(q);
}

static void slow_item(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  atomic_int *now = ((atomic_int **)args[0])[0], *most = ((atomic_int **)args[0])[1];
  int here = ++*now;
  if (here > *most)
    *most = here;
  nap_us(20000);
  --*now;
}

// Few work-items start on one thread; others come when they take long.
static void test_few_slow_items(void) {
  sycc_queue *q = new_queue(0);
  atomic_int now = 0, most = 0, *closure[2] = {&now, &most};
  sycc_group *g = new_group(q);
  nap_us(50000); // all threads sleep
  CHECK_OK(set_kernel(g, slow_item, closure, sizeof closure, 12));
  wait_release(submit_event(g));
  CHECK(most > 1);
  sycc_queue_release(q);
}

// ---- times ------------------------------------------------------------------------------------------

static void slow_kernel(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  nap_us(2000);
}

static void test_profiling(void) {
  sycc_queue *q = new_queue(SYCC_QUEUE_PROFILING | SYCC_QUEUE_IN_ORDER);
  sycc_event *e[3];
  uint64_t submitted, start, end, last = 0;
  for (int i = 0; i < 3; i++) {
    sycc_group *g = new_group(q);
    if (i < 2)
      CHECK_OK(set_kernel(g, slow_kernel, NULL, 0, 1));
    e[i] = submit_event(g); // the last one is an empty command
  }
  for (int i = 0; i < 3; i++) {
    CHECK_OK(sycc_event_profile(e[i], SYCC_TIME_SUBMIT, &submitted));
    CHECK_OK(sycc_event_profile(e[i], SYCC_TIME_START, &start));
    CHECK_OK(sycc_event_profile(e[i], SYCC_TIME_END, &end));
    CHECK_EQ(sycc_event_status(e[i]), SYCC_EVENT_COMPLETE);
    CHECK(submitted && submitted <= start && start <= end);
    CHECK(i == 2 || end - start >= 2000000);
    CHECK(start >= last);
    last = end;
    sycc_event_release(e[i]);
  }
  sycc_queue_release(q);
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "4", 1);
  __tgt_register_lib(&desc);
  RUN(test_ranges);
  RUN(test_nd_ranges);
  RUN(test_arguments);
  RUN(test_bad_ranges);
  RUN(test_bad_kernels);
  RUN(test_foreign_accessors);
  RUN(test_parallel);
  RUN(test_few_slow_items);
  RUN(test_profiling);
  __tgt_unregister_lib(&desc);
  return check_summary();
}
