// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that device code can't do, in code that no kernel reaches: no message at all.
// RUN: %device -std=c++20 -fsyntax-only -Wno-everything -Xclang -verify %s
// expected-no-diagnostics
#include "Inputs/mini.hpp"
#include <csetjmp>
#include <cstdarg>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

int global;
thread_local int per_thread;
const int at_run_time = rand();
int undefined(int);
template <class T> T never_defined(T);

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  int value = 1;
  int member(Accessor a) {
    go([=, value = value] { a[0] = value; });
    [this] { return ++value; }();
    return [&] { return value; }();
  }
};

int host(int n, Shape &s, int (*f)(int), ...) {
  static int calls = 0;
  std::cout << global++ << per_thread << at_run_time << ++calls << s.area() << typeid(s).name();
  std::vector<std::string> words(n);
  std::function<int(int)> function = [&](int x) { return function(x - 1); };
  va_list list;
  va_start(list, f);
  long double wide = va_arg(list, long double);
  va_end(list);
  __int128 big = 1;
  int variable[n];
  std::jmp_buf place;
  if (setjmp(place))
    asm("nop");
  try {
    throw words[0];
  } catch (...) {
    delete dynamic_cast<Shape *>(&s);
  }
  return host(n - 1, s, f) + f(n) + undefined(n) + never_defined(n) + function(1) + int(wide) + int(big) +
         variable[0] + *new int(3);
}
template <class T> int template_with_faults(T x) {
  throw x;
}
// A kernel's neighbours, its launcher and what is evaluated while compiling are not reached either.
constexpr int checked(int n) { return n < 0 ? throw "negative" : n; }
void run(Accessor a) {
  std::vector<int> data(3);
  try {
    global = data.at(2);
    go<class Kernel>([=] {
      using type = decltype(host(1, *static_cast<Shape *>(nullptr), nullptr));
      static_assert(sizeof(type) == sizeof(template_with_faults(1)));
      constexpr int n = checked(2);
      a[0] = n + noexcept(undefined(1)) + alignof(std::string);
      if constexpr (sizeof(int) == 3)
        throw 1;
      auto never_called = [](auto x) { throw x; };
      auto not_called = [] { throw 1; };
      (void)never_called;
      (void)not_called;
    });
  } catch (const std::exception &e) {
    std::cerr << e.what();
  }
}
