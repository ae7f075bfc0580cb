// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the work-items that run on this thread as plain C++.
#ifndef SY_ITEMS_H
#define SY_ITEMS_H

#include "sycc/rt.h"

#include <stdbool.h>

// Whether it is in local memory of the group.
bool sy_items_local(const void *p);
// Whether it is on the stack of the work-item, where that is not the thread's.
bool sy_items_private(const void *p);

#endif
