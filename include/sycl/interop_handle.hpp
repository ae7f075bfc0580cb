// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// interop_handle: what a host task may be called with. Its members need the header of the backend:
// <sycl/sycl.hpp> for OpenCL, <sycl/backend/cuda.hpp> for CUDA.
#ifndef SYCL_INTEROP_HANDLE_HPP
#define SYCL_INTEROP_HANDLE_HPP

#include <sycl/access.hpp>
#include <sycl/device.hpp>

namespace sycl {

template <class DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, class PropertyListT>
class accessor;
template <class T, int Dimensions, class AllocatorT> class buffer;
class context;
class queue;

class interop_handle {
public:
  interop_handle() = delete;

  sycl::backend get_backend() const noexcept { return device_.get_backend(); }

  // The memory that commands of the task's queue would use: with the contents, and what is written there
  // becomes them. What the task hands to the backend must have ended when the task returns.
  template <backend Backend, class T, int D, access_mode M, target W, access::placeholder P, class L>
  auto get_native_mem(const accessor<T, D, M, W, P, L> &a) const;
  template <backend Backend> backend_return_t<Backend, queue> get_native_queue() const;
  template <backend Backend> backend_return_t<Backend, device> get_native_device() const;
  template <backend Backend> backend_return_t<Backend, context> get_native_context() const;

  // For these headers.
  explicit interop_handle(const device &d) : device_(d) {}

private:
  device device_;
};

} // namespace sycl

#endif
