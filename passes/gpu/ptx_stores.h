// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores in PTX that ptxas would compile wrongly.
#ifndef SY_PASSES_GPU_PTX_STORES_H
#define SY_PASSES_GPU_PTX_STORES_H

#include "base/diag.h"

// Rewrites the stores in the file that write part of a register (ptx_stores.c says why).
bool sy_ptx_mend_stores(const char *path, sy_diag *d);

#endif
