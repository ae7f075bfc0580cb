// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not listed, so plain C++: no integration header, one compilation.
#include <sycl/sycl.hpp>
int is_sycl_in_plain_source() {
#ifdef __SYCC_INTEGRATION_HEADER__
  return 1;
#else
  return 0;
#endif
}
