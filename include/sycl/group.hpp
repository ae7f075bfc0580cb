// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group: the work-group of a work-item, and the copies it does together. <sycl/group_algorithm.hpp> has
// barriers and all else that groups do.
#ifndef SYCL_GROUP_HPP
#define SYCL_GROUP_HPP

#include <sycl/device_event.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

namespace sycl {

namespace detail {
struct make;
}

template <int Dimensions> class nd_item;

template <int Dimensions = 1> class group {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id<Dimensions> get_group_id() const { return group_; }
  std::size_t get_group_id(int dimension) const { return group_[dimension]; }
  id<Dimensions> get_id() const { return group_; }                      // SYCL 1.2.1
  std::size_t get_id(int dimension) const { return group_[dimension]; } // SYCL 1.2.1
  std::size_t operator[](int dimension) const { return group_[dimension]; }
  id<Dimensions> get_local_id() const { return local_; }
  std::size_t get_local_id(int dimension) const { return local_[dimension]; }
  range<Dimensions> get_local_range() const { return local_range_; }
  std::size_t get_local_range(int dimension) const { return local_range_[dimension]; }
  range<Dimensions> get_group_range() const { return group_range_; }
  std::size_t get_group_range(int dimension) const { return group_range_[dimension]; }
  range<Dimensions> get_max_local_range() const { return local_range_; }
  range<Dimensions> get_global_range() const { return group_range_ * local_range_; } // SYCL 1.2.1
  std::size_t get_global_range(int dimension) const {
    return group_range_[dimension] * local_range_[dimension];
  } // SYCL 1.2.1

  std::size_t get_group_linear_id() const { return detail::linear(group_, group_range_); }
  std::size_t get_linear_id() const { return get_group_linear_id(); } // SYCL 1.2.1
  std::size_t get_group_linear_range() const { return group_range_.size(); }
  std::size_t get_local_linear_id() const { return detail::linear(local_, local_range_); }
  std::size_t get_local_linear_range() const { return local_range_.size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  // Copies between local and global memory that all work-items of the group ask for in the same way. The
  // stride is that of the global side. What work-items have written must be behind a barrier.
  template <class T, class U, access::decorated D, access::decorated E>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::local_space, D> to,
                                     multi_ptr<U, access::address_space::global_space, E> from, std::size_t n,
                                     std::size_t stride = 1) const {
    return detail::start_copy(leader(), to, from, n, stride);
  }
  template <class T, class U, access::decorated D, access::decorated E>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::global_space, D> to,
                                     multi_ptr<U, access::address_space::local_space, E> from, std::size_t n,
                                     std::size_t stride = 1) const {
    return detail::start_copy(leader(), to, from, n, stride);
  }
  template <class... Events> void wait_for(Events... events) const { (events.wait(), ...); }

  // In hierarchical kernels: calls f for each work-item of the group, or of the given range. See
  // <sycl/h_item.hpp>.
  template <class F> void parallel_for_work_item(const F &f) const;
  template <class F> void parallel_for_work_item(range<Dimensions> logical, const F &f) const;

  friend bool operator==(const group &a, const group &b) {
    return a.group_ == b.group_ && a.local_range_ == b.local_range_ && a.group_range_ == b.group_range_;
  }
  friend bool operator!=(const group &a, const group &b) { return !(a == b); }

private:
  friend struct detail::make;
  friend class nd_item<Dimensions>;
  group() = default;

  id<Dimensions> group_, local_;
  range<Dimensions> local_range_, group_range_;
};

} // namespace sycl

#endif
