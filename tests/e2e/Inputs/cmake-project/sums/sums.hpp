// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Its interface.
int sum_up_to(int n);
