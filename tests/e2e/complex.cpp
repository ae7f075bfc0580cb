// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::complex in kernels: multiplication and division come from the device library.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include <complex>
#include <cstdio>
#include <sycl/sycl.hpp>

template <class T> int wrong(sycl::queue &q) {
  using number = std::complex<T>;
  number *r = sycl::malloc_shared<number>(3, q);
  number a(3, -4), b(1, 2), c(T(1e-3), T(5));
  q.single_task([=] {
     r[0] = a * b;
     r[1] = a / b;
     r[2] = b / c;
   }).wait();
  const number expected[] = {a * b, a / b, b / c};
  int bad = 0;
  for (int i = 0; i < 3; i++)
    if (std::abs(r[i] - expected[i]) > T(1e-6))
      bad += std::printf("%d: %g%+gi instead of %g%+gi\n", i, double(r[i].real()), double(r[i].imag()),
                         double(expected[i].real()), double(expected[i].imag()));
  sycl::free(r, q);
  return bad;
}

int main() {
  sycl::queue q;
  return wrong<float>(q) + wrong<double>(q) ? 1 : 0;
}
