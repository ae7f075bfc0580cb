// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order commands run: by accessors, by depends_on, in an in-order queue; and what queues are.
#include "check.hpp"

using namespace sycl;

// Which properties belong to which class.
static_assert(is_property_of_v<property::queue::in_order, queue> && is_property_of_v<property::queue::enable_profiling, queue>);
static_assert(is_property_of_v<property::buffer::use_host_ptr, buffer<int, 2>> && is_property_of_v<property::buffer::context_bound, buffer<int>>);
static_assert(is_property_of_v<property::no_init, accessor<int>> && is_property_of_v<property::no_init, host_accessor<int>>);
static_assert(!is_property_of_v<property::queue::in_order, buffer<int>> && !is_property_of_v<property::no_init, queue>);
static_assert(!is_property_of_v<property::buffer::use_mutex, accessor<int>> && !is_property_of_v<int, queue>);
static_assert(!is_property_of_v<property::queue::in_order, context>);

class Step;

static void by_accessors(queue &q) {
  buffer<int> a(range<1>(1)), b(range<1>(1));
  q.submit([&](handler &h) {
    accessor w(a, h, write_only, no_init), v(b, h, write_only, no_init);
    h.single_task<class Init>([=] {
      w[0] = 1;
      v[0] = 0;
    });
  });
  // A chain in which every link depends on the one before.
  for (int i = 0; i < 200; ++i) {
    q.submit([&](handler &h) {
      accessor x(a, h);
      accessor y(b, h, read_only);
      h.single_task<class First>([=] { x[0] = (x[0] * 3 + y[0]) % 10007; });
    });
    q.submit([&](handler &h) {
      accessor x(a, h, read_only);
      accessor y(b, h);
      h.single_task<class Second>([=] { y[0] = (y[0] + x[0]) % 10007; });
    });
  }
  int x = 1, y = 0;
  for (int i = 0; i < 200; ++i) {
    x = (x * 3 + y) % 10007;
    y = (y + x) % 10007;
  }
  CHECK(host_accessor(a)[0] == x && host_accessor(b)[0] == y);
}

static void by_events(queue &q) {
  int *p = malloc_shared<int>(3, q);
  p[0] = p[1] = p[2] = 0;
  event a = q.single_task<class A>([=] { p[0] = 1; });
  event b = q.single_task<class B>([=] { p[1] = 2; });
  event c = q.submit([&](handler &h) {
    h.depends_on({a, b});
    h.single_task<class C>([=] { p[2] = p[0] + p[1]; });
  });
  event d = q.single_task<class D>({c, a}, [=] { p[2] *= 10; });
  event e = q.parallel_for<class E>(range<1>(1), std::vector<event>{d}, [=](id<1>) { p[2] += 1; });
  event f = q.parallel_for<class F>(nd_range<1>(1, 1), e, [=](nd_item<1>) { p[2] += 1; });
  f.wait();
  CHECK(p[2] == 32);
  free(p, q);
}

static void in_order() {
  queue q{property::queue::in_order()};
  CHECK(q.is_in_order() && q.has_property<property::queue::in_order>());
  int *p = malloc_shared<int>(1, q);
  q.single_task<class Zero>([=] { *p = 0; });
  for (int i = 0; i < 500; ++i)
    q.single_task<Step>([=] { *p = *p * 5 % 9973 + i; });
  q.submit([&](handler &h) { h.host_task([=] { *p += 100000; }); });
  q.single_task<class Last>([=] { *p += 1; });
  q.wait();
  int want = 0;
  for (int i = 0; i < 500; ++i)
    want = want * 5 % 9973 + i;
  CHECK(*p == want + 100001);
  // A group without an action is a place in the order.
  event e = q.submit([](handler &) {});
  e.wait();
  free(p, q);
}

static void across_queues(queue &q) {
  queue other(q.get_context(), q.get_device());
  CHECK(other != q && other.get_context() == q.get_context() && other.get_device() == q.get_device());
  queue copy = other;
  CHECK(copy == other && std::hash<queue>()(copy) == std::hash<queue>()(other));
  buffer<int> b(range<1>(100));
  q.submit([&](handler &h) {
    accessor a(b, h, write_only, no_init);
    h.parallel_for<class Here>(100, [=](id<1> i) { a[i] = static_cast<int>(i); });
  });
  other.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for<class There>(100, [=](id<1> i) { a[i] += 5; });
  });
  event e = q.submit(
      [&](handler &h) {
        accessor a(b, h);
        h.parallel_for<class Back>(100, [=](id<1> i) { a[i] *= 2; });
      },
      other); // with a second queue
  e.wait();
  host_accessor a(b, read_only);
  for (int i = 0; i < 100; ++i)
    CHECK(a[i] == 2 * (i + 5));
}

int main() {
  queue q;
  CHECK(!q.is_in_order());
  CHECK(q.get_info<info::queue::device>() == q.get_device());
  CHECK(q.get_info<info::queue::context>() == q.get_context());
  by_accessors(q);
  by_events(q);
  in_order();
  across_queues(q);
  q.wait_and_throw();
  CHECK(q.ext_oneapi_empty());
  return report("queue_orders");
}
