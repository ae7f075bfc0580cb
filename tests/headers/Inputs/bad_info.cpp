// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with: clang device gcc
// error: device::get_info: not an information descriptor of devices
// A descriptor of something else is not one of devices.
#include <sycl/sycl.hpp>

bool ask(const sycl::device &d) {
  return d.get_info<sycl::info::queue::device>() == d;
}
