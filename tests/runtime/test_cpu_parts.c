// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of the native CPU: where CPUs lie, and on which of them the threads of a part run.
#include "rt_test.h"

#include "runtime/backends/native_cpu/native_cpu.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UNITS = 6 }; // more than the CPUs of small machines, which then serve several of them

// ---- topology -----------------------------------------------------------------------------------------

static char root[] = "/tmp/sycc-cpus-XXXXXX";

static void make_folder(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", root, name);
  CHECK(!mkdir(path, 0700));
}

static void make_file(const char *folder, const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    fputs(text, f);
    fclose(f);
  }
}

static void make_cache(const char *folder, const char *level, const char *type, const char *cpus) {
  make_folder(folder);
  make_file(folder, "level", level);
  make_file(folder, "type", type);
  make_file(folder, "shared_cpu_list", cpus);
}

// Two CPUs: one of node 1 with a cache of its own for instructions, one for data, and one that both share.
static void test_topology(void) {
  CHECK(mkdtemp(root) != NULL);
  make_folder("cpu2");
  make_folder("cpu2/node1");
  make_folder("cpu2/cache");
  make_cache("cpu2/cache/index0", "1\n", "Instruction\n", "9\n");
  make_cache("cpu2/cache/index1", "1\n", "Data\n", "2\n");
  make_cache("cpu2/cache/index2", "3\n", "Unified\n", "0,2-3\n");
  make_folder("cpu3");
  make_folder("cpu3/cache");
  make_cache("cpu3/cache/index0", "3\n", "Unified\n", "nothing");
  CHECK_EQ(sy_cpu_domain(root, 2, SY_CPU_NODE), 1);
  CHECK_EQ(sy_cpu_domain(root, 2, 1), 2);
  CHECK_EQ(sy_cpu_domain(root, 2, 2), -1);
  CHECK_EQ(sy_cpu_domain(root, 2, 3), 0);
  CHECK_EQ(sy_cpu_domain(root, 3, SY_CPU_NODE), -1);
  CHECK_EQ(sy_cpu_domain(root, 3, 3), -1);
  CHECK_EQ(sy_cpu_domain(root, 4, SY_CPU_NODE), -1);
  char command[64];
  snprintf(command, sizeof command, "rm -r '%s'", root);
  CHECK_EQ(system(command), 0);
}

// ---- threads ------------------------------------------------------------------------------------------

typedef struct seen {
  cpu_set_t expected;
  atomic_int groups, elsewhere;
} seen;

static void look_at_mask(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  seen *s = *(seen **)args[0];
  cpu_set_t set;
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  if (!CPU_EQUAL(&set, &s->expected))
    atomic_fetch_add(&s->elsewhere, 1);
  atomic_fetch_add(&s->groups, (int)(end - first));
  nap_us(100);
}

static sycc_queue *queue_on(sycc_device *d) {
  sycc_queue *q = NULL;
  CHECK_OK(sycc_queue_create(d, 0, &q));
  return q;
}

// All groups run, each on a thread that is bound to the CPUs of these units, while another one waits.
static void check_part(sycc_device *part, unsigned first_unit, unsigned units) {
  int cpus[UNITS];
  CHECK(sy_cpu_order(cpus, UNITS));
  seen s = {.groups = 0}, *closure = &s;
  CPU_ZERO(&s.expected);
  for (unsigned i = 0; i < units; i++)
    CPU_SET(cpus[first_unit + i], &s.expected);
  CHECK_EQ(sycc_device_value(part, SYCC_DEVICE_MAX_COMPUTE_UNITS), units);
  CHECK_EQ(sycc_device_value(part, SYCC_DEVICE_PARTITION_MAX), units);
  sycc_queue *q = queue_on(part);
  for (int round = 0; round < 20; round++) {
    sycc_group *g = new_group(q);
    sycc_range r = range_1(50);
    r.has_local = true;
    CHECK_OK(sycc_group_kernel(g, NULL, &closure, sizeof closure, &r, look_at_mask));
    wait_release(submit_event(g));
  }
  CHECK_EQ(atomic_load(&s.groups), 20 * 50);
  CHECK_EQ(atomic_load(&s.elsewhere), 0);
  sycc_queue_release(q);
}

