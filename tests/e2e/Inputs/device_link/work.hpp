// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What that library exports.
#include <sycl/sycl.hpp>
struct many { double a[5]; int n; };
SYCL_EXTERNAL int base(int x);
SYCL_EXTERNAL int twice(int x);
SYCL_EXTERNAL many turned(many m, const int *p);
SYCL_EXTERNAL sycl::float4 scaled(sycl::float4 v, float by);
SYCL_EXTERNAL int where(sycl::nd_item<1> i);
SYCL_EXTERNAL void count(int *p);
