// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of devices, and the choice of the default one with its reasons. The order is that of
// default_selector_v in include/sycl/device_selector.hpp, for a program that has code for all devices; a test
// compares the two.
#include "tools/device_text.h"

#include "base/count.h"

#include <inttypes.h>

const char *sy_device_type_name(const sycc_device *d) {
  static const char *const names[] = {"unknown", "cpu", "gpu", "acc", "custom"};
  uint64_t type = sycc_device_value(d, SYCC_DEVICE_TYPE);
  return names[type < SY_COUNT(names) ? type : 0];
}

void sy_device_add_line(sy_str *out, const sycc_device *d) {
  const sycc_platform *p = sycc_device_platform(d);
  sy_str_addf(out, "[%s:%s:%" PRIu64 "] %s, %s", sycc_backend_name(sycc_platform_backend(p)),
              sy_device_type_name(d), sycc_device_value(d, SYCC_DEVICE_INDEX),
              sycc_platform_string(p, SYCC_PLATFORM_NAME), sycc_device_string(d, SYCC_DEVICE_NAME));
}

// ---- the default ----------------------------------------------------------------------------------------

// What comes first, and what is said of it to those that come later.
enum { GPU, ACCELERATOR, NATIVE_CPU, CPU, OTHER, RANKS };
static const char *const before[RANKS] = {
    [GPU] = "not the default: a GPU comes first",
    [ACCELERATOR] = "not the default: an accelerator comes first",
    [NATIVE_CPU] = "not the default: the native CPU comes first",
    [CPU] = "not the default: a CPU comes first",
    [OTHER] = "not the default: another device comes first",
};

static int rank_of(const sycc_device *d) {
  static const int ranks[] = {
      [SYCC_DEVICE_CPU] = CPU, [SYCC_DEVICE_GPU] = GPU, [SYCC_DEVICE_ACCELERATOR] = ACCELERATOR};
  uint64_t type = sycc_device_value(d, SYCC_DEVICE_TYPE);
  if (sycc_platform_backend(sycc_device_platform(d)) == SYCC_BACKEND_native_cpu)
    return NATIVE_CPU;
  return type && type < SY_COUNT(ranks) ? ranks[type] : OTHER;
}

const sycc_device *sy_device_chosen(void) {
  const sycc_device *chosen = sycc_device_default(SYCC_DEFAULT_ANY);
  if (chosen)
    return chosen;
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    const sycc_platform *p = sycc_platform_get(i);
    for (size_t j = 0; j < sycc_device_count(p); j++) {
      const sycc_device *d = sycc_device_get(p, j);
      if (!chosen || rank_of(d) < rank_of(chosen))
        chosen = d;
    }
  }
  return chosen;
}

const char *sy_device_why(const sycc_device *d, const sycc_device *chosen) {
  int rank = rank_of(d), best = rank_of(chosen);
  if (d == chosen)
    return "the default device";
  if (rank < best) // looked at by programs only if they list devices
    return "not the default: no file in /dev belongs to a GPU or an accelerator; SYCC_DEVICE_SELECTOR='*:*' "
           "makes it count";
  return rank > best ? before[best] : "not the default: another one of its kind stands before it";
}
