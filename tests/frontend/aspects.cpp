// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which aspects a function uses by itself: one function per decision, whose name says it. (By itself: the
// propagation pass adds what callees use, and keeps the function's own apart.) Expected is what
// stands in the metadata: [[F16]] is {fp16}, [[F64]] is {fp64}; nothing where the line ends in '{'.
// RUN: %device -std=c++20 -O0 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: not grep '"struct.atomic_impl' %t.ll
#include "Inputs/mini.hpp"
using sycl::aspect;

class [[sycl_detail::uses_aspects(aspect::fp16)]] Half {
public:
  short bits = 0;
};
class [[__sycl_detail__::__uses_aspects__(aspect::fp16, aspect::cpu)]] Two { int x; };
struct Holder { int n; Half h; };
struct HolderOfPointer { int n; Half *h; };
struct Derived : Half { int n; };
using Alias = Half;
template <class T> struct Box { T value; };
template <class T> struct Tag {};

// CHECK-DAG: @by_value({{.*}} !intel_used_aspects [[F16:![0-9]+]]
extern "C" SYCL_EXTERNAL void by_value() { Half h; (void)h; }
// CHECK-DAG: @by_pointer({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL bool by_pointer(Half *p) { return p != nullptr; }
// CHECK-DAG: @by_reference({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL void by_reference(const Half &) {}
// CHECK-DAG: @by_array({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL void by_array() { Half h[3][2]; (void)h; }
// CHECK-DAG: @by_member({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL int by_member(Holder &h) { return h.n; }
// CHECK-DAG: @by_base({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL int by_base(Derived d) { return d.n; }
// CHECK-DAG: @by_member_pointer_not_read({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int by_member_pointer_not_read(HolderOfPointer &h) { return h.n; }
// CHECK-DAG: @by_member_pointer_read({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL bool by_member_pointer_read(HolderOfPointer &h) { return h.h != nullptr; }
// CHECK-DAG: @by_alias({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL void by_alias() { Alias h; (void)h; }
// CHECK-DAG: @by_result({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL Half *by_result() { return nullptr; }
// CHECK-DAG: @by_template_argument_used({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL int by_template_argument_used() { Box<Half> b; return sizeof b; }
// CHECK-DAG: @by_template_argument_not_used({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL void by_template_argument_not_used() { Tag<Half> t; (void)t; }
// CHECK-DAG: @in_discarded_branch({{[^!]*}} !intel_fixed_targets
template <class T> int discarded() { if constexpr (sizeof(T) > 100) { Half h; return h.bits; } else return 1; }
extern "C" SYCL_EXTERNAL int in_discarded_branch() { return discarded<int>(); }
// CHECK-DAG: @in_sizeof({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int in_sizeof() { return sizeof(Half) + sizeof(double) + alignof(Holder); }
// CHECK-DAG: @in_decltype({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int in_decltype() { return noexcept(Half()) + sizeof(decltype(Half().bits)); }
// CHECK-DAG: @in_static_assert({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int in_static_assert() { static_assert(2.5 > 1.0); return 0; }
// CHECK-DAG: @in_local_type_not_used({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int in_local_type_not_used() { struct Local { double d; }; using Other = Half; return 0; }
// CHECK-DAG: @callees_do_not_count({{.*}} !intel_used_aspects [[F16]] !intel_fixed_targets ![[#]] !sycc_aspect_origins ![[#]] {
extern "C" SYCL_EXTERNAL void callees_do_not_count() { by_value(); }
// CHECK-DAG: @two_aspects({{.*}} !intel_used_aspects [[TWO:![0-9]+]]
extern "C" SYCL_EXTERNAL void two_aspects(Two *) {}
// CHECK-DAG: @attribute_on_function({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::fp16)]] void attribute_on_function() {}
// CHECK-DAG: @attribute_and_type({{.*}} !intel_used_aspects [[BOTH:![0-9]+]]
extern "C" SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::fp16)]] double attribute_and_type(double d) { return d; }

