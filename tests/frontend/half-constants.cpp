// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A half that is made of a constant needs no double, at whatever level of optimisation: there are GPUs with the one and not the other.
//
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O0 -S -emit-llvm %s -o - | FileCheck %s
// CHECK: define {{.*}} @_ZTS5Plain{{.*}} !intel_used_aspects ![[HALF:[0-9]+]]
// CHECK: define {{.*}} @_ZTS4Real{{.*}} !intel_used_aspects ![[BOTH:[0-9]+]]
// CHECK-NOT: = !{i32 5, i32 6}
// CHECK: ![[HALF]] = !{i32 5}
// CHECK: ![[BOTH]] = !{i32 5, i32 6}
#include <sycl/sycl.hpp>

template <class T> T scaled(T x) { return x * T(1.5) + static_cast<T>(0.25); }
class Plain;
class Real;

void launch(sycl::queue &q, sycl::half *h, double *d) {
  q.single_task<Plain>([=] {
    h[0] = scaled(h[0]);
    h[1] = 2.5;
    sycl::half sum{3.0};
    h[2] = sum + 7;
  });
  q.single_task<Real>([=] { h[0] = *d; });
}
