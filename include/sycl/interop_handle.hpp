// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// interop_handle: what a host task may be called with. Native objects come with the backends.
#ifndef SYCL_INTEROP_HANDLE_HPP
#define SYCL_INTEROP_HANDLE_HPP

#include <sycl/device.hpp>

namespace sycl {

class interop_handle {
public:
  sycl::backend get_backend() const noexcept { return device_.get_backend(); }

  // For these headers.
  explicit interop_handle(const device &d) : device_(d) {}

private:
  device device_;
};

} // namespace sycl

#endif
