// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL's attributes wherever users write them: stock clang parses the file on both sides, without a warning,
// and other attributes in the same list keep their meaning.
// RUN: %device -fsyntax-only -Wall -Werror -Wno-unused -Wno-c++23-lambda-attributes %s
// RUN: %clangxx -Xclang -fsycl-is-host -fplugin=%build/lib/sycc/sycc-frontend.so -fsyntax-only -Wall -Werror -Wno-unused -Wno-c++23-lambda-attributes %s
// RUN: %device -Xclang -ast-dump -fsyntax-only -Wno-everything %s | FileCheck %s
// RUN: %clangxx -Xclang -fsycl-is-host -fplugin=%build/lib/sycc/sycc-frontend.so -S -emit-llvm -Wno-everything %s -o - | FileCheck %s --check-prefix=HOST
// HOST-NOT: annotat
#include "Inputs/mini.hpp"
using sycl::aspect;
#define SG(n) [[sycl::reqd_sub_group_size(n)]]

template <class F> struct Holder { Holder(F f) { go(f); } };
template <class F> int value_of(F f) { go(f); return 1; }
struct First { static constexpr const char *name = "first"; static constexpr int value = 1; };

// CHECK-LABEL: FunctionDecl {{.*}} declared
// CHECK: AnnotateAttr {{.*}} "sycl::device_has"
[[sycl::device_has(aspect::fp16, aspect::fp64)]] void declared();
[[nodiscard, sycl::device_has(aspect::cpu)]] int mixed();
[[using sycl: device_has(aspect::cpu), reqd_sub_group_size(4)]] void with_using();
[[__sycl_detail__::__uses_aspects__(aspect::fp16)]] void underscores();
template <aspect... A> [[sycl::device_has(A...)]] void pack() {}
struct [[sycl_detail::uses_aspects(aspect::fp16)]] Half { short bits; };
template <class... P> struct Properties {
  [[__sycl_detail__::add_ir_attributes_function({"first"}, P::name..., P::value...)]] void operator()() const {}
};
int numbers[4];

template <int N> void templated() {
  go([=]() SG(N) {});
  go([=]() [[sycl::reqd_sub_group_size(N * 2)]] {});
}
struct Class {
  int x = 0;
  void member() { go([=, *this]() SG(5) { (void)x; }); }
  [[sycl::reqd_work_group_size(4, 5, 6)]] void attributed() {}
  int initialised = value_of([]() SG(6) {});
};

int main() {
  go([=]() SG(11) {});
  go(([=]() SG(12) {}));
  { auto l = [=]() mutable SG(13) {}; (void)sizeof(l); }
  Holder h1([=]() [[sycl::reqd_sub_group_size(14), sycl::device_has(aspect::fp16)]] {});
  Holder h2{[=]() [[using sycl: reqd_sub_group_size(15), device_has()]] {}};
  { int(y)(value_of([=]() SG(16) {})); (void)y; }
  { int z = numbers[value_of([=]() SG(17) {})]; (void)z; }
  if (int k = value_of([=]() SG(18) {})) (void)k;
  for (int i = value_of([=]() SG(19) {}); i < 2; i++) ;
  Holder(([=]() SG(20) {}));
  (void)(value_of([=]() SG(21) {}) < 3 && value_of([=]() SG(22) {}) > (4));
  auto t = true ? value_of([=]() SG(23) {}) : 3;
  int q(int(value_of([=]() SG(24) {}))); (void)q;
  templated<8>();
  templated<16>();
  Class c;
  c.member();
  go(Properties<First>{});
  go([=]() noexcept SG(25) {});
  { auto l = [=]() mutable noexcept(true) SG(26) {}; (void)sizeof(l); }
  go([=] SG(27) () {});
  { auto l = [=]() SG(28) mutable {}; (void)sizeof(l); }
  go([=]() SG(29) [[sycl::device_has()]] -> void {});
  pack<aspect::fp16, aspect::fp64>();
  if (t) [[likely]] { numbers[0] = 1; }
  switch (t) { case 1: [[fallthrough]]; default: break; }
  [[maybe_unused]] int m[2] = {numbers[numbers[0]], [] { return 1; }()};
}
// CHECK: AnnotateAttr {{.*}} "sycl::reqd_sub_group_size"
