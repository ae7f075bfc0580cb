// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host tasks: in order with kernels, with accessors, with captured objects that have destructors.
#include "check.hpp"

#include <numeric>
#include <string>

using namespace sycl;

int main() {
  queue q;
  // Between kernels, through a buffer.
  buffer<int> b(range<1>(100));
  int sum = 0;
  q.submit([&](handler &h) {
    accessor a(b, h, write_only, no_init);
    h.parallel_for<class Fill>(100, [=](id<1> i) { a[i] = static_cast<int>(i); });
  });
  q.submit([&](handler &h) {
    accessor a(b, h, read_write_host_task);
    static_assert(std::is_same_v<decltype(a), accessor<int, 1, access_mode::read_write, target::host_task>>,
                  "");
    h.host_task([=, &sum] {
      sum = std::accumulate(a.begin(), a.end(), 0);
      a[0] = 1000;
    });
  });
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for<class After>(100, [=](id<1> i) { a[i] += 1; });
  });
  {
    host_accessor a(b, read_only);
    CHECK(a[0] == 1001 && a[99] == 100);
  }
  CHECK(sum == 4950);

  // Through events.
  int *p = malloc_shared<int>(1, q);
  *p = 1;
  event e = q.single_task<class Five>([=] { *p = 5; });
  e = q.submit([&](handler &h) {
    h.depends_on(e);
    h.host_task([=] { *p *= 3; });
  });
  e = q.single_task<class Six>(e, [=] { *p += 1; });
  e.wait();
  CHECK(*p == 16);
  free(p, q);

  // What it captures lives until it has run, and no longer.
  auto text = std::make_shared<std::string>("kept");
  std::weak_ptr<std::string> watch = text;
  std::string seen;
  e = q.submit([&](handler &h) { h.host_task([text = std::move(text), &seen] { seen = *text; }); });
  q.wait();
  CHECK(seen == "kept");
  e = event();
  CHECK(watch.expired());

  // Only movable, and with an interop_handle.
  auto unique = std::make_unique<int>(7);
  int got = 0;
  backend which = backend::opencl;
  q.submit([&](handler &h) {
    h.host_task([u = std::move(unique), &got, &which](interop_handle ih) {
      got = *u;
      which = ih.get_backend();
    });
  });
  q.wait();
  CHECK(got == 7 && which == q.get_backend());

  // A host task may submit and wait.
  int inner = 0;
  q.submit([&](handler &h) {
    h.host_task([&] {
      queue other(q.get_context(), q.get_device());
      int *x = malloc_shared<int>(1, other);
      other.single_task<class Inner>([=] { *x = 21; }).wait();
      inner = 2 * *x;
      free(x, other);
    });
  });
  q.wait();
  CHECK(inner == 42);

  // Abandoned: an exception in the group after host_task.
  auto lost = std::make_shared<int>(1);
  std::weak_ptr<int> lost_watch = lost;
  try {
    q.submit([&](handler &h) {
      h.host_task([lost = std::move(lost)] {});
      throw 1;
    });
  } catch (int) {
  }
  CHECK(lost_watch.expired());
  q.wait_and_throw();
  return report("host_task");
}
