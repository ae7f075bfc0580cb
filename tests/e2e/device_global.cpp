// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_global: what kernels and the host see of it, in every way to declare one.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
// RUN: %program -fsycl-host-compiler=g++ %s -o %t.gcc && %t.gcc
// RUN: %program -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-O2 %s -o %t.gcc && %t.gcc
// RUN: %program -flto -fuse-ld=lld %s -o %t.lto && %t.lto
#include "Inputs/check.hpp"

namespace oneapi = sycl::ext::oneapi;
using namespace oneapi::experimental;
using oneapi::properties;

struct point {
  int x = 1;
  float y = 2;
};
struct alignas(64) wide {
  char bytes[65] = {};
};

device_global<int> number;
device_global<int> begun{41};
inline device_global<point> structure;
device_global<int[2][4]> table{};
namespace ns {
inline device_global<wide> aligned;
template <int N> inline device_global<char[N]> sized;
} // namespace ns
struct owner {
  static device_global<int> member;
  inline static device_global<int> in_class{3};
};
device_global<int> owner::member{2};
static device_global<int> internal{5};
static device_global<int> only_in_kernels{12}; // a host compiler may leave it out
namespace {
device_global<int> anonymous{6};
device_global<int, decltype(properties{device_image_scope})> scoped{7};
} // namespace
device_global<int, decltype(properties{device_image_scope, host_access_read})> scoped_readable{70};
device_global<int, decltype(properties{host_access_write})> written;
device_global<int *> pointer;
device_global<int> only_on_host{8};
device_global<int, decltype(properties{device_image_scope})> scoped_on_host{8};
device_global<int> at_once;

template <class G> static int read(sycl::queue &q, const G &global) {
  int value = -1;
  q.copy(global, &value).wait();
  return value;
}
template <class G> static void write(sycl::queue &q, int value, G &global) {
  q.copy(&value, global).wait();
}

static void initial_values(sycl::queue &q) {
  int *sum = sycl::malloc_shared<int>(1, q);
  CHECK(read(q, begun) == 41); // before a kernel
  q.single_task<class Initial>([=] {
     *sum = number + begun + structure.get().x + table[1][3] + owner::member + owner::in_class + internal +
            anonymous + scoped + scoped_readable;
   }).wait();
  CHECK(*sum == 0 + 41 + 1 + 0 + 2 + 3 + 5 + 6 + 7 + 70);
  CHECK(read(q, number) == 0 && read(q, begun) == 41 && read(q, owner::member) == 2 &&
        read(q, owner::in_class) == 3);
  CHECK(read(q, internal) == 5 && read(q, anonymous) == 6 && read(q, scoped) == 7 &&
        read(q, scoped_readable) == 70);
  sycl::free(sum, q);
}

// What one kernel leaves the next one and the host find; what the host writes kernels find.
static void both_ways(sycl::queue &q) {
  int *seen = sycl::malloc_shared<int>(1, q);
  write(q, 100, number);
  write(q, 200, internal);
  write(q, 300, anonymous);
  write(q, 400, scoped);
  write(q, 500, owner::member);
  write(q, 600, written);
  q.copy(&seen, pointer).wait();
  q.single_task<class First>([=] {
     number = number + 1;
     internal.get() += 1;
     anonymous += 1;
     scoped += 1;
     owner::member += 1;
     scoped_readable += 1;
     *pointer.get() = written;
     structure.get() = point{10, 20};
     ns::aligned.get().bytes[64] = 9;
     ns::sized<3>[2] = 'c';
     ns::sized<5>[2] = 'e';
     ++only_in_kernels;
   }).wait();
  CHECK(*seen == 600);
  q.single_task<class Second>([=] {
     number += 10;
     scoped += 10;
     internal += 10;
     *seen = ++only_in_kernels;
   }).wait();
  CHECK(*seen == 14);
  CHECK(read(q, number) == 111 && read(q, internal) == 211 && read(q, anonymous) == 301 &&
        read(q, scoped) == 411);
  CHECK(read(q, owner::member) == 501 && read(q, scoped_readable) == 71);
  point p;
  q.copy(structure, &p).wait();
  CHECK(p.x == 10 && p.y == 20);
  wide w;
  q.memcpy(&w, ns::aligned).wait();
  CHECK(w.bytes[64] == 9);
  char three[3], five[5];
  q.copy(ns::sized<3>, three).wait();
  q.copy(ns::sized<5>, five).wait();
  CHECK(three[2] == 'c' && five[2] == 'e');
  sycl::free(seen, q);
}

// Parts of an array, by elements and by bytes; with events and without.
static void parts(sycl::queue &q) {
  const int four[4] = {1, 2, 3, 4};
  int all[8] = {};
  sycl::event first = q.copy(four, table, 4, 3);
  sycl::event second = q.memcpy(table, &four[3], sizeof(int), 7 * sizeof(int), first);
  q.copy(table, all, 8, 0, {first, second}).wait();
  const int expected[8] = {0, 0, 0, 1, 2, 3, 4, 4};
  for (int i = 0; i < 8; ++i)
    CHECK(all[i] == expected[i]);
  q.parallel_for<class Doubles>(sycl::range<2>(2, 4), [=](sycl::id<2> i) { table[i[0]][i[1]] *= 2; }).wait();
  int some[2] = {};
  q.submit([&](sycl::handler &h) { h.copy(table, some, 2, 6); }).wait();
  CHECK(some[0] == 8 && some[1] == 8);
  q.submit([&](sycl::handler &h) { h.memcpy(some, table, sizeof(int), 5 * sizeof(int)); }).wait();
  CHECK(some[0] == 6 && some[1] == 8);
  const int zeros[8] = {};
  q.submit([&](sycl::handler &h) { h.copy(zeros, table); }).wait();
  q.submit([&](sycl::handler &h) {
     h.memcpy(table, four, 0, 8 * sizeof(int));
   }).wait(); // nothing, at the end
  CHECK_THROWS(invalid, q.copy(table, all, 9));
  CHECK_THROWS(invalid, q.copy(table, all, 1, 8));
  CHECK_THROWS(invalid, q.copy(four, table, ~std::size_t(0) / 2, 1));
  CHECK_THROWS(invalid, q.memcpy(table, four, 4, ~std::size_t(0)));
  q.copy(table, all).wait();
  CHECK(all[0] == 0 && all[7] == 0);
}

// No kernel has these.
static void on_the_host_alone(sycl::queue &q) {
  CHECK(read(q, only_on_host) == 8);
  write(q, 9, only_on_host);
  CHECK(read(q, only_on_host) == 9);
  if (sycl::detail::plain_mode)
    CHECK(read(q, scoped_on_host) == 8);
  else
    CHECK_THROWS(invalid, read(q, scoped_on_host));
}

// Commands at the same time, in no order, that use one for the first time.
static void many(sycl::queue &q) {
  int *done = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    q.single_task<class Many>([=] {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(at_once.get())++;
      done[i] = 1;
    });
  q.wait();
  CHECK(read(q, at_once) == 64);
  sycl::free(done, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    many(q);
    initial_values(q);
    both_ways(q);
    parts(q);
    on_the_host_alone(q);
  }, {device_globals});
}
