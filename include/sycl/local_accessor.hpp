// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// local_accessor: memory shared by the work-items of a group. It begins with sycc_local_accessor_head on
// host and device; the kernel's prologue fills in `data`.
// In plain C++ `data` is an offset in the local memory of the group that runs, on the host of a device
// otherwise a number that tells accessors apart.
#ifndef SYCL_LOCAL_ACCESSOR_HPP
#define SYCL_LOCAL_ACCESSOR_HPP

#include <sycl/accessor.hpp>

namespace sycl {
namespace detail {

// The offset of a piece of local memory, as a pointer.
void *take_local(handler &h, size_t bytes);

inline void *next_local() {
#ifdef SYCC_DEVICE
  return nullptr; // only parsed
#else
  static size_t last = 0;
  return reinterpret_cast<void *>(__atomic_add_fetch(&last, 1, __ATOMIC_RELAXED));
#endif
}

// The local memory of the group that runs.
template <bool Plain = plain_mode> void *group_memory(const sycc_local_accessor_head &head) {
#ifndef SYCC_DEVICE
  if constexpr (Plain)
    return sycc_item_local(reinterpret_cast<size_t>(head.data));
  else if (head.data)
    fail(errc::invalid, "local_accessor: host code cannot use it, only the work-groups of a kernel have such "
                        "memory");
#endif
  return head.data;
}

namespace classes {

template <class Self, class DataT, int D, class R = DataT &>
class local_access : public element_access<Self, DataT, D, R> {
public:
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<DataT, access::address_space::local_space, Decorated>;

  // No property of SYCL's is one of local accessors.
  template <class Key> bool has_property() const noexcept { return false; }
  template <class Key> Key get_property() const { return get_kept<Key>(0); }

  local_ptr<DataT> get_pointer() const { return local_ptr<DataT>(base()); }
  template <access::decorated Decorated>
  multi_ptr<DataT, access::address_space::local_space, Decorated> get_multi_ptr() const {
    return multi_ptr<DataT, access::address_space::local_space, Decorated>(base());
  }

  friend bool operator==(const Self &a, const Self &b) {
    return a.head_.data == b.head_.data && a.range_ == b.range_;
  }
  friend bool operator!=(const Self &a, const Self &b) { return !(a == b); }
  void swap(Self &other) { std::swap(static_cast<Self &>(*this), other); }

protected:
  friend class element_access<Self, DataT, D, R>;
  friend struct detail::accessor_parts;
  template <class, class, int, class> friend class local_access;

  local_access() = default;
  local_access(const range<D> &r, [[maybe_unused]] handler &h) : range_(r) {
    head_.bytes = byte_count("local_accessor", r, sizeof(DataT));
#ifdef SYCC_PLAIN
    head_.data = take_local(h, head_.bytes);
#else
    head_.data = next_local();
#endif
  }

  template <class Other, class U>
  local_access(const local_access<Other, U, D> &other) : head_(other.head_), range_(other.range_) {}

  DataT *base() const { return static_cast<DataT *>(group_memory(head_)); }
  const void *identity() const { return head_.data; }
  const range<D> &part() const { return range_; }
  const range<D> &whole() const { return range_; }
  id<D> start() const { return {}; }

  sycc_local_accessor_head head_ = {};
  range<D> range_;
};

} // namespace classes
using classes::local_access;

} // namespace detail

template <class DataT, int Dimensions> class local_accessor;
template <class T, int D>
inline constexpr detail::property_owner detail::owner_of<local_accessor<T, D>> = {"local_accessor", 0};

template <class DataT, int Dimensions = 1>
class SYCC_SPECIAL_CLASS("local_accessor") local_accessor
    : public detail::local_access<local_accessor<DataT, Dimensions>, DataT, Dimensions> {
  using local_access = detail::local_access<local_accessor, DataT, Dimensions>;
  friend class detail::element_access<local_accessor, DataT, Dimensions>;
  template <class, class, int, class> friend class detail::local_access;

public:
  local_accessor() = default;
  local_accessor(range<Dimensions> r, handler &h, const property_list &props = {}) : local_access(r, h) {
    props.sycc_for<local_accessor>();
  }
  // T to const T.
  template <class U, std::enable_if_t<!std::is_same_v<U, DataT> && std::is_same_v<const U, DataT>, int> = 0>
  local_accessor(const local_accessor<U, Dimensions> &other) : local_access(other) {}
};

// Without dimensions: one element for each work-group.
template <class DataT>
class local_accessor<DataT, 0>
    : public detail::scalar_access<local_accessor<DataT, 0>, local_accessor<DataT, 1>> {
  using scalar = detail::scalar_access<local_accessor, local_accessor<DataT, 1>>;

public:
  local_accessor() = default;
  local_accessor(handler &h, const property_list &props = {}) : scalar(range<1>(1), h) {
    props.sycc_for<local_accessor>();
  }
  template <class U, std::enable_if_t<!std::is_same_v<U, DataT> && std::is_same_v<const U, DataT>, int> = 0>
  local_accessor(const local_accessor<U, 0> &other) : scalar(other) {}
  using scalar::operator=;
};

// SYCL 1.2.1's spelling.
template <class DataT, int Dimensions, access_mode AccessMode, access::placeholder P>
class SYCC_SPECIAL_CLASS("local_accessor") accessor<DataT, Dimensions, AccessMode, target::local, P>
    : public detail::local_access<
          accessor<DataT, Dimensions, AccessMode, target::local, P>, DataT, Dimensions,
          detail::element_reference_t<
              DataT, AccessMode == access_mode::atomic ? AccessMode : access_mode::read_write,
              access::address_space::local_space>> {
  using element_reference =
      detail::element_reference_t<DataT,
                                  AccessMode == access_mode::atomic ? AccessMode : access_mode::read_write,
                                  access::address_space::local_space>;
  using local_access = detail::local_access<accessor, DataT, Dimensions, element_reference>;
  friend class detail::element_access<accessor, DataT, Dimensions, element_reference>;
  template <class, class, int, class> friend class detail::local_access;

public:
  accessor() = default;
  accessor(range<Dimensions> r, handler &h, const property_list &props = {}) : local_access(r, h) {
    props.sycc_for<accessor>();
  }
};
template <class DataT, access_mode AccessMode, access::placeholder P>
class accessor<DataT, 0, AccessMode, target::local, P>
    : public detail::scalar_access<accessor<DataT, 0, AccessMode, target::local, P>,
                                   accessor<DataT, 1, AccessMode, target::local, P>> {
  using scalar = detail::scalar_access<accessor, accessor<DataT, 1, AccessMode, target::local, P>>;

public:
  accessor() = default;
  accessor(handler &h, const property_list & = {}) : scalar(range<1>(1), h) {}
  using scalar::operator=;
};

} // namespace sycl

template <class T, int D> struct std::hash<sycl::local_accessor<T, D>> {
  std::size_t operator()(const sycl::local_accessor<T, D> &a) const {
    return std::hash<const void *>()(sycl::detail::accessor_parts::identity(a)) ^ a.byte_size();
  }
};

#endif
