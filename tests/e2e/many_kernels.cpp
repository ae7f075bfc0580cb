// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several hundred kernels in one file, and closures of every alignment.
//
// RUN: %program %s -o %t && %t
#include "Inputs/check.hpp"
#include <cstdint>
#include <utility>

template <int N> static void one(sycl::queue &q, int *p) {
  q.parallel_for(sycl::range(1), [=](sycl::id<1>) { p[N] = N * N + 1; });
}
template <int... N> static void all(sycl::queue &q, int *p, std::integer_sequence<int, N...>) {
  (one<N>(q, p), ...);
}

template <size_t Align> struct alignas(Align) aligned { char c; };
template <size_t Align> static void alignment(sycl::queue &q) {
  char first = 1;
  aligned<Align> a{2};
  int *p = sycl::malloc_shared<int>(3, q);
  q.single_task([=] {
     p[0] = first;
     p[1] = a.c;
     p[2] = static_cast<int>(reinterpret_cast<uintptr_t>(&a) % Align);
   }).wait();
  CHECK(p[0] == 1 && p[1] == 2 && p[2] == 0);
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    constexpr int N = 300;
    int *p = sycl::malloc_shared<int>(N, q);
    all(q, p, std::make_integer_sequence<int, N>());
    q.wait();
    int wrong = 0;
    for (int i = 0; i < N; ++i)
      wrong += p[i] != i * i + 1;
    CHECK(wrong == 0);
    sycl::free(p, q);
    alignment<1>(q);
    alignment<8>(q);
    alignment<16>(q);
    alignment<64>(q);
    alignment<256>(q);
    alignment<4096>(q);
  });
}
