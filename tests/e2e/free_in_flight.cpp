// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::free of memory that commands in flight still use: it waits for them, as GPU drivers do. It does not wait for what waits for this thread, nor in a
// host task, which may be what others wait for.
//
// RUN: %program %s -o %t && timeout 200 %t
#include "Inputs/check.hpp"
#include <vector>

constexpr size_t n = 1 << 22; // large enough that the memory is unmapped when it is freed

static void run(sycl::queue &q, bool slow) {
  std::vector<int> out(n, 0);
  for (int round = 0; round < 5; ++round) {
    int *p = sycl::malloc_device<int>(n, q);
    q.fill(p, round + 1, n);
    if (slow)
      q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
        for (int k = 0; k < 20; ++k)
          p[i] = p[i] * 3 - p[i] * 2;
      });
    q.memcpy(out.data(), p, n * sizeof(int));
    sycl::free(p, q);
    q.wait_and_throw();
    CHECK(out[0] == round + 1 && out[n - 1] == round + 1);
  }
}

int main() {
  return on_every_device([](sycl::queue &q) {
    if (!q.get_device().has(sycl::aspect::usm_device_allocations))
      return;
    sycl::queue in_order(q.get_device(), sycl::property::queue::in_order());
    run(in_order, false);
    run(in_order, true);

    // Behind a host accessor of this thread.
    sycl::buffer<int> b(16);
    int *p = sycl::malloc_device<int>(16, q);
    {
      sycl::host_accessor host(b);
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
        h.parallel_for(16, [=](sycl::id<1> i) { a[i] = 1; });
      });
      sycl::free(p, q);
    }

    // In a host task, with work behind it.
    p = sycl::malloc_device<int>(16, q);
    sycl::event done = q.submit([&](sycl::handler &h) { h.host_task([=] { sycl::free(p, q); }); });
    q.submit([&](sycl::handler &h) {
      h.depends_on(done);
      h.single_task([] {});
    });
    q.wait_and_throw();
    CHECK(sycl::host_accessor(b)[3] == 1);
  });
}
