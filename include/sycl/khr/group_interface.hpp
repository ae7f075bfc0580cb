// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_group_interface: work-groups, sub-groups and their members under one set of names. The classes of
// SYCL 2020 convert to these and back.
#ifndef SYCL_KHR_GROUP_INTERFACE_HPP
#define SYCL_KHR_GROUP_INTERFACE_HPP

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

#if __cplusplus >= 202302L && __has_include(<mdspan>)
#include <mdspan>
#endif

#define SYCL_KHR_GROUP_INTERFACE 1

namespace sycl {
namespace khr {

// What C++23's std::extents says of a group, where the standard library has it.
#ifdef __cpp_lib_mdspan
#define SYCC_EXTENTS                                                                                         \
  typename extents_type::index_type extent(typename extents_type::rank_type r) const noexcept {              \
    return extents().extent(r);                                                                              \
  }                                                                                                          \
  static constexpr typename extents_type::rank_type rank() noexcept {                                        \
    return extents_type::rank();                                                                             \
  }                                                                                                          \
  static constexpr typename extents_type::rank_type rank_dynamic() noexcept {                                \
    return extents_type::rank_dynamic();                                                                     \
  }                                                                                                          \
  static constexpr std::size_t static_extent(typename extents_type::rank_type r) noexcept {                  \
    return extents_type::static_extent(r);                                                                   \
  }
#else
#define SYCC_EXTENTS
#endif

template <class ParentGroup> class member_item;

template <int Dimensions = 1> class work_group {
public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<Dimensions> &g) noexcept : group_(g) {}
  operator group<Dimensions>() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
#ifdef __cpp_lib_mdspan
  using extents_type = std::dextents<std::size_t, Dimensions>;
  extents_type extents() const noexcept {
    std::array<std::size_t, Dimensions> sizes;
    for (int i = 0; i < Dimensions; ++i)
      sizes[i] = group_.get_local_range(i);
    return extents_type(sizes);
  }
#endif
  SYCC_EXTENTS

  friend bool operator==(const work_group &a, const work_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const work_group &a, const work_group &b) { return !(a == b); }

private:
  friend class member_item<work_group>;
  group<Dimensions> group_;
};
template <int Dimensions> work_group(const group<Dimensions> &) -> work_group<Dimensions>;

class sub_group {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &g) noexcept : group_(g) {}
  operator sycl::sub_group() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  size_type max_size() const noexcept { return static_cast<size_type>(group_.get_max_local_range()[0]); }
#ifdef __cpp_lib_mdspan
  using extents_type = std::dextents<std::uint32_t, 1>;
  extents_type extents() const noexcept { return extents_type(size()); }
#endif
  SYCC_EXTENTS

  friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

private:
  friend class member_item<sub_group>;
  sycl::sub_group group_;
};

#ifdef __cpp_lib_mdspan
namespace detail {
template <class Index, int Dimensions> struct ones;
template <class Index> struct ones<Index, 1> {
  using type = std::extents<Index, 1>;
};
template <class Index> struct ones<Index, 2> {
  using type = std::extents<Index, 1, 1>;
};
template <class Index> struct ones<Index, 3> {
  using type = std::extents<Index, 1, 1, 1>;
};
} // namespace detail
#endif

template <class Group> member_item<Group> get_member_item(const Group &g) noexcept;

// A group of one: the work-item that asks, among the others of its group.
template <class ParentGroup> class member_item {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return parent_.group_.get_local_id(); }
  linear_id_type linear_id() const noexcept { return parent_.group_.get_local_linear_id(); }
  range_type range() const noexcept { return parent_.group_.get_local_range(); }
  constexpr size_type size() const noexcept { return 1; }
#ifdef __cpp_lib_mdspan
  using extents_type = typename detail::ones<size_type, dimensions>::type;
  constexpr extents_type extents() const noexcept { return {}; }
#endif
  SYCC_EXTENTS

  friend bool operator==(const member_item &a, const member_item &b) {
    return a.parent_ == b.parent_ && a.id() == b.id();
  }
  friend bool operator!=(const member_item &a, const member_item &b) { return !(a == b); }

private:
  template <class Group> friend member_item<Group> get_member_item(const Group &) noexcept;
  explicit member_item(const ParentGroup &parent) : parent_(parent) {}
  ParentGroup parent_;
};
#undef SYCC_EXTENTS

template <class Group> member_item<Group> get_member_item(const Group &g) noexcept {
  return member_item<Group>(g);
}

template <int Dimensions> bool leader_of(const work_group<Dimensions> &g) noexcept {
  return get_member_item(g).linear_id() == 0;
}
inline bool leader_of(const sub_group &g) noexcept {
  return get_member_item(g).linear_id() == 0;
}
template <class ParentGroup> bool leader_of(const member_item<ParentGroup> &) noexcept {
  return true;
} // it is alone

} // namespace khr
} // namespace sycl

#endif
