// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults of attributes are reported in SYCL's words, all in one run; what means nothing where it stands is warned about; and what
// SYCL allows in kernels beside that.
// RUN: split-file %s %t && cd %t
// RUN: not %device -std=c++17 -I%include -fsyntax-only faults.cpp 2>&1 | FileCheck --check-prefix=FAULTS --implicit-check-not=annotate faults.cpp
// RUN: %device -std=c++17 -I%include -fsyntax-only plain.cpp 2>&1 | FileCheck --check-prefix=PLAIN plain.cpp
// RUN: %device -std=c++17 -I%include -fsyntax-only allowed.cpp 2>&1 | count 0
// RUN: not %device -std=c++17 -I%include -fsyntax-only names.cpp 2>&1 | FileCheck --check-prefix=NAMES names.cpp

//--- faults.cpp
#include <sycl/sycl.hpp>
int n();
namespace mine { enum class aspect { red, green }; }
// FAULTS-DAG: faults.cpp:[[#@LINE+1]]:40: error: 'sycl::reqd_sub_group_size' attribute takes constant expressions
struct A { [[sycl::reqd_sub_group_size(n() + 12)]] void operator()() const {} };
// FAULTS-DAG: faults.cpp:[[#@LINE+1]]:{{.*}}: error: 'sycl::reqd_sub_group_size' attribute takes positive sizes, and this is -1
struct B { [[sycl::reqd_sub_group_size(-1)]] void operator()() const {} };
// FAULTS-DAG: faults.cpp:[[#@LINE+1]]:{{.*}}: error: 'sycl::device_has' attribute takes values of sycl::aspect, and this is of type 'mine::aspect'
struct C { [[sycl::device_has(mine::aspect::green)]] void operator()() const {} };
int g;
// FAULTS-DAG: faults.cpp:[[#@LINE+1]]:{{.*}}: error: SYCL kernel cannot use the non-const global variable 'g'
int main() { sycl::queue q; q.single_task(A{}); q.single_task(B{}); q.single_task(C{}); q.single_task<class K>([=] { g = 1; }); }

//--- plain.cpp
#include <sycl/sycl.hpp>
// PLAIN: plain.cpp:[[#@LINE+1]]:{{.*}}: warning: 'sycl::reqd_sub_group_size' attribute means nothing on 'foo': it is about kernels and SYCL_EXTERNAL functions [-Wsycl-attributes]
[[sycl::reqd_sub_group_size(4)]] void foo(int *p) { *p = 1; }
// PLAIN: plain.cpp:[[#@LINE+1]]:{{.*}}: warning: 'sycl::reqd_work_group_size' attribute means nothing on 'w4': it is about kernels [-Wsycl-attributes]
[[sycl::reqd_work_group_size(4)]] void w4(int *p) { *p = 1; }
// PLAIN-NOT: warning:
[[sycl::reqd_sub_group_size(4)]] SYCL_EXTERNAL void sg4() {}
struct F8 { int *p; [[sycl::reqd_sub_group_size(8)]] void operator()() const { foo(p); w4(p); } };
int main() { sycl::queue q; q.single_task(F8{nullptr}); }

//--- allowed.cpp
#include <sycl/sycl.hpp>
#include <cstddef>
struct Arena { char bytes[64]; std::size_t used = 0; };
struct Node {
  int v;
  static void *operator new(std::size_t n, Arena &a) { void *p = a.bytes + a.used; a.used += n; return p; }
  static void operator delete(void *, Arena &) {}
};
struct One { int v; static void *operator new(std::size_t) noexcept { return nullptr; } static void operator delete(void *) {} };
void t() {}
constexpr auto F = t;
template <auto f> void called() { f(); }
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task<class K>([=] { Arena a; Node *n = new (a) Node{7}; *out = n->v; });
  q.single_task<class K2>([=] { One *o = new One; *out += o == nullptr; delete o; });
  q.single_task<class K3>([=] { called<t>(); constexpr auto f = t; f(); F(); });
}

//--- names.cpp
#include <sycl/sycl.hpp>
#include <chrono>
namespace std { namespace nested { struct X; } }
int main() {
  sycl::queue q;
  // NAMES-DAG: error: 'std::chrono::system_clock' cannot name a SYCL kernel: it is a class of the standard library
  q.single_task<std::chrono::system_clock>([=] {});
  // NAMES-DAG: error: 'std::nested::X' cannot name a SYCL kernel: it is a class of the standard library
  q.single_task<std::nested::X>([=] {});
}
