// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sycc precompiles for sources that begin with <sycl/sycl.hpp> (docs/driver.md). The host compilation
// brings the table of the source's kernels behind it.
#ifndef __SYCL_DEVICE_ONLY__
#define __SYCC_INTEGRATION_HEADER__ 1
#endif
#include <sycl/sycl.hpp>
