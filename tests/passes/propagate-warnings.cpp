// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings about aspects in the device compilation: wording, places, groups, levels.
// DEFINE: %{compile} = %device -I%S/../frontend/Inputs -S -emit-llvm
// DEFINE: %{plugin} = -Xclang -plugin-arg-sycc-frontend -Xclang
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.0.ll -O0 2>&1 | FileCheck --check-prefix=PLAIN --implicit-check-not=warning: %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.2.ll -O2 2>&1 | FileCheck --check-prefix=PLAIN --implicit-check-not=warning: %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.g.ll -g 2>&1 | FileCheck --check-prefix=DEBUG --implicit-check-not=warning: %s
//
// Used aspects of kernels and exported functions are in the IR at any level of optimisation, and after a link.
// RUN: FileCheck --check-prefix=IR --input-file=%t.0.ll %s
// RUN: FileCheck --check-prefix=IR --input-file=%t.2.ll %s
// RUN: %llvm-link %t.2.ll -S -o - | FileCheck --check-prefix=IR %s
// IR-DAG: define {{.*}}spir_func void @_Z8exportedPf({{.*}} !intel_used_aspects [[F64:![0-9]+]]
// IR-DAG: define {{.*}}spir_kernel void @_ZTS1K({{.*}} !intel_used_aspects [[BOTH:![0-9]+]]{{.*}} !sycc_aspect_origins
// IR-DAG: [[F64]] = !{i32 6}
// IR-DAG: [[BOTH]] = !{i32 5, i32 6}
//
// Groups are switched one by one, and by -Werror and -w.
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.ll %{plugin} warning=no-sycl-device-has 2>&1 | count 0
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.ll -w 2>&1 | count 0
// RUN: cd %S && rm -f %t.ll && not %{compile} propagate-warnings.cpp -o %t.ll %{plugin} warning=error=sycl-device-has 2>&1 | FileCheck --check-prefix=ERROR %s && not ls %t.ll
// RUN: cd %S && not %{compile} propagate-warnings.cpp -o %t.ll -Werror 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.ll -Werror %{plugin} warning=no-error=sycl-device-has 2>&1 | FileCheck --check-prefix=PLAIN %s
// ERROR: error: function 'foo' uses aspect 'fp16' not listed in 'sycl::device_has' [-Werror,-Wsycl-device-has]
//
// Fixed targets: what one of them lacks. tgllp has no fp64, sub-groups of 8, 16 and 32 and groups of up to 512.
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.f.ll %{plugin} fixed-targets=intel_gpu_tgllp %{plugin} warning=no-sycl-device-has 2>&1 | FileCheck --check-prefix=FIXED --implicit-check-not=warning: %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -g -o %t.f.ll %{plugin} fixed-targets=intel_gpu_tgllp %{plugin} warning=no-sycl-device-has 2>&1 | FileCheck --check-prefix=FIXED-DEBUG %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.f.ll %{plugin} fixed-targets=intel_gpu_skl,intel_gpu_tgllp %{plugin} warning=no-sycl-device-has 2>&1 | FileCheck --check-prefix=SEVERAL --implicit-check-not=warning: %s
// RUN: cd %S && %{compile} propagate-warnings.cpp -o %t.f.ll %{plugin} fixed-targets=intel_gpu_tgllp %{plugin} warning=no-sycl 2>&1 | count 0
// RUN: cd %S && not %{compile} propagate-warnings.cpp -o %t.e.ll %{plugin} fixed-targets=intel_gpu_tgllp %{plugin} warning=error=sycl-fixed-targets 2>&1 | FileCheck --check-prefix=FIXED-ERROR %s
// FIXED-ERROR: warning: function 'foo' uses aspect 'fp16' not listed
// FIXED-ERROR: error: {{.*}} does not have [-Werror,-Wsycl-fixed-targets]
#include "mini.hpp"
using sycl::aspect;

SYCL_EXTERNAL [[sycl::device_has(aspect::fp16)]] void elsewhere();

inline void boo(float *p) {
  *p = *p * 2.0;
}
inline void bar(float *p) {
  boo(p);
}
inline void longer(float *p) {
  bar(p);
}
[[sycl::device_has(aspect::cpu)]] inline void foo(float *p) {
  longer(p);
  bar(p);
  elsewhere();
}
[[sycl::device_has(aspect::fp64)]] inline void knows(float *p) { boo(p); }
SYCL_EXTERNAL void exported(float *p) { knows(p); }

