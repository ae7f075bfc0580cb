// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// multi_ptr: a pointer that knows its address space. Plain pointers are generic on every target of sycc. On
// the device a multi_ptr holds a pointer into its space, which is what a decorated one shows; on the host all
// pointers are plain.
#ifndef SYCL_MULTI_PTR_HPP
#define SYCL_MULTI_PTR_HPP

#include <sycl/access.hpp>
#include <sycl/detail/std.hpp>

#ifdef SYCC_DEVICE
#include <CL/__spirv/spirv_ops.hpp>
#endif

#include <cstddef>

namespace sycl {

template <class DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, class PropertyListT>
class accessor;
template <class DataT, int Dimensions> class local_accessor;

template <class T> struct remove_decoration {
  using type = T;
};

namespace detail {

template <class T, access::address_space> struct decorate {
  using type = T;
}; // generic, constant

#ifdef SYCC_DEVICE
} // namespace detail

#define SYCC_X(space, attribute)                                                                             \
  template <class T> struct detail::decorate<T, access::address_space::space> {                              \
    using type = attribute T;                                                                                \
  };                                                                                                         \
  template <class T> struct remove_decoration<attribute T> {                                                 \
    using type = T;                                                                                          \
  };                                                                                                         \
  template <class T> struct remove_decoration<attribute T *> {                                               \
    using type = T *;                                                                                        \
  };                                                                                                         \
  template <class T> struct remove_decoration<attribute T *const> {                                          \
    using type = T *const;                                                                                   \
  };                                                                                                         \
  template <class T> struct remove_decoration<attribute T &> {                                               \
    using type = T &;                                                                                        \
  };
SYCC_X(global_space, SYCC_GLOBAL)
SYCC_X(local_space, SYCC_LOCAL)
SYCC_X(private_space, SYCC_PRIVATE)
#undef SYCC_X

namespace detail {
#endif

template <class T, access::address_space S> using decorate_t = typename decorate<T, S>::type;

// Conversions that just happen: to more const or to void, in the same space or to generic.
template <class U, access::address_space From, class T, access::address_space To>
inline constexpr bool is_wider_ptr =
    std::is_convertible_v<U *, T *> && (From == To || (To == access::address_space::generic_space &&
                                                       From != access::address_space::constant_space));
// Those that must be written: from void to something in the same space, from generic to a named space.
template <class U, access::address_space From, class T, access::address_space To>
inline constexpr bool is_narrower_ptr =
    !is_wider_ptr<U, From, T, To> &&
    ((From == To && std::is_void_v<U> && (std::is_const_v<T> || !std::is_const_v<U>)) ||
     (From == access::address_space::generic_space && To != access::address_space::constant_space &&
      std::is_convertible_v<U *, T *>));

// In kernels that are plain C++.
template <access::address_space Space> bool points_into([[maybe_unused]] const void *p) {
  if constexpr (Space == access::address_space::global_space)
    return sycc_points_into(p, SYCC_SPACE_GLOBAL);
  else if constexpr (Space == access::address_space::local_space)
    return sycc_points_into(p, SYCC_SPACE_LOCAL);
  else if constexpr (Space == access::address_space::private_space)
    return sycc_points_into(p, SYCC_SPACE_PRIVATE);
  else
    return true;
}

} // namespace detail

template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
  static constexpr bool is_legacy = Decorated == access::decorated::legacy;
  static constexpr bool is_global = Space == access::address_space::global_space;
  static constexpr bool is_local = Space == access::address_space::local_space;
  static constexpr bool is_generic = Space == access::address_space::generic_space;
  using decorated_pointer = detail::decorate_t<T, Space> *;
  template <bool B> using only_if = std::enable_if_t<B, int>;
  template <class U, class Plain = remove_decoration_t<U>>
  static constexpr bool takes =
      std::is_convertible_v<Plain *, T *> &&
      (std::is_same_v<U, Plain> || is_generic || std::is_same_v<U, detail::decorate_t<Plain, Space>>);

public:
  static constexpr access::address_space address_space = Space;
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  using value_type = T;
  using pointer = std::conditional_t<Decorated == access::decorated::no, T *, decorated_pointer>;
  using reference =
      std::add_lvalue_reference_t<std::conditional_t<is_decorated, detail::decorate_t<T, Space>, T>>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;
  // SYCL 1.2.1's names.
  using element_type = T;
  using pointer_t = decorated_pointer;
  using const_pointer_t = detail::decorate_t<const T, Space> *;
  using reference_t = reference;

