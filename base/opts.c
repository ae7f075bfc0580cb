// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lines from a table, and response files.
//
// Response files follow GNU libiberty: white space separates, both kinds of quotes group, and a backslash
// takes the next character as it is, inside quotes too. Two things are errors here that libiberty lets
// pass: a quote that is not closed, and a file that can't be read.
#include "base/opts.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

enum {
  MAX_RESPONSE_FILES = 1000, // read for one command line: stops a file that names itself
  HELP_COLUMN = 30,
};

static bool takes_prefix(const sy_opt *o) {
  return o->form == SY_OPT_JOINED || o->form == SY_OPT_EITHER;
}

const sy_opt *sy_opt_find(const sy_opt_table *t, const char *arg) {
  const sy_opt *best = NULL;
  size_t best_n = 0;
  for (size_t i = 0; i < t->n; i++) {
    const sy_opt *o = &t->opts[i];
    size_t n = strlen(o->name);
    bool exact = strcmp(arg, o->name) == 0;
    if (exact && !takes_prefix(o))
      return o;
    if (takes_prefix(o) && sy_starts(arg, o->name) && (!best || n > best_n)) {
      best = o;
      best_n = n;
    }
  }
  return best;
}

static const char *without_dashes(const char *s) {
  return s + strspn(s, "-");
}

const char *sy_opt_nearest(const sy_opt_table *t, const char *arg) {
  const char *eq = strchr(arg, '=');
  char *head = eq ? strndup(arg, (size_t)(eq - arg) + 1) : strdup(arg);
  if (!head)
    sy_out_of_memory();
  size_t n = strlen(without_dashes(head));
  unsigned limit = n < 2 ? 0 : n < 12 ? 1 + (unsigned)n / 4 : 4;
  const char *best = NULL;
  for (size_t i = 0; i < t->n && n < 200; i++) {
    const char *name = t->opts[i].name;
    if (!t->opts[i].help)
      continue;
    bool only_dashes = strcmp(without_dashes(name), without_dashes(head)) == 0;
    unsigned distance = only_dashes ? 0 : sy_edit_distance(head, name);
    if (distance < limit || (distance == limit && !best)) {
      best = name;
      limit = distance;
    }
  }
  free(head);
  return best;
}

// One argument of a response file, taken off *rest. False when a quote, the one at *open_quote, is not
// closed.
static bool next_argument(sy_view *rest, sy_str *arg, const char **open_quote) {
  char quote = 0;
  size_t i = 0;
  for (; i < rest->n; i++) {
    char c = rest->s[i];
    if (c == '\\' && i + 1 < rest->n) {
      sy_str_addc(arg, rest->s[++i]);
    } else if (quote ? c == quote : c == '"' || c == '\'') {
      *open_quote = rest->s + i;
      quote = quote ? 0 : c;
    } else if (!quote && strchr(" \t\r\n\v\f", c)) {
      break;
    } else {
      sy_str_addc(arg, c);
    }
  }
  *rest = (sy_view){rest->s + i, rest->n - i};
  return quote == 0;
}

static sy_where place_of(const char *file, sy_view text, const char *at) {
  unsigned line = 1, col = 1;
  for (const char *p = text.s; p < at; p++) {
    col = *p == '\n' ? 1 : col + 1;
    line += *p == '\n';
  }
  return sy_at(file, line, col);
}

bool sy_opts_split(sy_view text, const char *file, sy_arena *a, sy_strs *out, sy_diag *d) {
  const char *nul = text.n ? memchr(text.s, 0, text.n) : NULL;
  if (nul)
    return sy_error(d, place_of(file, text, nul), "NUL byte");
  sy_view rest = text;
  sy_str arg = SY_STR_INIT;
  bool ok = true;
  while (ok) {
    while (rest.n && strchr(" \t\r\n\v\f", *rest.s))
      rest = (sy_view){rest.s + 1, rest.n - 1};
    if (!rest.n)
      break;
    const char *quote = NULL;
    sy_str_clear(&arg);
    ok = next_argument(&rest, &arg, &quote);
    if (ok)
      sy_strs_add(out, sy_arena_strndup(a, sy_str_c(&arg), arg.n));
    else
      sy_error(d, place_of(file, text, quote), "quote is not closed");
  }
  sy_str_free(&arg);
  return ok;
}

void sy_opts_quote(sy_str *out, const char *arg) {
  sy_str_addc(out, '"');
  for (; *arg; arg++) {
    if (*arg == '"' || *arg == '\\')
      sy_str_addc(out, '\\');
    sy_str_addc(out, *arg);
  }
  sy_str_add(out, "\"\n");
}

