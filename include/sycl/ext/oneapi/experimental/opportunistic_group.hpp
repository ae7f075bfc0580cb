// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// opportunistic_group: the work-items of a sub-group that happen to run together. Here that is the one that
// calls: right everywhere, since which ones they are is not said.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_OPPORTUNISTIC_GROUP_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_OPPORTUNISTIC_GROUP_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/group_algorithm.hpp>

namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

class opportunistic_group;
namespace this_kernel {
opportunistic_group get_opportunistic_group();
}

class opportunistic_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return id<1>(0); }
  id<1> get_local_id() const { return id<1>(0); }
  range<1> get_group_range() const { return range<1>(1); }
  range<1> get_local_range() const { return range<1>(1); }
  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_local_linear_id() const { return 0; }
  linear_id_type get_group_linear_range() const { return 1; }
  linear_id_type get_local_linear_range() const { return 1; }
  bool leader() const { return true; }

private:
  friend opportunistic_group this_kernel::get_opportunistic_group();
  opportunistic_group() = default;
};

namespace this_kernel {
inline opportunistic_group get_opportunistic_group() {
  return {};
}
} // namespace this_kernel

} // namespace experimental

namespace this_work_item {
inline experimental::opportunistic_group get_opportunistic_group() {
  return experimental::this_kernel::get_opportunistic_group();
}
} // namespace this_work_item

} // namespace oneapi
} // namespace ext

// The group functions, for one member.
namespace detail {
using alone = ext::oneapi::experimental::opportunistic_group;
}
inline void group_barrier(detail::alone, memory_scope scope = detail::alone::fence_scope) {
  atomic_fence(memory_order::seq_cst, scope);
}
template <class T, class... From> T group_broadcast(detail::alone, T x, From...) {
  return x;
}
inline bool any_of_group(detail::alone, bool x) {
  return x;
}
inline bool all_of_group(detail::alone, bool x) {
  return x;
}
inline bool none_of_group(detail::alone, bool x) {
  return !x;
}
template <class T, class Op> T reduce_over_group(detail::alone, T x, Op) {
  return x;
}
template <class V, class T, class Op> T reduce_over_group(detail::alone, V x, T init, Op op) {
  return op(init, x);
}
template <class T, class Op> T inclusive_scan_over_group(detail::alone, T x, Op) {
  return x;
}
template <class V, class T, class Op> T inclusive_scan_over_group(detail::alone, V x, Op op, T init) {
  return op(init, x);
}
template <class T, class Op> T exclusive_scan_over_group(detail::alone, T, Op) {
  return known_identity_v<Op, T>;
}
template <class V, class T, class Op> T exclusive_scan_over_group(detail::alone, V, T init, Op) {
  return init;
}

} // namespace sycl

#endif
