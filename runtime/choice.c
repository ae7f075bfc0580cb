// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several images may hold the same kernel: for several targets, as variants for devices with other aspects,
// in libraries that include the same header. The device gets the most specific one that it can run: in the
// order of its targets (its own architecture, those it is compatible with, code for any device), then of
// registration. The program and each library launch what they have themselves. One that needs what the device
// lacks, or calls what no library has for its target, is passed over while there is another. Where all of
// them do, the first is taken, so that the message is about the best code there is.
#include "runtime/choice.h"

#include "runtime/advice.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/names.h"
#include "runtime/requirements.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CANDIDATES = 32 }; // the best of them

typedef struct candidates {
  sy_candidate v[MOST_CANDIDATES];
  size_t n;
  bool others; // there is code for the device's targets, for devices with other aspects
} candidates;

// ---- the choice -----------------------------------------------------------------------------------------

// The first from `at` on with code for the device; else all->n.
static size_t next_code(const candidates *all, size_t at) {
  while (at < all->n && all->v[at].rejected)
    at++;
  return at;
}

// The launch's own range is checked later: the choice is the same for all launches.
static bool can_run(sy_kernel *k, const sycc_device *d) {
  const sycc_range any = {.dims = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
  return !sy_requirements_check(k, d, &any);
}

static size_t choice_choose(const candidates *all, const sycc_device *d) {
  size_t first = next_code(all, 0);
  if (next_code(all, first + 1) >= all->n) // the usual case: whether it can run is for the caller to find out
    return first;
  for (size_t i = first; i < all->n; i = next_code(all, i + 1))
    if (can_run(all->v[i].kernel, d))
      return i;
  return first;
}

// ---- no code --------------------------------------------------------------------------------------------

// Beside the target that every device of the back end runs: that of this one's architecture.
static const char *exact_target(const sycc_device *d) {
  return d->targets && strcmp(d->targets[0], d->backend->family->name) ? d->targets[0] : NULL;
}

// An image without code that would be the device's; null: there is none.
static sy_kernel *find_rejected(const candidates *all) {
  for (size_t i = 0; i < all->n; i++)
    if (all->v[i].rejected)
      return all->v[i].kernel;
  return NULL;
}

static sycc_status say_no_code(const sycc_device *d, const char *symbol, const char *name,
                               const candidates *all) {
  char targets[512];
  const char *device = d->text[SYCC_DEVICE_NAME];
  const char *target = d->backend->family->name, *exact = exact_target(d);
  if (all->others)
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT
                        "' has no variant for device '%s': those it was compiled to are for devices "
                        "with other aspects; sycl-image-info shows them",
                        name, device);
  if (sy_registry_targets(symbol, targets, sizeof targets))
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT
                        "' has no device code for device '%s'; it was compiled for %s, the "
                        "device needs %s%s%s; add that to -fsycl-targets",
                        name, device, targets, target, exact ? " or " : "", exact ? exact : "");
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT "' has no device code for device '%s'; no loaded image holds it "
                      "for any target (its symbol is '" SY_NAME_FMT
                      "'); was the program, or the library that has it, linked by sycc?",
                      name, device, symbol);
}

static sycc_status no_code(const sycc_device *d, const char *symbol, const char *readable,
                           const candidates *all, const sycc_range *range) {
  sy_kernel *rejected = find_rejected(all);
  if (rejected)
    return sy_requirements_rejected(rejected, d, range);
  char *guessed = readable ? NULL : sy_name_of_symbol(symbol);
  sycc_status s = say_no_code(d, symbol, readable ? readable : guessed ? guessed : symbol, all);
  free(guessed);
  return s;
}

sycc_status sy_choice_find(const sycc_device *d, const char *symbol, const char *readable,
                           const sycc_range *range, sy_kernel **out) {
  const char *own[2];
  candidates all;
  all.n = sy_registry_candidates(symbol, sy_device_targets(d, own), readable, d, all.v, MOST_CANDIDATES,
                                 &all.others);
  size_t chosen = choice_choose(&all, d);
  *out = chosen < all.n ? all.v[chosen].kernel : NULL;
  sycc_status s = *out ? SYCC_success : no_code(d, symbol, readable, &all, range);
  for (size_t i = 0; i < all.n; i++)
    if (i != chosen)
      sy_registry_release(all.v[i].kernel);
  return s;
}
