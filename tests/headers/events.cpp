// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: waiting, states, lists of dependencies, profiling.
#include "check.hpp"

#include <future>

using namespace sycl;

// Dependencies by accessors, and by the order of a queue.
static void implied() {
  queue q, ordered{property::queue::in_order()};
  buffer<int> b(range<1>(4)), c(range<1>(4));
  std::promise<void> go;
  auto opened = go.get_future().share();
  auto hold = [&](buffer<int> &x) {
    return q.submit([&](handler &h) {
      accessor a(x, h, write_only_host_task);
      h.host_task([opened] { opened.wait(); });
    });
  };
  event first = hold(b), second = hold(c);
  event both = q.submit([&](handler &h) {
    h.depends_on(second);
    accessor from(b, h, read_only), also(b, h, read_only);
    accessor to(c, h);
    h.parallel_for<class Both>(4, [=](id<1> i) { to[i] = from[i] + also[i]; });
  });
  event after = q.submit([&](handler &h) { h.update_host(accessor(c, h, read_only)); });
  auto list = both.get_wait_list();
  CHECK(list.size() == 2 && list[0] == second && list[1] == first);
  CHECK(after.get_wait_list() == std::vector<event>{both}); // not what that waits for
  event before = ordered.submit([&](handler &h) { h.host_task([opened] { opened.wait(); }); });
  event next = ordered.submit([](handler &h) { h.host_task([] {}); });
  CHECK(next.get_wait_list() == std::vector<event>{before} && before.get_wait_list().empty());
  go.set_value();
  after.wait();
  CHECK(after.get_wait_list().empty());
  CHECK(both.get_wait_list() == std::vector<event>{second}); // was named
  ordered.wait();
  event held;
  {
    host_accessor a(b);
    held = q.submit([&](handler &h) { h.update_host(accessor(b, h, read_only)); });
    CHECK(held.get_wait_list().empty()); // a host accessor has no event
  }
  held.wait();
}

// Times of commands that wait for each other are in order, also where their ends are noticed late and not in order.
static void times() {
  queue q{property::queue::enable_profiling()};
  int *p = malloc_shared<int>(1, q);
  std::vector<event> chain;
  for (int i = 0; i < 40; ++i)
    chain.push_back(q.submit([&](handler &h) {
      if (i)
        h.depends_on(chain.back());
      h.single_task<class Link>([=] { *p = i; });
    }));
  chain[5].wait();
  chain.back().wait();
  for (int i = 1; i < 40; ++i)
    CHECK(chain[i - 1].get_profiling_info<info::event_profiling::command_end>() <=
          chain[i].get_profiling_info<info::event_profiling::command_start>());
  free(p, q);
}

int main() {
  event nothing;
  CHECK(nothing.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
  nothing.wait();
  nothing.wait_and_throw();

  queue q{property::queue::enable_profiling()};
  int *p = malloc_shared<int>(1000, q);
  event a = q.parallel_for<class A>(1000, [=](id<1> i) { p[i] = static_cast<int>(i); });
  event b = q.parallel_for<class B>(1000, a, [=](id<1> i) { p[i] *= 2; });
  event c = q.submit([&](handler &h) {
    h.depends_on({a, b});
    h.parallel_for<class C>(1000, [=](id<1> i) { p[i] += 1; });
  });
  CHECK(a != b && b != c);
  const event copy = c;
  CHECK(copy == c && std::hash<event>()(copy) == std::hash<event>()(c));
  CHECK(c.get_wait_list().size() == 2 && c.get_wait_list()[0] == a && c.get_wait_list()[1] == b);
  CHECK(a.get_wait_list().empty());
  event::wait({a, b, c});
  for (int i = 0; i < 1000; ++i)
    CHECK(p[i] == 2 * i + 1);
  CHECK(c.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
  event::wait_and_throw({a, b});

  for (const event &e : {a, b, c}) {
    const auto submit = e.get_profiling_info<info::event_profiling::command_submit>();
    const auto start = e.get_profiling_info<info::event_profiling::command_start>();
    const auto end = e.get_profiling_info<info::event_profiling::command_end>();
    CHECK(submit > 0 && submit <= start && start <= end);
  }
  CHECK(a.get_profiling_info<info::event_profiling::command_end>() <=
        b.get_profiling_info<info::event_profiling::command_start>());

  // An event outlives its queue.
  event late;
  {
    queue other(q.get_context(), q.get_device());
    late = other.submit([&](handler &h) {
      h.depends_on(c);
      h.single_task<class Late>([=] { p[0] = -1; });
    });
  }
  late.wait();
  CHECK(p[0] == -1);
  queue plain(q.get_context(), q.get_device());
  event unprofiled = plain.single_task<class Plain>([=] { p[1] = 0; });
  CHECK_THROWS(errc::invalid, unprofiled.get_profiling_info<info::event_profiling::command_end>());
  unprofiled.wait();

  // A long chain is no burden.
  event chain;
  for (int i = 0; i < 5000; ++i)
    chain = q.single_task<class Link>(chain, [=] { p[2] = i; });
  chain.wait();
  CHECK(p[2] == 4999);
  free(p, q);
  q.wait_and_throw();
  times();
  implied();
  return report("events");
}
