// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of sub-groups that kernels of a SPIR-V module require.
//
// The runtime includes this, so it needs nothing from base/. The words are those of a little-endian machine.
#ifndef SY_FORMATS_SPIRV_SUB_GROUP_H
#define SY_FORMATS_SPIRV_SUB_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Kernels of the module at *spirv, which may move, that require no size require this one from now on. What is
// no SPIR-V stays as it is. False: there is no memory, and nothing has changed.
bool sy_spirv_require_sub_group(void **spirv, size_t *size, uint32_t sub_group);

#endif
