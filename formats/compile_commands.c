// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation databases. Of JSON this reads what they are made of: an array of objects whose members are
// strings or arrays of strings.
#include "formats/compile_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/opts.h"
#include "formats/text.h"

static void add_field(sy_str *out, const char *name, const char *value) {
  sy_json_member(out, name, value);
  sy_str_add(out, ", ");
}

void sy_compile_command_write(const sy_compile_command *c, sy_str *out) {
  sy_str_add(out, "{ ");
  add_field(out, "directory", c->directory);
  add_field(out, "file", c->file);
  if (c->output)
    add_field(out, "output", c->output);
  sy_str_add(out, "\"arguments\": ");
  sy_json_strings(out, c->arguments.data, c->arguments.n);
  sy_str_addc(out, '}');
}

typedef struct compdb_reader {
  const char *file;
  sy_view text;
  size_t at;
  sy_arena *a;
  sy_diag *d;
} compdb_reader;

static char peek(compdb_reader *r) {
  while (r->at < r->text.n && strchr(" \t\r\n", r->text.s[r->at]))
    r->at++;
  return r->at < r->text.n ? r->text.s[r->at] : '\0';
}

static bool wrong(compdb_reader *r, const char *what) {
  unsigned line = 1;
  for (size_t i = 0; i < r->at && i < r->text.n; i++)
    line += r->text.s[i] == '\n';
  return sy_error(r->d, sy_at(r->file, line, 0), "not a compilation database: expected %s", what);
}

static bool accept(compdb_reader *r, char c) {
  bool is = peek(r) == c && c;
  r->at += is;
  return is;
}

static bool expect(compdb_reader *r, char c, const char *what) {
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
static bool read_escape(compdb_reader *r, sy_str *out) {
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
  if (code == 0)
    return wrong(r, "a character other than NUL");
  r->at += 4;
  add_utf8(out, code);
  return true;
}

static bool read_string(compdb_reader *r, const char **out) {
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

static bool read_strings(compdb_reader *r, sy_strs *out) {
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

static bool read_member(compdb_reader *r, sy_compile_command *c) {
  const char *name, *value;
  if (!read_string(r, &name) || !expect(r, ':', "':'"))
    return false;
  if (strcmp(name, "arguments") == 0)
    return read_strings(r, &c->arguments);
  if (!read_string(r, &value))
    return false;
  if (strcmp(name, "command") == 0)
    return sy_opts_split(sy_view_c(value), r->file, r->a, &c->arguments, r->d);
  const struct {
    const char *name, **to;
  } fields[] = {{"directory", &c->directory}, {"file", &c->file}, {"output", &c->output}};
  for (size_t i = 0; i < 3; i++)
    if (strcmp(name, fields[i].name) == 0)
      *fields[i].to = value;
  return true;
}

static bool read_command(compdb_reader *r, sy_compile_command *c) {
  if (!expect(r, '{', "'{'"))
    return false;
  do {
    if (!read_member(r, c))
      return false;
  } while (accept(r, ','));
  if (!expect(r, '}', "'}'"))
    return false;
  return (c->directory && c->file && c->arguments.n) ||
         wrong(r, "\"directory\", \"file\" and \"command\" or \"arguments\" in an entry");
}

bool sy_compile_commands_read(sy_view text, const char *file, sy_arena *a, sy_compile_commands *out,
                              sy_diag *d) {
  compdb_reader r = {.file = file, .text = text, .a = a, .d = d};
  if (!sy_text_check(text, file, d) || !expect(&r, '[', "'['"))
    return false;
  bool empty = peek(&r) == ']', ok = true;
  while (ok && !empty) {
    sy_compile_command c = {0};
    ok = read_command(&r, &c);
    sy_vec_push(out, c);
    if (ok && !accept(&r, ','))
      break;
  }
  if (!ok || !expect(&r, ']', "']'"))
    return false;
  return !peek(&r) || wrong(&r, "nothing after the array");
}

void sy_compile_commands_free(sy_compile_commands *all) {
  for (size_t i = 0; i < all->n; i++)
    sy_vec_free(&all->data[i].arguments);
  sy_vec_free(all);
}
