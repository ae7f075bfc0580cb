// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What outlives what: queues and contexts that end while commands run, events that stay, errors that come when their queue is gone,
// a second queue for a group that the first one refuses, and threads that sleep when there is nothing to do.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <atomic>
#include <chrono>
#include <dirent.h>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct gate {
  std::atomic<bool> open{false}, reached{false};
  void pass() {
    reached = true;
    while (!open)
      std::this_thread::yield();
  }
};

// A queue does not wait when it ends, and neither does its context; its events and commands go on.
static void ends_early(const sycl::device &device) {
  auto door = std::make_shared<gate>();
  std::vector<int> data(64, 1);
  std::vector<sycl::event> events;
  {
    sycl::buffer b(data);
    {
      sycl::queue q(sycl::context(device), device);
      events.push_back(q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write_host_task);
        h.host_task([=] {
          door->pass();
          a[0] = 5;
        });
      }));
      for (int i = 0; i < 10; ++i)
        events.push_back(q.submit([&](sycl::handler &h) {
          sycl::accessor a(b, h);
          h.parallel_for(sycl::range<1>(64), [=](sycl::id<1> k) { a[k] += 1; });
        }));
    }
    CHECK(events.back().get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete);
    door->open = true;
  } // the buffer waits
  CHECK(data[0] == 15 && data[63] == 11);
  sycl::event::wait(events);
  CHECK(events[0].get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
}

// An event keeps what is needed to bring errors to the handler.
static void late_error(const sycl::device &device) {
  auto door = std::make_shared<gate>();
  int errors = 0;
  sycl::event left;
  {
    sycl::queue q(device, [&](sycl::exception_list list) { errors += int(list.size()); });
    left = q.submit([&](sycl::handler &h) {
      h.host_task([=] {
        door->pass();
        throw std::runtime_error("late");
      });
    });
  }
  CHECK(errors == 0);
  door->open = true;
  left.wait_and_throw();
  CHECK(errors == 1);
  left.wait_and_throw();
  CHECK(errors == 1);
}

// depends_on reaches across queues, contexts and devices.
static void across_contexts(const sycl::device &device) {
  sycl::queue a(sycl::context(device), device), b(sycl::context(device), device), c;
  auto door = std::make_shared<gate>();
  auto value = std::make_shared<std::atomic<int>>(0);
  sycl::event first = a.submit([&](sycl::handler &h) {
    h.host_task([=] {
      door->pass();
      *value = 1;
    });
  });
  sycl::event second = b.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.host_task([=] { *value = *value * 10 + 2; });
  });
  sycl::event third = c.submit([&](sycl::handler &h) {
    h.depends_on({first, second});
    h.host_task([=] { *value = *value * 10 + 3; });
  });
  CHECK(third.get_wait_list().size() == 2);
  door->open = true;
  third.wait();
  CHECK(*value == 123);
}

static void second_queue(const sycl::device &device) {
  sycl::queue first(device), second(device);
  std::vector<sycl::context> seen;
  int calls = 0, *p = sycl::malloc_host<int>(1, second);
  if (!p)
    p = sycl::malloc_device<int>(1, second);
  auto refused = [&](sycl::handler &h) {
    // The first call asks for more than the device has.
    const size_t local = calls++ ? 1 : device.get_info<sycl::info::device::max_work_group_size>() + 1;
    h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1>) { *p = 7; });
  };
  first.submit(refused, second).wait();
  CHECK(calls == 2);
  int value = 0;
  second.memcpy(&value, p, sizeof value).wait();
  CHECK(value == 7);
  calls = 1;
  first.submit(refused, second).wait(); // nothing to refuse
  CHECK(calls == 2);
  calls = 0;
  CHECK_THROWS(nd_range, first.submit(refused, first));
  CHECK(calls == 1);
  calls = 0;
  bool own = false;
  try {
    first.submit([&](sycl::handler &) { ++calls, throw std::runtime_error("mine"); }, second);
  } catch (const std::runtime_error &) {
    own = true;
  }
  CHECK(own && calls == 1);
  sycl::free(p, second);
}

static void bound(const sycl::device &device) {
  sycl::queue q(device), other(sycl::context(device), device);
  sycl::buffer<int> b(sycl::range<1>(16), {sycl::property::buffer::context_bound(q.get_context())});
  auto fill = [&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.fill(a, 3);
  };
  q.submit(fill).wait();
  CHECK_THROWS(invalid, other.submit(fill));
  CHECK(sycl::host_accessor(b)[15] == 3);
}

// How often each thread of the runtime has gone to sleep.
static std::map<std::string, long> naps() {
  std::map<std::string, long> all;
  DIR *tasks = opendir("/proc/self/task");
  while (const dirent *entry = tasks ? readdir(tasks) : nullptr) {
    const std::string folder = std::string("/proc/self/task/") + entry->d_name;
    std::string name, word;
    std::getline(std::ifstream(folder + "/comm") >> std::ws, name);
    std::ifstream status(folder + "/status");
    while (name.compare(0, 5, "sycc-") == 0 && status >> word)
      if (word == "voluntary_ctxt_switches:")
        status >> all[entry->d_name];
  }
  closedir(tasks);
  return all;
}

// Nothing polls: sooner or later all threads sleep until there is work. One that polls never does.
static void idle(sycl::queue &q) {
  q.single_task([] {}).wait();
  q.submit([](sycl::handler &h) { h.host_task([] {}); }).wait();
  bool asleep = false;
  for (int i = 0; i < 100 && !asleep; ++i) {
    const auto before = naps();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    asleep = naps() == before;
  }
  CHECK(asleep);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    const sycl::device device = q.get_device();
    ends_early(device);
    late_error(device);
    across_contexts(device);
    second_queue(device);
    bound(device);
    idle(q);
  });
}