class K;
class Sizes;
class Promise;
void submit(float *p) {
  go<K>([=] { foo(p); });
  go<Sizes>([=]() [[sycl::reqd_sub_group_size(64), sycl::reqd_work_group_size(2, 512)]] {});
  go<Promise>([=]() [[sycl::device_has(aspect::cpu)]] {});
}

// PLAIN: {{^}}warning: function 'foo' uses aspect 'fp16' not listed in 'sycl::device_has' [-Wsycl-device-has]
// PLAIN-NEXT: {{^}}use is from this call chain:
// PLAIN-NEXT: {{^}}  foo()
// PLAIN-NEXT: {{^}}  elsewhere()
// PLAIN-NEXT: {{^}}compile with '-g' to get source location
// PLAIN: {{^}}warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has' [-Wsycl-device-has]
// PLAIN-NEXT: {{^}}use is from this call chain:
// PLAIN-NEXT: {{^}}  foo()
// PLAIN-NEXT: {{^}}  bar()
// PLAIN-NEXT: {{^}}  boo()
// PLAIN-NEXT: {{^}}compile with '-g' to get source location

// DEBUG: {{^}}propagate-warnings.cpp:51:3: warning: function 'foo' uses aspect 'fp16' not listed in 'sycl::device_has'
// DEBUG-NEXT: {{^}}use is from this call chain:
// DEBUG-NEXT: {{^}}  foo()
// DEBUG-NEXT: {{^}}  elsewhere() propagate-warnings.cpp:51:3
// DEBUG: {{^}}propagate-warnings.cpp:40:11: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'
// DEBUG-NEXT: {{^}}use is from this call chain:
// DEBUG-NEXT: {{^}}  foo()
// DEBUG-NEXT: {{^}}  bar() propagate-warnings.cpp:50:3
// DEBUG-NEXT: {{^}}  boo() propagate-warnings.cpp:43:3
// DEBUG-NOT: compile with

// Each use once: boo() is reached from exported() and from K.
// FIXED: {{^}}warning: function 'exported' uses aspect 'fp64' which 'intel_gpu_tgllp' of '-fsycl-fixed-targets' does not have [-Wsycl-fixed-targets]
// FIXED-NEXT: {{^}}use is from this call chain:
// FIXED-NEXT: {{^}}  exported()
// FIXED-NEXT: {{^}}  knows()
// FIXED-NEXT: {{^}}  boo()
// FIXED-NEXT: {{^}}compile with '-g' to get source location
// FIXED: {{^}}warning: function 'foo' declares aspect 'cpu', which 'intel_gpu_tgllp' of '-fsycl-fixed-targets' does not have [-Wsycl-fixed-targets]
// FIXED: {{^}}warning: function 'Sizes' has required sub-group size '64', which 'intel_gpu_tgllp' of '-fsycl-fixed-targets' does not support [-Wsycl-fixed-targets]
// FIXED: {{^}}warning: function 'Sizes' has a required work-group size of 1024 work-items, and 'intel_gpu_tgllp' of '-fsycl-fixed-targets' allows 512 [-Wsycl-fixed-targets]
// FIXED: {{^}}warning: function 'Promise' declares aspect 'cpu', which 'intel_gpu_tgllp' of '-fsycl-fixed-targets' does not have [-Wsycl-fixed-targets]

// FIXED-DEBUG: {{^}}propagate-warnings.cpp:40:11: warning: function 'exported' uses aspect 'fp64' which 'intel_gpu_tgllp'
// FIXED-DEBUG: {{^}}  boo() propagate-warnings.cpp:53:66
// FIXED-DEBUG: {{^}}propagate-warnings.cpp:48:47: warning: function 'foo' declares aspect 'cpu', which 'intel_gpu_tgllp'

// Of several targets the first that lacks an aspect; a size is checked against each.
// SEVERAL: warning: function 'exported' uses aspect 'fp64' which 'intel_gpu_tgllp' of
// SEVERAL: warning: function 'foo' declares aspect 'cpu', which 'intel_gpu_skl' of
// SEVERAL: warning: function 'Sizes' has required sub-group size '64', which 'intel_gpu_skl' of
// SEVERAL: warning: function 'Sizes' has a required work-group size of 1024 work-items, and 'intel_gpu_skl' of '-fsycl-fixed-targets' allows 256
// SEVERAL: warning: function 'Sizes' has required sub-group size '64', which 'intel_gpu_tgllp' of
// SEVERAL: warning: function 'Sizes' has a required work-group size of 1024 work-items, and 'intel_gpu_tgllp' of '-fsycl-fixed-targets' allows 512
// SEVERAL: warning: function 'Promise' declares aspect 'cpu', which 'intel_gpu_skl' of
