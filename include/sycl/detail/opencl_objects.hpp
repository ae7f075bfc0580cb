// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's objects: which type stands for which of SYCL's. OpenCL's own headers are not needed: its handles
// are pointers to structs that it never defines.
#ifndef SYCL_DETAIL_OPENCL_OBJECTS_HPP
#define SYCL_DETAIL_OPENCL_OBJECTS_HPP

#include <sycl/detail/interop_kernel.hpp>

struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_kernel;
struct _cl_program;
struct _cl_mem;

namespace sycl {
namespace detail {

template <class T> struct opencl_object; // not defined: OpenCL has nothing of the kind
template <> struct opencl_object<platform> {
  using input = _cl_platform_id *;
  using output = _cl_platform_id *;
};
template <> struct opencl_object<device> {
  using input = _cl_device_id *;
  using output = _cl_device_id *;
};
template <> struct opencl_object<context> {
  using input = _cl_context *;
  using output = _cl_context *;
};
template <> struct opencl_object<queue> {
  using input = _cl_command_queue *;
  using output = _cl_command_queue *;
};
template <> struct opencl_object<event> {
  using input = std::vector<_cl_event *>;
  using output = std::vector<_cl_event *>;
};
template <> struct opencl_object<kernel> {
  using input = _cl_kernel *;
  using output = _cl_kernel *;
};
template <bundle_state S> struct opencl_object<kernel_bundle<S>> {
  using input = _cl_program *;
  using output = std::vector<_cl_program *>;
};
template <class T, int D, class A> struct opencl_object<buffer<T, D, A>> {
  using input = _cl_mem *;
  using output = std::vector<_cl_mem *>;
};

} // namespace detail

template <> class backend_traits<backend::opencl> {
public:
  template <class T> using input_type = typename detail::opencl_object<T>::input;
  template <class T> using return_type = typename detail::opencl_object<T>::output;
};

namespace opencl {

inline bool has_extension(const platform &p, const std::string &name) {
  detail::check_same(backend::opencl, p.get_backend());
  for (const std::string &word :
       detail::split(sycc_platform_string(p.sycc_handle(), SYCC_PLATFORM_EXTENSIONS), ' '))
    if (word == name)
      return true;
  return false;
}
inline bool has_extension(const device &d, const std::string &name) {
  detail::check_same(backend::opencl, d.get_backend());
  for (const std::string &word :
       detail::split(sycc_device_string(d.sycc_handle(), SYCC_DEVICE_EXTENSIONS), ' '))
    if (word == name)
      return true;
  return false;
}

} // namespace opencl
} // namespace sycl

#endif
