// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where DPC++ has it.
#ifndef SYCL_EXT_ONEAPI_ANNOTATED_ARG_ANNOTATED_ARG_HPP
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG_ANNOTATED_ARG_HPP

#include <sycl/ext/oneapi/annotated_arg.hpp>

#endif
