// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors of commands in host code, where there is no memory behind them: an exception that says what to do.
#include "check.hpp"

#include <cstring>
#include <numeric>

using namespace sycl;

// Runs f with the handler of a command group, from which its exception comes.
template <class F> static void refused(queue &q, const char *what, F f) {
  try {
    q.submit([&](handler &h) { f(h); });
    CHECK(!"no exception");
  } catch (const exception &e) {
    CHECK(e.code() == errc::invalid && std::strstr(e.what(), what));
  }
}

static void buffers(queue &q) {
  buffer<int> one{4};
  buffer<int, 3> three{{2, 2, 2}};
  const char *what = "make a host_accessor";
  refused(q, what, [&](handler &h) { accessor(one, h)[0] = 1; });
  refused(q, what, [&](handler &h) { accessor(one, h, range<1>(2), id<1>(1), read_only)[id<1>(0)]; });
  refused(q, what, [&](handler &h) { accessor(three, h)[1][1][1] = 1; });
  refused(q, what, [&](handler &h) { accessor<int, 0>(one, h) = 1; });
  refused(q, what, [&](handler &h) {
    accessor a(one, h);
    std::iota(a.begin(), a.end(), 0);
  });
  refused(q, what, [&](handler &h) { accessor(three, h).begin(); });
  refused(q, what, [&](handler &h) { accessor(one, h).get_multi_ptr<access::decorated::no>(); });
  CHECK_THROWS(errc::invalid, accessor{one}[0] = 1); // a placeholder
  CHECK(host_accessor(one).size() == 4);             // not locked by what was abandoned
}

static void local(queue &q) {
  refused(q, "local_accessor", [&](handler &h) { local_accessor<int>(4, h)[0] = 1; });
  refused(q, "local_accessor", [&](handler &h) { local_accessor<int, 2>({2, 2}, h)[1][1] = 1; });
  refused(q, "local_accessor", [&](handler &h) { local_accessor<int, 0>{h} = 1; });
}

static void images(queue &q) {
  unsampled_image<2> image(image_format::r32b32g32a32_sint, {2, 2});
  refused(q, "make a host_accessor", [&](handler &h) {
    unsampled_image_accessor<int4, 2, access_mode::write>(image, h).write(int2(0, 0), int4(1));
  });
}

// A host task with an accessor that is for kernels.
static void host_task() {
  int errors = 0;
  queue q([&](exception_list list) {
    for (auto &one : list)
      try {
        std::rethrow_exception(one);
      } catch (const exception &e) {
        errors += e.code() == errc::invalid && std::strstr(e.what(), "target::host_task");
      }
  });
  buffer<int> b{4};
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.host_task([=] { a[0] = 1; });
  });
  q.wait_and_throw();
  CHECK(errors == 1);
}

// What needs no memory stays allowed, and an accessor without a buffer has none to be asked for.
static void allowed(queue &q) {
  const accessor<int> none;
  CHECK(none.empty() && none.begin() == none.end());
  buffer<int> b{4};
  q.submit([&](handler &h) {
    accessor a(b, h);
    const accessor copy = a;
    CHECK(a == copy && a.size() == 4 && a.get_range() == range<1>(4) && !a.is_placeholder());
    h.single_task<class Allowed>([=] { a[0] = 1; });
  });
}

int main() {
  queue q;
  allowed(q);
  if (!detail::plain_mode) { // where kernels are host functions, accessors reach the host's memory
    buffers(q);
    local(q);
    images(q);
    host_task();
  }
  return report("host_code");
}
