// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any_device_has and all_devices_have: what is known at compile time of the devices the program may run on.
// The driver works it out from the targets (-fsycl-targets=) and the device configuration and tells it in
// macros:
//
//   __SYCL_ALL_DEVICES_HAVE_fp64__        every device of every target has fp64
//   __SYCL_ANY_DEVICE_HAS_fp64__          some device of some target has it
//   __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__    a target may have aspects that are not listed
//
// Compiled as plain C++ the program runs on the native CPU device, of which nothing is promised.
#ifndef SYCL_DEVICE_TRAITS_HPP
#define SYCL_DEVICE_TRAITS_HPP

#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>

#include <type_traits>

namespace sycl {
namespace detail {

// Whether a macro is defined to 1, as a constant expression: its name as a string, expanded, is not the name.
#define SYCC_TEXT_OF(x) #x
#define SYCC_IS_SET(macro) (SYCC_TEXT_OF(macro)[0] == '1')

struct aspect_trait {
  aspect which;
  bool all, any;
};

constexpr aspect_trait aspect_traits[] = {
#define SYCC_X(name, number)                                                                                 \
  {static_cast<aspect>(number), SYCC_IS_SET(__SYCL_ALL_DEVICES_HAVE_##name##__),                             \
   SYCC_IS_SET(__SYCL_ANY_DEVICE_HAS_##name##__)},
    SYCC_ASPECT_LIST(SYCC_X, SYCC_X)
#undef SYCC_X
};
#undef SYCC_IS_SET
#undef SYCC_TEXT_OF

constexpr aspect_trait trait_of(aspect a) {
  for (const aspect_trait &t : aspect_traits)
    if (t.which == a)
      return t;
  return {a, false, false};
}

#if defined(__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__) || defined(SYCC_PLAIN)
constexpr bool any_aspect = true;
#else
constexpr bool any_aspect = false;
#endif

} // namespace detail

template <aspect Aspect> struct all_devices_have : std::bool_constant<detail::trait_of(Aspect).all> {};
template <aspect Aspect>
struct any_device_has : std::bool_constant<detail::any_aspect || detail::trait_of(Aspect).any> {};

template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;
template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;

} // namespace sycl

#endif
