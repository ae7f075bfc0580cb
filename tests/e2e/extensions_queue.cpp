// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of queues: barriers, memory in two dimensions, properties, the last event, functions that submit.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace oneapi = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_ENQUEUE_BARRIER == 1 && SYCL_EXT_ONEAPI_MEMCPY2D == 1 && SYCL_EXT_ONEAPI_QUEUE_EMPTY == 1 &&
              SYCL_EXT_ONEAPI_QUEUE_PRIORITY == 1 && SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS == 1 &&
              SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS == 1 && SYCL_EXT_ONEAPI_IN_ORDER_QUEUE_EVENTS == 1);
static_assert(SYCL_KHR_DEFAULT_CONTEXT == 1 && SYCL_KHR_QUEUE_EMPTY_QUERY == 1 && SYCL_KHR_QUEUE_FLUSH == 1 &&
              SYCL_KHR_FREE_FUNCTION_COMMANDS == 1);

static void rest() {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

// Host tasks of a queue that is not in order: without the barriers they would overlap.
static void barriers(sycl::queue &q) {
  std::atomic<int> before{0}, seen{-1}, late{-1};
  for (int i = 0; i < 3; ++i)
    q.submit([&](sycl::handler &h) {
      h.host_task([&] {
        rest();
        ++before;
      });
    });
  sycl::event all = q.ext_oneapi_submit_barrier();
  q.submit([&](sycl::handler &h) { h.host_task([&] { seen = before.load(); }); });
  all.wait();
  CHECK(before == 3);
  q.wait();
  CHECK(seen == 3);

  // One that waits for another queue's command only; then one behind another.
  sycl::queue other(q.get_context(), q.get_device());
  std::atomic<bool> go{false}, done{false};
  sycl::event slow = other.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!go)
        rest();
      done = true;
    });
  });
  q.ext_oneapi_submit_barrier({slow});
  q.submit([&](sycl::handler &h) { h.ext_oneapi_barrier(std::vector<sycl::event>()); });
  sycl::event behind = q.submit([&](sycl::handler &h) { h.host_task([&] { late = done.load(); }); });
  rest();
  CHECK(late == -1);
  go = true;
  behind.wait();
  CHECK(late == 1);
  q.wait();

  sycl::queue ordered(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  ordered.ext_oneapi_submit_barrier().wait();
  CHECK(ordered.ext_oneapi_empty());
}

static void rows(sycl::queue &q) {
  constexpr size_t W = 5, H = 4, P = 8, P2 = 11;
  int *device = sycl::malloc_device<int>(P * H, q);
  std::vector<int> in(P2 * H), out(P2 * H, -1);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(i);
  q.ext_oneapi_memset2d(device, P * 4, 7, P * 4, H).wait();
  q.ext_oneapi_copy2d(in.data(), P2, device, P, W, H).wait();
  q.ext_oneapi_fill2d(device + P + 1, P, 1000, 2, 2).wait();
  q.ext_oneapi_memcpy2d(out.data(), P2 * 4, device, P * 4, (W + 1) * 4, H).wait();
  for (size_t y = 0; y < H; ++y)
    for (size_t x = 0; x < P2; ++x) {
      const bool filled = y >= 1 && y <= 2 && x >= 1 && x <= 2;
      const int want = filled ? 1000 : x < W ? static_cast<int>(y * P2 + x) : x == W ? 0x07070707 : -1;
      CHECK(out[y * P2 + x] == want);
    }
  q.ext_oneapi_memcpy2d(out.data(), 4, device, 4, 0, 3).wait(); // nothing
  CHECK_THROWS(invalid, q.ext_oneapi_memcpy2d(out.data(), 4, device, 32, 8, 2));
  CHECK_THROWS(invalid, q.ext_oneapi_fill2d(device, 4, 1, 8, 2));
  sycl::free(device, q);
}

