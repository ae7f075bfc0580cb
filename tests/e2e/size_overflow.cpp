// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers whose product a size_t can't hold: an exception that names them, never a smaller object than was asked for.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cstdint>

constexpr size_t half = size_t(1) << 63, most = SIZE_MAX;

template <class T, int D> static bool is_refused(const sycl::range<D> &r, sycl::errc code) {
  try {
    sycl::buffer<T, D> b(r);
    sycl::host_accessor a(b);
  } catch (const sycl::exception &e) {
    return e.code() == code;
  }
  return false;
}

static void buffers() {
  using sycl::errc, sycl::range;
  CHECK(is_refused<int, 1>(range<1>(half), errc::invalid));
  CHECK(is_refused<int, 1>(range<1>(most / 4 + 1), errc::invalid));
  CHECK(is_refused<int, 2>(range<2>(half + 1, 2), errc::invalid));
  CHECK(is_refused<int, 3>(range<3>(size_t(1) << 32, size_t(1) << 31, 4), errc::invalid));
  CHECK(is_refused<char, 3>(range<3>(size_t(1) << 32, size_t(1) << 32, 1), errc::invalid));
  CHECK(is_refused<char, 1>(range<1>(most), errc::memory_allocation));
  CHECK(is_refused<char, 1>(range<1>(most - 100), errc::memory_allocation));
  sycl::buffer<int, 3> none(range<3>(0, half, half)); // nothing is no overflow
  CHECK(none.size() == 0);
  try {
    sycl::buffer<short, 2> b(range<2>(half + 1, 2));
  } catch (const sycl::exception &e) {
    CHECK(std::string(e.what()).find("9223372036854775809 x 2 x 2 bytes") != std::string::npos);
  }

  sycl::buffer<int, 1> b(range<1>(16));
  CHECK_THROWS(invalid, (b.reinterpret<int, 2>(range<2>(size_t(1) << 62, 68))));
  CHECK_THROWS(invalid, (b.reinterpret<char, 3>(range<3>(size_t(1) << 32, size_t(1) << 32, 64))));
  CHECK_THROWS(invalid, (b.reinterpret<int>(range<1>((size_t(1) << 62) + 16))));
  CHECK_THROWS(invalid, (sycl::buffer<int, 1>(b, sycl::id<1>(most), range<1>(2))));
  CHECK_THROWS(invalid, (sycl::buffer<int, 1>(b, sycl::id<1>(2), range<1>(most))));
  CHECK_THROWS(invalid, (sycl::host_accessor<int, 1>(b, range<1>(most), sycl::id<1>(2))));
  CHECK_THROWS(invalid, (sycl::host_accessor<int, 1>(b, range<1>(2), sycl::id<1>(most))));
}

static void commands(sycl::queue &q) {
  int *p = sycl::malloc_host<int>(16, q);
  const size_t wraps = (size_t(1) << 62) + 4; // to 16 bytes
  CHECK_THROWS(invalid, q.fill(p, 7, wraps));
  CHECK_THROWS(invalid, q.copy(p, p + 8, wraps));
  CHECK_THROWS(invalid, q.ext_oneapi_copy2d(p, wraps, p + 8, wraps, wraps, 1));
  CHECK_THROWS(invalid, q.ext_oneapi_fill2d(p, wraps, 7, wraps, 1));
  CHECK_THROWS(invalid, q.ext_oneapi_memcpy2d(p, half, p + 8, half, 8, 3));
  CHECK_THROWS(invalid, q.ext_oneapi_memset2d(p, half, 1, 8, 3));
  CHECK_THROWS(invalid, q.memcpy(p, p + 8, most)); // behind the end of the allocation
  CHECK_THROWS(invalid, q.memcpy(p + 8, p, 33));
  CHECK_THROWS(invalid, q.memset(p + 15, 0, 5));
  CHECK_THROWS(invalid, q.ext_oneapi_memset2d(p, 16, 0, 8, 5));
  CHECK_THROWS(invalid, q.prefetch(p, 65));
  char outside[4];
  CHECK_THROWS(invalid, q.memcpy(p, outside, most));
  q.memset(p + 15, 0, 4).wait();
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> local(sycl::range<1>(wraps), h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) { local[i.get_local_id(0)] = 1; });
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::stream out(half, 16, h);
    h.single_task([=] { out << 1; });
  }));
  CHECK_THROWS(memory_allocation, q.submit([&](sycl::handler &h) {
    sycl::stream out(size_t(1) << 50, 16, h);
    h.single_task([=] { out << 1; });
  }));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::range<2>(half, 4), [=](sycl::id<2>) { *p = 1; }));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<2>({half, 4}, {half, 4}), [=](sycl::nd_item<2>) { *p = 1; }));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(4, 4, most), [=](sycl::nd_item<1>) { *p = 1; }));
  q.wait();
  sycl::free(p, q);
}

template <int D> static void work_groups(sycl::queue &q, sycl::range<D> groups, sycl::range<D> local) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for_work_group(groups, local, [=](sycl::group<D>) {});
  });
}

// The ranges of what is not launched as the user wrote it.
static void made_kernels(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  const auto add = [](auto, auto &sum) { sum += 1; };
  const auto sum = sycl::reduction(p, sycl::plus<int>());
  CHECK_THROWS(nd_range, q.parallel_for(sycl::range<2>(half, 4), sum, add));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::range<3>(half + 1, 2, 1), sum, add));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<2>({half, 4}, {1, 1}), sum, add));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(4, 0), sum, add));
  *p = 0;
  q.parallel_for(sycl::range<3>(half, 0, 4), sum, add).wait(); // nothing is no overflow
  CHECK(*p == 0);

  for (size_t n : {0, 4}) {
    sycl::buffer<int, 1> b{sycl::range<1>(n)};
    CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.parallel_for(8, sycl::reduction(b, h, sycl::plus<int>()), add); }));
    CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.parallel_for(8, sycl::reduction(b, h, 0, sycl::plus<int>()), add); }));
  }

  CHECK_THROWS(nd_range, work_groups<1>(q, half, 4));
  CHECK_THROWS(nd_range, work_groups<2>(q, {half, 2}, {1, 1}));
  CHECK_THROWS(nd_range, work_groups<2>(q, {1, 1}, {half + 1, 2}));
  try {
    work_groups<2>(q, {1, 1}, {half, 2});
  } catch (const sycl::exception &e) {
    CHECK(std::string(e.what()).find("9223372036854775808") != std::string::npos);
  }
  sycl::free(p, q);
}

static void allocations(sycl::queue &q) {
  CHECK(!sycl::malloc_device<long>((size_t(1) << 61) + 1, q));
  CHECK(!sycl::malloc_shared<char>(most, q));
  CHECK(!sycl::malloc_host<char>(most - 64, q));
  CHECK(!sycl::aligned_alloc_host(half, 64, q));
  CHECK(!sycl::aligned_alloc_shared<long>(64, most / 8, q));
}

int main() {
  buffers();
  return on_every_device([](sycl::queue &q) {
    commands(q);
    made_kernels(q);
    allocations(q);
  });
}
