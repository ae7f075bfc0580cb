// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang gcc
// error: use device::has(aspect::image)
// What SYCL 2020 deprecates is, and says what to write instead.
#include <sycl/sycl.hpp>
#pragma GCC diagnostic error "-Wdeprecated-declarations"

bool ask(const sycl::device &d) {
  return d.get_info<sycl::info::device::image_support>();
}