static bool expand_one(const char *arg, unsigned *files, sy_arena *a, sy_strs *out, sy_diag *d);

static bool expand_file(const char *file, unsigned *files, sy_arena *a, sy_strs *out, sy_diag *d) {
  if (++*files > MAX_RESPONSE_FILES)
    return sy_error(d, SY_NOWHERE, "more than %d response files, last '%s'", MAX_RESPONSE_FILES, file);
  sy_str text = SY_STR_INIT;
  sy_strs args = {0};
  bool ok = sy_file_read(file, &text, d) && sy_opts_split(sy_view_of(&text), file, a, &args, d);
  sy_str_free(&text);
  for (size_t i = 0; ok && i < args.n; i++)
    ok = expand_one(args.data[i], files, a, out, d);
  sy_vec_free(&args);
  return ok;
}

// A lone "@" is a plain argument.
static bool expand_one(const char *arg, unsigned *files, sy_arena *a, sy_strs *out, sy_diag *d) {
  if (arg[0] == '@' && arg[1])
    return expand_file(arg + 1, files, a, out, d);
  sy_strs_add(out, arg);
  return true;
}

bool sy_opts_expand(int argc, char **argv, sy_arena *a, sy_strs *out, sy_diag *d) {
  unsigned files = 0;
  for (int i = 0; i < argc; i++)
    if (!expand_one(argv[i], &files, a, out, d))
      return false;
  return true;
}

static bool unknown_option(const sy_opt_table *t, const char *arg, sy_diag *d) {
  const char *near = sy_opt_nearest(t, arg);
  sy_error(d, SY_NOWHERE, "unknown option '%s'", arg);
  if (near)
    sy_help(d, "did you mean '%s'?", near);
  return false;
}

// The option at args[*i]; moves *i on over a value that stands apart.
static bool parse_option(const sy_opt_table *t, const sy_strs *args, size_t *i, sy_opt_match *m, sy_diag *d) {
  const char *arg = args->data[*i];
  const sy_opt *o = m->opt = sy_opt_find(t, arg);
  if (!o)
    return unknown_option(t, arg, d);
  const char *joined = arg + strlen(o->name);
  bool apart = o->form == SY_OPT_SEPARATE || (o->form == SY_OPT_EITHER && !*joined);
  if (apart && *i + 1 >= args->n)
    return sy_error(d, SY_NOWHERE, "option '%s' needs a value: %s", o->name, o->value ? o->value : "<value>");
  if (apart)
    m->value = args->data[++*i];
  else
    m->value = takes_prefix(o) ? joined : NULL;
  return true;
}

// Goes on after an error, so that one run reports every wrong option.
static bool parse_all(const sy_opt_table *t, const sy_strs *args, sy_opt_matches *out, sy_diag *d) {
  bool ok = true, options = true;
  for (size_t i = 0; i < args->n; i++) {
    const char *arg = args->data[i];
    sy_opt_match m = {NULL, arg};
    if (options && strcmp(arg, "--") == 0) {
      options = false;
      continue;
    }
    if (options && arg[0] == '-' && arg[1] && !parse_option(t, args, &i, &m, d)) {
      ok = false;
      continue;
    }
    sy_vec_push(out, m);
  }
  return ok;
}

bool sy_opts_parse(const sy_opt_table *t, int argc, char **argv, sy_arena *a, sy_opt_matches *out,
                   sy_diag *d) {
  sy_strs args = {0};
  bool ok = sy_opts_expand(argc > 0 ? argc - 1 : 0, argv + 1, a, &args, d) && parse_all(t, &args, out, d);
  sy_vec_free(&args);
  return ok;
}

static void help_line(const sy_opt *o, sy_str *out) {
  size_t start = out->n;
  sy_str_addf(out, "  %s", o->name);
  if (o->value)
    sy_str_addf(out, "%s%s", o->form == SY_OPT_JOINED ? "" : " ", o->value);
  if (out->n - start + 2 > HELP_COLUMN) {
    sy_str_addc(out, '\n');
    start = out->n;
  }
  sy_view rest = sy_view_c(o->help), line;
  while (sy_view_split(&rest, '\n', &line)) {
    sy_str_addf(out, "%*s%.*s\n", (int)(HELP_COLUMN - (out->n - start)), "", (int)line.n, line.s);
    start = out->n;
  }
}

void sy_opts_help(const sy_opt_table *t, sy_str *out) {
  sy_str_addf(out, "usage: %s\n\n", t->usage);
  if (t->summary)
    sy_str_addf(out, "%s\n\n", t->summary);
  sy_str_add(out, "options:\n");
  for (size_t i = 0; i < t->n; i++)
    if (t->opts[i].help)
      help_line(&t->opts[i], out);
}
