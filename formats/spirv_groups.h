// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions of a SPIR-V module as calls of a library's, for drivers that take SPIR-V and lack them.
//
// The runtime includes this, so it needs nothing from base/. The words are those of a little-endian machine.
#ifndef SY_FORMATS_SPIRV_GROUPS_H
#define SY_FORMATS_SPIRV_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sy_groups {
  SY_GROUPS_DONE,
  SY_GROUPS_NOTHING, // the module has none of them
  SY_GROUPS_BAD,     // it is no SPIR-V
  SY_GROUPS_UNKNOWN, // it has one that no library has
  SY_GROUPS_NO_MEMORY,
} sy_groups;

enum {
  SY_WORK_GROUPS = 1,
  SY_SUB_GROUPS = 2
}; // which are to become calls; sub-groups have one work-item then

// The functions that modules call, by their names in the library.
typedef char sy_group_name[56];
typedef struct sy_group_names {
  sy_group_name *names; // owned: freed with free()
  size_t count;
} sy_group_names;

// Adds what the module needs to *names. After SY_GROUPS_DONE *out is the caller's to free; else it is null.
sy_groups sy_spirv_call_groups(const void *spirv, size_t size, unsigned which, sy_group_names *names,
                               void **out, size_t *out_size);
// Of the library, those functions, under the names that the calls have. As above.
sy_groups sy_spirv_pick_groups(const void *library, size_t size, const sy_group_names *names, void **out,
                               size_t *out_size);

#endif
