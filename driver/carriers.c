// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linker script is a text: "GROUP ( libb.so AS_NEEDED ( -lc liba.a ) )", with INPUT as another word for
// GROUP. Names that are no paths are looked for in the working folder, beside the script, and in the folders
// of -L.
#include "driver/carriers.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/map.h"
#include "driver/host_link.h"
#include "formats/ar.h"
#include "formats/fat_object.h"
#include "formats/host_members.h"

enum { LARGEST_SCRIPT = 1 << 16 };

typedef struct finder {
  const sy_command_line *c;
  sy_arena *a;
  sy_strs *out;
  sy_map scripts; // that were followed: one may name itself
} finder;

static void add_file(finder *f, const char *path);

static const char *option_value(const sy_command_item *item, const char *name) {
  if (item->is_input || !sy_starts(item->words[0], name))
    return NULL;
  return item->words[1] ? item->words[1] : item->words[0] + strlen(name);
}

static const char *file_in(const finder *f, const char *dir, const char *name) {
  const char *path = sy_path_join(dir, name, f->a);
  return sy_file_exists(path) ? path : NULL;
}

// What -l<name> means in one folder, by the linker's rules; null when there is none.
static const char *library_in(const finder *f, const char *dir, const char *name) {
  if (name[0] == ':')
    return file_in(f, dir, name + 1);
  const char *shared = file_in(f, dir, sy_arena_printf(f->a, "lib%s.so", name));
  return shared ? shared : file_in(f, dir, sy_arena_printf(f->a, "lib%s.a", name));
}

// Looks in the user's folders alone: the system's own libraries hold no device code.
static const char *find_library(const finder *f, const char *name,
                                const char *(*in)(const finder *, const char *, const char *)) {
  for (size_t i = 0; i < f->c->items.n; i++) {
    const char *dir = option_value(&f->c->items.data[i], "-L");
    const char *path = dir ? in(f, dir, name) : NULL;
    if (path)
      return path;
  }
  return NULL;
}

// ---- linker scripts -------------------------------------------------------------------------------

static bool is_script(sy_view text) {
  bool printable = text.n > 0;
  for (size_t i = 0; i < text.n && printable; i++)
    printable = (unsigned char)text.s[i] >= ' ' || strchr("\t\n\v\f\r", text.s[i] ? text.s[i] : 1);
  return printable && !sy_ar_is(text);
}

// The next word or parenthesis; empty at the end.
static sy_view next_word(sy_view *rest) {
  const char *p = rest->s, *end = rest->s + rest->n;
  for (;;) {
    while (p < end && (isspace((unsigned char)*p) || *p == ',' || *p == ';'))
      p++;
    const char *close =
        end - p > 1 && p[0] == '/' && p[1] == '*' ? memmem(p, (size_t)(end - p), "*/", 2) : NULL;
    if (!close)
      break;
    p = close + 2;
  }
  bool quoted = p < end && *p == '"';
  const char *start = p + quoted;
  if (p < end && strchr("(){}", *p))
    p++;
  else
    for (p = start; p < end && (quoted ? *p != '"' : !isspace((unsigned char)*p) && !strchr("(),;{}", *p));)
      p++;
  sy_view word = {start, (size_t)(p - start)};
  p += quoted && p < end;
  *rest = (sy_view){p, (size_t)(end - p)};
  return word;
}

static void add_named(finder *f, const char *name, const char *script) {
  const char *path = NULL;
  if (sy_starts(name, "-l"))
    path = find_library(f, name + 2, library_in);
  else if (sy_file_exists(name))
    path = name;
  else if (name[0] != '/')
    path = file_in(f, sy_path_dir(script, f->a), name);
  if (!path && name[0] != '/' && name[0] != '-')
    path = find_library(f, name, file_in);
  if (path)
    add_file(f, path);
}

static void add_script(finder *f, sy_view text, const char *path) {
  int depth = 0;
  bool list = false; // the word before was INPUT or GROUP
  for (sy_view word; (word = next_word(&text)).n;) {
    if (sy_view_eq(word, "("))
      depth += depth || list;
    else if (sy_view_eq(word, ")"))
      depth -= depth > 0;
    else if (depth && !sy_view_eq(word, "AS_NEEDED"))
      add_named(f, sy_arena_strndup(f->a, word.s, word.n), path);
    list = sy_view_eq(word, "INPUT") || sy_view_eq(word, "GROUP");
  }
}

