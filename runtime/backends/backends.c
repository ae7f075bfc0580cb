// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of back ends, from the table that the SYCL headers share.
#include "runtime/backends/backend.h"

#define DECLARE(folder, number, enumerator, words)                                                           \
  _Static_assert(number >= 1 && number <= SY_BACKEND_COUNT, "back ends are numbered without gaps");          \
  extern const sy_backend sy_##folder;
SYCC_BACKENDS(DECLARE)

#define ADDRESS(folder, number, enumerator, words) &sy_##folder,
const sy_backend *const sy_backends[] = {SYCC_BACKENDS(ADDRESS)};

const char *sycc_backend_name(sycc_backend b) {
#define NAME(folder, number, enumerator, words) [number] = #folder,
  static const char *const names[] = {SYCC_BACKENDS(NAME)};
  return (unsigned)b <= SY_BACKEND_COUNT ? names[b] : NULL;
}
