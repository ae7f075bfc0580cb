// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches, copies and fills in SYCL on each OpenCL device beside the same commands given to its driver
// directly, in queues of their own in a context of their own. Prints lines of platform, name, microseconds
// for each command in SYCL and in OpenCL: the best of several rounds, both sides taking turns.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "raw.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <sycl/backend/opencl.hpp>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t small = 4096, large = size_t(64) << 20;
constexpr double most_seconds = 1.0; // for each comparison
constexpr int rounds = 100;          // short ones: a long one never has the processors for itself

static double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
template <class F> static double seconds(F f) {
  const double start = seconds_now();
  f();
  return seconds_now() - start;
}

static std::string platform;

// Each does `count` commands.
template <class Ours, class Theirs>
static void compare(const std::string &name, int count, Ours ours, Theirs theirs) {
  double best = 1e30, best_theirs = 1e30;
  ours();
  theirs();
  const double until = seconds_now() + most_seconds;
  for (int i = 0; i < rounds && seconds_now() < until; ++i) {
    best = std::min(best, seconds(ours));
    best_theirs = std::min(best_theirs, seconds(theirs));
  }
  std::printf("%s\t%s\t%.4g\t%.4g\n", platform.c_str(), name.c_str(), best / count * 1e6,
              best_theirs / count * 1e6);
  std::fflush(stdout);
}

// `count` commands, then a wait; or a wait after each.
template <class Ours, class Theirs>
static void compare_both(const std::string &name, int count, sycl::queue &q, cl_command_queue raw, Ours ours,
                         Theirs theirs) {
  if (count > 1)
    compare(
        name, count,
        [&] {
          for (int i = 0; i < count; ++i)
            ours();
          q.wait();
        },
        [&] {
          for (int i = 0; i < count; ++i)
            theirs(nullptr);
          clFinish(raw);
        });
  const int waits = std::max(1, count / 10);
  compare(
      name + ", waited for", waits,
      [&] {
        for (int i = 0; i < waits; ++i)
          ours().wait();
      },
      [&] {
        for (int i = 0; i < waits; ++i) {
          cl_event e;
          theirs(&e);
          clWaitForEvents(1, &e);
          clReleaseEvent(e);
        }
      });
}

static void launches(const sycl::device &device, raw &driver) {
  sycl::queue in_order(device, sycl::property::queue::in_order()), any_order(device);
  for (bool ordered : {true, false}) {
    sycl::queue &q = ordered ? in_order : any_order;
    cl_command_queue raw_queue = ordered ? driver.in_order : driver.any_order;
    int *p = driver.has_usm || device.has(sycl::aspect::usm_device_allocations)
                 ? sycl::malloc_device<int>(1, q)
                 : nullptr;
    compare_both(
        ordered ? "launch in order" : "launch, independent", 200, q, raw_queue,
        [&] {
          return q.parallel_for(sycl::range<1>(16), [=](sycl::id<1> i) {
            if (i > 16)
              *p = 1;
          });
        },
        [&](cl_event *e) { driver.launch(raw_queue, 16, e); });
    sycl::free(p, q);
  }
}

