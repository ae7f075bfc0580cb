// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding workers to CPUs: SYCC_CPU_AFFINITY.
//
//   none      the scheduler decides; the default, since a bound thread can't make way for others
//   close     neighbours work next to each other: both threads of a core, then the next core
//   spread    as far apart as possible: a core of each package in turn, second threads of cores last
//   0,4-7     these CPUs, in this order
//
// Only CPUs in the process's own affinity mask count. The n-th worker gets the n-th CPU, and from the first
// on again.
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/environment.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CPUS = CPU_SETSIZE };

typedef struct cpu {
  int number, package, core;
  int thread;  // of its core
  int in_turn; // its core among those of the package
} cpu;

typedef struct cpu_list {
  cpu cpus[MOST_CPUS]; // in the order in which workers get them
  unsigned count;
} cpu_list;

static cpu_list wished; // none: no worker is bound

static int topology(int number, const char *what) {
  char path[128];
  int v = 0;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", number, what);
  FILE *f = fopen(path, "re");
  if (f && fscanf(f, "%d", &v) != 1)
    v = 0;
  if (f)
    fclose(f);
  return v;
}

static int by_nearness(const void *a, const void *b) {
  const cpu *x = a, *y = b;
  int by_package = x->package - y->package, by_core = x->core - y->core;
  return by_package ? by_package : by_core ? by_core : x->number - y->number;
}

static int by_distance(const void *a, const void *b) {
  const cpu *x = a, *y = b;
  int by_thread = x->thread - y->thread, by_turn = x->in_turn - y->in_turn;
  return by_thread ? by_thread : by_turn ? by_turn : x->package - y->package;
}

// After sorting by nearness: which thread of its core, and which core of its package, each one is.
static void number_threads(cpu_list *list) {
  for (unsigned i = 1; i < list->count; i++) {
    cpu *c = &list->cpus[i], *before = &list->cpus[i - 1];
    bool same_package = c->package == before->package, same_core = same_package && c->core == before->core;
    c->thread = same_core ? before->thread + 1 : 0;
    c->in_turn = same_package ? before->in_turn + !same_core : 0;
  }
}

static void add_allowed(cpu_list *list, const cpu_set_t *allowed) {
  for (int i = 0; i < MOST_CPUS; i++)
    if (CPU_ISSET(i, allowed))
      list->cpus[list->count++] =
          (cpu){.number = i, .package = topology(i, "physical_package_id"), .core = topology(i, "core_id")};
  qsort(list->cpus, list->count, sizeof *list->cpus, by_nearness);
  number_threads(list);
}

// "0,4-7"; false: it is not such a list, or names a CPU that may not be used.
static bool add_list(cpu_list *list, const char *text, const cpu_set_t *allowed) {
  do {
    char *end;
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (end == text || *text < '0' || *text > '9')
      return false;
    text = end;
    if (*text == '-') {
      if (text[1] < '0' || text[1] > '9')
        return false;
      last = strtoul(text + 1, &end, 10);
      text = end;
    }
    for (; first <= last; first++) {
      if (first >= MOST_CPUS || !CPU_ISSET((int)first, allowed) || list->count == MOST_CPUS)
        return false;
      list->cpus[list->count++].number = (int)first;
    }
  } while (*text++ == ',');
  return !text[-1];
}

static void read_wish(void) {
  const char *wish = sy_environment("SYCC_CPU_AFFINITY");
  cpu_set_t allowed;
  if (!wish || !*wish || !strcmp(wish, "none") || sched_getaffinity(0, sizeof allowed, &allowed))
    return;
  bool close = !strcmp(wish, "close"), spread = !strcmp(wish, "spread");
  if (close || spread)
    add_allowed(&wished, &allowed);
  if (spread)
    qsort(wished.cpus, wished.count, sizeof *wished.cpus, by_distance);
  if (close || spread || add_list(&wished, wish, &allowed))
    return;
  wished.count = 0;
  fprintf(stderr,
          "sycc: warning: SYCC_CPU_AFFINITY is '%s', not none, close, spread or a list of CPUs of this "
          "process like 0,4-7\n",
          wish);
}

static const cpu_list *wished_cpus(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_wish);
  return &wished;
}

void sy_cpu_bind_to(const int *cpus, unsigned n) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (unsigned i = 0; i < n; i++)
    CPU_SET(cpus[i], &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

void sy_cpu_bind(unsigned n) {
  const cpu_list *list = wished_cpus();
  if (list->count)
    sy_cpu_bind_to(&list->cpus[n % list->count].number, 1);
}

bool sy_cpu_order(int *cpus, unsigned n) {
  const cpu_list *list = wished_cpus();
  cpu_list all = {.count = 0};
  cpu_set_t allowed;
  if (!list->count && !sched_getaffinity(0, sizeof allowed, &allowed)) {
    add_allowed(&all, &allowed);
    list = &all;
  }
  for (unsigned i = 0; i < n && list->count; i++)
    cpus[i] = list->cpus[i % list->count].number;
  return list->count != 0;
}
