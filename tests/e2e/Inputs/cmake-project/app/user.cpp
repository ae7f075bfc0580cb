// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source that is no SYCL in a program that has some.
#include "squares.hpp"
#include <cstdio>
int main() { std::printf("%d %d\n", square(6), is_sycl_in_plain_source()); }
