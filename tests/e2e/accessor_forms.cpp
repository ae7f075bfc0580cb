// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors without dimensions, to const elements, and as others: conversions, swap.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <type_traits>

using sycl::access_mode;

static void scalars(sycl::queue &q) {
  int data[2] = {5, 6};
  {
    sycl::buffer<int> b(data, 2);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0> a(b, h);
      sycl::accessor<int, 0, access_mode::read> r = a;
      CHECK(a.size() == 1 && a.byte_size() == sizeof(int) && !a.empty());
      h.single_task([=] {
        int before = r;
        a = before * 2;
        a += 1;
        *a.begin() += 100;
        ++*a.get_pointer();
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0, access_mode::write, sycl::target::device, sycl::access::placeholder::true_t> p(b);
      h.require(p);
      h.fill(p, 1000);
    });
    {
      sycl::host_accessor<int, 0> a(b);
      CHECK(a == 1000);
      a = 3;
      sycl::host_accessor<int, 0, access_mode::read> r = a;
      const int &first = r;
      CHECK(first == 3 && r.size() == 1);
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0, access_mode::read_write, sycl::target::host_task> a(b, h);
      h.host_task([=] { a = a + 1; });
    });
  }
  CHECK(data[0] == 4 && data[1] == 6);
}

static void local_scalars(sycl::queue &q) {
  sycl::buffer<int> b(8);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(b, h, sycl::write_only);
    sycl::local_accessor<int, 0> one(h);
    sycl::local_accessor<int> other(1, h);
    h.parallel_for(sycl::nd_range<1>(8, 1), [=](sycl::nd_item<1> it) {
      one = int(it.get_group(0)) * 10;
      one += 1;
      other[0] = 100;
      sycl::local_accessor<const int, 0> view = one;
      sycl::local_accessor<const int> seen = other;
      out[it.get_global_id()] = view + seen[0];
    });
  });
  sycl::host_accessor a(b);
  for (int i = 0; i < 8; ++i)
    CHECK(a[i] == 10 * i + 101);
}

static void const_elements(sycl::queue &q) {
  const int data[3] = {1, 2, 3};
  sycl::buffer<const int> b(data, 3);
  sycl::buffer<int> source(data, 3), to(3);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    static_assert(std::is_same_v<decltype(a), sycl::accessor<const int, 1, access_mode::read>>);
    sycl::accessor tagged(b, h, sycl::read_only);
    static_assert(std::is_same_v<decltype(a), decltype(tagged)>);
    sycl::accessor<const int> c(source, h);
    sycl::accessor<const int, 1, access_mode::read> d(source, h, sycl::read_only);
    sycl::accessor<int, 1, access_mode::read> back = c;
    sycl::accessor out(to, h, sycl::write_only);
    h.parallel_for(3, [=](sycl::id<1> i) { out[i] = a[i] + tagged[i] + c[i] + d[i] + back[i]; });
  });
  sycl::host_accessor seen(b);
  static_assert(std::is_same_v<decltype(seen), sycl::host_accessor<const int, 1, access_mode::read>>);
  sycl::host_accessor out(to);
  sycl::host_accessor<const int> view = out;
  sycl::host_accessor<int, 1, access_mode::read> same = view;
  for (int i = 0; i < 3; ++i)
    CHECK(seen[i] == data[i] && view[i] == 5 * data[i] && same[i] == view[i]);
  static_assert(!std::is_convertible_v<sycl::host_accessor<int, 1, access_mode::read>, sycl::host_accessor<int>>);
  static_assert(!std::is_convertible_v<sycl::accessor<int, 1, access_mode::read>, sycl::accessor<int>>);
  static_assert(!std::is_constructible_v<sycl::accessor<int>, sycl::buffer<const int> &, sycl::handler &>);
}

static void swaps(sycl::queue &q) {
  int one[1] = {1}, two[1] = {2};
  {
    sycl::buffer<int> a(one, 1), b(two, 1);
    {
      sycl::host_accessor x(a), y(b);
      x.swap(y);
      CHECK(x[0] == 2 && y[0] == 1);
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h), y(b, h);
      sycl::local_accessor<int> l(1, h), m(2, h);
      x.swap(y);
      l.swap(m);
      CHECK(l.size() == 2 && m.size() == 1);
      h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
        l[1] = 10;
        m[0] = 20;
        x[0] = l[1];
        y[0] = m[0];
      });
    });
  }
  CHECK(one[0] == 20 && two[0] == 10);
}

// What the launch refuses.
static void refused(sycl::queue &q) {
  sycl::buffer<int> b(4);
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> l(4, h);
    h.parallel_for<class LocalInRange>(4, [=](sycl::id<1> i) { l[i] = 1; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 0> l(h);
    h.single_task<class LocalInTask>([=] { l = 1; });
  }));
  if (!sycl::detail::plain_mode) { // there it can't be known what a kernel holds
    sycl::accessor p(b);
    CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
      h.parallel_for<class NotRequired>(4, [=](sycl::id<1> i) { p[i] = 1; });
    }));
  }
  int data[4];
  sycl::accessor r(b, sycl::read_only);
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) { h.copy(r, data); }));
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) { h.update_host(r); }));
}

int main() {
  return on_every_device([](sycl::queue &q) {
    scalars(q);
    local_scalars(q);
    const_elements(q);
    swaps(q);
    refused(q);
  });
}
