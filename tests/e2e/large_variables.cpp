// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays that the stack of a thread has no room for, and arrays that it has room for, but not in as many copies as there are lanes or
// work-items.
//
// RUN: %program -O0 -fsycl-targets=native_cpu %s -o %t && %t
// RUN: %program -O2 -fsycl-targets=native_cpu %s -o %t && %t
// RUN: %program -O1 -fsycl-targets=native_cpu -DENDLESS=1 %s -o %t && %t
#include "Inputs/check.hpp"

constexpr int items = 96, step = 64;

template <int Bytes> static int expected(int item) {
  int sum = 0;
  for (int k = 0; k < Bytes; k += step)
    sum += static_cast<char>(k / step * 3 + item);
  return sum;
}

template <int Bytes> static void set(char *a, int item) {
  for (int k = 0; k < Bytes; k += step)
    a[k] = static_cast<char>(k / step * 3 + item);
}
template <int Bytes> static int get(const char *a) {
  int sum = 0;
  for (int k = 0; k < Bytes; k += step)
    sum += a[(k * 7) % Bytes];
  return sum;
}

template <int Bytes> [[gnu::noinline]] int in_function(int item) {
  char a[Bytes];
  set<Bytes>(a, item);
  return get<Bytes>(a);
}

template <int Bytes> static void check(const int *p, const char *form) {
  int wrong = 0;
  for (int i = 0; i < items; ++i)
    wrong += p[i] != expected<Bytes>(i);
  if (wrong)
    std::printf("%s, %d bytes: %d wrong\n", form, Bytes, wrong);
  CHECK(!wrong);
}

template <int Bytes> static void plain(sycl::queue &q, int *p) {
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
    char a[Bytes];
    set<Bytes>(a, i);
    p[i] = get<Bytes>(a);
  });
  q.wait_and_throw();
  check<Bytes>(p, "plain");
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) { p[i] = in_function<Bytes>(i); });
  q.wait_and_throw();
  check<Bytes>(p, "in a function");
}

// Alive across barriers of the group, and of the sub-group.
template <int Bytes> static void across_barriers(sycl::queue &q, int *p) {
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> it) {
    char a[Bytes];
    set<Bytes>(a, static_cast<int>(it.get_global_id(0)));
    sycl::group_barrier(it.get_group());
    p[it.get_global_id(0)] = get<Bytes>(a);
  });
  q.wait_and_throw();
  check<Bytes>(p, "across a barrier");
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
    char a[Bytes];
    set<Bytes>(a, static_cast<int>(it.get_global_id(0)));
    sycl::group_barrier(it.get_sub_group());
    p[it.get_global_id(0)] = get<Bytes>(a);
  });
  q.wait_and_throw();
  check<Bytes>(p, "across a barrier of the sub-group");
}

// Many that are not large.
static void many(sycl::queue &q, int *p) {
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
    char a[16384], b[16384], c[16384], d[16384], e[16384], f[16384], g[16384], h[16384];
    char *const all[] = {a, b, c, d, e, f, g, h};
    for (char *one : all)
      set<16384>(one, i);
    int sum = 0;
    for (char *one : all)
      sum += get<16384>(one);
    p[i] = sum / 8;
  });
  q.wait_and_throw();
  check<16384>(p, "many");
}

#ifdef ENDLESS
// More than any machine has.
static void endless(const sycl::device &device, int *p) {
  constexpr size_t bytes = size_t(1) << 50;
  sycl::queue q(device, [](sycl::exception_list list) {
    for (auto &e : list)
      std::rethrow_exception(e);
  });
  CHECK_THROWS(memory_allocation, q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
    char a[bytes];
    for (int k = 0; k < p[0]; ++k)
      a[size_t(k) << 30] = static_cast<char>(k + p[i]);
    p[i] = a[size_t(p[i]) << 30];
  }).wait_and_throw());
}
#endif

int main() {
  return on_every_device([](sycl::queue &q) {
    if (q.get_backend() == sycl::backend::opencl)
      return;
    int *p = sycl::malloc_shared<int>(items, q);
#ifdef ENDLESS
    p[0] = 9;
    endless(q.get_device(), p);
#endif
    plain<64 << 10>(q, p);
    plain<256 << 10>(q, p);
    plain<1 << 20>(q, p);
    plain<12 << 20>(q, p);
    across_barriers<8 << 10>(q, p);
    across_barriers<256 << 10>(q, p);
    across_barriers<2 << 20>(q, p);
    many(q, p);
    sycl::free(p, q);
  });
}
