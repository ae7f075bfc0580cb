// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A toolchain may be missing, crash, hang, fail with a page of text or without a word: each becomes one
// message that says what happened and for which target; the caller adds the kernels.
#include "tools/toolchains.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/count.h"
#include "base/file.h"
#include "base/proc.h"
#include "devices/cuda.h"
#include "devices/lld.h"

enum { MAX_REASON_LINES = 8, MAX_PATTERNS = 6 };

// What is to be known about a program to explain its failure.
typedef struct program {
  const char *name;
  const char *missing, *install;       // when it can't be started
  const char *noise[MAX_PATTERNS];     // beginnings of lines that say nothing; they come whatever happens
  const char *unknown[2], *known_help; // it does not know the device; what to do
  const char *heads[2];                // beginnings of a reason that are left out
} program;

static const program ocloc = {
    .name = "ocloc",
    .missing = "which is not in PATH",
    .install = "install the Debian package intel-opencl-icd, or leave the target out",
    .noise = {"Command was:", "Compilation from IR", "Build succeeded", "Build failed",
              "error: backend compiler failed build"},
    .unknown = {"Cannot get HW Info for device", "Could not determine device target"},
    .known_help = "'ocloc compile --help' lists its devices; a newer ocloc knows more",
    .heads = {"error: "},
};

static const program ptxas = {
    .name = "ptxas",
    .missing = "which is not there",
    .install = SY_CUDA_HELP,
    .noise = {"ptxas fatal   : Ptx assembly aborted", "ptxas info"},
    .unknown = {"is not defined for option 'gpu-name'", "is not defined for option 'arch'"},
    .known_help = "'ptxas --help' lists its GPUs; another version of CUDA knows others; 'ptx64' leaves it to "
                  "the driver",
    .heads = {"ptxas fatal   : ", "ptxas error   : "},
};

static const program fatbinary = {
    .name = "fatbinary",
    .missing = "which is not there",
    .install = SY_CUDA_HELP,
    .heads = {"fatbinary fatal   : ", "fatbinary error   : "},
};

static const program lld = {
    .name = "ld.lld",
    .missing = "which is neither beside LLVM " LLVM_MAJOR "'s programs nor in PATH",
    .install = "install the Debian package lld-" LLVM_MAJOR ", or leave the target out",
    .heads = {"ld.lld: error: "},
};

// ---- messages -------------------------------------------------------------------------------------

static bool says_nothing(const program *p, const char *line) {
  for (size_t i = 0; i < MAX_PATTERNS && p->noise[i]; i++)
    if (sy_starts(line, p->noise[i]))
      return true;
  return !line[strspn(line, " \t\r")];
}

static const char *without_head(const program *p, const char *line) {
  for (size_t i = 0; i < 2 && p->heads[i]; i++)
    if (sy_starts(line, p->heads[i]))
      return line + strlen(p->heads[i]);
  return line;
}

// Its lines that say something, each once: ocloc tries again with other settings and fails in the same way.
static void find_reasons(const program *p, const sy_str *out, sy_map *reasons) {
  sy_view rest = sy_view_of(out), line;
  sy_arena a = {0};
  while (sy_view_split(&rest, '\n', &line) && reasons->n < MAX_REASON_LINES) {
    const char *text = sy_arena_strndup(&a, line.s, line.n);
    if (!says_nothing(p, text))
      sy_map_put(reasons, without_head(p, text));
  }
  sy_arena_free(&a);
}

// The first reason becomes the error, further ones notes.
static void explain_by_output(const program *p, const char *target, const sy_proc_result *r, sy_diag *d) {
  const char *out = sy_str_c(&r->out);
  bool unknown = false;
  for (size_t i = 0; i < 2 && p->unknown[i]; i++)
    unknown = unknown || strstr(out, p->unknown[i]);
  sy_map reasons = {0};
  find_reasons(p, &r->out, &reasons);
  if (r->status == 0)
    sy_error(d, SY_NOWHERE, "%s reports success for target '%s', but wrote no code", p->name, target);
  else if (unknown)
    sy_error(d, SY_NOWHERE, "this %s does not know the device of target '%s'", p->name, target);
  else if (!reasons.n)
    sy_error(d, SY_NOWHERE, "%s cannot compile for target '%s' and gives no reason but its status, %d",
             p->name, target, r->status);
  else
    sy_error(d, SY_NOWHERE, "%s cannot compile for target '%s': %s", p->name, target, reasons.entries[0].key);
  for (size_t i = unknown || r->status == 0 ? 0 : 1; i < reasons.n; i++)
    sy_note(d, "%s", reasons.entries[i].key);
  if (unknown)
    sy_help(d, "%s", p->known_help);
  sy_map_free(&reasons);
}

