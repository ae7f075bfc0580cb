// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers wherever a kernel may have them: in loops, in branches that the whole group takes, in functions,
// with variables and arrays of work-items that live across them, in groups of all shapes. What one work-item
// writes before a barrier, another one reads behind it; results are compared with loops on the host.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 -g %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
// RUN: %if plain-build %{ %program -O1 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t %}
// RUN: %if plain-build %{ %program -O3 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t %}
#include "Inputs/check.hpp"
#include <CL/__spirv/spirv_ops.hpp>
#include <algorithm>
#include <vector>

static void barrier() {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(2, 2, 0x110); // work-group, work-group, acquire_release | work-group memory
#endif
}

// Runs kernel(item, local memory of one unsigned per work-item, out) over some groups of this shape.
template <int D, class K> static std::vector<unsigned> run(sycl::queue &q, sycl::range<D> groups, sycl::range<D> local, K kernel) {
  std::vector<unsigned> out((groups * local).size(), 0xdeadu);
  {
    sycl::buffer<unsigned> buffer(out.data(), sycl::range(out.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::read_write);
      sycl::local_accessor<unsigned> shared(local.size(), h);
      h.parallel_for(sycl::nd_range<D>(groups * local, local),
                     [=](sycl::nd_item<D> it) { kernel(it, &shared[0], &a[0]); });
    });
  }
  return out;
}

// Global linear id of the work-item with this local linear id in the same group.
template <int D> static size_t place(sycl::nd_item<D> it, size_t local) {
  size_t at = 0, id[3] = {};
  for (int d = D - 1; d >= 0; local /= it.get_local_range(d), --d)
    id[d] = local % it.get_local_range(d);
  for (int d = 0; d < D; ++d)
    at = at * it.get_global_range(d) + it.get_group(d) * it.get_local_range(d) + id[d];
  return at;
}

__attribute__((noinline)) static unsigned exchange(unsigned *shared, size_t me, size_t other, unsigned value) {
  shared[me] = value;
  barrier();
  const unsigned r = shared[other];
  barrier();
  return r;
}

// Values go around the group, one neighbour per round; each work-item keeps what it saw in an array.
template <int D> static void around(sycl::queue &q, sycl::range<D> groups, sycl::range<D> local) {
  const auto out = run<D>(q, groups, local, [](sycl::nd_item<D> it, unsigned *shared, unsigned *out) {
    const size_t me = it.get_local_linear_id(), n = it.get_local_range().size();
    unsigned seen[5], value = unsigned(me * me);
    for (unsigned k = 0; k < 5; ++k) {
      seen[k] = value;
      value = exchange(shared, me, (me + 1) % n, value) + k;
    }
    unsigned sum = value;
    for (unsigned k = 0; k < 5; ++k)
      sum = sum * 31 + seen[(k + me) % 5];
    out[place(it, me)] = sum;
  });
  const size_t n = local.size();
  std::vector<unsigned> expected(n);
  for (size_t me = 0; me < n; ++me) {
    unsigned seen[6];
    for (unsigned k = 0; k < 6; ++k) {
      const size_t from = (me + k) % n;
      seen[k] = unsigned(from * from) + k * (k - (k > 0)) / 2;
    }
    unsigned sum = seen[5];
    for (unsigned k = 0; k < 5; ++k)
      sum = sum * 31 + seen[(k + me) % 5];
    expected[me] = sum;
  }
  // The ids of groups play no part: every group has the same results, in the places of its work-items.
  std::vector<unsigned> sorted = out, all;
  for (size_t g = 0; g < groups.size(); ++g)
    all.insert(all.end(), expected.begin(), expected.end());
  std::sort(sorted.begin(), sorted.end());
  std::sort(all.begin(), all.end());
  CHECK(sorted == all);
  if constexpr (D == 1)
    for (size_t i = 0; i < out.size(); ++i)
      if (out[i] != expected[i % n]) {
        CHECK(out[i] == expected[i % n]);
        break;
      }
}

