// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of every tool's main(): it parses the command line by the tool's table, answers --help and
// --version, hands each option to the tool and turns diagnostics into text and an exit status. Work on which
// LLVM's bitcode reader may crash runs in a child process, whose end by a signal becomes a diagnostic.
#include "base/tool.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/manual.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool answer(const sy_opt_table *t, const sy_opt_matches *all) {
  for (size_t i = 0; i < all->n; i++) {
    const sy_opt *o = all->data[i].opt;
    if (!o || o->id >= 0)
      continue;
    sy_str text = SY_STR_INIT;
    if (o->id == SY_TOOL_HELP)
      sy_opts_help(t, &text);
    else if (o->id == SY_TOOL_MANUAL)
      sy_manual_page(t, &text);
    else if (o->id == SY_TOOL_COMPLETION)
      sy_manual_completion(t, &text);
    else
      sy_str_addf(&text, "%s (sycc) %s\n", t->tool, SYCC_VERSION);
    fputs(sy_str_c(&text), stdout);
    sy_str_free(&text);
    return true;
  }
  return false;
}

static int run_with_options(const sy_tool *t, void *state, int argc, char **argv, sy_arena *a, sy_diag *d) {
  sy_opt_matches matches = {0};
  bool ok = sy_opts_parse(t->table, argc, argv, a, &matches, d);
  bool answered = ok && answer(t->table, &matches);
  for (size_t i = 0; ok && !answered && i < matches.n; i++)
    ok = t->take(state, &matches.data[i], d);
  sy_vec_free(&matches);
  if (answered)
    return SY_EXIT_OK;
  return ok ? t->run(state, a, d) : SY_EXIT_USAGE;
}

int sy_tool_main(const sy_tool *t, void *state, int argc, char **argv) {
  sy_arena a = {0};
  sy_diag d = {0};
  sy_standard_streams_open();
  int status = run_with_options(t, state, argc, argv, &a, &d);
  if (!sy_standard_output_close(&d) && status == SY_EXIT_OK)
    status = SY_EXIT_INPUT;
  sy_diag_flush(&d, t->table->tool);
  sy_diag_free(&d);
  sy_arena_free(&a);
  return status;
}

bool sy_tool_in_child(const char *file, int *status, sy_diag *d) {
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return true;
  }
  *status = SY_EXIT_INPUT;
  if (child < 0)
    return sy_limits_no_child(d);
  int how = 0;
  while (waitpid(child, &how, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(how))
    *status = WEXITSTATUS(how);
  else {
    sy_error(d, sy_at(file, 0, 0), "LLVM crashed on this module (%s)", strsignal(WTERMSIG(how)));
    if (!sy_limits_help_signal(WTERMSIG(how), d))
      sy_help(d, "a damaged file does that; llvm-dis tells more");
  }
  return false;
}

bool sy_tool_take_input(const char **input, const char *value, sy_diag *d) {
  if (*input)
    return sy_error(d, SY_NOWHERE, "more than one input: '%s' and '%s'", *input, value);
  *input = value;
  return true;
}
