// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each question for a specialization constant says which one it means, by a name that the host derives too; the name of one that
// belongs to this file has the file's suffix, which the integration header has.
// RUN: %device -std=c++17 -I%include -O2 -S -emit-llvm %s -o %t.ll -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=%t.h
// RUN: cat %t.h %t.ll | FileCheck %s
// RUN: %device -std=c++17 -I%include -O0 -g -S -emit-llvm %s -o %t0.ll && cat %t.h %t0.ll | FileCheck %s
// RUN: %device -std=c++17 -I%include -DSHARED_ONLY -S -emit-llvm %s -o %t.ll -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=%t.h
// RUN: cat %t.h %t.ll | FileCheck --check-prefix=SHARED %s
// RUN: %device -std=c++17 -I%include -fsyntax-only -DERRORS -Xclang -verify=device -Xclang -verify-ignore-unexpected=note %s
// RUN: %host -std=c++17 -I%include -include %t.h -fsyntax-only -DERRORS -DHOST -Xclang -verify=host -Xclang -verify-ignore-unexpected=note %s
#include <sycl/sycl.hpp>

using sycl::specialization_id;
inline constexpr specialization_id<int> shared(1);
#ifndef SHARED_ONLY
constexpr specialization_id<int> own(2);
namespace {
constexpr specialization_id<float> hidden(3);
}
#endif

// CHECK: inline const char *unit_here() { return "[[UNIT:_tu[0-9a-f]+]]"; }
// CHECK-DAG: private {{.*}}c"_ZTSN4sycl6detail9spec_nameIiL_ZL3ownEEE[[UNIT]]\00"
// CHECK-DAG: private {{.*}}c"_ZTSN4sycl6detail9spec_nameIfL_ZN12_GLOBAL__N_16hiddenEEEE[[UNIT]]\00"
// CHECK-DAG: c"_ZTSN4sycl6detail9spec_nameIiL_Z6sharedEEE\00"
// CHECK-DAG: call {{.*}}@__sycc_spec_value(ptr {{.*}}@_ZL3own
// CHECK-DAG: call {{.*}}@__sycc_spec_value(ptr {{.*}}@_ZN12_GLOBAL__N_16hiddenE
// CHECK-DAG: call {{.*}}@__sycc_spec_value(ptr {{.*}}@shared
// SHARED: inline const char *unit_here() { return ""; }
// SHARED: c"_ZTSN4sycl6detail9spec_nameIiL_Z6sharedEEE\00"
void ask(sycl::queue &q, int *p) {
  q.submit([&](sycl::handler &h) {
    h.single_task<class Ask>([=](sycl::kernel_handler kh) {
#ifndef SHARED_ONLY
      p[0] = kh.get_specialization_constant<own>();
      p[1] = int(kh.get_specialization_constant<hidden>());
#endif
      p[2] = kh.get_specialization_constant<shared>();
    });
  });
}

// The attributes of a kernel with a handler are those of its function object.
// CHECK: !reqd_work_group_size [[SIZE:![0-9]+]]
// CHECK: [[SIZE]] = !{i32 8, i32 4, i32 1}
void sized(sycl::queue &q) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for<class Sized>(sycl::nd_range<2>({4, 8}, {4, 8}), [=](sycl::nd_item<2>, sycl::kernel_handler) [[sycl::reqd_work_group_size(4, 8)]] {});
  });
}

#ifdef ERRORS
struct owning {
  ~owning() {}
};
// device-error@*:* {{the type of a specialization constant must be device copyable}}
// host-error@*:* {{the type of a specialization constant must be device copyable}}
extern specialization_id<owning> never;
constexpr auto size = sizeof(specialization_id<owning>);

void wrong(sycl::queue &q, int *p) {
  q.submit([&](sycl::handler &h) {
    sycl::kernel_handler mine; // device-error {{calling a private constructor}} host-error {{calling a private constructor}}
    h.set_specialization_constant<own>("text"); // device-error {{no matching member function}} host-error {{no matching member function}}
  });
}
#endif
