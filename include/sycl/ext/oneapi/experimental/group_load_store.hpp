// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group_load, group_store: the members of a group read or write neighbouring elements together, N each.
// Blocked: those of a member lie side by side; striped: the first ones of all members do, then the second
// ones. Other properties promise what would make it faster, and are not needed here.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/span.hpp>
#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

enum class data_placement_enum { blocked, striped };
struct data_placement_key {
  static constexpr const char *meta_name = "sycl-data-placement";
  template <data_placement_enum P>
  using value_t = property_value<data_placement_key, std::integral_constant<int, static_cast<int>(P)>>;
};
struct contiguous_memory_key {
  static constexpr const char *meta_name = "sycl-contiguous-memory";
  using value_t = property_value<contiguous_memory_key>;
};
struct full_group_key {
  static constexpr const char *meta_name = "sycl-full-group";
  using value_t = property_value<full_group_key>;
};
template <data_placement_enum P> inline constexpr data_placement_key::value_t<P> data_placement;
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;
inline constexpr contiguous_memory_key::value_t contiguous_memory;
inline constexpr full_group_key::value_t full_group;

} // namespace experimental
} // namespace oneapi
} // namespace ext

namespace detail {

template <class List> constexpr bool is_striped() {
  using namespace ext::oneapi::experimental;
  using list = list_of_t<List>;
  if constexpr (list::template has_property<data_placement_key>())
    return std::is_same_v<std::decay_t<decltype(list::template get_property<data_placement_key>())>,
                          std::decay_t<decltype(data_placement_striped)>>;
  else
    return false;
}

// Where the i-th of n elements of this member is.
template <class List, class Group> std::size_t place_of(const Group &g, std::size_t i, std::size_t n) {
  return is_striped<List>() ? i * g.get_local_linear_range() + g.get_local_linear_id()
                            : g.get_local_linear_id() * n + i;
}

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {

template <class Group, class In, class T, std::size_t N, class List = oneapi::property_list<>,
          detail::if_list<List> = 0>
void group_load(Group g, In in, sycl::span<T, N> out, List = {}) {
  for (std::size_t i = 0; i < N; ++i)
    out[i] = in[detail::place_of<List>(g, i, N)];
}
template <class Group, class In, class T, int N, class List = oneapi::property_list<>,
          detail::if_list<List> = 0>
void group_load(Group g, In in, vec<T, N> &out, List = {}) {
  for (int i = 0; i < N; ++i)
    out[i] = in[detail::place_of<List>(g, static_cast<std::size_t>(i), N)];
}
template <class Group, class In, class T, class List = oneapi::property_list<>, detail::if_list<List> = 0>
void group_load(Group g, In in, T &out, List = {}) {
  out = in[g.get_local_linear_id()];
}

template <class Group, class T, std::size_t N, class Out, class List = oneapi::property_list<>,
          detail::if_list<List> = 0>
void group_store(Group g, const sycl::span<T, N> in, Out out, List = {}) {
  for (std::size_t i = 0; i < N; ++i)
    out[detail::place_of<List>(g, i, N)] = in[i];
}
template <class Group, class T, int N, class Out, class List = oneapi::property_list<>,
          detail::if_list<List> = 0>
void group_store(Group g, const vec<T, N> &in, Out out, List = {}) {
  for (int i = 0; i < N; ++i)
    out[detail::place_of<List>(g, static_cast<std::size_t>(i), N)] = in[i];
}
template <class Group, class T, class Out, class List = oneapi::property_list<>, detail::if_list<List> = 0>
void group_store(Group g, const T &in, Out out, List = {}) {
  out[g.get_local_linear_id()] = in;
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
