// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets as a device configuration file changed them, over the built-in ones; and the names nearest to a
// wrong one.
#include "devices/devices.h"

#include <ctype.h>
#include <string.h>

static const sy_target *added(const sy_devices *all, const char *name) {
  return all ? sy_map_get(&all->index, name) : NULL;
}

const sy_target *sy_devices_find(const sy_devices *all, const char *name) {
  const sy_target *built_in = sy_target_find(name);
  const sy_target *changed = added(all, built_in ? built_in->TargetName : name);
  return changed ? changed : built_in;
}

const sy_target *sy_devices_next(const sy_devices *all, size_t *i) {
  size_t built_in = sy_target_count();
  if (*i < built_in) {
    const sy_target *t = sy_target_at((*i)++), *changed = added(all, t->TargetName);
    return changed ? changed : t;
  }
  while (all && *i - built_in < all->rows.n) {
    const sy_target *t = all->rows.data[(*i)++ - built_in];
    if (!sy_target_find(t->TargetName))
      return t;
  }
  return NULL;
}

void sy_devices_free(sy_devices *all) {
  sy_vec_free(&all->rows);
  sy_map_free(&all->index);
  sy_arena_free(&all->arena);
}

// ---- a row to change -------------------------------------------------------------------------------

// ocloc spells its devices with other separators: adl-s, and 12.55.8 for numbers.
static char *ocloc_name(const char *suffix, sy_arena *a) {
  char *name = sy_arena_strdup(a, suffix);
  char separator = suffix[strspn(suffix, "0123456789_")] ? '-' : '.';
  for (char *c = name; (c = strchr(c, '_'));)
    *c = separator;
  return name;
}

// What a name says about a target that is not built in: the part behind the prefix is the device.
static void guess(sy_target *t, sy_arena *a) {
  t->archAspect = SY_NO_ARCH;
  t->aotToolchain = t->aotToolchainOptions = t->cpu = "";
  t->family = &sy_family_spir64;
  for (const sy_family *const *all = sy_families; *all; all++) {
    const sy_family *f = *all;
    const char *suffix = t->TargetName + strlen(f->prefix);
    if (!sy_starts(t->TargetName, f->prefix) || !*suffix)
      continue;
    t->family = f;
    t->aotToolchain = f->toolchain ? f->toolchain : "";
    t->cpu = f->has_cpu ? suffix : "";
    const char *option = f->option ? f->option : "", *device = f->has_cpu ? suffix : ocloc_name(suffix, a);
    bool takes = sy_ends(option, " ") || sy_ends(option, "=");
    t->aotToolchainOptions = sy_arena_printf(a, "%s%s", option, takes ? device : "");
    return;
  }
}

sy_target *sy_devices_edit(sy_devices *all, const char *name) {
  const sy_target *built_in = sy_target_find(name);
  void **slot = sy_map_put(&all->index, built_in ? built_in->TargetName : name);
  if (*slot)
    return *slot;
  sy_target *t = *slot = sy_arena_alloc(&all->arena, sizeof *t);
  sy_vec_push(&all->rows, t);
  if (built_in) {
    *t = *built_in;
  } else {
    t->TargetName = sy_arena_strdup(&all->arena, name);
    guess(t, &all->arena);
  }
  return t;
}

// ---- did you mean ----------------------------------------------------------------------------------

typedef struct nearest {
  const char *name, *best;
  unsigned limit; // distances above it are not near
} nearest;

static void consider(nearest *n, const char *candidate) {
  if (!n->limit)
    return; // nothing is nearer than a distance of 1
  unsigned distance = sy_edit_distance(n->name, candidate);
  if (distance < n->limit || (distance == n->limit && !n->best)) {
    n->best = candidate;
    n->limit = distance;
  }
}

// Few edits, as the parts that all names share ("intel_gpu_", "ext_intel_") say nothing.
static nearest start_search(const char *name) {
  size_t n = strlen(name);
  return (nearest){.name = name, .limit = n < 3 || n > 100 ? 0 : n < 10 ? 1 + (unsigned)n / 4 : 3};
}

const char *sy_aspect_nearest(const char *name) {
  nearest n = start_search(name);
  for (size_t i = 0; i < sy_aspect_count(); i++)
    consider(&n, sy_aspect_at(i)->Name);
  return n.best;
}

// A device by its name alone ("skl", "SM_90") or with another separator ("intel_gpu_adl-s").
static const char *other_spelling(const sy_devices *all, const char *name) {
  char lower[64], full[sizeof lower + 16];
  size_t n = strlen(name);
  if (n >= sizeof lower)
    return NULL;
  for (size_t i = 0; i <= n; i++)
    lower[i] = name[i] == '-' || name[i] == '.' ? '_' : (char)tolower((unsigned char)name[i]);
  const sy_target *t = sy_devices_find(all, lower);
  for (const sy_family *const *f = sy_families; !t && *f; f++) {
    strcat(strcpy(full, (*f)->prefix), lower);
    t = sy_devices_find(all, full);
  }
  return t ? t->TargetName : NULL;
}

const char *sy_devices_nearest(const sy_devices *all, const char *name) {
  const char *same = other_spelling(all, name);
  if (same)
    return same;
  nearest n = start_search(name);
  const sy_target *t;
  for (size_t i = 0; (t = sy_devices_next(all, &i));) {
    consider(&n, t->TargetName);
    for (size_t k = 0; k < t->aliases.n; k++)
      consider(&n, t->aliases.data[k]);
  }
  return n.best;
}

const sy_target *sy_devices_need(const sy_devices *all, const char *name, sy_diag *d) {
  const sy_target *t = sy_devices_find(all, name);
  if (t)
    return t;
  const char *near = sy_devices_nearest(all, name);
  sy_error(d, SY_NOWHERE, "unknown target '%.200s'", name);
  if (near)
    sy_help(d, "did you mean '%s'?", near);
  else
    sy_help(d, "'sycc --list-targets' prints all targets; -fsycl-device-config-file= adds others");
  return NULL;
}
