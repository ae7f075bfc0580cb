// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an object that sycc -fsycl-link made says about itself: a section with a line for each device module
// of other objects that is linked into its images, and one with a line for each target that it has images
// for. Such modules need no second link.
#ifndef SY_FORMATS_LINKED_RECORD_H
#define SY_FORMATS_LINKED_RECORD_H

#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"

#define SY_LINKED_SECTION ".sycc.linked"
#define SY_LINKED_TARGETS ".sycc.targets"

// The line of a module, without a line feed: its contents as a number, and its size.
const char *sy_linked_line(sy_view module, sy_arena *a);
// Whether the object at path is such a one; appends its lines to *out, which may be null. What can't be read
// is none.
bool sy_linked_read(const char *path, sy_map *out);
// Whether it says which targets it has images for; appends their names to *out.
bool sy_linked_targets(const char *path, sy_map *out);

#endif
