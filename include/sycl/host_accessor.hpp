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

template <class Self, class DataT, int D, access_mode Mode>
class host_access : public element_access<Self, element_t<DataT, Mode>, D> {
  using element = element_t<DataT, Mode>;

public:
  static constexpr access_mode mode = Mode;

  id<D> get_offset() const { return offset_; }
  element *get_pointer() const { return base(); }

  friend bool operator==(const Self &a, const Self &b) { return a.access_ == b.access_; }
  friend bool operator!=(const Self &a, const Self &b) { return a.access_ != b.access_; }

protected:
  friend class element_access<Self, element, D>;
  friend struct accessor_parts;

  host_access() = default;
  template <class B>
  host_access(B &b, const range<D> &r, const id<D> &offset, const property_list &props)
      : range_(r), memory_(b.get_range()), offset_(offset), access_(new counted_access) {
    const std::uint32_t bits =
        access_bits(Mode, props, D, memory_.sycc_data(), r.sycc_data(), offset.sycc_data());
    check(sycc_host_access_begin(b.sycc_handle(), bits, &access_->access));
    data_ = sycc_access_host_data(access_->access);
  }

  element *base() const { return static_cast<element *>(data_); }
  const void *identity() const { return access_.get(); }
  const range<D> &part() const { return range_; }
  const range<D> &whole() const { return memory_; }
  const id<D> &start() const { return offset_; }

  range<D> range_, memory_;
  id<D> offset_;
  void *data_ = nullptr;
  ref<counted_access> access_;
};

} // namespace detail

template <class DataT, int Dimensions = 1, access_mode AccessMode = detail::default_mode<DataT>>
class host_accessor : public detail::host_access<host_accessor<DataT, Dimensions, AccessMode>, DataT,
                                                 Dimensions, AccessMode> {
  using host_access = detail::host_access<host_accessor, DataT, Dimensions, AccessMode>;
  template <class Alloc> using buffer_t = buffer<std::remove_const_t<DataT>, Dimensions, Alloc>;
  friend class detail::element_access<host_accessor, detail::element_t<DataT, AccessMode>, Dimensions>;
  template <class, class, int, access_mode> friend class detail::host_access;

public:
  host_accessor() = default;
  template <class A>
  host_accessor(buffer_t<A> &b, const property_list &props = {}) : host_access(b, b.get_range(), {}, props) {}
  template <class A>
  host_accessor(buffer_t<A> &b, mode_tag_t<AccessMode>, const property_list &props = {})
      : host_accessor(b, props) {}
  template <class A>
  host_accessor(buffer_t<A> &b, range<Dimensions> r, const property_list &props = {})
      : host_access(b, r, {}, props) {}
  template <class A>
  host_accessor(buffer_t<A> &b, range<Dimensions> r, mode_tag_t<AccessMode>, const property_list &props = {})
      : host_access(b, r, {}, props) {}
  template <class A>
  host_accessor(buffer_t<A> &b, range<Dimensions> r, id<Dimensions> offset, const property_list &props = {})
      : host_access(b, r, offset, props) {}
  template <class A>
  host_accessor(buffer_t<A> &b, range<Dimensions> r, id<Dimensions> offset, mode_tag_t<AccessMode>,
                const property_list &props = {})
      : host_access(b, r, offset, props) {}
};

template <class T, int D, class A, class... Args>
host_accessor(buffer<T, D, A> &, Args &&...)
    -> host_accessor<T, D, detail::find_tag<std::decay_t<Args>...>::mode>;

// SYCL 1.2.1: what buffer::get_access without a handler returns.
template <class DataT, int Dimensions, access_mode AccessMode, access::placeholder P>
class accessor<DataT, Dimensions, AccessMode, target::host_buffer, P>
    : public detail::host_access<accessor<DataT, Dimensions, AccessMode, target::host_buffer, P>, DataT,
                                 Dimensions, AccessMode> {
  using host_access = detail::host_access<accessor, DataT, Dimensions, AccessMode>;
  template <class Alloc> using buffer_t = buffer<std::remove_const_t<DataT>, Dimensions, Alloc>;
  friend class detail::element_access<accessor, detail::element_t<DataT, AccessMode>, Dimensions>;
  template <class, class, int, access_mode> friend class detail::host_access;

public:
  template <class A>
  accessor(buffer_t<A> &b, const property_list &props = {}) : host_access(b, b.get_range(), {}, props) {}
  template <class A>
  accessor(buffer_t<A> &b, range<Dimensions> r, id<Dimensions> offset = {}, const property_list &props = {})
      : host_access(b, r, offset, props) {}
  constexpr bool is_placeholder() const { return false; }
};

} // namespace sycl

template <class T, int D, sycl::access_mode M> struct std::hash<sycl::host_accessor<T, D, M>> {
  std::size_t operator()(const sycl::host_accessor<T, D, M> &a) const {
    return std::hash<const void *>()(sycl::detail::accessor_parts::identity(a));
  }
};

#endif
