// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the parts of the toolchain are. All of ours is found from the folder of the running sycc, so an
// installation can be moved; LLVM's programs are in the folder found at configure time, or in
// $SYCC_LLVM_BINDIR.
#ifndef SY_DRIVER_INSTALL_H
#define SY_DRIVER_INSTALL_H

#include <stdbool.h>

#include "base/mem.h"

typedef struct sy_install {
  const char *bin;     // our programs
  const char *lib;     // libsycc.so
  const char *parts;   // plugin and device libraries
  const char *include; // null when the compilers look there by themselves
  const char *plugin;
  const char *llvm; // LLVM's programs
} sy_install;

// All strings live in the arena.
void sy_install_find(sy_install *in, sy_arena *a);
const char *sy_install_tool(const sy_install *in, const char *name, sy_arena *a); // one of ours
const char *sy_install_llvm(const sy_install *in, const char *name, sy_arena *a); // one of LLVM's

// Whether this is the clang that sycc compiles with, by whatever name; false for null.
bool sy_install_is_own_clang(const sy_install *in, const char *compiler, sy_arena *a);

#endif