// Not to be found; a script that is there may lack its interpreter.
static bool is_missing(const char *program, const sy_proc_result *r) {
  char *found = sy_proc_find(program);
  bool there = found && sy_file_exists(found);
  free(found);
  return r->start_error == ENOENT && !there;
}

static void toolchain_explain(const program *p, const char *program, const sy_toolchain_job *job,
                              const sy_proc_result *r, sy_diag *d) {
  const char *target = job->target->TargetName;
  if (is_missing(program, r)) {
    sy_error(d, SY_NOWHERE, "target '%s' is compiled by '%s', %s", target, p->name, p->missing);
    sy_help(d, "%s", p->install);
  } else if (r->timed_out) {
    sy_error(d, SY_NOWHERE, "%s did not end within %u s for target '%s'", p->name, job->timeout, target);
    sy_help(d, "SYCC_AOT_TIMEOUT=<seconds> in the environment gives it more time; 0 means no limit");
  } else if (r->start_error || r->signal) {
    sy_proc_explain(r, p->name, NULL, d);
    sy_note(d, "it was to compile for target '%s'", target);
  } else {
    explain_by_output(p, target, r, d);
  }
}

static bool has_contents(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && st.st_size > 0;
}

// Runs argv, which ends with a null, and looks for its result: not that of an earlier run, and whole or not
// at all.
static bool run_toolchain(const program *p, const sy_toolchain_job *job, const sy_strs *argv,
                          const char *result, sy_diag *d) {
  sy_proc_result r;
  remove(result);
  sy_proc_run(argv->data, &(sy_proc_options){.capture = true, .timeout_s = job->timeout}, &r);
  bool ok = r.status == 0 && has_contents(result);
  if (!ok) {
    toolchain_explain(p, argv->data[0], job, &r, d);
    remove(result);
  }
  sy_str_free(&r.out);
  return ok;
}

static void add_all(sy_strs *argv, const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    sy_strs_add(argv, words[i]);
}

// ---- Intel ----------------------------------------------------------------------------------------

// ocloc writes into a folder, under a name to which it adds what it likes unless told not to.
static bool run_ocloc(const sy_toolchain_job *job, const char *dir, sy_diag *d) {
  const char *const head[] = {"ocloc", "compile", "-spirv_input", "-file", job->in};
  const char *const tail[] = {"-output", "code", "-out_dir", dir, "-output_no_suffix", NULL};
  sy_arena a = {0};
  sy_strs argv = {0};
  add_all(&argv, head, SY_COUNT(head));
  add_all(&argv, job->words->data, job->words->n);
  add_all(&argv, tail, SY_COUNT(tail));
  const char *code = sy_path_join(dir, "code", &a);
  bool ok = run_toolchain(&ocloc, job, &argv, code, d) && sy_file_copy(code, job->out, d);
  sy_vec_free(&argv);
  sy_arena_free(&a);
  return ok;
}

// The folder is beside the result, so that it goes with that when we are killed.
static bool compile_ocloc(const sy_toolchain_job *job, sy_diag *d) {
  sy_arena a = {0};
  const char *dir = sy_arena_printf(&a, "%s.tmp", job->out);
  bool ok = mkdir(dir, 0777) == 0 || errno == EEXIST ||
            sy_error(d, SY_NOWHERE, "cannot create folder '%s': %s", dir, strerror(errno));
  ok = ok && run_ocloc(job, dir, d);
  sy_temp_dir_remove(dir);
  sy_arena_free(&a);
  return ok;
}

// ---- NVIDIA ---------------------------------------------------------------------------------------

static bool ptxas_is_there(const sy_target *target, sy_diag *d) {
  sy_arena a = {0};
  bool there = sy_cuda_program("ptxas", &a);
  sy_arena_free(&a);
  if (there || target->archAspect == SY_NO_ARCH) // for any GPU: PTX is what counts
    return there;
  sy_warning(d, SY_NOWHERE,
             "'ptxas' is not there: the code for target '%s' is PTX, which the GPU's driver compiles when "
             "the program runs",
             target->TargetName);
  sy_help(d, "%s", SY_CUDA_HELP);
  return false;
}

