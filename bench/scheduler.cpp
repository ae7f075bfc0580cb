// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the graph of commands costs: submissions on each device, and thousands of commands whose only order is
// that of the buffers they use. Prints lines of name, microseconds per command (the best round), and bytes
// that the process grew by per command.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sycl/sycl.hpp>
#include <sys/resource.h>
#include <vector>

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The most memory that the process has had so far.
static double peak_bytes() {
  rusage use;
  getrusage(RUSAGE_SELF, &use);
  return double(use.ru_maxrss) * 1024;
}

// f(true) counts for memory, f(false) for time.
template <class F> static void measure(const char *device, const char *name, int commands, F f) {
  double best = 1e30, grown = -peak_bytes();
  f(true);
  grown += peak_bytes();
  for (int round = 0; round < 5; ++round) {
    const double start = seconds();
    f(false);
    best = std::min(best, seconds() - start);
  }
  std::printf("%s\t%s\t%.4g\t%.0f\n", device, name, best / commands * 1e6, grown / commands);
  std::fflush(stdout);
}

static void submissions(const char *name, const sycl::device &device, int count) {
  sycl::queue queue(device, sycl::property::queue::in_order());
  measure(name, "submit", count, [&](bool) {
    for (int i = 0; i < count; ++i)
      queue.single_task([] {});
    queue.wait();
  });
  measure(name, "submit and wait", count / 10, [&](bool) {
    for (int i = 0; i < count / 10; ++i)
      queue.single_task([] {}).wait();
  });
}

// Each command reads two buffers and writes a third, at random. For memory the host holds the buffers until
// all commands are there, so that all are in flight at the same time.
static void random_graph(const char *name, const sycl::device &device, int count) {
  constexpr int buffers = 100;
  sycl::queue queue(device);
  std::vector<sycl::buffer<int>> all;
  for (int i = 0; i < buffers; ++i)
    all.emplace_back(sycl::range<1>(16));
  char text[64];
  std::snprintf(text, sizeof text, "%d commands on %d buffers", count, buffers);
  measure(name, text, count, [&](bool hold) {
    std::srand(1);
    std::vector<sycl::host_accessor<int, 1>> held;
    for (int i = 0; i < buffers && hold; ++i)
      held.emplace_back(all[i]);
    for (int i = 0; i < count; ++i)
      queue.submit([&](sycl::handler &h) {
        sycl::accessor a(all[std::rand() % buffers], h, sycl::read_only),
            b(all[std::rand() % buffers], h, sycl::read_only);
        sycl::accessor to(all[std::rand() % buffers], h, sycl::read_write);
        h.single_task([=] { to[0] = a[1] + b[2]; });
      });
    held.clear();
    queue.wait();
  });
}

int main() {
  for (const sycl::device &device : sycl::device::get_devices()) {
    const bool native = device.get_backend() == sycl::backend::ext_oneapi_native_cpu;
    const char *name = native                                          ? "native_cpu"
                       : device.get_backend() == sycl::backend::opencl ? "opencl"
                                                                       : "cuda";
    random_graph(name, device, native ? 10000 : 1000); // first: memory that is there already does not grow
    random_graph(name, device, native ? 20000 : 2000);
    submissions(name, device, native ? 100000 : 10000);
  }
}
