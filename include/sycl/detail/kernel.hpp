// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of a launch that call the user's kernel: entry points on devices, loops over work-items in
// plain C++.
#ifndef SYCL_DETAIL_KERNEL_HPP
#define SYCL_DETAIL_KERNEL_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/spirv_builtins.hpp>
#include <sycl/ext/oneapi/kernel_properties.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>

#include <type_traits>

namespace sycl {
namespace detail {

// Makes items. A source gives the number of each dimension, 0 being x: an array, or a builtin.
struct make {
  template <class C, class Source> static C coord(Source source) {
    C c;
    for (int i = 0; i < C::dimensions; ++i)
      c[i] = source[xyz<C::dimensions>(i)];
    return c;
  }

  template <int D, class Id, class Range, class Offset>
  static sycl::item<D> item(Id global_id, Range global_range, Offset offset) {
    sycl::item<D> it;
    it.id_ = coord<id<D>>(global_id);
    it.range_ = coord<range<D>>(global_range);
    it.offset_.offset = coord<id<D>>(offset);
    return it;
  }

  template <int D> static sycl::item<D, false> item(const id<D> &i, const range<D> &r) {
    sycl::item<D, false> it;
    it.id_ = i;
    it.range_ = r;
    return it;
  }

  template <int D> static sycl::group<D> group(sycl::group<D> g, const range<D> &local) {
    g.local_range_ = local;
    return g;
  }

  template <int D, class Group, class Local, class LocalRange, class GroupRange>
  static sycl::group<D> group(Group group_id, Local local_id, LocalRange local_range,
                              GroupRange group_range) {
    sycl::group<D> g;
    g.group_ = coord<id<D>>(group_id);
    g.local_ = coord<id<D>>(local_id);
    g.local_range_ = coord<range<D>>(local_range);
    g.group_range_ = coord<range<D>>(group_range);
    return g;
  }

  template <int D, class Id, class Range, class Offset>
  static sycl::nd_item<D> nd_item(Id global_id, Range global_range, Offset offset, const sycl::group<D> &g) {
    sycl::nd_item<D> it;
    it.global_ = coord<id<D>>(global_id);
    it.global_range_ = coord<range<D>>(global_range);
    it.offset_ = coord<id<D>>(offset);
    it.group_ = g;
    return it;
  }
};

// Kernels are called as const. On devices one that can't be is called anyway: the plugin refuses it, at its
// place. Their items are lvalues, so that a kernel may take them by reference: [=](auto &it).
#ifdef SYCC_DEVICE
template <class Kernel, class... Item>
using called_as = std::conditional_t<std::is_invocable_v<const Kernel &, Item...>, const Kernel, Kernel> &;
#else
template <class Kernel, class...> using called_as = const Kernel &;
#endif

#ifdef SYCC_DEVICE

template <size_t (*Builtin)(int) noexcept> struct builtin {
  size_t operator[](int dimension) const {
#ifdef __SYCL_ID_QUERIES_FIT_IN_INT__ // the submission has looked
    const size_t n = Builtin(dimension);
    __builtin_assume(n <= 0x7fffffff);
    return n;
#else
    return Builtin(dimension);
#endif
  }
};
using global_id = builtin<__spirv_BuiltInGlobalInvocationId>;
using global_range = builtin<__spirv_BuiltInGlobalSize>;
using global_offset = builtin<__spirv_BuiltInGlobalOffset>;
using local_id = builtin<__spirv_BuiltInLocalInvocationId>;
using local_range = builtin<__spirv_BuiltInWorkgroupSize>;
using group_id = builtin<__spirv_BuiltInWorkgroupId>;
using group_range = builtin<__spirv_BuiltInNumWorkgroups>;

// No lambdas in entry points: clang compiles their bodies in a place where it doesn't find them. The
// properties of a kernel stand on its entry point, and change neither its name nor its closure. D says how
// many dimensions the range has that the kernel is launched over: what there is one of in all others, the
// device need not ask for.

template <class Name, int D, class Kernel, class... Props>
SYCC_PROPERTIES(add_ir_function_attributes)
[[clang::sycl_kernel_entry_point(Name)]] void kernel_single_task(Kernel kernel) {
  static_cast<called_as<Kernel>>(kernel)();
}

template <class Name, int D, class Kernel, class... Props>
SYCC_PROPERTIES(add_ir_function_attributes)
[[clang::sycl_kernel_entry_point(Name)]] void kernel_parallel_for(Kernel kernel) {
  auto it = make::item<D>(global_id(), global_range(), global_offset());
  static_cast<called_as<Kernel, sycl::item<D> &>>(kernel)(it);
}

template <class Name, int D, class Kernel, class... Props>
SYCC_PROPERTIES(add_ir_function_attributes)
[[clang::sycl_kernel_entry_point(Name)]] void kernel_nd_range(Kernel kernel) {
  auto it = make::nd_item<D>(global_id(), global_range(), global_offset(),
                             make::group<D>(group_id(), local_id(), local_range(), group_range()));
  static_cast<called_as<Kernel, sycl::nd_item<D> &>>(kernel)(it);
}

#endif

// The group with linear number n, and how many work-items of it the global range leaves in each dimension, as
// x, y, z.
struct host_group {
  size_t id[3], count[3];

