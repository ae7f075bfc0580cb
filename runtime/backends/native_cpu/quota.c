// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of the machine the control group of this process may use: containers limit CPU time, not CPUs. The
// limit of a group is time in each period, and the smallest one of the groups on the way to the root counts.
// Both versions of control groups are read; what cannot be read is no limit.
#include "runtime/backends/native_cpu/native_cpu.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CPUs that a quota of `time` in each `period` amounts to, rounded up; 0: no limit.
static unsigned cpus_of(long long time, long long period) {
  return time > 0 && period > 0 ? (unsigned)((time + period - 1) / period) : 0;
}

static bool read_numbers(const char *path, long long *v, int n) {
  FILE *f = fopen(path, "re");
  int found = 0;
  while (f && found < n && fscanf(f, "%lld", &v[found]) == 1)
    found++;
  if (f)
    fclose(f);
  return found == n;
}

// The limit of one group; the files of version 2, then those of version 1.
static unsigned limit_of(const char *group) {
  char path[PATH_MAX + 32];
  long long v[2];
  snprintf(path, sizeof path, "%s/cpu.max", group);
  if (read_numbers(path, v, 2))
    return cpus_of(v[0], v[1]);
  snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", group);
  bool ok = read_numbers(path, &v[0], 1);
  snprintf(path, sizeof path, "%s/cpu.cfs_period_us", group);
  return ok && read_numbers(path, &v[1], 1) ? cpus_of(v[0], v[1]) : 0;
}

static unsigned smaller_limit(unsigned a, unsigned b) {
  return !a || (b && b < a) ? b : a;
}

// The least limit of the group and all that it is in.
static unsigned limit_up_to(const char *root, const char *group) {
  char path[PATH_MAX];
  unsigned least = 0;
  if (snprintf(path, sizeof path, "%s%s", root, group) >= (int)sizeof path)
    return 0;
  for (size_t stop = strlen(root); strlen(path) >= stop && stop;) {
    least = smaller_limit(least, limit_of(path));
    char *slash = strrchr(path, '/');
    if (!slash || strlen(path) == stop)
      break;
    *slash = 0;
  }
  return least;
}

// A line of /proc/self/cgroup, "0::/group" or "4:cpu,cpuacct:/group".
static unsigned limit_of_line(char *line, const char *root) {
  char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
  if (!group)
    return 0;
  *group++ = 0;
  group[strcspn(group, "\n")] = 0;
  if (!strcmp(group, "/"))
    group = "";
  controllers++;
  if (!*controllers)
    return limit_up_to(root, group);
  char below[PATH_MAX];
  snprintf(below, sizeof below, "%s/cpu", root);
  for (char *rest, *c = strtok_r(controllers, ",", &rest); c; c = strtok_r(NULL, ",", &rest))
    if (!strcmp(c, "cpu"))
      return limit_up_to(below, group);
  return 0;
}

unsigned sy_cpu_quota(const char *self, const char *root) {
  FILE *f = fopen(self, "re");
  char line[PATH_MAX + 128];
  unsigned least = 0;
  while (f && fgets(line, sizeof line, f))
    least = smaller_limit(least, limit_of_line(line, root));
  if (f)
    fclose(f);
  return least;
}
