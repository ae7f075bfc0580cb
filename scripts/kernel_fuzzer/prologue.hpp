// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of grammar.py use, and how one is run.
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

struct pair {
  u32 first;
  u16 second;
  u32 third[3];
};

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

inline auto local_counter(u32 &at) {
  return sycl::atomic_ref<u32, sycl::memory_order::relaxed, sycl::memory_scope::work_group, sycl::access::address_space::local_space>(at);
}

inline auto global_counter(u32 &at) {
  return sycl::atomic_ref<u32, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>(at);
}

enum { TABLE = 64, COUNTERS = 4 };

// Runs kernel(item, in, out, local memory, local counter, size) and prints a hash of all that it wrote.
template <class K> void run_kernel(sycl::queue &q, const char *name, size_t groups, size_t local, K kernel) {
  const size_t size = groups * local;
  std::vector<u32> in(TABLE), out(size + COUNTERS);
  u32 state = 12345;
  for (u32 &v : in)
    v = state = state * 1664525u + 1013904223u;
  try {
    sycl::buffer<u32> in_buffer(in.data(), sycl::range(in.size())), out_buffer(out.data(), sycl::range(out.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(in_buffer, h, sycl::read_only);
      sycl::accessor to(out_buffer, h, sycl::read_write);
      sycl::local_accessor<u32> memory(local + 1, h);
      h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) { kernel(item, &from[0], &to[0], &memory[0], &memory[local], u32(size)); });
    });
    q.wait_and_throw();
  } catch (const sycl::exception &e) {
    std::printf("%s %s\n", name, e.what());
    return;
  }
  u64 hash = 14695981039346656037ull;
  for (u32 v : out)
    hash = (hash ^ v) * 1099511628211ull;
  std::printf("%s %016llx\n", name, (unsigned long long)hash);
}
