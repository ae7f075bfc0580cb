// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in functions of SYCL.
#ifndef SYCL_BUILTINS_HPP
#define SYCL_BUILTINS_HPP

#include <sycl/builtins_common.hpp>
#include <sycl/builtins_integer.hpp>
#include <sycl/builtins_math.hpp>
#include <sycl/builtins_relational.hpp>

// Swizzles of a vec as arguments: each function takes the vec they stand for. Objects that convert to a
// number of floating point: each takes that number.
namespace sycl {
namespace detail {

float nearest_number(float);
double nearest_number(double);
half nearest_number(half);
template <class T, class = void> struct as_floating {
  static constexpr bool is = false;
};
template <class T> struct as_floating<T, std::void_t<decltype(nearest_number(std::declval<const T &>()))>> {
  static constexpr bool is =
      std::is_class_v<T> && !is_swizzled<T> && !vector_traits<T>::is_vector && !std::is_same_v<T, half>;
  using type = decltype(nearest_number(std::declval<const T &>()));
};
template <class T> inline constexpr bool is_stand_in = is_swizzled<T> || as_floating<T>::is;
template <class T> constexpr decltype(auto) argument(const T &v) {
  if constexpr (as_floating<T>::is)
    return static_cast<typename as_floating<T>::type>(v);
  else
    return detail::plain(v);
}

} // namespace detail
#define SYCC_IN sycl
#define SYCC_X(name)                                                                                         \
  template <class... A, std::enable_if_t<(detail::is_stand_in<A> || ...), int> = 0>                          \
  auto name(const A &...a) {                                                                                 \
    return SYCC_IN::name(detail::argument(a)...);                                                            \
  }
#define SYCC_Y(name, host) SYCC_X(name)
SYCC_MATH_LIST_1(SYCC_X, SYCC_Y)
SYCC_MATH_LIST_2(SYCC_X, SYCC_Y)
// clang-format off
SYCC_X(nextafter) SYCC_X(maxmag) SYCC_X(minmag) SYCC_X(fma) SYCC_X(mad) SYCC_X(ldexp) SYCC_X(pown) SYCC_X(rootn)
SYCC_X(ilogb) SYCC_X(sincos) SYCC_X(fract) SYCC_X(modf) SYCC_X(frexp) SYCC_X(lgamma_r) SYCC_X(remquo) SYCC_X(nan)
SYCC_X(isnan) SYCC_X(isinf) SYCC_X(isfinite) SYCC_X(isnormal) SYCC_X(signbit)
SYCC_X(isequal) SYCC_X(isnotequal) SYCC_X(isgreater) SYCC_X(isgreaterequal) SYCC_X(isless) SYCC_X(islessequal)
SYCC_X(islessgreater) SYCC_X(isordered) SYCC_X(isunordered) SYCC_X(select) SYCC_X(bitselect) SYCC_X(any) SYCC_X(all)
SYCC_X(min) SYCC_X(max) SYCC_X(clamp) SYCC_X(step) SYCC_X(mix) SYCC_X(smoothstep) SYCC_X(sign) SYCC_X(degrees) SYCC_X(radians)
SYCC_X(dot) SYCC_X(length) SYCC_X(distance) SYCC_X(normalize) SYCC_X(cross)
SYCC_X(fast_length) SYCC_X(fast_distance) SYCC_X(fast_normalize)
SYCC_X(abs) SYCC_X(abs_diff) SYCC_X(add_sat) SYCC_X(sub_sat) SYCC_X(mad_sat) SYCC_X(hadd) SYCC_X(rhadd) SYCC_X(popcount)
SYCC_X(clz) SYCC_X(ctz) SYCC_X(rotate) SYCC_X(mul_hi) SYCC_X(mad_hi) SYCC_X(mul24) SYCC_X(mad24) SYCC_X(upsample)
// clang-format on
#undef SYCC_IN
#define SYCC_IN sycl::native
                                                namespace native{SYCC_NATIVE_LIST_1(SYCC_X) SYCC_X(recip)
                                                                     SYCC_X(divide) SYCC_X(powr)}
// namespace native
#undef SYCC_IN
#define SYCC_IN sycl::half_precision
namespace half_precision {
  SYCC_NATIVE_LIST_1(SYCC_X)
  SYCC_X(recip)
  SYCC_X(divide)
  SYCC_X(powr)
} // namespace half_precision
#undef SYCC_X
#undef SYCC_Y
#undef SYCC_IN
} // namespace sycl

#endif
