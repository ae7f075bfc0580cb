// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel_handler: what a kernel may take as its last argument, to ask for specialization constants.
//
// Their values are bytes in global memory, one block for all constants of an image (docs/kernel-bundles.md).
// The handler is an accessor to that block: the device compiler gives it a parameter of the kernel.
// sycl-post-link knows where in the block a constant is, and puts that in the place of __sycc_spec_value.
#ifndef SYCL_KERNEL_HANDLER_HPP
#define SYCL_KERNEL_HANDLER_HPP

#include <sycl/detail/kernel.hpp>
#include <sycl/specialization_id.hpp>

#ifdef SYCC_DEVICE
// Not merged: each call names its constant.
extern "C" [[clang::nomerge]] __attribute__((const)) const void *
__sycc_spec_value(const void *values, const void *id, const char *name) noexcept;
#endif

namespace sycl {

class kernel_handler;

namespace detail {

template <class Kernel> struct kernel_with_handler;

#ifdef SYCC_DEVICE
template <auto &Id> spec_value_t<Id> spec_value(const void *values) {
  return *static_cast<const spec_value_t<Id> *>(
      __sycc_spec_value(values, &Id, __builtin_sycl_unique_stable_name(spec_name_t<Id>)));
}
#elif defined(SYCC_PLAIN)
template <auto &Id> spec_value_t<Id> spec_value(const void *values) {
  const void *set = sycc_plain_spec_value(values, &Id);
  return set ? *static_cast<const spec_value_t<Id> *>(set) : spec_parts::initial(Id);
}
#else
template <auto &Id> spec_value_t<Id> spec_value(const void *) {
  return sycc_device_only("get_specialization_constant"), spec_parts::initial(Id);
}
#endif

} // namespace detail

class SYCC_SPECIAL_CLASS("accessor") kernel_handler {
public:
  template <auto &SpecName> detail::spec_value_t<SpecName> get_specialization_constant() const {
    return detail::spec_value<SpecName>(head_.data);
  }

private:
  template <class> friend struct detail::kernel_with_handler;
  kernel_handler() = default;

  sycc_accessor_head head_ = {nullptr, nullptr};
};

namespace detail {

// Whether a kernel wants a handler behind these arguments. A kernel that can be called without one is never
// asked: a call of a function object whose result is deduced compiles its body, and the body of a wrapper
// that takes any arguments is an error with one too many.
template <class Kernel, class... Args>
inline constexpr bool takes_handler =
    std::conjunction_v<std::negation<std::is_invocable<called_as<Kernel, Args...>, Args...>>,
                       std::is_invocable<const Kernel &, Args..., kernel_handler>>;

// Such a kernel as one without. The plugin looks for the kernel's attributes inside.
template <class Kernel> struct SYCC_SPECIAL_CLASS("kernel_wrapper") kernel_with_handler {
  kernel_with_handler(const Kernel &k, sycc_access *access) : kernel(k) {
    handler.head_.access = access;
#ifdef SYCC_PLAIN
    handler.head_.data = access ? sycc_access_host_data(access) : nullptr;
#endif
  }
  template <class... Args>
  auto operator()(Args &&...args) const
      -> std::enable_if_t<std::is_invocable_v<const Kernel &, Args..., kernel_handler>> {
    kernel(static_cast<Args &&>(args)..., handler);
  }

  Kernel kernel;
  kernel_handler handler;
};

template <class Kernel> struct user_kernel<kernel_with_handler<Kernel>> : user_kernel<Kernel> {};

// The kernel called Name, as a Final, with the values of its constants.
template <class Name, class Final, class Kernel>
kernel_with_handler<Kernel> with_handler([[maybe_unused]] sycc_group *g,
                                         [[maybe_unused]] const kernel_terms &t, const Kernel &kernel) {
  sycc_access *access = nullptr;
#if defined(__SYCC_INTEGRATION_HEADER__)
  check(sycc_group_spec_values(g, kernel_info_of<Name, Final>()->symbol, t.values.get(), &access));
#elif defined(SYCC_PLAIN)
  check(sycc_group_spec_values(g, nullptr, t.values.get(), &access));
#endif
  return {kernel, access};
}

} // namespace detail
} // namespace sycl

#endif