  multi_ptr() = default;
  multi_ptr(std::nullptr_t) {}
  // Plain pointers, and decorated ones of this space; a legacy multi_ptr can be made silently.
  template <class U, only_if<takes<U> && !is_legacy> = 0>
  explicit multi_ptr(U *p) : p_((decorated_pointer)p) {}
  template <class U, only_if<takes<U> && is_legacy> = 0> multi_ptr(U *p) : p_((decorated_pointer)p) {}

  template <class U, access::address_space S, access::decorated D,
            only_if<detail::is_wider_ptr<U, S, T, Space>> = 0>
  multi_ptr(const multi_ptr<U, S, D> &other) : p_(other.get_decorated()) {}
  template <class U, access::address_space S, access::decorated D,
            only_if<detail::is_narrower_ptr<U, S, T, Space>> = 0, class = void>
  explicit multi_ptr(const multi_ptr<U, S, D> &other) : p_((decorated_pointer)other.get_decorated()) {}

  template <class U, int N, access_mode M, target W, access::placeholder P, class L,
            only_if<W != target::local && (is_global || is_generic)> = 0>
  multi_ptr(const accessor<U, N, M, W, P, L> &a)
      : multi_ptr(a.template get_multi_ptr<access::decorated::yes>()) {}
  template <class U, int N, access_mode M, access::placeholder P, class L,
            only_if<is_local || (is_generic && N)> = 0>
  multi_ptr(const accessor<U, N, M, target::local, P, L> &a)
      : multi_ptr(a.template get_multi_ptr<access::decorated::yes>()) {}
  template <class U, int N, only_if<is_local || (is_generic && N)> = 0>
  multi_ptr(const local_accessor<U, N> &a) : multi_ptr(a.template get_multi_ptr<access::decorated::yes>()) {}

  pointer get() const { return p_; }
  T *get_raw() const { return p_; }
  decorated_pointer get_decorated() const { return p_; }
  explicit operator bool() const { return p_; }
  operator std::conditional_t<is_decorated, pointer, T *>() const { return p_; }

  reference operator*() const { return *p_; }
  std::conditional_t<is_decorated, pointer, T *> operator->() const { return p_; }
  reference operator[](difference_type i) const { return p_[i]; }

  multi_ptr &operator++() { return *this += 1; }
  multi_ptr &operator--() { return *this -= 1; }
  multi_ptr operator++(int) {
    multi_ptr old = *this;
    ++p_;
    return old;
  }
  multi_ptr operator--(int) {
    multi_ptr old = *this;
    --p_;
    return old;
  }
  multi_ptr &operator+=(difference_type n) {
    p_ += n;
    return *this;
  }
  multi_ptr &operator-=(difference_type n) {
    p_ -= n;
    return *this;
  }
  friend multi_ptr operator+(multi_ptr p, difference_type n) { return p += n; }
  friend multi_ptr operator+(difference_type n, multi_ptr p) { return p += n; }
  friend multi_ptr operator-(multi_ptr p, difference_type n) { return p -= n; }

  void prefetch([[maybe_unused]] std::size_t n) const {
    static_assert(is_global, "multi_ptr::prefetch: only memory in the global space can be fetched ahead");
#ifdef SYCC_DEVICE
    __spirv_ocl_prefetch((const SYCC_GLOBAL char *)p_, n * sizeof(T));
#endif
  }

private:
  decorated_pointer p_ = nullptr;
};

