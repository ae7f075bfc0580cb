// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that a device can't make: to functions that nobody defines for it, through pointers and tables, back to
// where they came from, with arguments of any number.
// RUN: %device -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#include "Inputs/mini.hpp"
#include <cctype>
#include <cmath>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <csetjmp>
#include <new>

// ---- undefined
static int converted(const char *text) { return std::getenv(text) != nullptr; } // expected-error {{SYCL kernel cannot call 'getenv': no device has this function of the C library}}
int undefined(int);
SYCL_EXTERNAL int external(int);
int later_external(int); // expected-note {{previous declaration}}
SYCL_EXTERNAL int later_external(int); // expected-warning {{does not appear on the first declaration}}
int defined_below(int);
template <class T> T never_defined(T);
template <class T> T specialised(T);
template <> int specialised(int x) { return x; }
struct Declared {
  Declared();
  Declared(const Declared &) = default;
  ~Declared();
  Declared operator+(int) const;
  int method() const;
  operator int() const;
  static int of_class();
};
struct Implicit {
  int x = 1;
  Implicit() = default;
  bool operator==(const Implicit &) const;
};
extern "C" int own_c_function(int);
int __spirv_Something(int);
int __sycc_something(int);

// ---- recursion
int ping(int);
int pong(int n) { return ping(n - 1); } // expected-note {{called by 'pong'}}
int ping(int n) { return n ? pong(n) : 0; } // expected-error {{SYCL kernel cannot call the recursive function 'pong': it calls 'ping', which calls it}}
int twice(int n) { return n ? twice(n - 1) + twice(n - 2) : 0; } // expected-error {{SYCL kernel cannot call the recursive function 'twice'}}
int one(int), two(int), three(int);
int one(int n) { return two(n); } // expected-note {{called by 'one'}}
int two(int n) { return three(n); } // expected-note {{called by 'two'}}
int three(int n) { return n ? one(n - 1) : 0; } // expected-error {{SYCL kernel cannot call the recursive function 'one': it calls 'two', which calls 'three', which calls it}}
constexpr int factorial(int n) { return n ? n * factorial(n - 1) : 1; }
template <int N> int unrolled() {
  if constexpr (N > 0)
    return unrolled<N - 1>();
  return 0;
}
int overloaded(long x) { return x; }
int overloaded(int x) { return overloaded(long(x)); }
int around(int n);
int from_unreached(int n) { return around(n); }
int around(int n) { return n ? sizeof(around(n)) : 0; }
struct Tree {
  Tree *left;
  int sum() const { return left ? left->sum() : 0; } // expected-error {{SYCL kernel cannot call the recursive function 'Tree::sum'}}
};

// ---- virtual functions
struct Abstract {
  virtual int pure() const = 0;
  virtual int operator+(int) const { return 1; }
  virtual operator bool() const { return true; }
  virtual ~Abstract() = default;
};
struct Concrete final : Abstract {
  int pure() const override { return 2; }
  int operator+(int) const override { return 3; }
};

// ---- any number of arguments
int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
int from_list(va_list list) { return va_arg(list, int); } // expected-error {{SYCL kernel cannot use va_arg}}
template <class... T> int pack(T... x) { return (x + ...); }

struct Member {
  int f() const { return 1; }
};
struct Owner {
  int *p;
  ~Owner() { delete p; } // expected-error {{SYCL kernel cannot deallocate storage}}
};
struct Outer { // expected-note {{called by 'Outer::~Outer'}}
  Owner member;
};
int helper(int x) { return x; }
int printing(int x) { return std::rand() + x; } // expected-error {{SYCL kernel cannot call 'rand': no device has this function of the C library}}

class Undefined; class Fine; class CLibrary; class Recursion; class NoRecursion; class Virtual; class NoVirtual; class Variadic;
class Pointers; class Storage; class Implicitly;

