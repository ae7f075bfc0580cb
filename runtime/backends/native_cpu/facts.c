// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the machine says about itself: /proc/cpuinfo, sysconf and the CPU's own answer.
#include "base/count.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/environment.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 4096 };

// What /proc/cpuinfo says, from the first line that begins with the key.
typedef struct sy_cpuinfo {
  const char *key;
  char value[256]; // empty: nothing
} sy_cpuinfo;
static sy_cpuinfo infos[] = {
    {.key = "model name"}, {.key = "Model"}, {.key = "cpu MHz"}}; // the second is what ARM boards have
enum { INFOS = SY_COUNT(infos) };

static void note_info(char *line) {
  char *colon = strchr(line, ':');
  for (size_t i = 0; colon && i < INFOS; i++)
    if (!*infos[i].value && !strncmp(line, infos[i].key, strlen(infos[i].key))) {
      colon[strcspn(colon, "\n")] = 0;
      snprintf(infos[i].value, sizeof infos[i].value, "%s", colon + 1 + strspn(colon + 1, " \t"));
    }
}

// Once: the kernel takes its time to write that file. Where it has a name and a clock, the first processor's
// lines are enough.
static void read_infos(void) {
  FILE *f = fopen("/proc/cpuinfo", "re");
  char line[1024];
  while (f && !(*infos[0].value && *infos[2].value) && fgets(line, sizeof line, f))
    note_info(line);
  if (f)
    fclose(f);
}

static const sy_cpuinfo *cpuinfo(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_infos);
  return infos;
}

void sy_cpu_name(char *buf, size_t size) {
  const sy_cpuinfo *i = cpuinfo();
  snprintf(buf, size, "%s", *i[0].value ? i[0].value : *i[1].value ? i[1].value : "CPU");
}

static uint64_t clock_mhz(void) {
  return strtoull(cpuinfo()[2].value, NULL, 10);
}

static uint64_t positive(long v) {
  return v > 0 ? (uint64_t)v : 0;
}

static uint64_t cache_bytes(void) {
  static const int levels[] = {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE};
  for (size_t i = 0; i < SY_COUNT(levels); i++)
    if (positive(sysconf(levels[i])))
      return positive(sysconf(levels[i]));
  return 0;
}

static uint64_t cache_line(void) {
  uint64_t line = positive(sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
  return line ? line : 64;
}

static uint64_t vector_bits(void) {
  size_t n;
  const sy_cpu_level *levels = sy_cpu_levels(&n);
  return levels[n - 1].bits;
}

uint64_t sy_cpu_fact_value(sy_cpu_fact what) {
  switch (what) {
  case SY_CPU_CLOCK_MHZ:
    return clock_mhz();
  case SY_CPU_CACHE_BYTES:
    return cache_bytes();
  case SY_CPU_CACHE_LINE:
    return cache_line();
  case SY_CPU_VECTOR_BITS:
    return vector_bits();
  }
  return 0;
}

// CPUs in this process's affinity mask, which may be larger than a cpu_set_t on big machines.
static unsigned allowed_cpus(void) {
  for (int cpus = CPU_SETSIZE; cpus <= CPU_SETSIZE * 64; cpus *= 2) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    if (!set)
      break;
    size_t size = CPU_ALLOC_SIZE(cpus);
    int n = sched_getaffinity(0, size, set) ? 0 : CPU_COUNT_S(size, set);
    CPU_FREE(set);
    if (n > 0)
      return (unsigned)n;
  }
  return (unsigned)positive(sysconf(_SC_NPROCESSORS_ONLN));
}

unsigned sy_cpu_threads(void) {
  const char *text = sy_environment("SYCC_CPU_THREADS");
  unsigned long n = 0;
  if (text && *text) {
    char *end;
    n = strtoul(text, &end, 10);
    if (*end || !n || n > MOST_THREADS || *text == '-') {
      fprintf(stderr, "sycc: warning: SYCC_CPU_THREADS is '%s', not a number from 1 to %d\n", text,
              MOST_THREADS);
      n = 0;
    }
  }
  if (n)
    return (unsigned)n;
  unsigned cpus = allowed_cpus(), quota = sy_cpu_quota("/proc/self/cgroup", "/sys/fs/cgroup");
  if (quota && quota < cpus)
    cpus = quota;
  return cpus ? cpus : 1;
}
