// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requirements of device images: reading and checking.
#include "devices/requirements.h"

#include <string.h>

#include "formats/le.h"

// ---- reading ---------------------------------------------------------------------------------------

static bool requirements_malformed(const char *file, const char *name, const char *want, sy_diag *d) {
  return sy_error(d, sy_at(file, 0, 0), "property '%s' of '%s' is not %s", name, SY_REQUIREMENTS, want);
}

// An array of uint32, or where DPC++ writes one a single uint32. Absent is fine.
static bool read_u32s(const sy_prop_set *s, const char *name, bool single, const char *file, sy_u32s *out,
                      sy_diag *d) {
  const sy_prop *p = sy_prop_set_find(s, name);
  if (!p)
    return true;
  if (p->type == SY_PROP_UINT32 && single) {
    sy_vec_push(out, p->u32);
    return true;
  }
  if (p->type != SY_PROP_BYTES || p->bits % 32)
    return requirements_malformed(file, name, "an array of 32-bit numbers", d);
  for (size_t i = 0; i < p->bytes.n; i += 4)
    sy_vec_push(out, sy_le32(p->bytes.s + i));
  return true;
}

// Entries of a number of dimensions, 1 to 3, and that many sizes.
static bool read_work_groups(const sy_prop_set *s, const char *file, sy_requirements *out, sy_diag *d) {
  static const char name[] = "reqd_work_group_size", want[] = "a list of 1 to 3 dimensions and their sizes";
  sy_u32s words = {0};
  bool ok = read_u32s(s, name, false, file, &words, d);
  for (size_t i = 0; ok && i < words.n;) {
    sy_work_group g = {.n = words.data[i++]};
    ok = g.n >= 1 && g.n <= 3 && words.n - i >= g.n;
    for (unsigned k = 0; ok && k < g.n; k++) {
      g.size[k] = words.data[i++];
      ok = g.size[k] > 0;
    }
    if (ok)
      sy_vec_push(&out->work_groups, g);
    else
      requirements_malformed(file, name, want, d);
  }
  sy_vec_free(&words);
  return ok;
}

// As DPC++ writes it: one size, of up to three 64-bit dimensions.
static bool read_wide_work_group(const sy_prop_set *s, const char *file, sy_requirements *out, sy_diag *d) {
  static const char name[] = "reqd_work_group_size_uint64_t";
  const sy_prop *p = sy_prop_set_find(s, name);
  if (!p)
    return true;
  size_t n = p->type == SY_PROP_BYTES && p->bits % 64 == 0 ? p->bytes.n / 8 : 0;
  sy_work_group g = {.n = (unsigned)n};
  bool ok = n >= 1 && n <= 3;
  for (size_t i = 0; ok && i < n; i++) {
    g.size[i] = sy_le64(p->bytes.s + 8 * i);
    ok = g.size[i] > 0;
  }
  if (!ok)
    return requirements_malformed(file, name, "1 to 3 sizes of 64 bits", d);
  sy_vec_push(&out->work_groups, g);
  return true;
}

bool sy_requirements_read(const sy_props *props, const char *file, sy_requirements *out, sy_diag *d) {
  const sy_prop_set *s = sy_props_find(props, SY_REQUIREMENTS);
  out->fixed = sy_prop_set_find(s, "fixed_target") != NULL;
  return read_u32s(s, "aspect", false, file, &out->aspects, d) &&
         read_u32s(s, "aspects", false, file, &out->aspects, d) &&
         read_u32s(s, "reqd_sub_group_size", true, file, &out->sub_groups, d) &&
         read_work_groups(s, file, out, d) && read_wide_work_group(s, file, out, d) &&
         read_u32s(s, "fixed_target", false, file, &out->fixed_targets, d);
}

void sy_requirements_free(sy_requirements *r) {
  sy_vec_free(&r->aspects);
  sy_vec_free(&r->sub_groups);
  sy_vec_free(&r->work_groups);
  sy_vec_free(&r->fixed_targets);
}

// ---- checking --------------------------------------------------------------------------------------

