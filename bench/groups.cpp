// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with sub-groups and barriers, for what compiling them costs.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  const size_t n = 4096;
  float *p = sycl::malloc_shared<float>(n, q), *out = sycl::malloc_shared<float>(n, q);
  for (size_t i = 0; i < n; ++i)
    p[i] = float(i % 17);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tile(256, h);
    h.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
      auto sg = it.get_sub_group();
      float v = p[it.get_global_id(0)];
      v += sycl::shift_group_left(sg, v, 1);
      tile[it.get_local_id(0)] = sycl::reduce_over_group(sg, v, sycl::plus<float>());
      sycl::group_barrier(it.get_group());
      float sum = 0;
      for (int i = 0; i < 16; ++i)
        sum += tile[(it.get_local_id(0) + i * 16) % 256];
      out[it.get_global_id(0)] = sum;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tile(256, h);
    h.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
      size_t l = it.get_local_id(0);
      tile[l] = out[it.get_global_id(0)];
      for (size_t s = 128; s; s /= 2) {
        sycl::group_barrier(it.get_group());
        if (l < s)
          tile[l] += tile[l + s];
      }
      if (l == 0)
        p[it.get_group(0)] = tile[0];
    });
  });
  q.wait();
  return p[0] > 0 ? 0 : 1;
}
