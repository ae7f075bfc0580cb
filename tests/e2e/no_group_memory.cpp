// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the native CPU that finds no memory for the variables of its work-items: an error of its queue. What needs
// its results does not run, all else goes on, and the same kernel runs when there is memory again.
//
// Sanitizers have an allocator of their own.
// REQUIRES: plain-build
// RUN: %sycc -fsycl-targets=native_cpu %s -o %t && %t
// RUN: %sycc -fsycl-targets=native_cpu -O0 %s -o %t && env SYCC_CPU_THREADS=3 %t
#include "Inputs/check.hpp"
#include <atomic>
#include <cerrno>
#include <string>
#include <vector>

// Which request of kernels for memory fails; 0: none. All of them: < 0.
static std::atomic<long> fails{0};

extern "C" void *__libc_memalign(std::size_t, std::size_t);
extern "C" void *aligned_alloc(std::size_t align, std::size_t bytes) {
  if (fails < 0 || (fails > 0 && --fails == 0)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_memalign(align, bytes);
}

static std::vector<sycl::exception> errors;

static void note(const sycl::exception_list &list) {
  for (const std::exception_ptr &p : list)
    try {
      std::rethrow_exception(p);
    } catch (const sycl::exception &e) {
      errors.push_back(e);
    }
}

enum { LOCAL = 128, GROUPS = 40, N = LOCAL * GROUPS, KEPT = 64 };

// Values that each work-item writes before the barrier and reads after it: 256 bytes of its own.
static void reverse(sycl::handler &h, sycl::accessor<int, 1> a) {
  h.parallel_for<class Reverse>(sycl::nd_range<1>(N, LOCAL), [=](sycl::nd_item<1> i) {
    const size_t at = i.get_global_id(0);
    int kept[KEPT];
    for (int k = 0; k < KEPT; ++k)
      kept[(k + at) % KEPT] = a[i.get_group(0) * LOCAL + LOCAL - 1 - i.get_local_id(0)] + k;
    sycl::group_barrier(i.get_group());
    a[at] = kept[at * 7 % KEPT];
  });
}

static int expected(int i) {
  const int from = i / LOCAL * LOCAL + LOCAL - 1 - i % LOCAL;
  return from + (i * 7 % KEPT - i % KEPT + KEPT) % KEPT;
}

int main() {
  sycl::queue q(note);
  for (long request : {-1, 1, 5, 0}) {
    std::vector<int> data(N), after(N, 3), other(N);
    for (int i = 0; i < N; ++i)
      data[i] = i;
    errors.clear();
    {
      sycl::buffer b(data), c(after), d(other);
      fails = request;
      q.submit([&](sycl::handler &h) { reverse(h, sycl::accessor<int, 1>(b, h)); });
      q.submit([&](sycl::handler &h) {
        sycl::accessor from(b, h, sycl::read_only);
        sycl::accessor to(c, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) { to[i] = from[i]; });
      });
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(d, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) { a[i] = int(i[0]) + 1; });
      });
      q.wait_and_throw();
      CHECK(fails <= 0); // it has asked so often
      fails = 0;
    }
    for (int i = 0; i < N; ++i) {
      CHECK(other[i] == i + 1);
      CHECK(after[i] == (request ? 3 : expected(i)));
    }
    CHECK(errors.size() == (request ? 2 : 0));
    for (const sycl::exception &e : errors)
      CHECK(e.code() == sycl::errc::memory_allocation);
    if (request) {
      const std::string text = errors[0].what();
      CHECK(text.find("Reverse") != std::string::npos && text.find("variables of its work-items") != std::string::npos);
    }
  }
  return failures != 0;
}
