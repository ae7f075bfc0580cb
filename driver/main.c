// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycc, the compiler driver: understands the command line, plans, then prints or runs the plan.
//
// Exit status: 0 done, 1 a job failed or a file is wrong, 2 wrong usage.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/count.h"
#include "base/file.h"
#include "base/manual.h"
#include "base/proc.h"
#include "driver/compdb.h"
#include "driver/depfile.h"
#include "driver/header_cache.h"
#include "driver/launch.h"
#include "driver/phases.h"
#include "driver/run.h"
#include "driver/sanitizers.h"
#include "driver/texts.h"
#include "driver/toolchains.h"

// Prints --help, or another text that is made of the table of options.
static int print_options(void (*write)(const sy_opt_table *t, sy_str *out)) {
  sy_str text = SY_STR_INIT;
  write(sy_command_options(), &text);
  fputs(sy_str_c(&text), stdout);
  sy_str_free(&text);
  return SY_EXIT_OK;
}

static int version(const sy_install *in, sy_arena *a, sy_diag *d) {
  const char *clang = sy_install_llvm(in, "clang++", a), *argv[] = {clang, "--version", NULL};
  sy_proc_result r;
  printf("sycc version %s (SYCL 2020)\n", SYCC_VERSION);
  if (fflush(stdout)) // main reports it
    return SY_EXIT_OK;
  sy_proc_run(argv, NULL, &r);
  return sy_proc_explain(&r, clang, NULL, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

// Children write into a pipe: colours are on when our own output is a terminal that shows them.
static bool wants_color(void) {
  const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0 && !(no && *no);
}

// The names of files in it stand in tables, lists and #include lines.
static bool may_hold_temp(const char *folder, sy_diag *d) {
  static const struct {
    char c;
    const char *name;
  } separators[] = {
      {'\n', "newline"}, {'\r', "carriage return"}, {',', "comma"}, {'"', "quote"}, {'|', "'|'"}};
  for (size_t i = 0; i < SY_COUNT(separators); i++)
    if (strchr(folder, separators[i].c)) {
      sy_error(d, SY_NOWHERE, "folder for temporary files has a %s in its name: '%s'", separators[i].name,
               folder);
      sy_help(d, "set TMPDIR to another folder");
      return false;
    }
  return true;
}

// Finds the folder for intermediate files. For -### it is only named, and the printed plan makes it.
static bool find_temp(sy_plan *p, sy_diag *d) {
  const sy_command_line *c = p->c;
  const char *parent = getenv("TMPDIR");
  p->keep_temp = c->save_temps != NULL;
  if (!sy_plan_needs_temp(c))
    return true;
  if (c->save_temps)
    p->temp = strcmp(c->save_temps, "obj") == 0 && c->output ? sy_path_dir(c->output, p->a) : "";
  else if (c->print_only || c->print_phases)
    p->temp = sy_path_join(parent && *parent ? parent : "/tmp",
                           sy_arena_printf(p->a, "sycc-%ld", (long)getpid()), p->a);
  else
    p->temp = sy_temp_dir("sycc", p->a, d);
  return p->temp && may_hold_temp(p->temp, d);
}

static bool print(const sy_plan *p) {
  sy_str text = SY_STR_INIT;
  if (p->c->print_phases)
    sy_phases_print(p, &text);
  else
    sy_plan_print(p, &text);
  fputs(sy_str_c(&text), stderr);
  sy_str_free(&text);
  return true;
}

// Intermediate files that are kept have the same names in every run. So one sycc at a time makes them in a
// folder, or one would go on with the files of another. Returns a descriptor to close at the end, or -1 where
// the folder cannot be opened.
static int wait_for_folder(const char *folder) {
  int fd = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    flock(fd, LOCK_EX);
  return fd;
}

static bool run_plan(sy_plan *p, sy_diag *d) {
  int folder = p->temp && p->keep_temp ? wait_for_folder(p->temp) : -1;
  bool ok = sy_plan_write_devices(p, d) && sy_run(p, d);
  if (folder >= 0)
    close(folder);
  return ok;
}

static bool run_compile(const sy_command_line *c, const sy_goals *g, const sy_install *in, sy_arena *a,
                        sy_diag *d) {
  bool prints = c->print_only || c->print_phases;
  sy_plan p = {.c = c, .g = g, .in = in, .a = a, .color = wants_color()};
  sy_run_catch_signals();
  bool ok = find_temp(&p, d) && sy_plan_make(&p, d);
  sy_diag_flush(d, "sycc");                    // warnings about the command line come first
  if (ok && p.temp && !p.keep_temp && !prints) // what a program leaves behind when it dies goes with the rest
    setenv("TMPDIR", p.temp, 1);
  if (ok && c->compdb && !prints)
    ok = sy_compdb_write(c, g, in, a, d);
  if (ok)
    ok = prints ? print(&p) : run_plan(&p, d);
  if (p.temp && !p.keep_temp && !prints)
    sy_temp_dir_remove(p.temp);
  sy_plan_free(&p);
  return ok;
}

static void write_list(const char *form, const sy_devices *devices, sy_str *out) {
  const sy_target *t;
  if (strcmp(form, "json") == 0)
    sy_devices_list_json(devices, out);
  else if (strcmp(form, "text") == 0)
    sy_devices_list(devices, out);
  else
    for (size_t i = 0; (t = sy_devices_next(devices, &i));)
      sy_str_addf(out, "%s\n", t->TargetName);
}

static int list_targets(const sy_command_line *c, sy_diag *d) {
  sy_goals g = {0};
  sy_str text = SY_STR_INIT;
  bool ok = sy_goals_read_config(&g, c, d);
  if (ok)
    write_list(c->list_form, &g.devices, &text);
  fputs(sy_str_c(&text), stdout);
  sy_str_free(&text);
  sy_goals_free(&g);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}

static int build_for_command(const sy_command_line *c, const sy_install *in, sy_arena *a, sy_diag *d) {
  sy_goals g = {0};
  bool has_targets = c->action < SY_ACT_QUERY;
  int status = SY_EXIT_INPUT;
  if (has_targets && !sy_goals_read_config(&g, c, d))
    status = SY_EXIT_INPUT;
  else if (has_targets && !sy_goals_choose(&g, c, a, d))
    status = SY_EXIT_USAGE;
  else if (sy_goals_check(&g, d)) {
    sy_sanitizers_check(c, &g, d);
    status = run_compile(c, &g, in, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
  }
  sy_goals_free(&g);
  return status;
}

static int run_action(const sy_command_line *c, const sy_install *in, sy_arena *a, sy_diag *d) {
  switch (c->action) {
  case SY_ACT_HELP:
    return print_options(sy_opts_help);
  case SY_ACT_MANUAL:
    return print_options(sy_manual_page);
  case SY_ACT_COMPLETION:
    return print_options(sy_manual_completion);
  case SY_ACT_TOOLCHAINS:
    sy_toolchains_help(c->toolchain);
    return SY_EXIT_OK;
  case SY_ACT_VERSION:
    return version(in, a, d);
  case SY_ACT_LIST:
    return list_targets(c, d);
  case SY_ACT_CONVERT:
    return sy_compdb_convert(c, in, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
  default:
    return build_for_command(c, in, a, d);
  }
}

// clang compiles OpenMP without looking whether it can be linked.
static void check_openmp(const sy_command_line *c, const sy_install *in, sy_arena *a, sy_diag *d) {
  bool wanted = !c->host_compiler && (sy_command_has(c, "-fopenmp") || sy_command_has(c, "-fopenmp=libomp"));
  const char *library = sy_path_join(sy_path_dir(in->llvm, a), "lib/libomp.so", a);
  if (!wanted || sy_file_exists(library) || c->action >= SY_ACT_QUERY)
    return;
  sy_warning(d, SY_NOWHERE, "OpenMP needs LLVM's run-time library, which is not in '%s'",
             sy_path_dir(library, a));
  sy_help(d, "install the Debian package libomp-%s-dev", LLVM_MAJOR);
}

int main(int argc, char **argv) {
  sy_standard_streams_open();
  if (argc > 1 && strcmp(argv[1], "--clean-depfile") == 0)
    return sy_depfile_main(argc, argv);
  if (argc > 1 && strcmp(argv[1], "--keep-header") == 0)
    return sy_header_keep_main(argc, argv);
  if (argc > 1 && strcmp(argv[1], "--join-texts") == 0)
    return sy_texts_main(argc, argv);
  if (argc > 1 && strcmp(argv[1], "--launch") == 0)
    return sy_launch_main(argc, argv);
  sy_arena a = {0};
  sy_diag d = {0};
  sy_command_line c;
  sy_install in;
  sy_install_find(&in, &a);
  int status = SY_EXIT_USAGE;
  if (sy_command_parse(argc, argv, &a, &c, &d)) {
    if (sy_install_is_own_clang(&in, c.host_compiler,
                                &a)) // which finds unnamed kernels, with sycc's own options
      c.host_compiler = NULL;
    check_openmp(&c, &in, &a, &d);
    status = run_action(&c, &in, &a, &d);
  }
  if (!sy_standard_output_close(&d) && status == SY_EXIT_OK)
    status = SY_EXIT_INPUT;
  sy_diag_flush(&d, "sycc");
  sy_diag_free(&d);
  sy_command_line_free(&c);
  sy_arena_free(&a);
  if (sy_run_signal())
    sy_run_reraise(sy_run_signal());
  return status;
}
