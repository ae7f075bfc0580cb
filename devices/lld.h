// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where LLVM's linker is, which makes code objects for AMD's GPUs.
#ifndef SY_DEVICES_LLD_H
#define SY_DEVICES_LLD_H

#include "base/mem.h"

// ld.lld of the LLVM that sycc uses: it knows what that one's code generator makes, an older one in PATH may
// not. Else the one in PATH; null when there is none.
const char *sy_lld_program(sy_arena *a);

#endif
