// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit() while other threads submit and wait, while kernels and host tasks run that never end: the process ends with the status it was given.
// Each way runs in a process of its own, which is ended by an alarm if it hangs.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" __attribute__((visibility("default"))) int __lsan_is_turned_off() { return 1; } // these end in the middle of things

static std::atomic<int> rounds;

static void kernels(sycl::device d) {
  for (;; ++rounds) {
    sycl::queue q(d); // whose end would report an error
    sycl::buffer<int> b(100);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only);
      h.parallel_for<class Numbers>(100, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    sycl::host_accessor a(b);
    if (a[99] != 99)
      std::abort();
  }
}

static void tasks(sycl::device d) {
  for (;; ++rounds) {
    sycl::queue q(d);
    std::atomic<int> ran{0};
    q.submit([&](sycl::handler &h) { h.host_task([&ran] { ++ran; }); });
    q.submit([&](sycl::handler &h) { h.host_task([&ran] { ++ran; }); });
    q.wait();
    if (ran != 2)
      std::abort();
  }
}

static void chain(sycl::device d) {
  sycl::queue q(d, sycl::property::queue::in_order());
  for (;; ++rounds) {
    q.submit([](sycl::handler &h) { h.host_task([] {}); });
    q.single_task<class Nothing>([] {});
    if (rounds % 64 == 0)
      q.wait();
  }
}

static void stuck_task(sycl::device d) {
  sycl::queue q(d);
  q.submit([](sycl::handler &h) {
    h.host_task([] {
      for (rounds += 100;;)
        pause();
    });
  });
  q.wait();
}

static void stuck_kernel(sycl::device d) {
  sycl::queue q(d);
  int *go = sycl::malloc_shared<int>(2, q);
  go[0] = go[1] = 0;
  q.single_task<class Stuck>([=] {
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::system> wait(go[0]), began(go[1]);
    began = 1;
    while (!wait.load())
      ;
  });
  sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::system> began(go[1]);
  while (!began.load())
    usleep(100);
  rounds += 100;
  q.wait();
}

struct way {
  const char *name;
  void (*run)(sycl::device);
  int threads;
};
static const way ways[] = {{"kernels", kernels, 3}, {"tasks", tasks, 2}, {"chain", chain, 2}, {"task", stuck_task, 1}, {"kernel", stuck_kernel, 1}};

static int in_process(const char *self, const char *name, size_t device) {
  const pid_t pid = fork();
  if (!pid) {
    alarm(30);
    execl(self, self, name, std::to_string(device).c_str(), static_cast<char *>(nullptr));
    _exit(99);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int run(const char *name, size_t device) {
  const sycl::device d = sycl::device::get_devices()[device];
  for (const way &w : ways)
    if (!std::strcmp(w.name, name)) {
      for (int i = 0; i < w.threads; ++i)
        std::thread(w.run, d).detach();
      while (rounds < 100)
        usleep(100);
    }
  return 7; // main returns: exit(7)
}

int main(int argc, char **argv) {
  if (argc == 3)
    return run(argv[1], std::strtoul(argv[2], nullptr, 10));
  size_t number = 0;
  for (const sycl::device &d : sycl::device::get_devices()) {
    const bool native = d.get_backend() == sycl::backend::ext_oneapi_native_cpu;
    for (const way &w : ways)
      for (int i = 0; i < 5 && (native || !sycl::detail::plain_mode); ++i) {
        if (w.run == stuck_kernel && !native) // a driver's threads are its own affair
          continue;
        const int status = in_process(argv[0], w.name, number);
        if (status != 7)
          std::printf("%s on device %zu: %d\n", w.name, number, status);
        CHECK(status == 7);
      }
    ++number;
  }
  return failures != 0;
}
