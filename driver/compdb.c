// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries of compilation databases: makes one of a source and the command it is in, and puts such ones in the
// place of those that call sycc.
#include "driver/compdb.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "formats/compile_commands.h"

static bool is_xclang(const sy_command_item *item) {
  return !item->is_input && strcmp(item->words[0], "-Xclang") == 0 && item->words[1];
}

// A precompiled header is one of a SYCL compilation and does not fit; so with plugins.
static bool fits_behind(const sy_command_item *item, const sy_command_item *before) {
  if (!(item->where & SY_TO_HOST))
    return false;
  if (is_xclang(item))
    return strcmp(item->words[1], "-include-pch") != 0 &&
           !(before && is_xclang(before) && strcmp(before->words[1], "-include-pch") == 0);
  return strcmp(item->words[0], "-include-pch") != 0 && !sy_starts(item->words[0], "-fplugin=");
}

static void add_user_options(const sy_command_line *c, sy_strs *args) {
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_command_item *item = &c->items.data[i];
    if (!fits_behind(item, i ? item - 1 : NULL))
      continue;
    sy_strs_add(args, item->words[0]);
    if (item->words[1])
      sy_strs_add(args, item->words[1]);
  }
}

static void add_sycl_options(const sy_goals *g, const sy_install *in, sy_arena *a, sy_strs *args) {
  if (in->include) {
    sy_strs_add(args, "-isystem");
    sy_strs_add(args, in->include);
  }
  sy_strs_add(args, "-DSYCL_LANGUAGE_VERSION=202012L");
  for (size_t i = 0; i < g->macros.n; i++)
    sy_strs_add(args, sy_arena_printf(a, "-D%s", g->macros.data[i]));
  sy_strs_add(args, "-Wno-unknown-attributes"); // [[sycl::...]]
}

static void add_entry(const sy_command_line *c, const sy_command_item *source, const sy_goals *g,
                      const sy_install *in, const char *directory, sy_arena *a, sy_str *out) {
  bool sycl = source->kind != SY_KIND_OTHER, named = c->action == SY_ACT_OBJECT && c->output;
  const char *path = source->words[0];
  sy_compile_command entry = {.directory = directory, .file = path};
  entry.output = named ? c->output : sy_arena_printf(a, "%s.o", sy_path_stem(path, a));
  sy_strs *args = &entry.arguments;
  sy_strs_add(args, sy_install_llvm(in, sycl ? "clang++" : "clang", a));
  add_user_options(c, args);
  if (sycl)
    add_sycl_options(g, in, a, args);
  if (source->language) {
    sy_strs_add(args, "-x");
    sy_strs_add(args, source->language);
  }
  const char *end[] = {"-c", path, "-o", entry.output};
  for (size_t i = 0; i < 4; i++)
    sy_strs_add(args, end[i]);
  sy_compile_command_write(&entry, out);
  sy_str_add(out, ",\n");
  sy_vec_free(args);
}

static void add_entries(const sy_command_line *c, const sy_goals *g, const sy_install *in,
                        const char *directory, sy_arena *a, sy_str *out) {
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_command_item *item = &c->items.data[i];
    if (item->is_input && item->kind != SY_KIND_LINK && strcmp(item->words[0], "-") != 0)
      add_entry(c, item, g, in, directory, a, out);
  }
}

static const char *current_folder(sy_arena *a, sy_diag *d) {
  char path[4096];
  if (getcwd(path, sizeof path))
    return sy_arena_printf(a, "%s", path);
  sy_error(d, SY_NOWHERE, "the current folder has no name");
  return NULL;
}

bool sy_compdb_write(const sy_command_line *c, const sy_goals *g, const sy_install *in, sy_arena *a,
                     sy_diag *d) {
  const char *here = current_folder(a, d);
  sy_str text = SY_STR_INIT;
  if (!here)
    return false;
  add_entries(c, g, in, here, a, &text);
  bool ok = sy_file_write(c->compdb, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static bool has_word(const sy_strs *args, const char *word) {
  size_t i = 0;
  while (i < args->n && strcmp(args->data[i], word) != 0)
    i++;
  return i < args->n;
}

// Where sycc stands in the command: first, or after a launcher such as ccache. So does a compiler with
// -fsycl: sycc is its launcher, and CMake leaves launchers out. The number of arguments: nowhere.
static size_t find_sycc(const sy_strs *args) {
  for (size_t i = 0; i < args->n && i < 2; i++)
    if (strcmp(sy_path_base(args->data[i]), "sycc") == 0)
      return i;
  return has_word(args, "-fsycl") ? 0 : args->n;
}

// A command that calls sycc, by its argument at `first`.
static bool convert(const sy_compile_command *from, size_t first, const sy_install *in, sy_arena *a,
                    sy_str *out, sy_diag *d) {
  sy_command_line c;
  sy_goals g = {0};
  if (chdir(from->directory) != 0) // files that the command names are relative to it
    return sy_error(d, SY_NOWHERE, "no such folder: '%s'", from->directory);
  bool ok =
      sy_command_parse((int)(from->arguments.n - first), (char **)from->arguments.data + first, a, &c, d) &&
      sy_goals_read_config(&g, &c, d) && sy_goals_choose(&g, &c, a, d);
  if (ok)
    add_entries(&c, &g, in, from->directory, a, out);
  sy_goals_free(&g);
  sy_command_line_free(&c);
  return ok;
}

static bool convert_all(const sy_compile_commands *all, const sy_install *in, sy_arena *a, sy_str *out,
                        sy_diag *d) {
  sy_str_add(out, "[\n");
  for (size_t i = 0; i < all->n; i++) {
    const sy_compile_command *one = &all->data[i];
    size_t first = find_sycc(&one->arguments);
    if (first == one->arguments.n) { // of another compiler: stays
      sy_compile_command_write(one, out);
      sy_str_add(out, ",\n");
    } else if (!convert(one, first, in, a, out, d)) {
      return false;
    }
  }
  if (sy_ends(sy_str_c(out), ",\n"))
    out->n -= 2;
  sy_str_add(out, "\n]\n");
  return true;
}

bool sy_compdb_convert(const sy_command_line *c, const sy_install *in, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT, out = SY_STR_INIT;
  sy_compile_commands all = {0};
  const char *here = current_folder(a, d);
  bool ok = here && sy_file_read(c->compdb, &text, d) &&
            sy_compile_commands_read(sy_view_of(&text), c->compdb, a, &all, d) &&
            convert_all(&all, in, a, &out, d);
  if (here && chdir(here) != 0)
    ok = sy_error(d, SY_NOWHERE, "no such folder: '%s'", here);
  if (ok && c->output)
    ok = sy_file_write(c->output, sy_str_c(&out), out.n, d);
  else if (ok)
    fputs(sy_str_c(&out), stdout);
  sy_compile_commands_free(&all);
  sy_str_free(&text);
  sy_str_free(&out);
  return ok;
}
