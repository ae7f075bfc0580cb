// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with loops of their own that all work-items go through together, which the native CPU runs outside of its loops
// over lanes: nested ones, with conditions inside that differ or do not, with several ways out, with values and arrays that
// live through them, in ranges that are not a multiple of anything, tiled with barriers, and under conditions that most
// work-items next to each other agree on; with all that a round does in memory. Compared with the host.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O1 -g %s -o %t && %t
// RUN: %program -O3 -ffp-contract=off %s -o %t && %t
#include "Inputs/check.hpp"
#include <CL/__spirv/spirv_ops.hpp>
#include <vector>

static void barrier() {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(2, 2, 0x110);
#endif
}

// Integers, so that any sequence gives the same sums. `stop` and `width` are the same for all work-items.
static unsigned work(const unsigned *a, size_t x, size_t y, size_t width, unsigned stop) {
  unsigned sum = unsigned(y), kept[4] = {}, most = 0;
  for (size_t k = 0; k < width; ++k) {
    const unsigned v = a[k * width + x];
    if (v % 3 == 0)
      sum += v * a[y * width + k];
    else if (v % 3 == 1)
      most = v > most ? v : most;
    for (size_t j = 0; j < k % 5; ++j) {
      if (j == stop)
        break;
      kept[(j + v) % 4] += a[j * width + k] + v;
    }
    if (a[k] == stop)
      return sum + 1;
    if (k % 7 == 6)
      continue;
    sum = sum * 3 + most;
  }
  while (stop-- > 0)
    sum ^= kept[stop % 4] << (stop % 8);
  for (size_t k = 0; k < x % 5; ++k) // not the same for all
    sum += kept[k % 4];
  return sum;
}

// Loops under conditions: at the end of a range, nested, in a loop, on both sides, with several ways out, by data.
static unsigned guarded(const unsigned *a, size_t x, size_t y, size_t width, unsigned stop) {
  unsigned sum = unsigned(x), other = 7;
  if (x >= width - width / 3)
    return sum;
  for (size_t k = 0; k < 3; ++k) {
    if (x > k * 2 && y != 3) {
      for (size_t j = 0; j < width; ++j)
        sum = sum * 5 + a[j * width + x];
      if (x < 40)
        for (size_t j = 0; j < stop; ++j)
          sum += a[y * width + j % width] ^ unsigned(j);
      else
        other += sum;
    } else if (x < 2) {
      for (size_t j = 0; j < width; ++j)
        other = other * 3 + a[x * width + j];
    }
  }
  if (a[x] % 8) {
    unsigned most = 0;
    for (size_t j = 0; j < width; ++j) {
      const unsigned v = a[j * width + x] + unsigned(y);
      if (v % 5 == 0)
        continue;
      most = v > most ? v : most;
      if (a[j] == stop)
        break;
    }
    sum += most;
    if (a[x] % 8 == 3)
      for (size_t j = 0; j < x; ++j) // not the same for all
        sum += a[j];
  }
  return sum + other;
}

template <unsigned (*function)(const unsigned *, size_t, size_t, size_t, unsigned)> static void loops(sycl::queue &q, size_t n, unsigned stop) {
  std::vector<unsigned> a(n * n), out(n * n);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = unsigned(i * 2654435761u >> 20) + 100;
  {
    sycl::buffer<unsigned> in(a.data(), sycl::range(a.size())), to(out.data(), sycl::range(out.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(in, h, sycl::read_only);
      sycl::accessor r(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) { r[id[0] * n + id[1]] = function(&p[0], id[1], id[0], n, stop); });
    });
  }
  size_t wrong = 0;
  for (size_t y = 0; y < n; ++y)
    for (size_t x = 0; x < n; ++x)
      wrong += out[y * n + x] != function(a.data(), x, y, n, stop);
  CHECK(wrong == 0);
}

