// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device module that is not valid is one message with the function's name, and no output. A pass plugin makes it so,
// before all passes and after them.
// RUN: rm -f %t.bc && not %device -O0 -DFIRST -emit-llvm -c %s -o %t.bc -fpass-plugin=%build/tests/plugins/break_module.so 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: not %device -O2 -DFIRST -emit-llvm -c %s -o %t.bc -fpass-plugin=%build/tests/plugins/break_module.so 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: not %device -O0 -emit-llvm -c %s -o %t.bc -fpass-plugin=%build/tests/plugins/break_module.so 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: not %device -O2 -emit-llvm -c %s -o %t.bc -fpass-plugin=%build/tests/plugins/break_module.so 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: not test -e %t.bc
// FIRST: error: the module is not valid in 'broken_first(int)': Basic Block in function '_Z12broken_firsti' does not have terminator!
// FIRST-NEXT: note: this is a fault of the compiler: please report it, with the source
// FIRST-NEXT: 1 error generated.
// FIRST-NOT: {{.}}
// LAST: error: the module is not valid in 'broken_last(int)': Basic Block in function '_Z11broken_lasti' does not have terminator!
// LAST-NEXT: note: this is a fault of the compiler: please report it, with the source
// LAST-NEXT: 1 error generated.
// LAST-NOT: {{.}}
#include "Inputs/mini.hpp"

#ifdef FIRST
SYCL_EXTERNAL int broken_first(int x) { return x; }
#endif
SYCL_EXTERNAL int broken_last(int x) { return x; }
