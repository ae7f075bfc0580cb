// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hands a kernel to the runtime, or to the device compiler: the place where the three modes part.
#ifndef SYCL_DETAIL_LAUNCH_HPP
#define SYCL_DETAIL_LAUNCH_HPP

#include <sycl/detail/kernel.hpp>
#include <sycl/detail/kernel_info.hpp>
#include <sycl/detail/kernel_terms.hpp>
#include <sycl/is_device_copyable.hpp>

namespace sycl {
namespace detail {

#ifdef __SYCL_ID_QUERIES_FIT_IN_INT__
// All sizes and the number of work-items, as device code relies on it.
template <int D> void check_ids_fit(const range<D> &global, const id<D> &offset) {
  constexpr size_t most = 0x7fffffff;
  size_t items = 1;
  for (int i = 0; i < D; ++i) {
    const bool fits = global[i] <= most && offset[i] <= most - global[i];
    items = fits && (!global[i] || items <= most / global[i]) ? items * global[i] : most + 1;
    if (items > most)
      fail(errc::nd_range, "the range of a kernel does not fit in an int, and the file was compiled with "
                           "-fsycl-id-queries-fit-in-int");
  }
}
#endif

template <int D> sycc_range rt_range(const range<D> &global, const id<D> &offset) {
#ifdef __SYCL_ID_QUERIES_FIT_IN_INT__
  check_ids_fit(global, offset);
#endif
  sycc_range r = {D, 0, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}, 0};
  for (int i = 0; i < D; ++i) {
    r.global[xyz<D>(i)] = global[i];
    r.offset[xyz<D>(i)] = offset[i];
  }
  return r;
}

template <int D> sycc_range rt_range(const nd_range<D> &nd) {
  sycc_range r = rt_range(nd.get_global_range(), nd.get_offset());
  r.has_local = 1;
  for (int i = 0; i < D; ++i)
    r.local[xyz<D>(i)] = nd.get_local_range()[i];
  return r;
}

// For a kernel in groups of the headers' own: the user left the size of groups open, or asked for that of
// `asked`, which may have `most` work-items. The runtime holds it to that, after what the kernel requires of
// the device.
inline sycc_range in_own_groups(sycc_range r) {
  r.has_asked = 1;
  return r;
}
template <int D> sycc_range in_own_groups(sycc_range r, const range<D> &asked, std::size_t most) {
  r.has_asked = 1;
  r.most_asked = most;
  for (int i = 0; i < 3; ++i)
    r.asked[i] = 1;
  for (int i = 0; i < D; ++i)
    r.asked[xyz<D>(i)] = asked[i];
  return r;
}

// Before a launch in a group that uses a bundle.
SYCC_COLD inline void require_in_bundle(const kernel_terms &t, const char *symbol, const char *readable) {
  if (!sycc_bundle_has(t.bundle.get(), SYCC_ALL_IMAGES, symbol, t.device))
    fail(errc::kernel_not_supported, "kernel '", readable,
         "' is not in the kernel bundle that its command group uses, or not for the queue's device");
}

// Work-items that are in no group have no memory that a group shares.
[[noreturn]] SYCC_COLD inline void fail_local(const char *readable) {
  fail(errc::kernel_argument, "kernel '", readable, "' uses a local_accessor: launch it over an nd_range");
}

#ifdef __SYCC_INTEGRATION_HEADER__
#ifdef SYCC_HAS_STABLE_NAME
// sycc's own clang has compared the two, member by member.
inline void check_layout(const sycc_kernel_info *, size_t) {}
#else
// Another host compiler finds out here.
[[noreturn]] SYCC_COLD inline void fail_layout(const sycc_kernel_info *info, size_t size) {
  std::string text = std::string("kernel '") + info->readable + "' has " + std::to_string(size) +
                     " bytes for the host compiler and " + std::to_string(info->closure_size) +
                     " for the device compiler, which sees";
  for (std::uint32_t i = 0; i < info->member_count; ++i)
    text += std::string(i ? ", '" : " '") + info->members[i].name + "' of " +
            std::to_string(info->members[i].size) + " at " + std::to_string(info->members[i].offset);
  fail(errc::kernel, text + ": what it captures must not depend on __SYCL_DEVICE_ONLY__ or the compiler");
}

inline void check_layout(const sycc_kernel_info *info, size_t size) {
  if (info->closure_size != size)
    fail_layout(info, size);
}
#endif

inline void check_local(const sycc_kernel_info *info, const sycc_range &r) {
  for (std::uint32_t i = 0; i < info->param_count && !r.has_local; ++i)
    if (info->params[i].kind == SYCC_PARAM_LOCAL)
      fail_local(info->readable);
}

SYCC_ONCE inline void launch_found(sycc_group *g, const kernel_terms &t, const sycc_range &r,
                                   const sycc_kernel_info *info, const void *closure, size_t size) {
  check_layout(info, size);
  check_local(info, r);
  if (t.bundle)
    require_in_bundle(t, info->symbol, info->readable);
  check(sycc_group_kernel(g, info, closure, size, &r, nullptr));
}

template <class Name, class Kernel>
void launch_by_name(sycc_group *g, const kernel_terms &t, const sycc_range &r, const Kernel &kernel) {
  launch_found(g, t, r, kernel_info_of<Name, Kernel>(), &kernel, sizeof(Kernel));
}
#endif

#ifdef SYCC_PLAIN
template <class Name, class Kernel>
void launch_loop(sycc_group *g, const kernel_terms &t, const sycc_range &r, const Kernel &kernel,
                 sycc_cpu_kernel *loop) {
  // Elsewhere the device compiler says it, and which capture it is. Not a call: it would be compiled.
  static_assert(check_kernel_copyable<Kernel>());
  enroll_plain_kernel<Name>();
  if (t.local_bytes && !r.has_local)
    fail_local(kernel_symbol<Name, true>());
  if (t.bundle)
    require_in_bundle(t, kernel_symbol<Name, true>(), kernel_symbol<Name, true>());
  check(sycc_group_kernel(g, nullptr, &kernel, sizeof(Kernel), &r, loop));
}
#endif

template <class Name, class Kernel, class... Props>
void launch_single_task([[maybe_unused]] sycc_group *g, [[maybe_unused]] const kernel_terms &t,
                        const Kernel &kernel, types<Props...>) {
  static_assert(std::is_invocable_v<called_as<Kernel>>,
                "a single task is a const function without parameters, or of a kernel_handler");
#if defined(SYCC_DEVICE)
  kernel_single_task<Name, 0, Kernel, Props...>(kernel);
#elif defined(SYCC_PLAIN)
  launch_loop<Name>(g, t, rt_range<1>(range<1>(1), id<1>()), kernel, &host_single_task<Kernel>);
#else
  launch_by_name<Name>(g, t, rt_range<1>(range<1>(1), id<1>()), kernel);
#endif
}

template <class Name, int D, class Kernel, class... Props>
void launch_parallel_for([[maybe_unused]] sycc_group *g, [[maybe_unused]] const kernel_terms &t,
                         [[maybe_unused]] const sycc_range &r, const Kernel &kernel, types<Props...>) {
#if defined(SYCC_DEVICE)
  kernel_parallel_for<Name, D, Kernel, Props...>(kernel);
#elif defined(SYCC_PLAIN)
  launch_loop<Name>(g, t, r, kernel, &host_parallel_for<D, Kernel>);
#else
  launch_by_name<Name>(g, t, r, kernel);
#endif
}

template <class Name, int D, class Kernel, class... Props>
void launch_nd_range([[maybe_unused]] sycc_group *g, [[maybe_unused]] const kernel_terms &t,
                     [[maybe_unused]] const sycc_range &r, const Kernel &kernel, types<Props...>) {
  static_assert(std::is_invocable_v<called_as<Kernel, nd_item<D> &>, nd_item<D> &>,
                "a kernel over an nd_range is a const function of nd_item, and maybe a kernel_handler");
#if defined(SYCC_DEVICE)
  kernel_nd_range<Name, D, Kernel, Props...>(kernel);
#elif defined(SYCC_PLAIN)
  launch_loop<Name>(g, t, r, kernel, &host_nd_range<D, Kernel>);
#else
  launch_by_name<Name>(g, t, r, kernel);
#endif
}

} // namespace detail
} // namespace sycl

#endif
