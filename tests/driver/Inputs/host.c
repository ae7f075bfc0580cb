// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int host(void) { return 0; }
