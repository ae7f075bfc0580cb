// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang gcc
// error: an accessor to const elements has access_mode::read
#include <sycl/sycl.hpp>
sycl::accessor<const int, 1, sycl::access_mode::write> a;
