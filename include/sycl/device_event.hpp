// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_event: the end of a copy that a work-group does together. In plain C++ the first work-item copies,
// at once, and the end is a barrier.
#ifndef SYCL_DEVICE_EVENT_HPP
#define SYCL_DEVICE_EVENT_HPP

#include <sycl/multi_ptr.hpp>

namespace sycl {

class device_event {
public:
#ifdef SYCC_DEVICE
  explicit device_event(__spv::event_t event) : event_(event) {}
  void wait() const {
    __spv::event_t event = event_;
    __spirv_GroupWaitEvents(__spv::Scope::Workgroup, 1, &event);
  }

private:
  __ocl_event_t event_;
#else
  void wait() const { sycc_item_barrier(SYCC_ITEMS_GROUP); }
#endif
};

namespace detail {

#ifdef SYCC_DEVICE
// What is copied in place of a value: the integer, or vector of integers, of its size.
template <std::size_t Size> struct copy_unit;
template <> struct copy_unit<1> {
  using type = std::uint8_t;
};
template <> struct copy_unit<2> {
  using type = std::uint16_t;
};
template <> struct copy_unit<4> {
  using type = std::uint32_t;
};
template <> struct copy_unit<8> {
  using type = std::uint64_t;
};
#define SYCC_X(n)                                                                                            \
  template <> struct copy_unit<n * 8> {                                                                      \
    using type = std::uint64_t __attribute__((ext_vector_type(n)));                                          \
  };
SYCC_X(2)
SYCC_X(4)
SYCC_X(8)
SYCC_X(16)
#undef SYCC_X

// To and From: one in local memory, one in global.
template <class Unit, class To, class From>
device_event group_copy(Unit *, To to, From from, std::size_t n, std::size_t stride) {
  using to_unit = decorate_t<Unit, To::address_space> *;
  using from_unit = decorate_t<const Unit, From::address_space> *;
  return device_event(__spirv_GroupAsyncCopy((std::uint32_t)__spv::Scope::Workgroup,
                                             (to_unit)to.get_decorated(), (from_unit)from.get_decorated(), n,
                                             stride, (__spv::event_t) nullptr));
}
#endif

template <class To, class From>
device_event start_copy([[maybe_unused]] bool leader, To to, From from, std::size_t n, std::size_t stride) {
  using value = typename To::value_type;
  static_assert(std::is_same_v<value, std::remove_const_t<typename From::value_type>>,
                "async_work_group_copy: both sides must have the same type");
  static_assert(std::is_trivially_copyable_v<value> && sizeof(value) <= 128 &&
                    alignof(value) == (sizeof(value) < 64 ? sizeof(value) : 64),
                "async_work_group_copy: scalars and vectors only");
#ifdef SYCC_DEVICE
  return group_copy((typename copy_unit<sizeof(value)>::type *)nullptr, to, from, n, stride);
#else
  constexpr bool gathers = From::address_space == access::address_space::global_space;
  for (std::size_t i = 0; leader && i < n; ++i)
    to[gathers ? i : i * stride] = from[gathers ? i * stride : i];
  return {};
#endif
}

} // namespace detail
} // namespace sycl

#endif
