// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device image needs of a device, and whether a target has it: the property set "SYCL/device
// requirements".
//
//   aspect                 every aspect listed           (DPC++ writes `aspects`)
//   reqd_sub_group_size    every size listed             (DPC++ writes one uint32)
//   reqd_work_group_size   every size listed, where the target's limit is known
//                                                        (DPC++ writes `reqd_work_group_size_uint64_t`)
//   fixed_target           one of the architectures listed
//
// The check is strict: an aspect that only some devices of a target may have does not count.
#ifndef SY_DEVICES_REQUIREMENTS_H
#define SY_DEVICES_REQUIREMENTS_H

#include "devices/devices.h"
#include "formats/property_set.h"

#define SY_REQUIREMENTS "SYCL/device requirements"
// Beside it, for messages: where each aspect comes from, as text under the aspect's number; for a kernel with
// another place than the image's first under the number, a blank and the kernel's symbol.
#define SY_ORIGINS "SYCC/requirement origins"

typedef struct sy_work_group {
  unsigned n; // dimensions: 1 to 3
  uint64_t size[3];
} sy_work_group;

// Start with {0}.
typedef struct sy_requirements {
  sy_u32s aspects, sub_groups;
  SY_VEC(sy_work_group) work_groups;
  bool fixed; // whether the image is for certain architectures only
  sy_u32s fixed_targets;
} sy_requirements;

// Reads the set into *out; an image without it needs nothing. `file` is the name of the property file in
// diagnostics. On failure *out holds what was read so far, still to be freed.
bool sy_requirements_read(const sy_props *props, const char *file, sy_requirements *out, sy_diag *d);
// Whether every device of the target fulfils them. Appends a line to *why, where that is not null, for each
// one that is not: "needs aspect 'fp64', which intel_gpu_dg1 does not have".
bool sy_requirements_met(const sy_requirements *r, const sy_target *t, sy_str *why);
// Appends the aspects that not every device of the target has.
void sy_requirements_lacking(const sy_requirements *r, const sy_target *t, sy_u32s *out);
void sy_requirements_free(sy_requirements *r);

#endif
