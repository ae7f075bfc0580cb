// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads submit to one queue and to queues of their own, with buffers and USM, all at once.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <atomic>
#include <thread>
#include <vector>

static void test(sycl::queue &shared) {
  constexpr int threads = 8, rounds = 20;
  constexpr size_t N = 513;
  std::atomic<int> wrong = 0;
  std::vector<int> together(N);
  {
    sycl::buffer common(together);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        sycl::queue own(shared.get_device());
        int *p = sycl::malloc_shared<int>(N, own);
        for (int round = 0; round < rounds; ++round) {
          sycl::queue &q = round % 2 ? own : shared;
          std::vector<int> data(N, t);
          {
            sycl::buffer buffer(data);
            q.submit([&](sycl::handler &h) {
              sycl::accessor a(buffer, h);
              h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { a[i] += static_cast<int>(i[0]) * round; });
            });
          }
          // Everybody adds to one buffer.
          q.submit([&](sycl::handler &h) {
            sycl::accessor a(common, h);
            h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { a[i] += 1; });
          });
          q.parallel_for(sycl::range(N), [=](sycl::id<1> i) { p[i] = t * round; }).wait();
          for (size_t i = 0; i < N; ++i)
            wrong += data[i] != t + static_cast<int>(i) * round || p[i] != t * round;
        }
        sycl::free(p, own);
      });
    for (std::thread &thread : all)
      thread.join();
  }
  CHECK(wrong == 0);
  for (size_t i = 0; i < N; ++i)
    wrong += together[i] != threads * rounds;
  CHECK(wrong == 0);
}

int main() {
  return on_every_device(test);
}
