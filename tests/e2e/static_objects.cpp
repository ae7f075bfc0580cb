// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues and buffers with static storage: made before main, gone after it.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cstdlib>
#include <vector>

static int run(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = 3; }).wait();
  const int value = *p;
  sycl::free(p, q);
  return value;
}

static std::vector<int> data(10, 1);
static sycl::queue queue;
static sycl::buffer<int> buffer(data);
static const int before_main = run(queue);

struct after {
  ~after() {
    sycl::queue q;
    if (run(q) != 3)
      std::_Exit(1);
  }
} static last;

int main() {
  CHECK(before_main == 3);
  queue.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h);
    h.parallel_for(sycl::range(10), [=](sycl::id<1> i) { a[i] += 1; });
  });
  // No wait: the buffer's end waits.
  return failures;
}
