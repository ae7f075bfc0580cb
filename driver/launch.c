// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycc in front of another compiler: the CMake package lets it stand before the commands of a project that is
// compiled by g++, say. Those with -fsycl are for sycc, with that compiler for the host side:
//
//   sycc --launch g++ ccache g++ -O2 -fsycl -c a.cpp -o a.o
//     -> ccache sycc -fsycl-host-compiler=g++ -O2 -fsycl -c a.cpp -o a.o
//
// The others run as they came. A precompiled header is for the host alone: its compilation runs without
// -fsycl, unless the compiler is the clang that sycc uses, whose host compilations it must fit.
#include "driver/launch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/install.h"

// Where the compiler stands in the command, or the end.
static int find_compiler(const char *compiler, char *const *words, int n) {
  int i = 0;
  while (i < n && strcmp(words[i], compiler) != 0)
    i++;
  return i;
}

static bool makes_header(char *const *args, int n) {
  for (int i = 1; i < n; i++)
    if (strcmp(args[i - 1], "-x") == 0 && strcmp(args[i], "c++-header") == 0)
      return true;
  return false;
}

static bool is_sycl(char *const *args, int n) {
  bool sycl = false;
  for (int i = 0; i < n; i++)
    if (strcmp(args[i], "-fsycl") == 0 || strcmp(args[i], "-fno-sycl") == 0)
      sycl = args[i][2] == 's';
  return sycl;
}

// The command with sycc in the place of the compiler at `at`.
static char **for_sycc(char **words, int n, int at, sy_arena *a) {
  char **command = sy_arena_alloc(a, ((size_t)n + 2) * sizeof *command);
  memcpy(command, words, (size_t)at * sizeof *command);
  command[at] = sy_path_join(sy_self_dir(a), "sycc", a);
  command[at + 1] = sy_arena_printf(a, "-fsycl-host-compiler=%s", words[at]);
  memcpy(command + at + 2, words + at + 1, (size_t)(n - at) * sizeof *command); // the null at the end as well
  return command;
}

static char **without_sycl(char **words, int n, sy_arena *a) {
  char **command = sy_arena_alloc(a, ((size_t)n + 1) * sizeof *command), **end = command;
  for (int i = 0; i < n; i++)
    if (!sy_starts(words[i], "-fsycl"))
      *end++ = words[i];
  *end = NULL;
  return command;
}

static int run_launcher(char **command, sy_diag *d) {
  execvp(command[0], command);
  sy_error(d, SY_NOWHERE, "'%s' could not start: %s", command[0], strerror(errno));
  return SY_EXIT_INPUT;
}

static int launch(const char *compiler, char **words, int n, sy_arena *a, sy_diag *d) {
  int at = find_compiler(compiler, words, n);
  if (at == n) {
    sy_error(d, SY_NOWHERE, "'%s' is not in the command that '--launch' was given", compiler);
    return SY_EXIT_USAGE;
  }
  if (!is_sycl(words + at, n - at))
    return run_launcher(words, d);
  sy_install in;
  sy_install_find(&in, a);
  bool plain = makes_header(words + at, n - at) && !sy_install_is_own_clang(&in, compiler, a);
  return run_launcher(plain ? without_sycl(words, n, a) : for_sycc(words, n, at, a), d);
}

int sy_launch_main(int argc, char **argv) {
  sy_arena a = {0};
  sy_diag d = {0};
  int status = SY_EXIT_USAGE;
  if (argc > 3)
    status = launch(argv[2], argv + 3, argc - 3, &a, &d);
  else
    sy_error(&d, SY_NOWHERE, "'--launch' needs a compiler and a command that calls it");
  sy_diag_flush(&d, "sycc");
  sy_diag_free(&d);
  sy_arena_free(&a);
  return status;
}
