// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel whose property and attribute say different things, and properties of a known name with a text that nothing
// can read: errors, one a kernel. Of parameters the first.
// RUN: not %device -std=c++17 -c %s -o %t.bc 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not=error:
// RUN: not ls %t.bc
#include "Inputs/mini.hpp"

#define PROPERTY(Key, Name, Type, Value) \
  struct Key { static constexpr const char *meta_name = Name; static constexpr Type meta_value = Value; }
template <class Name, class... P> struct Launch {
  template <class Kernel> ENTRY_POINT(Name)
  [[__sycl_detail__::add_ir_function_attributes(P::meta_name..., P::meta_value...)]] static void entry(Kernel kernel) { kernel(); }
};
PROPERTY(Sub8, "sycl-sub-group-size", int, 8);
PROPERTY(SubWord, "sycl-sub-group-size", const char *, "eight");
PROPERTY(SubZero, "sycl-sub-group-size", int, 0);
PROPERTY(SubNegative, "sycl-sub-group-size", int, -8);
PROPERTY(SubTwo, "sycl-sub-group-size", const char *, "8,16");
PROPERTY(SubNone, "sycl-sub-group-size", const char *, "");
PROPERTY(SubLarge, "sycl-sub-group-size", const char *, "99999999999999999999999");
PROPERTY(Has, "sycl-device-has", const char *, "6,5,5");
PROPERTY(HasComma, "sycl-device-has", const char *, "5,");
PROPERTY(HasEmpty, "sycl-device-has", const char *, "5,,6");
PROPERTY(HasWord, "sycl-device-has", const char *, "fp16");
PROPERTY(Group, "sycl-work-group-size", const char *, "4,5");
PROPERTY(GroupFour, "sycl-work-group-size", const char *, "1,2,3,4");
PROPERTY(Hint, "sycl-work-group-size-hint", const char *, "4,5");
PROPERTY(Align, "sycl-alignment", int, 3);
PROPERTY(Other, "sycl-sub-group-sizes", const char *, "whatever");

template <class... P> struct [[__sycl_detail__::add_ir_kernel_parameter_attributes(P::meta_name..., P::meta_value...)]] Pointer {
  int *ptr;
};

class SubGroup; class NamedSubGroup; class Aspects; class NoAspects; class WorkGroup; class Dimensions; class HintK; class Unknown; class Parameter;
class Same; template <int> class Bad;

void submit(int *p, Pointer<Align> unaligned) {
  // CHECK: error: property 'sycl-sub-group-size' of kernel 'SubGroup' says 8, its attribute 'reqd_sub_group_size' says 16; leave one of them out
  Launch<SubGroup, Sub8>::entry([=]() [[sycl::reqd_sub_group_size(16)]] { *p = 1; });
  // CHECK: error: property 'sycl-sub-group-size' of kernel 'NamedSubGroup' says 8, its attribute 'named_sub_group_size' says primary
  Launch<NamedSubGroup, Sub8>::entry([=]() [[intel::named_sub_group_size(primary)]] { *p = 1; });
  // CHECK: error: property 'sycl-device-has' of kernel 'Aspects' says fp16, fp64, its attribute 'device_has' says fp16
  Launch<Aspects, Has>::entry([=]() [[sycl::device_has(sycl::aspect::fp16)]] { *p = 1; });
  // CHECK: error: property 'sycl-device-has' of kernel 'NoAspects' says fp16, fp64, its attribute 'device_has' says nothing
  Launch<NoAspects, Has>::entry([=]() [[sycl::device_has()]] { *p = 1; });
  // CHECK: error: property 'sycl-work-group-size' of kernel 'WorkGroup' says 4, 5, its attribute 'reqd_work_group_size' says 5, 4
  Launch<WorkGroup, Group>::entry([=]() [[sycl::reqd_work_group_size(5, 4)]] { *p = 1; });
  // CHECK: error: property 'sycl-work-group-size' of kernel 'Dimensions' says 4, 5, its attribute 'reqd_work_group_size' says 1, 4, 5
  Launch<Dimensions, Group>::entry([=]() [[sycl::reqd_work_group_size(1, 4, 5)]] { *p = 1; });
  // CHECK: error: property 'sycl-work-group-size-hint' of kernel 'HintK' says 4, 5, its attribute 'work_group_size_hint' says 8, 5
  Launch<HintK, Hint>::entry([=]() [[sycl::work_group_size_hint(8, 5)]] { *p = 1; });
  Launch<Same, Has, Hint>::entry([=]() [[sycl::device_has(sycl::aspect::fp16, sycl::aspect::fp64), sycl::work_group_size_hint(4, 5)]] { *p = 1; });
  Launch<Unknown, Other>::entry([=] { *p = 1; });

  // CHECK: error: property 'sycl-sub-group-size' of kernel 'Bad<0>' is 'eight'; it takes one number from 1 up
  Launch<Bad<0>, SubWord>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<1>' is '0'; it takes one number from 1 up
  Launch<Bad<1>, SubZero>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<2>' is '-8'; it takes one number from 1 up
  Launch<Bad<2>, SubNegative>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<3>' is '8,16'; it takes one number from 1 up
  Launch<Bad<3>, SubTwo>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<4>' is ''; it takes one number from 1 up
  Launch<Bad<4>, SubNone>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<5>' is '99999999999999999999999'; it takes one number from 1 up
  Launch<Bad<5>, SubLarge>::entry([=] { *p = 1; });
  // CHECK: error: property 'sycl-device-has' of kernel 'Bad<6>' is '5,'; it takes numbers of aspects
  Launch<Bad<6>, HasComma>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<7>' is '5,,6'; it takes numbers of aspects
  Launch<Bad<7>, HasEmpty>::entry([=] { *p = 1; });
  // CHECK: error: {{.*}}'Bad<8>' is 'fp16'; it takes numbers of aspects
  Launch<Bad<8>, HasWord>::entry([=] { *p = 1; });
  // CHECK: error: property 'sycl-work-group-size' of kernel 'Bad<9>' is '1,2,3,4'; it takes one to three numbers from 1 up
  Launch<Bad<9>, GroupFour>::entry([=] { *p = 1; });
  // CHECK: error: property 'sycl-alignment' of a parameter of kernel 'Parameter' is '3'; it takes a power of two
  go<Parameter>([=] { *unaligned.ptr = 1; });
}
