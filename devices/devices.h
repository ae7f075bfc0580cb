// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device configuration: aspects and targets. What is built in comes from devices.td and needs no
// initialisation; a device configuration file (yaml_overlay.h) adds and changes targets.
//
//   sy_devices devices = {0};                       // the built-in targets
//   const sy_target *t = sy_devices_find(&devices, "intel_gpu_9_0_9");   // intel_gpu_skl
//   if (sy_target_has(t, 6)) ...
//   sy_devices_free(&devices);
//
// Look-ups by name or number are binary searches (a hash for what a file added). Everything returned belongs
// to the tables or to the sy_devices, and lives as long.
#ifndef SY_DEVICES_DEVICES_H
#define SY_DEVICES_DEVICES_H

#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "devices/device_config_file.h"

typedef AspectInfo sy_aspect;
typedef TargetInfo sy_target;

enum { SY_ARCH_ASPECTS = 1000 }; // aspects from here on name an architecture

// ---- built in (builtin.c): allocates nothing, safe in any thread -----------------------------------

// Null when there is none; other names (usm_system_allocator) too.
const sy_aspect *sy_aspect_find(const char *name);
const sy_aspect *sy_aspect_get(uint32_t number); // null when there is none
size_t sy_aspect_count(void);
const sy_aspect *sy_aspect_at(size_t i); // in order of number

const sy_target *sy_target_find(const char *name); // built-in, by name or alias; null when there is none
// The built-in target that an architecture's aspect names, or null.
const sy_target *sy_target_of_arch(uint32_t aspect);
size_t sy_target_count(void);
const sy_target *sy_target_at(size_t i);                 // in order of name
bool sy_target_has(const sy_target *t, uint32_t aspect); // whether every device of the target has it
bool sy_target_has_sub_group(const sy_target *t, uint32_t size);
// The size of sub-groups in kernels that the CPU's target of this name compiles and that require no size: as
// many floats as a vector register holds, and not fewer than 8.
unsigned sy_target_lanes(const char *name);
bool sy_target_is_generic(const sy_target *t); // code for any device of its family: spir64, native_cpu, ptx64

// ---- with a device configuration file (devices.c) --------------------------------------------------

// Start with {0}.
typedef struct sy_devices {
  SY_VEC(sy_target *) rows; // private: what a file added or changed, in order
  sy_map index;             // private: name -> row
  sy_arena arena;           // private: rows and their strings
} sy_devices;

// By name or alias, null when there is none. A null `all` means the built-in targets.
const sy_target *sy_devices_find(const sy_devices *all, const char *name);
// The same, and reports an unknown target with a did-you-mean.
const sy_target *sy_devices_need(const sy_devices *all, const char *name, sy_diag *d);
// All targets: the built-in ones in order of name, each as a file changed it, then those it added. Start with
// *i = 0; null at the end.
const sy_target *sy_devices_next(const sy_devices *all, size_t *i);
// The nearest name for a did-you-mean, or null when none is near.
const char *sy_devices_nearest(const sy_devices *all, const char *name);
const char *sy_aspect_nearest(const char *name);
// The row of a target to change: a copy of what is there, or a new one with the defaults for its name.
// Aliases resolve first. Strings and arrays that are put into it must live as long as `all`: use all->arena.
sy_target *sy_devices_edit(sy_devices *all, const char *name);
void sy_devices_free(sy_devices *all);

// ---- what the driver derives from targets (traits.c) -----------------------------------------------

// any_device_has and all_devices_have: what "every device of every target" and "some device of some target"
// have. A null target stands for one that is not in the table: nothing is known about it.
bool sy_all_devices_have(const sy_target *const *targets, size_t n, uint32_t aspect);
bool sy_any_device_has(const sy_target *const *targets, size_t n, uint32_t aspect);
// Appends their macros as "NAME=1", by number of aspect: __SYCL_ALL_DEVICES_HAVE_fp64__ ..., then
// __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ where a target may support anything, otherwise
// __SYCL_ANY_DEVICE_HAS_fp64__ ...
void sy_devices_macros(const sy_target *const *targets, size_t n, sy_arena *a, sy_strs *out);
// Appends the macros that name the target's architecture, as "NAME=1": __SYCL_TARGET_INTEL_GPU_SKL__. A level
// of x86-64 also gets those of the levels it contains; a generic target gets none, but code for NVIDIA's GPUs
// always gets __SYCL_NVPTX__, that for AMD's __SYCL_AMDGCN__.
void sy_target_macros(const sy_target *t, sy_arena *a, sy_strs *out);
// Appends what if_device_has knows of a target by itself: __SYCC_TARGET_HAS_fp64__=1 ..., and
// __SYCC_TARGET_IS_KNOWN__=1 where its devices have nothing else. For the GPUs of one vendor also
// __SYCC_TARGET_ARCHITECTURES__=1200: where the numbers of their architectures begin.
void sy_target_aspect_macros(const sy_target *t, sy_arena *a, sy_strs *out);

// ---- listings (listing.c) --------------------------------------------------------------------------

void sy_devices_list(const sy_devices *all, sy_str *out);      // a page for people
void sy_devices_list_json(const sy_devices *all, sy_str *out); // an array of objects, one a target
// A device configuration file that makes the built-in targets those of `all`.
void sy_devices_write_changed(const sy_devices *all, sy_str *out);

#endif
