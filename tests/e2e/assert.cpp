// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A failed assertion in a kernel ends the program, with file, line, function and work-item; one that holds does not, and
// NDEBUG removes all.
//
// RUN: %program %s -o %t && %t 100
// RUN: not --crash %t 5 2>&1 | FileCheck %s
// RUN: %program -O0 -g %s -o %t && not --crash %t 5 2>&1 | FileCheck %s
// RUN: %program -DNDEBUG %s -o %t && %t 5
// In SPIR-V it is noted for the host, and no work-item runs into what can't be reached.
// RUN: %sycc -fsycl-targets=spir64 -fsycl-device-only -O2 -c %s -o %t.bc && %sycl-post-link -o %t.table %t.bc
// RUN: %sycl-codegen -target=spir64 -device-lib=%build/lib/sycc/spir64.bc -o %t.out.table %t.table
// RUN: %if spirv-val %{ %spirv-val --target-env opencl2.2 %t.out_0.spv %}
// RUN: %if spirv-dis %{ %spirv-dis %t.out_0.spv | FileCheck --check-prefix=SPIRV %s %}
// SPIRV-NOT: OpUnreachable
// SPIRV: OpAtomicExchange
// SPIRV-NOT: OpUnreachable
// CHECK: assert.cpp:[[#@LINE+11]]: {{.*}}check{{.*}}: global id: [5,2,0], local id: [1,0,0] Assertion `column != bad && "on purpose"' failed.
#include <cassert>
#include <cstdlib>
#include <sycl/sycl.hpp>

using namespace sycl;

static void check(nd_item<2> it, size_t bad) {
  const size_t column = it.get_global_id(1);
  if (it.get_global_id(0) != 2)
    return;
  assert(column != bad && "on purpose");
}

int main(int, char **argv) {
  const size_t bad = std::strtoul(argv[1], nullptr, 10);
  queue q;
  q.parallel_for<class Checks>(nd_range<2>({4, 8}, {2, 4}), [=](nd_item<2> it) { check(it, bad); }).wait();
  return 0;
}
