// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of <complex> in kernels: results are those of the host's library within a few units of the last place, over
// numbers of all quadrants, near the unit circle, small and large.
//
// RUN: %program %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* %t %}
// RUN: %program -O0 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %if ptxas %{ %sycc -fsycl-targets=nvidia_gpu_sm_90 %s -o %t.ptx %}
// RUN: %sycc -O1 -fsycl-targets=amd_gpu_gfx90a -c %s -o %t.amd.o
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <vector>
#include <sycl/sycl.hpp>

template <class T> using number = std::complex<T>;

enum { FUNCTIONS = 24 };
static const char *const names[FUNCTIONS] = {"exp",  "log",  "sqrt",  "sin",   "cos",  "tan",   "sinh",  "cosh",
                                             "tanh", "asin", "acos",  "atan",  "asinh", "acosh", "atanh", "pow",
                                             "pow2", "polar", "proj", "norm", "abs",   "arg",   "*",  "/"};

template <class T> void all(number<T> z, number<T> *r) {
  const number<T> w(z.imag() + T(0.5), z.real() - T(0.25));
  *r++ = std::exp(z);
  *r++ = std::log(z);
  *r++ = std::sqrt(z);
  *r++ = std::sin(z);
  *r++ = std::cos(z);
  *r++ = std::tan(z);
  *r++ = std::sinh(z);
  *r++ = std::cosh(z);
  *r++ = std::tanh(z);
  *r++ = std::asin(z);
  *r++ = std::acos(z);
  *r++ = std::atan(z);
  *r++ = std::asinh(z);
  *r++ = std::acosh(z);
  *r++ = std::atanh(z);
  *r++ = std::pow(z, number<T>(T(1.5), T(0.5)));
  *r++ = std::pow(z, T(2));
  *r++ = std::polar(std::abs(z.real()), z.imag());
  *r++ = std::proj(z);
  *r++ = std::norm(z);
  *r++ = std::abs(z);
  *r++ = std::arg(z);
  *r++ = z * w;
  *r++ = z / w;
}

// How far a is from b, in units of the last place of |b|.
template <class T> double distance(number<T> a, number<T> b) {
  if ((std::isnan(a.real()) && std::isnan(b.real())) || (std::isinf(std::abs(a)) && std::isinf(std::abs(b))))
    return 0;
  const T size = std::max(std::abs(b), std::numeric_limits<T>::min());
  const double d = double(std::abs(a - b)) / double(size) / double(std::numeric_limits<T>::epsilon());
  return d == d ? d : 1e30;
}

template <class T> int wrong(sycl::queue &q, double most) {
  static const T parts[] = {T(0), T(-0.0), T(1), T(-1), T(0.5), T(-0.3), T(0.99), T(1.01), T(-2.5), T(3.75), T(1e-5), T(-1e-5), T(20), T(-30), T(1e6)};
  std::vector<number<T>> in;
  for (T x : parts)
    for (T y : parts)
      in.push_back({x, y});
  const size_t n = in.size();
  number<T> *z = sycl::malloc_shared<number<T>>(n, q), *r = sycl::malloc_shared<number<T>>(n * FUNCTIONS, q);
  std::copy(in.begin(), in.end(), z);
  q.parallel_for(n, [=](sycl::id<1> i) { all(z[i], r + i[0] * FUNCTIONS); }).wait();
  int bad = 0;
  for (size_t i = 0; i < n; i++) {
    number<T> expected[FUNCTIONS];
    all(in[i], expected);
    for (int f = 0; f < FUNCTIONS; f++) {
      const number<T> is = r[i * FUNCTIONS + f];
      const double d = distance(is, expected[f]);
      // In powers and large angles the errors of logarithms and of sin and cos grow with these.
      const double log = std::abs(std::log2(double(std::abs(in[i])) + 1e-30)), limit = most * (1 + log * (f == 15 || f == 16 ? 8 : 2));
      if (d > limit)
        bad += std::printf("%s(%g%+gi): %.9g%+.9gi instead of %.9g%+.9gi, %g units\n", names[f], double(in[i].real()), double(in[i].imag()),
                           double(is.real()), double(is.imag()), double(expected[f].real()), double(expected[f].imag()), d) > 0;
    }
  }
  sycl::free(z, q);
  sycl::free(r, q);
  return bad;
}

int main() {
  sycl::queue q;
  int bad = wrong<float>(q, 8);
  if (q.get_device().has(sycl::aspect::fp64))
    bad += wrong<double>(q, 8);
  return bad ? 1 : 0;
}
