// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of a run, as rows of the device database, and the device compilations they start from.
//
// Code that asks for its target sees macros that name it (__SYCL_TARGET_INTEL_GPU_SKL__), so every target
// that has such macros needs a device compilation of its own. All others share one, the generic one.
//
//   -fsycl-targets=intel_gpu_skl,spir64,native_cpu     goals: the three, in this order
//                                                      compilations: generic, intel_gpu_skl
#ifndef SY_DRIVER_TARGETS_H
#define SY_DRIVER_TARGETS_H

#include "devices/devices.h"
#include "driver/command.h"

#define SY_GENERIC "generic"

// A device compilation of every source.
typedef struct sy_compilation {
  const char *name;        // SY_GENERIC or the target's; "arch" in fat objects
  const char *file;        // in the names of its files: "spir64" or the target's
  const sy_family *family; // whose modules they are: code for all of its targets could be made of them
  const char *gpu;      // the vendor's name of the (oldest) GPU it is for, "sm_90", "gfx90a"; otherwise null
  sy_strs macros;       // "NAME=1": what it sees beside the macros of all, and no other compilation
  sy_strs known;        // "NAME=1": what if_device_has knows of its target
  sy_strs options;      // the user's, for this compilation
  sy_strs link_options; // the user's, for the link of its modules
} sy_compilation;

typedef SY_VEC(const sy_target *) sy_targets;

// A target that device code is made for.
typedef struct sy_goal {
  const sy_target *row;
  size_t compilation;
  bool ahead;         // its toolchain compiles it now; otherwise it has none
  const char *format; // of its images, as in devices/families.def; null: there is no way to make them
  sy_strs options; // the user's, for its toolchain, for the driver that compiles SPIR-V, or for sycl-codegen
} sy_goal;

// Start with {0}.
typedef struct sy_goals {
  sy_devices devices; // with what the device configuration file says
  SY_VEC(sy_goal) all;
  SY_VEC(sy_compilation) compilations; // the generic one first, where there is one
  sy_targets fixed;                    // of -fsycl-fixed-targets
  bool named;                          // the user named the targets
  bool of_objects; // they are those of the objects that are linked, as the user named none
  // The name of the compilation that objects give, whatever the targets are; null: each its own.
  const char *forced;
  sy_strs macros; // "NAME=1", for device and host: any_device_has, all_devices_have
} sy_goals;

// Reads the device configuration file, where the command names one. False: it is wrong, reported in d.
bool sy_goals_read_config(sy_goals *g, const sy_command_line *c, sy_diag *d);
// Finds what the command names. False: wrong usage, reported in d. Strings live in the arena.
bool sy_goals_choose(sy_goals *g, const sy_command_line *c, sy_arena *a, sy_diag *d);
// Whether code can be made for all of them; reports the first for which it can't.
bool sy_goals_check(const sy_goals *g, sy_diag *d);
void sy_goals_free(sy_goals *g);
// The targets of a command that names none.
const char *sy_goals_default(char separator, sy_arena *a);

#endif
