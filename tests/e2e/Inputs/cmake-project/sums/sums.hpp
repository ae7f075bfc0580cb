// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int sum_up_to(int n);
