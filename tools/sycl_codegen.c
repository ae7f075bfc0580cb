// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-codegen: generates code for one target from a table of device modules.
//
//   sycl-codegen -target=spir64 -device-lib=spir64.bc -o app-spir64.table app.table
//
// What a target takes stands in the device database: one of the code generators below, and for an
// ahead-of-time target a toolchain, a program of its vendor's that makes machine code from what the generator
// made. A row with an empty file as its code, one that sycl-aspect-filter has rejected, stays as it is.
//
// Each row is compiled in a child process of its own: LLVM ends the process on what it can't lower, and
// the child turns that into a message that names the kernels; rows also run in parallel that way. The
// children are forks made before LLVM has done anything, which costs a millisecond, not the load time
// of LLVM.
#include "base/count.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/proc.h"
#include "base/tool.h"
#include "devices/conditions.h"
#include "devices/cuda.h"
#include "devices/yaml_overlay.h"
#include "formats/file_table.h"
#include "formats/spirv_doubles.h"
#include "formats/spirv_extension.h"
#include "formats/symbol_list.h"
#include "passes/analysis/undefined.h"
#include "passes/common/module.h"
#include "passes/cpu/native_cpu.h"
#include "passes/cpu/sanitize.h"
#include "passes/gpu/amdgcn.h"
#include "passes/gpu/libdevice.h"
#include "passes/gpu/nvptx.h"
#include "passes/shim/shim.h"
#include "passes/spirv/properties.h"
#include "passes/spirv/spirv.h"
#include "tools/toolchains.h"

#include <errno.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEFAULT_TIMEOUT = 300 };

enum {
  OPT_TARGET,
  OPT_CONFIG,
  OPT_OUTPUT,
  OPT_LIBRARY,
  OPT_LEVEL,
  OPT_CPU,
  OPT_TOOLCHAIN,
  OPT_IMPORTS,
  OPT_DUMP,
  OPT_JOBS,
  OPT_SANITIZE,
};

