// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL's attributes beside what C++20 and C++23 added. Numbered cases: see Inputs/annotations.py.
// The attributes are looked at wherever they stand, also where they mean nothing.
// DEFINE: %{quiet} = -Xclang -plugin-arg-sycc-frontend -Xclang warning=no-sycl-attributes
// RUN: %device -std=c++23 -fsyntax-only -Wall -Werror -Wno-unused %{quiet} -Xclang -ast-dump %s > %t.device
// RUN: %host -std=c++23 -fsyntax-only -Wall -Werror -Wno-unused %{quiet} -Xclang -ast-dump %s > %t.host
// RUN: python3 %S/Inputs/annotations.py %s < %t.device
// RUN: python3 %S/Inputs/annotations.py %s --host < %t.host
// REQUIRES: python3
#include "Inputs/mini.hpp"
template <class Kernel> void take(Kernel) {} // not a kernel: those may be neither mutable nor capture by reference
#define SG(n) [[sycl::reqd_sub_group_size(n)]]
template <class T> concept Any = sizeof(T) > 0;

template <Any T> SG(1) void f1() {}
template void f1<int>(); // 1: FunctionDecl f1: sycl::reqd_sub_group_size 1
template <class T> requires Any<T> SG(2) void f2(T) {}
template void f2(int); // 2: FunctionDecl f2: sycl::reqd_sub_group_size 2
template <class T> requires (Any<T>) SG(3) auto f3(T t) -> T { return t; }
template int f3(int); // 3: FunctionDecl f3: sycl::reqd_sub_group_size 3
template <class T> SG(4) void f4(T) requires requires(T t) { t + 1; } {}
template void f4(int); // 4: FunctionDecl f4: sycl::reqd_sub_group_size 4
SG(5) void f5(Any auto x) {}
template void f5(int); // 5: FunctionDecl f5: sycl::reqd_sub_group_size 5
SG(6) consteval int f6() { return 6; } // 6: FunctionDecl f6: sycl::reqd_sub_group_size 6
struct S {
  static void operator()(int) noexcept SG(7) {} // 7: CXXMethodDecl operator(): sycl::reqd_sub_group_size 7
  int operator[](int, int) const noexcept SG(8) { return 1; } // 8: CXXMethodDecl operator[]: sycl::reqd_sub_group_size 8
  void f9(this S &self) SG(9) {} // 9: CXXMethodDecl f9: sycl::reqd_sub_group_size 9
  SG(10) bool operator==(const S &) const = default; // 10: CXXMethodDecl operator==: sycl::reqd_sub_group_size 10
  SG(11) explicit(sizeof(int) > 2) operator int() const; // 11: CXXConversionDecl operator int: sycl::reqd_sub_group_size 11
};
int main() {
  take([] SG(12) () {}); // 12: CXXMethodDecl operator(): sycl::reqd_sub_group_size 12
  take([] SG(13) {}); // 13: CXXMethodDecl operator(): sycl::reqd_sub_group_size 13
  take([] mutable noexcept SG(14) {}); // 14: CXXMethodDecl operator(): sycl::reqd_sub_group_size 14
  take([] static SG(15) {}); // 15: CXXMethodDecl operator(): sycl::reqd_sub_group_size 15
  take([]() static noexcept SG(16) {}); // 16: CXXMethodDecl operator(): sycl::reqd_sub_group_size 16
  take([]<class... T>(T...) noexcept SG(17) requires (Any<T> && ...) {}); // 17: CXXMethodDecl operator(): sycl::reqd_sub_group_size 17
  take([]<class... T> requires (Any<T> && ...) (T...) mutable SG(18) {}); // 18: CXXMethodDecl operator(): sycl::reqd_sub_group_size 18
  take([]<Any... T> SG(19) (T...) noexcept {}); // 19: CXXMethodDecl operator(): sycl::reqd_sub_group_size 19
  take([]() consteval SG(20) {}); // 20: CXXMethodDecl operator(): sycl::reqd_sub_group_size 20
  take([]<class... T> requires requires(int i) { i + 1; } (T...) noexcept SG(21) {}); // 21: CXXMethodDecl operator(): sycl::reqd_sub_group_size 21
  if consteval {} else { take([](auto... x) noexcept(sizeof...(x) == 0) SG(22) -> void {}); } // 22: CXXMethodDecl operator(): sycl::reqd_sub_group_size 22
}
