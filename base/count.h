// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many elements an array has. Every folder may include this file, the runtime too: nothing of it is
// linked.
#ifndef SY_BASE_COUNT_H
#define SY_BASE_COUNT_H

#define SY_COUNT(array) (sizeof(array) / sizeof *(array))

#endif
