// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program may name SPIR-V's operations in functions that it never calls on the host. If it does call one,
// the message says which.
//
// RUN: %program %s -o %t && %t
// RUN: not --crash %t barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not --crash %t variable 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: not --crash %t.plain copy 2>&1 | FileCheck %s --check-prefix=COPY
// BARRIER: sycc: fatal: device-only function called on the host: __spirv_ControlBarrier
// VARIABLE: sycc: fatal: device-only function called on the host: __spirv_BuiltInSubgroupSize
// COPY: sycc: fatal: device-only function called on the host: __spirv_GroupAsyncCopy
#include <CL/__spirv/spirv_ops.hpp>
#include <cstring>
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int a[2] = {}, b[2] = {};
  if (!std::strcmp(what, "barrier"))
    __spirv_ControlBarrier(__spv::Scope::Workgroup, __spv::Scope::Workgroup, __spv::MemorySemanticsMask::None);
  if (!std::strcmp(what, "variable"))
    a[0] = static_cast<int>(__spirv_BuiltInSubgroupSize());
#ifndef __SYCL_DEVICE_ONLY__ // where it takes no plain pointers
  if (!std::strcmp(what, "copy")) {
    __ocl_event_t e = __spirv_GroupAsyncCopy(__spv::Scope::Workgroup, a, b, 2, 1, nullptr);
    __spirv_GroupWaitEvents(__spv::Scope::Workgroup, 1, &e);
  }
#endif
  return a[0];
}
