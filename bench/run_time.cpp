// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch costs and how fast memory flows, beside std::thread doing the same. Prints lines of
// name, ours, theirs, unit; the best of several rounds, both sides taking turns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

template <class F> static double seconds(F f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Splits 0 .. count-1 over as many threads as there are processors.
template <class F> static void on_threads(size_t count, F body) {
  const size_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> all;
  for (size_t t = 0; t < threads; ++t)
    all.emplace_back([=] {
      for (size_t i = count * t / threads; i < count * (t + 1) / threads; ++i)
        body(i);
    });
  for (std::thread &thread : all)
    thread.join();
}

template <class Ours, class Theirs>
static void compare(const char *name, const char *unit, double scale, int rounds, Ours ours, Theirs theirs) {
  double best_ours = 1e9, best_theirs = 1e9;
  for (int round = 0; round < rounds; ++round) {
    best_ours = std::min(best_ours, seconds(ours));
    best_theirs = std::min(best_theirs, seconds(theirs));
  }
  std::printf("%s\t%.4g\t%.4g\t%s\n", name, best_ours * scale, best_theirs * scale, unit);
}

int main() {
  sycl::queue queue{sycl::property::queue::in_order()};
  constexpr size_t small = 1024, large = size_t(16) << 20, launches = 200;
  float *a = sycl::malloc_shared<float>(large, queue), *b = sycl::malloc_shared<float>(large, queue);
  queue.fill(a, 1.0f, large);
  queue.fill(b, 2.0f, large).wait();
  std::vector<float> c(large);
  sycl::buffer<float> buffer(c.data(), sycl::range(large));

  auto add = [=](sycl::id<1> i) { a[i] += 1.0f; };
  compare(
      "launch of 1,024 items and wait", "us", 1e6 / launches, 20,
      [&] {
        for (size_t i = 0; i < launches; ++i)
          queue.parallel_for(sycl::range(small), add).wait();
      },
      [&] {
        for (size_t i = 0; i < launches; ++i)
          on_threads(small, [=](size_t k) { a[k] += 1.0f; });
      });
  compare(
      "200 launches, one wait", "us", 1e6 / launches, 20,
      [&] {
        for (size_t i = 0; i < launches; ++i)
          queue.parallel_for(sycl::range(small), add);
        queue.wait();
      },
      [&] {
        for (size_t i = 0; i < launches; ++i)
          on_threads(small, [=](size_t k) { a[k] += 1.0f; });
      });
  compare(
      "a = b + 3 a, 128 MiB, USM", "ms", 1e3, 10,
      [&] {
        queue.parallel_for(sycl::range(large), [=](sycl::id<1> i) { a[i] = b[i] + 3.0f * a[i]; }).wait();
      },
      [&] { on_threads(large, [=](size_t i) { a[i] = b[i] + 3.0f * a[i]; }); });
  compare(
      "c = b + c, 128 MiB, accessor", "ms", 1e3, 10,
      [&] {
        queue.submit([&](sycl::handler &group) {
          sycl::accessor out(buffer, group);
          group.parallel_for(sycl::range(large), [=](sycl::id<1> i) { out[i] += b[i]; });
        });
        queue.wait();
      },
      [&] { on_threads(large, [=](size_t i) { a[i] += b[i]; }); });
  sycl::free(a, queue);
  sycl::free(b, queue);
}
