// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of grammar.py use, and how one is run. Whatever does not depend on the kernel is no template and is compiled once for
// all kernels of a program: a kernel costs little more than its own code.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

namespace experimental = sycl::ext::oneapi::experimental;

struct pair {
  u32 first;
  u16 second;
  u32 third[3];
};

inline constexpr sycl::specialization_id<u32> tune(7);
inline constexpr sycl::specialization_id<i16> bias(-3);

// ---- functions that kernels call ------------------------------------------------------------------------

template <class T> constexpr u32 to32(T x) { return u32(x); }
inline u32 whole(float x) { return u32(i32(x)); }
inline u32 whole(double x) { return u32(i64(x)); }
inline u32 mix(u32 x, u32 y) { return (x ^ (y >> 3)) * 2654435761u + y; }

__attribute__((noinline)) inline u32 pair_sum(pair p) { return p.first + p.second * 3u + p.third[p.first % 3]; }

inline pair swap_parts(pair p, u32 by) {
  pair r = {p.third[by % 3], u16(p.first), {p.second, p.first ^ by, p.third[2]}};
  return by & 8 ? r : p;
}

inline void accumulate(u32 &into, u32 value) {
  for (u32 k = 0; k < value % 4; ++k)
    into = into * 33 + value;
}

// Of memory of any kind.
__attribute__((noinline)) inline u32 weigh(const u32 *at, u32 count, u32 by) {
  u32 sum = by;
  for (u32 k = 0; k < count; ++k)
    sum = sum * 5 + at[k];
  return sum;
}

template <class T> T bounded(T value, T low, T high) { return value < low ? low : value > high ? high : value; }

// What work-item (me + by) of the group has as value. The whole group comes to it.
template <class G> u32 from_other(G wg, u32 *lm, u32 me, u32 n, u32 value, u32 by) {
  lm[me] = value;
  sycl::group_barrier(wg);
  u32 got = lm[(me + by % n) % n];
  sycl::group_barrier(wg);
  return got;
}

template <class G> __attribute__((noinline)) u32 sum_by_halves(G wg, u32 *lm, u32 me, u32 n, u32 value) {
  lm[me] = value;
  for (u32 width = 64; width; width /= 2) {
    sycl::group_barrier(wg);
    if (me < width && me + width < n)
      lm[me] += lm[me + width];
  }
  sycl::group_barrier(wg);
  u32 sum = lm[0];
  sycl::group_barrier(wg);
  return sum;
}

template <class T> auto local_counter(T &at) {
  return sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::work_group, sycl::access::address_space::local_space>(at);
}

inline auto global_counter(u32 &at) {
  return sycl::atomic_ref<u32, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>(at);
}

// Adds as a loop of compare_exchange does.
inline void add_by_exchange(u32 &at, u32 value) {
  auto counter = global_counter(at);
  u32 old = counter.load();
  while (!counter.compare_exchange_weak(old, old + value))
    ;
}

// ---- running one ----------------------------------------------------------------------------------------

enum { TABLE = 64, COUNTERS = 8, MOST_ITEMS = 1024 };

// What a kernel works on: `counters` is behind what the work-items write.
template <int D> struct job {
  sycl::nd_range<D> range;
  const u32 *in;
  u32 *out, *counters;
  sycl::local_accessor<u32> memory;
};

// The device, and what all kernels share. A program that is given a number leaves out so many kernels: a driver that crashes with one of
// them then gets to run those behind it.
struct machine {
  int left_out;
  sycl::queue queue;
  u32 *in = sycl::malloc_shared<u32>(TABLE, queue);
  u32 *out = sycl::malloc_shared<u32>(MOST_ITEMS + COUNTERS, queue);

  explicit machine(const char *number) : left_out(number ? std::atoi(number) : 0) {
    u32 state = 12345;
    for (u32 k = 0; k < TABLE; ++k)
      in[k] = state = state * 1664525u + 1013904223u;
  }
  void print(const char *name, size_t size) {
    u64 hash = 14695981039346656037ull;
    for (size_t k = 0; k < size + COUNTERS; ++k)
      hash = (hash ^ out[k]) * 1099511628211ull;
    std::printf("%s %016llx\n", name, (unsigned long long)hash);
    std::fflush(stdout);
  }
};

// Runs the kernel that `launch` gives to the handler, and prints a hash of all that it wrote.
template <int D> void run_kernel(machine &m, const char *name, sycl::nd_range<D> range, void (*launch)(sycl::handler &, const job<D> &)) {
  if (m.left_out-- > 0)
    return;
  const size_t size = range.get_global_range().size();
  for (size_t k = 0; k < size + COUNTERS; ++k)
    m.out[k] = 0;
  try {
    m.queue.submit([&](sycl::handler &h) {
      launch(h, {range, m.in, m.out, m.out + size, sycl::local_accessor<u32>(range.get_local_range().size() + 2, h)});
    });
    m.queue.wait_and_throw();
  } catch (const sycl::exception &e) {
    std::printf("%s %s\n", name, e.what());
    std::fflush(stdout);
    return;
  }
  m.print(name, size);
}
