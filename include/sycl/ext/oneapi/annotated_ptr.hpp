// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// annotated_ptr: a pointer with properties, which the device compiler puts on each use of it and, when a
// kernel captures it, on the kernel's parameter.
#ifndef SYCL_EXT_ONEAPI_ANNOTATED_PTR_HPP
#define SYCL_EXT_ONEAPI_ANNOTATED_PTR_HPP

#include <sycl/ext/oneapi/parameter_properties.hpp>

#define SYCL_EXT_ONEAPI_ANNOTATED_PTR 1

namespace sycl {
namespace ext::oneapi {

// For the lists that are not property_list<...> itself: properties{...}.
template <class T, class PropertyListT = property_list<>>
class annotated_ptr : public annotated_ptr<T, detail::list_of_t<PropertyListT>> {
  using base = annotated_ptr<T, detail::list_of_t<PropertyListT>>;

public:
  using base::base;
  annotated_ptr() = default;
  annotated_ptr(const base &other) : base(other) {}
};

template <class T, class... Props>
class SYCC_PROPERTIES(add_ir_kernel_parameter_attributes) annotated_ptr<T, property_list<Props...>> {
  static_assert(detail::check_named<Props...>() && detail::check_places<detail::on_annotated, Props...>());
  using list = property_list<Props...>;
  using moved = annotated_ptr<T, detail::movable_t<Props...>>;

public:
  using element_type = T;
  using reference = T &; // Simple: a use of the pointer is annotated, so a plain reference will do.

  annotated_ptr() = default;
  annotated_ptr(T *ptr) noexcept : ptr_(ptr) {}
  explicit annotated_ptr(T *ptr, const list &) noexcept : ptr_(ptr) {}
  template <class... V, std::enable_if_t<(is_property_value_v<V> && ...) && sizeof...(V), int> = 0>
  explicit annotated_ptr(T *ptr, const V &...) noexcept : ptr_(ptr) {
    static_assert(std::is_same_v<property_list_t<V...>, list>, "these are not the properties of this type");
  }

  // From one with some of these properties, and from one with the rest of them in a list.
  template <
      class U, class... Q,
      std::enable_if_t<std::is_convertible_v<U *, T *> && (detail::is_one_of<Q, Props...> && ...), int> = 0>
  explicit annotated_ptr(const annotated_ptr<U, property_list<Q...>> &other) noexcept : ptr_(other.get()) {}
  template <class U, class... Q, class... R,
            std::enable_if_t<
                std::is_convertible_v<U *, T *> &&
                    std::is_same_v<detail::named_list_t<property_list<Q...>, property_list<R...>>, list>,
                int> = 0>
  explicit annotated_ptr(const annotated_ptr<U, property_list<Q...>> &other,
                         const property_list<R...> &) noexcept
      : ptr_(other.get()) {}

  T *get() const noexcept { return detail::aligned<Props...>(ptr_); }
  explicit operator T *() const noexcept { return get(); }
  explicit operator bool() const noexcept { return ptr_ != nullptr; }
  T &operator*() const noexcept { return *get(); }
  T *operator->() const noexcept { return get(); }
  T &operator[](std::ptrdiff_t i) const noexcept { return get()[i]; }

  annotated_ptr &operator+=(std::ptrdiff_t n) noexcept {
    static_assert(detail::promised_alignment<Props...> == 1,
                  "a pointer with the property `alignment` cannot move, since it would not be aligned; p + n "
                  "has the other properties");
    ptr_ += n;
    return *this;
  }
  annotated_ptr &operator-=(std::ptrdiff_t n) noexcept { return *this += -n; }
  annotated_ptr &operator++() noexcept { return *this += 1; }
  annotated_ptr &operator--() noexcept { return *this += -1; }
  annotated_ptr operator++(int) noexcept { return (*this += 1).ptr_ - 1; }
  annotated_ptr operator--(int) noexcept { return (*this += -1).ptr_ + 1; }
  friend moved operator+(annotated_ptr p, std::ptrdiff_t n) noexcept { return p.ptr_ + n; }
  friend moved operator+(std::ptrdiff_t n, annotated_ptr p) noexcept { return p.ptr_ + n; }
  friend moved operator-(annotated_ptr p, std::ptrdiff_t n) noexcept { return p.ptr_ - n; }
  friend std::ptrdiff_t operator-(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ - b.ptr_; }

  friend bool operator==(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ == b.ptr_; }
  friend bool operator!=(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ != b.ptr_; }
  friend bool operator<(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ < b.ptr_; }
  friend bool operator>(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ > b.ptr_; }
  friend bool operator<=(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ <= b.ptr_; }
  friend bool operator>=(annotated_ptr a, annotated_ptr b) noexcept { return a.ptr_ >= b.ptr_; }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }

private:
  T *ptr_ SYCC_PROPERTIES(add_ir_member_annotation) = nullptr;
};

template <class T, class... V>
annotated_ptr(T *, V...) -> annotated_ptr<T, detail::list_of_arguments_t<V...>>;
template <class T, class L, class More>
annotated_ptr(annotated_ptr<T, L>, More)
    -> annotated_ptr<T, detail::named_list_t<detail::list_of_t<L>, detail::list_of_t<More>>>;

namespace experimental {
using oneapi::annotated_ptr;
}

} // namespace ext::oneapi
} // namespace sycl

#endif