static bool check_aspects(const sy_requirements *r, const sy_target *t, sy_str *why) {
  bool ok = true;
  for (size_t i = 0; i < r->aspects.n; i++) {
    uint32_t number = r->aspects.data[i];
    if (sy_target_has(t, number))
      continue;
    ok = false;
    if (!why)
      break;
    const sy_aspect *aspect = sy_aspect_get(number);
    if (aspect)
      sy_str_addf(why, "needs aspect '%s', which ", aspect->Name);
    else
      sy_str_addf(why, "needs aspect number %u, which is not known and ", number);
    sy_str_addf(why, "%s does not have%s\n", t->TargetName,
                t->maySupportOtherAspects ? " on every device" : "");
  }
  return ok;
}

static bool check_sub_groups(const sy_requirements *r, const sy_target *t, sy_str *why) {
  bool ok = true;
  for (size_t i = 0; i < r->sub_groups.n; i++) {
    if (sy_target_has_sub_group(t, r->sub_groups.data[i]))
      continue;
    ok = false;
    if (!why)
      break;
    sy_str_addf(why, "needs sub-group size %u; %s has ", r->sub_groups.data[i], t->TargetName);
    for (size_t k = 0; k < t->subGroupSizes.n; k++)
      sy_str_addf(why, "%s%d", k ? ", " : "", t->subGroupSizes.data[k]);
    sy_str_add(why, t->subGroupSizes.n ? "\n" : "none that is known\n");
  }
  return ok;
}

// The number of work-items, or UINT64_MAX when it is beyond counting.
static uint64_t work_items(const sy_work_group *g) {
  uint64_t items = 1;
  for (unsigned i = 0; i < g->n; i++)
    if (__builtin_mul_overflow(items, g->size[i], &items))
      return UINT64_MAX;
  return items;
}

static bool check_work_groups(const sy_requirements *r, const sy_target *t, sy_str *why) {
  bool ok = true;
  for (size_t i = 0; t->maxWorkGroupSize > 0 && i < r->work_groups.n; i++) {
    const sy_work_group *g = &r->work_groups.data[i];
    if (work_items(g) <= (uint64_t)t->maxWorkGroupSize)
      continue;
    ok = false;
    if (!why)
      break;
    sy_str_add(why, "needs work-group size ");
    for (unsigned k = 0; k < g->n; k++)
      sy_str_addf(why, "%s%llu", k ? "x" : "", (unsigned long long)g->size[k]);
    sy_str_addf(why, "; %s takes up to %d work-items\n", t->TargetName, t->maxWorkGroupSize);
  }
  return ok;
}

static bool check_fixed(const sy_requirements *r, const sy_target *t, sy_str *why) {
  for (size_t i = 0; i < r->fixed_targets.n; i++)
    if (sy_target_has(t, r->fixed_targets.data[i]))
      return true;
  if (!r->fixed)
    return true;
  if (why && !r->fixed_targets.n)
    sy_str_add(why, "is for no target: its parts were compiled with different -fsycl-fixed-targets\n");
  for (size_t i = 0; why && i < r->fixed_targets.n; i++) {
    uint32_t number = r->fixed_targets.data[i];
    const sy_target *arch = sy_target_of_arch(number);
    sy_str_addf(why, "%s", i ? ", " : "was compiled with -fsycl-fixed-targets for ");
    if (arch)
      sy_str_add(why, arch->TargetName);
    else
      sy_str_addf(why, "architecture %u, which is not known", number);
  }
  if (why && r->fixed_targets.n)
    sy_str_addf(why, ", not for %s\n", t->TargetName);
  return false;
}

void sy_requirements_lacking(const sy_requirements *r, const sy_target *t, sy_u32s *out) {
  for (size_t i = 0; i < r->aspects.n; i++)
    if (!sy_target_has(t, r->aspects.data[i]))
      sy_vec_push(out, r->aspects.data[i]);
}

bool sy_requirements_met(const sy_requirements *r, const sy_target *t, sy_str *why) {
  bool aspects = check_aspects(r, t, why), sub_groups = check_sub_groups(r, t, why);
  bool work_groups = check_work_groups(r, t, why), fixed = check_fixed(r, t, why);
  return aspects && sub_groups && work_groups && fixed;
}
