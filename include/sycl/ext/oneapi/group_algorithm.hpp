// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP
#define SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP

#include <sycl/ext/oneapi/functional.hpp>

#endif
