// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module that device-lib/spir_groups.cpp becomes, inside of the runtime: it has no files of its own.
#include "runtime/backends/opencl/opencl.h"

__asm__(".pushsection .rodata\n"
        ".balign 4\n"
        "sy_cl_spir_groups_begin: .incbin \"" SYCC_SPIR_GROUPS "\"\n"
        "sy_cl_spir_groups_end:\n"
        ".popsection");

extern const char sy_cl_spir_groups_begin[], sy_cl_spir_groups_end[];

sy_cl_bytes sy_cl_spir_groups(void) {
  return (sy_cl_bytes){(void *)sy_cl_spir_groups_begin,
                       (size_t)(sy_cl_spir_groups_end - sy_cl_spir_groups_begin)};
}
