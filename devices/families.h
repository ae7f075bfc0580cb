// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Families of targets: targets whose device code is made in the same way. The rows are in families.def.
#ifndef SY_DEVICES_FAMILIES_H
#define SY_DEVICES_FAMILIES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sy_family_kind {
  SY_FAMILY_SPIRV, // SPIR-V, which a driver or a toolchain compiles
  SY_FAMILY_HOST,  // machine code for the program's own CPU, linked into the program; made of the same IR as
                   // SPIR-V
  SY_FAMILY_GPU,   // code for the GPUs of one vendor, from device compilations of its own
} sy_family_kind;

// Whether images may call functions of other images.
typedef enum sy_family_links {
  SY_LINKS_NEVER,
  SY_LINKS_WITHOUT_TOOLCHAIN, // not once a toolchain has made machine code of them
  SY_LINKS_ALWAYS,            // those that call or are called are left as sycl-codegen has made them
} sy_family_links;

#define SY_FAMILY_DEVICE "%" // at the end of words for clang: the device's name

typedef struct sy_family {
  // The name of the family: <name>.bc is its device library. The target of that name, where there is one, is
  // code for any device of the family.
  const char *name;
  sy_family_kind kind;
  bool is_default; // that target is one of those that are compiled for without -fsycl-targets=

  // Its targets that are one device. A device configuration file may add such.
  const char *prefix;    // of their names; the device's name stands behind it
  const char *gpus;      // how its vendor's names of devices begin; null: in no certain way
  const char *example;   // one of these
  bool has_cpu;          // LLVM knows the device by that name
  const char *toolchain; // the program that makes the images; null: LLVM does
  const char *option;    // tells it the device where it ends with ' ' or '='; null: none

  // Compilation.
  // How triples begin, of targets in other compilers' words and of modules in objects.
  const char *architectures[4];
  const char *triple;      // of its modules; the first family with the same says how they are compiled
  const char *code_triple; // of the code that LLVM makes
  const char *clang[12];   // words for the device compilation
  const char *macro;       // which it defines for all of its targets; null: none

  // Images. The formats are called as sycl-offload-wrapper calls them; null: there is no way to make such an
  // image.
  const char *suffix;       // of the files that sycl-codegen makes
  const char *format;       // without a toolchain
  const char *ahead_format; // by its toolchain, or one of a device configuration file
  sy_family_links links;

  // Kernel parameters. In all families address space 1 is global and 3 is local memory.
  unsigned generic_space, value_space; // address spaces: of plain pointers, of parameters by value
  const char *by_value;                // the attribute of the latter
  bool clang_copies;                   // clang's kernel copies them itself

  // Mathematics that LLVM does not know how to compile; null: all of it is in the device library.
  const char *libclc;     // which <name>_libclc.bc stands in front of
  const char *other_math; // what else to install for it; null: nothing

  // -fsycl-help=<help_name>; a column of its own in families.def, so that a list of all is a constant.
  const char *help_name, *help_targets;
} sy_family;

#define FAMILY(name, ...) extern const sy_family sy_family_##name;
#include "devices/families.def"
#undef FAMILY

extern const sy_family *const sy_families[]; // all; null at the end

const sy_family *sy_family_find(const char *name);         // null when there is none
const sy_family *sy_family_of_triple(const char *triple);  // the same
const sy_family *sy_family_of_modules(const sy_family *f); // whose modules its code is made of
// The format of images of the family that this toolchain ("": none) makes; null: it can't.
const char *sy_family_format(const sy_family *f, const char *toolchain);

#endif
