// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose names mean something in one file alone are told apart across files, by a suffix that depends
// on what was compiled, not on where.
// RUN: rm -rf %t && mkdir -p %t/x %t/y
// RUN: cp %s %t/x/a.cpp && cp %s %t/y/b.cpp
// RUN: %device -I %S -c -emit-llvm %t/x/a.cpp -o %t/a.bc && %device -I %S -c -emit-llvm %t/y/b.cpp -o %t/b.bc
// RUN: %device -I %S -DOTHER -c -emit-llvm %t/y/b.cpp -o %t/other.bc
// RUN: %llvm-nm --format=just-symbols --defined-only %t/a.bc | sort > %t/a.txt
// RUN: %llvm-nm --format=just-symbols --defined-only %t/b.bc | sort > %t/b.txt
// RUN: %llvm-nm --format=just-symbols --defined-only %t/other.bc | sort > %t/other.txt
// RUN: diff %t/a.txt %t/b.txt
// RUN: %device -I %S -O0 -D__SYCL_TARGET_INTEL_GPU_SKL__=1 -c -emit-llvm %t/y/b.cpp -o %t/target.bc
// RUN: %llvm-nm --format=just-symbols --defined-only %t/target.bc | grep _ZTS | sort > %t/target.txt
// RUN: grep _ZTS %t/a.txt | diff - %t/target.txt
// RUN: FileCheck %s --input-file=%t/a.txt
// RUN: not diff %t/a.txt %t/other.txt
// RUN: %llvm-link %t/a.bc %t/other.bc -o %t/linked.bc
// RUN: %llvm-nm --defined-only %t/linked.bc | grep -c _ZTS > %t/count && FileCheck %s --input-file=%t/count --check-prefix=COUNT
#include "Inputs/mini.hpp"
#ifdef OTHER
constexpr int value = 2;
#else
constexpr int value = 1;
#endif
class Shared;
inline void shared(Accessor a) { go<Shared>([=] { a[0] = 0; }); }
static void hidden(Accessor a) { go([=] { a[0] = value; }); }
namespace {
class Name;
}
void run(Accessor a);
#ifdef OTHER
void other(Accessor a) {
#else
void run(Accessor a) {
#endif
  shared(a);
  hidden(a);
  go<Name>([=] { a[0] = value; });
}
// CHECK: {{^}}_ZTS6Shared{{$}}
// CHECK: {{^}}_ZTSN12_GLOBAL__N_14NameE_tu[[ID:[0-9a-f]+]]{{$}}
// CHECK: {{^}}_ZTSZL6hidden8AccessorEUlvE__tu[[ID]]{{$}}
// COUNT: {{^}}5{{$}}
