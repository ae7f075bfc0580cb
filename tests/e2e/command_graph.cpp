// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// command_graph: recorded from queues and node by node, run again and again, with kernels, copies, fills, host tasks and buffers.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;
static_assert(SYCL_EXT_ONEAPI_GRAPH == 1);

constexpr size_t N = 64;

// As programs record what they would have submitted.
static void recorded(sycl::queue &any) {
  sycl::queue q(any.get_context(), any.get_device(), sycl::property::queue::in_order());
  int *a = sycl::malloc_shared<int>(N, q), *b = sycl::malloc_shared<int>(N, q);
  std::fill(a, a + N, 1);
  std::fill(b, b + N, 0);
  int host_runs = 0;
  ex::command_graph graph{q.get_context(), q.get_device()};
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::executing);
  CHECK(graph.begin_recording(q));
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::recording && !graph.begin_recording(q));
  for (int i = 1; i <= 3; ++i) // each has its own i
    q.parallel_for(sycl::range<1>(N), [=](sycl::id<1> x) { a[x] = a[x] * 2 + i; });
  sycl::event node = q.memcpy(b, a, N * sizeof(int));
  q.submit([&](sycl::handler &h) {
    h.depends_on(node);
    h.host_task([&host_runs] { ++host_runs; });
  });
  q.fill(b + 1, -5, 1);
  CHECK_THROWS(invalid, node.wait());
  CHECK_THROWS(invalid, q.ext_oneapi_submit_barrier());
  CHECK(graph.end_recording() && !graph.end_recording() && !graph.end_recording(q));
  CHECK(a[0] == 1 && b[0] == 0 && host_runs == 0); // nothing has run

  auto exec = graph.finalize();
  int want = 1;
  for (int run = 1; run <= 4; ++run) {
    want = ((want * 2 + 1) * 2 + 2) * 2 + 3;
    if (run % 2)
      q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(exec); }).wait();
    else
      q.ext_oneapi_graph(exec);
    q.wait();
    CHECK(a[N - 1] == want && b[0] == want && b[1] == -5 && b[2] == want && host_runs == run);
  }
  any.ext_oneapi_graph(exec); // one after the other, without waiting
  any.ext_oneapi_graph(exec, any.ext_oneapi_graph(exec)).wait();
  for (int run = 0; run < 3; ++run)
    want = ((want * 2 + 1) * 2 + 2) * 2 + 3;
  CHECK(a[3] == want && host_runs == 7);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.depends_on(node); }));
  sycl::free(a, q);
  sycl::free(b, q);
}

static void by_nodes(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(4, q);
  std::fill(x, x + 4, 0);
  ex::command_graph graph{q.get_context(), q.get_device(), {ex::property::graph::no_cycle_check()}};
  ex::node one = graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] += 1; }); });
  ex::node two = graph.add([&](sycl::handler &h) { h.single_task([=] { x[1] = x[0] * 10; }); }, {ex::property::node::depends_on(one)});
  ex::node three = graph.add([&](sycl::handler &h) { h.single_task([=] { x[2] = x[1] + x[3]; }); }, ex::property::node::depends_on(one, two));
  ex::node late = graph.add([&](sycl::handler &h) { h.single_task([=] { x[3] = x[0] * 100; }); });
  graph.make_edge(one, late); // added last, and yet before the third
  graph.make_edge(late, three);
  graph.add(ex::property::node::depends_on_all_leaves());
  auto exec = graph.finalize();
  for (int run = 1; run <= 3; ++run) {
    q.ext_oneapi_graph(exec).wait();
    CHECK(x[0] == run && x[1] == 10 * run && x[2] == 110 * run && x[3] == 100 * run);
  }
  graph.make_edge(three, one);
  CHECK_THROWS(invalid, graph.finalize());
  CHECK_THROWS(invalid, graph.make_edge(one, one));
  q.ext_oneapi_graph(exec).wait(); // as it was
  CHECK(x[2] == 440);

  ex::command_graph other{q};
  other.add([&](sycl::handler &h) { h.single_task([=] { x[0] = -1; }); });
  exec.update(other);
  ex::execute_graph(q, exec);
  q.wait();
  CHECK(x[0] == -1);
  sycl::free(x, q);
}

static void buffers(sycl::queue &q) {
  std::vector<int> data(N, 1);
  sycl::buffer<int> in(data.data(), sycl::range<1>(N)), out{sycl::range<1>(N)};
  ex::command_graph graph{q.get_context(), q.get_device()};
  graph.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(in, h, sycl::read_write);
    h.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) { a[i] += 1; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(in, h, sycl::read_only);
    sycl::accessor b(out, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 1> l(8, h);
    h.parallel_for(sycl::nd_range<1>(N, 8), [=](sycl::nd_item<1> it) {
      l[7 - it.get_local_id(0)] = a[it.get_global_id(0)];
      sycl::group_barrier(it.get_group());
      b[it.get_global_id(0)] = l[it.get_local_id(0)] * 10;
    });
  });
  graph.end_recording(q);
  auto exec = graph.finalize();
  for (int run = 1; run <= 3; ++run) {
    q.ext_oneapi_graph(exec);
    sycl::host_accessor got(out, sycl::read_only);
    CHECK(got[0] == 10 * (1 + run) && got[N - 1] == 10 * (1 + run));
  }
}

static void test(sycl::queue &q) {
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_graph) && q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
  recorded(q);
  by_nodes(q);
  buffers(q);
}

int main() {
  return on_every_device(test);
}
