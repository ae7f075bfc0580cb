// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL's attributes on lambdas, wherever a lambda may stand. Numbered cases: see Inputs/annotations.py.
// The attributes are looked at wherever they stand, also where they mean nothing.
// DEFINE: %{quiet} = -Xclang -plugin-arg-sycc-frontend -Xclang warning=no-sycl-attributes
// RUN: %device -fsyntax-only -Wall -Werror -Wno-unused %{quiet} -Wno-c++23-lambda-attributes -Wno-c++23-extensions -Wno-c++20-extensions -Xclang -ast-dump %s > %t.device
// RUN: %host -fsyntax-only -Wall -Werror -Wno-unused %{quiet} -Wno-c++23-lambda-attributes -Wno-c++23-extensions -Wno-c++20-extensions -Xclang -ast-dump %s > %t.host
// RUN: python3 %S/Inputs/annotations.py %s < %t.device
// RUN: python3 %S/Inputs/annotations.py %s --host < %t.host
// RUN: %host -S -emit-llvm -Wno-everything %s -o - | FileCheck %s --check-prefix=HOST
// HOST-NOT: annotat
// REQUIRES: python3
#include "Inputs/mini.hpp"
template <class Kernel> void take(Kernel) {} // not a kernel: those may be neither mutable nor capture by reference
using sycl::aspect;
#define SG(n) [[sycl::reqd_sub_group_size(n)]]

template <class F> struct Holder { Holder(F f) { take(f); } };
template <class F> int value_of(F f) { take(f); return 1; }
template <class A, class B> void two(A a, B b) { take(a); take(b); }
int numbers[4];

template <int N> void templated() {
  take([=]() SG(N) {}); // 1: CXXMethodDecl operator(): sycl::reqd_sub_group_size 8
  take([=]() mutable SG(N * 2) {}); // 2: CXXMethodDecl operator(): sycl::reqd_sub_group_size 16
}
template <aspect... A> void packed() {
  take([=]() [[sycl::device_has(A...)]] {}); // 3: CXXMethodDecl operator(): sycl::device_has 5 6
}
template <class T> void typed() {
  take([=]() [[sycl::vec_type_hint(T)]] {}); // 4: CXXMethodDecl operator(): sycl::vec_type_hint float*
}
struct Class {
  int x = 0;
  void member() { take([=, *this]() SG(105) { (void)x; }); } // 5: CXXMethodDecl operator(): sycl::reqd_sub_group_size 105
  int initialised = value_of([]() SG(106) {}); // 6: CXXMethodDecl operator(): sycl::reqd_sub_group_size 106
  void defaulted(int n = value_of([]() SG(107) {})) {} // 7: CXXMethodDecl operator(): sycl::reqd_sub_group_size 107
};
auto global = []() SG(108) {}; // 8: CXXMethodDecl operator(): sycl::reqd_sub_group_size 108

