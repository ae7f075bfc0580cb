// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that the other library calls.
#include "work.hpp"
SYCL_EXTERNAL int base(int x) { return x + 1000; }
