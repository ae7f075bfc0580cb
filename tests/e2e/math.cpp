// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in functions on the device against the host's own.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cmath>
#include <vector>

// Error in units of the last place of a float.
static double ulps(double got, double expected) {
  if (std::isnan(expected))
    return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(expected) || expected == 0)
    return got == expected ? 0 : std::abs(got - expected) < 1e-38 ? 1 : 1e9;
  return std::abs(got - expected) / std::ldexp(1.0, std::ilogb(expected) - 23);
}

template <class Device, class Host>
static void unary(sycl::queue &q, const char *name, Device device, Host host, double limit) {
  constexpr size_t N = 2001;
  float *out = sycl::malloc_shared<float>(N, q);
  q.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
     out[i] = device((static_cast<float>(i[0]) - 1000) * 0.0123f);
   }).wait();
  double worst = 0;
  for (size_t i = 0; i < N; ++i)
    worst = std::max(worst, ulps(out[i], host(double((static_cast<float>(i) - 1000) * 0.0123f))));
  if (worst > limit)
    std::printf("%s: %g ulp\n", name, worst);
  CHECK(worst <= limit);
  sycl::free(out, q);
}
#define UNARY(f, limit)                                                                                      \
  unary(                                                                                                     \
      q, #f, [](float x) { return sycl::f(x); }, [](double x) { return std::f(x); }, limit)

static void floats(sycl::queue &q) {
  UNARY(sqrt, 1);
  UNARY(fabs, 0);
  UNARY(floor, 0);
  UNARY(ceil, 0);
  UNARY(trunc, 0);
  UNARY(rint, 0);
  UNARY(round, 0);
  UNARY(exp, 4);
  UNARY(exp2, 4);
  UNARY(log, 4);
  UNARY(log2, 4);
  UNARY(log10, 4);
  UNARY(sin, 4);
  UNARY(cos, 4);
  UNARY(tan, 5);
  UNARY(asin, 4);
  UNARY(acos, 4);
  UNARY(atan, 5);
  UNARY(sinh, 4);
  UNARY(cosh, 4);
  UNARY(tanh, 5);
  UNARY(cbrt, 4);
  UNARY(expm1, 4);
  unary(
      q, "rsqrt", [](float x) { return sycl::rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }, 4);
  unary(
      q, "pow", [](float x) { return sycl::pow(sycl::fabs(x), 1.5f); },
      [](double x) { return std::pow(std::fabs(x), 1.5); }, 16);
  unary(
      q, "atan2", [](float x) { return sycl::atan2(x, 2.0f); }, [](double x) { return std::atan2(x, 2.0); },
      6);
  unary(
      q, "hypot", [](float x) { return sycl::hypot(x, 3.0f); }, [](double x) { return std::hypot(x, 3.0); },
      4);
  unary(
      q, "fma", [](float x) { return sycl::fma(x, x, 0.5f); }, [](double x) { return x * x + 0.5; }, 1);
  unary(
      q, "fmod", [](float x) { return sycl::fmod(x, 0.7f); },
      [](double x) { return std::fmod(x, double(0.7f)); }, 0);
  unary(
      q, "fmax", [](float x) { return sycl::fmax(x, 1.0f); }, [](double x) { return std::fmax(x, 1.0); }, 0);
  unary(
      q, "clamp", [](float x) { return sycl::clamp(x, -1.0f, 1.0f); },
      [](double x) { return std::min(std::max(x, -1.0), 1.0); }, 0);
}

static void integers(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(8, q);
  q.single_task([=] {
     p[0] = sycl::abs(-5);
     p[1] = sycl::max(3, 9);
     p[2] = sycl::min(3, 9);
     p[3] = sycl::clamp(12, 0, 10);
     p[4] = sycl::popcount(0xf0f0);
     p[5] = sycl::clz(1);
     p[6] = sycl::mul_hi(1 << 20, 1 << 20);
     p[7] = sycl::add_sat(0x7fffffff, 5);
   }).wait();
  const int expected[8] = {5, 9, 3, 10, 8, 31, 1 << 8, 0x7fffffff};
  for (int i = 0; i < 8; ++i)
    CHECK(p[i] == expected[i]);
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    floats(q);
    integers(q);
  });
}
