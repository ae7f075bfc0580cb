// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What that library exports.
#include "check.hpp"
using sycl::aspect;
using namespace sycl::ext::oneapi::experimental;
SYCL_EXTERNAL int asks(int x);
int in_library(sycl::queue &q);
