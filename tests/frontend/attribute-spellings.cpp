// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other spellings of SYCL's attributes: those of SYCL 1.2.1 and of other compilers. What says nothing here is taken without a
// word, whatever it stands on; what nobody knows is clang's warning.
// RUN: %device -Werror -S -emit-llvm %s -o - | FileCheck %s
// RUN: %host -Werror -fsyntax-only %s
// RUN: %device -DUNKNOWN -fsyntax-only %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void launch(F f) { f(); }

template <int Size> struct functor {
  int *p;
  __attribute__((noinline, intel_reqd_sub_group_size(Size))) void operator()() const { *p = 7; }
};
struct behind {
  int *p;
  void operator()() const __attribute__((intel_reqd_sub_group_size(8))) { *p = 8; }
};
constexpr int N = 8;

void kernels(int *p) {
  // CHECK: define {{.*}}A1{{.*}} !intel_reqd_sub_group_size ![[S8:[0-9]+]]
  launch<struct A1>([=]() [[intel::reqd_sub_group_size(8)]] { *p = 1; });
  // CHECK: define {{.*}}A2{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A2>([=]() [[intel::sub_group_size(8)]] { *p = 2; });
  // CHECK: define {{.*}}A3{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A3>([=]() [[cl::intel_reqd_sub_group_size(8)]] { *p = 3; });
  // CHECK: define {{.*}}A4{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A4>([=]() [[using intel : reqd_sub_group_size(8)]] { *p = 4; });
  // CHECK: define {{.*}}A5{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A5>([=]() __attribute__((intel_reqd_sub_group_size(8))) { *p = 5; });
  // CHECK: define {{.*}}A6{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A6>([=]() __attribute__((flatten, __intel_reqd_sub_group_size__(N))) __attribute__((hot)) { *p = 6; });
  // CHECK: define {{.*}}A7{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A7>(functor<8>{p});
  // CHECK: define {{.*}}A8{{.*}} !intel_reqd_sub_group_size ![[S8]]
  launch<struct A8>(behind{p});
  // CHECK: define {{.*}}B1{{.*}} !reqd_work_group_size ![[W:[0-9]+]]
  launch<struct B1>([=]() [[cl::reqd_work_group_size(2, 3, 4)]] { *p = 6; });
  // CHECK: define {{.*}}B2{{.*}} !work_group_size_hint ![[W]]
  launch<struct B2>([=]() [[cl::work_group_size_hint(2, 3, 4)]] { *p = 7; });
  // CHECK: define {{.*}}B4{{.*}} !reqd_work_group_size ![[W]]
  launch<struct B4>([=]() __attribute__((reqd_work_group_size(2, 3, 4))) { *p = 9; });
  // CHECK: define {{.*}}B3{{.*}} !sycc_named_sub_group_size
  launch<struct B3>([=]() [[sycl::named_sub_group_size(primary)]] { *p = 8; });
  launch<struct C1>([=]() [[intel::max_work_group_size(1, 1, 8), intel::max_global_work_dim(1), intel::kernel_args_restrict]] {
    [[intel::fpga_register]] int sum = 0;
    [[intel::numbanks(4), intel::bankwidth(4)]] int memory[4] = {};
    [[intel::ivdep]] [[intel::initiation_interval(1)]] for (int i = 0; i < 4; ++i)
      sum += memory[i];
    *p = sum;
  });
}
// CHECK-DAG: ![[S8]] = !{i32 8}
// CHECK-DAG: ![[W]] = !{i32 4, i32 3, i32 2}

static_assert(__has_cpp_attribute(intel::reqd_sub_group_size) && __has_cpp_attribute(cl::intel_reqd_sub_group_size));

#ifdef UNKNOWN
// UNKNOWN: warning: unknown attribute 'intel::no_such_thing' ignored
[[intel::no_such_thing]] void nothing();
// UNKNOWN: warning: unknown attribute 'intel::kernel_arg_restrict' ignored; did you mean 'intel::kernel_args_restrict'?
[[intel::kernel_arg_restrict]] void near();
#endif
