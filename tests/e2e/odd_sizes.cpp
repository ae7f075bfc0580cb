// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that are empty, of one item, and of sizes that are a multiple of nothing, in 1 to 3 dimensions.
// Every item must run exactly once, with the right numbers.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"
#include <vector>

static void one(sycl::queue &q, size_t n) {
  std::vector<int> count(n + 1);
  {
    sycl::buffer buffer(count);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(n), [=](sycl::item<1> i) {
        a[i] += i.get_range(0) == n && i.get_linear_id() == i[0] ? 1 : 100;
      });
    });
  }
  size_t wrong = count[n] != 0;
  for (size_t i = 0; i < n; ++i)
    wrong += count[i] != 1;
  CHECK(wrong == 0);
}

static void two(sycl::queue &q, size_t y, size_t x) {
  std::vector<int> count(y * x + 1);
  {
    sycl::buffer buffer(count);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(y, x), [=](sycl::item<2> i) {
        a[i[0] * x + i[1]] +=
            i.get_linear_id() == i[0] * x + i[1] && i.get_range() == sycl::range(y, x) ? 1 : 100;
      });
    });
  }
  size_t wrong = count[y * x] != 0;
  for (size_t i = 0; i < y * x; ++i)
    wrong += count[i] != 1;
  CHECK(wrong == 0);
}

static void three(sycl::queue &q, size_t z, size_t y, size_t x) {
  std::vector<int> count(z * y * x + 1);
  {
    sycl::buffer buffer(count);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(z, y, x), [=](sycl::item<3> i) {
        const size_t linear = (i[0] * y + i[1]) * x + i[2];
        a[linear] += i.get_linear_id() == linear && i[0] < z && i[1] < y && i[2] < x ? 1 : 100;
      });
    });
  }
  size_t wrong = count[z * y * x] != 0;
  for (size_t i = 0; i < z * y * x; ++i)
    wrong += count[i] != 1;
  CHECK(wrong == 0);
}

// An empty range is a command like any other: it ends, and others may wait for it.
static void empty(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 5;
  sycl::event e = q.parallel_for(sycl::range(0), [=](sycl::id<1>) { *p = 6; });
  q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.single_task([=] { *p += 10; });
  });
  q.wait();
  CHECK(*p == 15);
  q.parallel_for(sycl::nd_range<1>(0, 1), [=](sycl::nd_item<1>) { *p = 6; }).wait();
  CHECK(*p == 15);
  CHECK(e.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    for (size_t n : {0, 1, 2, 3, 5, 7, 31, 33, 63, 65, 127, 255, 257, 1000, 1021, 4099, 100003})
      one(q, n);
    for (size_t n : {0, 1, 3, 17, 1009}) {
      two(q, n, 1);
      two(q, 1, n);
      two(q, n, 13);
      two(q, 7, n);
      three(q, n, 1, 1);
      three(q, 1, n, 1);
      three(q, 1, 1, n);
      three(q, 3, n, 5);
      three(q, 5, 3, n);
      three(q, n, 7, 3);
    }
    empty(q);
  });
}