int main() {
  take([=]() SG(109) {}); // 9: CXXMethodDecl operator(): sycl::reqd_sub_group_size 109
  take(([=]() SG(110) {})); // 10: CXXMethodDecl operator(): sycl::reqd_sub_group_size 110
  { auto l = [=]() mutable SG(111) {}; (void)sizeof(l); } // 11: CXXMethodDecl operator(): sycl::reqd_sub_group_size 111
  Holder h1([=]() [[sycl::reqd_sub_group_size(112), sycl::device_has(aspect::cpu)]] {}); // 12: CXXMethodDecl operator(): sycl::reqd_sub_group_size 112; sycl::device_has 1
  Holder h2{[=]() [[using sycl: reqd_sub_group_size(113), device_has()]] {}}; // 13: CXXMethodDecl operator(): sycl::reqd_sub_group_size 113; sycl::device_has
  { int(y)(value_of([=]() SG(114) {})); (void)y; } // 14: CXXMethodDecl operator(): sycl::reqd_sub_group_size 114
  { int z = numbers[value_of([=]() SG(115) {})]; (void)z; } // 15: CXXMethodDecl operator(): sycl::reqd_sub_group_size 115
  if (int k = value_of([=]() SG(116) {})) (void)k; // 16: CXXMethodDecl operator(): sycl::reqd_sub_group_size 116
  for (int i = value_of([=]() SG(117) {}); i < 2; i++) ; // 17: CXXMethodDecl operator(): sycl::reqd_sub_group_size 117
  Holder(([=]() SG(118) {})); // 18: CXXMethodDecl operator(): sycl::reqd_sub_group_size 118
  (void)(value_of([=]() SG(119) {}) < 3 && value_of([=]() SG(120) {}) > (4)); // 19: CXXMethodDecl operator(): sycl::reqd_sub_group_size 119; sycl::reqd_sub_group_size 120
  auto t = true ? value_of([=]() SG(121) {}) : 3; // 20: CXXMethodDecl operator(): sycl::reqd_sub_group_size 121
  int q(int(value_of([=]() SG(122) {}))); (void)q; // 21: CXXMethodDecl operator(): sycl::reqd_sub_group_size 122
  templated<8>();
  packed<aspect::fp16, aspect::fp64>();
  typed<float>();
  Class c;
  c.member();
  c.defaulted();

  // specifiers
  take([=]() noexcept SG(123) {}); // 22: CXXMethodDecl operator(): sycl::reqd_sub_group_size 123
  take([=]() mutable noexcept(true) SG(124) {}); // 23: CXXMethodDecl operator(): sycl::reqd_sub_group_size 124
  take([=]() SG(125) mutable {}); // 24: CXXMethodDecl operator(): sycl::reqd_sub_group_size 125
  take([=]() SG(126) [[sycl::device_has()]] -> void {}); // 25: CXXMethodDecl operator(): sycl::reqd_sub_group_size 126; sycl::device_has
  take([=]() noexcept(noexcept(numbers[0])) SG(127) -> void {}); // 26: CXXMethodDecl operator(): sycl::reqd_sub_group_size 127
  take([=]() constexpr SG(128) {}); // 27: CXXMethodDecl operator(): sycl::reqd_sub_group_size 128
  take([=]() __attribute__((cold)) SG(129) {}); // 28: CXXMethodDecl operator(): sycl::reqd_sub_group_size 129; ColdAttr
  take([=]() SG(130) __attribute__((noinline)) mutable SG(130) {}); // 29: CXXMethodDecl operator(): sycl::reqd_sub_group_size 130; sycl::reqd_sub_group_size 130; NoInlineAttr
  take([=] SG(132) () {}); // 30: CXXMethodDecl operator(): sycl::reqd_sub_group_size 132
  take([=] [[gnu::hot, sycl::reqd_sub_group_size(133)]] () mutable SG(133) {}); // 31: CXXMethodDecl operator(): sycl::reqd_sub_group_size 133; sycl::reqd_sub_group_size 133; HotAttr
  take([=] SG(135) {}); // 32: CXXMethodDecl operator(): sycl::reqd_sub_group_size 135
  take([=] mutable SG(136) {}); // 33: CXXMethodDecl operator(): sycl::reqd_sub_group_size 136
  take([=] SG(137) mutable noexcept {}); // 34: CXXMethodDecl operator(): sycl::reqd_sub_group_size 137
  take([=]() [[intel::named_sub_group_size(automatic), intel::kernel_args_restrict]] {}); // 35: CXXMethodDecl operator(): intel::named_sub_group_size automatic; intel::kernel_args_restrict

  // captures, parameters, generic lambdas, nesting
  take([n = numbers[0], &m = numbers](auto...) SG(138) { (void)n; }); // 36: CXXMethodDecl operator(): sycl::reqd_sub_group_size 138
  take([](int a[2] = nullptr, int (*f)(int) = [](int x) { return x; }) SG(139) {}); // 37: CXXMethodDecl operator(): sycl::reqd_sub_group_size 139
  take([] { auto inner = [](int) noexcept SG(140) {}; inner(1); }); // 38: CXXMethodDecl operator(): sycl::reqd_sub_group_size 140
  take([=]() SG(141) { [=]() SG(142) {}(); }); // 39: CXXMethodDecl operator(): sycl::reqd_sub_group_size 141; sycl::reqd_sub_group_size 142
  two([=]() SG(143) {}, [=]() mutable SG(144) {}); // 40: CXXMethodDecl operator(): sycl::reqd_sub_group_size 143; sycl::reqd_sub_group_size 144
  take([]<class... T>(T...) noexcept SG(145) {}); // 41: CXXMethodDecl operator(): sycl::reqd_sub_group_size 145
  take([]<int N = (3 > 2), class... T>(T...) mutable SG(146) -> void {}); // 42: CXXMethodDecl operator(): sycl::reqd_sub_group_size 146
  int r = numbers[value_of([=]() noexcept SG(147) {})] < numbers[1]; (void)r; // 43: CXXMethodDecl operator(): sycl::reqd_sub_group_size 147
  void after_less() noexcept SG(148); // 44: FunctionDecl after_less: sycl::reqd_sub_group_size 148
  take([=]() [[sycl::reqd_work_group_size(1, 2)]] [[]] [[sycl::device_has(aspect::fp64)]] {}); // 45: CXXMethodDecl operator(): sycl::reqd_work_group_size 1 2; sycl::device_has 6

  // what has nothing to do with it
  if (t) [[likely]] { numbers[0] = 1; }
  switch (t) { case 1: [[fallthrough]]; default: break; }
  [[maybe_unused]] int m[2] = {numbers[numbers[0]], [] { return 1; }()};
}