static void tiles(sycl::queue &q, size_t n, size_t t) {
  std::vector<unsigned> a(n * n), b(n * n), c(n * n);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = unsigned(i % 13), b[i] = unsigned(i % 11);
  {
    sycl::buffer<unsigned> ba(a.data(), sycl::range(a.size())), bb(b.data(), sycl::range(b.size())), bc(c.data(), sycl::range(c.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor pa(ba, h, sycl::read_only), pb(bb, h, sycl::read_only);
      sycl::accessor pc(bc, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<unsigned, 2> la({t, t}, h), lb({t, t}, h);
      h.parallel_for(sycl::nd_range<2>({n, n}, {t, t}), [=](sycl::nd_item<2> it) {
        const size_t y = it.get_global_id(0), x = it.get_global_id(1), ly = it.get_local_id(0), lx = it.get_local_id(1);
        unsigned sum = 0;
        for (size_t at = 0; at < n; at += t) {
          la[ly][lx] = pa[y * n + at + lx];
          lb[ly][lx] = pb[(at + ly) * n + x];
          barrier();
          for (size_t k = 0; k < t; ++k)
            sum += la[ly][k] * lb[k][lx];
          barrier();
        }
        pc[y * n + x] = sum;
      });
    });
  }
  size_t wrong = 0;
  for (size_t y = 0; y < n; ++y)
    for (size_t x = 0; x < n; ++x) {
      unsigned sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
      wrong += c[y * n + x] != sum;
    }
  CHECK(wrong == 0);
}

// Rows of a matrix that the groups do not divide; each group adds up, in step, what its work-items made under a condition.
static void guarded_tiles(sycl::queue &q, size_t n, size_t t) {
  const size_t groups = (n + t - 1) / t;
  unsigned *a = sycl::malloc_shared<unsigned>(n * n, q), *out = sycl::malloc_shared<unsigned>(groups * 2, q);
  for (size_t i = 0; i < n * n; ++i)
    a[i] = unsigned(i * 2654435761u >> 22);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned, 1> own(t, h);
     h.parallel_for(sycl::nd_range<1>(groups * t, t), [=](sycl::nd_item<1> it) {
       const size_t x = it.get_global_id(0), local = it.get_local_id(0);
       for (size_t round = 0; round < 2; ++round) {
         unsigned sum = 1;
         if (x < n)
           for (size_t k = 0; k < n; ++k)
             sum = sum * 3 + a[k * n + x];
         own[local] = sum + unsigned(round);
         barrier();
         unsigned all = 0;
         if (local == 0)
           for (size_t k = 0; k < t; ++k)
             all = all * 7 + own[k];
         barrier();
         if (local == 0)
           out[it.get_group(0) * 2 + round] = all;
       }
     });
   }).wait();
  size_t wrong = 0;
  for (size_t g = 0; g < groups; ++g)
    for (unsigned round = 0; round < 2; ++round) {
      unsigned all = 0;
      for (size_t x = g * t; x < (g + 1) * t; ++x) {
        unsigned sum = 1;
        for (size_t k = 0; x < n && k < n; ++k)
          sum = sum * 3 + a[k * n + x];
        all = all * 7 + sum + round;
      }
      wrong += out[g * 2 + round] != all;
    }
  CHECK(wrong == 0);
  sycl::free(a, q);
  sycl::free(out, q);
}

// The user's loop holds nothing but accesses to memory, each round to what the last one has written. Then the same with a
// barrier in each round.
static void sums_in_memory(sycl::queue &q, size_t n, size_t tile) {
  float *a = sycl::malloc_shared<float>(n * n, q), *sums = sycl::malloc_shared<float>(3 * n, q);
  for (size_t i = 0; i < n * n; ++i)
    a[i] = float(i % 5);
  std::fill_n(sums, 3 * n, 1.0f);
  q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> it) {
     const size_t i = it[0];
     for (size_t j = 0; j < n; ++j) {
       sums[i] += a[i * n + j];
       sums[n + i] += a[j * n + i] * 2;
     }
     sums[i] = sums[i] + sums[n + i];
   }).wait();
  q.parallel_for(sycl::nd_range<1>(n, tile), [=](sycl::nd_item<1> it) {
     const size_t i = it.get_global_id(0);
     for (size_t j = 0; j < n; ++j) {
       sums[2 * n + i] += a[i * n + j];
       barrier();
     }
   }).wait();
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) {
    float row = 1, column = 1;
    for (size_t j = 0; j < n; ++j)
      row += a[i * n + j], column += a[j * n + i] * 2;
    wrong += sums[i] != row + column || sums[n + i] != column || sums[2 * n + i] != row;
  }
  CHECK(wrong == 0);
  sycl::free(a, q);
  sycl::free(sums, q);
}

// The same with accessors, whose strides are not known to be 1 while compiling.
static void sums_in_buffers(sycl::queue &q, size_t n) {
  std::vector<float> a(n * n, 2), x(n, 1), sums(n), others(n);
  {
    sycl::buffer<float, 2> a_buffer(a.data(), {n, n});
    sycl::buffer<float> x_buffer(x.data(), n), sums_buffer(sums.data(), n), others_buffer(others.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor matrix(a_buffer, h, sycl::read_only);
      sycl::accessor vector(x_buffer, h, sycl::read_only);
      sycl::accessor sum(sums_buffer, h), other(others_buffer, h);
      h.parallel_for(sycl::range<1>(n), [=](sycl::item<1> it) {
        const size_t i = it[0];
        for (size_t j = 0; j < n; ++j) {
          other[i] += matrix[{i, j}] * vector[j];
          sum[i] += matrix[{i, j}] * vector[j];
        }
        sum[i] = other[i] + sum[i];
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += others[i] != float(2 * n) || sums[i] != float(4 * n);
  CHECK(wrong == 0);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    for (size_t n : {1, 5, 16, 31, 32, 33, 64, 77, 100})
      for (unsigned stop : {0u, 2u, 9u, 150u})
        loops<work>(q, n, stop), loops<guarded>(q, n, stop);
    for (size_t t : {1, 7, 16, 32})
      guarded_tiles(q, 5 * t - t / 2, t);
    for (size_t n : {8, 32, 100, 128, 200, 256})
      sums_in_memory(q, n, n / 4), sums_in_buffers(q, n);
    for (size_t t : {1, 3, 8, 16})
      tiles(q, t * 5, t);
    if (q.get_device().get_info<sycl::info::device::max_work_group_size>() >= 1024)
      tiles(q, 96, 32);
  });
}
