// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's interface, and a macro that a change of the header is tested with.
#define FACTOR 1
int square(int x);
int is_sycl_in_plain_source();
