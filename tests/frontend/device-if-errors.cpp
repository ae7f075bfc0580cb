// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aspects that are none, in the words of the design; and architectures that are none. Results of different types are none.
// RUN: %clangxx -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %device -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <sycl/sycl.hpp>

using sycl::aspect;
using namespace sycl::ext::oneapi::experimental;

constexpr auto none = static_cast<aspect>(4321);

void invalid() {
  // expected-error@*:* {{Invalid aspect used in if_device_has.}}
  if_device_has<none>([] {});
  // expected-error@*:* {{Invalid aspect used in if_device_has.}}
  if_device_has<aspect::fp64, none>([] {});
  // expected-error@*:* {{Invalid aspect used in else_if_device_has.}}
  if_device_has<aspect::fp64>([] {}).else_if_device_has<none>([] {});
  // expected-error@*:* {{Invalid architecture used in if_architecture_is.}}
  if_architecture_is<aspect::fp64>([] {});
  // expected-error@*:* {{Invalid architecture used in if_architecture_is.}}
  if_architecture_is([] {});
  // expected-error@*:* {{Invalid architecture used in else_if_architecture_is.}}
  if_architecture_is<aspect::ext_intel_gpu_skl>([] {}).else_if_architecture_is<aspect::fp16>([] {});
}

void uncallable() {
  // expected-error@*:* 3 {{if_device_has can't call the function with the arguments that follow it}}
  if_device_has<aspect::fp64>(5);
  if_device_has<aspect::fp64>([](int) {}).else_device([] {});
  if_device_has<aspect::fp64>([] {}).else_device([] {}, 3);
}

struct destroyed {
  ~destroyed() {}
};

template <class R, class T, class F> void expect(T one, F other) {
  static_assert(std::is_same_v<R, decltype(if_device_has<aspect::fp64>(one).else_device(other))>);
}

void results() {
  int i = 0;
  auto number = [] { return 1; };
  auto reference = [&]() -> int & { return i; };
  expect<int>(number, [] { return 2; });
  expect<int &>(reference, reference);
  expect<void>(number, reference);
  expect<void>(number, [] { return 2.0f; });
  expect<void>([] {}, number);
  expect<void>([] { return destroyed(); }, [] { return destroyed(); });
  // expected-error@+1 {{variable has incomplete type 'void'}}
  auto x = if_device_has<aspect::fp64>([] { return 1; }).else_device([] { return 2.0f; });
}
