// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group_local_memory: several of one type, in functions and templates, in loops and branches, with constructors, of odd alignment.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t.O0 && %t.O0
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %plain -O2 %s -o %t.plain2 %libsycc && %t.plain2
#include "Inputs/check.hpp"

using sycl::ext::oneapi::group_local_memory;
using sycl::ext::oneapi::group_local_memory_for_overwrite;

static_assert(SYCL_EXT_ONEAPI_LOCAL_MEMORY == 1);

constexpr int N = 16, groups = 6;

struct point {
  int x = 7, y;
  point(int a, int b) : x(a), y(b) {}
  point() : y(9) {}
};
// Has no default constructor, because its members have.
union either {
  point p;
  int words[4];
};
struct alignas(64) wide {
  char bytes[64];
};

// A value from the neighbour, through memory that the function asks for.
static int neighbour(const sycl::nd_item<1> &it, int value) {
  int(&a)[N] = *group_local_memory_for_overwrite<int[N]>(it.get_group());
  a[it.get_local_id(0)] = value;
  sycl::group_barrier(it.get_group());
  either &e = *group_local_memory_for_overwrite<either>(it.get_group());
  if (it.get_group().leader())
    e.words[3] = 0;
  sycl::group_barrier(it.get_group());
  const int result = a[(it.get_local_id(0) + 1) % N] + e.words[3];
  sycl::group_barrier(it.get_group());
  return result;
}

template <class T, int Size> T sum(const sycl::nd_item<1> &it, T value) {
  auto memory = group_local_memory_for_overwrite<T[Size]>(it.get_group());
  T *a = *memory;
  a[it.get_local_linear_id()] = value;
  sycl::group_barrier(it.get_group());
  T all = 0;
  for (int i = 0; i < Size; ++i)
    all += a[i];
  sycl::group_barrier(it.get_group());
  return all;
}

static void several(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(groups * N, q);
  q.parallel_for(sycl::nd_range<1>(groups * N, N), [=](sycl::nd_item<1> it) {
     const int i = static_cast<int>(it.get_local_id(0));
     auto first = group_local_memory_for_overwrite<int[N]>(it.get_group());
     auto second = group_local_memory_for_overwrite<int[N]>(it.get_group());
     (*first)[i] = i;
     (*second)[N - 1 - i] = 100 * i;
     sycl::group_barrier(it.get_group());
     int r = (*first)[(i + 1) % N] + (*second)[i];
     r += neighbour(it, i) + neighbour(it, 2 * i) + sum<int, N>(it, 1) + static_cast<int>(sum<float, N>(it, 2.0f));
     out[it.get_global_id(0)] = r;
   }).wait();
  for (int i = 0; i < groups * N; ++i) {
    const int l = i % N, next = (l + 1) % N;
    CHECK(out[i] == next + 100 * (N - 1 - l) + next + 2 * next + N + 2 * N);
  }
  sycl::free(out, q);
}

static void objects(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(groups * N, q);
  q.parallel_for(sycl::nd_range<2>({groups, N}, {1, N}), [=](sycl::nd_item<2> it) {
     const int i = static_cast<int>(it.get_local_linear_id()), g = static_cast<int>(it.get_group_linear_id());
     auto made = group_local_memory<point>(it.get_group(), g, 5);
     auto plain = group_local_memory_for_overwrite<point>(it.get_group());
     auto zeros = group_local_memory<int[4]>(it.get_group());
     auto one = group_local_memory<int>(it.get_group(), 41);
     auto aligned = group_local_memory_for_overwrite<wide>(it.get_group());
     int r = made->x + made->y + plain->x + plain->y + (*zeros)[i % 4] + *one;
     if (reinterpret_cast<std::uintptr_t>(aligned.get_raw()->bytes) % 64 != 0)
       r = -1;
     for (int round = 0; round < 3; ++round) { // the object is made again in each
       auto counter = group_local_memory<int>(it.get_group(), round);
       r += *counter == round;
       sycl::group_barrier(it.get_group());
       if (i == 0)
         *counter = -1;
     }
     if (g % 2) { // all of a group
       auto branch = group_local_memory_for_overwrite<int[N]>(it.get_group());
       (*branch)[i] = 1000;
       sycl::group_barrier(it.get_group());
       r += (*branch)[N - 1 - i];
     }
     out[g * N + i] = r;
   }).wait();
  for (int i = 0; i < groups * N; ++i)
    CHECK(out[i] == i / N + 5 + 7 + 9 + 41 + 3 + (i / N % 2 ? 1000 : 0));
  sycl::free(out, q);
}

// Beside a local accessor, which must not share its memory.
static void with_accessor(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> local(N, h);
     h.parallel_for(sycl::nd_range<1>(N, N), [=](sycl::nd_item<1> it) {
       const size_t i = it.get_local_id(0);
       auto memory = group_local_memory_for_overwrite<int[N]>(it.get_group());
       local[i] = 1;
       (*memory)[i] = 2;
       sycl::group_barrier(it.get_group());
       out[i] = local[N - 1 - i] * 10 + (*memory)[N - 1 - i];
     });
   }).wait();
  for (int i = 0; i < N; ++i)
    CHECK(out[i] == 12);
  sycl::free(out, q);
}

static void test(sycl::queue &q) {
  several(q);
  objects(q);
  with_accessor(q);
}

int main() {
  return on_every_device(test);
}
