// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes entries of a compilation database, and reads the databases that CMake and other tools write:
//
//   [{"directory": "/x", "file": "a.cpp", "command": "sycc -fsycl-targets=spir64 -c a.cpp -o a.o"}, ...]
//
// An entry has the command as a line for a shell, or as "arguments": ["sycc", ...].
#include "driver/compdb.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

// ---- writing -------------------------------------------------------------------------------------------

static void add_string(sy_str *out, const char *s) {
  sy_str_addc(out, '"');
  for (; *s; s++) {
    if ((unsigned char)*s < 0x20) {
      sy_str_addf(out, "\\u%04x", *s);
      continue;
    }
    if (*s == '"' || *s == '\\')
      sy_str_addc(out, '\\');
    sy_str_addc(out, *s);
  }
  sy_str_addc(out, '"');
}

static void add_field(sy_str *out, const char *name, const char *value) {
  sy_str_addf(out, "\"%s\": ", name);
  add_string(out, value);
  sy_str_add(out, ", ");
}

static bool is_xclang(const sy_item *item) {
  return !item->is_input && strcmp(item->words[0], "-Xclang") == 0 && item->words[1];
}

// A precompiled header is one of a SYCL compilation and does not fit; so with plugins.
static bool fits(const sy_item *item, const sy_item *before) {
  if (!(item->where & SY_TO_HOST))
    return false;
  if (is_xclang(item))
    return strcmp(item->words[1], "-include-pch") != 0 &&
           !(before && is_xclang(before) && strcmp(before->words[1], "-include-pch") == 0);
  return strcmp(item->words[0], "-include-pch") != 0 && !sy_starts(item->words[0], "-fplugin=");
}

