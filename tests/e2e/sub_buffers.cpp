// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-buffers: parts of a buffer in the same memory, which commands use at the same time where they don't overlap.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <numeric>
#include <vector>

static size_t align_of(const sycl::queue &q) {
  return q.get_device().get_info<sycl::info::device::mem_base_addr_align>() / 8 / sizeof(int);
}

// Kernels, copies and fills on parts; what they leave is in the whole, and comes back.
static void parts(sycl::queue &q) {
  const size_t n = align_of(q);
  std::vector<int> data(4 * n);
  std::iota(data.begin(), data.end(), 0);
  {
    sycl::buffer whole(data);
    sycl::buffer a(whole, sycl::id<1>(n), sycl::range<1>(n)), b(whole, sycl::id<1>(2 * n), sycl::range<1>(n / 2));
    CHECK(!whole.is_sub_buffer() && a.is_sub_buffer());
    CHECK(a.size() == n && a.byte_size() == n * sizeof(int) && a.get_range() == sycl::range<1>(n));
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(a, h);
      h.parallel_for(a.get_range(), [=](sycl::id<1> i) { to[i] += 1000 + int(i[0]); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_only);
      sycl::accessor to(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for(b.get_range(), [=](sycl::id<1> i) { to[i] = -from[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor all(whole, h);
      h.single_task([=] { all[0] = all[n + 1] + all[2 * n + 1]; });
    });
    sycl::buffer c(whole, sycl::id<1>(3 * n), sycl::range<1>(n));
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(c, h, sycl::write_only);
      h.fill(to, 7);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(b, h, sycl::range<1>(2), sycl::id<1>(1), sycl::read_only);
      sycl::accessor to(c, h, sycl::range<1>(2), sycl::id<1>(4), sycl::write_only);
      h.copy(from, to);
    });
    sycl::host_accessor view(c, sycl::read_only);
    CHECK(view[0] == 7 && view[4] == -(1000 + int(n) + 2) && view[5] == -(1000 + int(n) + 4) && view[6] == 7);
  }
  CHECK(data[0] == 0 && data[1] == 1 && data[n - 1] == int(n) - 1);
  for (size_t i = 0; i < n; ++i)
    CHECK(data[n + i] == int(n + i) + 1000 + int(i));
  for (size_t i = 0; i < n / 2; ++i)
    CHECK(data[2 * n + i] == -data[n + i]);
  CHECK(data[2 * n + n / 2] == int(2 * n + n / 2));
}

// A host accessor to one part does not keep commands away from another.
static void at_the_same_time(sycl::queue &q) {
  const size_t n = align_of(q);
  sycl::buffer<int> whole{sycl::range<1>(2 * n)};
  sycl::buffer a(whole, sycl::id<1>(0), sycl::range<1>(n)), b(whole, sycl::id<1>(n), sycl::range<1>(n));
  {
    sycl::host_accessor here(a, sycl::write_only);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(b, h, sycl::write_only);
      h.parallel_for(to.get_range(), [=](sycl::id<1> i) { to[i] = int(i[0]); });
    }).wait();
    for (size_t i = 0; i < n; ++i)
      here[i] = 5;
  }
  sycl::host_accessor all(whole, sycl::read_only);
  CHECK(all[0] == 5 && all[n - 1] == 5 && all[n] == 0 && all[2 * n - 1] == int(n) - 1);
}

// Rows and planes; what is left of a sub-buffer is in the final data.
static void dimensions(sycl::queue &q) {
  const size_t n = align_of(q);
  std::vector<int> out(2 * n, -1);
  {
    sycl::buffer<int, 2> whole{sycl::range<2>(4, n)};
    {
      sycl::buffer<int, 2> rows(whole, {1, 0}, {2, n});
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(rows, h, sycl::write_only);
        h.parallel_for(rows.get_range(), [=](sycl::id<2> i) { to[i] = int(i[0] * 10000 + i[1]); });
      });
      rows.set_final_data(out.data());
    }
    for (size_t i = 0; i < 2 * n; ++i)
      CHECK(out[i] == int(i / n * 10000 + i % n));
    sycl::buffer<int, 2> in_one(whole, {2, 0}, {1, n / 2});
    auto flat = in_one.reinterpret<unsigned, 1>();
    CHECK(flat.is_sub_buffer() && flat.size() == n / 2);
    CHECK(sycl::host_accessor(flat, sycl::read_only)[1] == 10001);
  }
}

static void refusals(sycl::queue &q) {
  sycl::buffer<int, 2> b{sycl::range<2>(8, 64)};
  using sub = sycl::buffer<int, 2>;
  sub row(b, {1, 0}, {1, 64}), start(b, {0, 1}, {1, 8});
  CHECK_THROWS(invalid, sub(row, {0, 0}, {1, 1}));
  CHECK_THROWS(invalid, sub(b, {8, 0}, {1, 64}));
  CHECK_THROWS(invalid, sub(b, {0, 60}, {1, 5}));
  CHECK_THROWS(invalid, sub(b, {0, 0}, {2, 63}));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::accessor to(start, h, sycl::write_only);
    h.fill(to, 1);
  }));
  sycl::accessor<int, 2, sycl::access_mode::write> later(start);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.require(later);
    h.fill(later, 1);
  }));
}

int main() {
  return on_every_device([](sycl::queue &q) {
    parts(q);
    at_the_same_time(q);
    dimensions(q);
    refusals(q);
  });
}
