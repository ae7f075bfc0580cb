// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with a required work-group size: in groups of it, and over ranges without groups, whose sizes are no multiple of it.
//
// RUN: %program -O2 %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %program -O2 -fsycl-device-code-split=off %s -o %t && %t
#include "Inputs/check.hpp"

static void groups(sycl::queue &q) {
  const sycl::range<2> size(3, 8), all(12, 40);
  int *sum = sycl::malloc_shared<int>(all.size(), q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 2> own(size, h);
     h.parallel_for<class Groups>(sycl::nd_range<2>(all, size), [=](sycl::nd_item<2> it) [[sycl::reqd_work_group_size(3, 8)]] {
       const size_t y = it.get_local_id(0), x = it.get_local_id(1);
       own[y][x] = int(it.get_global_linear_id());
       sycl::group_barrier(it.get_group());
       int total = 0;
       for (size_t i = 0; i < it.get_local_range(0); ++i)
         total += own[i][x];
       sum[it.get_global_linear_id()] = total + int(it.get_local_range(1));
     });
   }).wait();
  int wrong = 0;
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 40; ++x)
      wrong += sum[y * 40 + x] != 3 * x + 40 * (3 * (y / 3 * 3) + 3) + 8;
  CHECK(wrong == 0);
  CHECK_THROWS(nd_range, q.parallel_for<class Other>(sycl::nd_range<2>({4, 4}, {2, 2}), [=](sycl::nd_item<2>) [[sycl::reqd_work_group_size(3, 8)]] {}));
  sycl::free(sum, q);
}

// OpenCL has no groups that are cut off: there, sizes that are no multiples are refused where the kernel is submitted.
static void ranges(sycl::queue &q) {
  const bool whole = q.get_device().get_backend() == sycl::backend::opencl;
  for (size_t n : {1, 15, 16, 17, 1000, 1024}) {
    unsigned *seen = sycl::malloc_shared<unsigned>(n, q);
    q.fill(seen, 0u, n).wait();
    const auto run = [&] {
      q.parallel_for<class Range>(sycl::range<1>(n), [=](sycl::id<1> i) [[sycl::reqd_work_group_size(16)]] { seen[i] += unsigned(i) + 1; });
    };
    const bool refused = whole && n % 16;
    if (refused)
      CHECK_THROWS(nd_range, run());
    else
      run();
    q.wait_and_throw();
    size_t wrong = 0;
    for (size_t i = 0; i < n; ++i)
      wrong += seen[i] != (refused ? 0 : i + 1);
    CHECK(wrong == 0);
    sycl::free(seen, q);
  }
}

// Sizes that no device has are refused where the kernel is submitted, whatever the range is.
struct Huge {
  [[sycl::reqd_work_group_size(4294967296)]] void operator()(sycl::nd_item<1>) const {}
};
struct HugeGroup {
  [[sycl::reqd_work_group_size(4294967304)]] void operator()(sycl::group<1>) const {}
};

static void unsupported(sycl::queue &q) {
  namespace oneapi = sycl::ext::oneapi;
  const auto nd = sycl::nd_range<1>(16, 16);
  const auto hierarchical = [&](size_t local, const auto &kernel) {
    q.submit([&](sycl::handler &h) { h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(local), kernel); });
  };
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, Huge{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Huge1>(sycl::nd_range<1>(4294967296, 4294967296), Huge{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Huge2>(nd, oneapi::property_list{oneapi::work_group_size_v<4294967296>}, [=](sycl::nd_item<1>) {}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Huge3>(sycl::range<3>(1, 1, 1), [=](sycl::id<3>) [[sycl::reqd_work_group_size(1ull << 40, 1ull << 40, 1ull << 40)]] {}));
  CHECK_THROWS(kernel_not_supported, hierarchical(8, HugeGroup{}));
  CHECK_THROWS(kernel_not_supported, hierarchical(16384, [=](sycl::group<1>) [[sycl::reqd_work_group_size(16384)]] {}));
  CHECK_THROWS(nd_range, hierarchical(16384, [=](sycl::group<1>) {}));
  CHECK_THROWS(nd_range, hierarchical(0, [=](sycl::group<1>) {}));
}

int main() {
  return on_every_device([](sycl::queue &q) {
    groups(q);
    ranges(q);
    unsupported(q);
  });
}
