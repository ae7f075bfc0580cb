// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which CPUs share a NUMA node or a cache, as the kernel says in the folder of each CPU:
//
//   cpu3/node1                            a link: CPU 3 belongs to node 1
//   cpu3/cache/index2/level               "2"
//   cpu3/cache/index2/type                "Unified", "Data" or "Instruction"
//   cpu3/cache/index2/shared_cpu_list     "2-3": the cache is named by its first CPU, 2
#include "runtime/backends/native_cpu/native_cpu.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CACHES = 16 }; // of a CPU

// The first line of a file, without its end; false: there is none.
static bool read_line(const char *folder, const char *name, char *line, int room) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
    return false;
  FILE *f = fopen(path, "re");
  bool ok = f && fgets(line, room, f);
  if (f)
    fclose(f);
  if (ok)
    line[strcspn(line, "\n")] = 0;
  return ok;
}

static int node_of(const char *folder) {
  DIR *d = opendir(folder);
  int node = -1;
  for (struct dirent *e; node < 0 && d && (e = readdir(d));)
    if (!strncmp(e->d_name, "node", 4) && isdigit((unsigned char)e->d_name[4]))
      node = atoi(e->d_name + 4);
  if (d)
    closedir(d);
  return node;
}

// The number of the first CPU that uses the cache; -1: it is not one for data of this level.
static int cache_of_level(const char *folder, int level) {
  char line[4096];
  if (!read_line(folder, "level", line, sizeof line) || atoi(line) != level)
    return -1;
  if (!read_line(folder, "type", line, sizeof line) || !strcmp(line, "Instruction"))
    return -1;
  bool known = read_line(folder, "shared_cpu_list", line, sizeof line) && isdigit((unsigned char)*line);
  return known ? atoi(line) : -1;
}

int sy_cpu_domain(const char *root, int cpu, int which) {
  char folder[PATH_MAX / 2];
  snprintf(folder, sizeof folder, "%s/cpu%d", root, cpu);
  if (which == SY_CPU_NODE)
    return node_of(folder);
  int found = -1;
  for (int i = 0; i < MOST_CACHES && found < 0; i++) {
    char cache[PATH_MAX];
    snprintf(cache, sizeof cache, "%s/cache/index%d", folder, i);
    found = cache_of_level(cache, which);
  }
  return found;
}