static void properties(sycl::queue &q) {
  using namespace oneapi::property::queue;
  const sycl::property_list props{sycl::property::queue::in_order(), priority_high(), discard_events(),
                                  sycl::ext::intel::property::queue::no_immediate_command_list()};
  sycl::queue fast(q.get_device(), props);
  CHECK(fast.has_property<priority_high>() && fast.has_property<discard_events>() && !fast.has_property<priority_low>());
  static_assert(sycl::is_property_v<priority_normal> && sycl::is_property_of_v<priority_low, sycl::queue> &&
                !sycl::is_property_of_v<priority_low, sycl::buffer<int>>);
  CHECK_THROWS(invalid, sycl::queue(q.get_device(), {priority_high(), priority_low()}));
  CHECK_THROWS(invalid, sycl::queue(q.get_device(), {discard_events(), sycl::property::queue::enable_profiling()}));

  sycl::queue ordered(q.get_device(), sycl::property::queue::in_order());
  CHECK(!ordered.ext_oneapi_get_last_event());
  std::atomic<int> n{0};
  sycl::event first = q.submit([&](sycl::handler &h) {
    h.host_task([&] {
      rest();
      n = 1;
    });
  });
  ordered.ext_oneapi_set_external_event(first);
  ordered.submit([&](sycl::handler &h) { h.host_task([&] { n = n == 1 ? 2 : -1; }); });
  ordered.ext_oneapi_get_last_event()->wait();
  CHECK(n == 2);
  CHECK_THROWS(invalid, q.ext_oneapi_get_last_event());
}

static void contexts(sycl::queue &q) {
  static_assert(SYCL_EXT_ONEAPI_DEFAULT_CONTEXT == 1);
  const sycl::context shared = q.get_device().get_platform().ext_oneapi_get_default_context();
  sycl::queue one(q.get_device()), two(q.get_device(), sycl::property::queue::in_order());
  CHECK(one.get_context() == two.get_context() && one.get_context() == shared && shared != sycl::context(q.get_device()));
  CHECK(shared == q.get_device().get_platform().khr_get_default_context());
  CHECK(shared.get_devices().size() == q.get_device().get_platform().get_devices().size());
}

static void functions(sycl::queue &q) {
  sycl::queue ordered(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  constexpr size_t N = 64;
  int *a = sycl::malloc_shared<int>(N, q), *b = sycl::malloc_shared<int>(N, q), *sum = sycl::malloc_shared<int>(2, q);
  ex::memset(ordered, a, 0, N * sizeof(int));
  ex::fill(ordered, b, 5, N);
  ex::parallel_for(ordered, sycl::range<1>(N), [=](sycl::id<1> i) { a[i] += static_cast<int>(i); });
  ex::nd_launch(ordered, sycl::nd_range<1>(N, 8), [=](sycl::nd_item<1> it) { b[it.get_global_id(0)] += static_cast<int>(it.get_group(0)); });
  ex::parallel_for(ordered, ex::launch_config(sycl::range<1>(N)), [=](sycl::id<1> i) { a[i] *= 2; });
  ex::single_task(ordered, [=] { a[0] = 17; });
  ex::memcpy(ordered, sum, a, sizeof(int));
  ex::copy(ordered, b + N - 1, sum + 1, 1);
  ex::prefetch(ordered, a, N * sizeof(int));
  ex::mem_advise(ordered, a, N * sizeof(int), 0);
  ex::barrier(ordered);
  ex::submit_with_event(ordered, [&](sycl::handler &h) {
    ex::nd_launch(h, ex::launch_config(sycl::nd_range<1>(N, 16)), [=](sycl::nd_item<1> it) { a[it.get_global_id(0)] += b[it.get_global_id(0)]; });
  }).wait();
  CHECK(sum[0] == 17 && sum[1] == 5 + 7);
  for (size_t i = 0; i < N; ++i)
    CHECK(a[i] == (i ? static_cast<int>(2 * i) : 17) + 5 + static_cast<int>(i / 8));
  ex::submit(ordered, [&](sycl::handler &h) { ex::single_task(h, [=] { a[1] = 3; }); });
  ex::partial_barrier(q, {*ordered.ext_oneapi_get_last_event()});
  q.wait();
  CHECK(a[1] == 3);
  const auto count = [](auto, auto &n) { n += 1; };
  std::fill(sum, sum + 2, 0);
  ex::parallel_for(ordered, sycl::range<1>(N), [=](sycl::id<1> i, auto &n) { count(i, n); }, sycl::reduction(sum, sycl::plus<>()));
  ex::nd_launch(ordered, ex::launch_config(sycl::nd_range<1>(N, 8)), [=](sycl::nd_item<1> i, auto &n) { count(i, n); },
                sycl::reduction(sum + 1, sycl::plus<>()));
  ordered.wait();
  CHECK(sum[0] == N && sum[1] == N);
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(sum, q);
}

// Nobody waits for the first kernel.
static void emptiness(const sycl::device &d) {
  sycl::queue own(d);
  CHECK(own.khr_empty());
  sycl::event kernel = own.single_task([] {});
  own.khr_flush();
  while (kernel.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete)
    std::this_thread::yield();
  std::atomic<bool> go{false};
  own.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!go)
        rest();
    });
  });
  CHECK(!own.khr_empty());
  go = true;
  own.wait();
  CHECK(own.khr_empty());
}

