// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two devices of one platform: they share USM in a context, and buffers go from one to the other. Small copies and fills of USM that
// nothing holds up are done when they are submitted; what they wait for comes first.
//
// REQUIRES: pocl
// RUN: %program -O2 %s -o %t && env OCL_ICD_VENDORS=/etc/OpenCL/vendors SYCC_DEVICE_SELECTOR=opencl:cpu POCL_DEVICES='pthread basic' %t
#include "Inputs/check.hpp"
#include <atomic>
#include <thread>

static void shared(sycl::queue &first, sycl::queue &second) {
  const sycl::context c = first.get_context();
  int *p = sycl::malloc_shared<int>(1, first.get_device(), c), *host = sycl::malloc_host<int>(1, c);
  *p = *host = 1;
  first.single_task<class First>([=] { *p += 1; }).wait();
  second.single_task<class Second>([=] { *p *= 10, *host = *p + 1; }).wait();
  first.single_task<class Third>([=] { *p += *host; }).wait();
  CHECK(*p == 41 && *host == 21);
  CHECK(sycl::get_pointer_type(p, c) == sycl::usm::alloc::shared && sycl::get_pointer_device(p, c) == first.get_device());
  sycl::free(p, c);
  sycl::free(host, c);
}

static void buffers(sycl::queue &first, sycl::queue &second) {
  constexpr int n = 50;
  sycl::buffer<int> b{sycl::range<1>(n)};
  for (int round = 0; round < 4; ++round)
    (round % 2 ? second : first).submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class Round>(n, [=](sycl::id<1> i) { a[i] = round ? 2 * a[i] + round : int(i); });
    });
  sycl::host_accessor a(b);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += a[i] != 2 * (2 * (2 * i + 1) + 2) + 3;
  CHECK(wrong == 0);
}

static bool is_done(const sycl::event &e) {
  return e.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete;
}

static void small_copies(const sycl::device &d) {
  sycl::queue ordered(d, sycl::property::queue::in_order()), any_order(d);
  constexpr int n = 4096;
  int *p = sycl::malloc_device<int>(n, any_order), host[4] = {1, 2, 3, 4}, back[4] = {};
  int done = 0;
  for (int i = 0; i < 20; ++i) {
    done += is_done(any_order.memcpy(p, host, sizeof host));
    done += is_done(any_order.fill(p + 4, 7, 4));
    done += is_done(any_order.memcpy(back, p + 2, sizeof back));
  }
  CHECK(done == 60 && back[0] == 3 && back[1] == 4 && back[2] == 7 && back[3] == 7);
  std::atomic<bool> go{false};
  ordered.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!go)
        std::this_thread::yield();
    });
  });
  ordered.parallel_for<class Before>(n, [=](sycl::id<1> i) { p[i] = 5; });
  const sycl::event behind = ordered.memcpy(back, p, sizeof(int));
  const sycl::event beside = any_order.memcpy(back + 1, p + 1, sizeof(int));
  CHECK(is_done(beside) && !is_done(behind) && back[0] == 3 && back[1] == 2);
  go = true;
  ordered.wait();
  CHECK(back[0] == 5);
  sycl::free(p, any_order);
}

int main() {
  const auto devices = sycl::device::get_devices();
  CHECK(devices.size() == 2 && devices[0] != devices[1] && devices[0].get_platform() == devices[1].get_platform());
  if (devices.size() == 2) {
    const sycl::context c(devices);
    sycl::queue first(c, devices[0]), second(c, devices[1]);
    shared(first, second);
    small_copies(devices[0]);
    buffers(first, second);
    CHECK_THROWS(invalid, sycl::queue(sycl::context(devices[0]), devices[1]));
    CHECK_THROWS(invalid, sycl::malloc_device<int>(1, devices[1], sycl::context(devices[0])));
  }
  return failures != 0;
}
