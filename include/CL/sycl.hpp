// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL 1.2.1's name for the header and the namespace.
#ifndef CL_SYCL_HPP
#define CL_SYCL_HPP

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

#endif
