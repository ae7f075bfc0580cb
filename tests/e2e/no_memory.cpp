// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every request for memory of a program fails once: of the headers, the C++ library and the runtime. It is an exception, an error
// for the asynchronous handler, or does no harm; nothing is lost that has nothing to do with it, nothing hangs, nothing leaks.
// On the native CPU: drivers of other devices may end the program when they get no memory.
//
// Sanitizers have an allocator of their own.
// REQUIRES: plain-build
// RUN: %sycc %s -o %t && env SYCC_DEVICE_SELECTOR='native_cpu:*' SYCC_CPU_THREADS=2 %t | FileCheck %s
// RUN: %plain -DPLAIN %s -o %t.plain %libsycc && env SYCC_DEVICE_SELECTOR='native_cpu:*' SYCC_CPU_THREADS=2 %t.plain | FileCheck %s
// CHECK: 0 failures
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
#include <sycl/sycl.hpp>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// ---- memory that runs out -----------------------------------------------------------------------------------

static std::atomic<long> countdown{0}; // the request that comes down to 0 fails
static std::atomic<long> live{0};      // blocks
static std::atomic<bool> refused{false};

static bool refuse() {
  if (countdown.load(std::memory_order_relaxed) <= 0 || countdown.fetch_sub(1) != 1)
    return false;
  refused = true;
  errno = ENOMEM;
  return true;
}

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void __libc_free(void *);

static void *counted(void *p) {
  live += p != nullptr;
  return p;
}
void *malloc(std::size_t n) { return refuse() ? nullptr : counted(__libc_malloc(n)); }
void *calloc(std::size_t n, std::size_t size) { return refuse() ? nullptr : counted(__libc_calloc(n, size)); }
void *aligned_alloc(std::size_t align, std::size_t n) { return refuse() ? nullptr : counted(__libc_memalign(align, n)); }
void *realloc(void *p, std::size_t n) {
  if (refuse())
    return nullptr;
  void *q = __libc_realloc(p, n);
  live += !p && q;
  return q;
}
int posix_memalign(void **out, std::size_t align, std::size_t n) {
  void *p = refuse() ? nullptr : counted(__libc_memalign(align, n));
  if (p)
    *out = p;
  return p ? 0 : ENOMEM;
}
void free(void *p) {
  live -= p != nullptr;
  __libc_free(p);
}
}

// ---- a program that uses everything -----------------------------------------------------------------------------

static int failures = 0;

#define CHECK(...)                                                                                           \
  do {                                                                                                       \
    if (!(__VA_ARGS__)) {                                                                                    \
      std::printf("request %ld: line %d: not true: %s\n", request, __LINE__, #__VA_ARGS__);                  \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)

static long request = 0;
static std::atomic<int> errors{0};

static void note_errors(const sycl::exception_list &list) { errors += int(list.size()); }

// Runs a part of the program; true: nothing was thrown.
template <class F> static bool part(F f) {
  try {
    f();
    return true;
  } catch (const std::bad_alloc &) {
    ++errors;
  } catch (const sycl::exception &e) {
    CHECK(*e.what());
    ++errors;
  }
  return false;
}

static void buffers(sycl::queue &q) {
  std::vector<int> data(100, 1);
  const int before = errors;
  {
    sycl::buffer b(data);
    sycl::buffer first(b, sycl::id<1>(0), sycl::range<1>(32)), second(b, sycl::id<1>(32), sycl::range<1>(32));
    for (auto *s : {&first, &second, &b})
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(*s, h);
        h.parallel_for(s->get_range(), [=](sycl::id<1> i) { a[i] += 1; });
      });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only);
      h.fill(a, 4);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write_host_task);
      h.host_task([=] { a[5] = 7; });
    });
    sycl::host_accessor view(b, sycl::read_only);
    q.throw_asynchronous();
    if (errors == before)
      CHECK(view[4] == 4 && view[5] == 7);
    b.set_final_data(nullptr);
  }
}

static void usm(sycl::queue &q) {
  const int before = errors;
  int *p = sycl::malloc_shared<int>(64, q);
  if (!p)
    throw std::bad_alloc();
  const bool fine = part([&] {
    std::vector<sycl::event> after;
    after.push_back(q.fill(p, 3, 64));
    after.push_back(q.parallel_for(sycl::range<1>(64), after[0], [=](sycl::id<1> i) { p[i] += int(i[0]); }));
    const sycl::event last = q.submit([&](sycl::handler &h) {
      h.depends_on(after);
      h.copy(p, p + 32, 32);
    });
    CHECK(sycl::event(last).get_wait_list().size() == 2);
  });
  q.wait_and_throw();
  if (fine && errors == before)
    CHECK(p[63] == 3 + 31);
  sycl::free(p, q);
}

