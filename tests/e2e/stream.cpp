// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stream: values and manipulators look as with C++'s streams, each work-item's output is in one piece, and all of it is
// there when the command's event has happened.
//
// RUN: %program %s -o %t && %t > %t.txt && FileCheck --match-full-lines %s < %t.txt && FileCheck --check-prefix=MANY %s < %t.txt
// RUN: %program -O0 %s -o %t && %t | FileCheck --match-full-lines %s
// RUN: %plain %s -o %t.plain %libsycc && %t.plain | FileCheck --match-full-lines %s
// RUN: %t small 2>&1 | FileCheck --check-prefix=SMALL %s
#include <sycl/sycl.hpp>
#include <cstdio>

using namespace sycl;

static void line(const stream &out, size_t i) { out << "item " << i << " of " << size_t(100) << endl; }

int main(int argc, char **) {
  queue q;
  if (argc > 1) {
    // SMALL: {{^}}0123456789{{$}}
    // SMALL: warning: a sycl::stream was too small
    q.submit([&](handler &h) {
       stream out(4, 4, h);
       h.single_task([=] { out << "0123456789\n" << "a" << "b" << "c" << "d" << "e"; });
     }).wait();
    return 0;
  }
  // CHECK: begin
  std::printf("begin\n");
  std::fflush(stdout);
  q.submit([&](handler &h) {
     stream out(4096, 256, h);
     h.single_task([=] {
       // CHECK-NEXT: text c 1 -2 3 18446744073709551615 true
       out << "text " << 'c' << ' ' << 1 << " " << short(-2) << " " << 3u << " " << ~0ul << " " << true << endl;
       // CHECK-NEXT: ff 0xfffffffe 0377 +5 5
       out << hex << 255 << " " << showbase << -2 << " " << oct << 255 << " " << dec << showpos << 5 << " " << noshowpos << 5 << '\n';
       // CHECK-NEXT: 1.5 3.14159 3.142 3.14 1.50e+00 0x1.8p+0 1.5
       out << 1.5f << " " << 3.14159265f << " " << setprecision(4) << 3.14159265f << " " << fixed << setprecision(2)
           << 3.14159265f << " " << scientific << 1.5f << " " << hexfloat << 1.5f << " " << defaultfloat << 1.5f << endl;
       // CHECK-NEXT: |    7|     ab|7|
       out << "|" << setw(5) << 7 << "|" << setw(7) << "ab" << "|" << 7 << "|" << flush << endl;
       // CHECK-NEXT: {1, 2} {3, 4, 5} 1, 2, 3 0x10
       out << id<2>(1, 2) << " " << range<3>(3, 4, 5) << " " << vec<int, 3>(1, 2, 3) << " " << reinterpret_cast<int *>(16) << endl;
       // CHECK-NEXT: nd_range(global_range: {8}, local_range: {4}) 2.5
       out << nd_range<1>(8, 4) << " " << half(2.5f) << endl;
     });
   }).wait();
  // CHECK-NEXT: between
  std::printf("between\n");
  std::fflush(stdout);
  // Two streams.
  // CHECK-COUNT-100: item {{[0-9]+}} of 100
  // CHECK: second
  // MANY: item 0 of 100
  // MANY-NEXT: item 1 of 100
  // MANY-NEXT: item 2 of 100
  q.submit([&](handler &h) {
     stream out(10000, 256, h), other(100, 50, h);
     if (out.size() != 10000 || out.get_work_item_buffer_size() != 256 || out == other)
       std::printf("wrong\n");
     h.parallel_for<class Many>(nd_range<1>(100, 10), [=](nd_item<1> it) {
       line(out, it.get_global_id(0));
       if (it.get_global_id(0) == 99)
         other << "second" << endl;
     });
   }).wait();
  // CHECK-NEXT: end
  std::printf("end\n");
  return 0;
}
