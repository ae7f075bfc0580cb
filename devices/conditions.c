// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes the cases of "SYCC/device if", and says what one aspect tells about another. A case is
// possible on a target if no aspect in it is known to be otherwise there; the target's own list counts first,
// then what follows from it: a device is of one kind and of one architecture, and the levels of x86-64
// contain each other.
#include "devices/conditions.h"

#include <stdio.h>
#include <string.h>

// ---- the property set ------------------------------------------------------------------------------

void sy_cases_write(const sy_cases *c, uint32_t number, sy_props *to) {
  for (size_t i = 0; i < c->n; i++)
    sy_props_put_u32s(to, SY_DEVICE_IF, sy_arena_printf(&to->arena, "%zu", i), c->data[i].data, c->data[i].n);
  if (c->n)
    sy_props_put_u32(to, SY_DEVICE_IF, SY_DEVICE_IF_NUMBER, number);
}

static bool read_case(const sy_prop *p, sy_u32s *out) {
  if (p->type != SY_PROP_BYTES || p->bytes.n % sizeof(uint32_t))
    return false;
  for (size_t i = 0; i < p->bytes.n; i += sizeof(uint32_t)) {
    uint32_t word;
    memcpy(&word, p->bytes.s + i, sizeof word);
    sy_vec_push(out, word);
  }
  return true;
}

bool sy_cases_read(const sy_props *props, const char *file, sy_cases *out, uint32_t *number, sy_diag *d) {
  const sy_prop_set *set = sy_props_find(props, SY_DEVICE_IF);
  *number = 0;
  for (size_t i = 0; set && i < set->props.n; i++) {
    const sy_prop *p = &set->props.data[i];
    if (!strcmp(p->name, SY_DEVICE_IF_NUMBER) && p->type == SY_PROP_UINT32) {
      *number = p->u32;
      continue;
    }
    sy_vec_push(out, ((sy_u32s){0}));
    if (!read_case(p, &out->data[out->n - 1]))
      return sy_error(d, sy_at(file, 0, 0), "property '%s' of [" SY_DEVICE_IF "] is not a list of aspects",
                      p->name);
  }
  return true;
}

void sy_cases_free(sy_cases *c) {
  for (size_t i = 0; i < c->n; i++)
    sy_vec_free(&c->data[i]);
  sy_vec_free(c);
}

// ---- what aspects say of each other ----------------------------------------------------------------

enum {
  FAMILY = 100,
  X86_64 = 1100,
  CPU = 1,
  GPU = 2,
  KINDS_LAST = 4
}; // kinds: cpu, gpu, accelerator, custom

static uint32_t family(uint32_t arch) {
  return arch / FAMILY * FAMILY;
}

// The kind of device that an aspect speaks of, or 0.
static uint32_t kind(uint32_t aspect) {
  if (aspect >= SY_ARCH_ASPECTS)
    return family(aspect) == X86_64 ? CPU : GPU;
  return aspect >= CPU && aspect <= KINDS_LAST ? aspect : 0;
}

// A device is of one kind. Levels of x86-64 contain each other; of other architectures a device has one. That
// an architecture is a GPU does not make "gpu" certain: a user may mask it.
enum sy_known sy_aspect_implies(uint32_t has, uint32_t other) {
  if (has == other)
    return SY_YES;
  if (kind(has) && kind(other) && kind(has) != kind(other))
    return SY_NO;
  if (has < SY_ARCH_ASPECTS || other < SY_ARCH_ASPECTS)
    return SY_MAYBE;
  if (family(has) != X86_64 || family(other) != X86_64)
    return SY_NO;
  const sy_target *t = sy_target_of_arch(has);
  return t && sy_target_has(t, other) ? SY_YES : SY_MAYBE;
}

enum sy_known sy_target_knows(const sy_target *t, uint32_t aspect) {
  if (sy_target_has(t, aspect))
    return SY_YES;
  for (size_t i = 0; i < t->aspectNumbers.n; i++)
    if (sy_aspect_implies((uint32_t)t->aspectNumbers.data[i], aspect) == SY_NO)
      return SY_NO;
  return t->maySupportOtherAspects ? SY_MAYBE : SY_NO;
}

static bool is_possible(const sy_u32s *one, const sy_target *t, bool masked) {
  for (size_t i = 0; i < one->n; i++) {
    bool lacks = one->data[i] & SY_LACKS;
    enum sy_known known = sy_target_knows(t, one->data[i] & ~SY_LACKS);
    if (lacks ? known == SY_YES && !masked : known == SY_NO)
      return false;
  }
  return true;
}

bool sy_cases_possible(const sy_cases *c, const sy_target *t, bool masked) {
  for (size_t i = 0; i < c->n; i++)
    if (is_possible(&c->data[i], t, masked))
      return true;
  return !c->n;
}
