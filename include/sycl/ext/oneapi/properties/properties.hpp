// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties.hpp>

#endif
