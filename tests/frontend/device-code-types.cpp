// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types that devices lack, at the place where a kernel uses one, once for a line. What only serves to compute a
// constant of another type is no use.
// RUN: %device -std=c++20 -ferror-limit=0 -fsyntax-only -Wno-everything -Xclang -verify %s
#include "Inputs/mini.hpp"

struct Inner {
  int a;
  long double wide;
};
struct Outer : Inner {
  Inner in;
};
struct Empty {
  int n;
  int none[0];
};
struct Flexible {
  int n;
  int rest[];
};
struct Derived : Outer {};
union Either {
  int i;
  __int128 wide;
};
long double parameter(int x, long double y) { return x; } // expected-error {{SYCL kernel cannot use the type 'long double'}}
auto deduced() { return 1.0L; } // expected-error {{SYCL kernel cannot use the type 'long double'}}
int by_pointer(const long double *p) { return p != nullptr; }
template <class T> T same(T x) { return x; }
constexpr long double pi = 3.14159L;
constexpr int answer(long double x) { return static_cast<int>(x); }
int unreached() { __int128 x = 1; return x; }

class Types; class Structs; class Arrays; class Calls; class Good; class Members; class ByAddress;

void run(Accessor a, int n, const Inner *inner) {
  go<Types>([=] { // expected-note 9 {{called by kernel 'Types'}}
    long double x = a[0]; // expected-error {{SYCL kernel cannot use the type 'long double'}}
    __int128 big = 1; // expected-error {{SYCL kernel cannot use the type '__int128'}}
    unsigned __int128 unsigned_big = a[0]; // expected-error {{SYCL kernel cannot use the type 'unsigned __int128'}}
    _BitInt(128) bits = 3; // expected-error {{SYCL kernel cannot use the type '_BitInt(128)'}}
    _Complex long double c = 1; // expected-error {{SYCL kernel cannot use the type '_Complex long double'}}
    a[0] = a[1] * 2.0L; // expected-error {{SYCL kernel cannot use the type 'long double'}}
    a[1] = (static_cast<__int128>(a[0]) * a[1]) >> 64; // expected-error {{SYCL kernel cannot use the type '__int128'}}
    auto size = sizeof(long double);
    const long double y = a[0]; // expected-error {{SYCL kernel cannot use the type 'long double'}}
    if (a[2] < 1.0L) // expected-error {{SYCL kernel cannot use the type 'long double'}}
      a[2] = 1;
  });
  go<Structs>([=] { // expected-note 3 {{called by kernel 'Structs'}}
    Inner s; // expected-error {{SYCL kernel cannot use the type 'long double' (member 'wide' of 'Inner')}}
    Derived many[2]; // expected-error {{SYCL kernel cannot use the type 'long double' (member 'wide' of 'Derived[2]')}}
    Either e; // expected-error {{SYCL kernel cannot use the type '__int128' (member 'wide' of 'Either')}}
  });
  go<Members>([=] { // expected-note {{called by kernel 'Members'}}
    a[0] = inner->a;
    a[1] = inner->wide; // expected-error {{SYCL kernel cannot use the type 'long double'}}
  });
  go<Arrays>([=] { // expected-note 3 {{called by kernel 'Arrays'}}
    int variable[n]; // expected-error {{SYCL kernel cannot use the variable-length array type 'int[n]'}}
    int none[0]; // expected-error {{SYCL kernel cannot use the zero-length array type 'int[0]'}}
    Empty e; // expected-error {{SYCL kernel cannot use the zero-length array type 'int[0]' (member 'none' of 'Empty')}}
    Flexible f{};
    int fixed[4] = {};
    a[0] = f.n + fixed[1];
  });
  go<Calls>([=] { // expected-note 2 {{called by kernel 'Calls'}}
    a[0] = same(1.0L); // expected-error {{SYCL kernel cannot use the type 'long double'}}
    auto f = [](__int128 x) { return int(x); };
    a[1] = f(1); // expected-error {{SYCL kernel cannot use the type '__int128'}}
  });
  go<ByAddress>([=] { // expected-note 2 {{called by kernel 'ByAddress'}}
    auto *p = &parameter; // expected-note-re {{called by 'run{{.*}}'}}
    auto *d = &deduced; // expected-note-re {{called by 'run{{.*}}'}}
    a[0] = p != nullptr && d != nullptr;
  });
  go<Good>([=] {
    float x = 1.0L;
    double y = 2.0L * pi + 1;
    a[0] = x + static_cast<float>(3.0L) + y + (1.0L < 2.0L);
    constexpr long double e = 2.718L;
    constexpr __int128 big = __int128(1) << 100;
    a[1] = static_cast<int>(e) + static_cast<int>(big >> 98) + by_pointer(nullptr);
    constexpr int n = answer(4.2L);
    _BitInt(37) bits = 5;
    a[2] = n + static_cast<int>(bits) + sizeof(__int128) + alignof(long double);
    using wide = long double;
    wide *pointer = nullptr;
    a[3] = pointer == nullptr;
  });
}
