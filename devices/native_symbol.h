// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbols of kernels that are linked into the program as machine code.
#ifndef SY_DEVICES_NATIVE_SYMBOL_H
#define SY_DEVICES_NATIVE_SYMBOL_H

#include "base/mem.h"

// The symbol of a kernel's code for a target: for the kernel "_ZTS3Foo" and native_cpu "_Z10__sycc_cpu3Foo",
// which demanglers show as "__sycc_cpu(Foo)"; for x86_64_avx2 and the like with that name, so that a program
// may hold code for several. For a symbol that does not name a type, K, it is "__sycc_cpu_K". It lives in the
// arena.
const char *sy_native_symbol(const char *target, const char *kernel, sy_arena *a);
// The same for a kernel that has variants: "_Z10__sycc_cpu3Foo.v3".
const char *sy_native_variant(const char *target, const char *kernel, const char *number, sy_arena *a);

// The symbol of the pointer through which code for a target calls a function of another library:
// "__sycc_cpu_import.F".
const char *sy_native_import_symbol(const char *target, const char *function, sy_arena *a);

#endif
