// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's objects: which type stands for which of SYCL's. Needs OpenCL's headers (Debian: opencl-c-headers).
#ifndef SYCL_BACKEND_OPENCL_HPP
#define SYCL_BACKEND_OPENCL_HPP

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include <sycl/detail/interop_kernel.hpp>

namespace sycl {
namespace detail {

template <class T> struct opencl_object; // not defined: OpenCL has nothing of the kind
template <> struct opencl_object<platform> { using input = cl_platform_id; using output = cl_platform_id; };
template <> struct opencl_object<device> { using input = cl_device_id; using output = cl_device_id; };
template <> struct opencl_object<context> { using input = cl_context; using output = cl_context; };
template <> struct opencl_object<queue> { using input = cl_command_queue; using output = cl_command_queue; };
template <> struct opencl_object<event> { using input = std::vector<cl_event>; using output = std::vector<cl_event>; };
template <> struct opencl_object<kernel> { using input = cl_kernel; using output = cl_kernel; };
template <bundle_state S> struct opencl_object<kernel_bundle<S>> { using input = cl_program; using output = std::vector<cl_program>; };
template <class T, int D, class A> struct opencl_object<buffer<T, D, A>> { using input = cl_mem; using output = std::vector<cl_mem>; };

} // namespace detail

template <> class backend_traits<backend::opencl> {
public:
  template <class T> using input_type = typename detail::opencl_object<T>::input;
  template <class T> using return_type = typename detail::opencl_object<T>::output;
};

namespace opencl {

inline bool has_extension(const platform &p, const std::string &name) {
  detail::check_same(backend::opencl, p.get_backend());
  for (const std::string &word : detail::split(sycc_platform_string(p.sycc_handle(), SYCC_PLATFORM_EXTENSIONS), ' '))
    if (word == name)
      return true;
  return false;
}
inline bool has_extension(const device &d, const std::string &name) {
  detail::check_same(backend::opencl, d.get_backend());
  for (const std::string &word : detail::split(sycc_device_string(d.sycc_handle(), SYCC_DEVICE_EXTENSIONS), ' '))
    if (word == name)
      return true;
  return false;
}

} // namespace opencl
} // namespace sycl

#endif
