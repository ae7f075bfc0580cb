// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// host_accessor: a buffer's contents on the host. Waits for them, and keeps commands that would disturb
// them away for as long as it or a copy of it lives.
#ifndef SYCL_HOST_ACCESSOR_HPP
#define SYCL_HOST_ACCESSOR_HPP

#include <sycl/accessor.hpp>

namespace sycl {
namespace detail {

// The runtime's access, which ends with the last copy of the accessor.
struct counted_access : counted {
  ~counted_access() {
    if (access)
      sycc_host_access_end(access);
  }
  sycc_access *access = nullptr;
};

namespace classes {

template <class Self, class DataT, int D, access_mode Mode>
class host_access : public element_access<Self, element_t<DataT, Mode>, D> {
  using element = element_t<DataT, Mode>;

public:
  static constexpr access_mode mode = Mode;

  id<D> get_offset() const { return offset_; }
  element *get_pointer() const { return base(); }
  template <class Key> bool has_property() const noexcept { return traits_ & bit_of<Key>; }
  template <class Key> Key get_property() const { return get_kept<Key>(traits_); }

  friend bool operator==(const Self &a, const Self &b) { return a.access_ == b.access_; }
  friend bool operator!=(const Self &a, const Self &b) { return a.access_ != b.access_; }
  void swap(Self &other) { std::swap(static_cast<Self &>(*this), other); }

protected:
  friend class element_access<Self, element, D>;
  friend struct detail::accessor_parts;
  template <class, class, int, access_mode> friend class host_access;

  host_access() = default;
  template <class B>
  host_access(B &b, const range<D> &r, const id<D> &offset, const property_list &props)
      : range_(r), memory_(b.get_range()), offset_(offset), access_(new counted_access),
        traits_(kept_traits(nullptr, props.template sycc_for<Self>())) {
    const std::uint32_t bits =
        access_bits(Mode, props, D, memory_.sycc_data(), r.sycc_data(), offset.sycc_data());
    check(sycc_host_access_begin(b.sycc_handle(), bits, &access_->access));
    data_ = sycc_access_host_data(access_->access);
  }

  template <class Other, class U, access_mode M>
  host_access(const host_access<Other, U, D, M> &other)
      : range_(other.range_), memory_(other.memory_), offset_(other.offset_), data_(other.data_),
        access_(other.access_), traits_(other.traits_) {}

  element *base() const { return static_cast<element *>(data_); }
  const void *identity() const { return access_.get(); }
  const range<D> &part() const { return range_; }
  const range<D> &whole() const { return memory_; }
  const id<D> &start() const { return offset_; }

