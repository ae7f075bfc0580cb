// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsycl-help: the ahead-of-time compilers, whether they are there, and what they say about themselves.
#include "driver/toolchains.h"

#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "base/proc.h"
#include "devices/cuda.h"
#include "devices/families.h"
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

// What the families' toolchains come with, and which function knows where they are.
static const struct toolchain {
  const char *program, *from;
  const char *(*find)(const char *program, sy_arena *a);
} toolchains[] = {
    {"ocloc", "the Debian package intel-opencl-icd", find_in_path},
    {"ptxas", "NVIDIA's CUDA toolkit; without it images are PTX", sy_cuda_program},
    {"ld.lld", "the Debian package lld-22", find_lld},
};

// One that is not in the table above is any program.
static struct toolchain toolchain_of(const sy_family *f) {
  for (size_t i = 0; i < SY_COUNT(toolchains); i++)
    if (strcmp(toolchains[i].program, f->toolchain) == 0)
      return toolchains[i];
  return (struct toolchain){f->toolchain, "what its vendor offers", find_in_path};
}

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

static void show(const sy_family *f) {
  sy_arena a = {0};
  struct toolchain t = f->toolchain ? toolchain_of(f) : (struct toolchain){0};
  const char *path = t.find ? t.find(t.program, &a) : NULL;
  printf("%s: for the targets %s\n", f->help_name, f->help_targets);
  if (!t.program)
    printf("no other program is needed: LLVM makes the code\n");
  else if (!path)
    printf("'%s' is not here; it comes with %s\n", t.program, t.from);
  else
    printf("'%s' is %s\n", t.program, path);
  fflush(stdout);
  if (path)
    show_help(t.program, path);
  sy_arena_free(&a);
}

void sy_toolchains_help(const char *which) {
  bool all = strcmp(which, "all") == 0;
  for (const sy_family *const *f = sy_families; *f; f++)
    if (all || strcmp(which, (*f)->help_name) == 0)
      show(*f);
}
