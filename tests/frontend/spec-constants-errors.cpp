// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that take a kernel_handler are checked like others, and messages show the user's own places.
// RUN: %device -std=c++17 -I%include -fsyntax-only -Xclang -verify %s
#include <string>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> right(1);
sycl::specialization_id<int> changing(1);

void wrong(sycl::queue &q, std::string text, int &number, int *p) {
  q.single_task<class Text>([=](sycl::kernel_handler kh) { // expected-note {{in kernel 'Text'}}
    p[0] = int(text.size()) + kh.get_specialization_constant<right>(); // expected-error {{SYCL kernel cannot capture 'text' of type 'std::string'}}
  });
  q.parallel_for<class Reference>(sycl::range<1>(1), [&number](sycl::id<1>, sycl::kernel_handler) { number = 1; });
  // expected-error@-1 {{SYCL kernel cannot capture 'number' by reference}} expected-note@-1 {{in kernel 'Reference'}}
  // expected-error@*:* {{SYCL kernel cannot use the non-const global variable 'changing'}}
  // expected-note@*:* 2 {{called by 'sycl::}}
  q.single_task<class Changing>([=](sycl::kernel_handler kh) { // expected-note {{called by kernel 'Changing'}}
    p[0] = kh.get_specialization_constant<changing>(); // expected-note {{called by 'wrong}}
  });
}
