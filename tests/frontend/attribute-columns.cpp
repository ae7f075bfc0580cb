// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults of attributes are reported at the token that is wrong.
// RUN: not %device -std=c++20 -fsyntax-only -fno-caret-diagnostics %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %device -std=c++20 -fsyntax-only -fno-caret-diagnostics -DNOT_CONSTANT %s 2>&1 | FileCheck %s --check-prefix=CONSTANT
#include "Inputs/mini.hpp"
using sycl::aspect;
#ifdef NOT_CONSTANT
int variable;
// CONSTANT: :[[@LINE+1]]:29: error: {{.*}}constant expression
[[sycl::reqd_sub_group_size(variable)]] void not_constant();
#endif
constexpr int zero() { return 0; }

// CHECK: :[[@LINE+1]]:39: error: 'sycl::reqd_work_group_size' attribute takes one to three sizes, and has 4
[[sycl::reqd_work_group_size(1, 2, 3, 4)]] void four();
// CHECK: :[[@LINE+1]]:3: error: 'sycl::reqd_work_group_size' attribute takes one to three sizes, and has 0
[[sycl::reqd_work_group_size()]] void none();
// CHECK: :[[@LINE+1]]:33: error: {{.*}} takes positive sizes, and this is 0
[[sycl::reqd_work_group_size(4, zero())]] void is_zero();
// CHECK: :[[@LINE+1]]:34: error: {{.*}} takes values of sycl::aspect
[[sycl::device_has(aspect::fp16, 7)]] void number();
// CHECK: :[[@LINE+1]]:46: error: {{.*}} takes positive sizes, and this is 0
template <int N> [[sycl::reqd_sub_group_size(N)]] void templated() {}
template void templated<0>();
#define SIZE(n) [[sycl::reqd_sub_group_size(n)]]
// CHECK: :[[@LINE+1]]:6: error: {{.*}} takes positive sizes, and this is -1
SIZE(-1) void by_macro();
void lambdas() {
  // CHECK: :[[@LINE+1]]:48: error: {{.*}} takes positive sizes, and this is 0
  auto l = [](int) [[sycl::reqd_sub_group_size(0)]] {};
  // CHECK: :[[@LINE+1]]:62: error: {{.*}} takes positive sizes, and this is 0
  auto m = [](int) mutable [[using sycl: reqd_sub_group_size(0)]] {};
}
// CHECK: :[[@LINE+1]]:43: error: {{.*}} contradicts
[[nodiscard,sycl::reqd_sub_group_size(4), sycl::reqd_sub_group_size(8)]] int one_list();