// CHECK-DAG: @double_value({{.*}} !intel_used_aspects [[F64:![0-9]+]]
extern "C" SYCL_EXTERNAL float double_value(float x) { double d = x; return d; }
// CHECK-DAG: @double_promotion({{.*}} !intel_used_aspects [[F64]]
extern "C" SYCL_EXTERNAL float double_promotion(float x) { return x * 2.0; }
// CHECK-DAG: @double_pointer({{.*}} !intel_used_aspects [[F64]]
extern "C" SYCL_EXTERNAL bool double_pointer(double *p) { return p; }
// CHECK-DAG: @double_comparison({{.*}} !intel_used_aspects [[F64]]
extern "C" SYCL_EXTERNAL bool double_comparison(float x) { return x < 0.5; }
// CHECK-DAG: @double_vector({{.*}} !intel_used_aspects [[F64]]
typedef double double2 __attribute__((ext_vector_type(2)));
extern "C" SYCL_EXTERNAL void double_vector(double2 *) {}
// CHECK-DAG: @folded_literal({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL float folded_literal(float x) { float y = 0.5; y += static_cast<float>(2.0 * 3.0); return x * y; }
// CHECK-DAG: @folded_to_integer({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int folded_to_integer() { return int(2.5) + (int)1e3; }
constexpr double pi = 3.14;
// CHECK-DAG: @folded_constant({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL float folded_constant(float x) { return x * static_cast<float>(pi); }
// CHECK-DAG: @native_half({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL void native_half(_Float16 *) {}
// CHECK-DAG: @long_double_is_no_double({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL int long_double_is_no_double() { return sizeof(long double); }

// The appendix of the seed: only the specialisation for 8 bytes. In IR both have the same name, so the type is
// not listed.
template <class T> struct atomic_base { T x; void add() {} };
template <class T, size_t S> struct atomic_impl : atomic_base<T> {};
template <class T> struct [[__sycl_detail__::__uses_aspects__(aspect::cpu)]] atomic_impl<T, 8> : atomic_base<T> {};
template <class T> struct atomic : atomic_impl<T, sizeof(T)> {};
// CHECK-DAG: @atomic_of_4_bytes({{[^!]*}} !intel_fixed_targets
extern "C" SYCL_EXTERNAL void atomic_of_4_bytes() { atomic<int> a; (void)a; }
// CHECK-DAG: @atomic_of_8_bytes({{.*}} !intel_used_aspects [[CPU:![0-9]+]]
extern "C" SYCL_EXTERNAL void atomic_of_8_bytes() { atomic<long> a; (void)a; }

// A method has its object; a closure what it captures by value.
struct Methods { Half h; int f() { return 1; } static int g() { return 2; } };
// CHECK-DAG: @methods({{.*}} !intel_used_aspects [[F16]]
extern "C" SYCL_EXTERNAL int methods() { Methods m; return m.f() + Methods::g(); }
// CHECK-DAG: @_ZN7Methods1fEv({{.*}} !intel_used_aspects [[F16]]
// CHECK-DAG: @_ZN7Methods1gEv({{[^!]*}} {

void kernels(Accessor a, HolderOfPointer p, double captured) {
  // CHECK-DAG: @_ZZ7kernels8Accessor15HolderOfPointerdENKUlvE_clEv({{[^!]*}} {
  go<class PointerHeld>([=] { a[0] = p.n; });
  // CHECK-DAG: @_ZZ7kernels8Accessor15HolderOfPointerdENKUlvE0_clEv({{.*}} !intel_used_aspects [[F64]]
  go<class ValueHeld>([=] { a[0] = captured; });
}

// CHECK: !intel_types_that_use_aspects = !{
// CHECK-DAG: !{!"class.Half", i32 5}
// CHECK-DAG: !{!"class.Two", i32 1, i32 5}
// CHECK-DAG: [[F16]] = !{i32 5}
// CHECK-DAG: [[F64]] = !{i32 6}
// CHECK-DAG: [[TWO]] = !{i32 1, i32 5}
// CHECK-DAG: [[BOTH]] = !{i32 5, i32 6}
// CHECK-DAG: [[CPU]] = !{i32 1}
