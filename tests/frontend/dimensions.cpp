// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of sizes must be that of the dimensions the kernel is launched over.
// RUN: %device -fsyntax-only -Xclang -verify %s
#include "Inputs/mini.hpp"
template <class Name, int D, class Kernel> ENTRY_POINT(Name) void entry_range(Kernel kernel) { kernel(); }
class A; class B; class C;
void submit(Accessor a) {
  entry_range<A, 2>([=]() [[sycl::reqd_work_group_size(4)]] { a[0] = 1; }); // expected-error {{'sycl::reqd_work_group_size' attribute has 1 of 2 sizes: kernel 'A' is launched over 2 dimensions}}
  entry_range<B, 1>([=]() [[sycl::work_group_size_hint(4, 5)]] { a[0] = 1; }); // expected-error {{'sycl::work_group_size_hint' attribute has 2 of 1 sizes: kernel 'B' is launched over 1 dimension}}
  entry_range<C, 3>([=]() [[sycl::reqd_work_group_size(4, 5, 6)]] { a[0] = 1; });
}
