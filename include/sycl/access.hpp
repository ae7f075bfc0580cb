// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access modes, targets and the tags that name them.
#ifndef SYCL_ACCESS_HPP
#define SYCL_ACCESS_HPP

#include <sycl/detail/config.hpp>

#include <type_traits>

namespace sycl {

enum class access_mode {
  read = 1024,
  write,
  read_write,
  discard_write,      // deprecated: write with no_init
  discard_read_write, // deprecated: read_write with no_init
  atomic,             // deprecated: elements are atomics of SYCL 1.2.1; use atomic_ref
};

enum class target {
  device = 2014,
  host_task,
  constant_buffer, // deprecated: reads like device
  local,           // deprecated: local_accessor
  host_buffer,     // deprecated: host_accessor
  image,           // this and the next two: SYCL 1.2.1's, which programs compare with and no accessor has
  host_image,
  image_array,
  global_buffer = device,
};

namespace access {

using mode = sycl::access_mode;
using target = sycl::target;
enum class placeholder { false_t, true_t };
enum class decorated { no, yes, legacy };
enum class address_space { global_space, local_space, constant_space, private_space, generic_space };
enum class fence_space { local_space, global_space, global_and_local };

} // namespace access

template <access_mode> struct mode_tag_t {
  explicit mode_tag_t() = default;
};
template <access_mode, target> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};

namespace detail {

// The C runtime's mode bits.
constexpr std::uint32_t access_bits(access_mode m, bool no_init) {
  switch (m) {
  case access_mode::read:
    return SYCC_ACCESS_READ;
  case access_mode::write:
    return SYCC_ACCESS_WRITE | (no_init ? std::uint32_t(SYCC_ACCESS_NO_INIT) : 0);
  case access_mode::discard_write:
    return SYCC_ACCESS_WRITE | SYCC_ACCESS_NO_INIT;
  case access_mode::discard_read_write:
    return SYCC_ACCESS_READ | SYCC_ACCESS_WRITE | SYCC_ACCESS_NO_INIT;
  default:
    return SYCC_ACCESS_READ | SYCC_ACCESS_WRITE | (no_init ? std::uint32_t(SYCC_ACCESS_NO_INIT) : 0);
  }
}

template <class T> inline constexpr access_mode default_mode = access_mode::read_write;
template <class T> inline constexpr access_mode default_mode<const T> = access_mode::read;

// A tag's mode and target.
template <class Tag> struct tag_traits;
template <access_mode M> struct tag_traits<mode_tag_t<M>> {
  static constexpr access_mode mode = M;
  static constexpr target where = target::device;
};
template <access_mode M, target W> struct tag_traits<mode_target_tag_t<M, W>> {
  static constexpr access_mode mode = M;
  static constexpr target where = W;
};

// The tag among a constructor's arguments, for deduction guides.
template <class... Args> struct find_tag : tag_traits<mode_tag_t<access_mode::read_write>> {};
template <class First, class... Rest> struct find_tag<First, Rest...> : find_tag<Rest...> {};
template <access_mode M, class... Rest>
struct find_tag<mode_tag_t<M>, Rest...> : tag_traits<mode_tag_t<M>> {};
template <access_mode M, target W, class... Rest>
struct find_tag<mode_target_tag_t<M, W>, Rest...> : tag_traits<mode_target_tag_t<M, W>> {};

// The mode of an accessor to elements of T: that of the tag, if there is one.
template <class T, class... Args>
inline constexpr access_mode find_mode = std::is_const_v<T> ? access_mode::read : find_tag<Args...>::mode;

} // namespace detail
} // namespace sycl

#endif
