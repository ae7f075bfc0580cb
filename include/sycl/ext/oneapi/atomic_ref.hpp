// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_ATOMIC_REF_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_REF_HPP

#include <sycl/ext/oneapi/functional.hpp>

#endif
