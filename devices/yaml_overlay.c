// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device configuration files: from YAML events to rows.
//
// The reader is a descent of fixed depth: file -> target -> key -> list. A mistake is reported, what it is
// about is skipped, and reading goes on, so that one run shows all mistakes. Only what is no YAML ends it at
// once.
#include "devices/yaml_overlay.h"

#include <string.h>
#include <sys/stat.h>

#include "base/count.h"
#include "base/file.h"
#include "devices/yaml_events.h"
#include "formats/text.h"

enum {
  MAX_ERRORS = 20,
  MAX_NAME = 100,
  MAX_SUB_GROUP = 1024,
  MAX_FILE = 64 << 20, // bytes; the built-in targets take 30,000
};

typedef struct overlay_reader {
  sy_yaml *y;
  sy_devices *all;
  sy_map seen; // target -> where
  sy_arena *a; // of `all`
  sy_diag *d;
  unsigned limit; // of d->errors
} overlay_reader;

typedef struct setting {
  const char *option, *value; // value null: the option stands alone
} setting;

// The entry of one target, as it is read.
typedef struct overlay_entry {
  sy_target *t;
  sy_map keys; // those there were -> where
  const char *options;
  SY_VEC(setting) settings;
} overlay_entry;

// ---- scalars ---------------------------------------------------------------------------------------

static bool is_null(const sy_yaml_event *e) {
  return e->kind == SY_YAML_SCALAR && e->plain &&
         (!e->text.n || sy_view_eq(e->text, "~") || sy_view_eq(e->text, "null"));
}

// Bytes that can stand on a command line and in a message.
static bool printable(sy_view v) {
  for (size_t i = 0; i < v.n; i++)
    if ((unsigned char)v.s[i] < 0x20 || v.s[i] == 0x7f)
      return false;
  return true;
}

// Letters that names are made of; "" when there are others, or too many.
static void name_of(const sy_yaml_event *e, char name[static MAX_NAME + 1]) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  *name = 0;
  if (e->kind != SY_YAML_SCALAR || e->text.n > MAX_NAME)
    return;
  for (size_t i = 0; i < e->text.n; i++)
    if (!e->text.s[i] || !strchr(letters, e->text.s[i]))
      return;
  memcpy(name, e->text.s, e->text.n);
  name[e->text.n] = 0;
}

// What a diagnostic calls the value.
static const char *shown(overlay_reader *r, const sy_yaml_event *e) {
  if (e->kind == SY_YAML_LIST)
    return "a list";
  if (e->kind == SY_YAML_MAP)
    return "a mapping";
  return printable(e->text) ? sy_arena_printf(r->a, "'%.*s'", sy_clip(e->text), e->text.s)
                            : "unprintable text";
}

static bool want(overlay_reader *r, const sy_yaml_event *e, const char *what, const char *allowed) {
  sy_error(r->d, e->at, "%s is %s", what, shown(r, e));
  sy_note(r->d, "allowed is %s", allowed);
  return sy_yaml_skip(r->y, e);
}

// Ends the reading of a file that is wrong all over. Says so once.
static bool too_many(overlay_reader *r) {
  if (r->d->errors == r->limit)
    sy_note(r->d, "reading stops after %d errors", MAX_ERRORS);
  if (r->d->errors >= r->limit)
    r->limit = 0;
  return r->limit == 0;
}

// ---- the keys of a target
// ------------------------------------------------------------------------------------------- Each gets the
// value's first event and returns whether the text goes on, also after a mistake.

static bool read_text(overlay_reader *r, const sy_yaml_event *e, const char *what, const char **out) {
  if (e->kind != SY_YAML_SCALAR || !printable(e->text))
    return want(r, e, what, "text");
  *out = is_null(e) ? "" : sy_arena_strndup(r->a, e->text.s, e->text.n);
  return true;
}

typedef SY_VEC(int) ints;

static void keep_ints(overlay_reader *r, const ints *from, DynamicTableInts *to) {
  int *copy = sy_arena_alloc(r->a, (from->n + 1) * sizeof *copy);
  for (size_t i = 0; i < from->n; i++)
    copy[i] = from->data[i];
  *to = (DynamicTableInts){copy, from->n};
}

