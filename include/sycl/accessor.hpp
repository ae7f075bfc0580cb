// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// accessor: how a command reaches a buffer.
//
// An accessor is a handful of numbers that is copied to the device with the kernel's closure. It begins
// with sycc_accessor_head on both sides: the host fills in `access`, by which the runtime finds the
// buffer, and the kernel's prologue `data`, from the pointer parameter this class gets. Where kernels are
// host functions, and in host tasks, `data` is the buffer's host storage from the start.
#ifndef SYCL_ACCESSOR_HPP
#define SYCL_ACCESSOR_HPP

#include <sycl/access.hpp>
#include <sycl/atomic.hpp>
#include <sycl/detail/byte_count.hpp>
#include <sycl/detail/element_access.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/parameter_properties.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/properties.hpp>

namespace sycl {

class handler;
template <class T, int Dimensions, class AllocatorT> class buffer;

namespace detail {

sycc_group *group_of(handler &);                            // handler.hpp
void check_bound_context(handler &, const property_list &); // handler.hpp

template <class T, access_mode Mode>
using element_t = std::conditional_t<Mode == access_mode::read, const T, T>;
namespace classes {

// An atomic of SYCL 1.2.1 where the mode says so. It is made of a plain pointer.
template <class T, access::address_space Space> struct atomic_element : atomic<T, Space> {
  explicit atomic_element(T *p) : atomic<T, Space>(multi_ptr<T, Space, access::decorated::no>(p)) {}
};

} // namespace classes
using classes::atomic_element;
template <class T, access_mode Mode, access::address_space Space> struct element_reference {
  using type = element_t<T, Mode> &;
};
template <class T, access::address_space Space> struct element_reference<T, access_mode::atomic, Space> {
  using type = atomic_element<T, Space>;
};
template <class T, access_mode Mode, access::address_space Space = access::address_space::global_space>
using element_reference_t = typename element_reference<T, Mode, Space>::type;

// B is a buffer of such elements; of const ones only to read.
template <class B, class T, int D, access_mode Mode> inline constexpr bool is_buffer = false;
template <class E, int D, class A, class T, access_mode Mode>
inline constexpr bool is_buffer<buffer<E, D, A>, T, D, Mode> =
    std::is_same_v<std::remove_const_t<E>, std::remove_const_t<T>> &&
    (!std::is_const_v<E> || Mode == access_mode::read);
template <class B, class T, int D, access_mode Mode>
using if_buffer = std::enable_if_t<is_buffer<B, T, D, Mode>, int>;

// What every accessor does with its buffer. These are no templates over dimensions or elements, so that they
// are compiled once.

// The runtime's bits for an access to a part of a buffer, which must lie in it.
inline std::uint32_t access_bits(access_mode mode, const property_list &props, int dimensions,
                                 const size_t *whole, const size_t *part, const size_t *offset) {
  if (mode == access_mode::read && props.has_property<property::no_init>())
    fail(errc::invalid, "accessor: one that only reads can't have the property no_init");
  bool all = true;
  for (int i = 0; i < dimensions; ++i) {
    if (offset[i] > whole[i] || part[i] > whole[i] - offset[i])
      fail(errc::invalid, "accessor: its range and offset go beyond the end of the buffer");
    all &= part[i] == whole[i];
  }
  const std::uint32_t bits = access_bits(mode, props.has_property<property::no_init>());
  return all ? bits : bits & ~std::uint32_t(SYCC_ACCESS_NO_INIT); // old contents go all together, or not
}

// For the command of a group, or without one for commands to come.
inline void begin_access(sycc_accessor_head &head, sycc_buffer *b, std::uint32_t bits, handler *h,
                         bool on_host) {
  if (h)
    check(sycc_group_access(group_of(*h), b, bits, &head.access));
  else
    check(sycc_buffer_access(b, bits, &head.access));
  if (on_host)
    head.data = sycc_access_host_data(head.access);
}

// The memory behind an accessor of a command. On the host it is there where kernels are host functions, and
// in host tasks with an accessor that is for them.
template <bool Plain = plain_mode> void *command_memory(const sycc_accessor_head &head) {
#ifndef SYCC_DEVICE
  if constexpr (!Plain)
    if (!head.data && head.access)
      fail(errc::invalid, "accessor: host code cannot reach the elements through it, only a kernel can; make "
                          "a host_accessor, or for a host task an accessor with target::host_task");
#endif
  return head.data;
}

// What an accessor remembers of its construction: bits of properties, and whether it was made without a
// command group.
enum : std::uint32_t { placeholder_trait = 1u << 31 };
inline std::uint32_t kept_traits(const handler *h, const property_list &props) {
  return (h ? 0 : std::uint32_t(placeholder_trait)) |
         (props.has_property<property::no_init>() ? bit_of<property::no_init> : 0);
}
template <class Key> Key get_kept(std::uint32_t traits) {
  if constexpr (std::is_same_v<Key, property::no_init>)
    if (traits & bit_of<Key>)
      return Key();
  fail(errc::invalid, "get_property: the object was not created with this property");
}

// Reads the parts of an accessor that copy and require need.
struct accessor_parts {
  template <class A> static const auto &head(const A &a) { return a.head_; }
  template <class A> static const void *identity(const A &a) { return a.identity(); }
  template <class A> static auto memory(const A &a) { return a.memory_; }
  template <class A> static auto offset(const A &a) { return a.offset_; }
};

// What the last parameter of a constructor takes: a list of SYCL 2020, or one with the properties in the
// accessor's type and, beside them, properties of SYCL 2020.
template <class List> class accessor_properties : public property_list {
public:
  using property_list::property_list;
  accessor_properties() = default;
  accessor_properties(const property_list &props) : property_list(props) {}
  template <class... P,
            std::enable_if_t<std::is_same_v<named_list_t<ext::oneapi::property_list<P...>>, List>, int> = 0>
  accessor_properties(const ext::oneapi::property_list<P...> &list) {
    (add_from<P>(list), ...);
  }

private:
  template <class P, class From> void add_from(const From &list) {
    if constexpr (is_property_v<P>)
      add(list.template get_property<P>());
  }
};

// The list among a constructor's arguments, less the properties of SYCL 2020; for deduction guides.
template <class... Args> struct find_list {
  using type = ext::oneapi::property_list<>;
};
template <class First, class... Rest>
struct find_list<First, Rest...>
    : std::conditional_t<std::is_void_v<list_of_t<First>>, find_list<Rest...>, find_list<list_of_t<First>>> {
};
template <class... P> struct find_list<ext::oneapi::property_list<P...>> {
  using type = named_list_t<ext::oneapi::property_list<P...>>;
};

} // namespace detail

template <class DataT, int Dimensions = 1, access_mode AccessMode = detail::default_mode<DataT>,
          target AccessTarget = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t,
          class PropertyListT = ext::oneapi::property_list<>>
class accessor;

template <class DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, class... Props>
class SYCC_SPECIAL_CLASS("accessor") SYCC_PROPERTIES(add_ir_kernel_parameter_attributes)
    accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, ext::oneapi::property_list<Props...>>
    : public detail::element_access<accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder,
                                             ext::oneapi::property_list<Props...>>,
                                    detail::element_t<DataT, AccessMode>, Dimensions,
                                    detail::element_reference_t<DataT, AccessMode>> {
  static_assert(!std::is_const_v<DataT> || AccessMode == access_mode::read,
                "an accessor to const elements has access_mode::read");

  using element = detail::element_t<DataT, AccessMode>;
  template <class B> using of = detail::if_buffer<B, DataT, Dimensions, AccessMode>;
  using tag_t = mode_tag_t<AccessMode>;
  using target_tag_t = mode_target_tag_t<AccessMode, AccessTarget>;
  using list = ext::oneapi::property_list<Props...>;
  static_assert(detail::check_places<detail::on_accessor, Props...>());
  using prop_list = detail::accessor_properties<list>;

  template <class U, access_mode M, access::placeholder P, class... Q> static constexpr bool converts() {
    using source = accessor<U, Dimensions, M, AccessTarget, P, ext::oneapi::property_list<Q...>>;
    constexpr bool fewer = (detail::is_one_of<Props, Q...> && ...);
    constexpr bool reads = AccessMode == access_mode::read &&
                           (M == access_mode::read || M == access_mode::read_write) &&
                           std::is_same_v<std::remove_const_t<U>, std::remove_const_t<DataT>>;
    constexpr bool same = M == AccessMode && P == IsPlaceholder && std::is_same_v<U, DataT>;
    return (reads || same) && fewer && !std::is_same_v<source, accessor>;
  }

public:
  static constexpr access_mode mode = AccessMode;
  template <access::decorated D>
  using accessor_ptr = multi_ptr<element, access::address_space::global_space, D>;

  accessor() = default;

  // Placeholders: handler::require makes them part of a command.
  template <class B, of<B> = 0> accessor(B &b, const prop_list &props = {}) {
    attach(b, nullptr, b.get_range(), {}, props);
  }
  template <class B, of<B> = 0> accessor(B &b, tag_t, const prop_list &props = {}) : accessor(b, props) {}
  template <class B, of<B> = 0>
  accessor(B &b, target_tag_t, const prop_list &props = {}) : accessor(b, props) {}
  template <class B, of<B> = 0>
  accessor(B &b, range<Dimensions> r, id<Dimensions> offset, const prop_list &props = {}) {
    attach(b, nullptr, r, offset, props);
  }
  template <class B, of<B> = 0>
  accessor(B &b, range<Dimensions> r, const prop_list &props = {}) : accessor(b, r, {}, props) {}
  template <class B, class Tag, of<B> = 0, class = decltype(detail::tag_traits<Tag>::mode)>
  accessor(B &b, range<Dimensions> r, Tag, const prop_list &props = {}) : accessor(b, r, {}, props) {}
  template <class B, class Tag, of<B> = 0, class = decltype(detail::tag_traits<Tag>::mode)>
  accessor(B &b, range<Dimensions> r, id<Dimensions> offset, Tag, const prop_list &props = {})
      : accessor(b, r, offset, props) {}

  // Part of the command group h.
  template <class B, of<B> = 0> accessor(B &b, handler &h, const prop_list &props = {}) {
    attach(b, &h, b.get_range(), {}, props);
  }
  template <class B, of<B> = 0> accessor(B &b, handler &h, tag_t, const prop_list &props = {}) {
    attach(b, &h, b.get_range(), {}, props);
  }
  template <class B, of<B> = 0>
  accessor(B &b, handler &h, target_tag_t, const prop_list &props = {}) : accessor(b, h, props) {}
  template <class B, of<B> = 0>
  accessor(B &b, handler &h, range<Dimensions> r, id<Dimensions> offset, const prop_list &props = {}) {
    attach(b, &h, r, offset, props);
  }
  template <class B, of<B> = 0>
  accessor(B &b, handler &h, range<Dimensions> r, const prop_list &props = {})
      : accessor(b, h, r, {}, props) {}
  template <class B, class Tag, of<B> = 0, class = decltype(detail::tag_traits<Tag>::mode)>
  accessor(B &b, handler &h, range<Dimensions> r, Tag, const prop_list &props = {})
      : accessor(b, h, r, {}, props) {}
  template <class B, class Tag, of<B> = 0, class = decltype(detail::tag_traits<Tag>::mode)>
  accessor(B &b, handler &h, range<Dimensions> r, id<Dimensions> offset, Tag, const prop_list &props = {})
      : accessor(b, h, r, offset, props) {}

  // read_write of T to read, T to const T, and to fewer properties.
  template <class U, access_mode M, access::placeholder P, class... Q,
            std::enable_if_t<converts<U, M, P, Q...>(), int> = 0>
  accessor(const accessor<U, Dimensions, M, AccessTarget, P, ext::oneapi::property_list<Q...>> &other)
      : head_(other.head_), range_(other.range_), memory_(other.memory_), offset_(other.offset_),
        traits_(other.traits_) {}

  // Of the type.
  template <class Key, std::enable_if_t<!is_property_v<Key>, int> = 0> static constexpr bool has_property() {
    return list::template has_property<Key>();
  }
  template <class Key, std::enable_if_t<!is_property_v<Key>, int> = 0> static constexpr auto get_property() {
    return list::template get_property<Key>();
  }
  // Of SYCL 2020.
  template <class Key, std::enable_if_t<is_property_v<Key>, int> = 0> bool has_property() const noexcept {
    return traits_ & detail::bit_of<Key>;
  }
  template <class Key, std::enable_if_t<is_property_v<Key>, int> = 0> Key get_property() const {
    return detail::get_kept<Key>(traits_);
  }

  id<Dimensions> get_offset() const { return offset_; }
  bool is_placeholder() const { return traits_ & detail::placeholder_trait; }

  // The start of the buffer. Of SYCL 1.2.1 on devices, where it points to DataT even if the accessor only
  // reads.
  auto get_pointer() const {
    if constexpr (AccessTarget == target::host_task)
      return base();
    else if constexpr (AccessTarget == target::constant_buffer)
      return constant_ptr<DataT>(const_cast<DataT *>(base()));
    else
      return global_ptr<DataT>(const_cast<DataT *>(base()));
  }
  template <access::decorated D> accessor_ptr<D> get_multi_ptr() const { return accessor_ptr<D>(base()); }

  void swap(accessor &other) {
    accessor copy = *this;
    *this = other;
    other = copy;
  }

  friend bool operator==(const accessor &a, const accessor &b) {
    return a.head_.access == b.head_.access && a.range_ == b.range_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }

private:
  friend class detail::element_access<accessor, element, Dimensions,
                                      detail::element_reference_t<DataT, AccessMode>>;
  friend struct detail::accessor_parts;
  template <class, int, access_mode, target, access::placeholder, class> friend class accessor;

  element *base() const { return static_cast<element *>(detail::command_memory(head_)); }
  const void *identity() const { return head_.access; }
  const range<Dimensions> &part() const { return range_; }
  const range<Dimensions> &whole() const { return memory_; }
  const id<Dimensions> &start() const { return offset_; }

  template <class B>
  void attach(B &b, handler *h, const range<Dimensions> &r, const id<Dimensions> &offset,
              const property_list &props) {
    if constexpr (list::template has_property<ext::oneapi::no_offset>())
      if (offset != id<Dimensions>())
        detail::fail(errc::invalid, "accessor: it has the property no_offset and an offset");
    if (h && b.properties_of().bound_context())
      detail::check_bound_context(*h, b.properties_of());
    range_ = r;
    memory_ = b.get_range();
    offset_ = offset;
    traits_ = detail::kept_traits(h, props.template sycc_for<accessor>());
    const std::uint32_t bits = detail::access_bits(AccessMode, props, Dimensions, memory_.sycc_data(),
                                                   range_.sycc_data(), offset_.sycc_data());
    detail::begin_access(head_, b.sycc_handle(), bits, h,
                         detail::plain_mode || AccessTarget == target::host_task);
  }

  sycc_accessor_head head_ = {};
  range<Dimensions> range_, memory_;
  id<Dimensions> offset_;
  std::uint32_t traits_ = 0;
};

// Without dimensions: stands for the first element of a buffer.
template <class DataT, access_mode AccessMode, target AccessTarget, access::placeholder IsPlaceholder,
          class... Props>
class accessor<DataT, 0, AccessMode, AccessTarget, IsPlaceholder, ext::oneapi::property_list<Props...>>
    : public detail::scalar_access<
          accessor<DataT, 0, AccessMode, AccessTarget, IsPlaceholder, ext::oneapi::property_list<Props...>>,
          accessor<DataT, 1, AccessMode, AccessTarget, IsPlaceholder, ext::oneapi::property_list<Props...>>> {
  using one =
      accessor<DataT, 1, AccessMode, AccessTarget, IsPlaceholder, ext::oneapi::property_list<Props...>>;
  using scalar = detail::scalar_access<accessor, one>;
  using prop_list = detail::accessor_properties<ext::oneapi::property_list<Props...>>;
  template <class B> using of = detail::if_buffer<B, DataT, 1, AccessMode>;

public:
  accessor() = default;
  template <class B, of<B> = 0> accessor(B &b, const prop_list &props = {}) : scalar(b, range<1>(1), props) {}
  template <class B, of<B> = 0>
  accessor(B &b, handler &h, const prop_list &props = {}) : scalar(b, h, range<1>(1), props) {}
  template <class U, access_mode M, access::placeholder P, class L,
            std::enable_if_t<std::is_convertible_v<accessor<U, 1, M, AccessTarget, P, L>, one>, int> = 0>
  accessor(const accessor<U, 0, M, AccessTarget, P, L> &other) : scalar(other) {}
  using scalar::operator=;
};

template <class T, int D, class A, class... Args>
accessor(buffer<T, D, A> &, Args &&...)
    -> accessor<T, D, detail::find_mode<T, std::decay_t<Args>...>,
                detail::find_tag<std::decay_t<Args>...>::where,
                (std::is_same_v<std::decay_t<Args>, handler> || ...) ? access::placeholder::false_t
                                                                     : access::placeholder::true_t,
                typename detail::find_list<std::decay_t<Args>...>::type>;

} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::target W, sycl::access::placeholder P, class L>
struct std::hash<sycl::accessor<T, D, M, W, P, L>> {
  std::size_t operator()(const sycl::accessor<T, D, M, W, P, L> &a) const {
    return std::hash<const void *>()(sycl::detail::accessor_parts::identity(a));
  }
};

#endif
