// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asked only after a refusal: each device is tried as a submission would try it, up to what its driver does
// with the code.
#include "runtime/advice.h"

#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/kernel.h"
#include "runtime/registry.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGE = 2048, MOST_NAMED = 3, MOST_NAME = 80 };

const char *const *sy_device_targets(const sycc_device *d, const char *own[2]) {
  own[0] = d->backend->family->name;
  own[1] = NULL;
  const char *const *theirs = d->backend->targets ? d->backend->targets : own;
  return d->targets ? d->targets : theirs;
}

const char *sycc_device_target(const sycc_device *d, size_t index) {
  const char *own[2], *const *targets = sy_device_targets(d, own);
  while (*targets && index--)
    targets++;
  return *targets;
}

int sycc_device_has_code(const sycc_device *d) {
  const char *own[2];
  return sy_registry_has_code(sy_device_targets(d, own));
}

static bool could_run(sycc_device *d, const sycc_kernel_info *kernel) {
  sy_kernel *k;
  bool can = !sy_kernel_check(d, kernel->symbol, &k);
  if (k)
    sy_registry_release(k);
  return can;
}

// "device 'X' and device 'Y'"; "": none.
static void list_devices(const sycc_kernel_info *kernel, const sycc_device *refused, char *out, size_t room) {
  unsigned named = 0;
  *out = 0;
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    const sycc_platform *p = sycc_platform_get(i);
    for (size_t j = 0; j < sycc_device_count(p) && named < MOST_NAMED; j++) {
      sycc_device *d = sycc_device_get(p, j);
      if (d == refused || !could_run(d, kernel))
        continue;
      size_t n = strlen(out);
      snprintf(out + n, room - n, "%sdevice '%.*s' (%.*s)", named++ ? " and " : "", MOST_NAME,
               d->text[SYCC_DEVICE_NAME], MOST_NAME, p->text[SYCC_PLATFORM_NAME]);
    }
  }
}

sycc_status sy_advise(sycc_status s, const sycc_kernel_info *kernel, const sycc_device *refused) {
  char message[MESSAGE], devices[MOST_NAMED * (2 * MOST_NAME + 24)];
  snprintf(message, sizeof message, "%s", sy_error_text()); // trying sets it
  const char *selector = sy_devices_selector();
  list_devices(kernel, refused, devices, sizeof devices);
  if (*devices)
    return sy_error_set(s, "%.1500s; %s of this machine could run it", message, devices);
  return selector
             ? sy_error_set(s, "%.1900s; no visible device can run it, %s may hide others", message, selector)
             : sy_error_set(s, "%.1900s; no device of this machine can run it", message);
}