static const sy_opt options[] = {
    {"-target=", SY_OPT_JOINED, "<target>", "what to generate code for, as in -fsycl-targets", OPT_TARGET},
    {"-device-config-file=", SY_OPT_JOINED, "<file>", "targets that this YAML file adds or changes",
     OPT_CONFIG},
    {"-o", SY_OPT_SEPARATE, "<table>", "the file table to write", OPT_OUTPUT},
    {"-device-lib=", SY_OPT_JOINED, "<file>", "link what kernels need of this library; may be repeated",
     OPT_LIBRARY},
    {"-O", SY_OPT_JOINED, "<level>", "optimise: 0, 1, 2 (default) or 3", OPT_LEVEL},
    {"-mcpu=", SY_OPT_JOINED, "<cpu>",
     "the oldest CPU or NVIDIA GPU the code must run on;\nnative: this machine's (default: the target's)",
     OPT_CPU},
    {"-toolchain-option=", SY_OPT_JOINED, "<word>",
     "a word for the target's ahead-of-time compiler; may be repeated.\nCode for the CPU takes -march=<cpu> "
     "and -O<level>",
     OPT_TOOLCHAIN},
    {"-allow-imports", SY_OPT_FLAG, NULL,
     "SYCL_EXTERNAL functions without a body are linked when the program runs", OPT_IMPORTS},
    {"-dump=", SY_OPT_JOINED, "<folder>", "keep copies of the code there", OPT_DUMP},
    {"-sanitize=", SY_OPT_JOINED, "<address|thread|undefined>",
     "instrument code for the CPU; may be repeated", OPT_SANITIZE},
    {"-j", SY_OPT_EITHER, "<n>", "rows compiled at a time (default: one per CPU)", OPT_JOBS},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-codegen",
    .usage = "sycl-codegen -target=<target> -o <table> [options] <table>",
    .summary =
        "Generates code for one target from each module of a file table and writes a table of the results.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct codegen_settings codegen_settings;

// This is how the code of a family is generated. What of it is data stands in devices/families.def.
typedef struct codegen_generator {
  const sy_family *family;
  bool (*generate)(const codegen_settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path,
                   sy_diag *d);
  // Returns features for LLVM beside those of the CPU. Null: there are none.
  const char *(*features)(const codegen_settings *s, const char *cpu);
} codegen_generator;

struct codegen_settings {
  const char *name, *config; // -target=, -device-config-file=
  const char *input, *output, *cpu;
  const char *dump; // null: no copies
  sy_strs libraries;
  sy_strs user_words; // -toolchain-option=
  unsigned level, timeout;
  unsigned sanitizers; // SY_SANITIZE_*
  bool imports;
  unsigned long long jobs;
  // From the database:
  const sy_target *target;
  const codegen_generator *generator;
  const sy_toolchain *toolchain; // null: none
  sy_strs words;                 // for it: the database's options, then the user's
};

// ---- code generators ------------------------------------------------------------------------------

// Whether the device has doubles, as far as it matters here: of what is compiled when the program runs, the
// runtime asks.
static bool has_double(const codegen_settings *s) {
  const sy_aspect *fp64 = sy_aspect_find("fp64");
  return !s->toolchain || s->target->maySupportOtherAspects ||
         sy_target_has(s->target, (uint32_t)fp64->Number);
}

// ocloc is made of Khronos' translator.
static bool takes_semantic(const codegen_settings *s) {
  return strcmp(s->target->aotToolchain, "ocloc") != 0;
}

static bool make_readable(const codegen_settings *s, const char *path, sy_diag *d) {
  sy_str code = SY_STR_INIT;
  bool ok = sy_file_read(path, &code, d);
  size_t n = ok && !takes_semantic(s) ? sy_spirv_drop_semantic(code.s, code.n) : code.n;
  n = ok && !has_double(s) ? sy_spirv_pass_floats(code.s, n) : n;
  ok = ok && sy_file_write(path, code.s, n, d);
  sy_str_free(&code);
  return ok;
}

static bool generate_spirv(const codegen_settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm,
                           const char *path, sy_diag *d) {
  LLVMSetTarget(m, s->target->family->code_triple);
  return sy_spirv_lower(m, tm, d) && sy_spirv_emit(m, tm, path, d) &&
         ((has_double(s) && takes_semantic(s)) || make_readable(s, path, d));
}

// native_cpu is whatever machine the program runs on; a target that names one, and -mcpu, are for that one.
static bool is_for_any_machine(const codegen_settings *s) {
  return !s->cpu && s->level > 1 && !s->sanitizers && sy_target_is_generic(s->target);
}

static bool generate_native(const codegen_settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm,
                            const char *path, sy_diag *d) {
  if (!sy_native_cpu_lower(m, tm, s->target->TargetName, s->level > 0, s->sanitizers, d))
    return false;
  if (s->level > 0 && !sy_native_cpu_optimise(m, tm, s->level, is_for_any_machine(s), d))
    return false;
  return sy_sanitize_instrument(m, tm, s->sanitizers, d) && sy_module_verify(m, path, d) &&
         sy_module_emit(m, tm, path, d);
}

// Mathematics is libdevice's where that is given, otherwise that of Debian's libclc, for which a further
// library of ours lies beside the first.
static bool link_math(const codegen_settings *s, LLVMModuleRef m, const char *libdevice, sy_diag *d) {
  const sy_family *f = s->target->family;
  sy_arena a = {0};
  bool ok = true;
  sy_libdevice_call(m);
  if (!s->libraries.n || !sy_libdevice_needed(m)) {
    // Nothing is to be linked.
  } else if (libdevice) {
    ok = sy_module_link_library(m, libdevice, d);
  } else if (sy_file_exists(f->libclc)) {
    const char *between = sy_arena_printf(&a, "%s_libclc.bc", f->name);
    ok = sy_module_link_library(m, sy_path_join(sy_path_dir(s->libraries.data[0], &a), between, &a), d) &&
         sy_module_link_library(m, f->libclc, d);
  } else {
    ok = sy_error(d, SY_NOWHERE, "kernels for target '%s' need a library of mathematics, and there is none",
                  s->target->TargetName);
    sy_help(d, "install the Debian package libclc-%s%s%s", LLVM_MAJOR, f->other_math ? ", or " : "",
            f->other_math ? f->other_math : "");
  }
  sy_arena_free(&a);
  return ok;
}

// Whether other images may use functions of this one. They do so as PTX, since finished machine code can't be
// linked.
static bool exports_ptx(const codegen_settings *s) {
  return s->imports || !s->toolchain || s->target->archAspect == SY_NO_ARCH;
}

static bool generate_ptx(const codegen_settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm,
                         const char *path, sy_diag *d) {
  char passes[64];
  snprintf(passes, sizeof passes, s->level ? "nvvm-reflect,default<O%u>" : "nvvm-reflect,globaldce",
           s->level);
  sy_arena a = {0};
  bool ok = link_math(s, m, sy_cuda_libdevice(&a), d) && sy_nvptx_lower(m, tm, exports_ptx(s), d) &&
            sy_module_run(m, tm, passes, d) && sy_module_verify(m, path, d) && sy_nvptx_emit(m, tm, path, d);
  sy_arena_free(&a);
  return ok;
}

static bool generate_amdgcn(const codegen_settings *s, LLVMModuleRef m, LLVMTargetMachineRef tm,
                            const char *path, sy_diag *d) {
  char passes[32];
  snprintf(passes, sizeof passes, s->level ? "default<O%u>" : "globaldce", s->level);
  return link_math(s, m, NULL, d) && sy_amdgcn_lower(m, (unsigned)s->target->maxWorkGroupSize, d) &&
         sy_module_run(m, tm, passes, d) && sy_module_verify(m, path, d) && sy_module_emit(m, tm, path, d);
}

// The version of PTX is the oldest that knows the GPU, so that many drivers take it, but not older than that
// of CUDA 10: before, there is no way to say some of what kernels say.
static const char *ptx_features(const codegen_settings *s, const char *cpu) {
  unsigned long long sm;
  const char *number = cpu + strlen(s->target->family->gpus);
  return sy_starts(cpu, s->target->family->gpus) && sy_view_u64(sy_view_c(number), &sm) && sm <= 75 ? "+ptx63"
                                                                                                    : "";
}

// GPUs that have two sizes of wavefronts take that of the database.
static const char *amdgcn_features(const codegen_settings *s, const char *cpu) {
  const char *gpus = s->target->family->gpus;
  bool has_both = sy_starts(cpu, gpus) && cpu[strlen(gpus)] == '1';
  return has_both && sy_target_has_sub_group(s->target, 64) ? "-wavefrontsize32,+wavefrontsize64" : "";
}

static const codegen_generator generators[] = {
    {&sy_family_spir64, generate_spirv, NULL},
    {&sy_family_native_cpu, generate_native, NULL},
    {&sy_family_ptx64, generate_ptx, ptx_features},
    {&sy_family_amdgcn, generate_amdgcn, amdgcn_features},
};

// ---- one row, in the child ------------------------------------------------------------------------

static void start_llvm(void) {
  LLVMInitializeAllAsmParsers(); // for inline assembly, where the code is an object
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
  sy_spirv_allow_extensions();
}

static LLVMTargetMachineRef machine_for(const codegen_settings *s, sy_diag *d) {
  const sy_family *f = s->target->family;
  LLVMTargetRef t;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(f->code_triple, &t, &message)) {
    sy_error(d, SY_NOWHERE, "this LLVM generates no code for %s: %s", f->name, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  const char *cpu = s->cpu ? s->cpu : s->target->cpu;
  bool any = f->kind == SY_FAMILY_SPIRV, this_machine = strcmp(cpu, "native") == 0;
  if (!any && !this_machine && *cpu && !sy_llvm_is_cpu(t, f->code_triple, cpu)) {
    sy_error(d, SY_NOWHERE, "LLVM knows no CPU or GPU '%s' to compile for target '%s'", cpu,
             s->target->TargetName);
    return NULL;
  }
  char *name = this_machine ? LLVMGetHostCPUName() : NULL,
       *features = this_machine ? LLVMGetHostCPUFeatures() : NULL;
  const char *further = s->generator->features ? s->generator->features(s, cpu) : "";
  LLVMTargetMachineRef tm = LLVMCreateTargetMachine(t, f->code_triple,
                                                    any    ? ""
                                                    : name ? name
                                                           : cpu,
                                                    features ? features : further,
                                                    s->level ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone,
                                                    LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMDisposeMessage(name);
  LLVMDisposeMessage(features);
  return tm;
}

static bool check_imports(const codegen_settings *s, LLVMModuleRef m, sy_diag *d) {
  sy_family_links links = s->target->family->links;
  bool possible = links == SY_LINKS_ALWAYS || (links == SY_LINKS_WITHOUT_TOOLCHAIN && !s->toolchain);
  return (s->imports && possible) || sy_check_imports(m, s->target->TargetName, possible, d);
}

// Whether the image stays PTX, which the GPU's driver links with others: it does not link finished machine
// code.
static bool is_for_linking(const codegen_settings *s, LLVMModuleRef m) {
  bool links = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    links |= sy_is_exported(f) || sy_is_imported(f);
  return links && s->target->family->links == SY_LINKS_ALWAYS && exports_ptx(s);
}

// *for_linking: what was made is not for the toolchain.
static bool generate(const codegen_settings *s, const char *in, const char *out, bool *for_linking,
                     sy_diag *d) {
  start_llvm();
  LLVMContextRef c = sy_context_new(d);
  LLVMTargetMachineRef tm = machine_for(s, d);
  LLVMModuleRef m = NULL;
  bool ok = tm && sy_module_read(c, in, &m, d);
  *for_linking = ok && is_for_linking(s, m);
  if (ok && s->target->family->kind != SY_FAMILY_SPIRV)
    sy_drop_annotations(m);
  for (size_t i = 0; ok && i < s->libraries.n; i++)
    ok = sy_module_link_library(m, s->libraries.data[i], d);
  if (ok && s->target->family->kind != SY_FAMILY_HOST)
    ok = sy_sanitize_drop(m, tm, d);
  ok = ok && check_imports(s, m, d) && s->generator->generate(s, m, tm, out, d) && d->errors == 0;
  if (m)
    LLVMDisposeModule(m);
  if (tm)
    LLVMDisposeTargetMachine(tm);
  LLVMContextDispose(c);
  return ok;
}

static bool dump_file(const codegen_settings *s, const char *path, sy_arena *a, sy_diag *d) {
  return sy_file_copy(path, sy_path_join(s->dump, sy_path_base(path), a), d);
}

// Copies what was made to the folder of -dump=, which is made as well.
static bool dump(const codegen_settings *s, const char *code, const char *out, sy_arena *a, sy_diag *d) {
  if (mkdir(s->dump, 0777) != 0 && errno != EEXIST)
    return sy_error(d, SY_NOWHERE, "cannot make the folder '%s': %s", s->dump, strerror(errno));
  return dump_file(s, code, a, d) && (code == out || dump_file(s, out, a, d));
}

// `base` is the result's path without its suffix. What the generator makes for a toolchain stays beside it.
static bool compile_row(const codegen_settings *s, const char *in, const char *base, sy_diag *d) {
  sy_arena a = {0};
  const char *code = sy_arena_printf(&a, "%s%s", base, s->target->family->suffix);
  const char *out = s->toolchain ? sy_arena_printf(&a, "%s%s", base, s->toolchain->suffix) : code;
  bool for_linking, ok = generate(s, in, code, &for_linking, d);
  if (ok && s->toolchain && for_linking)
    ok = sy_file_copy(code, out, d);
  else if (ok && s->toolchain)
    ok = s->toolchain->compile(
        &(sy_toolchain_job){
            .target = s->target, .words = &s->words, .timeout = s->timeout, .in = code, .out = out},
        d);
  ok = ok && (!s->dump || dump(s, code, out, &a, d));
  sy_arena_free(&a);
  return ok;
}

// ---- all rows, in the parent ----------------------------------------------------------------------

typedef struct child {
  pid_t pid;
  int log; // what it wrote to standard error
  size_t row;
} child;

static bool start_child(child *ch, const codegen_settings *s, const char *in, const char *base, sy_diag *d) {
  ch->log = memfd_create("log", MFD_CLOEXEC);
  ch->pid = ch->log < 0 ? -1 : fork();
  if (ch->pid < 0)
    return sy_limits_no_child(d);
  if (ch->pid == 0) {
    dup2(ch->log, STDERR_FILENO);
    sy_diag own = {0};
    bool ok = compile_row(s, in, base, &own);
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

static void name_kernel(const char *symbol, sy_diag *d) {
  char *name = sy_readable_symbol(symbol, true);
  sy_note(d, "kernel in this image: %s", name);
  free(name);
}

static void name_kernels(const char *path, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_strs symbols = {0};
  sy_diag ignored = {0};
  if (path && sy_file_read(path, &text, &ignored) &&
      sy_symbols_read(sy_view_of(&text), path, a, &symbols, &ignored))
    for (size_t i = 0; i < symbols.n && i < 8; i++)
      name_kernel(symbols.data[i], d);
  sy_vec_free(&symbols);
  sy_str_free(&text);
  sy_diag_free(&ignored);
}

// A child's own diagnostics are passed on; one that LLVM ended says why in its last line.
static bool finish_child(const child *ch, int status, const codegen_settings *s, const char *symbols,
                         sy_arena *a, sy_diag *d) {
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
    sy_error(d, SY_NOWHERE, "LLVM cannot generate code for %s: %s", s->target->TargetName,
             reason                ? reason + strlen("LLVM ERROR: ")
             : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                   : sy_str_c(&log));
    if (!reason && WIFSIGNALED(status))
      sy_limits_help_signal(WTERMSIG(status), d);
  }
  if (!ok)
    name_kernels(symbols, a, d);
  sy_diag_flush(d, table.tool); // rows that fail at the same time must not mix
  sy_str_free(&log);
  return ok;
}

typedef struct run_state {
  const codegen_settings *s;
  sy_table *t;
  int code, symbols; // columns
  child *children;
  size_t running, next;
  sy_strs *made; // files of rows
  sy_arena *a;
} run_state;

static bool is_empty(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

static bool start_next(run_state *r, sy_diag *d) {
  const codegen_settings *s = r->s;
  size_t row = r->next++;
  const char *in = r->t->rows.data[row][r->code];
  const char *base =
      sy_arena_printf(r->a, "%s/%s_%zu", sy_path_dir(s->output, r->a), sy_path_stem(s->output, r->a), row);
  child ch = {.row = row};
  if (is_empty(in))
    return true;
  if (!start_child(&ch, s, in, base, d))
    return false;
  r->children[r->running++] = ch;
  const char *suffix = s->toolchain ? s->toolchain->suffix : s->target->family->suffix;
  const char *made = sy_arena_printf(r->a, "%s%s", base, suffix);
  sy_strs_add(r->made, made);
  sy_table_set(r->t, row, r->code, made);
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

static bool generate_rows(const codegen_settings *s, sy_table *t, sy_strs *made, sy_arena *a, sy_diag *d) {
  run_state r = {.s = s, .t = t, .made = made, .a = a};
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

// Whether some device of the target may take this variant. A device may pretend to lack an aspect.
static bool read_possible(const codegen_settings *s, const char *path, bool *possible, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_props props = {0};
  sy_cases cases = {0};
  uint32_t number;
  bool ok = sy_file_read(path, &text, d) && sy_props_read(sy_view_of(&text), path, &props, d) &&
            sy_cases_read(&props, path, &cases, &number, d);
  *possible = ok && sy_cases_possible(&cases, s->target, true);
  sy_cases_free(&cases);
  sy_props_free(&props);
  sy_str_free(&text);
  return ok;
}

// Drops variants for devices that the target is not, as far as something is known of it.
static bool drop_foreign(const codegen_settings *s, sy_table *t, sy_diag *d) {
  int properties = sy_table_column(t, "Properties");
  size_t kept = 0;
  if (properties < 0 || !s->target->aspects.n)
    return true;
  for (size_t i = 0; i < t->rows.n; i++) {
    bool possible = true;
    if (*t->rows.data[i][properties] && !read_possible(s, t->rows.data[i][properties], &possible, d))
      return false;
    if (possible)
      t->rows.data[kept++] = t->rows.data[i];
  }
  t->rows.n = kept;
  return true;
}

static bool codegen(const codegen_settings *s, sy_arena *a, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_table t = {0};
  sy_strs made = {0};
  bool ok = sy_file_read(s->input, &text, d) && sy_table_read(sy_view_of(&text), s->input, &t, d) &&
            drop_foreign(s, &t, d) && generate_rows(s, &t, &made, a, d);
  sy_str_clear(&text);
  ok = ok && sy_table_write(&t, true, &text, d) && sy_file_write(s->output, sy_str_c(&text), text.n, d);
  for (size_t i = 0; i < made.n && !ok; i++) // of no use without the others
    unlink(made.data[i]);
  sy_vec_free(&made);
  sy_str_free(&text);
  sy_table_free(&t);
  return ok;
}

// ---- the target -----------------------------------------------------------------------------------

static bool has_word(const sy_strs *words, const char *word) {
  for (size_t i = 0; i < words->n; i++)
    if (!strcmp(words->data[i], word))
      return true;
  return false;
}

// Intel's compiler for the CPU has names of its own for instruction sets.
static const char *cpu_named(const char *name) {
  static const char *const names[][2] = {
      {"sse42", "x86-64-v2"}, {"avx", "sandybridge"}, {"avx2", "x86-64-v3"}, {"avx512", "x86-64-v4"}};
  for (size_t i = 0; i < SY_COUNT(names); i++)
    if (!strcmp(name, names[i][0]))
      return names[i][1];
  return name;
}

static bool set_level(codegen_settings *s, const char *value, sy_diag *d);

// Code for the CPU has no toolchain: these are the words that LLVM's back end has a use for.
static bool take_cpu_words(codegen_settings *s, sy_diag *d) {
  static const char *const cpus[] = {"-march=", "--march=", "-mcpu="};
  for (size_t i = 0; i < s->words.n; i++) {
    const char *word = s->words.data[i], *cpu = NULL;
    for (size_t k = 0; k < SY_COUNT(cpus) && !cpu; k++)
      cpu = sy_starts(word, cpus[k]) ? word + strlen(cpus[k]) : NULL;
    if (cpu)
      s->cpu = cpu_named(cpu);
    else if (sy_starts(word, "-O") && !set_level(s, word + 2, d))
      return false;
    else if (!sy_starts(word, "-O"))
      sy_warning(d, SY_NOWHERE, "'%s' is not used: code for '%s' takes '-march=<cpu>' and '-O<level>'", word,
                 s->target->TargetName);
  }
  return true;
}

static bool ask_for_device(const codegen_settings *s, sy_diag *d) {
  sy_error(d, SY_NOWHERE, "target '%s' needs '%s' among the options of %s", s->target->TargetName,
           s->toolchain->needs, s->target->aotToolchain);
  sy_help(d, "-toolchain-option=%s -toolchain-option=<device>", s->toolchain->needs);
  return false;
}

// Finds the way to make code for s->target, and says whether there is one.
static bool find_way(codegen_settings *s, sy_arena *a, sy_diag *d) {
  const sy_target *t = s->target;
  if (!sy_family_format(t->family, t->aotToolchain))
    return sy_error(d, SY_NOWHERE, "no code generation for target '%s' yet", t->TargetName);
  for (size_t i = 0; i < SY_COUNT(generators); i++)
    if (t->family == generators[i].family)
      s->generator = &generators[i];
  s->toolchain = sy_toolchain_find(t->aotToolchain);
  if (!sy_opts_split(sy_view_c(t->aotToolchainOptions), t->TargetName, a, &s->words, d))
    return false;
  for (size_t i = 0; i < s->user_words.n; i++)
    sy_strs_add(&s->words, s->user_words.data[i]);
  if (s->toolchain && s->toolchain->needs && !has_word(&s->words, s->toolchain->needs))
    return ask_for_device(s, d);
  if (!s->toolchain && t->family->kind == SY_FAMILY_HOST && !take_cpu_words(s, d))
    return false;
  if (s->toolchain && s->toolchain->is_there && !s->toolchain->is_there(t, d))
    s->toolchain = NULL;
  return true;
}

static int run_for_target(codegen_settings *s, sy_arena *a, sy_diag *d) {
  sy_devices devices = {0};
  int status = SY_EXIT_INPUT;
  bool ok = sy_devices_read_file(&devices, s->config, d);
  s->target = ok ? sy_devices_need(&devices, s->name, d) : NULL;
  if (ok && !s->target)
    status = SY_EXIT_USAGE;
  else if (ok && find_way(s, a, d) && codegen(s, a, d))
    status = SY_EXIT_OK;
  sy_devices_free(&devices);
  return status;
}

// ---- command line ---------------------------------------------------------------------------------

static bool set_timeout(codegen_settings *s, sy_diag *d) {
  const char *text = getenv("SYCC_AOT_TIMEOUT");
  unsigned long long seconds = DEFAULT_TIMEOUT;
  if (text && *text && (!sy_view_u64(sy_view_c(text), &seconds) || seconds > 1000000))
    return sy_error(d, SY_NOWHERE, "SYCC_AOT_TIMEOUT=%s: not a number of seconds", text);
  s->timeout = (unsigned)seconds;
  return true;
}

// -Os and -Oz mean -O2 here; -Ofast means -O3.
static bool set_level(codegen_settings *s, const char *value, sy_diag *d) {
  static const struct {
    const char *text;
    unsigned level;
  } levels[] = {
      {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"s", 2}, {"z", 2}, {"g", 1}, {"fast", 3}, {"", 1},
  };
  for (size_t i = 0; i < SY_COUNT(levels); i++)
    if (!strcmp(value, levels[i].text)) {
      s->level = levels[i].level;
      return true;
    }
  return sy_error(d, SY_NOWHERE, "unknown optimisation level '-O%s'", value);
}

static bool add_sanitizer(codegen_settings *s, const char *name, sy_diag *d) {
  static const struct {
    const char *name;
    unsigned sanitizer;
  } known[] = {
      {"address", SY_SANITIZE_ADDRESS}, {"thread", SY_SANITIZE_THREAD}, {"undefined", SY_SANITIZE_UNDEFINED}};
  for (size_t i = 0; i < SY_COUNT(known); i++)
    if (!strcmp(name, known[i].name)) {
      s->sanitizers |= known[i].sanitizer;
      return true;
    }
  return sy_error(d, SY_NOWHERE, "unknown sanitizer '-sanitize=%s'", name);
}

static bool take_codegen_option(void *state, const sy_opt_match *m, sy_diag *d) {
  codegen_settings *s = state;
  if (!m->opt)
    return sy_tool_take_input(&s->input, m->value, d);
  switch (m->opt->id) {
  case OPT_TARGET:
    s->name = m->value;
    return true;
  case OPT_CONFIG:
    s->config = m->value;
    return true;
  case OPT_TOOLCHAIN:
    sy_strs_add(&s->user_words, m->value);
    return true;
  case OPT_OUTPUT:
    s->output = m->value;
    return true;
  case OPT_LIBRARY:
    sy_strs_add(&s->libraries, m->value);
    return true;
  case OPT_DUMP:
    s->dump = m->value;
    return true;
  case OPT_IMPORTS:
    s->imports = true;
    return true;
  case OPT_LEVEL:
    return set_level(s, m->value, d);
  case OPT_CPU:
    s->cpu = m->value;
    return true;
  case OPT_SANITIZE:
    return add_sanitizer(s, m->value, d);
  case OPT_JOBS:
    return (sy_view_u64(sy_view_c(m->value), &s->jobs) && s->jobs > 0) ||
           sy_error(d, SY_NOWHERE, "'-j' takes a number from 1 up, not '%s'", m->value);
  }
  return true;
}

static int run_codegen(void *state, sy_arena *a, sy_diag *d) {
  codegen_settings *s = state;
  bool ok = (s->name && s->output && s->input) ||
            sy_error(d, SY_NOWHERE, "needs -target=<target>, -o <table> and an input table");
  return ok && set_timeout(s, d) ? run_for_target(s, a, d) : SY_EXIT_USAGE;
}

int main(int argc, char **argv) {
  codegen_settings s = {.level = 2, .jobs = (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN)};
  int status = sy_tool_main(&(sy_tool){&table, take_codegen_option, run_codegen}, &s, argc, argv);
  sy_vec_free(&s.libraries);
  sy_vec_free(&s.user_words);
  sy_vec_free(&s.words);
  return status;
}