template <int D> static void khr_kernels(sycl::queue &q, sycl::range<D> all, sycl::range<D> group) {
  const auto add = [](auto it, auto &sum) { sum += static_cast<int>(it.get_global_linear_id()) + 1; };
  const auto count = [](sycl::item<D>, auto &sum) { sum += 1; };
  int *n = sycl::malloc_shared<int>(4, q);
  std::fill(n, n + 4, 0);
  const auto one = [=](auto) { sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(n[0]) += 1; };
  namespace khr = sycl::khr;
  khr::launch(q, all, [=](sycl::item<D> i) { one(i); });
  khr::launch_grouped(q, all, group, [=](sycl::nd_item<D> i) { one(i); });
  khr::submit(q, [&](sycl::handler &h) { khr::launch(h, all, [=](sycl::id<D> i) { one(i); }); });
  khr::submit(q, [&](sycl::handler &h) { khr::launch_grouped(h, all, group, [=](sycl::nd_item<D> i) { one(i); }); });
  khr::launch_reduce(q, all, count, sycl::reduction(n + 1, sycl::plus<>()));
  khr::launch_grouped_reduce(q, all, group, [=](sycl::nd_item<D> i, auto &sum) { add(i, sum); }, sycl::reduction(n + 2, sycl::plus<>()));
  q.wait();
  const int size = static_cast<int>(all.size());
  CHECK(n[0] == 4 * size && n[1] == size && n[2] == size * (size + 1) / 2);
  sycl::free(n, q);
}

static void khr_memory(sycl::queue &q) {
  namespace khr = sycl::khr;
  sycl::queue ordered(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  int *a = sycl::malloc_shared<int>(8, q), *b = sycl::malloc_shared<int>(8, q), host[8] = {};
  khr::memset(ordered, a, 1, 8 * sizeof(int));
  khr::fill(ordered, a, 3, 4);
  khr::memcpy(ordered, b, a, 4 * sizeof(int));
  khr::copy(ordered, a + 4, b + 4, 4);
  khr::prefetch(ordered, b, 8 * sizeof(int));
  khr::mem_advise(ordered, b, 8 * sizeof(int), 0);
  khr::command_barrier(ordered);
  khr::launch_task(ordered, [=] { b[1] += 1; });
  khr::submit_tracked(ordered, [&](sycl::handler &h) { khr::launch_task(h, [=] { b[0] += 10; }); }).wait();
  CHECK(b[0] == 13 && b[1] == 4 && b[3] == 3 && b[4] == 0x01010101);
  sycl::buffer<int> one(8), two(8);
  sycl::accessor to(one), from(two);
  khr::fill(ordered, to, 5);
  khr::copy(ordered, to, from);
  khr::copy(ordered, from, host);
  khr::event_barrier(q, {khr::submit_tracked(ordered, [](sycl::handler &) {})});
  q.wait();
  ordered.wait();
  CHECK(host[7] == 5);
  khr::copy(ordered, b, to);
  khr::update_host(ordered, to);
  CHECK(sycl::host_accessor(one)[0] == 13);
  sycl::free(a, q);
  sycl::free(b, q);
}

static void test(sycl::queue &q) {
  barriers(q);
  rows(q);
  properties(q);
  contexts(q);
  functions(q);
  emptiness(q.get_device());
  khr_kernels<1>(q, 12, 4);
  khr_kernels<2>(q, {4, 6}, {2, 3});
  khr_kernels<3>(q, {2, 4, 6}, {1, 2, 3});
  khr_memory(q);
}

int main() {
  return on_every_device(test);
}