static void add_once(ints *list, int value) {
  for (size_t i = 0; i < list->n; i++)
    if (list->data[i] == value)
      return;
  sy_vec_push(list, value);
}

typedef bool read_item(overlay_reader *r, const sy_yaml_event *e, ints *out);

// Calls `item` for each scalar of a list. *good: whether all was as it should be.
static bool read_list(overlay_reader *r, const sy_yaml_event *e, const char *what, read_item *item, ints *out,
                      bool *good) {
  *good = is_null(e);
  if (*good)
    return true;
  if (e->kind != SY_YAML_LIST)
    return want(r, e, what, "a list: [a, b, c]");
  *good = true;
  sy_yaml_event x;
  while (sy_yaml_next(r->y, &x)) {
    if (x.kind == SY_YAML_LIST_END)
      return true;
    bool scalar = x.kind == SY_YAML_SCALAR;
    if (!scalar && !want(r, &x, "an element of the list", "a single value"))
      break;
    *good = scalar && item(r, &x, out) && *good;
    if (too_many(r))
      break;
  }
  *good = false;
  return false;
}

static bool read_size(overlay_reader *r, const sy_yaml_event *e, ints *out) {
  unsigned long long n;
  if (!sy_view_u64(e->text, &n) || n < 1 || n > MAX_SUB_GROUP) {
    want(r, e, "a sub-group size", sy_arena_printf(r->a, "a whole number from 1 to %d", MAX_SUB_GROUP));
    return false;
  }
  add_once(out, (int)n);
  return true;
}

static bool read_aspect(overlay_reader *r, const sy_yaml_event *e, ints *out) {
  unsigned long long n;
  char name[MAX_NAME + 1];
  name_of(e, name);
  bool number = sy_view_u64(e->text, &n);
  const sy_aspect *aspect = !number           ? sy_aspect_find(name)
                            : n <= UINT32_MAX ? sy_aspect_get((uint32_t)n)
                                              : NULL;
  if (aspect) {
    add_once(out, aspect->Number);
    return true;
  }
  sy_error(r->d, e->at, "unknown aspect %s", shown(r, e));
  const char *near = sy_aspect_nearest(name);
  if (near)
    sy_help(r->d, "did you mean '%s'?", near);
  else
    sy_note(r->d, "allowed are the names in sycl::aspect and their numbers");
  return false;
}

// A built-in target stays the architecture it is, whatever the file says it can do.
static void keep_arch(const sy_target *t, ints *numbers) {
  const sy_target *built_in = sy_target_find(t->TargetName);
  for (size_t i = 0; built_in && i < built_in->aspectNumbers.n; i++)
    if (built_in->aspectNumbers.data[i] >= SY_ARCH_ASPECTS)
      add_once(numbers, built_in->aspectNumbers.data[i]);
}

static bool read_aspects(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  ints numbers = {0};
  bool good, goes_on = read_list(r, e, "'aspects'", read_aspect, &numbers, &good);
  if (goes_on && good) {
    keep_arch(en->t, &numbers);
    keep_ints(r, &numbers, &en->t->aspectNumbers);
    const char **names = sy_arena_alloc(r->a, (numbers.n + 1) * sizeof *names);
    for (size_t i = 0; i < numbers.n; i++)
      names[i] = sy_aspect_get((uint32_t)numbers.data[i])->Name;
    en->t->aspects = (DynamicTableStrings){names, numbers.n};
  }
  sy_vec_free(&numbers);
  return goes_on;
}

static bool read_sub_groups(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  ints sizes = {0};
  bool good, goes_on = read_list(r, e, "'sub-group-sizes'", read_size, &sizes, &good);
  if (goes_on && good)
    keep_ints(r, &sizes, &en->t->subGroupSizes);
  sy_vec_free(&sizes);
  return goes_on;
}

static bool read_other_aspects(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  bool yes = e->kind == SY_YAML_SCALAR && sy_view_eq(e->text, "true");
  if (!yes && !(e->kind == SY_YAML_SCALAR && sy_view_eq(e->text, "false")))
    return want(r, e, "'may_support_other_aspects'", "true or false");
  en->t->maySupportOtherAspects = yes;
  return true;
}

