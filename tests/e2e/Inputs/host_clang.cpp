// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bit of everything that the headers do on the host.
#include "check.hpp"

static void sums(sycl::queue &q) {
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.parallel_for<class Sum>(sycl::range<1>(100), sycl::reduction(sum, sycl::plus<int>()),
                            [=](sycl::id<1> i, auto &s) { s += int(i[0]); })
      .wait();
  CHECK(*sum == 4950);
  sycl::free(sum, q);
}

static void buffers(sycl::queue &q) {
  auto unused = [](int i) { return i; }; // takes a number
  CHECK(unused(3) == 3);
  sycl::buffer<float, 2> b(sycl::range<2>(4, 8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class Fill>(b.get_range(), [=](sycl::item<2> i) { a[i] = float(i.get_linear_id()); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<class Add>(b.get_range(), [=](sycl::item<2> i) { a[i] += 2; });
  });
  sycl::host_accessor a(b, sycl::read_only);
  CHECK(a[3][7] == 33);
}

int main() {
  CHECK(sycl::exp10(2.0f) == 100 && sycl::exp10(2.0) == 100);
  CHECK(sycl::exp10(sycl::float2(1, 2)).y() == 100);
  return on_every_device([](sycl::queue &q) {
    sums(q);
    buffers(q);
  });
}
