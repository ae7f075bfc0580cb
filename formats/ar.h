// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of `ar` archives: static libraries in the GNU and BSD forms, and GNU thin archives, whose members
// are files of their own.
#ifndef SY_FORMATS_AR_H
#define SY_FORMATS_AR_H

#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_ar_member {
  const char *name; // as in the archive; for a thin one a path relative to the archive's folder
  size_t offset;    // of the member's header in the archive
  sy_view bytes;    // empty for a member of a thin archive
  const char *path; // thin archives: the file of the member, from our working folder; otherwise null
  uint64_t origin;  // thin archives: `path` is itself an archive, and this the offset of the member in it; 0:
                    // it is not
} sy_ar_member;

typedef SY_VEC(sy_ar_member) sy_ar_members;

bool sy_ar_is(sy_view bytes);
// Appends the members in order, without symbol and name tables, to *out (the caller frees the vector). Bytes
// point into `bytes`, names live in the arena. `file` is the archive's path: for diagnostics, and for the
// paths of thin members. On failure *out holds the members before the fault.
bool sy_ar_read(sy_view bytes, const char *file, sy_arena *a, sy_ar_members *out, sy_diag *d);

#endif
