// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nd_item: what an nd_range kernel is called with.
#ifndef SYCL_ND_ITEM_HPP
#define SYCL_ND_ITEM_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/id.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {

template <int Dimensions = 1> class nd_item {
public:
  static constexpr int dimensions = Dimensions;

  id<Dimensions> get_global_id() const { return global_; }
  std::size_t get_global_id(int dimension) const { return global_[dimension]; }
  std::size_t get_global_linear_id() const { return detail::linear(global_ - offset_, global_range_); }
  id<Dimensions> get_local_id() const { return group_.get_local_id(); }
  std::size_t get_local_id(int dimension) const { return group_.get_local_id(dimension); }
  std::size_t get_local_linear_id() const { return group_.get_local_linear_id(); }

  group<Dimensions> get_group() const { return group_; }
  std::size_t get_group(int dimension) const { return group_.get_group_id(dimension); }
  std::size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
  range<Dimensions> get_group_range() const { return group_.get_group_range(); }
  std::size_t get_group_range(int dimension) const { return group_.get_group_range(dimension); }

  sub_group get_sub_group() const {
    return sub_group(get_local_linear_id(), group_.get_local_linear_range());
  }

  range<Dimensions> get_global_range() const { return global_range_; }
  std::size_t get_global_range(int dimension) const { return global_range_[dimension]; }
  range<Dimensions> get_local_range() const { return group_.get_local_range(); }
  std::size_t get_local_range(int dimension) const { return group_.get_local_range(dimension); }
  id<Dimensions> get_offset() const { return offset_; }
  nd_range<Dimensions> get_nd_range() const { return {global_range_, get_local_range(), offset_}; }

  // SYCL 1.2.1's barrier. Its fence is for all of memory, whichever part is named.
  void barrier(access::fence_space = access::fence_space::global_and_local) const { group_barrier(group_); }
  // SYCL 1.2.1's: the work-item's reads and writes, whatever the mode, of both address spaces.
  template <access::mode = access::mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }

  // As those of the group.
  template <class To, class From>
  device_event async_work_group_copy(To to, From from, std::size_t n, std::size_t stride = 1) const {
    return group_.async_work_group_copy(to, from, n, stride);
  }
  template <class... Events> void wait_for(Events... events) const { group_.wait_for(events...); }

  friend bool operator==(const nd_item &a, const nd_item &b) {
    return a.global_ == b.global_ && a.get_local_id() == b.get_local_id() && a.group_ == b.group_;
  }
  friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

private:
  friend struct detail::make;
  nd_item() = default;

  id<Dimensions> global_, offset_;
  range<Dimensions> global_range_;
  group<Dimensions> group_;
};

} // namespace sycl

#endif