static bool read_work_group(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  unsigned long long n;
  if (e->kind != SY_YAML_SCALAR || !sy_view_u64(e->text, &n) || n < 1 || n > INT32_MAX)
    return want(r, e, "'max-work-group-size'", "a whole number from 1 to 2147483647");
  en->t->maxWorkGroupSize = (int)n;
  return true;
}

static bool read_toolchain(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  return read_text(r, e, "'aot-toolchain'", &en->t->aotToolchain);
}

static bool read_options(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  return read_text(r, e, "'aot-toolchain-options'", &en->options);
}

static const struct {
  const char *name;
  bool (*read)(overlay_reader *r, overlay_entry *en, const sy_yaml_event *value);
} keys[] = {
    {"aspects", read_aspects},
    {"may_support_other_aspects", read_other_aspects},
    {"sub-group-sizes", read_sub_groups},
    {"max-work-group-size", read_work_group},
    {"aot-toolchain", read_toolchain},
    {"aot-toolchain-options", read_options},
};
enum { KEYS = SY_COUNT(keys) };

static bool read_setting(overlay_reader *r, overlay_entry *en, const char *option, const sy_yaml_event *e) {
  setting s = {.option = sy_arena_strdup(r->a, option)};
  bool alone = is_null(e);
  if (!read_text(r, e, "the value of an option", &s.value))
    return false;
  if (alone)
    s.value = NULL;
  if (alone || s.value)
    sy_vec_push(&en->settings, s);
  return true;
}

// ---- targets ---------------------------------------------------------------------------------------

static bool unknown_key(overlay_reader *r, const char *name, const sy_yaml_event *e) {
  const char *best = NULL;
  unsigned limit = 4;
  for (size_t i = 0; i < KEYS; i++) {
    unsigned distance = sy_edit_distance(name, keys[i].name);
    if (distance < limit) {
      limit = distance;
      best = keys[i].name;
    }
  }
  sy_error(r->d, e->at, "unknown key %s", shown(r, e));
  if (best) {
    sy_help(r->d, "did you mean '%s'?", best);
    return false;
  }
  sy_str all = SY_STR_INIT;
  for (size_t i = 0; i < KEYS; i++)
    sy_str_addf(&all, "'%s', ", keys[i].name);
  sy_note(r->d, "allowed are %s'aot-toolchain-<option>'", sy_str_c(&all));
  sy_str_free(&all);
  return false;
}

// Warns of a second one. The map holds the line of the first.
static void note_place(overlay_reader *r, sy_map *seen, const char *what, const char *name,
                       const sy_yaml_event *e) {
  void **slot = sy_map_put(seen, name);
  if (*slot) {
    sy_warning(r->d, e->at, "%s '%s' occurs twice", what, name);
    sy_note(r->d, "the first is in line %zu; the last one counts", (size_t)*slot);
  }
  *slot = (void *)(size_t)e->at.line;
}

static bool read_key(overlay_reader *r, overlay_entry *en, const sy_yaml_event *e) {
  static const char prefix[] = "aot-toolchain-";
  char name[MAX_NAME + 1];
  name_of(e, name);
  size_t i = 0;
  while (i < KEYS && strcmp(keys[i].name, name))
    i++;
  const char *option = sy_starts(name, prefix) ? name + strlen(prefix) : "";
  bool setting = i == KEYS && *option && strcmp(option, "option") != 0;
  if (i == KEYS && !setting)
    unknown_key(r, name, e);
  else
    note_place(r, &en->keys, "key", name, e);
  sy_yaml_event value;
  if (!sy_yaml_skip(r->y, e) || !sy_yaml_next(r->y, &value))
    return false;
  if (setting)
    return read_setting(r, en, option, &value);
  return i < KEYS ? keys[i].read(r, en, &value) : sy_yaml_skip(r->y, &value);
}

