// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the front end knows about one translation unit: the boundary between the AST side (C++) and
// the C side, which writes the integration header, describes functions in metadata and lowers the kernels in
// IR.
#ifndef SY_FRONTEND_UNIT_H
#define SY_FRONTEND_UNIT_H

#include "sycc/kernel_info.h"

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_property {
  const char *symbol; // of the function or global variable; null on parameters
  const char *name, *value;
} sy_property;

typedef SY_VEC(sy_property) sy_properties;

typedef struct sy_param {
  sycc_kernel_param info;
  uint32_t align;           // of a value
  sy_properties properties; // become string attributes of the parameter
} sy_param;

// What tells a kernel from another one of the same name.
typedef struct sy_identity {
  const char *file; // where its function object is; null if that is not known
  uint32_t line, col;
  bool included; // from a file that others may include as well
  uint64_t code; // hash
} sy_identity;

typedef struct sy_unit_kernel {
  const char *stable_name; // what clang calls the kernel, in IR and on the host
  const char *symbol;      // what it is called after lowering
  const char *readable;
  uint32_t closure_size, closure_align;
  bool own_groups;         // the work-groups of a launch are not those of the user's range
  bool restrict_args;      // no two pointers among the parameters reach the same memory
  SY_VEC(sy_param) params; // [0] is the closure
  SY_VEC(sycc_kernel_member) members;
  bool shared; // other translation units may know the kernel by this symbol
  sy_identity identity;
} sy_unit_kernel;

// What is known about a function and becomes metadata (metadata.c).
enum sy_fact_kind {
  SY_FACT_DECLARED_ASPECTS,
  SY_FACT_USED_ASPECTS,
  SY_FACT_DIMENSIONS, // of the range that the kernel is launched over; 0: a single task
  SY_FACT_SUB_GROUP_SIZE,
  SY_FACT_NAMED_SUB_GROUP_SIZE, // an sy_sub_group_name
  SY_FACT_WORK_GROUP_SIZE,      // in SYCL's order
  SY_FACT_WORK_GROUP_SIZE_HINT, // in SYCL's order
  SY_FACT_VEC_TYPE_HINT,        // lanes, bits of a lane, an sy_lane_kind
  SY_FACT_KINDS
};
enum sy_sub_group_name { SY_SUB_GROUP_AUTOMATIC, SY_SUB_GROUP_PRIMARY };
enum sy_lane_kind { SY_LANE_UNSIGNED, SY_LANE_SIGNED, SY_LANE_FLOATING };

typedef struct sy_fact {
  const char *name; // a function's symbol; a type's name in IR
  enum sy_fact_kind kind;
  const uint32_t *values;
  unsigned count;
} sy_fact;

// Where a function first uses an aspect.
typedef struct sy_unit_place {
  const char *symbol, *file;
  uint32_t aspect, line, col;
} sy_unit_place;

// A call on the way from a kernel to a function that is defined elsewhere.
typedef struct sy_call {
  const char *symbol; // of that function
  const char *caller; // "'f'", "kernel 'K'"
  const char *file;
  uint32_t line, col;
} sy_call;

typedef struct sy_unit {
  sy_arena arena;
  const char *id; // the translation unit, alike on every machine; null if nothing needs it
  SY_VEC(sy_unit_kernel) kernels;
  SY_VEC(sy_fact) functions, types;
  sy_properties function_properties, global_properties;
  SY_VEC(sy_unit_place) places;
  SY_VEC(sy_call) calls;
  sy_strs external;      // symbols of SYCL_EXTERNAL functions, defined or called here
  sy_strs fixed_targets; // of -fsycl-fixed-targets
  const char *suffix; // of symbols that mean something in this translation unit alone; null if there are none
  sy_strs local_globals; // symbols of device_globals with internal linkage, without it
} sy_unit;

sy_unit *sy_unit_new(void);
void sy_unit_free(sy_unit *u);

