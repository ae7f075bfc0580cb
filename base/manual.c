// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual page and the completion of command lines in bash, from the table of options.
#include "base/manual.h"

#include <ctype.h>
#include <string.h>

// ---- manual page ----------------------------------------------------------------------------------

// In roff a backslash and a dash have meanings of their own, and so has a dot or a quote that begins a line.
static void add_roff(sy_str *out, sy_view text) {
  for (size_t i = 0; i < text.n; i++) {
    char c = text.s[i];
    bool starts_line = !out->n || out->s[out->n - 1] == '\n';
    if (starts_line && (c == '.' || c == '\''))
      sy_str_add(out, "\\&");
    if (c == '-' || c == '\\')
      sy_str_addc(out, '\\');
    sy_str_addc(out, c == '\\' ? 'e' : c);
  }
}

static void add_option(sy_str *out, const sy_opt *o) {
  sy_str_add(out, ".TP\n\\fB");
  add_roff(out, sy_view_c(o->name));
  sy_str_add(out, "\\fR");
  if (o->value && o->form != SY_OPT_JOINED)
    sy_str_addc(out, ' ');
  if (o->value)
    add_roff(out, sy_view_c(o->value));
  sy_str_addc(out, '\n');
  add_roff(out, sy_view_c(o->help));
  sy_str_addc(out, '\n');
}

// "sycl-ls \- lists the platforms and devices": the first part of the summary.
static void add_name(sy_str *out, const sy_opt_table *t) {
  sy_view what = {t->summary, strcspn(t->summary, ".:,;\n")};
  add_roff(out, sy_view_c(t->tool));
  sy_str_addf(out, " \\- %c", tolower(*what.s));
  add_roff(out, (sy_view){what.s + 1, what.n - 1});
}

void sy_manual_page(const sy_opt_table *t, sy_str *out) {
  sy_str_add(out, ".TH ");
  for (const char *c = t->tool; *c; c++)
    sy_str_addc(out, (char)toupper(*c));
  sy_str_addf(out, " 1 \"\" \"sycc %s\" \"SYCL compiler\"\n.SH NAME\n", SYCC_VERSION);
  add_name(out, t);
  sy_str_add(out, "\n.SH SYNOPSIS\n.B ");
  add_roff(out, sy_view_c(t->usage));
  sy_str_add(out, "\n.SH DESCRIPTION\n");
  add_roff(out, sy_view_c(t->summary));
  sy_str_add(out, "\n.SH OPTIONS\n");
  for (size_t i = 0; i < t->n; i++)
    if (t->opts[i].help)
      add_option(out, &t->opts[i]);
  sy_str_add(out, t->manual ? t->manual : "");
  sy_str_add(out, ".SH EXIT STATUS\n0: done. 1: a job failed or a file is wrong. 2: wrong usage.\n");
}

// ---- completion -----------------------------------------------------------------------------------

static void add_quoted(sy_str *out, const char *text) {
  sy_str_addc(out, '\'');
  sy_str_add(out, text); // no option has a quote in its name
  sy_str_addc(out, '\'');
}

// A case for an option whose values are known: those of "<cwd|obj>", or the names of targets.
static void add_values(sy_str *out, const sy_opt *o) {
  bool targets = strstr(o->name, "targets=") != NULL && strcmp(o->value, "<list>") == 0;
  if (!targets && !strchr(o->value, '|'))
    return;
  sy_str_add(out, "  ");
  add_quoted(out, o->name);
  if (targets)
    sy_str_add(out, ") values=$(sycc --list-targets=names 2> /dev/null) ;;\n");
  else
    sy_str_addf(out, ") values='%.*s' ;;\n", (int)strlen(o->value) - 2, o->value + 1);
}

// bash takes "-x=v" apart at the "=": the word to complete is "v", the option two words before it. In a list
// the last name is completed.
static const char head[] = "() {\n"
                           "  local word=${COMP_WORDS[COMP_CWORD]} option= values= list=\n"
                           "  COMPREPLY=()\n"
                           "  if [ \"$word\" = = ]; then\n"
                           "    option=${COMP_WORDS[COMP_CWORD - 1]}= word=\n"
                           "  elif [ \"${COMP_WORDS[COMP_CWORD - 1]}\" = = ]; then\n"
                           "    option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                           "  fi\n"
                           "  case $option in\n";

static const char middle[] = "  esac\n"
                             "  if [ -n \"$values\" ]; then\n"
                             "    case $word in *,*) list=${word%,*}, word=${word##*,} ;; esac\n"
                             "    COMPREPLY=($(compgen -P \"$list\" -W \"${values//|/ }\" -- \"$word\"))\n"
                             "  elif [ -z \"$option\" ] && [ \"${word:0:1}\" = - ]; then\n"
                             "    COMPREPLY=($(compgen -W '";

static const char tail[] = "' -- \"$word\"))\n"
                           "    case ${COMPREPLY[0]} in *=) compopt -o nospace ;; esac\n"
                           "  else\n"
                           "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
                           "  fi\n"
                           "}\n";

// "_sycl_ls", the function that completes the command lines of sycl-ls.
static void add_function_name(sy_str *out, const sy_opt_table *t) {
  sy_str_addc(out, '_');
  for (const char *c = t->tool; *c; c++)
    sy_str_addc(out, *c == '-' ? '_' : *c);
}

void sy_manual_completion(const sy_opt_table *t, sy_str *out) {
  sy_str_add(out, "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
                  "# Completion of command lines in bash.\n");
  add_function_name(out, t);
  sy_str_add(out, head);
  for (size_t i = 0; i < t->n; i++)
    if (t->opts[i].help && t->opts[i].value)
      add_values(out, &t->opts[i]);
  sy_str_add(out, middle);
  for (size_t i = 0; i < t->n; i++)
    if (t->opts[i].help)
      sy_str_addf(out, "%s%s", i ? "\n" : "", t->opts[i].name);
  sy_str_add(out, tail);
  sy_str_add(out, "complete -o filenames -F ");
  add_function_name(out, t);
  sy_str_addf(out, " %s\n", t->tool);
}