// A tree of sums: the number of rounds depends on the size of the group.
static void tree(sycl::queue &q, size_t groups, size_t n) {
  const auto out = run<1>(q, groups, n, [](sycl::nd_item<1> it, unsigned *shared, unsigned *out) {
    const size_t me = it.get_local_id(0), n = it.get_local_range(0);
    shared[me] = unsigned(it.get_global_id(0) + 1);
    barrier();
    for (size_t width = 1; width < n; width *= 2) {
      unsigned add = 0;
      if (me + width < n)
        add = shared[me + width];
      barrier();
      shared[me] += add;
      barrier();
    }
    out[it.get_global_id(0)] = shared[0];
  });
  size_t wrong = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    unsigned sum = 0;
    for (size_t k = 0; k < n; ++k)
      sum += unsigned(i / n * n + k + 1);
    wrong += out[i] != sum;
  }
  CHECK(wrong == 0);
}

// Whole groups return early, from the middle of a loop too; others take branches with barriers of their own.
static void branches(sycl::queue &q, size_t groups, size_t n) {
  const auto out = run<1>(q, groups, n, [](sycl::nd_item<1> it, unsigned *shared, unsigned *out) {
    const size_t me = it.get_local_id(0), n = it.get_local_range(0), g = it.get_group(0), at = it.get_global_id(0);
    unsigned value = unsigned(me);
    out[at] = 1;
    if (g == 0)
      return;
    if (g % 3 == 1) {
      shared[n - 1 - me] = value;
      barrier();
      value = shared[me] + 100;
    } else if (g % 3 == 2) {
      value += 7;
    }
    switch (g % 4) {
    case 0:
      barrier();
      shared[me] = value;
      barrier();
      value += shared[(me + 1) % n];
      [[fallthrough]];
    case 1:
      value *= 3;
      barrier();
      break;
    case 2:
      for (unsigned k = 0;; ++k) {
        barrier();
        shared[me] = value + k;
        barrier();
        if (k == g)
          break;
        if (g == 6 && k == 3) {
          out[at] = value;
          return;
        }
        if (k % 2)
          continue;
        value += shared[(me + k) % n];
      }
    }
    out[at] = value;
  });
  std::vector<unsigned> expected(groups * n);
  for (size_t g = 0; g < groups; ++g) {
    std::vector<unsigned> v(n), w(n);
    bool early = false;
    for (size_t me = 0; me < n; ++me)
      v[me] = g == 0 ? 1 : g % 3 == 1 ? unsigned(n - 1 - me) + 100 : unsigned(me) + (g % 3 == 2 ? 7 : 0);
    if (g && g % 4 == 0) {
      w = v;
      for (size_t me = 0; me < n; ++me)
        v[me] += w[(me + 1) % n];
    }
    if (g && g % 4 < 2)
      for (unsigned &x : v)
        x *= 3;
    if (g && g % 4 == 2)
      for (unsigned k = 0; k < g && !early; ++k) {
        early = g == 6 && k == 3;
        w = v;
        for (size_t me = 0; me < n && !early && k % 2 == 0; ++me)
          v[me] += w[(me + k) % n] + k;
      }
    std::copy(v.begin(), v.end(), expected.begin() + g * n);
  }
  CHECK(out == expected);
}

// A loop that ends when local memory says so, around a loop with barriers of its own, and a jump into a loop's middle.
static void nested(sycl::queue &q, size_t groups, size_t n) {
  const auto out = run<1>(q, groups, n, [](sycl::nd_item<1> it, unsigned *shared, unsigned *out) {
    const size_t me = it.get_local_id(0), n = it.get_local_range(0);
    const size_t last = it.get_group(0) % n;
    unsigned value = 0, rounds = 0;
    shared[me] = 0;
    barrier();
    if (it.get_group(0) % 2)
      goto middle;
    while (shared[last] < 5) {
      ++rounds;
    middle:
      for (unsigned k = 0; k < 3; ++k) {
        const unsigned next = shared[(me + 1) % n];
        barrier();
        value = value * 2 + next + k;
        barrier();
      }
      shared[me] += 1 + unsigned(me == last);
      barrier();
    }
    out[it.get_global_id(0)] = value * 16 + rounds;
  });
  std::vector<unsigned> expected;
  for (size_t g = 0; g < groups; ++g) {
    const size_t last = g % n;
    std::vector<unsigned> shared(n), value(n);
    unsigned rounds = 0;
    for (bool first = true; (first && g % 2) || shared[last] < 5; first = false) {
      rounds += !(first && g % 2);
      for (unsigned k = 0; k < 3; ++k)
        for (size_t me = 0; me < n; ++me)
          value[me] = value[me] * 2 + shared[(me + 1) % n] + k;
      for (size_t me = 0; me < n; ++me)
        shared[me] += 1 + unsigned(me == last);
    }
    for (size_t me = 0; me < n; ++me)
      expected.push_back(value[me] * 16 + rounds);
  }
  CHECK(out == expected);
}

