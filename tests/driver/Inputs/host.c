// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C source without SYCL.
int host(void) { return 0; }