static void sums(sycl::queue &q) {
  const int before = errors;
  int sum = 0;
  {
    sycl::buffer<int> s(&sum, sycl::range<1>(1));
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<1>(100), sycl::reduction(s, h, sycl::plus<int>()), [=](sycl::id<1> i, auto &to) { to += int(i[0]); });
    });
    q.wait_and_throw();
  }
  if (errors == before)
    CHECK(sum == 4950);
}

// What work-items keep across a barrier is more than a stack has room for. Compiled as plain C++ they have stacks of their own; without
// memory for those the program ends.
static void barriers(sycl::queue &q) {
#ifndef PLAIN
  enum { items = 128, numbers = 64 };
  const int before = errors;
  std::vector<int> data(2 * items, 1);
  {
    sycl::buffer b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(sycl::nd_range<1>(2 * items, items), [=](sycl::nd_item<1> i) {
        const std::size_t at = i.get_global_id(0);
        int kept[numbers];
        for (int k = 0; k < numbers; ++k)
          kept[(k + at) % numbers] = k + a[at];
        sycl::group_barrier(i.get_group());
        a[at] = kept[(at + 5) % numbers];
      });
    });
    q.wait_and_throw();
  }
  if (errors == before)
    CHECK(data == std::vector<int>(2 * items, 6));
#endif
}

// What a task throws comes to the handler, or what went wrong on the way.
static void throwing(sycl::queue &q) {
  const int before = errors;
  q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("thrown by a task"); }); });
  q.wait_and_throw();
  CHECK(errors > before || refused); // without memory it goes to stderr
  errors = before;
}

static void program() {
  part([] {
    sycl::queue q(note_errors), r(note_errors, sycl::property::queue::in_order());
    part([&] { buffers(q); });
    part([&] { usm(r); });
    part([&] { sums(q); });
    part([&] { barriers(q); });
    part([&] { throwing(q); });
    part([&] { r.wait_and_throw(); });
  });
}

// ---- and one that is none of its business ---------------------------------------------------------------------------

static std::atomic<bool> hold{false};

// Its commands are submitted before, and run afterwards.
static void beside(const std::vector<int> &expected, void (*f)()) {
  std::vector<int> data(50, 1), copy(50);
  hold = true;
  {
    sycl::queue q;
    sycl::buffer b(data), c(data.begin(), data.end());
    c.set_final_data(copy.begin());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write_host_task);
      h.host_task([=] {
        while (hold)
          usleep(100);
        a[0] = 10;
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      sycl::accessor to(c, h, sycl::write_only);
      h.parallel_for(sycl::range<1>(50), [=](sycl::id<1> i) { to[i] = a[i] += 1; });
    });
    f();
    hold = false;
  }
  CHECK(data == expected && copy == expected);
}

static long run_with(long n) {
  request = n;
  static std::vector<int> expected(50, 2);
  expected[0] = 11;
  const long before = live;
  beside(expected, [] {
    errors = 0;
    refused = false;
    countdown = request;
    program();
    countdown = 0;
  });
  return live - before;
}

// Memory that is kept for the next command grows until it is enough; what leaks grows for ever.
static bool grows() {
  enum { runs = 12, tries = 3 };
  for (int i = 0; i < tries; ++i) {
    long grown = 0;
    for (int k = 0; k < runs; ++k)
      grown += run_with(request);
    if (grown < runs / 2)
      return false;
  }
  return true;
}

// The first use of everything, in a process of its own for each request.
static long first_uses() {
  enum { none = 42, fine = 43 };
  for (long n = 1;; ++n) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      request = n;
      failures = 0;
      alarm(30);
      countdown = n;
      program();
      countdown = 0;
      const bool was_refused = refused;
      errors = 0;
      program(); // nothing stays broken
      CHECK(errors == 0);
      std::exit(failures ? 1 : was_refused ? fine : none);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == none)
      return n - 1;
    if (failures > 10)
      return n;
    request = n;
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == fine);
  }
}

int main() {
  const long first = first_uses();
  alarm(120);
  for (int i = 0; i < 5; ++i) {
    run_with(0);
    CHECK(errors == 0);
  }
  long silent = 0, asked = 0;
  do {
    ++request;
    run_with(request);
    asked = refused ? request : asked;
    silent += refused && errors == 0;
    if (refused)
      CHECK(!grows());
  } while (asked == request);
  request = 0;
  run_with(0);
  CHECK(errors == 0);
  std::printf("%ld requests at first, %ld later, %ld failed without a trace\n%d failures\n", first, asked, silent, failures);
  return failures != 0;
}
