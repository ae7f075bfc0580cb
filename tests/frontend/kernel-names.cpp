// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's name is a class of the user's, and no other kernel has it. Both launches are shown.
// RUN: %device -isystem %include -fsyntax-only -Wno-everything -Xclang -verify %s
// RUN: %device -isystem %include -fsyntax-only -Wno-everything -Xclang -verify=types -DTYPES %s
// RUN: not %device -isystem %include -fsyntax-only %s 2>&1 | FileCheck %s
// Neither clang's words nor the way through the headers.
// CHECK-NOT: {{sycl_kernel_entry_point|in instantiation of}}
// CHECK: error: two SYCL kernels have the name 'Same'
// CHECK-NOT: {{sycl_kernel_entry_point|in instantiation of}}
// CHECK: {{^}}4 errors generated.
#include <string>
#include <sycl/sycl.hpp>

class Same;
class Across;
template <class T> class Template;
template <class... T> class Several;
namespace std { namespace nested { struct X; } }
enum class Color { red };
template <Color C> class WithEnum;
namespace {
class Hidden;
}
struct AnyItem {
  int *p;
  template <class Item> void operator()(Item) const { *p = 1; }
};
struct Once {
  int *p;
  void operator()() const { *p = 1; }
};
#ifndef TYPES
void elsewhere(sycl::queue &q, int *p) {
  q.single_task<Across>([=] { *p = 1; }); // expected-note {{the other is launched here}}
}
template <class T> void twice_instantiated(sycl::queue &q, T *p) {
  q.single_task<class InTemplate>([=] { *p = 1; });
  q.submit([&](sycl::handler &h) { h.single_task<Template<T>>([=] { *p = 1; }); });
}
template <class T> void in_template(sycl::queue &q, int *p) {
  q.single_task<Several<int, T>>([=] { *p = 1; });
}
void launch_often(sycl::queue &q, int *p) {
  for (int i = 0; i < 3; i++)
    q.single_task<class Repeated>([=] { *p = i; });
}
#define KERNEL(name) q.single_task<name>([=] { *p = 1; })

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  float *f = sycl::malloc_shared<float>(1, q);

  q.single_task<Same>([=] { *p = 1; }); // expected-note 2 {{the other is launched here}}
  q.submit([&](sycl::handler &h) {
    h.single_task<Same>([=] { *p = 2; }); // expected-error {{two SYCL kernels have the name 'Same'; give each its own: parallel_for<class Name>(...)}}
  });
  q.parallel_for<Same>(8, [=](sycl::id<1>) { *p = 3; }); // expected-error {{two SYCL kernels have the name 'Same'}}
  KERNEL(Across); // expected-error {{two SYCL kernels have the name 'Across'}}

  q.parallel_for(8, AnyItem{p}); // expected-note {{the other is launched here}}
  q.parallel_for(sycl::range<2>(8, 8), AnyItem{p}); // expected-error {{two SYCL kernels have the name 'AnyItem', the type of their function object, which is launched in two ways; give each its own: parallel_for<class Name>(...)}}

  // Good.
  q.parallel_for<class Second>(sycl::range<2>(8, 8), AnyItem{p});
  q.parallel_for<class Third>(sycl::range<3>(8, 8, 8), AnyItem{p});
  q.single_task(Once{p});
  q.single_task(Once{p});
  q.single_task<Hidden>([=] { *p = 1; });
  q.single_task<WithEnum<Color::red>>([=] { *p = 1; });
  in_template<std::string>(q, p);
  [&](auto value) { q.single_task<Template<Template<decltype(value)>>>([=] { *p = 1; }); }(std::string());
  twice_instantiated(q, p);
  twice_instantiated(q, f);
  launch_often(q, p);
  q.single_task([=] { *p = 1; });
  q.single_task([=] { *p = 1; });
  // A name may be used again for the same function object.
  auto kernel = [=] { *p = 1; };
  q.single_task<class Reused>(kernel);
  q.single_task<Reused>(kernel);
}
#else
union Union {};
template <class T> struct Outer {
  class Inner;
};
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<int>([=] { *p = 1; }); // types-error {{'int' cannot name a SYCL kernel: it is no class; declare a class for the name, 'class Name;'}}
  q.single_task<Color>([=] { *p = 1; }); // types-error {{'Color' cannot name a SYCL kernel: it is no class}}
  q.single_task<Same *>([=] { *p = 1; }); // types-error {{'Same *' cannot name a SYCL kernel: it is no class}}
  q.single_task<Union>([=] { *p = 1; }); // types-error {{'Union' cannot name a SYCL kernel: it is no class}}
  q.single_task<std::nullptr_t>([=] { *p = 1; }); // types-error {{cannot name a SYCL kernel: it is no class}}
  q.single_task<const Across>([=] { *p = 1; }); // types-error {{'const Across' cannot name a SYCL kernel: it is a type with 'const' or 'volatile'}}
  q.single_task<std::string>([=] { *p = 1; }); // types-error-re {{'std::{{.*}}' cannot name a SYCL kernel: it is a class of the standard library}}
  q.single_task<std::nested::X>([=] { *p = 1; }); // types-error {{'std::nested::X' cannot name a SYCL kernel: it is a class of the standard library}}
  q.single_task<Template<std::nested::X>>([=] { *p = 1; }); // types-error {{'Template<std::nested::X>' cannot name a SYCL kernel: its template argument 'std::nested::X' is a class of the standard library; declare a class for the name, 'class Name;'}}
  q.submit([&](sycl::handler &h) {
    h.single_task<Template<Several<int, Template<std::string>>>>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
    h.single_task<Template<Template<std::string *>>>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
    h.single_task<Template<const std::nested::X &>>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
    h.single_task<Template<std::nested::X *[2]>>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
    h.single_task<Template<void (*)(int, std::nested::X *)>>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
    h.single_task<Outer<std::nested::X>::Inner>([=] { *p = 1; }); // types-error-re {{cannot name a SYCL kernel: its template argument 'std::{{.*}}' is a class of the standard library}}
  });
  q.parallel_for<Once[2]>(8, [=](sycl::id<1>) { *p = 1; }); // types-error {{cannot name a SYCL kernel: it is no class}}
  q.single_task<Same>([=] { *p = 1; });
  q.single_task(Once{p});
}
#endif
