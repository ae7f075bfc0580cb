// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-codegen: generates code for one target from a table of device modules.
//
//   sycl-codegen -target=spir64 -device-lib=spir64.bc -o app-spir64.table app.table
//
// Each row is compiled in a child process of its own: LLVM ends the process on what it can't lower, and
// the child turns that into a message that names the kernels; rows also run in parallel that way. The
// children are forks made before LLVM has done anything, which costs a millisecond, not the load time
// of LLVM.
#include "base/file.h"
#include "base/opts.h"
#include "formats/file_table.h"
#include "formats/symbol_list.h"
#include "passes/module.h"
#include "passes/native_cpu.h"
#include "passes/spirv.h"

#include <errno.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OPT_TARGET, OPT_OUTPUT, OPT_LIBRARY, OPT_LEVEL, OPT_CPU, OPT_JOBS, OPT_HELP, OPT_VERSION };

static const sy_opt options[] = {
    {"-target=", SY_OPT_JOINED, "<target>", "what to generate code for: spir64, native_cpu", OPT_TARGET},
    {"-o", SY_OPT_SEPARATE, "<table>", "the file table to write", OPT_OUTPUT},
    {"-device-lib=", SY_OPT_JOINED, "<file>", "link what kernels need of this library; may be repeated", OPT_LIBRARY},
    {"-O", SY_OPT_JOINED, "<level>", "optimise: 0, 1, 2 (default) or 3", OPT_LEVEL},
    {"-mcpu=", SY_OPT_JOINED, "<cpu>", "native_cpu: the oldest CPU the code must run on (default x86-64)", OPT_CPU},
    {"-j", SY_OPT_EITHER, "<n>", "rows compiled at a time (default: one per CPU)", OPT_JOBS},
    {"--help", SY_OPT_FLAG, NULL, "print this", OPT_HELP},
    {"--version", SY_OPT_FLAG, NULL, "print the version", OPT_VERSION},
};

static const sy_opt_table table = {
    .tool = "sycl-codegen",
    .usage = "sycl-codegen -target=<target> -o <table> [options] <table>",
    .summary = "Generates code for one target from each module of a file table and writes a table of the results.",
    .opts = options,
    .n = sizeof options / sizeof *options,
};

typedef struct settings settings;

typedef struct target {
  const char *name, *triple, *suffix;
  bool (*generate)(const settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d);
} target;

struct settings {
  const target *target;
  const char *input, *output, *cpu;
  sy_strs libraries;
  unsigned level;
  unsigned long long jobs;
};

static bool generate_spirv(const settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  (void)s;
  LLVMSetTarget(m, SY_SPIRV_TRIPLE);
  return sy_module_run(m, tm, "function(infer-address-spaces),globaldce,strip-dead-prototypes", d) &&
         sy_spirv_emit(m, tm, path, d);
}

static bool generate_native(const settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  if (!sy_native_cpu_lower(m, tm, d))
    return false;
  if (s->level > 0) {
    char passes[32];
    snprintf(passes, sizeof passes, "default<O%u>", s->level);
    if (!sy_module_run(m, tm, "function(sroa,early-cse,instcombine,simplifycfg)", d))
      return false;
    sy_native_cpu_mark_parallel(m);
    if (!sy_module_run(m, tm, passes, d))
      return false;
  }
  return sy_module_verify(m, path, d) && sy_module_emit(m, tm, path, d);
}

static const target targets[] = {
    {"spir64", SY_SPIRV_TRIPLE, ".spv", generate_spirv},
    {"native_cpu", "x86_64-pc-linux-gnu", ".o", generate_native},
};

// ---- one row, in the child ------------------------------------------------------------------------

static void start_llvm(void) {
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
}

