// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::group_local_memory: an object in the local memory of a work-group, asked for inside of a
// kernel. Each place in the program that asks has an object of its own, one for each group; it lives as long
// as the group.
//
// On devices sycl-post-link gives a variable to each call of __sycc_local_variable; the functions here are
// always inlined, so that it is the user's function that calls. In plain C++ a call has memory of its own
// each time, also in a loop: all work-items of a group come to the same calls in the same sequence.
#ifndef SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP
#define SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP

#include <sycl/group_algorithm.hpp>
#include <sycl/multi_ptr.hpp>

#include <new>
#include <type_traits>
#include <utility>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

#ifdef SYCC_DEVICE
extern "C" SYCL_EXTERNAL SYCC_LOCAL void *__sycc_local_variable(std::size_t bytes,
                                                                std::size_t align) noexcept;
#endif

namespace sycl {
namespace detail {

#ifdef SYCC_DEVICE
template <class T> __attribute__((always_inline)) inline T *local_variable() {
  return (T *)(SYCC_LOCAL T *)__sycc_local_variable(sizeof(T), alignof(T));
}
#else
template <class T> T *local_variable() {
  return static_cast<T *>(sycc_item_variable(sizeof(T), alignof(T)));
}
#endif

template <class T>
using local_variable_ptr = multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;

template <class T, class Group> constexpr bool check_local_variable() {
  static_assert(std::is_trivially_destructible_v<T>,
                "group_local_memory: the type must be trivially destructible");
  static_assert(Group::fence_scope == memory_scope::work_group,
                "group_local_memory: only work-groups have local memory");
  return true;
}

} // namespace detail

namespace ext {
namespace oneapi {

// Made by the first work-item from the arguments; all wait for it.
template <class T, class Group, class... Args>
__attribute__((always_inline)) inline detail::local_variable_ptr<T> group_local_memory(Group g,
                                                                                       Args &&...args) {
  static_assert(detail::check_local_variable<T, Group>());
  T *object = detail::local_variable<T>();
  group_barrier(g); // others may still use what was here in the last round of a loop
  if (g.leader())
    ::new (static_cast<void *>(object)) T{std::forward<Args>(args)...};
  group_barrier(g);
  return object;
}

// Not initialised, unless its type has a default constructor that does something: a union of such types has
// none.
template <class T, class Group>
__attribute__((always_inline)) inline detail::local_variable_ptr<T>
group_local_memory_for_overwrite(Group g) {
  static_assert(detail::check_local_variable<T, Group>());
  T *object = detail::local_variable<T>();
  if constexpr (!std::is_trivially_default_constructible_v<T> && std::is_default_constructible_v<T>) {
    group_barrier(g);
    if (g.leader())
      ::new (static_cast<void *>(object)) T;
    group_barrier(g);
  }
  return object;
}

} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
