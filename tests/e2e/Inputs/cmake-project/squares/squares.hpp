// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FACTOR 1
int square(int x);
int is_sycl_in_plain_source();