static void add_user_options(const sy_command *c, sy_strs *args) {
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_item *item = &c->items.data[i];
    if (!fits(item, i ? item - 1 : NULL))
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

static void add_entry(const sy_command *c, const sy_item *source, const sy_goals *g, const sy_install *in,
                      const char *directory, sy_arena *a, sy_str *out) {
  bool sycl = source->kind != SY_KIND_OTHER, compiled = c->action == SY_ACT_OBJECT && c->output;
  const char *path = source->words[0];
  const char *result = compiled ? c->output : sy_arena_printf(a, "%s.o", sy_path_stem(path, a));
  sy_strs args = {0};
  sy_strs_add(&args, sy_install_llvm(in, sycl ? "clang++" : "clang", a));
  add_user_options(c, &args);
  if (sycl)
    add_sycl_options(g, in, a, &args);
  if (source->language) {
    sy_strs_add(&args, "-x");
    sy_strs_add(&args, source->language);
  }
  const char *end[] = {"-c", path, "-o", result};
  for (size_t i = 0; i < 4; i++)
    sy_strs_add(&args, end[i]);

  sy_str_add(out, "{ ");
  add_field(out, "directory", directory);
  add_field(out, "file", path);
  add_field(out, "output", result);
  sy_str_add(out, "\"arguments\": [");
  for (size_t i = 0; i < args.n; i++) {
    sy_str_add(out, i ? ", " : "");
    add_string(out, args.data[i]);
  }
  sy_str_add(out, "]},\n");
  sy_vec_free(&args);
}

static void add_entries(const sy_command *c, const sy_goals *g, const sy_install *in, const char *directory,
                        sy_arena *a, sy_str *out) {
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_item *item = &c->items.data[i];
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

bool sy_compdb_write(const sy_command *c, const sy_goals *g, const sy_install *in, sy_arena *a, sy_diag *d) {
  const char *here = current_folder(a, d);
  sy_str text = SY_STR_INIT;
  if (!here)
    return false;
  add_entries(c, g, in, here, a, &text);
  bool ok = sy_file_write(c->compdb, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

// ---- reading -------------------------------------------------------------------------------------------

typedef struct reader {
  const char *path; // of the database
  sy_view text;
  size_t at;
  sy_arena *a;
  sy_diag *d;
} reader;

typedef struct entry {
  const char *directory;
  sy_strs args;
} entry;

static char peek(reader *r) {
  while (r->at < r->text.n && strchr(" \t\r\n", r->text.s[r->at]))
    r->at++;
  return r->at < r->text.n ? r->text.s[r->at] : '\0';
}

static bool wrong(reader *r, const char *what) {
  unsigned line = 1;
  for (size_t i = 0; i < r->at && i < r->text.n; i++)
    line += r->text.s[i] == '\n';
  return sy_error(r->d, sy_at(r->path, line, 0), "not a compilation database: expected %s", what);
}

static bool accept(reader *r, char c) {
  bool is = peek(r) == c && c;
  r->at += is;
  return is;
}

static bool expect(reader *r, char c, const char *what) {
  return accept(r, c) || wrong(r, what);
}

static void add_utf8(sy_str *out, unsigned c) {
  if (c < 0x80) {
    sy_str_addc(out, (char)c);
  } else if (c < 0x800) {
    sy_str_addc(out, (char)(0xc0 | c >> 6));
    sy_str_addc(out, (char)(0x80 | (c & 0x3f)));
  } else {
    sy_str_addc(out, (char)(0xe0 | c >> 12));
    sy_str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
    sy_str_addc(out, (char)(0x80 | (c & 0x3f)));
  }
}

// After a backslash.
static bool read_escape(reader *r, sy_str *out) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  char c = r->at < r->text.n ? r->text.s[r->at++] : '\0';
  const char *name = c ? strchr(names, c) : NULL;
  unsigned code;
  if (name) {
    sy_str_addc(out, values[name - names]);
    return true;
  }
  char digits[5] = {0};
  if (c != 'u' || r->text.n - r->at < 4)
    return wrong(r, "an escape sequence");
  memcpy(digits, r->text.s + r->at, 4);
  if (strspn(digits, "0123456789abcdefABCDEF") != 4 || sscanf(digits, "%x", &code) != 1)
    return wrong(r, "four hexadecimal digits");
  r->at += 4;
  add_utf8(out, code);
  return true;
}

static bool read_string(reader *r, const char **out) {
  sy_str s = SY_STR_INIT;
  bool ok = expect(r, '"', "a string"), closed = false;
  while (ok && !closed && r->at < r->text.n) {
    char c = r->text.s[r->at++];
    closed = c == '"';
    if (c == '\\')
      ok = read_escape(r, &s);
    else if (!closed)
      sy_str_addc(&s, c);
  }
  *out = sy_arena_printf(r->a, "%s", sy_str_c(&s));
  sy_str_free(&s);
  return ok && (closed || wrong(r, "the end of a string"));
}

static bool read_strings(reader *r, sy_strs *out) {
  const char *s;
  if (!expect(r, '[', "'['"))
    return false;
  do {
    if (!read_string(r, &s))
      return false;
    sy_strs_add(out, s);
  } while (accept(r, ','));
  return expect(r, ']', "']'");
}

static bool read_member(reader *r, entry *e) {
  const char *name, *value;
  if (!read_string(r, &name) || !expect(r, ':', "':'"))
    return false;
  if (strcmp(name, "arguments") == 0)
    return read_strings(r, &e->args);
  if (!read_string(r, &value))
    return false;
  if (strcmp(name, "directory") == 0)
    e->directory = value;
  if (strcmp(name, "command") == 0)
    return sy_opts_split(sy_view_c(value), r->path, r->a, &e->args, r->d);
  return true;
}

static bool read_entry(reader *r, entry *e) {
  if (!expect(r, '{', "'{'"))
    return false;
  do {
    if (!read_member(r, e))
      return false;
  } while (accept(r, ','));
  if (!expect(r, '}', "'}'"))
    return false;
  return (e->directory && e->args.n) || wrong(r, "an entry with \"directory\" and \"command\" or \"arguments\"");
}

// ---- converting ----------------------------------------------------------------------------------------

// Where sycc stands in the command: first, or after a launcher such as ccache. The number of arguments: nowhere.
static size_t find_sycc(const sy_strs *args) {
  for (size_t i = 0; i < args->n && i < 2; i++)
    if (strcmp(sy_path_base(args->data[i]), "sycc") == 0)
      return i;
  return args->n;
}

static bool convert_command(reader *r, const entry *e, size_t first, const sy_install *in, sy_str *out) {
  sy_command c;
  sy_goals g = {0};
  // Files that the command names are relative to its folder.
  bool ok = chdir(e->directory) == 0 || sy_error(r->d, SY_NOWHERE, "no such folder: '%s'", e->directory);
  ok = ok && sy_command_parse((int)(e->args.n - first), (char **)e->args.data + first, r->a, &c, r->d);
  if (!ok)
    return false;
  ok = sy_goals_read_config(&g, &c, r->d) && sy_goals_choose(&g, &c, r->a, r->d);
  if (ok)
    add_entries(&c, &g, in, e->directory, r->a, out);
  sy_goals_free(&g);
  sy_command_free(&c);
  return ok;
}

static bool convert_entry(reader *r, const sy_install *in, sy_str *out) {
  entry e = {0};
  peek(r);
  size_t begin = r->at;
  bool ok = read_entry(r, &e);
  size_t first = find_sycc(&e.args);
  if (ok && first < e.args.n) {
    ok = convert_command(r, &e, first, in, out);
  } else if (ok) { // of another compiler: as it is
    sy_str_addn(out, r->text.s + begin, r->at - begin);
    sy_str_add(out, ",\n");
  }
  sy_vec_free(&e.args);
  return ok;
}

static bool convert(reader *r, const sy_install *in, sy_str *out) {
  if (!expect(r, '[', "'['"))
    return false;
  sy_str_add(out, "[\n");
  if (accept(r, ']')) {
    sy_str_add(out, "]\n");
    return true;
  }
  do {
    if (!convert_entry(r, in, out))
      return false;
  } while (accept(r, ','));
  if (sy_ends(sy_str_c(out), ",\n"))
    out->n -= 2;
  sy_str_add(out, "\n]\n");
  return expect(r, ']', "']'");
}

bool sy_compdb_convert(const sy_command *c, const sy_install *in, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT, out = SY_STR_INIT;
  const char *here = current_folder(a, d);
  bool ok = here && sy_file_read(c->compdb, &text, d);
  if (ok) {
    reader r = {.path = c->compdb, .text = sy_view_of(&text), .a = a, .d = d};
    ok = convert(&r, in, &out);
  }
  ok = ok && (chdir(here) == 0 || sy_error(d, SY_NOWHERE, "no such folder: '%s'", here));
  if (ok && c->output)
    ok = sy_file_write(c->output, sy_str_c(&out), out.n, d);
  else if (ok)
    fputs(sy_str_c(&out), stdout);
  sy_str_free(&text);
  sy_str_free(&out);
  return ok;
}
