// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Closures around and far above what fits into a kernel's parameters, with accessors in them too.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

template <size_t Bytes> struct block { unsigned char data[Bytes]; };

template <size_t Bytes> static void carry(sycl::queue &q) {
  block<Bytes> b;
  for (size_t i = 0; i < Bytes; ++i)
    b.data[i] = static_cast<unsigned char>(i * 7 + Bytes);
  std::vector<unsigned char> by_accessor(Bytes);
  unsigned char *by_pointer = sycl::malloc_shared<unsigned char>(Bytes, q);
  q.parallel_for(sycl::range(Bytes), [=](sycl::id<1> i) { by_pointer[i] = b.data[i[0]]; });
  {
    sycl::buffer buffer(by_accessor);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range(Bytes), [=](sycl::id<1> i) { out[i] = b.data[i[0]]; });
    });
  }
  q.wait();
  size_t wrong = 0;
  for (size_t i = 0; i < Bytes; ++i)
    wrong += by_pointer[i] != b.data[i] || by_accessor[i] != b.data[i];
  CHECK(wrong == 0);
  sycl::free(by_pointer, q);
}

// The closure is copied at submission: what happens to the original afterwards does not matter.
static void outlives(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(16, q);
  for (int round = 0; round < 16; ++round) {
    block<16384> b;
    for (auto &byte : b.data)
      byte = static_cast<unsigned char>(round);
    q.parallel_for(sycl::range(1), [=](sycl::id<1>) {
      int sum = 0;
      for (unsigned char byte : b.data)
        sum += byte;
      p[round] = sum;
    });
    for (auto &byte : b.data)
      byte = 255;
  }
  q.wait();
  for (int round = 0; round < 16; ++round)
    CHECK(p[round] == round * 16384);
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    carry<1>(q);
    carry<1000>(q);
    carry<1008>(q);
    carry<1016>(q);
    carry<1017>(q);
    carry<1024>(q);
    carry<1025>(q);
    carry<4096>(q);
    carry<16384>(q);
    outlives(q);
  });
}
