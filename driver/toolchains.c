// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsycl-help: the ahead-of-time compilers, whether they are there, and what they say about themselves.
#include "driver/toolchains.h"

#include <stdio.h>
#include <string.h>

#include "base/proc.h"
#include "devices/cuda.h"
#include "devices/lld.h"

enum { PATIENCE_S = 20 };

static const char *find_in_path(const char *program, sy_arena *a) {
  char *found = sy_proc_find(program);
  const char *kept = found ? sy_arena_strdup(a, found) : NULL;
  free(found);
  return kept;
}

static const char *find_lld(const char *program, sy_arena *a) {
  (void)program;
  return sy_lld_program(a);
}

static const struct toolchain {
  const char *name, *targets;
  const char *program; // null: sycc needs none
  const char *from;    // where to get it
  const char *(*find)(const char *program, sy_arena *a);
} toolchains[] = {
    {"gen", "intel_gpu_*, spir64_gen", "ocloc", "the Debian package intel-opencl-icd", find_in_path},
    {"x86_64", "x86_64*, spir64_x86_64, native_cpu", NULL, NULL, NULL},
    {"nvptx", "nvidia_gpu_sm_*, ptx64", "ptxas", "NVIDIA's CUDA toolkit; without it images are PTX", sy_cuda_program},
    {"amdgcn", "amd_gpu_gfx*", "ld.lld", "the Debian package lld-22", find_lld},
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
  const char *path = t->program ? t->find(t->program, &a) : NULL;
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
  sy_arena_free(&a);
}

void sy_toolchains_help(const char *which) {
  bool all = strcmp(which, "all") == 0;
  for (size_t i = 0; i < sizeof toolchains / sizeof *toolchains; i++)
    if (all || strcmp(which, toolchains[i].name) == 0)
      show(&toolchains[i]);
}
