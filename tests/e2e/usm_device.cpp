// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM of the device alone, as on a driver that has no other: the host reaches it by copies, and what a device does not have is refused.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=device %apart %t && env APART_USM=none %apart %t && %apart %t %}
// RUN: env SYCC_MASK_ASPECTS=usm_host_allocations,usm_shared_allocations %t
// RUN: env SYCC_MASK_ASPECTS=usm_device_allocations %t
#include "Inputs/check.hpp"
#include <numeric>
#include <vector>

using ints = std::vector<int>;
constexpr size_t n = 3000; // not a whole number of pages

struct color { // of a size that is no power of two
  unsigned char r, g, b;
  bool operator==(const color &o) const { return r == o.r && g == o.g && b == o.b; }
};

static sycl::ext::oneapi::experimental::device_global<int[4]> table;

// The first that happens on the device: what a device_global begins with gets there by a copy too.
static void globals(sycl::queue &q) {
  ints to(8);
  int *p = sycl::malloc_device<int>(4, q);
  const int four[] = {1, 2, 3, 4};
  q.memcpy(table, four, sizeof four).wait();
  q.single_task<class UseTable>([=] {
     for (int i = 0; i < 4; ++i)
       p[i] = table[i]++;
   }).wait();
  q.memcpy(to.data(), table, sizeof four).wait();
  q.copy(p, to.data() + 4, 4).wait();
  CHECK(to[0] == 2 && to[3] == 5 && to[4] == 1 && to[7] == 4);
  sycl::free(p, q);
}

// There, on the device, and back again.
static void copies(sycl::queue &q) {
  ints from(n), to(n, -1);
  std::iota(from.begin(), from.end(), 1);
  int *a = sycl::malloc_device<int>(n, q), *b = sycl::aligned_alloc_device<int>(512, n, q);
  CHECK(reinterpret_cast<uintptr_t>(b) % 512 == 0);
  CHECK(sycl::get_pointer_type(a + 7, q.get_context()) == sycl::usm::alloc::device);
  sycl::event there = q.copy(from.data(), a, n);
  sycl::event moved = q.memcpy(b, a, n * sizeof(int), there);
  sycl::event doubled = q.parallel_for<class Double>(sycl::range(n), moved, [=](sycl::id<1> i) { b[i] *= 2; });
  q.memcpy(to.data(), b, n * sizeof(int), doubled).wait();
  int wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += to[i] != 2 * from[i];
  CHECK(wrong == 0);
  q.memcpy(a + 5, b, 20).wait();      // from the middle
  q.memcpy(to.data(), a, 48).wait();
  const int first[] = {1, 2, 3, 4, 5, 2, 4, 6, 8, 10, 11, 12};
  CHECK(std::equal(first, first + 12, to.begin()));
  sycl::free(a, q);
  sycl::free(b, q);
}

static void fills(sycl::queue &q) {
  auto *colors = sycl::malloc_device<color>(n, q);
  std::vector<color> back(n);
  q.fill(colors, color{1, 2, 3}, n).wait();
  q.fill(colors + 1, color{9, 8, 7}, 1).wait();
  q.copy(colors, back.data(), n).wait();
  CHECK(back[0] == color{1, 2, 3} && back[1] == color{9, 8, 7} && back[2] == color{1, 2, 3} && back[n - 1] == color{1, 2, 3});
  q.memset(colors, 4, 3 * n - 1).wait();
  q.copy(colors, back.data(), n).wait();
  CHECK(back[0] == color{4, 4, 4} && back[n - 1] == color{4, 4, 3});
  q.prefetch(colors, n);
  q.mem_advise(colors, n, 0);
  q.wait();
  sycl::free(colors, q);
}

// Between buffers and memory of the device.
static void others(sycl::queue &q) {
  ints data(n), to(n);
  std::iota(data.begin(), data.end(), 0);
  int *sum = sycl::malloc_device<int>(1, q), *p = sycl::malloc_device<int>(n, q);
  {
    sycl::buffer<int> b(data.data(), n);
    q.fill(sum, 100, 1).wait();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only);
      h.parallel_for<class FromBuffer>(sycl::range(n), [=](sycl::id<1> i) { p[i] = a[i] + 1; });
    });
    q.wait();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<class Sum>(sycl::range(n), sycl::reduction(sum, sycl::plus<int>()), [=](sycl::id<1> i, auto &total) {
        a[i] = -p[i];
        total += p[i];
      });
    });
  }
  q.memcpy(to.data(), sum, sizeof(int)).wait();
  CHECK(to[0] == 100 + int(n * (n + 1) / 2) && data[0] == -1 && data[n - 1] == -int(n));
  sycl::free(sum, q);
  sycl::free(p, q);
}

static void test(sycl::queue &q) {
  const sycl::device d = q.get_device();
  const auto check = [&](sycl::aspect a, auto make) {
    if (d.has(a))
      sycl::free(make(), q);
    else
      CHECK_THROWS(feature_not_supported, make());
  };
  check(sycl::aspect::usm_host_allocations, [&] { return sycl::malloc_host<int>(3, q); });
  check(sycl::aspect::usm_shared_allocations, [&] { return sycl::malloc_shared<int>(3, q); });
  check(sycl::aspect::usm_device_allocations, [&] { return sycl::malloc_device<int>(3, q); });
  globals(q); // refused where there is no such memory
  copies(q);
  fills(q);
  others(q);
}

int main() {
  return on_every_device(test, {{"usm_device_allocations", [](const sycl::device &d) { return d.has(sycl::aspect::usm_device_allocations); }}});
}
