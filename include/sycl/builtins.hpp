// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in functions of SYCL.
#ifndef SYCL_BUILTINS_HPP
#define SYCL_BUILTINS_HPP

#include <sycl/builtins_common.hpp>
#include <sycl/builtins_integer.hpp>
#include <sycl/builtins_math.hpp>

#endif
