// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// async_work_group_copy becomes OpGroupAsyncCopy on pointers to elements, device_event OpTypeEvent, waiting
// OpGroupWaitEvents: optimised or not, through functions, choices and classes.
// REQUIRES: spirv-val, spirv-dis
// RUN: %device -I%include -O0 -emit-llvm -c %s -o %t0.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t0.bc > %t0.txt
// RUN: FileCheck %s --input-file=%t0.txt --check-prefixes=CHECK,O0
// RUN: %device -I%include -O0 -g -emit-llvm -c %s -o %t0.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t0.bc | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %device -I%include -O2 -emit-llvm -c %s -o %t2.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t2.bc > %t2.txt
// RUN: FileCheck %s --input-file=%t2.txt --check-prefixes=CHECK,O2
// RUN: %device -I%include -O2 -g -emit-llvm -c %s -o %t2.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t2.bc | FileCheck %s --check-prefixes=CHECK,O2
#include <sycl/sycl.hpp>
using namespace sycl;

struct Kept { // copies what is in it without knowing it
  int n;
  device_event event;
};
static Kept keep(device_event e) { return {1, e}; }

// CHECK-DAG: [[INT:%[0-9]+]] = OpTypeInt 32 0
// CHECK-DAG: [[LONG:%[0-9]+]] = OpTypeInt 64 0
// CHECK-DAG: [[LONGS:%[0-9]+]] = OpTypeVector [[LONG]] 2
// CHECK-DAG: [[LOCAL:%[0-9]+]] = OpTypePointer Workgroup [[INT]]
// CHECK-DAG: [[GLOBAL:%[0-9]+]] = OpTypePointer CrossWorkgroup [[INT]]
// CHECK-DAG: OpTypePointer Workgroup [[LONGS]]
// CHECK-DAG: [[EVENT:%[0-9]+]] = OpTypeEvent
// CHECK-DAG: [[GROUP:%[0-9]+]] = OpConstant [[INT]] 2
// CHECK-DAG: [[NONE:%[0-9]+]] = OpConstantNull [[EVENT]]
// CHECK-DAG: [[ONE:%[0-9]+]] = OpConstant [[LONG]] 1{{$}}
// CHECK-DAG: [[THREE:%[0-9]+]] = OpConstant [[LONG]] 3{{$}}
// CHECK-DAG: [[EIGHT:%[0-9]+]] = OpConstant [[LONG]] 8{{$}}

// O2-DAG: [[TO:%[0-9]+]] = OpFunctionParameter [[LOCAL]]
// O2-DAG: [[FROM:%[0-9]+]] = OpFunctionParameter [[GLOBAL]]
// O2: [[A:%[0-9]+]] = OpGroupAsyncCopy [[EVENT]] [[GROUP]] [[TO]] [[FROM]] [[EIGHT]] [[ONE]] [[NONE]]
// O2: [[B:%[0-9]+]] = OpGroupAsyncCopy [[EVENT]] [[GROUP]] {{%[0-9]+}} {{%[0-9]+}} [[EIGHT]] [[THREE]] [[NONE]]
// O2: OpPhi [[EVENT]] [[A]] {{%[0-9]+}} [[B]]
// O2: OpGroupWaitEvents [[GROUP]]
// O2: OpGroupAsyncCopy [[EVENT]]
// O2: OpGroupWaitEvents [[GROUP]]
// O2: OpGroupAsyncCopy [[EVENT]]
// O2-COUNT-2: OpGroupWaitEvents [[GROUP]]
// O0-DAG: OpGroupAsyncCopy [[EVENT]] [[GROUP]] {{.*}} [[NONE]]
// O0-DAG: OpGroupWaitEvents [[GROUP]]
void submit(queue &q, buffer<float> &b, buffer<vec<float, 4>> &v, int n) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    accessor four(v, h, read_only);
    local_accessor<float> l(16, h);
    local_accessor<vec<float, 4>> fours(16, h);
    h.parallel_for<class Copies>(nd_range<1>(64, 16), [=](nd_item<1> it) {
      auto local = l.get_multi_ptr<access::decorated::yes>();
      auto global = a.get_multi_ptr<access::decorated::yes>();
      device_event one = it.get_group().async_work_group_copy(local, global, 8);
      device_event two = it.async_work_group_copy(local + 8, global, 8, 3);
      it.wait_for(n > 3 ? one : two);
      Kept kept = keep(it.async_work_group_copy(global, local, 8)), copy = kept;
      copy.event.wait();
      it.wait_for(it.async_work_group_copy(fours.get_pointer(), four.get_pointer(), 4), one);
    });
  });
}
