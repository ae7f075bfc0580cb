// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors are sycl::exceptions with a code and a message that says what and what to do; asynchronous ones
// reach the handler of the queue, once; the queue goes on working.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <stdexcept>
#include <string>

static bool works(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  q.single_task([=] { *p = 9; }).wait();
  const bool good = *p == 9;
  sycl::free(p, q);
  return good;
}

static void synchronous(sycl::queue &q) {
  try {
    q.parallel_for(sycl::nd_range<1>(100, 7), [](sycl::nd_item<1>) {});
    CHECK(false && "a group size that does not divide the range");
  } catch (const sycl::exception &e) {
    const std::string text = e.what();
    CHECK(e.code() == sycl::errc::nd_range && e.code().category() == sycl::sycl_category());
    CHECK(text.find("100") != text.npos && text.find('7') != text.npos); // names both sizes
  }
  // Nothing but one action per command group.
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.single_task([] {});
    h.single_task([] {});
  }));
  // An exception from the command group function passes through.
  bool passed = false;
  try {
    q.submit([&](sycl::handler &) { throw std::runtime_error("mine"); });
  } catch (const std::runtime_error &e) {
    passed = std::string(e.what()) == "mine";
  }
  CHECK(passed);
  // More memory than there is.
  CHECK(sycl::malloc_device<char>(size_t(1) << 60, q) == nullptr);
  // A buffer cannot be accessed beyond its end.
  sycl::buffer<int> buffer(sycl::range(10));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h, sycl::range(5), sycl::id(6));
    h.single_task([=] { a[0] = 1; });
  }));
  // A device without what is asked for.
  CHECK_THROWS(runtime, sycl::device([](const sycl::device &) { return -1; }));
  CHECK(works(q));
}

static void asynchronous(const sycl::device &device) {
  int calls = 0, errors = 0;
  std::string text;
  sycl::queue q(device, [&](sycl::exception_list list) {
    ++calls;
    for (const std::exception_ptr &e : list) {
      ++errors;
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &what) {
        text = what.what();
      }
    }
  });
  q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("from a host task"); }); });
  q.wait();
  CHECK(calls == 0); // wait does not throw
  q.throw_asynchronous();
  CHECK(calls == 1 && errors == 1 && text.find("from a host task") != text.npos);
  q.wait_and_throw();
  CHECK(calls == 1);
  CHECK(works(q));
}

int main() {
  return on_every_device([](sycl::queue &q) {
    synchronous(q);
    asynchronous(q.get_device());
  });
}
