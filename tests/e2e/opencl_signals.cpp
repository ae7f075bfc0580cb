// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What signals do is the program's: its handlers, what it ignores, and what ends it stay as they are while drivers are opened, contexts
// are made and kernels are built.
//
// REQUIRES: pocl
// RUN: %program -O2 %s -o %t && env SYCC_DEVICE_SELECTOR='opencl:*' %t
#include "Inputs/check.hpp"

#include <csignal>
#include <cstring>

static void on_signal(int) {}
static void action(int number, void (*handler)(int)) {
  struct sigaction a = {};
  a.sa_handler = handler;
  sigaction(number, &a, nullptr);
}

static void check_all(const char *when) {
  for (int i = 1; i < 32; ++i) {
    struct sigaction now;
    if (i == SIGKILL || i == SIGSTOP || sigaction(i, nullptr, &now))
      continue;
    const auto expected = i == SIGINT || i == SIGSEGV ? on_signal : i == SIGHUP ? SIG_IGN : SIG_DFL;
    if (now.sa_handler != expected)
      std::printf("%s: %s is another's\n", when, strsignal(i));
    CHECK(now.sa_handler == expected);
  }
}

int main() {
  for (int i = 1; i < 32; ++i)
    action(i, SIG_DFL);
  action(SIGINT, on_signal);
  action(SIGSEGV, on_signal);
  action(SIGHUP, SIG_IGN);
  const int result = on_every_device([](sycl::queue &q) {
    check_all("opened");
    sycl::buffer<int> b{sycl::range<1>(100)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<class Run>(100, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    q.wait_and_throw();
    check_all("used");
    CHECK(sycl::host_accessor(b)[99] == 99);
  });
  return result || failures;
}
