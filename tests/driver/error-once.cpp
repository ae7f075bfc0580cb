// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An error in the source is reported once, a warning once; a failure leaves no output and no temporary files.
//
// RUN: rm -rf %t && mkdir -p %t/tmp && cd %t && cp %S/Inputs/b.cpp .
// RUN: env TMPDIR=%t/tmp not %sycc -DWRONG %s b.cpp -o app 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: env TMPDIR=%t/tmp not %sycc -DWRONG -c %s -o a.o 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: test "$(echo *)" = "b.cpp tmp" && test -z "$(ls -A tmp)"
// WRONG: error-once.cpp:[[#@LINE+6]]:{{.*}} error: unknown type name 'wrong'
// WRONG-NOT: error:
// WRONG: 1 error generated.
// WRONG-NOT: {{error:|sycc:}}

#ifdef WRONG
wrong x;
#endif

// RUN: %sycc -Wall -c %s -o %t/a.o 2>&1 | FileCheck --check-prefix=WARNING %s
// WARNING: warning: unused variable 'unused'
// WARNING-NOT: warning:
// WARNING: 1 warning generated.
// WARNING-NOT: warning
int b();
int main() {
  int unused;
  return b();
}

// So is one that only the device sees, and one that only the linker sees.
// RUN: not %sycc -DDEVICE -c %s -o %t/d.o 2>&1 | FileCheck --check-prefix=DEVICE %s
// DEVICE: error: "for the device"
// DEVICE-NOT: error:
#if defined DEVICE && defined __SYCL_DEVICE_ONLY__
#error "for the device"
#endif
// RUN: not %program %s -o %t/app 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: not test -e %t/app
// LINK: undefined reference to `b()'
// LINK: linker command failed
// LINK-NOT: error
