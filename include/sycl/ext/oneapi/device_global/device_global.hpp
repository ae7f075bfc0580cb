// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_DEVICE_GLOBAL_DEVICE_GLOBAL_HPP
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL_DEVICE_GLOBAL_HPP

#include <sycl/ext/oneapi/device_global.hpp>

#endif
