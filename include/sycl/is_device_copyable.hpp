// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// is_device_copyable: may a value travel to a device as bytes? Users specialise it for types of their own.
// optional and variant of trivially copyable types are trivially copyable; they need no specialisation
// here, and their headers are not worth including.
#ifndef SYCL_IS_DEVICE_COPYABLE_HPP
#define SYCL_IS_DEVICE_COPYABLE_HPP

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T> struct is_device_copyable;
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <class T> struct is_device_copyable : std::is_trivially_copyable<T> {};
template <class T> struct is_device_copyable<const T> : is_device_copyable<T> {};
template <class T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <class T, std::size_t N> struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class A, class B>
struct is_device_copyable<std::pair<A, B>>
    : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {};
template <class... T>
struct is_device_copyable<std::tuple<T...>> : std::bool_constant<(is_device_copyable_v<T> && ...)> {};

namespace detail {

// What a template can tell about a kernel. A lambda that captures a device copyable class with a
// copy constructor of its own can't be told from any other, so only destructors are held against it.
template <class Kernel> constexpr bool check_kernel_copyable() {
  static_assert(is_device_copyable_v<Kernel> || std::is_trivially_destructible_v<Kernel>,
                "this kernel can't be copied to a device: it or something it captures has a destructor "
                "(a buffer, a std::vector, a std::string, ...). Capture accessors, pointers to USM or plain "
                "values, or specialise sycl::is_device_copyable if a copy of the bytes is good enough");
  return true;
}

} // namespace detail
} // namespace sycl

#endif
