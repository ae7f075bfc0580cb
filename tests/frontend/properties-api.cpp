// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the properties of the SYCL API to the IR. The property foo is defined here: a new property needs nothing but
// this file.
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=STAYS
// RUN: %device -std=c++17 -I%include -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s --check-prefix=MEMBER
// RUN: %device -std=c++20 -I%include -Wall -Werror -O0 -S -emit-llvm %s -o %t0.ll
// RUN: FileCheck %s --input-file=%t0.ll
// RUN: FileCheck %s --input-file=%t0.ll --check-prefix=STAYS
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;

struct foo {
  static constexpr const char *meta_name = "sycl-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;

// Values of the other kinds.
struct kinds {
  enum class colour { red, green = 7 };
  struct text { using key_t = text; static constexpr const char *meta_name = "sycl-text"; static constexpr const char *meta_value = "words"; };
  struct flag { using key_t = flag; static constexpr const char *meta_name = "sycl-flag"; static constexpr bool meta_value = true; };
  struct paint { using key_t = paint; static constexpr const char *meta_name = "sycl-paint"; static constexpr colour meta_value = colour::green; };
};

struct Functor {
  int *p;
  void operator()() const { *p = 1; }
  static constexpr auto properties = property_list{sub_group_size_v<16>, device_has_v<sycl::aspect::fp16, sycl::aspect::fp64>};
};
struct Getter {
  int *p;
  void operator()(sycl::id<2> i) const { p[i[0]] = 2; }
  auto get(experimental::properties_tag) const { return experimental::properties{foo_v<5>}; }
};

// MEMBER-DAG: c"sycl-properties:sycl-foo=32,sycl-restrict\00"
// With and without optimisation the compiler leaves alone what it does not know, and says nothing of where it was written.
// STAYS-DAG: [[TEXT:@.*]] = private {{.*}} c"sycl-properties:sycl-foo=32,sycl-restrict\00", section "llvm.metadata"
// STAYS-DAG: [[NUMBER:@.*]] = private {{.*}} c"sycl-properties:sycl-foo=3\00", section "llvm.metadata"
// STAYS-DAG: call {{.*}}ptr addrspace(4) @llvm.ptr.annotation.p4.p1({{.*}}, ptr addrspace(1) [[TEXT]], ptr addrspace(1) [[TEXT]], {{.*}})
// STAYS-DAG: call {{.*}}ptr addrspace(4) @llvm.ptr.annotation.p4.p1({{.*}}, ptr addrspace(1) [[NUMBER]], ptr addrspace(1) [[NUMBER]], {{.*}})

// CHECK-DAG: define weak_odr spir_kernel void @_ZTS4Task({{.*}} #[[TASK:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS7Functor({{.*}} #[[FUNCTOR:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS4Both({{.*}} #[[BOTH:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS6Getter({{.*}} #[[GETTER:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS7NdRange({{.*}} #[[NDRANGE:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS5Kinds({{.*}} #[[KINDS:[0-9]+]]
// CHECK-DAG: define weak_odr spir_kernel void @_ZTS5Plain({{.*}} #[[PLAIN:[0-9]+]]

// CHECK-DAG: attributes #[[TASK]] = {{.*}} "sycl-foo"="32"{{.*}} "sycl-sub-group-size"="32"
// CHECK-DAG: attributes #[[FUNCTOR]] = {{.*}} "sycl-device-has"="5,6"{{.*}} "sycl-sub-group-size"="16"
// CHECK-DAG: attributes #[[BOTH]] = {{.*}} "sycl-device-has"="5,6" "sycl-foo"="8"{{.*}} "sycl-sub-group-size"="16"
// CHECK-DAG: attributes #[[GETTER]] = {{.*}} "sycl-foo"="5"
// CHECK-DAG: attributes #[[NDRANGE]] = {{.*}} "sycl-device-has" {{.*}}"sycl-work-group-size"="4,5,6" "sycl-work-group-size-hint"="4,5,6"
// CHECK-DAG: attributes #[[KINDS]] = {{.*}} "sycl-flag"="true"{{.*}} "sycl-paint"="7" "sycl-text"="words"
// CHECK-DAG: attributes #[[PLAIN]] = {{([^"]|"[^s]|"s[^y]|"sycl-module-id)*$}}
class Task;
class Both;
class NdRange;
class Kinds;
class Plain;
void kernels(sycl::queue &q, int *p) {
  q.single_task<Task>(property_list{sub_group_size_v<32>, foo_v<32>}, [=] { *p = 1; });
  q.single_task(Functor{p});
  q.single_task<Both>(property_list{foo_v<8>, sub_group_size_v<16>}, Functor{p});
  q.parallel_for({4, 4}, Getter{p});
  q.parallel_for<NdRange>(sycl::nd_range<3>({8, 10, 12}, {4, 5, 6}),
                          properties{work_group_size_v<4, 5, 6>, work_group_size_hint_v<4, 5, 6>, device_has_v<>},
                          [=](sycl::nd_item<3>) { *p = 1; });
  q.single_task<Kinds>(property_list{kinds::text(), kinds::flag(), kinds::paint()}, [=] { *p = 1; });
  q.single_task<Plain>([=] { *p = 1; });
}

// CHECK-DAG: define weak_odr spir_kernel void @_ZTS9Accessors({{.*}}, ptr addrspace(1) {{[^,]*}}"sycl-foo"="32" "sycl-no-alias" %{{[^,]*}}, ptr addrspace(1) {{[^",]*}})
class Accessors;
void accessors(sycl::queue &q, sycl::buffer<int> &buf, sycl::buffer<int> &other) {
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor acc(buf, cgh, property_list{no_alias_v, foo_v<32>});
    sycl::accessor without(other, cgh);
    cgh.parallel_for<Accessors>(16, [=](sycl::id<1> i) { acc[i] = without[i]; });
  });
}

// CHECK-DAG: define weak_odr spir_kernel void @_ZTS9Annotated({{.*}}"sycl-foo"="32" "sycl-restrict"{{.*}}"sycl-foo"="3"
class Annotated;
void annotated(sycl::queue &q, int *p) {
  const annotated_ptr a(p, property_list{restrict_v, foo_v<32>});
  const annotated_arg n(5, foo_v<3>);
  q.single_task<Annotated>([=] { *a = n; });
}
