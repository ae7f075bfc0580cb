// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions in SPIR-V are its group instructions; where SPIR-V 1.2 has none, a group folds by local memory and a
// sub-group by shuffles. On NVIDIA's GPUs they are barriers, votes and shuffles, and ptxas takes the code.
// REQUIRES: spirv-val, spirv-dis
// RUN: rm -rf %t && mkdir %t
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O2 -c %s -o %t/a.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t/a.bc > %t/a.txt
// RUN: FileCheck %s --input-file=%t/a.txt --check-prefix=HEAD
// RUN: FileCheck %s --input-file=%t/a.txt
// RUN: FileCheck %s --input-file=%t/a.txt --check-prefix=SLOTS
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O0 -c %s -o %t/b.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t/b.bc | FileCheck %s --check-prefix=HEAD
//
// RUN: %sycc -fsycl-targets=ptx64 -fsycl-device-only -O2 -c %s -o %t/p.bc
// RUN: %sycl-post-link -o %t/p.table %t/p.bc
// RUN: %sycl-codegen -target=ptx64 -O2 -device-lib=%build/lib/sycc/ptx64.bc -o %t/out.table %t/p.table
// RUN: FileCheck %s --input-file=%t/out_0.ptx --check-prefix=PTX
// RUN: %if ptxas %{ %sycc -fsycl-targets=nvidia_gpu_sm_50,nvidia_gpu_sm_90 -c %s -o %t/p.o %}
//
// HEAD-DAG: OpCapability Groups
// HEAD-DAG: OpExtension "SPV_INTEL_subgroups"
// HEAD-DAG: OpVariable {{.*}} Workgroup{{$}}
#include <sycl/sycl.hpp>

using namespace sycl;

class K;
void submit(queue &q, int *p, float *f) {
  q.parallel_for<K>(nd_range<3>({2, 4, 8}, {2, 4, 8}), [=](nd_item<3> it) {
    const group<3> g = it.get_group();
    const sub_group s = it.get_sub_group();
    // Scopes: 2 a group, 3 a sub-group. The fence of the second is for the device, 1.
    // CHECK: OpControlBarrier [[GROUP:%[0-9]+]] [[GROUP]]
    // CHECK: OpControlBarrier [[SUB:%[0-9]+]] [[DEVICE:%[0-9]+]]
    // PTX: bar{{.*}}.sync 0
    // PTX: membar.gl
    // PTX: bar.warp.sync
    group_barrier(g);
    group_barrier(s, memory_scope::device);
    // CHECK: OpGroupAny {{%[0-9]+}} [[GROUP]]
    // CHECK: OpGroupAll {{%[0-9]+}} [[SUB]]
    // PTX: bar{{.*}}.red
    // PTX: vote{{.*}}all
    p[0] = any_of_group(g, p[1] > 0);
    p[2] = all_of_group(s, p[1] > 0);
    // CHECK: OpGroupIAdd {{%[0-9]+}} [[GROUP]] Reduce
    // CHECK: OpGroupFMax {{%[0-9]+}} [[SUB]] InclusiveScan
    // CHECK: OpGroupUMin {{%[0-9]+}} [[GROUP]] ExclusiveScan
    // PTX: shfl.sync
    p[3] = reduce_over_group(g, p[3], plus<>());
    f[0] = inclusive_scan_over_group(s, f[0], maximum<>());
    p[4] = exclusive_scan_over_group(g, static_cast<unsigned char>(p[4]), minimum<>());
    // CHECK: OpGroupBroadcast {{%[0-9]+}} [[GROUP]] {{%[0-9]+}} {{%[0-9]+}}
    // CHECK: OpGroupBroadcast {{%[0-9]+}} [[SUB]] {{%[0-9]+}} {{%[0-9]+}}
    p[5] = group_broadcast(g, p[5], id<3>(1, 2, 3));
    f[1] = group_broadcast(s, f[1], 2);
    // CHECK: OpSubgroupShuffleINTEL
    p[6] = permute_group_by_xor(s, p[6], 4);
    // SLOTS: OpControlBarrier [[GROUP:%[0-9]+]] [[GROUP]]
    // SLOTS: OpBitwiseXor
    // SLOTS: OpControlBarrier [[GROUP]] [[GROUP]]
    p[7] = reduce_over_group(g, p[7], bit_xor<>());
    // CHECK: OpSubgroupShuffleINTEL
    // CHECK: OpGroupBroadcast
    f[2] = reduce_over_group(s, f[2], multiplies<>());
  });
}
