// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the group functions for drivers of OpenCL 1.2 (device-lib/spir_groups.cpp) and the runtime that links
// them agree on.
#ifndef SYCC_SPIR_GROUPS_H
#define SYCC_SPIR_GROUPS_H

enum { SYCC_SPIR_GROUP_ITEMS = 4096 }; // the most work-items of a group: each has a slot

#endif
