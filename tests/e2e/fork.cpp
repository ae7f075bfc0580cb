// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child that is forked after the first use: what needs a thread or a driver throws, and nothing waits for ever; neither do
// destructors nor exit(), whatever the parent has under way. A child that hangs is ended by its alarm.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cstdlib>
#include <future>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// What threads of the parent held at the fork has no owner in the child: leaks are not looked for there.
static bool may_leak;
extern "C" __attribute__((visibility("default"))) int __lsan_is_turned_off() { return may_leak; }

template <class F> static int in_child(F f) {
  std::fflush(stdout);
  const pid_t pid = fork();
  if (!pid) {
    may_leak = true;
    alarm(20);
    failures = 0;
    f();
    std::fflush(stdout);
    std::exit(failures ? 1 : 7);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

struct everything {
  explicit everything(const sycl::device &d)
      : q(d), results(1000, 1), contents(results), read_later(sycl::range<1>(1000)), usm(d.has(sycl::aspect::usm_shared_allocations)) {
    if (usm)
      shared = sycl::malloc_shared<int>(10, q);
    for (sycl::buffer<int> *b : {&contents, &read_later})
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(*b, h);
        h.parallel_for<class Fill>(1000, [=](sycl::id<1> i) { a[i] = int(i); });
      });
    q.wait();
    task = q.submit([&](sycl::handler &h) { h.host_task([f = go.get_future().share()] { f.wait(); }); });
    kernel = q.submit([&](sycl::handler &h) { // has not started
      h.depends_on(task);
      sycl::accessor a(read_later, h);
      h.single_task<class Later>([=] { a[0] = 1; });
    });
  }

  sycl::queue q;
  std::vector<int> results;
  sycl::buffer<int> contents, read_later;
  bool usm;
  int *shared = nullptr;
  std::promise<void> go;
  sycl::event task, kernel;
};

// All that can be asked for throws, or has an answer; then all objects go.
static void use(std::unique_ptr<everything> &e) {
  CHECK_THROWS(runtime, e->task.wait());
  CHECK_THROWS(runtime, e->kernel.wait());
  CHECK_THROWS(runtime, e->kernel.wait_and_throw());
  CHECK_THROWS(runtime, e->q.wait());
  CHECK_THROWS(runtime, e->q.submit([](sycl::handler &h) { h.host_task([] {}); }));
  CHECK_THROWS(runtime, e->q.single_task<class InChild>([] {}));
  CHECK_THROWS(runtime, sycl::host_accessor(e->contents));
  CHECK(e->task.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete);
  CHECK(!e->q.get_device().get_info<sycl::info::device::name>().empty());
  sycl::is_compatible<class Later>(e->q.get_device());
  CHECK_THROWS(runtime, sycl::get_kernel_bundle<sycl::bundle_state::executable>(e->q.get_context()));
  if (e->usm)
    sycl::free(e->shared, e->q);
  try { // the native CPU needs no driver for that
    sycl::free(sycl::malloc_device<int>(10, e->q), e->q);
  } catch (const sycl::exception &) {
  }
  sycl::queue another(e->q.get_device());
  CHECK_THROWS(runtime, another.submit([](sycl::handler &) {}));
  {
    sycl::buffer<int> b(100), part(e->contents, 0, 100);
    b.set_final_data(e->results.data());
    part.set_final_data(e->results.data());
  }
  e.reset();
}

static std::unique_ptr<everything> at_exit;

static void test(sycl::queue &q) {
  auto e = std::make_unique<everything>(q.get_device());
  CHECK(in_child([&] { use(e); }) == 7);
  CHECK(in_child([] {}) == 7);
  CHECK(in_child([&] { at_exit = std::move(e); }) == 7); // ends with the static objects
  CHECK(in_child([&] {
          static everything *from_handler = e.release();
          std::atexit([] { delete from_handler; });
        }) == 7);
  e->go.set_value();
  e->kernel.wait();
  if (e->usm)
    sycl::free(e->shared, q);
  {
    sycl::host_accessor a(e->read_later);
    CHECK(a[0] == 1 && a[999] == 999);
  }
  auto *results = new std::vector<int>(std::move(e->results));
  e.reset();
  CHECK((*results)[999] == 999);
  delete results;
}

int main() {
  return on_every_device(test);
}