static bool run_ptxas(const sy_toolchain_job *job, const char *cubin, sy_arena *a, sy_diag *d) {
  sy_strs argv = {0};
  sy_strs_add(&argv, sy_cuda_program("ptxas", a));
  add_all(&argv, job->words->data, job->words->n);
  const char *const tail[] = {job->in, "-o", cubin, NULL};
  add_all(&argv, tail, SY_COUNT(tail));
  bool ok = run_toolchain(&ptxas, job, &argv, cubin, d);
  sy_vec_free(&argv);
  return ok;
}

// Machine code for the GPU, and PTX for later ones.
static bool run_fatbinary(const sy_toolchain_job *job, const char *program, const char *cubin, sy_arena *a,
                          sy_diag *d) {
  const char *sm = job->target->cpu + strlen(job->target->family->gpus);
  const char *const words[] = {program,
                               "--64",
                               sy_arena_printf(a, "--create=%s", job->out),
                               sy_arena_printf(a, "--image3=kind=elf,sm=%s,file=%s", sm, cubin),
                               sy_arena_printf(a, "--image3=kind=ptx,sm=%s,file=%s", sm, job->in),
                               NULL};
  sy_strs argv = {0};
  add_all(&argv, words, SY_COUNT(words));
  bool ok = run_toolchain(&fatbinary, job, &argv, job->out, d);
  sy_vec_free(&argv);
  return ok;
}

// Without fatbinary the machine code alone, which the driver takes as well.
static bool compile_ptxas(const sy_toolchain_job *job, sy_diag *d) {
  sy_arena a = {0};
  const char *cubin = sy_arena_printf(&a, "%s.cubin", job->out), *packer = sy_cuda_program("fatbinary", &a);
  bool ok = run_ptxas(job, cubin, &a, d) && (packer && sy_starts(job->target->cpu, job->target->family->gpus)
                                                 ? run_fatbinary(job, packer, cubin, &a, d)
                                                 : sy_file_copy(cubin, job->out, d));
  remove(cubin);
  sy_arena_free(&a);
  return ok;
}

// ---- AMD ------------------------------------------------------------------------------------------

// LLVM's linker makes a code object of an object: a shared library for the GPU.
static bool compile_lld(const sy_toolchain_job *job, sy_diag *d) {
  sy_arena a = {0};
  sy_strs argv = {0};
  const char *found = sy_lld_program(&a);
  sy_strs_add(&argv, found ? found : lld.name);
  add_all(&argv, job->words->data, job->words->n);
  const char *const tail[] = {job->in, "-o", job->out, NULL};
  add_all(&argv, tail, SY_COUNT(tail));
  bool ok = run_toolchain(&lld, job, &argv, job->out, d);
  sy_vec_free(&argv);
  sy_arena_free(&a);
  return ok;
}

// ---- a device configuration file's own ------------------------------------------------------------

// As compilers are called: <program> <options> <input> -o <output>.
static bool compile_any(const sy_toolchain_job *job, sy_diag *d) {
  const char *name = job->target->aotToolchain;
  const program p = {
      .name = name,
      .missing = strchr(name, '/') ? "which is not there" : "which is not in PATH",
      .install =
          "the device configuration file names it as 'aot-toolchain'; install it, or leave the target out",
  };
  sy_strs argv = {0};
  sy_strs_add(&argv, name);
  add_all(&argv, job->words->data, job->words->n);
  const char *const tail[] = {job->in, "-o", job->out, NULL};
  add_all(&argv, tail, SY_COUNT(tail));
  bool ok = run_toolchain(&p, job, &argv, job->out, d);
  sy_vec_free(&argv);
  return ok;
}

// ---------------------------------------------------------------------------------------------------

const sy_toolchain *sy_toolchain_find(const char *name) {
  static const sy_toolchain all[] = {
      {"ocloc", ".bin", "-device", NULL, compile_ocloc},
      {"ptxas", ".fatbin", NULL, ptxas_is_there, compile_ptxas},
      {"ld.lld", ".hsaco", NULL, NULL, compile_lld},
  };
  static const sy_toolchain any = {"*", ".bin", NULL, NULL, compile_any};
  for (size_t i = 0; i < SY_COUNT(all); i++)
    if (!strcmp(name, all[i].name))
      return &all[i];
  return *name ? &any : NULL;
}
