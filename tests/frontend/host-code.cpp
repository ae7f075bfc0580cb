// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device module holds kernels, SYCL_EXTERNAL functions, device_globals and what they reach, and nothing else; even
// where clang would make invalid IR of the host's functions (A::thrower, A::keeper).
// RUN: %device -std=c++20 -O0 -S -emit-llvm %s -o %t.ll && FileCheck %s --input-file=%t.ll --implicit-check-not=define --implicit-check-not=hosts_
// RUN: %device -std=c++20 -O0 -S -emit-llvm %s -o - | grep '^@' | FileCheck %s --check-prefix=TABLE --implicit-check-not='{{^}}@'
// RUN: %device -std=c++20 -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=O2 --implicit-check-not=define --implicit-check-not=hosts_
// RUN: %device -std=c++20 -O2 -g -S -emit-llvm %s -o - | grep -v '^!' | FileCheck %s --check-prefix=O2 --implicit-check-not=define
// RUN: %device -std=c++20 -DNO_ROOTS -O0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=define --implicit-check-not=declare --implicit-check-not=@
// RUN: %device -std=c++20 -DNO_ROOTS -O0 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=define --implicit-check-not=DICompileUnit
// NONE: target triple = "spirv64
#include "Inputs/mini.hpp"

struct hosts_dies { ~hosts_dies(); };
struct hosts_A {
  virtual void thrower();
  virtual void keeper();
};
void hosts_A::thrower() { throw hosts_dies(); }
void hosts_A::keeper() {
  static hosts_dies once;
  thread_local hosts_dies each;
}
template <class T> struct hosts_explicit {
  virtual ~hosts_explicit() {}
  virtual void f() { throw T(); }
  static T member;
  void not_virtual() { static T local; }
};
template <class T> T hosts_explicit<T>::member;
template struct hosts_explicit<hosts_dies>;
template <class T> void hosts_function() { T t; }
template void hosts_function<hosts_dies>();
template <class T> T hosts_variable;
template hosts_dies hosts_variable<hosts_dies>;
hosts_dies hosts_global;
inline hosts_dies hosts_inline;
static hosts_dies hosts_static;
thread_local hosts_dies hosts_thread;
extern "C" int hosts_f(int x) { return x; }
extern "C" int hosts_alias(int x) __attribute__((alias("hosts_f")));
extern "C" int (*hosts_resolve())(int) { return hosts_f; }
extern "C" int hosts_ifunc(int x) __attribute__((ifunc("hosts_resolve")));
__attribute__((used)) static int hosts_used(int x) { return x; }
__attribute__((used)) int hosts_used_variable = hosts_used(1);
__attribute__((constructor)) void hosts_starts() { hosts_global.~hosts_dies(); }
asm("hosts_assembly = 7");

#ifndef NO_ROOTS
// The table of an object in a kernel: what it says about the virtual base stays, functions and type information go.
struct Root { int root; virtual int hosts_virtual() { throw hosts_dies(); } };
struct Object : virtual Root { int own; };
inline int through(Object &o) { return o.root; }

struct External { SYCL_EXTERNAL External(); SYCL_EXTERNAL ~External(); int n; };
External::External() : n(1) {}
External::~External() { n = 0; }
void submit(int *p) {
  go<class Kernel>([=] { Object o; *p = through(o); });
}
SYCL_EXTERNAL int external(int x) { return x; }
#endif
// TABLE: @_ZTV6Object = {{.*}} { [3 x ptr addrspace(1)] [ptr addrspace(1) inttoptr (i64 16 to ptr addrspace(1)), ptr addrspace(1) null, ptr addrspace(1) null], [4 x ptr addrspace(1)] [ptr addrspace(1) null, ptr addrspace(1) inttoptr (i64 -16 to ptr addrspace(1)), ptr addrspace(1) null, ptr addrspace(1) null] }
// TABLE: @_ZTV4Root = {{.*}} zeroinitializer
// Both symbols of a SYCL_EXTERNAL constructor.
// TABLE: @_ZN8ExternalC1Ev = {{.*}}alias {{.*}} @_ZN8ExternalC2Ev
// TABLE: @_ZN8ExternalD1Ev = {{.*}}alias {{.*}} @_ZN8ExternalD2Ev

// CHECK-DAG: define {{.*}}@_ZN8ExternalC2Ev
// CHECK-DAG: define {{.*}}@_ZN8ExternalD2Ev
// CHECK-DAG: define {{.*}}@_Z8externali
// CHECK-DAG: define {{.*}}spir_kernel {{.*}}Kernel
// CHECK-DAG: define {{.*}}@_ZZ6submitPiENKUlvE_clEv
// CHECK-DAG: define {{.*}}@_ZN6ObjectC1Ev
// CHECK-DAG: define {{.*}}@_Z7throughR6Object
// CHECK-DAG: define {{.*}}@_ZN4RootC2Ev

// O2-DAG: define {{.*}}@_ZN8ExternalC2Ev
// O2-DAG: define {{.*}}@_ZN8ExternalD2Ev
// O2-DAG: define {{.*}}@_Z8externali
// O2-DAG: define {{.*}}spir_kernel {{.*}}Kernel
