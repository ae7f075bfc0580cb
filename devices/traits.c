// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any_device_has, all_devices_have and the macros that name a target's architecture.
//
// For each target, "all" are the aspects in its row. "any" are the same, or every aspect there is when the
// target may support others; a target that is not in the table may support anything. Over several targets,
// "all" is the intersection and "any" the union. The catch-all macro stands for "every aspect there is",
// which the compiler can't list: headers of a later version may know more.
#include "devices/devices.h"

#include <ctype.h>
#include <string.h>

bool sy_all_devices_have(const sy_target *const *targets, size_t n, uint32_t aspect) {
  for (size_t i = 0; i < n; i++)
    if (!targets[i] || !sy_target_has(targets[i], aspect))
      return false;
  return n > 0;
}

static bool may_have_anything(const sy_target *t) {
  return !t || t->maySupportOtherAspects;
}

bool sy_any_device_has(const sy_target *const *targets, size_t n, uint32_t aspect) {
  for (size_t i = 0; i < n; i++)
    if (may_have_anything(targets[i]) || sy_target_has(targets[i], aspect))
      return true;
  return false;
}

void sy_devices_macros(const sy_target *const *targets, size_t n, sy_arena *a, sy_strs *out) {
  bool anything = false;
  for (size_t i = 0; i < n; i++)
    anything = anything || may_have_anything(targets[i]);
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *aspect = sy_aspect_at(i);
    if (sy_all_devices_have(targets, n, (uint32_t)aspect->Number))
      sy_strs_addf(out, a, "__SYCL_ALL_DEVICES_HAVE_%s__=1", aspect->Name);
  }
  if (anything)
    sy_strs_add(out, "__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1");
  for (size_t i = 0; !anything && i < sy_aspect_count(); i++) {
    const sy_aspect *aspect = sy_aspect_at(i);
    if (sy_any_device_has(targets, n, (uint32_t)aspect->Number))
      sy_strs_addf(out, a, "__SYCL_ANY_DEVICE_HAS_%s__=1", aspect->Name);
  }
}

void sy_target_macros(const sy_target *t, sy_arena *a, sy_strs *out) {
  for (size_t i = 0; i < t->aspects.n; i++) {
    if (t->aspectNumbers.data[i] < SY_ARCH_ASPECTS)
      continue;
    char *macro = sy_arena_printf(a, "__SYCL_TARGET_%s__=1", t->aspects.data[i] + strlen("ext_"));
    for (char *c = macro; *c; c++)
      *c = (char)toupper((unsigned char)*c);
    sy_strs_add(out, macro);
  }
  if (t->family->macro)
    sy_strs_addf(out, a, "%s=1", t->family->macro);
}

// Where the numbers of the architectures of a family begin; 0: none of its targets is one.
static int first_architecture(const sy_family *f) {
  enum { FAMILY_NUMBERS = 100 };
  for (size_t i = 0; i < sy_target_count(); i++)
    if (sy_target_at(i)->family == f && sy_target_at(i)->archAspect >= 0)
      return sy_target_at(i)->archAspect / FAMILY_NUMBERS * FAMILY_NUMBERS;
  return 0;
}

void sy_target_aspect_macros(const sy_target *t, sy_arena *a, sy_strs *out) {
  if (t->family->kind == SY_FAMILY_GPU)
    sy_strs_addf(out, a, "__SYCC_TARGET_ARCHITECTURES__=%d", first_architecture(t->family));
  for (size_t i = 0; i < t->aspects.n; i++)
    sy_strs_addf(out, a, "__SYCC_TARGET_HAS_%s__=1", t->aspects.data[i]);
  if (!t->maySupportOtherAspects)
    sy_strs_add(out, "__SYCC_TARGET_IS_KNOWN__=1");
}
