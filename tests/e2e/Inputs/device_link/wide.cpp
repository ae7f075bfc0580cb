// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library whose function needs what the macro REAL says, float or double.
#include <sycl/sycl.hpp>
static float inner(float x) { REAL d = x; return float(d * REAL(1.5)); }
SYCL_EXTERNAL float wide(float x) { return inner(x); }
