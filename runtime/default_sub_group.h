// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of sub-groups that the user wants: SYCC_DEFAULT_SUB_GROUP_SIZE.
#ifndef SY_RUNTIME_DEFAULT_SUB_GROUP_H
#define SY_RUNTIME_DEFAULT_SUB_GROUP_H

#include <stdint.h>

#define SY_DEFAULT_SUB_GROUP "SYCC_DEFAULT_SUB_GROUP_SIZE"

// What kernels require that leave the size to the driver that compiles them; 0: nothing. For an image of
// another target than SPIR-V it is 0: the size is a part of its code.
uint32_t sy_default_sub_group(const char *target);

#endif