static void add_file(finder *f, const char *path) {
  sy_str text = SY_STR_INIT;
  struct stat st;
  bool small = stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= LARGEST_SCRIPT &&
               sy_file_read(path, &text, NULL);
  if (small && is_script(sy_view_of(&text))) {
    bool known = sy_map_has(&f->scripts, path);
    sy_map_put(&f->scripts, path);
    if (!known)
      add_script(f, sy_view_of(&text), path);
  } else {
    sy_strs_add(f->out, path);
  }
  sy_str_free(&text);
}

void sy_carriers(const sy_command_line *c, sy_arena *a, sy_strs *out) {
  finder f = {.c = c, .a = a, .out = out};
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_command_item *item = &c->items.data[i];
    const char *name = option_value(item, "-l");
    const char *path = name ? find_library(&f, name, library_in) : NULL;
    if (item->is_input && item->kind == SY_KIND_LINK)
      path = item->words[0];
    if (path)
      add_file(&f, path);
  }
  sy_map_free(&f.scripts);
}

// ---- targets --------------------------------------------------------------------------------------

static void add_targets(const char *list, char separator, sy_map *seen) {
  sy_view rest = sy_view_c(list), name;
  while (sy_view_split(&rest, separator, &name)) {
    sy_str text = SY_STR_INIT;
    sy_str_addf(&text, "%.*s", (int)name.n, name.s);
    sy_map_put(seen, sy_str_c(&text));
    sy_str_free(&text);
  }
}

// What the source of an image was compiled for. Modules that say nothing come from the default targets, or
// are for one GPU.
static void add_image(const sy_offload_image *image, const char *default_targets, sy_map *seen) {
  const char *targets = sy_offload_get(image, "targets"), *arch = sy_offload_get(image, "arch");
  if (image->kind != SY_OFFLOAD_SYCL || sy_fat_is_empty(image))
    return;
  if (targets)
    add_targets(targets, SY_TARGETS_SEPARATOR, seen);
  else if (!arch || !*arch || strcmp(arch, "generic") == 0)
    add_targets(default_targets, ',', seen);
  else
    sy_map_put(seen, arch);
}

// What the sources of a link refer to is not known before they are compiled.
static bool has_sources(const sy_command_line *c) {
  for (size_t i = 0; i < c->items.n; i++)
    if (c->items.data[i].is_input && c->items.data[i].kind != SY_KIND_LINK)
      return true;
  return false;
}

// The members of archives that the link leaves out, as far as that is known.
static void find_left_out(const sy_command_line *c, const sy_strs *files, sy_arena *a, sy_map *out) {
  sy_strs roots = {0};
  if (has_sources(c) || !sy_host_link_known(c, files))
    return;
  sy_host_link_roots(c, a, &roots);
  sy_host_members_left_out(files, &roots, out);
  sy_vec_free(&roots);
}

// A file that can't be read: sycl-unbundle says what is wrong.
static void add_file_targets(const char *path, const sy_map *left_out, const char *default_targets,
                             sy_map *seen) {
  sy_fat_images images = {0};
  sy_arena contents = {0};
  if (sy_file_exists(path) && !sy_fat_is_linked(path) && sy_fat_read(path, &contents, &images, NULL))
    for (size_t k = 0; k < images.n; k++)
      if (!sy_map_has(left_out, images.data[k].origin))
        add_image(&images.data[k].image, default_targets, seen);
  sy_vec_free(&images);
  sy_arena_free(&contents);
}

const char *sy_carriers_targets(const sy_command_line *c, const char *default_targets, sy_arena *a) {
  sy_strs files = {0};
  sy_map seen = {0}, left_out = {0};
  const char *list = NULL;
  sy_carriers(c, a, &files);
  find_left_out(c, &files, a, &left_out);
  for (size_t i = 0; i < files.n; i++)
    add_file_targets(files.data[i], &left_out, default_targets, &seen);
  for (size_t i = 0; i < seen.n; i++)
    list = list ? sy_arena_printf(a, "%s,%s", list, seen.entries[i].key)
                : sy_arena_strdup(a, seen.entries[i].key);
  sy_map_free(&left_out);
  sy_map_free(&seen);
  sy_vec_free(&files);
  return list;
}
