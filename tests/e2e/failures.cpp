// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ends a kernel and with it the program, on every device: assertions, abort(), and functions of the C++ library that
// throw on the host. The message names the work-item; what holds changes nothing.
//
// RUN: %program -std=c++20 %s -o %t && %t 0
// RUN: env SYCC_DEVICE_SELECTOR=native_cpu:* sh %S/Inputs/failures.sh %t 2>&1 | FileCheck %s
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* sh %S/Inputs/failures.sh %t 2>&1 | FileCheck %s %}
// RUN: %program -std=c++20 -O0 %s -o %t && %t 0
// RUN: env SYCC_DEVICE_SELECTOR=native_cpu:* sh %S/Inputs/failures.sh %t 2>&1 | FileCheck %s
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* sh %S/Inputs/failures.sh %t 2>&1 | FileCheck %s %}
// RUN: %program -std=c++20 -O1 -D_GLIBCXX_ASSERTIONS -D_FORTIFY_SOURCE=2 %s -o %t && %t 0
// RUN: %if ptxas %{ %sycc -std=c++20 -fsycl-targets=nvidia_gpu_sm_90 %s -o %t.ptx %}
// RUN: %sycc -std=c++20 -O0 -fsycl-targets=amd_gpu_gfx90a -c %s -o %t.amd.o
//
// CHECK: failures.cpp:{{[0-9]+}}: {{.*}}: global id: [5,0,0], local id: [1,0,0] Assertion `value == 0 && "on purpose"' failed.
// CHECK: fatal: a kernel ended with abort(): global id: [5,0,0], local id: [1,0,0]
// CHECK: fatal: a kernel ended with std::bad_optional_access: global id: [5,0,0]
// CHECK: fatal: a kernel ended with std::bad_variant_access: global id: [5,0,0]
// CHECK: fatal: a kernel ended with std::out_of_range: array::at: __n (which is 3) >= _Nm (which is 3): global id: [5,0,0]
// CHECK: fatal: a kernel ended with std::out_of_range: basic_string_view::substr: __pos (which is 5) > {{.*}} (which is 4): global id: [5,0,0]
// CHECK: fatal: a kernel ended with std::out_of_range: bitset::set: __position (which is 1234567890) >= _Nb (which is 8): global id: [5,0,0]
// CHECK: fatal: a kernel ended with std::terminate(): global id: [5,0,0]
// CHECK: Assertion `value < 100' failed.
#include <array>
#include <bitset>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <variant>
#include <sycl/sycl.hpp>

using namespace sycl;

static int nested(int value) {
  assert(value < 100);
  return value + 1;
}
static int deeper(int value) { return value > 3 ? nested(value) * 2 : nested(value + 1); }

int main(int, char **argv) {
  const int mode = std::atoi(argv[1]);
  queue q;
  int *out = malloc_shared<int>(8, q);
  const std::optional<int> none, one = 1;
  const std::variant<int, float> number = 2, real = 2.0f;
  const std::array<int, 3> three{1, 2, 3};
  q.parallel_for<class Checks>(nd_range<1>(8, 4), [=](nd_item<1> it) {
     const int i = static_cast<int>(it.get_global_linear_id()), value = i == 5 ? mode : 0;
     int r = 0;
     if (value == 1)
       assert(value == 0 && "on purpose");
     if (value == 2)
       abort();
     r += (value == 3 ? none : one).value();
     r += std::get<int>(value == 4 ? real : number);
     r += three.at(value == 5 ? 3 : 0);
     r += static_cast<int>(std::string_view("text").substr(value == 6 ? 5 : 1).size());
     std::bitset<8> bits;
     bits.set(value == 7 ? 1234567890 : 1);
     r += static_cast<int>(bits.count());
     if (value == 8)
       std::terminate();
     r += deeper(value == 9 ? 100 : 0);
     out[i] = r;
   }).wait();
  for (int i = 0; i < 8; i++)
    if (out[i] != 1 + 2 + 1 + 3 + 1 + 2)
      return 1;
  return 0;
}
