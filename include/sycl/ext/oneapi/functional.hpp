// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that SYCL 2020 has taken over from sycl::ext::oneapi: function objects, atomics, group algorithms.
#ifndef SYCL_EXT_ONEAPI_FUNCTIONAL_HPP
#define SYCL_EXT_ONEAPI_FUNCTIONAL_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/sub_group.hpp>

#define SYCL_EXT_ONEAPI_GROUP_ALGORITHMS 1

namespace sycl {
namespace ext {
namespace oneapi {

using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::logical_and;
using sycl::logical_or;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;

using sycl::atomic_fence;
using sycl::atomic_ref;
using sycl::memory_order;
using sycl::memory_scope;
using sycl::sub_group;

template <class Group> detail::if_group<Group, bool> leader(Group g) {
  return g.leader();
}
template <class Group> detail::if_group<Group, bool> any_of(Group g, bool x) {
  return any_of_group(g, x);
}
template <class Group> detail::if_group<Group, bool> all_of(Group g, bool x) {
  return all_of_group(g, x);
}
template <class Group> detail::if_group<Group, bool> none_of(Group g, bool x) {
  return none_of_group(g, x);
}
template <class Group, class T, class... From>
detail::if_group<Group, T> broadcast(Group g, T x, From... from) {
  return group_broadcast(g, x, from...);
}
// With the operation, and a value to begin with before it.
template <class Group, class T, class... Args> detail::if_group<Group, T> reduce(Group g, T x, Args... args) {
  return reduce_over_group(g, x, args...);
}
template <class Group, class T, class... Args>
detail::if_group<Group, T> exclusive_scan(Group g, T x, Args... args) {
  return exclusive_scan_over_group(g, x, args...);
}
template <class Group, class T, class Op, class... Start>
detail::if_group<Group, T> inclusive_scan(Group g, T x, Op op, Start... start) {
  return inclusive_scan_over_group(g, x, op, start...);
}

} // namespace oneapi
} // namespace ext

namespace ONEAPI = ext::oneapi; // the name it had at first

} // namespace sycl

#endif