static void buffer_copies(const sycl::device &device, raw &driver, size_t bytes, int count,
                          const std::string &size) {
  sycl::queue q(device, sycl::property::queue::in_order());
  std::vector<char> host(bytes, 1);
  sycl::buffer<char> a{sycl::range<1>(bytes)}, b{sycl::range<1>(bytes)};
  cl_mem raw_a = driver.buffer(bytes), raw_b = driver.buffer(bytes);
  auto copy_in = [&] {
    return q.submit([&](sycl::handler &h) {
      h.copy(host.data(), sycl::accessor(a, h, sycl::write_only, sycl::no_init));
    });
  };
  auto copy_out = [&] {
    return q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(a, h, sycl::read_only), host.data()); });
  };
  auto copy_over = [&] {
    return q.submit([&](sycl::handler &h) {
      h.copy(sycl::accessor(a, h, sycl::read_only), sycl::accessor(b, h, sycl::write_only, sycl::no_init));
    });
  };
  auto fill = [&] {
    return q.submit(
        [&](sycl::handler &h) { h.fill(sycl::accessor(a, h, sycl::write_only, sycl::no_init), char(3)); });
  };
  const cl_command_queue raw_q = driver.in_order;
  compare_both(size + " to a buffer", count, q, raw_q, copy_in, [&](cl_event *e) {
    need(clEnqueueWriteBuffer(raw_q, raw_a, CL_FALSE, 0, bytes, host.data(), 0, nullptr, e),
         "clEnqueueWriteBuffer");
  });
  compare_both(size + " from a buffer", count, q, raw_q, copy_out, [&](cl_event *e) {
    need(clEnqueueReadBuffer(raw_q, raw_a, CL_FALSE, 0, bytes, host.data(), 0, nullptr, e),
         "clEnqueueReadBuffer");
  });
  compare_both(size + " between buffers", count, q, raw_q, copy_over, [&](cl_event *e) {
    need(clEnqueueCopyBuffer(raw_q, raw_a, raw_b, 0, 0, bytes, 0, nullptr, e), "clEnqueueCopyBuffer");
  });
  compare_both(size + " filled in a buffer", count, q, raw_q, fill, [&](cl_event *e) {
    const char pattern = 3;
    need(clEnqueueFillBuffer(raw_q, raw_a, &pattern, 1, 0, bytes, 0, nullptr, e), "clEnqueueFillBuffer");
  });
  clReleaseMemObject(raw_a);
  clReleaseMemObject(raw_b);
}

static void usm_copies(const sycl::device &device, raw &driver, size_t bytes, int count,
                       const std::string &size) {
  if (!device.has(sycl::aspect::usm_device_allocations) || !driver.has_usm)
    return;
  sycl::queue q(device, sycl::property::queue::in_order());
  std::vector<char> host(bytes, 1);
  char *a = sycl::malloc_device<char>(bytes, q), *b = sycl::malloc_device<char>(bytes, q);
  char *raw_a = driver.usm(bytes), *raw_b = driver.usm(bytes);
  const cl_command_queue raw_q = driver.in_order;
  compare_both(
      size + " to USM", count, q, raw_q, [&] { return q.memcpy(a, host.data(), bytes); },
      [&](cl_event *e) { driver.copy_usm(raw_q, raw_a, host.data(), bytes, e); });
  compare_both(
      size + " from USM", count, q, raw_q, [&] { return q.memcpy(host.data(), a, bytes); },
      [&](cl_event *e) { driver.copy_usm(raw_q, host.data(), raw_a, bytes, e); });
  compare_both(
      size + " between USM", count, q, raw_q, [&] { return q.memcpy(b, a, bytes); },
      [&](cl_event *e) { driver.copy_usm(raw_q, raw_b, raw_a, bytes, e); });
  compare_both(
      size + " filled in USM", count, q, raw_q, [&] { return q.memset(a, 3, bytes); },
      [&](cl_event *e) { driver.fill_usm(raw_q, raw_a, 3, bytes, e); });
  sycl::free(a, q);
  sycl::free(b, q);
  driver.free_usm(raw_a);
  driver.free_usm(raw_b);
}

// With arguments: only the parts that they name.
int main(int argc, char **argv) {
  auto wanted = [&](const char *part) {
    return argc < 2 || std::count(argv + 1, argv + argc, std::string(part));
  };
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (device.get_backend() != sycl::backend::opencl)
      continue;
    platform = device.get_platform().get_info<sycl::info::platform::name>();
    raw driver(sycl::get_native<sycl::backend::opencl>(device));
    if (wanted("launches"))
      launches(device, driver);
    if (wanted("small")) {
      buffer_copies(device, driver, small, 200, "4 KiB");
      usm_copies(device, driver, small, 200, "4 KiB");
    }
    if (wanted("large")) {
      buffer_copies(device, driver, large, 1, "64 MiB");
      usm_copies(device, driver, large, 1, "64 MiB");
    }
  }
}
