// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of accessors and of other things that become parameters of kernels.
#ifndef SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties.hpp>

namespace sycl {
namespace ext::oneapi {

// No other parameter of the kernel leads to the same memory.
struct no_alias {
  static constexpr const char *meta_name = "sycl-no-alias";
  using value_t = property_value<no_alias>;
};
inline constexpr no_alias::value_t no_alias_v;

// The accessor starts where its buffer starts.
struct no_offset {
  static constexpr const char *meta_name = "sycl-no-offset";
  using value_t = property_value<no_offset>;
};
inline constexpr no_offset::value_t no_offset_v;

// The number of the memory on the device in which the data is.
struct buffer_location {
  static constexpr const char *meta_name = "sycl-buffer-location";
  template <int N> struct value_t : property_value<buffer_location, std::integral_constant<int, N>> {
    static_assert(N >= 0, "buffer_location: memories are counted from 0");
  };
};
template <int N> inline constexpr buffer_location::value_t<N> buffer_location_v;

namespace experimental {
using buffer_location_key = oneapi::buffer_location;
template <int N> inline constexpr buffer_location_key::value_t<N> buffer_location;
} // namespace experimental

} // namespace ext::oneapi
} // namespace sycl

#endif
