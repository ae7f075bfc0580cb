// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host and device call a kernel by the same name, also when it has none, with a host-only lambda before it,
// in templates, inline functions, members and nested lambdas. The program prints what the host calls them.
// RUN: %device -c -emit-llvm %s -o %t.bc -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=%t.h
// RUN: %clangxx -Xclang -fsycl-is-host -fplugin=%build/lib/sycc/sycc-frontend.so %s -o %t
// RUN: %t | sort > %t.host
// RUN: sed -n 's/^  {"\([^"]*\)".*/\1/p' %t.h | sort > %t.device
// RUN: diff %t.host %t.device
// RUN: count 14 < %t.host
#ifndef __SYCL_DEVICE_ONLY__
#include <cstdio>
#define go report
template <class Kernel> void report(Kernel) { puts(__builtin_sycl_unique_stable_name(Kernel)); }
template <class Name, class Kernel> void report(Kernel) { puts(__builtin_sycl_unique_stable_name(Name)); }
#else
#include "Inputs/mini.hpp"
#endif

inline void inlined() { go([] {}); go([] {}); }
template <class T> void templated() { go([] { T x; (void)x; }); }
namespace {
class Hidden;
void internal() { go([] {}); go<Hidden>([] {}); }
}
struct Member {
  int value = 0;
  void run() { go([=, *this] { (void)value; }); }
};
struct Functor { void operator()() const {} };
template <class T, int N> class Named;
auto global = [] {};

int main() {
  auto host_only = [] {};
  host_only();
  auto generic_host_only = [](auto x) { (void)x; };
  generic_host_only(1);
  int y = 1;
  go([=] { (void)y; });
  go([](auto...) {});
  go<Named<float, 3>>([] {});
  inlined();
  templated<int>();
  templated<double>();
  internal();
  Member().run();
  go(global);
  go(Functor{});
  [&] { go([=] { (void)y; }); }();
  go<class InFunction>([] {});
}