  host_group(const sycc_cpu_launch &launch, size_t n)
      : id{n % launch.groups[0], n / launch.groups[0] % launch.groups[1],
           n / launch.groups[0] / launch.groups[1]} {
    for (int d = 0; d < 3; ++d) {
      const size_t left = launch.global[d] - id[d] * launch.local[d];
      count[d] = left < launch.local[d] ? left : launch.local[d];
    }
  }
  size_t global(const sycc_cpu_launch &launch, int d, size_t local) const {
    return launch.offset[d] + id[d] * launch.local[d] + local;
  }
};

// Calls body(global) for every work-item of the groups first .. end-1, as x, y, z.
template <class Body> void for_each_item(const sycc_cpu_launch &launch, size_t first, size_t end, Body body) {
  for (size_t n = first; n < end; ++n) {
    const host_group group(launch, n);
    size_t local[3], global[3];
    for (local[2] = 0; local[2] < group.count[2]; ++local[2])
      for (local[1] = 0; local[1] < group.count[1]; ++local[1])
        for (local[0] = 0; local[0] < group.count[0]; ++local[0]) {
          for (int d = 0; d < 3; ++d)
            global[d] = group.global(launch, d, local[d]);
          body(global);
        }
  }
}

// Work-items of one group of an nd_range, which may meet at barriers: see sycc_items_run, which gets a
// pointer to this.
struct host_items_base {
  const sycc_cpu_launch &launch;
  const host_group group;

  template <int D> nd_item<D> item(size_t i) const {
    const size_t local[3] = {i % group.count[0], i / group.count[0] % group.count[1],
                             i / group.count[0] / group.count[1]};
    size_t global[3];
    for (int d = 0; d < 3; ++d)
      global[d] = group.global(launch, d, local[d]);
    return make::nd_item<D>(global, launch.global, launch.offset,
                            make::group<D>(group.id, local, launch.local, launch.groups));
  }
  // That of the work-item that calls.
  template <int D> static nd_item<D> current() {
    size_t i = 0;
    const void *self = sycc_item_current(&i);
    return static_cast<const host_items_base *>(self)->item<D>(i);
  }
};

template <int D, class Kernel> struct host_items : host_items_base {
  const Kernel &kernel;
  host_items(const Kernel &k, const sycc_cpu_launch &launch, size_t n)
      : host_items_base{launch, host_group(launch, n)}, kernel(k) {}

  static void loop(void *data) {
    const host_items &self = *static_cast<const host_items *>(static_cast<const host_items_base *>(data));
    for (size_t i; sycc_items_next(&i);) {
      auto it = self.template item<D>(i);
      self.kernel(it);
    }
  }
};

// The loops are sycc_cpu_kernels. They work on a copy of the closure and of the launch that nothing else
// can point to, so that the compiler may keep both in registers.

template <class Kernel>
void host_single_task(void *const *args, const sycc_cpu_launch *, size_t first, size_t end) {
  const Kernel kernel = *static_cast<const Kernel *>(args[0]);
  for (; first < end; ++first)
    kernel();
}

template <int D, class Kernel>
void host_parallel_for(void *const *args, const sycc_cpu_launch *arg, size_t first, size_t end) {
  const Kernel kernel = *static_cast<const Kernel *>(args[0]);
  const sycc_cpu_launch launch = *arg;
  for_each_item(launch, first, end, [&](const size_t *global) {
    auto it = make::item<D>(global, launch.global, launch.offset);
    kernel(it);
  });
}

template <int D, class Kernel>
void host_nd_range(void *const *args, const sycc_cpu_launch *arg, size_t first, size_t end) {
  const Kernel kernel = *static_cast<const Kernel *>(args[0]);
  for (; first < end; ++first) {
    host_items<D, Kernel> items(kernel, *arg, first);
    sycc_items_run(items.group.count[0] * items.group.count[1] * items.group.count[2],
                   &host_items<D, Kernel>::loop, static_cast<host_items_base *>(&items));
  }
}

} // namespace detail
} // namespace sycl

#endif
