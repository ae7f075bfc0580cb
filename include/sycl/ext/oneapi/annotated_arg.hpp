// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// annotated_arg: a value with properties, for kernels that capture it.
#ifndef SYCL_EXT_ONEAPI_ANNOTATED_ARG_HPP
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG_HPP

#include <sycl/ext/oneapi/parameter_properties.hpp>
#include <sycl/is_device_copyable.hpp>

#define SYCL_EXT_ONEAPI_ANNOTATED_ARG 1

namespace sycl {
namespace ext::oneapi {

// For the lists that are not property_list<...> itself: properties{...}.
template <class T, class PropertyListT = property_list<>>
class annotated_arg : public annotated_arg<T, detail::list_of_t<PropertyListT>> {
  using base = annotated_arg<T, detail::list_of_t<PropertyListT>>;

public:
  using base::base;
  annotated_arg() = default;
  annotated_arg(const base &other) : base(other) {}
};

template <class T, class... Props>
class SYCC_PROPERTIES(add_ir_kernel_parameter_attributes) annotated_arg<T, property_list<Props...>> {
  static_assert(detail::check_named<Props...>() && detail::check_places<detail::on_annotated, Props...>());
  static_assert(is_device_copyable_v<T>, "the value of an annotated_arg must be device copyable");
  using list = property_list<Props...>;

public:
  annotated_arg() = default;
  annotated_arg(const T &value) noexcept : value_(value) {}
  explicit annotated_arg(const T &value, const list &) noexcept : value_(value) {}
  template <class... V, std::enable_if_t<(is_property_value_v<V> && ...) && sizeof...(V), int> = 0>
  explicit annotated_arg(const T &value, const V &...) noexcept : value_(value) {
    static_assert(std::is_same_v<property_list_t<V...>, list>, "these are not the properties of this type");
  }

  // From one with some of these properties, and from one with the rest of them in a list.
  template <class U, class... Q,
            std::enable_if_t<std::is_convertible_v<U, T> && (detail::is_one_of<Q, Props...> && ...), int> = 0>
  explicit annotated_arg(const annotated_arg<U, property_list<Q...>> &other) noexcept
      : value_(static_cast<const U &>(other)) {}
  template <class U, class... Q, class... R,
            std::enable_if_t<
                std::is_convertible_v<U, T> &&
                    std::is_same_v<detail::named_list_t<property_list<Q...>, property_list<R...>>, list>,
                int> = 0>
  explicit annotated_arg(const annotated_arg<U, property_list<Q...>> &other,
                         const property_list<R...> &) noexcept
      : value_(static_cast<const U &>(other)) {}

  operator T &() noexcept { return value_; }
  operator const T &() const noexcept { return value_; }

  // Those of T, if it has them.
  template <class U = T> auto operator[](std::ptrdiff_t i) const -> decltype(std::declval<const U &>()[i]) {
    return known()[i];
  }
  template <class U = T, std::enable_if_t<std::is_pointer_v<U>, int> = 0> U operator->() const {
    return known();
  }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }

private:
  decltype(auto) known() const {
    if constexpr (std::is_pointer_v<T>)
      return detail::aligned<Props...>(value_);
    else
      return (value_);
  }

  T value_ SYCC_PROPERTIES(add_ir_member_annotation) = {};
};

template <class T, class... V> annotated_arg(T, V...) -> annotated_arg<T, detail::list_of_arguments_t<V...>>;
template <class T, class L, class More>
annotated_arg(annotated_arg<T, L>, More)
    -> annotated_arg<T, detail::named_list_t<detail::list_of_t<L>, detail::list_of_t<More>>>;

namespace experimental {
using oneapi::annotated_arg;
}

} // namespace ext::oneapi
} // namespace sycl

#endif