// Templates, so that a plain pointer on one side makes the other one plain too.
template <class T, class U, access::address_space S, access::decorated D, access::decorated E>
std::ptrdiff_t operator-(const multi_ptr<T, S, D> &a, const multi_ptr<U, S, E> &b) {
  return a.get_decorated() - b.get_decorated();
}
// Clang subtracts pointers of two spaces as if they were of one: both become plain here.
template <class T, class U, access::address_space S>
std::ptrdiff_t operator-(const multi_ptr<T, S, access::decorated::yes> &a, U *b) {
  return a.get_raw() - static_cast<remove_decoration_t<U> *>(b);
}
template <class T, class U, access::address_space S>
std::ptrdiff_t operator-(U *a, const multi_ptr<T, S, access::decorated::yes> &b) {
  return static_cast<remove_decoration_t<U> *>(a) - b.get_raw();
}
#define SYCC_X(op)                                                                                           \
  template <class T, class U, access::address_space S, access::decorated D, access::decorated E>             \
  bool operator op(const multi_ptr<T, S, D> &a, const multi_ptr<U, S, E> &b) {                               \
    return a.get_decorated() op b.get_decorated();                                                           \
  }                                                                                                          \
  template <class T, access::address_space S, access::decorated D>                                           \
  bool operator op(const multi_ptr<T, S, D> &a, std::nullptr_t) {                                            \
    return a op multi_ptr<T, S, D>();                                                                        \
  }                                                                                                          \
  template <class T, access::address_space S, access::decorated D>                                           \
  bool operator op(std::nullptr_t, const multi_ptr<T, S, D> &b) {                                            \
    return multi_ptr<T, S, D>() op b;                                                                        \
  }
SYCC_X(==)
SYCC_X(!=)
SYCC_X(<)
SYCC_X(>)
SYCC_X(<=)
SYCC_X(>=)
#undef SYCC_X

template <class T, int N, access_mode M, target W, access::placeholder P, class L>
multi_ptr(const accessor<T, N, M, W, P, L> &)
    -> multi_ptr<std::conditional_t<M == access_mode::read, const T, T>,
                 W == target::local ? access::address_space::local_space
                                    : access::address_space::global_space,
                 access::decorated::no>;
template <class T, int N>
multi_ptr(const local_accessor<T, N> &)
    -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

#define SYCC_X(name)                                                                                         \
  template <class T, access::decorated D = access::decorated::legacy>                                        \
  using name##_ptr = multi_ptr<T, access::address_space::name##_space, D>;                                   \
  template <class T> using decorated_##name##_ptr = name##_ptr<T, access::decorated::yes>;                   \
  template <class T> using raw_##name##_ptr = name##_ptr<T, access::decorated::no>;
SYCC_X(global)
SYCC_X(local)
SYCC_X(private)
SYCC_X(generic)
#undef SYCC_X
template <class T> using constant_ptr = multi_ptr<T, access::address_space::constant_space>; // deprecated

// Into the named space if p points there, null if not.
template <access::address_space Space, access::decorated D, class T>
multi_ptr<remove_decoration_t<T>, Space, D> address_space_cast(T *p) {
  using element = remove_decoration_t<T>;
  element *plain = p;
#ifdef SYCC_DEVICE
  [[maybe_unused]] void *generic = (void *)plain;
  if constexpr (Space == access::address_space::global_space)
    plain =
        (element *)__spirv_GenericCastToPtrExplicit_ToGlobal(generic, __spv::StorageClass::CrossWorkgroup);
  else if constexpr (Space == access::address_space::local_space)
    plain = (element *)__spirv_GenericCastToPtrExplicit_ToLocal(generic, __spv::StorageClass::Workgroup);
  else if constexpr (Space == access::address_space::private_space)
    plain = (element *)__spirv_GenericCastToPtrExplicit_ToPrivate(generic, __spv::StorageClass::Function);
#elif defined(SYCC_PLAIN)
  if (!detail::points_into<Space>(const_cast<const void *>(static_cast<const volatile void *>(plain))))
    plain = nullptr;
#endif
  return multi_ptr<element, Space, D>(plain);
}

// Deprecated: the pointer is known to point there.
template <class T, access::address_space Space, access::decorated D>
multi_ptr<T, Space, D> make_ptr(detail::decorate_t<T, Space> *p) {
  return multi_ptr<T, Space, D>(static_cast<T *>(p));
}

} // namespace sycl

#endif