// Replaces the value of -option in a list of options, or adds both to its end.
static const char *set_option(const char *options, const setting *s, sy_arena *a) {
  sy_str out = SY_STR_INIT;
  sy_view rest = sy_view_c(options), word;
  bool replaced = false, drop = false;
  while (sy_view_split(&rest, ' ', &word)) {
    bool here =
        word.n == strlen(s->option) + 1 && word.s[0] == '-' && !strncmp(word.s + 1, s->option, word.n - 1);
    if (!word.n || (drop && word.s[0] != '-')) {
      drop = drop && !word.n;
      continue;
    }
    drop = here;
    replaced = replaced || here;
    sy_str_addf(&out, "%s%.*s", out.n ? " " : "", (int)word.n, word.s);
    if (here && s->value)
      sy_str_addf(&out, " %s", s->value);
  }
  if (!replaced)
    sy_str_addf(&out, "%s-%s%s%s", out.n ? " " : "", s->option, s->value ? " " : "",
                s->value ? s->value : "");
  const char *result = sy_arena_strdup(a, sy_str_c(&out));
  sy_str_free(&out);
  return result;
}

static bool read_entry(overlay_reader *r, overlay_entry *en) {
  sy_yaml_event e;
  while (sy_yaml_next(r->y, &e)) {
    if (e.kind == SY_YAML_MAP_END)
      return true;
    if (!read_key(r, en, &e) || too_many(r))
      return false;
  }
  return false;
}

static bool read_target(overlay_reader *r, const char *name, const sy_yaml_event *value) {
  if (is_null(value)) {
    sy_devices_edit(r->all, name);
    return true;
  }
  if (value->kind != SY_YAML_MAP)
    return want(r, value, "the entry of a target", "a mapping with 'aspects', 'sub-group-sizes' and so on");
  overlay_entry en = {.t = sy_devices_edit(r->all, name)};
  bool ok = read_entry(r, &en);
  if (en.options)
    en.t->aotToolchainOptions = en.options;
  for (size_t i = 0; ok && i < en.settings.n; i++)
    en.t->aotToolchainOptions = set_option(en.t->aotToolchainOptions, &en.settings.data[i], r->a);
  sy_map_free(&en.keys);
  sy_vec_free(&en.settings);
  return ok;
}

static bool read_targets(overlay_reader *r) {
  sy_yaml_event e, value;
  while (sy_yaml_next(r->y, &e)) {
    char name[MAX_NAME + 1];
    if (e.kind == SY_YAML_MAP_END)
      return true;
    name_of(&e, name);
    if (!*name && !want(r, &e, "the name of a target", "letters, digits, '_', '-' and '.', 100 at most"))
      return false;
    if (!sy_yaml_next(r->y, &value))
      return false;
    const sy_target *built_in = sy_target_find(name);
    if (*name)
      note_place(r, &r->seen, "target", built_in ? built_in->TargetName : name, &e);
    if (!(*name ? read_target(r, name, &value) : sy_yaml_skip(r->y, &value)) || too_many(r))
      return false;
  }
  return false;
}

static bool read_file(overlay_reader *r) {
  sy_yaml_event e;
  if (!sy_yaml_next(r->y, &e))
    return false;
  if (e.kind == SY_YAML_END || is_null(&e))
    return true;
  if (e.kind != SY_YAML_MAP)
    return want(r, &e, "the file", "a mapping of targets: intel_gpu_skl: {aspects: [gpu, fp64]}");
  return read_targets(r) && sy_yaml_next(r->y, &e); // an error may follow the mapping
}

bool sy_devices_read_yaml(sy_devices *all, sy_view text, const char *file, sy_diag *d) {
  sy_diag own = {0}; // errors decide, so they are counted also where they are not printed
  overlay_reader r = {.all = all, .a = &all->arena, .d = d ? d : &own};
  unsigned before = r.d->errors;
  r.limit = before + MAX_ERRORS;
  r.y = sy_yaml_open(text, file, r.d);
  bool ok = r.y && read_file(&r) && r.d->errors == before;
  sy_yaml_close(r.y);
  sy_map_free(&r.seen);
  sy_diag_free(&own);
  return ok;
}

bool sy_devices_read_file(sy_devices *all, const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  struct stat st;
  if (!path)
    return true;
  if (stat(path, &st) == 0 && st.st_size > MAX_FILE)
    return sy_error(d, sy_at(path, 0, 0), "larger than %d bytes, which no device configuration is", MAX_FILE);
  bool ok = sy_file_read(path, &text, d) && sy_devices_read_yaml(all, sy_view_of(&text), path, d);
  sy_str_free(&text);
  return ok;
}
