// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors: what is thrown at once, and what reaches the asynchronous handler.
#include "check.hpp"

#include <cstring>
#include <mutex>
#include <stdexcept>

using namespace sycl;

static void codes() {
  CHECK(make_error_code(errc::nd_range) == errc::nd_range);
  CHECK(std::string(sycl_category().name()) == "sycl");
  std::error_code code = errc::build;
  CHECK(code.category() == sycl_category() && code != errc::kernel);
  const exception e(errc::invalid, "what happened");
  CHECK(e.code() == errc::invalid && std::string(e.what()) == "what happened");
  CHECK(e.category() == sycl_category() && !e.has_context());
  CHECK_THROWS(errc::invalid, e.get_context());
  const context c;
  const exception with(c, errc::runtime, std::string("x"));
  CHECK(with.has_context() && with.get_context() == c);
  const exception copy = with;
  CHECK(std::string(copy.what()) == "x" && copy.has_context());
  CHECK(exception(7, sycl_category()).code() == errc::build);
  try {
    throw e;
  } catch (const std::exception &s) {
    CHECK(std::string(s.what()) == "what happened");
  }
}

static void at_once(queue &q) {
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.single_task<class One>([=] {});
    h.single_task<class Two>([=] {});
  }));
  CHECK_THROWS(errc::nd_range, q.parallel_for<class Uneven>(nd_range<1>(10, 3), [=](nd_item<1>) {}));
  const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
  CHECK_THROWS(errc::nd_range,
               q.parallel_for<class TooLarge>(nd_range<1>(8 * most, 8 * most), [=](nd_item<1>) {}));
  int *p = malloc_shared<int>(1, q);
  free(p, q);
  int on_stack;
  CHECK_THROWS(errc::invalid, free(&on_stack, q));
  CHECK_THROWS(errc::invalid, context(std::vector<device>()));
  // An exception out of the group function leaves nothing behind.
  bool seen = false;
  buffer<int> b(range<1>(1));
  try {
    q.submit([&](handler &h) {
      accessor a(b, h);
      throw std::logic_error("in the group function");
    });
  } catch (const std::logic_error &) {
    seen = true;
  }
  CHECK(seen);
  CHECK(host_accessor(b).size() == 1); // not locked
  // Messages say what to do.
  try {
    queue none([](const device &) { return -1; });
    CHECK(false);
  } catch (const exception &e) {
    CHECK(e.code() == errc::runtime && std::strstr(e.what(), "no device") != nullptr);
  }
}

struct own_error {
  int number;
};

static void asynchronous() {
  std::vector<std::exception_ptr> caught;
  auto keep = [&](exception_list list) {
    for (const std::exception_ptr &p : list)
      caught.push_back(p);
  };
  queue q{keep};
  q.submit([&](handler &h) { h.host_task([] { throw own_error{42}; }); });
  q.wait();
  CHECK(caught.empty());
  q.throw_asynchronous();
  CHECK(caught.size() == 1);
  try {
    std::rethrow_exception(caught.at(0));
  } catch (const own_error &e) {
    CHECK(e.number == 42);
  }
  caught.clear();
  q.submit([&](handler &h) { h.host_task([] { throw std::out_of_range("too far"); }); });
  event e = q.submit(
      [&](handler &h) { h.host_task([] { throw exception(errc::memory_allocation, "none left"); }); });
  e.wait_and_throw();
  q.wait_and_throw();
  CHECK(caught.size() == 2);
  int found = 0;
  for (const std::exception_ptr &p : caught) {
    try {
      std::rethrow_exception(p);
    } catch (const std::out_of_range &x) {
      found += std::string(x.what()) == "too far" ? 1 : 0;
    } catch (const exception &x) {
      found += x.code() == errc::memory_allocation ? 10 : 0;
    }
  }
  CHECK(found == 11);
  q.throw_asynchronous();
  CHECK(caught.size() == 2); // each error once

  // The context's handler, where the queue has none; and a queue that ends reports first.
  caught.clear();
  {
    queue other(context(q.get_device(), keep), q.get_device());
    other.submit([&](handler &h) { h.host_task([] { throw own_error{1}; }); });
    other.wait();
  }
  CHECK(caught.size() == 1);
}

// Properties that an object of the class can't have.
static void wrong_properties(queue &q) {
  const device d = q.get_device();
  buffer<int> b(range<1>(4));
  std::mutex m;
  const property_list none = {property::no_init()}, host = {property::buffer::use_host_ptr()}, order = {property::queue::in_order()};
  CHECK_THROWS(errc::invalid, queue(d, host));
  CHECK_THROWS(errc::invalid, context(d, order));
  CHECK_THROWS(errc::invalid, context(std::vector<device>{d}, none));
  CHECK_THROWS(errc::invalid, buffer<int>(range<1>(4), {property::image::use_mutex(m), property::buffer::use_mutex(m)}));
  CHECK_THROWS(errc::invalid, unsampled_image<1>(image_format::r8g8b8a8_unorm, range<1>(4), host));
  CHECK_THROWS(errc::invalid, host_accessor<int>(b, host));
  CHECK_THROWS(errc::invalid, host_accessor<int, 0>(b, order));
  CHECK_THROWS(errc::invalid, accessor<int>(b, property_list(property::buffer::use_mutex(m))));
  CHECK_THROWS(errc::invalid, accessor<int, 0>(b, order));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { accessor x(b, h, write_only, host); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { local_accessor<int>(range<1>(1), h, none); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { stream(64, 16, h, none); }));
  CHECK_THROWS(errc::invalid, malloc_shared<int>(1, q, none));
  CHECK_THROWS(errc::invalid, aligned_alloc_host(64, 64, q, order));
  CHECK_THROWS(errc::invalid, usm_allocator<int, usm::alloc::shared>(q, none));
  CHECK_THROWS(errc::invalid, reduction(static_cast<int *>(nullptr), plus<int>(), none));
  try {
    queue(d, {property::queue::in_order(), property::buffer::use_host_ptr()});
  } catch (const exception &e) {
    const std::string text = e.what();
    CHECK(text.find("queue: it can't have property::buffer::use_host_ptr; it can have property::queue::enable_profiling, ") == 0);
  }
}

int main() {
  codes();
  queue q;
  wrong_properties(q);
  at_once(q);
  asynchronous();
  q.wait_and_throw();
  return report("exceptions");
}
