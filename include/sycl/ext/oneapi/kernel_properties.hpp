// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of kernels, and how a launch gets them: from the list before the kernel function, and from the
// kernel function itself (a member `properties`, or get(properties_tag)).
#ifndef SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_HPP

#include <sycl/aspect.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/range.hpp>

#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1

namespace sycl {
namespace ext::oneapi {
namespace experimental {

struct properties_tag {};

// Every sub-group of the kernel has this size.
struct sub_group_size_key {
  static constexpr unsigned places = detail::on_kernel;
  static constexpr const char *meta_name = "sycl-sub-group-size";
  template <std::uint32_t Size>
  struct value_t : property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>> {
    static_assert(Size > 0, "sub_group_size: a sub-group has at least one work-item");
  };
};

template <class Key, std::size_t... Sizes>
struct group_size_value : property_value<Key, std::integral_constant<std::size_t, Sizes>...> {
  static_assert(sizeof...(Sizes) >= 1 && sizeof...(Sizes) <= 3,
                "work_group_size: one size for each dimension of the range, so one to three");
  static_assert(((Sizes > 0) && ...), "work_group_size: a work-group has at least one work-item");
  static constexpr int dimensions = sizeof...(Sizes);
  constexpr std::size_t operator[](int dimension) const {
    const std::size_t sizes[] = {Sizes...};
    return sizes[dimension];
  }
};

// Every work-group of the kernel has these sizes, in the order of the range.
struct work_group_size_key {
  static constexpr unsigned places = detail::on_kernel;
  static constexpr const char *meta_name = "sycl-work-group-size";
  template <std::size_t... Sizes> using value_t = group_size_value<work_group_size_key, Sizes...>;
};

// Its work-groups are likely to have these sizes.
struct work_group_size_hint_key {
  static constexpr unsigned places = detail::on_kernel;
  static constexpr const char *meta_name = "sycl-work-group-size-hint";
  template <std::size_t... Sizes> using value_t = group_size_value<work_group_size_hint_key, Sizes...>;
};

// The kernel uses features of devices with these aspects, and of no others.
struct device_has_key {
  static constexpr unsigned places = detail::on_kernel;
  static constexpr const char *meta_name = "sycl-device-has";
  template <aspect... Aspects>
  using value_t = property_value<device_has_key, std::integral_constant<aspect, Aspects>...>;
};

template <std::uint32_t Size> inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
template <std::size_t... Sizes> inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...> work_group_size_hint;
template <aspect... Aspects> inline constexpr device_has_key::value_t<Aspects...> device_has;

} // namespace experimental

using sub_group_size = experimental::sub_group_size_key;
using work_group_size = experimental::work_group_size_key;
using work_group_size_hint = experimental::work_group_size_hint_key;
using device_has = experimental::device_has_key;

template <std::uint32_t Size> inline constexpr sub_group_size::value_t<Size> sub_group_size_v;
template <std::size_t... Sizes> inline constexpr work_group_size::value_t<Sizes...> work_group_size_v;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint::value_t<Sizes...> work_group_size_hint_v;
template <aspect... Aspects> inline constexpr device_has::value_t<Aspects...> device_has_v;

} // namespace ext::oneapi

namespace detail {

using ext::oneapi::experimental::properties_tag;

// ---- which properties a launch has

template <class K, class = void> struct member_list {
  using type = void;
};
template <class K> struct member_list<K, std::void_t<decltype(K::properties)>> {
  using type = list_of_t<std::remove_cv_t<decltype(K::properties)>>;
};
template <class K, class = void> struct tag_list {
  using type = void;
};
template <class K> struct tag_list<K, std::void_t<decltype(std::declval<K &>().get(properties_tag()))>> {
  using type = list_of_t<std::decay_t<decltype(std::declval<K &>().get(properties_tag()))>>;
};

// The kernel of the user's in one of the headers' own, which is a specialisation of this.
template <class Kernel> struct user_kernel {
  using type = Kernel;
};
template <class Kernel> using user_kernel_t = typename user_kernel<Kernel>::type;

template <class... P> constexpr auto properties_for_kernel(const ext::oneapi::property_list<P...> *list) {
  static_assert(check_places<on_kernel, P...>());
  return named_properties(list);
}
constexpr types<> properties_for_kernel(const void *) {
  return {};
}

template <class Kernel, class List>
using kernel_properties =
    decltype(properties_for_kernel(static_cast<const list_of_t<List> *>(nullptr)) +
             properties_for_kernel(
                 static_cast<const typename member_list<user_kernel_t<Kernel>>::type *>(nullptr)) +
             properties_for_kernel(
                 static_cast<const typename tag_list<user_kernel_t<Kernel>>::type *>(nullptr)));

// ---- what the properties demand of a launch

template <class P, class = void> inline constexpr int dimensions_of = 0; // it has none
template <class P>
inline constexpr int dimensions_of<P, std::void_t<decltype(P::dimensions)>> = P::dimensions;

template <int D, class... P> constexpr bool check_dimensions(types<P...>) {
  static_assert(
      ((dimensions_of<P> == 0 || dimensions_of<P> == D) && ...),
      "a property of this kernel has another number of dimensions than its range: work_group_size and "
      "work_group_size_hint have one size for each dimension (single_task has one)");
  return true;
}

template <int D, class P> void check_group_size(const range<D> &local, P wanted) {
  if constexpr (std::is_same_v<key_of_t<P>, ext::oneapi::work_group_size>)
    for (int i = 0; i < D; ++i)
      if (local[i] != wanted[i])
        fail(errc::nd_range, "nd_range: its local range is not the work_group_size of the kernel");
}
// In plain C++. Otherwise the runtime compares, after it has asked whether the device supports the size at
// all.
template <int D, class... P> void check_group_sizes([[maybe_unused]] const range<D> &local, types<P...>) {
#ifdef SYCC_PLAIN
  (check_group_size(local, P()), ...);
#endif
}

} // namespace detail
} // namespace sycl

#endif
