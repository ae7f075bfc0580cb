// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of groups by operations and over types of the user's, with memory that the user gives. The
// algorithms of SYCL 2020 take such operations here, and have memory of their own: what is given stays
// unused.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_USER_DEFINED_REDUCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_USER_DEFINED_REDUCTIONS_HPP

#include <sycl/group_algorithm.hpp>

#define SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS 1

namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

// Memory is a span of bytes, or anything else.
template <class Group, class Memory> class group_with_scratchpad {
public:
  group_with_scratchpad(Group g, Memory memory) : group_(g), memory_(memory) {}
  Group get_group() const { return group_; }
  Memory get_memory() const { return memory_; }

private:
  Group group_;
  Memory memory_;
};

template <class Group, class Memory, class T, class... Args>
T reduce_over_group(const group_with_scratchpad<Group, Memory> &g, T x, Args... args) {
  return sycl::reduce_over_group(g.get_group(), x, args...);
}
template <class Group, class Memory, class Pointer, class... Args>
auto joint_reduce(const group_with_scratchpad<Group, Memory> &g, Pointer first, Pointer last, Args... args) {
  return sycl::joint_reduce(g.get_group(), first, last, args...);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
