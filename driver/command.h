// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycc, understood: what to do, and the user's arguments in their order, each with
// the jobs it is for.
#ifndef SY_DRIVER_COMMAND_H
#define SY_DRIVER_COMMAND_H

#include "base/opts.h"

// In order of precedence: of several on one command line the last one in this list counts.
typedef enum sy_command_action {
  SY_ACT_LINK,
  SY_ACT_OBJECT,
  SY_ACT_ASSEMBLY,
  SY_ACT_SYNTAX,
  SY_ACT_PREPROCESS,
  SY_ACT_QUERY,      // a question for clang
  SY_ACT_CC1,        // clang's own front end or assembler: "-cc1" and what follows go there as they are
  SY_ACT_LIST,       // of targets
  SY_ACT_TOOLCHAINS, // -fsycl-help
  SY_ACT_CONVERT,    // a compilation database
  SY_ACT_MANUAL,
  SY_ACT_COMPLETION,
  SY_ACT_VERSION,
  SY_ACT_HELP,
} sy_command_action;

typedef enum sy_kind {
  SY_KIND_LINK,   // object, archive, shared library: for the linker
  SY_KIND_SYCL,   // C++: compiled for device and host
  SY_KIND_OTHER,  // C, assembly, LLVM IR: compiled for the host alone
  SY_KIND_HEADER, // to be precompiled, for the host alone
  SY_KIND_MODULE, // a unit of a C++20 module; with -fno-sycl it is C++ as any other
} sy_kind;

// Where an argument goes; a set.
enum { SY_TO_HOST = 1, SY_TO_DEVICE = 2, SY_TO_LINK = 4, SY_TO_PREPROCESS = 8, SY_TO_QUERY = 16 };

typedef struct sy_command_item {
  const char *words[2]; // the argument and, when it stood apart, its value; an input: its path
  unsigned where;       // SY_TO_*; 0 for an input
  bool is_input;
  sy_kind kind;         // of an input
  const char *language; // of an input: what to give to -x, null when the suffix says it
} sy_command_item;

typedef SY_VEC(sy_command_item) sy_command_items;

// The value of one -Xs, -Xsycl-target-backend, -Xsycl-target-linker or -Xsycl-target-frontend.
typedef struct sy_target_option {
  const char *option; // its name
  const char *target; // null: for all targets
  sy_strs words;
} sy_target_option;

typedef SY_VEC(sy_target_option) sy_target_options;

typedef struct sy_command_line {
  sy_command_action action;
  sy_command_items items; // all arguments but the driver's own, in order
  sy_strs all;            // all arguments as given, response files expanded
  const char *output;     // -o, null when absent
  const char *host_compiler;
  sy_strs host_options; // for that host compiler alone
  const char *host_triple;
  const char *save_temps;    // "cwd", "obj" or null
  const char *cpu;           // of -march, null when absent
  const char *level;         // optimisation of the device code: "-O2"
  const char *targets;       // names, separated by commas; null: the default ones
  const char *fixed_targets; // the same for -fsycl-fixed-targets; null: none
  const char *split;         // sycl-post-link's word for -fsycl-device-code-split; null: its default
  sy_strs unknown_warnings;  // -W[no-]sycl-<group> of no group that there is, as messages have them
  sy_strs warnings;          // what stands behind -W of sycc's own warnings, in order
  const char *config;        // device configuration file, null when there is none
  sy_target_options backend, linker, frontend;
  sy_target_options gpus;     // vendors' names: "sm_80"; target is that of the option that named them
  sy_strs ignored;            // options of other compilers that change nothing here, as given
  const char *sub_group_size; // of -fsycl-default-sub-group-size; null: automatic
  const char *force_target;   // of -fsycl-force-target, null when absent
  const char *dump;           // folder for copies of the device images, null: none
  const char *standard;       // of -sycl-std, null when absent
  const char *list_form;      // of --list-targets
  const char *toolchain;      // of -fsycl-help
  unsigned jobs;              // at a time
  bool print_only, print_phases, verbose, relocatable, fully_static, device_only, debug, lto;
  bool level_given, jobs_given, color_given;
  bool plain;            // -fno-sycl
  bool link_device;      // -fsycl-link
  bool int_ids;          // -fsycl-id-queries-fit-in-int
  bool named_only;       // -fno-sycl-unnamed-lambda
  bool imports;          // -fsycl-allow-device-image-dependencies
  bool deps, deps_user;  // -MD, -MMD
  const char *deps_file; // -MF
  sy_strs deps_words;    // -MT x, -MQ x, -MP, -MG, -MV
  const char *compdb;    // -MJ; with SY_ACT_CONVERT: the database to read
  bool deps_target;      // -MT or -MQ is among them
  const char *language;  // while parsing: the -x in force
} sy_command_line;

// False: wrong usage, reported in d. Strings live in the arena or are argv's.
bool sy_command_parse(int argc, char **argv, sy_arena *a, sy_command_line *c, sy_diag *d);
// command_check.c: the last part of it.
bool sy_command_check(sy_command_line *c, sy_arena *a, sy_diag *d);
// The option all[*i] under the name that options.def has, where it has a long one too; *i is moved on over a
// value that becomes part of it.
const char *sy_command_short_name(const sy_strs *all, size_t *i, sy_arena *a);
const sy_opt_table *sy_command_options(void);
void sy_command_line_free(sy_command_line *c);
// Whether the command line has this argument; not for the driver's own.
bool sy_command_has(const sy_command_line *c, const char *word);

#endif
