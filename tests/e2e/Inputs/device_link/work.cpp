// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with functions that take structs, vectors and work-items, and call another library.
#include "work.hpp"
SYCL_EXTERNAL int twice(int x) { return base(2 * x); }
SYCL_EXTERNAL many turned(many m, const int *p) {
  many r{};
  for (int i = 0; i < 5; ++i)
    r.a[i] = m.a[4 - i];
  r.n = m.n + p[0];
  return r;
}
SYCL_EXTERNAL sycl::float4 scaled(sycl::float4 v, float by) { return v * by; }
// All that an item can be asked.
SYCL_EXTERNAL int where(sycl::nd_item<1> i) {
  return int(i.get_global_id(0) + 100 * i.get_local_id(0) + 10000 * i.get_group(0) + 100000 * i.get_local_range(0) +
             1000000 * i.get_group_range(0) + 10000000 * i.get_global_range(0));
}
SYCL_EXTERNAL void count(int *p) { ++*p; }
