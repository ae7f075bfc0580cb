// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device can't run is an error at its place, with the shortest chain of calls from a kernel; code that
// no kernel reaches, or that is never evaluated, is nobody's business.
// RUN: %device -fsyntax-only -Xclang -verify %s
#include "Inputs/mini.hpp"
#include <new>
#include <typeinfo>

struct Base {
  virtual int f() const { return 1; }
  int g() const { return f(); } // expected-error {{SYCL kernel cannot call the virtual function 'Base::f'}}
};
struct Final final : Base {
  int f() const override { return 2; }
};

int deep(int x) {
  if (x > 2)
    throw x; // expected-error {{SYCL kernel cannot use exceptions}}
  return x;
}
int middle(int x) { return deep(x) + 1; } // expected-note {{called by 'middle'}}
int roundabout(int x) { return middle(x); }

int unreached() { throw 1; }
int recursive(int n) { return n ? recursive(n - 1) : 0; } // expected-error {{SYCL kernel cannot call the recursive function 'recursive'}}
struct Cleanup {
  ~Cleanup() { throw 1; } // expected-error {{SYCL kernel cannot use exceptions}} expected-warning {{'~Cleanup' has a non-throwing exception specification but can still throw}} expected-note {{destructor has a implicit non-throwing exception specification}}
};
template <bool B> int chosen() {
  if constexpr (B)
    return unreached();
  return 0;
}
int by_default(int x = deep(1)) { return x; }
constexpr int folded(int n) { return n < 0 ? throw 1 : n; }
int counter = 0;
const int table[] = {1, 2, 3};

class A; class B; class C; class D; class E; class F; class G; class H; class I; class J; class K; class L;

void run(Accessor a, Base *base, int (*pointer)(int)) {
  go<A>([=] { a[0] = roundabout(1); });
  go<B>([=] { // expected-note {{called by kernel 'B'}}
    a[0] = middle(1); // expected-note {{called by 'run(Accessor, Base *, int (*)(int))::(lambda)::operator()'}}
  });
  go<C>([=] { // expected-note {{called by kernel 'C'}}
    a[0] = base->g(); // expected-note-re {{called by 'run{{.*}}'}}
    Final f;
    a[1] = f.f();
    a[2] = base->Base::f();
  });
  go<D>([=] { // expected-note 2 {{called by kernel 'D'}}
    a[0] = pointer(1); // expected-error {{SYCL kernel cannot call through a function pointer}}
    int *p = new int; // expected-error {{SYCL kernel cannot allocate storage}}
    (void)p;
  });
  go<E>([=] { // expected-note {{called by kernel 'E'}}
    a[0] = recursive(3); // expected-note-re {{called by 'run{{.*}}'}}
  });
  go<F>([=] { // expected-note {{called by kernel 'F'}}
    Cleanup c; // expected-note-re {{called by 'run{{.*}}'}}
  });
  go<G>([=] { // expected-note 3 {{called by kernel 'G'}}
    try { // expected-error {{SYCL kernel cannot use exceptions}}
    } catch (...) {
    }
    a[0] = typeid(int).name()[0]; // expected-error {{SYCL kernel cannot use rtti}}
    asm("nop"); // expected-error {{SYCL kernel cannot use inline assembly}}
  });
  go<H>([=] { // expected-note 2 {{called by kernel 'H'}}
    counter++; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter'}}
    static int calls; // expected-error {{SYCL kernel cannot use the non-const static variable 'calls'}}
    a[0] = calls;
  });
  go<I>([=] { // nothing here is evaluated on the device
    a[0] = sizeof(unreached()) + chosen<false>() + table[1];
    constexpr int n = folded(3);
    static_assert(folded(2) == 2);
    decltype(unreached()) x = n;
    a[1] = x;
    char place[sizeof(int)];
    a[2] = *new (place) int(3);
  });
}
