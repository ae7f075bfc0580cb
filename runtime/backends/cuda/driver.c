// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's driver: its library, and its errors in words.
#include "runtime/backends/cuda/driver.h"

#include "base/count.h"
#include "runtime/environment.h"
#include "runtime/error.h"

#include <dlfcn.h>
#include <stdio.h>

sy_cu_driver sy_cu;

static char why[512]; // there is no driver

static const struct {
  const char *symbol;
  size_t at; // in sy_cu_driver
} functions[] = {
#define X(name, symbol, parameters) {symbol, offsetof(sy_cu_driver, name)},
    SY_CU_FUNCTIONS(X)
#undef X
};

static bool find_functions(void *library) {
  for (size_t i = 0; i < SY_COUNT(functions); i++) {
    void *f = dlsym(library, functions[i].symbol);
    if (!f) {
      snprintf(why, sizeof why, "the NVIDIA driver is too old: libcuda.so.1 has no function %s",
               functions[i].symbol);
      return false;
    }
    *(void **)((char *)&sy_cu + functions[i].at) = f;
  }
  return true;
}

const char *sy_cu_open(void) {
  sy_environment_for_drivers();
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(why, sizeof why, "the NVIDIA driver is not installed: %s", dlerror());
    return why;
  }
  if (!find_functions(library)) {
    dlclose(library);
    return why;
  }
  sy_cu_result r = sy_cu.init(0);
  if (!r)
    return NULL;
  // The library stays: the driver does not take being unloaded.
  snprintf(why, sizeof why, "the NVIDIA driver does not start: %s (%s)", sy_cu_text(r), sy_cu_name(r));
  return why;
}

// ---- errors -------------------------------------------------------------------------------------------

const char *sy_cu_text(sy_cu_result r) {
  const char *text = NULL;
  return sy_cu.error_string(r, &text) == 0 && text ? text : "unknown error";
}

const char *sy_cu_name(sy_cu_result r) {
  static _Thread_local char number[32];
  const char *name = NULL;
  if (sy_cu.error_name(r, &name) == 0 && name)
    return name;
  snprintf(number, sizeof number, "CUDA error %d", r);
  return number;
}

sycc_status sy_cu_check(sy_cu_result r, const char *what) {
  if (!r)
    return SYCC_success;
  return sy_error_set(r == SY_CU_OUT_OF_MEMORY ? SYCC_memory_allocation : SYCC_runtime, "%s failed: %s (%s)",
                      what, sy_cu_text(r), sy_cu_name(r));
}

bool sy_cu_is_sticky(sy_cu_result r) {
  // Uncorrectable memory, illegal address, time-out, assertion, the many ways a kernel goes wrong.
  static const sy_cu_result lost[] = {214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719};
  for (size_t i = 0; i < SY_COUNT(lost); i++)
    if (r == lost[i])
      return true;
  return false;
}
