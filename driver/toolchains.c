// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsycl-help: the ahead-of-time compilers, whether they are there, and what they say about themselves.
#include "driver/toolchains.h"

#include <stdio.h>
#include <string.h>

#include "base/proc.h"
#include "devices/cuda.h"

enum { PATIENCE_S = 20 };

static const struct toolchain {
  const char *name, *targets;
  const char *program; // null: sycc needs none
  const char *from;    // where to get it
  bool cuda;           // may be outside of PATH
} toolchains[] = {
    {"gen", "intel_gpu_*, spir64_gen", "ocloc", "the Debian package intel-opencl-icd", false},
    {"x86_64", "x86_64*, spir64_x86_64, native_cpu", NULL, NULL, false},
    {"nvptx", "nvidia_gpu_sm_*, ptx64", "ptxas", "NVIDIA's CUDA toolkit; without it images are PTX", true},
};

// Its own help, which some programs print with a status other than 0.
static void show_help(const char *program, const char *path) {
  const char *argv[] = {path, "--help", NULL};
  sy_proc_result r;
  sy_proc_run(argv, &(sy_proc_options){.capture = true, .timeout_s = PATIENCE_S}, &r);
  if (r.out.n && !r.timed_out)
    printf("\n%s%s\n", sy_str_c(&r.out), sy_ends(sy_str_c(&r.out), "\n") ? "" : "\n");
  else
    printf("'%s --help' says nothing\n", program);
  sy_str_free(&r.out);
}

static void show(const struct toolchain *t) {
  sy_arena a = {0};
  char *found = t->program && !t->cuda ? sy_proc_find(t->program) : NULL;
  const char *path = t->cuda ? sy_cuda_program(t->program, &a) : found;
  printf("%s: for the targets %s\n", t->name, t->targets);
  if (!t->program)
    printf("no other program is needed: LLVM makes the code\n");
  else if (!path)
    printf("'%s' is not here; it comes with %s\n", t->program, t->from);
  else
    printf("'%s' is %s\n", t->program, path);
  fflush(stdout);
  if (path)
    show_help(t->program, path);
  free(found);
  sy_arena_free(&a);
}

void sy_toolchains_help(const char *which) {
  bool all = strcmp(which, "all") == 0;
  for (size_t i = 0; i < sizeof toolchains / sizeof *toolchains; i++)
    if (all || strcmp(which, toolchains[i].name) == 0)
      show(&toolchains[i]);
}
