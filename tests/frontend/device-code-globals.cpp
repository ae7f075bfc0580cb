// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables outside of functions: a device has those whose value the compiler knows, and nothing else.
// RUN: %device -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#include "Inputs/mini.hpp"

namespace std {
struct ostream {
  void put(char) const;
};
extern ostream cout;
} // namespace std
int at_run_time();
int counter;
int plain = 1;
const int known = 3;
const int unknown = at_run_time();
constexpr double pi = 3.14;
const float floating = 2.5f;
const int table[] = {1, 2, 3};
extern const int elsewhere;
thread_local int per_thread;
const int *const to_known = &known;
int *const to_counter = &counter;
int &alias = counter;
const int &alias_of_known = table[1];
constexpr int &constant_alias = counter;
struct Point {
  int x;
  constexpr Point(int x) : x(x) {}
};
struct Pointers {
  const char *name;
  int *target;
};
const Point origin(0);
const Point far(at_run_time());
const Pointers list[] = {{"none", nullptr}, {"counter", &counter}};
const Pointers harmless[] = {{"a", nullptr}, {"b", nullptr}};
struct Cache {
  mutable int hits;
};
const Cache cache{0};
struct Members {
  static int count;
  static const int limit = 8;
  static const int computed;
  static inline int inlined = 2;
  static constexpr int values[] = {1, 2};
  inline static thread_local int own = 1;
};
const int Members::computed = at_run_time();
namespace nested {
volatile int flag;
}

template <class T> struct [[clang::annotate("sycl_detail::add_ir_global_variable_attributes")]] device_global {
  T value;
  T &get() { return value; }
};
device_global<int> on_device;
device_global<int> several[4];
struct Holder {
  static device_global<float> member;
};

template <class T> struct Templated {
  static T value;
};
template <class T> T Templated<T>::value = 1;

class Bad; class Good; class Statics; class Outer; class OnDevice; class Template; class Unused;

struct Dies {
  int value;
  constexpr Dies(int v) : value(v) {}
  ~Dies() {}
};
const Dies global_dies(2);

void run(Accessor a) {
  go<Bad>([=] { // expected-note 23 {{called by kernel 'Bad'}}
    (void)&std::cout; // expected-error {{SYCL kernel cannot use the non-const global variable 'std::cout'; kernels print by sycl::stream or sycl::ext::oneapi::experimental::printf}}
    a[0] = counter; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter'}}
    int *address = &plain; // expected-error {{SYCL kernel cannot use the non-const global variable 'plain'}}
    a[1] = *address;
    a[2] = unknown; // expected-error {{SYCL kernel cannot use the global variable 'unknown', which is initialised at run time}}
    a[3] = elsewhere; // expected-error {{SYCL kernel cannot use the global variable 'elsewhere', which is initialised in another file}}
    a[4] = per_thread; // expected-error {{SYCL kernel cannot use the thread-local variable 'per_thread'}}
    a[5] = *to_counter; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter', which 'to_counter' refers to}}
    a[6] = alias; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter', which 'alias' refers to}}
    a[7] = constant_alias; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter', which 'constant_alias' refers to}}
    a[8] = far.x; // expected-error {{SYCL kernel cannot use the global variable 'far', which is initialised at run time}}
    a[9] = *list[1].target; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter', which 'list' refers to}}
    a[10] = cache.hits++; // expected-error {{SYCL kernel cannot use the non-const global variable 'cache'}}
    a[11] = Members::count; // expected-error {{SYCL kernel cannot use the non-const static variable 'Members::count'}}
    Members m;
    a[12] = m.inlined; // expected-error {{SYCL kernel cannot use the non-const static variable 'Members::inlined'}}
    a[13] = Members::computed; // expected-error {{SYCL kernel cannot use the static variable 'Members::computed', which is initialised at run time}}
    a[14] = Members::own; // expected-error {{SYCL kernel cannot use the thread-local variable 'Members::own'}}
    a[15] = nested::flag; // expected-error {{SYCL kernel cannot use the non-const global variable 'nested::flag'}}
    a[16] = Templated<int>::value; // expected-error {{SYCL kernel cannot use the non-const static variable 'Templated<int>::value'}}
    a[17] = counter + counter + plain; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter'}} expected-error {{SYCL kernel cannot use the non-const global variable 'plain'}}
    auto inner = [&] { return counter; }; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter'}}
    a[18] = inner(); // expected-note-re {{called by 'run{{.*}}'}}
    a[19] = counter != 0 ? 1 : 2; // expected-error {{SYCL kernel cannot use the non-const global variable 'counter'}}
    a[20] = [] { return plain; }(); // expected-error {{SYCL kernel cannot use the non-const global variable 'plain'}} expected-note-re {{called by 'run{{.*}}'}}
  });
  go<Good>([=] {
    a[0] = known + static_cast<int>(pi + floating) + table[a[1]] + *to_known + origin.x + alias_of_known;
    a[1] = harmless[1].name[0] + Members::limit + Members::values[a[0]];
    a[2] = sizeof(counter) + sizeof(at_run_time());
    decltype(counter) n = 1;
    a[3] = n;
  });
  go<Statics>([=] { // expected-note 5 {{called by kernel 'Statics'}}
    static int calls; // expected-error {{SYCL kernel cannot use the non-const static variable}}
    static const int good = 4;
    static const Dies dies(1); // expected-error {{SYCL kernel cannot use the static variable 'dies', which has a destructor}}
    a[5] = global_dies.value;
    static constexpr int better[] = {1, 2};
    static const int bad = a[0]; // expected-error {{SYCL kernel cannot use the static variable}}
    thread_local int mine; // expected-error {{SYCL kernel cannot use the thread-local variable}}
    static int *const pointer = &calls; // expected-error {{SYCL kernel cannot use the non-const static variable}}
    a[0] = calls + good + better[a[1]] + bad + mine + *pointer;
  });
  static int outer_static;
  static const int outer_const = 5;
  go<Outer>([=] { // expected-note {{called by kernel 'Outer'}}
    a[0] = outer_static + outer_const; // expected-error {{SYCL kernel cannot use the non-const static variable 'outer_static'}}
  });
  go<OnDevice>([=] {
    a[0] = on_device.get() + several[1].value + static_cast<int>(Holder::member.value);
  });
}