// All strings and arrays are copied.

// Adds a kernel. tu_suffix: appended to the symbol of a kernel whose name means something in this
// translation unit alone, or null. The pointer is valid until the next call.
sy_unit_kernel *sy_unit_add_kernel(sy_unit *u, const char *stable_name, const char *tu_suffix,
                                   const char *readable, uint32_t closure_size, uint32_t closure_align);
// Adds a parameter that stands for an object inside the closure; valid until the next call.
sy_param *sy_kernel_add_param(sy_unit_kernel *k, enum sycc_param_kind kind, uint32_t offset, uint32_t size);
void sy_kernel_add_member(sy_unit *u, sy_unit_kernel *k, sycc_kernel_member m);
// Called once after the last parameter: puts parameters in order and decides how the closure travels.
void sy_kernel_finish(sy_unit_kernel *k);

void sy_unit_add_function(sy_unit *u, const char *symbol, enum sy_fact_kind kind, const uint32_t *v,
                          unsigned n);
// The type called `name` in IR uses these aspects.
void sy_unit_add_type(sy_unit *u, const char *name, const uint32_t *aspects, unsigned n);
void sy_unit_add_property(sy_unit *u, sy_properties *to, const char *symbol, const char *name,
                          const char *value);
void sy_unit_add_place(sy_unit *u, sy_unit_place p); // those of a function one after the other
// The calls on the way to a function are added one after the other, the call of it first.
void sy_unit_add_call(sy_unit *u, sy_call c);
void sy_unit_add_external(sy_unit *u, const char *symbol);
// A device_global with internal linkage, and the unit's suffix for such symbols. Once or more for each.
void sy_unit_add_local_global(sy_unit *u, const char *symbol, const char *suffix);
// Something else of this translation unit alone: the suffix that is added to its name on the device.
void sy_unit_set_suffix(sy_unit *u, const char *suffix);
void sy_unit_add_fixed_target(sy_unit *u, const char *target);

// integration_header.c: the text the host compilation includes.
void sy_integration_header(sy_unit *u, sy_str *out);
// device_globals.c: gives device_globals with internal linkage, of the device's module or the host's, symbols
// that no other translation unit has and everyone sees, so that the two sides meet in them.
void sy_publish_globals(const sy_strs *symbols, const char *suffix, LLVMModuleRef m);
// For the host compilation: what SY_LOCAL_GLOBALS stands for in the integration header, and back.
#define SY_LOCAL_GLOBALS "__SYCC_LOCAL_DEVICE_GLOBALS__"
void sy_local_globals_write(const sy_unit *u, sy_str *out);
void sy_local_globals_read(sy_unit *u, const char *text);
// spec_constants.c: adds the unit's suffix to the names of specialization constants with internal linkage.
void sy_name_local_constants(const sy_unit *u, LLVMModuleRef m);
// metadata.c: writes what is known about functions, types and global variables into the module.
void sy_describe_module(const sy_unit *u, LLVMModuleRef m);
// Gives the kernels that require no sub-group size this one, a number or "primary".
void sy_default_sub_group_size(LLVMModuleRef m, const char *size);
// function_types.c: keeps the types of functions whose address is taken, and of calls through pointers.
void sy_move_function_types(LLVMModuleRef m);
// atomic_scopes.c: gives each atomic operation the scope that the call in front of it names, and removes the
// calls.
void sy_atomic_scopes_take(LLVMModuleRef m);
// variadic.c: inlines functions with an ellipsis, which devices do not have.
void sy_inline_variadic(LLVMModuleRef m);
// failures.c: takes the bodies from functions that device libraries define, and the ellipsis from calls of
// them.
void sy_drop_failures(LLVMModuleRef m);
// lower_kernels.c: gives every kernel of the module its final form (docs/ir-contract.md).
void sy_lower_kernels(const sy_unit *u, LLVMModuleRef m);

#ifdef __cplusplus
}
#endif
#endif
