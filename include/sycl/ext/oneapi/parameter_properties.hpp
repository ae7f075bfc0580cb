// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of accessors and of other things that become parameters of kernels.
#ifndef SYCL_EXT_ONEAPI_PARAMETER_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_PARAMETER_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties.hpp>

namespace sycl {
namespace ext::oneapi {

// No other parameter of the kernel leads to the same memory.
struct no_alias {
  static constexpr unsigned places = detail::on_accessor;
  static constexpr const char *meta_name = "sycl-no-alias";
  using value_t = property_value<no_alias>;
};
inline constexpr no_alias::value_t no_alias_v;

// The accessor starts where its buffer starts.
struct no_offset {
  static constexpr unsigned places = detail::on_accessor;
  static constexpr const char *meta_name = "sycl-no-offset";
  using value_t = property_value<no_offset>;
};
inline constexpr no_offset::value_t no_offset_v;

// The number of the memory on the device in which the data is.
struct buffer_location {
  static constexpr unsigned places = detail::on_accessor | detail::on_annotated;
  static constexpr const char *meta_name = "sycl-buffer-location";
  template <int N> struct value_t : property_value<buffer_location, std::integral_constant<int, N>> {
    static_assert(N >= 0, "buffer_location: memories are counted from 0");
  };
};
template <int N> inline constexpr buffer_location::value_t<N> buffer_location_v;

// The address is a multiple of N.
struct alignment {
  static constexpr unsigned places = detail::on_annotated | detail::on_variable;
  static constexpr const char *meta_name = "sycl-alignment";
  template <int N> struct value_t : property_value<alignment, std::integral_constant<int, N>> {
    static_assert(N > 0 && (N & (N - 1)) == 0, "alignment: a power of two");
  };
};
template <int N> inline constexpr alignment::value_t<N> alignment_v;

// The memory is reached through no other pointer while the kernel runs.
struct restrict {
  static constexpr unsigned places = detail::on_annotated;
  static constexpr const char *meta_name = "sycl-restrict";
  using value_t = property_value<restrict>;
};
inline constexpr restrict ::value_t restrict_v;

// What the kernel does with the memory.
struct read_write_mode {
  static constexpr unsigned places = detail::on_annotated;
  enum class access { read, write, read_write };
  static constexpr const char *meta_name = "sycl-read-write-mode";
  template <access Mode>
  using value_t = property_value<read_write_mode, std::integral_constant<access, Mode>>;
};
template <read_write_mode::access Mode> inline constexpr read_write_mode::value_t<Mode> read_write_mode_v;

// The names of the extensions.
namespace experimental {
using buffer_location_key = oneapi::buffer_location;
using alignment_key = oneapi::alignment;
using restrict_key = oneapi::restrict;
using read_write_mode_key = oneapi::read_write_mode;
using read_write_mode_enum = read_write_mode_key::access;
template <int N> inline constexpr buffer_location_key::value_t<N> buffer_location;
template <int N> inline constexpr alignment_key::value_t<N> alignment;
inline constexpr restrict_key::value_t restrict;
template <read_write_mode_enum Mode> inline constexpr read_write_mode_key::value_t<Mode> read_write_mode;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read> read_write_mode_read;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::write> read_write_mode_write;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read_write> read_write_mode_readwrite;
} // namespace experimental

} // namespace ext::oneapi

namespace detail {
template <class Property> inline constexpr std::size_t promised = 1;
template <int N> inline constexpr std::size_t promised<ext::oneapi::alignment::value_t<N>> = N;
template <class... Props>
inline constexpr std::size_t promised_alignment = (std::size_t(1) * ... * promised<Props>);

// The properties that hold for an address at some distance too.
template <class... Props>
using movable_t = decltype(list_from(
    (types<>() + ... + std::conditional_t<promised<Props> == 1, types<Props>, types<>>())));

// The pointer, of which the device compiler then knows the alignment.
template <class... Props, class T> T *aligned(T *p) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (promised_alignment<Props...> > 1)
    return static_cast<T *>(__builtin_assume_aligned(p, promised_alignment<Props...>));
#endif
  return p;
}
} // namespace detail
} // namespace sycl

#endif
