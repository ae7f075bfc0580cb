// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels call beside SYCL's own functions: the C library, SPIR-V's operations, printf, assert.
#include <CL/__spirv/spirv_ops.hpp>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <sycl/sycl.hpp>

class C;
class Spirv;
class Print;
class Assert;

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(10, q);
  double *d = sycl::malloc_shared<double>(10, q);
  q.single_task<C>([=] {
    std::complex<double> c(std::sin(d[1]) + std::pow(d[2], 3.5), std::fmod(d[3], d[4]));
    c /= std::complex<double>(std::frexp(d[5], p), std::ldexp(d[6], 3));
    d[0] = c.real() + std::lround(d[2]) + std::modf(d[3], d + 2) + std::ilogb(d[7]);
  });
  q.parallel_for<Spirv>(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1>) {
    __spirv_AtomicIAdd(p, __spv::Scope::Device, __spv::MemorySemanticsMask::None, 5);
    __spirv_ControlBarrier(__spv::Scope::Workgroup, __spv::Scope::Device, __spv::MemorySemanticsMask::AcquireRelease);
    p[1] = __spirv_BuiltInSubgroupId() + __spirv_BuiltInSubgroupSize();
  });
  q.single_task<Print>([=] { std::printf("%d %f\n", p[0], d[0]); });
  q.single_task<Assert>([=] { assert(p[0] == 3); });
}
