// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: their ids, sizes and barriers, in groups of all shapes and for all sizes that a kernel can ask for, with
// and without barriers of the whole group. Sub-groups follow the local linear id.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 -g %s -o %t && %t
// RUN: %program -O3 -g %s -o %t && %t
// RUN: env SYCC_DEFAULT_SUB_GROUP_SIZE=8 %t 8
// RUN: env SYCC_DEFAULT_SUB_GROUP_SIZE=32 %t 32
// RUN: env SYCC_DEFAULT_SUB_GROUP_SIZE=8x SYCC_DEVICE_SELECTOR=native_cpu:* %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: sycc: warning: SYCC_DEFAULT_SUB_GROUP_SIZE: '8x' is not a size
#include "Inputs/check.hpp"
#include <CL/__spirv/spirv_ops.hpp>
#include <CL/__spirv/spirv_vars.hpp>
#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <vector>

enum scope : unsigned { work_group = 2, sub_group = 3 };
static void barrier(scope s) {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(s, s, 0x110);
#endif
}

struct ids {
  unsigned size, most, id, lane, count;
};
static ids get_ids() {
#ifdef __SYCL_DEVICE_ONLY__
  return {__spirv_BuiltInSubgroupSize(), __spirv_BuiltInSubgroupMaxSize(), __spirv_BuiltInSubgroupId(),
          __spirv_BuiltInSubgroupLocalInvocationId(), __spirv_BuiltInNumSubgroups()};
#else
  return {};
#endif
}

struct seen {
  ids own;
  size_t linear; // local linear id
  unsigned next, sum, all; // of the next lane; over the sub-group; over the group
};

template <int D> static void work(sycl::nd_item<D> it, unsigned *shared, seen *out) {
  const ids s = get_ids();
  const size_t me = it.get_local_linear_id(), first = me - s.lane;
  shared[me] = unsigned(me * 3 + it.get_group_linear_id());
  barrier(sub_group);
  const unsigned next = shared[first + (s.lane + 1) % s.size];
  barrier(sub_group);
  unsigned sum = shared[me];
  for (unsigned width = 1; width < s.size; width *= 2) { // each lane sums up those before it
    const unsigned before = s.lane >= width ? shared[me - width] : 0;
    barrier(sub_group);
    shared[me] = sum += before;
    barrier(sub_group);
  }
  sum = shared[first + s.size - 1];
  barrier(work_group);
  if (s.lane == 0)
    shared[s.id] = sum;
  barrier(work_group);
  unsigned all = 0;
  for (unsigned k = 0; k < s.count; ++k)
    all += shared[k];
  out[it.get_group_linear_id() * it.get_local_range().size() + me] = {s, me, next, sum, all};
}

template <int Size> struct kernel_of {
  template <int D> static auto make(sycl::local_accessor<unsigned> shared, sycl::accessor<seen> out) {
    return [=](sycl::nd_item<D> it) [[sycl::reqd_sub_group_size(Size)]] { work(it, &shared[0], &out[0]); };
  }
};
template <> struct kernel_of<0> { // the device's own choice
  template <int D> static auto make(sycl::local_accessor<unsigned> shared, sycl::accessor<seen> out) {
    return [=](sycl::nd_item<D> it) { work(it, &shared[0], &out[0]); };
  }
};

template <int Size, int D> static void run(sycl::queue &q, sycl::range<D> groups, sycl::range<D> local) {
  const size_t n = local.size();
  std::vector<seen> all(groups.size() * n);
  {
    sycl::buffer<seen> buffer(all.data(), sycl::range(all.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h);
      sycl::local_accessor<unsigned> shared(n, h);
      h.parallel_for(sycl::nd_range<D>(groups * local, local), kernel_of<Size>::template make<D>(shared, out));
    });
  }
  const size_t most = all[0].own.most;
  CHECK(Size ? most == Size : most >= 1);
  // A driver may begin a new sub-group with each row.
  const size_t row = q.get_backend() == sycl::backend::opencl && n / local[D - 1] * ((local[D - 1] + most - 1) / most) == all[0].own.count ? local[D - 1] : n;
  const size_t in_row = (row + most - 1) / most;
  size_t wrong = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const seen &s = all[i];
    const size_t group = i / n, me = i % n, id = me / row * in_row + me % row / most, first = me - me % row % most;
    const size_t size = std::min(most, row - first % row);
    unsigned sum = 0, total = 0;
    for (size_t k = 0; k < n; ++k) {
      total += unsigned(k * 3 + group);
      sum += k >= first && k < first + size ? unsigned(k * 3 + group) : 0;
    }
    wrong += s.linear != me || s.own.most != most || s.own.size != size || s.own.id != id || s.own.lane != me - first ||
             s.own.count != n / row * in_row;
    wrong += s.next != (first + (me - first + 1) % size) * 3 + group || s.sum != sum || s.all != total;
  }
  CHECK(wrong == 0);
}

template <int Size> static void shapes(sycl::queue &q) {
  if (Size) {
    const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
    if (std::find(sizes.begin(), sizes.end(), size_t(Size)) == sizes.end())
      return;
  }
  for (size_t n : {1, 3, 8, 17, 64, 100, 128})
    run<Size, 1>(q, {3}, {n});
  run<Size, 2>(q, {2, 2}, {4, 32});
  run<Size, 2>(q, {1, 3}, {5, 7});
  run<Size, 3>(q, {2, 1, 2}, {2, 3, 16});
  run<Size, 3>(q, {1, 2, 1}, {3, 5, 4});
}

// With SYCC_DEFAULT_SUB_GROUP_SIZE drivers that compile SPIR-V take that size for kernels that require none; where there is no such size, these
// are refused. Compiled code has its size.
static void wanted(sycl::queue &q, std::size_t wanted) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const bool compiled = q.get_backend() != sycl::backend::opencl, has = std::find(sizes.begin(), sizes.end(), wanted) != sizes.end();
  unsigned *most = sycl::malloc_shared<unsigned>(2, q);
  auto ask = [&](auto i) {
    q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) { most[i] = it.get_sub_group().get_max_local_range()[0]; }).wait();
  };
  if (compiled || has) {
    ask(std::integral_constant<int, 0>());
    CHECK(compiled || most[0] == wanted);
  } else {
    CHECK_THROWS(kernel_not_supported, ask(std::integral_constant<int, 1>()));
  }
  sycl::free(most, q);
}

int main(int argc, char **argv) {
  if (argc == 2)
    return on_every_device([=](sycl::queue &q) {
      wanted(q, std::strtoul(argv[1], nullptr, 10));
      shapes<16>(q);
    });
  return on_every_device([](sycl::queue &q) {
    shapes<0>(q);
    shapes<4>(q);
    shapes<8>(q);
    shapes<16>(q);
    shapes<32>(q);
    shapes<64>(q);
  });
}
