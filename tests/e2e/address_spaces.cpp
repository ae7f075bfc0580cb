// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// address_space_cast and dynamic_addrspace_cast give null where a pointer does not point into the space: for memory of every kind, where
// the compiler sees what it is and where it does not. OpenCL's drivers for CPUs (PoCL, Intel's) answer that every pointer points into every
// space; their program is compiled, with pointers of two types.
//
// RUN: %program %s -o %t && env SYCC_DEVICE_SELECTOR='native_cpu:*' %t
// RUN: %program -O0 %s -o %t && env SYCC_DEVICE_SELECTOR='native_cpu:*' %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

using sycl::access::address_space;
using sycl::access::decorated;

static_assert(SYCL_KHR_DYNAMIC_ADDRSPACE_CAST == 1);

// Whether the casts into all spaces say that p points into one of them. A char and an int: two types in one module.
template <class T> static bool points_into(address_space space, T *p) {
  using namespace sycl::khr;
  const bool is[] = {sycl::address_space_cast<address_space::global_space, decorated::no>(p).get_raw() == p,
                     sycl::address_space_cast<address_space::local_space, decorated::yes>(p).get_raw() == p,
                     sycl::address_space_cast<address_space::private_space, decorated::no>(p).get_raw() == p};
  const sycl::generic_ptr<T, decorated::no> g(p);
  const T *const none = nullptr;
  return is[0] == (space == address_space::global_space) && is[1] == (space == address_space::local_space) &&
         is[2] == (space == address_space::private_space) &&
         (dynamic_addrspace_cast<address_space::global_space>(g).get_raw() == (is[0] ? p : none)) &&
         (dynamic_addrspace_cast<address_space::local_space>(p).get_raw() == (is[1] ? p : none)) &&
         (dynamic_addrspace_cast<address_space::private_space>(g).get_raw() == (is[2] ? p : none)) &&
         dynamic_addrspace_cast<address_space::generic_space>(p).get_raw() == p;
}
// Where nothing is known of p.
template <class T> __attribute__((noinline)) bool unknown_points_into(address_space space, T *p) {
  return points_into(space, p);
}
template <class T> static int wrong(address_space space, T *p) {
  return !points_into(space, p) + !unknown_points_into(space, p) + !points_into(space, reinterpret_cast<char *>(p) + 1);
}

struct Table {
  int *entry;
};

static void casts(sycl::queue &q) {
  constexpr int local = 64, n = 2 * local;
  int captured[4] = {1, 2, 3, 4};
  sycl::buffer<int> out(n), data(n);
  std::vector<Table> entries(1);
  auto *memory = sycl::malloc_device<int>(n, q);
  auto *table = sycl::malloc_device<Table>(1, q);
  entries[0].entry = memory;
  q.copy(entries.data(), table, 1).wait();
  q.submit([&](sycl::handler &h) {
    sycl::accessor o(out, h, sycl::write_only);
    sycl::accessor d(data, h);
    sycl::local_accessor<int> l(local, h);
    h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
      const int i = it.get_global_id(0);
      int bad = wrong(address_space::global_space, memory) + wrong(address_space::global_space, memory + i) +
                wrong(address_space::global_space, table->entry) + wrong(address_space::global_space, &d[i]);
      int one = i, many[100], most[40000];
      most[i] = many[i % 100] = captured[i % 4];
      l[i % local] = i;
      bad += wrong(address_space::private_space, &one) + wrong(address_space::private_space, &many[i % 100]) +
             wrong(address_space::private_space, &most[i]);
      bad += wrong(address_space::local_space, &l[i % local]);
      auto own = sycl::ext::oneapi::group_local_memory_for_overwrite<int[local]>(it.get_group());
      bad += wrong(address_space::local_space, &(*own)[i % local]);
      sycl::group_barrier(it.get_group());
      bad += wrong(address_space::private_space, &one) + wrong(address_space::local_space, &l[0]);
      bad += (one != i) + (most[i] != many[i % 100]) + (l[(i + 1) % local] % local != (i + 1) % local);
      o[i] = bad;
    });
  });
  sycl::host_accessor o(out, sycl::read_only);
  for (int i = 0; i < n; i++)
    CHECK(o[i] == 0);
  int on_the_host = 0;
  CHECK((sycl::address_space_cast<address_space::local_space, decorated::no>(&on_the_host).get() == &on_the_host));
  sycl::free(memory, q);
  sycl::free(table, q);
}

int main() {
  sycl::queue q;
  casts(q);
  return failures;
}