static void test_counts(void) {
  sycc_device *const *parts, *const *more;
  size_t n, counts[] = {3, 2}, one = 1;
  CHECK_OK(sycc_device_divide(the_device(), SYCC_PARTITION_BY_COUNTS, counts, 2, &parts, &n));
  CHECK_EQ(n, 2);
  check_part(parts[0], 0, 3);
  check_part(parts[1], 3, 2);
  CHECK_OK(sycc_device_divide(parts[1], SYCC_PARTITION_EQUALLY, &one, 1, &more, &n));
  CHECK_EQ(n, 2);
  CHECK(sycc_device_parent(more[1]) == parts[1]);
  check_part(more[1], 4, 1);
}

// What is left over belongs to no part.
static void test_equally(void) {
  sycc_device *const *parts;
  size_t n, four = 4, seven = 7;
  CHECK_OK(sycc_device_divide(the_device(), SYCC_PARTITION_EQUALLY, &four, 1, &parts, &n));
  CHECK_EQ(n, 1);
  check_part(parts[0], 0, 4);
  CHECK_EQ(sycc_device_divide(the_device(), SYCC_PARTITION_EQUALLY, &seven, 1, &parts, &n), SYCC_invalid);
}

// Whatever domains the machine has, their parts have all units, and the next level below has more parts.
static void test_domains(void) {
  uint64_t domains = sycc_device_value(the_device(), SYCC_DEVICE_PARTITION_DOMAINS);
  uint64_t ways = sycc_device_value(the_device(), SYCC_DEVICE_PARTITION_PROPERTIES);
  CHECK_EQ(ways >> SYCC_PARTITION_BY_DOMAIN & 1, domains != 0);
  for (size_t domain = 1; domain <= 6; domain++) {
    sycc_device *const *parts;
    size_t n, units = 0;
    sycc_status s = sycc_device_divide(the_device(), SYCC_PARTITION_BY_DOMAIN, &domain, 1, &parts, &n);
    CHECK_EQ(s, domains >> domain & 1 ? SYCC_success : SYCC_feature_not_supported);
    for (size_t i = 0; !s && i < n; i++) {
      uint64_t of = sycc_device_value(parts[i], SYCC_DEVICE_PARTITION_TYPE_DOMAIN);
      CHECK(domain == 6 ? of >= 1 && of <= 5 : of == domain);
      units += sycc_device_value(parts[i], SYCC_DEVICE_MAX_COMPUTE_UNITS);
    }
    if (!s)
      CHECK_EQ(units, UNITS);
    if (!s && domain == 6)
      CHECK(n > 1);
  }
}

// A kernel on one part goes on while the other one is busy, and the whole device does too.
static atomic_bool other_ran;
static void until_other(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  for (int ms = 0; !atomic_load(&other_ran) && ms < 20000; ms++)
    nap_us(1000);
}
static void say_it(void *const *args, const sycc_cpu_launch *l, size_t first, size_t end) {
  atomic_store(&other_ran, true);
}

static void test_side_by_side(void) {
  sycc_device *const *parts;
  size_t n, counts[] = {1, 1};
  CHECK_OK(sycc_device_divide(the_device(), SYCC_PARTITION_BY_COUNTS, counts, 2, &parts, &n));
  sycc_device *const other[] = {parts[1], the_device()};
  for (int i = 0; i < 2; i++) {
    atomic_store(&other_ran, false);
    sycc_queue *slow = queue_on(parts[0]), *quick = queue_on(other[i]);
    sycc_group *g = new_group(slow);
    CHECK_OK(set_kernel(g, until_other, "", 1, 1));
    sycc_event *e = submit_event(g);
    g = new_group(quick);
    CHECK_OK(set_kernel(g, say_it, "", 1, 1));
    wait_release(submit_event(g));
    wait_release(e);
    CHECK(atomic_load(&other_ran));
    sycc_queue_release(slow);
    sycc_queue_release(quick);
  }
}

int main(void) {
  setenv("SYCC_CPU_THREADS", "6", 1);
  RUN(test_topology);
  RUN(test_counts);
  RUN(test_equally);
  RUN(test_domains);
  RUN(test_side_by_side);
  return check_summary();
}
