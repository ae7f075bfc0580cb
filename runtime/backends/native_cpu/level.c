// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which level of its architecture this machine has: kernels are in a program once for each
// (devices/cpu_levels.def). SYCC_CPU_LEVEL makes it a lower one, by name, or `baseline`: what a program does
// on an older machine.
#include "base/count.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/environment.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// Of other architectures there are none.
#if defined(__x86_64__)
#define IS_HERE_x86_64(name) (__builtin_cpu_init(), __builtin_cpu_supports(name))
#else
#define IS_HERE_x86_64(name) 0
#endif

static sy_cpu_level levels[] = {
    {.name = "baseline", .bits = 128},
#define LEVEL(architecture, level, register_bits, its_aspect)                                                \
  {.name = level, .bits = register_bits, .aspect = its_aspect},
#include "devices/cpu_levels.def"
#undef LEVEL
};
enum { LEVELS = SY_COUNT(levels) };

static sy_cpu_level found[LEVELS]; // of this machine, the baseline first
static size_t count;

static void add_level(bool here) {
  static size_t next = 1;
  if (here)
    found[count++] = levels[next];
  next++;
}

static const char *known_names(char *text, size_t size) {
  size_t n = 0;
  for (size_t i = 0; i < count && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, "%s%s", i ? i + 1 < count ? ", " : " or " : "", found[i].name);
  return text;
}

static void read_wish(void) {
  const char *wish = sy_environment("SYCC_CPU_LEVEL");
  char names[128];
  for (size_t i = 0; wish && i < count; i++)
    if (!strcmp(wish, found[i].name)) {
      count = i + 1;
      return;
    }
  if (wish && *wish)
    fprintf(stderr, "sycc: warning: SYCC_CPU_LEVEL is '%s', which this machine does not have: it has %s\n",
            wish, known_names(names, sizeof names));
}

static void find_levels(void) {
  found[count++] = levels[0];
#define LEVEL(architecture, name, bits, aspect) add_level(IS_HERE_##architecture(name));
#include "devices/cpu_levels.def"
#undef LEVEL
  read_wish();
}

const sy_cpu_level *sy_cpu_levels(size_t *n) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_levels);
  *n = count;
  return found;
}
