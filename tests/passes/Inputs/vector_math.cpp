// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel for each mathematical function.
#include <cmath>
#include <sycl/sycl.hpp>

template <int> class name;

int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(100, q);
  double *d = sycl::malloc_shared<double>(100, q);
  for (int i = 0; i < 100; ++i)
    d[i] = p[i] = 0.01f * static_cast<float>(i);
  q.parallel_for<name<0>>(100, [=](sycl::id<1> i) { p[i] = sycl::sin(p[i]); }).wait();
  q.parallel_for<name<1>>(100, [=](sycl::id<1> i) { p[i] = std::exp(p[i]); }).wait();
  q.parallel_for<name<2>>(100, [=](sycl::id<1> i) { p[i] = sycl::pow(2.0f, p[i]); }).wait();
  q.parallel_for<name<3>>(100, [=](sycl::id<1> i) {
     if (p[i] > 0.5f)
       p[i] = sycl::erf(p[i]);
   }).wait();
  q.parallel_for<name<4>>(100, [=](sycl::id<1> i) { p[i] = sycl::pow(p[i], 1.7f); }).wait();
  q.parallel_for<name<5>>(100, [=](sycl::id<1> i) { p[i] = sycl::log(p[i] + 1) + std::log(p[i] + 2) + sycl::cbrt(p[i]); }).wait();
  q.parallel_for<name<6>>(100, [=](sycl::id<1> i) { d[i] = sycl::sin(d[i]); }).wait();
  q.parallel_for<name<7>>(100, [=](sycl::id<1> i) { d[i] = sycl::exp(d[i]) + std::exp(d[i]) + std::cbrt(d[i]); }).wait();
  q.parallel_for<name<8>>(100, [=](sycl::id<1> i) { p[i] = std::log(p[i]); }).wait();
  const bool ok = p[7] == p[7] && d[7] > 1.9 && d[7] < 3;
  sycl::free(p, q);
  sycl::free(d, q);
  return ok ? 0 : 1;
}
