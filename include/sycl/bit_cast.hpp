// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::bit_cast: std::bit_cast for C++17.
#ifndef SYCL_BIT_CAST_HPP
#define SYCL_BIT_CAST_HPP

#include <type_traits>

namespace sycl {

template <class To, class From,
          std::enable_if_t<sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                               std::is_trivially_copyable_v<From>,
                           int> = 0>
constexpr To bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(To, from);
}

} // namespace sycl

#endif