// Values of many types, with alignments of their own, and a large array: 1 KiB for each work-item.
static void kept(sycl::queue &q, size_t groups, size_t n) {
  const auto out = run<1>(q, groups, n, [](sycl::nd_item<1> it, unsigned *shared, unsigned *out) {
    struct alignas(32) wide {
      char c;
      double d;
    };
    const size_t me = it.get_local_id(0), n = it.get_local_range(0);
    wide w = {char(me % 100), me * 0.5};
    bool odd = me % 2;
    unsigned long long big = (1ull << 40) + me;
    unsigned char table[1024];
    for (size_t k = 0; k < 1024; ++k)
      table[k] = (unsigned char)(k * me);
    sycl::vec<float, 3> v(float(me), 1, 2);
    unsigned *const mine = &shared[me];
    wide *const pointer = &w;
    *mine = unsigned(me);
    barrier();
    const unsigned other = shared[n - 1 - me];
    barrier();
    unsigned ok = (reinterpret_cast<std::uintptr_t>(pointer) % 32 == 0) + (pointer->d == me * 0.5) + (w.c == char(me % 100)) +
                  (odd == (me % 2 == 1)) + (big == (1ull << 40) + me) + (v.x() == float(me) && v.z() == 2);
    ok += table[other % 1024] == (unsigned char)((other % 1024) * me);
    *mine = ok;
    barrier();
    out[it.get_global_id(0)] = shared[n - 1 - me];
  });
  size_t wrong = 0;
  for (unsigned x : out)
    wrong += x != 7;
  CHECK(wrong == 0);
}

// A thousand barriers, one after the other.
template <int N> static void steps(unsigned *shared, size_t me, size_t other, unsigned &value) {
  if constexpr (N == 1) {
    shared[me] = value;
    barrier();
    value = shared[other] + 1;
    barrier();
  } else {
    steps<N / 2>(shared, me, other, value);
    steps<N - N / 2>(shared, me, other, value);
  }
}

static void thousand(sycl::queue &q, size_t n) {
  const auto out = run<1>(q, 3, n, [](sycl::nd_item<1> it, unsigned *shared, unsigned *out) {
    const size_t me = it.get_local_id(0);
    unsigned value = unsigned(me);
    steps<500>(shared, me, (me + 1) % it.get_local_range(0), value);
    out[it.get_global_id(0)] = value;
  });
  size_t wrong = 0;
  for (size_t i = 0; i < out.size(); ++i)
    wrong += out[i] != (i + 500) % n + 500;
  CHECK(wrong == 0);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    // PoCL 3.1 does not come to an end with nested loops (a pass of its own calls itself until there is no stack left), takes
    // half a minute for a thousand barriers, and compiles a kernel again for each size of a group.
    const bool all = q.get_device().get_backend() != sycl::backend::opencl;
    if (!all)
      std::printf("left out on OpenCL: barriers in nested loops, a thousand barriers, some sizes\n");
    const size_t largest = q.get_device().get_info<sycl::info::device::max_work_group_size>();
    for (size_t n : all ? std::vector<size_t>{1, 2, 7, 16, 61, 128, largest} : std::vector<size_t>{1, 7, 128}) {
      around<1>(q, {5}, {n});
      tree(q, 3, n);
      branches(q, 13, n);
      if (all)
        nested(q, 6, n);
      kept(q, 2, n);
    }
    around<2>(q, {3, 2}, {5, 7});
    around<2>(q, {1, 4}, {16, 16});
    around<3>(q, {2, 3, 2}, {3, 5, 4});
    around<3>(q, {2, 1, 2}, {1, 1, 13});
    around<3>(q, {2, 2, 2}, {11, 1, 1});
    if (all) {
      thousand(q, 16);
      thousand(q, 3);
    }
  });
}