void run(Accessor a, const Abstract *object, int (Member::*pointer)() const, std::jmp_buf *place) {
  go<Undefined>([=] { // expected-note 11 {{called by kernel 'Undefined'}}
    a[0] = undefined(1); // expected-error {{SYCL kernel cannot call the undefined function 'undefined' (declare it SYCL_EXTERNAL if another file defines it)}}
    a[1] = never_defined(1); // expected-error {{SYCL kernel cannot call the undefined function 'never_defined'}}
    Declared d; // expected-error {{cannot call the undefined function 'Declared::Declared'}} expected-error {{cannot call the undefined function 'Declared::~Declared'}}
    a[2] = d.method(); // expected-error {{cannot call the undefined function 'Declared::method'}}
    a[3] = int(d); // expected-error {{cannot call the undefined function 'Declared::operator int'}}
    a[4] = (d + 1).method(); // expected-error {{cannot call the undefined function 'Declared::operator+'}} expected-error {{undefined function 'Declared::~Declared'}} expected-error {{undefined function 'Declared::method'}}
    a[5] = Declared::of_class(); // expected-error {{cannot call the undefined function 'Declared::of_class'}}
    a[6] = own_c_function(1); // expected-error {{cannot call the undefined function 'own_c_function'}}
  });
  go<Fine>([=] {
    a[0] = external(1) + later_external(2) + defined_below(3) + specialised(4);
    Implicit i, j(i);
    j = i;
    a[1] = j.x + __builtin_abs(a[0]) + __spirv_Something(1) + __sycc_something(2);
    a[2] = std::sqrt(2.0) + std::sin(1.0f) + std::abs(-1);
    std::memcpy(&a[0], &a[1], sizeof(int));
    memset(&a[0], 0, 4);
    a[3] = sizeof(undefined(1));
    a[4] = std::strlen("text") + *std::strchr("text", 'x') + std::memcmp(&a[0], &a[1], 4) + std::isdigit(a[0]) + std::div(a[0], 3).quot;
  });
  go<CLibrary>([=] { // expected-note 5 {{called by kernel 'CLibrary'}}
    a[0] = std::rand(); // expected-error {{SYCL kernel cannot call 'rand': no device has this function of the C library}}
    a[1] = std::strtol("1", nullptr, 10); // expected-error {{SYCL kernel cannot call 'strtol': no device has this function of the C library}}
    a[2] = converted("2"); // expected-note-re {{called by 'run{{.*}}'}}
    std::free(std::malloc(4)); // expected-error {{cannot call 'malloc'}} expected-error {{cannot call 'free'}}
  });
  go<Recursion>([=] { // expected-note 4 {{called by kernel 'Recursion'}}
    a[0] = pong(3); // expected-note-re {{called by 'run{{.*}}'}}
    a[1] = twice(3); // expected-note-re {{called by 'run{{.*}}'}}
    a[2] = one(3); // expected-note-re {{called by 'run{{.*}}'}}
    a[3] = Tree{nullptr}.sum(); // expected-note-re {{called by 'run{{.*}}'}}
  });
  go<NoRecursion>([=] {
    constexpr int n = factorial(5);
    int values[factorial(3)] = {};
    a[0] = n + values[0] + unrolled<3>() + overloaded(1) + around(2);
  });
  go<Virtual>([=] { // expected-note 3 {{called by kernel 'Virtual'}}
    a[0] = object->pure(); // expected-error {{SYCL kernel cannot call the virtual function 'Abstract::pure'}}
    a[1] = *object + 1; // expected-error {{SYCL kernel cannot call the virtual function 'Abstract::operator+'}}
    a[2] = bool(*object); // expected-error {{SYCL kernel cannot call the virtual function 'Abstract::operator bool'}}
  });
  go<NoVirtual>([=] {
    Concrete c;
    a[0] = c.pure() + (c + 1) + object->Abstract::operator+(1);
    const Abstract &known = c;
    a[1] = static_cast<const Concrete &>(known).pure();
  });
  go<Variadic>([=] { // expected-note 2 {{called by kernel 'Variadic'}}
    a[0] = sum(2, 1, 2); // expected-error {{SYCL kernel cannot call the variadic function 'sum'}}
    va_list list;
    a[1] = from_list(list); // expected-note-re {{called by 'run{{.*}}'}}
    a[2] = pack(1, 2, 3);
  });
  go<Pointers>([=] { // expected-note 6 {{called by kernel 'Pointers'}}
    Member m;
    a[0] = (m.*pointer)(); // expected-error {{SYCL kernel cannot call through a function pointer}}
    auto f = helper;
    a[1] = f(1); // expected-error {{SYCL kernel cannot call through a function pointer}}
    int (&reference)(int) = helper;
    a[2] = reference(1); // expected-error {{SYCL kernel cannot call through a function pointer}}
    a[3] = (*helper)(1) + (&helper)(2);
    static constexpr int (*known[])(int) = {helper, helper};
    a[4] = known[a[0]](1); // the table says what can be called
    static constexpr int (*host[])(int) = {helper, printing};
    a[5] = host[a[0]](1); // expected-note-re {{called by 'run{{.*}}'}}
    int (*local[])(int) = {helper};
    a[6] = local[0](1); // expected-error {{SYCL kernel cannot call through a function pointer}}
    if (setjmp(*place)) // expected-error {{SYCL kernel cannot call '_setjmp'}}
      a[4] = 1;
  });
  go<Storage>([=] { // expected-note 4 {{called by kernel 'Storage'}}
    void *p = ::operator new(4); // expected-error {{SYCL kernel cannot allocate storage}}
    ::operator delete(p); // expected-error {{SYCL kernel cannot deallocate storage}}
    p = __builtin_operator_new(4); // expected-error {{SYCL kernel cannot allocate storage}}
    int *many = new int[4]; // expected-error {{SYCL kernel cannot allocate storage}}
    new (many) int(1);
  });
  go<Implicitly>([=] { // expected-note {{called by kernel 'Implicitly'}}
    Outer o{{nullptr}}; // expected-note-re {{called by 'run{{.*}}'}}
  });
}
int defined_below(int x) { return x; }

// ---- a long way to the kernel
template <int N> int long_way(int x) {
  if constexpr (N == 0)
    throw x; // expected-error {{SYCL kernel cannot use exceptions}}
  else
    return long_way<N - 1>(x); // expected-note 8 {{called by 'long_way}} expected-note {{(skipping 12 calls; use -ftemplate-backtrace-limit=0 to see all)}}
}
void far_away(Accessor a) {
  go<class Far>([=] { a[0] = long_way<20>(1); }); // expected-note {{called by kernel 'Far'}} expected-note-re {{called by 'far_away{{.*}}'}}
}
