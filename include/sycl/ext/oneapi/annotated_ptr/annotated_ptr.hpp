// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_ANNOTATED_PTR_ANNOTATED_PTR_HPP
#define SYCL_EXT_ONEAPI_ANNOTATED_PTR_ANNOTATED_PTR_HPP

#include <sycl/ext/oneapi/annotated_ptr.hpp>

#endif