static LLVMTargetMachineRef machine_for(const settings *s, sy_diag *d) {
  LLVMTargetRef t;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(s->target->triple, &t, &message)) {
    sy_error(d, SY_NOWHERE, "this LLVM generates no code for %s: %s", s->target->name, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  bool native = s->target->generate == generate_native;
  return LLVMCreateTargetMachine(t, s->target->triple, native ? s->cpu : "", "",
                                 s->level ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone, LLVMRelocPIC,
                                 LLVMCodeModelDefault);
}

static bool generate(const settings *s, const char *in, const char *out, sy_diag *d) {
  start_llvm();
  LLVMContextRef c = sy_context_new(d);
  LLVMTargetMachineRef tm = machine_for(s, d);
  LLVMModuleRef m = NULL;
  bool ok = tm && sy_module_read(c, in, &m, d);
  for (size_t i = 0; ok && i < s->libraries.n; i++)
    ok = sy_module_link_library(m, s->libraries.data[i], d);
  ok = ok && s->target->generate(s, m, tm, out, d) && d->errors == 0;
  if (m)
    LLVMDisposeModule(m);
  if (tm)
    LLVMDisposeTargetMachine(tm);
  LLVMContextDispose(c);
  return ok;
}

// ---- all rows, in the parent ----------------------------------------------------------------------

typedef struct child {
  pid_t pid;
  int log; // what it wrote to standard error
  size_t row;
} child;

static bool start_child(child *ch, const settings *s, const char *in, const char *out, sy_diag *d) {
  ch->log = memfd_create("log", MFD_CLOEXEC);
  ch->pid = ch->log < 0 ? -1 : fork();
  if (ch->pid < 0)
    return sy_error(d, SY_NOWHERE, "cannot start a child process: %s", strerror(errno));
  if (ch->pid == 0) {
    dup2(ch->log, STDERR_FILENO);
    sy_diag own = {0};
    bool ok = generate(s, in, out, &own);
    sy_diag_flush(&own, table.tool);
    fflush(NULL);
    _exit(ok ? SY_EXIT_OK : SY_EXIT_INPUT);
  }
  return true;
}

static void read_log(int fd, sy_str *out) {
  char bytes[4096];
  ssize_t n;
  lseek(fd, 0, SEEK_SET);
  while ((n = read(fd, bytes, sizeof bytes)) > 0)
    sy_str_addn(out, bytes, (size_t)n);
  while (out->n && out->s[out->n - 1] == '\n')
    out->s[--out->n] = 0;
}

static void name_kernels(const char *path, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_strs symbols = {0};
  sy_diag ignored = {0};
  if (path && sy_file_read(path, &text, &ignored) && sy_symbols_read(sy_view_of(&text), path, a, &symbols, &ignored))
    for (size_t i = 0; i < symbols.n && i < 8; i++)
      sy_note(d, "kernel in this image: %s", symbols.data[i]);
  sy_vec_free(&symbols);
  sy_str_free(&text);
  sy_diag_free(&ignored);
}

// A child's own diagnostics are passed on; one that LLVM ended says why in its last line.
static bool finish_child(const child *ch, int status, const settings *s, const char *symbols, sy_arena *a, sy_diag *d) {
  sy_str log = SY_STR_INIT;
  read_log(ch->log, &log);
  close(ch->log);
  bool ok = WIFEXITED(status) && WEXITSTATUS(status) == SY_EXIT_OK;
  if (ok || (WIFEXITED(status) && WEXITSTATUS(status) == SY_EXIT_INPUT && log.n)) {
    if (log.n)
      fprintf(stderr, "%s\n", log.s);
    if (!ok)
      d->errors++;
  } else {
    const char *reason = strstr(sy_str_c(&log), "LLVM ERROR: ");
    sy_error(d, SY_NOWHERE, "LLVM cannot generate code for %s: %s", s->target->name,
             reason ? reason + strlen("LLVM ERROR: ") : WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : sy_str_c(&log));
  }
  if (!ok)
    name_kernels(symbols, a, d);
  sy_str_free(&log);
  return ok;
}

typedef struct run_state {
  const settings *s;
  sy_table *t;
  int code, symbols; // columns
  child *children;
  size_t running, next;
  sy_arena *a;
} run_state;

static bool start_next(run_state *r, sy_diag *d) {
  const settings *s = r->s;
  size_t row = r->next++;
  const char *in = r->t->rows.data[row][r->code];
  const char *out = sy_arena_printf(r->a, "%s/%s_%zu%s", sy_path_dir(s->output, r->a), sy_path_stem(s->output, r->a),
                                    row, s->target->suffix);
  child ch = {.row = row};
  if (!start_child(&ch, s, in, out, d))
    return false;
  r->children[r->running++] = ch;
  sy_table_set(r->t, row, r->code, out);
  return true;
}

static bool wait_one(run_state *r, sy_diag *d) {
  int status;
  pid_t pid = waitpid(-1, &status, 0);
  for (size_t i = 0; i < r->running; i++) {
    if (r->children[i].pid != pid)
      continue;
    child ch = r->children[i];
    r->children[i] = r->children[--r->running];
    const char *symbols = r->symbols >= 0 ? r->t->rows.data[ch.row][r->symbols] : NULL;
    return finish_child(&ch, status, r->s, symbols, r->a, d);
  }
  return pid > 0 || sy_error(d, SY_NOWHERE, "lost a child process: %s", strerror(errno));
}

static bool generate_rows(const settings *s, sy_table *t, sy_arena *a, sy_diag *d) {
  run_state r = {.s = s, .t = t, .a = a};
  r.code = sy_table_need(t, "Code", sy_at(s->input, 1, 1), d);
  r.symbols = sy_table_column(t, "Symbols");
  if (r.code < 0)
    return false;
  r.children = sy_arena_alloc(a, (t->rows.n + 1) * sizeof *r.children);
  bool ok = true;
  while (r.running || (ok && r.next < t->rows.n)) {
    if (ok && r.next < t->rows.n && r.running < s->jobs)
      ok = start_next(&r, d);
    else
      ok = wait_one(&r, d) && ok;
  }
  return ok;
}

static bool codegen(const settings *s, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_table t = {0};
  bool ok = sy_file_read(s->input, &text, d) && sy_table_read(sy_view_of(&text), s->input, &t, d) &&
            generate_rows(s, &t, a, d);
  sy_str_clear(&text);
  ok = ok && sy_table_write(&t, true, &text, d) && sy_file_write(s->output, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  sy_table_free(&t);
  return ok;
}

// ---- command line ---------------------------------------------------------------------------------

static bool set_target(settings *s, const char *name, sy_diag *d) {
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (!strcmp(name, targets[i].name)) {
      s->target = &targets[i];
      return true;
    }
  sy_error(d, SY_NOWHERE, "unknown target '%s'", name);
  sy_note(d, "targets are 'spir64' and 'native_cpu'");
  return false;
}

// -Os and -Oz mean -O2 here; -Ofast means -O3.
static bool set_level(settings *s, const char *value, sy_diag *d) {
  static const struct { const char *text; unsigned level; } levels[] = {
      {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"s", 2}, {"z", 2}, {"g", 1}, {"fast", 3}, {"", 1},
  };
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (!strcmp(value, levels[i].text)) {
      s->level = levels[i].level;
      return true;
    }
  return sy_error(d, SY_NOWHERE, "unknown optimisation level '-O%s'", value);
}

static bool apply(settings *s, const sy_opt_match *m, sy_diag *d) {
  if (!m->opt) {
    if (s->input)
      return sy_error(d, SY_NOWHERE, "more than one input: '%s' and '%s'", s->input, m->value);
    s->input = m->value;
    return true;
  }
  switch (m->opt->id) {
  case OPT_TARGET:
    return set_target(s, m->value, d);
  case OPT_OUTPUT:
    s->output = m->value;
    return true;
  case OPT_LIBRARY:
    sy_strs_add(&s->libraries, m->value);
    return true;
  case OPT_LEVEL:
    return set_level(s, m->value, d);
  case OPT_CPU:
    s->cpu = m->value;
    return true;
  case OPT_JOBS:
    return (sy_view_u64(sy_view_c(m->value), &s->jobs) && s->jobs > 0) ||
           sy_error(d, SY_NOWHERE, "'-j' takes a number from 1 up, not '%s'", m->value);
  }
  return true;
}

static bool print_info(const sy_opt_matches *all) {
  for (size_t i = 0; i < all->n; i++) {
    const sy_opt *o = all->data[i].opt;
    if (!o || (o->id != OPT_HELP && o->id != OPT_VERSION))
      continue;
    sy_str text = SY_STR_INIT;
    if (o->id == OPT_HELP)
      sy_opts_help(&table, &text);
    else
      sy_str_addf(&text, "sycl-codegen (sycc) %s\n", SYCC_VERSION);
    fputs(sy_str_c(&text), stdout);
    sy_str_free(&text);
    return true;
  }
  return false;
}

static int run(int argc, char **argv, settings *s, sy_arena *a, sy_diag *d) {
  sy_opt_matches matches = {0};
  bool ok = sy_opts_parse(&table, argc, argv, a, &matches, d);
  bool info = ok && print_info(&matches);
  for (size_t i = 0; ok && !info && i < matches.n; i++)
    ok = apply(s, &matches.data[i], d);
  sy_vec_free(&matches);
  if (info)
    return SY_EXIT_OK;
  if (ok && !(s->target && s->output && s->input))
    ok = sy_error(d, SY_NOWHERE, "needs -target=<target>, -o <table> and an input table");
  if (!ok)
    return SY_EXIT_USAGE;
  return codegen(s, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  sy_arena a = {0};
  sy_diag d = {0};
  settings s = {.cpu = "x86-64", .level = 2, .jobs = (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN)};
  int status = run(argc, argv, &s, &a, &d);
  sy_diag_flush(&d, table.tool);
  sy_vec_free(&s.libraries);
  sy_diag_free(&d);
  sy_arena_free(&a);
  return status;
}