  range<D> range_, memory_;
  id<D> offset_;
  void *data_ = nullptr;
  ref<counted_access> access_;
  std::uint32_t traits_ = 0;
};

} // namespace classes
using classes::host_access;

} // namespace detail

template <class DataT, int Dimensions = 1, access_mode AccessMode = detail::default_mode<DataT>>
class host_accessor : public detail::host_access<host_accessor<DataT, Dimensions, AccessMode>, DataT,
                                                 Dimensions, AccessMode> {
  using host_access = detail::host_access<host_accessor, DataT, Dimensions, AccessMode>;
  template <class B> using of = detail::if_buffer<B, DataT, Dimensions, AccessMode>;
  friend class detail::element_access<host_accessor, detail::element_t<DataT, AccessMode>, Dimensions>;
  template <class, class, int, access_mode> friend class detail::host_access;

public:
  host_accessor() = default;
  template <class B, of<B> = 0>
  host_accessor(B &b, const property_list &props = {}) : host_access(b, b.get_range(), {}, props) {}
  template <class B, of<B> = 0>
  host_accessor(B &b, mode_tag_t<AccessMode>, const property_list &props = {}) : host_accessor(b, props) {}
  template <class B, of<B> = 0>
  host_accessor(B &b, range<Dimensions> r, const property_list &props = {}) : host_access(b, r, {}, props) {}
  template <class B, of<B> = 0>
  host_accessor(B &b, range<Dimensions> r, mode_tag_t<AccessMode>, const property_list &props = {})
      : host_access(b, r, {}, props) {}
  template <class B, of<B> = 0>
  host_accessor(B &b, range<Dimensions> r, id<Dimensions> offset, const property_list &props = {})
      : host_access(b, r, offset, props) {}
  template <class B, of<B> = 0>
  host_accessor(B &b, range<Dimensions> r, id<Dimensions> offset, mode_tag_t<AccessMode>,
                const property_list &props = {})
      : host_access(b, r, offset, props) {}

  // read_write of T to read, and T to const T.
  template <class U, access_mode M,
            std::enable_if_t<AccessMode == access_mode::read &&
                                 (M == access_mode::read || M == access_mode::read_write) &&
                                 std::is_same_v<std::remove_const_t<U>, std::remove_const_t<DataT>> &&
                                 !std::is_same_v<host_accessor<U, Dimensions, M>, host_accessor>,
                             int> = 0>
  host_accessor(const host_accessor<U, Dimensions, M> &other) : host_access(other) {}
};

// Without dimensions: stands for the first element of a buffer.
template <class DataT, access_mode AccessMode>
class host_accessor<DataT, 0, AccessMode>
    : public detail::scalar_access<host_accessor<DataT, 0, AccessMode>, host_accessor<DataT, 1, AccessMode>> {
  using scalar = detail::scalar_access<host_accessor, host_accessor<DataT, 1, AccessMode>>;

public:
  host_accessor() = default;
  template <class B, detail::if_buffer<B, DataT, 1, AccessMode> = 0>
  host_accessor(B &b, const property_list &props = {}) : scalar(b, range<1>(1), props) {}
  template <class U, access_mode M,
            std::enable_if_t<
                std::is_convertible_v<host_accessor<U, 1, M>, host_accessor<DataT, 1, AccessMode>>, int> = 0>
  host_accessor(const host_accessor<U, 0, M> &other) : scalar(other) {}
  using scalar::operator=;
};

template <class T, int D, class A, class... Args>
host_accessor(buffer<T, D, A> &, Args &&...)
    -> host_accessor<T, D, detail::find_mode<T, std::decay_t<Args>...>>;

// SYCL 1.2.1: what buffer::get_access without a handler returns.
template <class DataT, int Dimensions, access_mode AccessMode, access::placeholder P>
class accessor<DataT, Dimensions, AccessMode, target::host_buffer, P>
    : public detail::host_access<accessor<DataT, Dimensions, AccessMode, target::host_buffer, P>, DataT,
                                 Dimensions, AccessMode> {
  using host_access = detail::host_access<accessor, DataT, Dimensions, AccessMode>;
  template <class B> using of = detail::if_buffer<B, DataT, Dimensions, AccessMode>;
  friend class detail::element_access<accessor, detail::element_t<DataT, AccessMode>, Dimensions>;
  template <class, class, int, access_mode> friend class detail::host_access;

public:
  template <class B, of<B> = 0>
  accessor(B &b, const property_list &props = {}) : host_access(b, b.get_range(), {}, props) {}
  template <class B, of<B> = 0>
  accessor(B &b, range<Dimensions> r, const property_list &props = {}) : host_access(b, r, {}, props) {}
  template <class B, of<B> = 0>
  accessor(B &b, range<Dimensions> r, id<Dimensions> offset, const property_list &props = {})
      : host_access(b, r, offset, props) {}
  constexpr bool is_placeholder() const { return false; }
};
template <class DataT, access_mode AccessMode, access::placeholder P>
class accessor<DataT, 0, AccessMode, target::host_buffer, P>
    : public detail::scalar_access<accessor<DataT, 0, AccessMode, target::host_buffer, P>,
                                   accessor<DataT, 1, AccessMode, target::host_buffer, P>> {
  using scalar = detail::scalar_access<accessor, accessor<DataT, 1, AccessMode, target::host_buffer, P>>;

public:
  template <class B, detail::if_buffer<B, DataT, 1, AccessMode> = 0>
  accessor(B &b, const property_list &props = {}) : scalar(b, range<1>(1), id<1>(), props) {}
  using scalar::operator=;
};

} // namespace sycl

template <class T, int D, sycl::access_mode M> struct std::hash<sycl::host_accessor<T, D, M>> {
  std::size_t operator()(const sycl::host_accessor<T, D, M> &a) const {
    return std::hash<const void *>()(sycl::detail::accessor_parts::identity(a));
  }
};

#endif
