// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of commands: from accessors, from depends_on, from in-order queues, across queues.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

constexpr size_t N = 4096;

// read after write, write after read, write after write: a chain that any swap would break.
static void by_accessors(sycl::queue &q) {
  sycl::queue other(q.get_device());
  std::vector<unsigned> a(N, 1), b(N);
  unsigned x = 1, y = 0;
  {
    sycl::buffer A(a), B(b);
    for (int round = 0; round < 50; ++round) {
      (round % 2 ? q : other).submit([&](sycl::handler &h) {
        sycl::accessor from(A, h, sycl::read_only);
        sycl::accessor to(B, h, sycl::write_only);
        h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { to[i] = from[N - 1 - i[0]] * 3 + round; });
      });
      q.submit([&](sycl::handler &h) {
        sycl::accessor from(B, h, sycl::read_only);
        sycl::accessor to(A, h, sycl::read_write);
        h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { to[i] = to[i] + from[i]; });
      });
      y = x * 3 + round;
      x = x + y;
    }
  }
  size_t wrong = 0;
  for (size_t i = 0; i < N; ++i)
    wrong += a[i] != x || b[i] != y;
  CHECK(wrong == 0);
}

static void by_events(sycl::queue &q) {
  unsigned *p = sycl::malloc_shared<unsigned>(N, q);
  sycl::event last = q.fill(p, 1u, N);
  for (unsigned round = 0; round < 50; ++round)
    last = q.parallel_for(sycl::range(N), last, [=](sycl::id<1> i) { p[i] = p[i] * 5 + round; });
  std::vector<sycl::event> fan;
  for (size_t part = 0; part < 8; ++part)
    fan.push_back(q.submit([&](sycl::handler &h) {
      h.depends_on(last);
      h.parallel_for(sycl::range(N / 8), [=](sycl::id<1> i) { p[part * (N / 8) + i[0]] += 1; });
    }));
  q.submit([&](sycl::handler &h) {
    h.depends_on(fan);
    h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { p[i] *= 2; });
  });
  q.wait();
  unsigned expected = 1, wrong = 0;
  for (unsigned round = 0; round < 50; ++round)
    expected = expected * 5 + round;
  for (size_t i = 0; i < N; ++i)
    wrong += p[i] != (expected + 1) * 2;
  CHECK(wrong == 0);
  sycl::free(p, q);
}

static void in_order(const sycl::device &device) {
  sycl::queue q(device, sycl::property::queue::in_order());
  CHECK(q.is_in_order());
  unsigned *p = sycl::malloc_shared<unsigned>(N, q), *copy = sycl::malloc_shared<unsigned>(N, q);
  q.fill(p, 7u, N);
  unsigned expected = 7;
  for (unsigned round = 0; round < 100; ++round) {
    q.parallel_for(sycl::range(N), [=](sycl::id<1> i) { p[i] = p[i] * 3 + round; });
    expected = expected * 3 + round;
  }
  q.memcpy(copy, p, N * sizeof(unsigned));
  q.memset(p, 0, N * sizeof(unsigned));
  q.wait();
  size_t wrong = 0;
  for (size_t i = 0; i < N; ++i)
    wrong += copy[i] != expected || p[i] != 0;
  CHECK(wrong == 0);
  sycl::free(p, q);
  sycl::free(copy, q);
}

// A host accessor waits, and what comes after it waits for its end.
static void host_accessors(sycl::queue &q) {
  sycl::buffer<int> buffer{sycl::range(N)};
  for (int round = 0; round < 20; ++round) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { a[i] = round; });
    });
    sycl::host_accessor view(buffer);
    CHECK(view[0] == round && view[N - 1] == round);
    view[5] = -round;
  }
  sycl::host_accessor view(buffer, sycl::read_only);
  CHECK(view[5] == -19 && view[6] == 19);
}

static void host_tasks(sycl::queue &q) {
  std::vector<int> data(N, 1);
  int sum = 0;
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { a[i] += 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::read_only_host_task);
      h.host_task([=, &sum] {
        for (size_t i = 0; i < N; ++i)
          sum += a[i];
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { a[i] *= 3; });
    });
  }
  CHECK(sum == 2 * int(N) && data[0] == 6 && data[N - 1] == 6);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    by_accessors(q);
    by_events(q);
    in_order(q.get_device());
    host_accessors(q);
    host_tasks(q);
  });
}
