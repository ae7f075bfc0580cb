// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong arguments, wrong places and contradictions; attribute-columns.cpp shows where exactly.
// RUN: %device -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#include "Inputs/mini.hpp"
using sycl::aspect;
int variable;
constexpr int zero() { return 0; }
enum class other { a };

// Counts.
[[sycl::reqd_work_group_size()]] void none(); // expected-error {{'sycl::reqd_work_group_size' attribute takes one to three sizes, and has 0}}
[[sycl::reqd_work_group_size(1, 2, 3, 4)]] void four(); // expected-error {{takes one to three sizes, and has 4}}
[[sycl::reqd_sub_group_size(1, 2)]] void two(); // expected-error {{'sycl::reqd_sub_group_size' attribute takes one size, and has 2}}
[[sycl::work_group_size_hint]] void hint(); // expected-error {{takes one to three sizes, and has 0}}
[[intel::kernel_args_restrict(1)]] void restricted(); // expected-error {{'intel::kernel_args_restrict' attribute takes no arguments, and has 1}}

// Values.
[[sycl::reqd_work_group_size(4, 0)]] void is_zero(); // expected-error {{takes positive sizes, and this is 0}}
[[sycl::reqd_work_group_size(-4)]] void negative(); // expected-error {{takes positive sizes, and this is -4}}
[[sycl::reqd_sub_group_size(zero())]] void computed(); // expected-error {{takes positive sizes, and this is 0}}
[[sycl::reqd_sub_group_size(1ull << 40)]] void huge(); // expected-warning {{'sycl::reqd_sub_group_size' attribute means nothing on 'huge': it is about kernels and SYCL_EXTERNAL functions}}
struct Huge { [[sycl::reqd_work_group_size(1ull << 40)]] void operator()() const {} }; // no device has it: refused at submission
[[sycl::device_has(aspect(-1))]] void no_aspect(); // expected-error {{can't take the value -1}}
[[sycl::reqd_sub_group_size(2.5)]] void floating(); // expected-error {{takes integers, and this is of type 'double'}}
[[sycl::reqd_sub_group_size(true)]] void boolean(); // expected-error {{takes integers, and this is of type 'bool'}}
[[sycl::reqd_sub_group_size("8")]] void text(); // expected-error-re {{takes integers, and this is of type {{.*}}}}
[[sycl::device_has(6)]] void number(); // expected-error {{'sycl::device_has' attribute takes values of sycl::aspect, and this is of type 'int'}}
[[sycl::device_has(aspect::fp16, other::a)]] void another(); // expected-error {{takes values of sycl::aspect, and this is of type 'other'}}
struct [[sycl_detail::uses_aspects(3)]] Uses {}; // expected-error {{takes values of sycl::aspect}}

// In templates: at the argument, once.
template <int N> [[sycl::reqd_sub_group_size(N)]] void templated() {} // expected-error {{takes positive sizes, and this is 0}} expected-warning {{means nothing on 'templated'}}
template <class T> [[sycl::device_has(T::value)]] void of_type() {} // expected-error {{takes values of sycl::aspect, and this is of type 'const int'}}
struct Value { static constexpr int value = 3; };
void instantiate() { templated<0>(); templated<0>(); templated<4>(); of_type<Value>(); }

// Places.
[[sycl::device_has(aspect::fp16)]] int on_variable; // expected-warning {{'sycl::device_has' attribute only applies to functions}}
struct [[sycl::reqd_sub_group_size(8)]] OnClass {}; // expected-warning {{'sycl::reqd_sub_group_size' attribute only applies to functions}}
struct Fields {
  [[sycl_detail::uses_aspects(aspect::fp16)]] int x; // expected-warning {{'sycl_detail::uses_aspects' attribute only applies to functions and classes}}
};
[[__sycl_detail__::add_ir_member_annotation("a", 1)]] void not_member(); // expected-warning {{only applies to data members}}
void parameter([[sycl::device_has()]] int x); // expected-warning {{only applies to functions}}
void statement() {
  [[sycl::reqd_sub_group_size(8)]] int local; // expected-warning {{only applies to functions}}
  auto l = [=]() [[sycl::reqd_sub_group_size(0)]] {}; // expected-error {{takes positive sizes}}
}
SYCL_EXTERNAL [[sycl::reqd_work_group_size(8)]] void external() {} // expected-error {{'sycl::reqd_work_group_size' attribute says how a kernel is launched and can't stand on a SYCL_EXTERNAL function}}

// Contradictions.
[[sycl::reqd_sub_group_size(8)]] void twice(); // expected-note {{the other one is here}} expected-warning {{means nothing on 'twice'}}
[[sycl::reqd_sub_group_size(16)]] void twice() {} // expected-error {{'sycl::reqd_sub_group_size' attribute contradicts 'sycl::reqd_sub_group_size' on the same function}} expected-warning {{means nothing on 'twice'}}
[[sycl::device_has(aspect::fp16)]] void aspects(); // expected-note {{the other one is here}}
[[sycl::device_has(aspect::fp64)]] void aspects() {} // expected-error {{contradicts}}
[[sycl::device_has(aspect::fp16, aspect::fp64)]] void same();
[[sycl::device_has(aspect::fp64, aspect::fp16)]] void same() {}
[[sycl::reqd_work_group_size(4), sycl::reqd_work_group_size(5)]] void one_list(); // expected-error {{contradicts}} expected-note {{the other one is here}} expected-warning 2 {{means nothing on 'one_list'}}

// Properties.
[[__sycl_detail__::add_ir_function_attributes("a", "b", 1)]] void odd() {} // expected-error {{'sycl_detail::add_ir_function_attributes' attribute takes as many values as names, and has 3 arguments}}
[[__sycl_detail__::add_ir_function_attributes(1, 1)]] void name() {} // expected-error {{takes strings as names of properties}}
[[__sycl_detail__::add_ir_function_attributes("a", &variable)]] void address() {} // expected-error {{can't take a value of type 'int *'}}
struct Base { int a; };
struct Derived : Base { int b; };
constexpr Derived derived{};
[[__sycl_detail__::add_ir_function_attributes("a", derived)]] void with_base() {} // expected-error-re {{can't take a value of type '{{.*}}Derived'}}
[[__sycl_detail__::add_ir_function_attributes()]] void no_properties() {}
