// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// get_native and make_* for kernels and kernel bundles.
#ifndef SYCL_DETAIL_INTEROP_KERNEL_HPP
#define SYCL_DETAIL_INTEROP_KERNEL_HPP

#include <sycl/detail/interop.hpp>
#include <sycl/kernel_bundle.hpp>

namespace sycl {
namespace detail {

// A program of the user's.
struct native_program : counted {
  native_program(sycc_device *d, std::uint64_t p) : device(d), program(p) {
    sycc_native_program_hold(device, program, 1);
  }
  ~native_program() { sycc_native_program_hold(device, program, 0); }
  sycc_device *const device;
  const std::uint64_t program;
};

template <bundle_state State> devices devices_of(const context &c, std::uint64_t program) {
  devices devs;
  sycc_status s = SYCC_success;
  for (const device &d : c.get_devices()) {
    const sycc_status now = sycc_native_program_check(d.sycc_handle(), program, rt_state<State>());
    if (now == SYCC_success)
      devs.push_back(d);
    else
      s = now;
  }
  if (devs.empty())
    check(s);
  return devs;
}

// The bundle of a program, for devices for which it is in this state. No image of SYCL's is in it.
template <bundle_state State> ref<bundle_impl> bundle_of(const context &c, std::uint64_t program) {
  const devices devs = devices_of<State>(c, program);
  const ref<bundle_impl> impl(new bundle_impl(c, devs, no_images(devs, rt_state<State>()), {}));
  impl->native = ref<counted>(new native_program(devs[0].sycc_handle(), program));
  return impl;
}

} // namespace detail

// ---- from SYCL -----------------------------------------------------------------------------------------

// Of a kernel of SYCL's: one whose arguments are set here alone, for the first device that its bundle has it
// for.
template <backend Backend> backend_return_t<Backend, kernel> get_native(const kernel &k) {
  using handle = backend_return_t<Backend, kernel>;
  detail::check_same(Backend, k.get_backend());
  if (k.sycc_native())
    return detail::handle_of<handle>(sycc_native_kernel_hold(k.sycc_native()));
  std::uint64_t made = 0;
  for (const device &d : k.get_kernel_bundle().get_devices())
    if (!made && k.get_kernel_bundle().has_kernel(k.sycc_id(), d))
      detail::check(
          sycc_native_code(k.sycc_id().sycc_symbol().c_str(), d.sycc_handle(), SYCC_NATIVE_KERNEL, &made));
  return detail::handle_of<handle>(made);
}

// Each program once, in the order of devices and kernels.
template <backend Backend, bundle_state State>
backend_return_t<Backend, kernel_bundle<State>> get_native(const kernel_bundle<State> &b) {
  using handle = typename backend_return_t<Backend, kernel_bundle<State>>::value_type;
  detail::check_same(Backend, b.get_backend());
  if (const auto *own = static_cast<const detail::native_program *>(b.sycc_impl()->native.get())) {
    sycc_native_program_hold(own->device, own->program, 1);
    return {detail::handle_of<handle>(own->program)};
  }
  if constexpr (State != bundle_state::executable)
    detail::fail(errc::feature_not_supported,
                 "get_native: only executable kernel bundles have programs of the backend");
  std::vector<handle> all;
  for (const device &d : b.get_devices())
    for (const kernel_id &id : b.get_kernel_ids()) {
      if (!b.has_kernel(id, d))
        continue;
      std::uint64_t program = 0;
      detail::check(
          sycc_native_code(id.sycc_symbol().c_str(), d.sycc_handle(), SYCC_NATIVE_PROGRAM, &program));
      if (detail::any_of(all, [&](handle each) { return detail::number_of(each) == program; }))
        sycc_native_program_hold(d.sycc_handle(), program, 0);
      else
        all.push_back(detail::handle_of<handle>(program));
    }
  return all;
}

// ---- to SYCL -------------------------------------------------------------------------------------------

template <backend Backend, bundle_state State>
kernel_bundle<State> make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &object,
                                        const context &target) {
  detail::check_same(Backend, target.get_backend());
  return kernel_bundle<State>(detail::bundle_of<State>(target, detail::number_of(object)));
}

// Its bundle is that of its program.
template <backend Backend>
kernel make_kernel(const backend_input_t<Backend, kernel> &object, const context &target) {
  detail::check_same(Backend, target.get_backend());
  sycc_native_kernel *made = nullptr;
  detail::check(sycc_native_kernel_make(target.sycc_impl()->only, detail::number_of(object), &made));
  const detail::native_kernel_handle native(made);
  const auto bundle = detail::bundle_of<bundle_state::executable>(target, sycc_native_kernel_program(made));
  return kernel(kernel_id(sycc_native_kernel_string(made, SYCC_NATIVE_KERNEL_NAME)), bundle, native);
}

} // namespace sycl

#endif
