// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether nothing stands in front of <sycl/sycl.hpp> in a source that could change what it means.
#ifndef SY_DRIVER_LEADING_INCLUDES_H
#define SY_DRIVER_LEADING_INCLUDES_H

#include <stdbool.h>

#include "base/mem.h"

// Whether the source includes <sycl/sycl.hpp> with no more in front of it than comments, the headers of the
// C++ standard library and POSIX, and headers of its own that hold no more than these. Folders are where
// `#include "x.hpp"` looks behind the folder of the including file.
bool sy_begins_with_sycl(const char *source, const sy_strs *folders);
// Whether a name is one of the headers that may stand in front of it.
bool sy_is_standard_header(const char *name);

#endif
