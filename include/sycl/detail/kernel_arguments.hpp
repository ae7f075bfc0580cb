// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What handler::set_arg was told, for a kernel of the backend's: bytes, and where in them each argument lies.
#ifndef SYCL_DETAIL_KERNEL_ARGUMENTS_HPP
#define SYCL_DETAIL_KERNEL_ARGUMENTS_HPP

#include <sycl/detail/ref.hpp>
#include <sycl/local_accessor.hpp>

#include <vector>

namespace sycl {
namespace detail {

class kernel_arguments : public counted {
public:
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  void set(int index, const accessor<T, D, M, W, P, L> &a) {
    static_assert(W == target::device || W == target::local || W == target::constant_buffer,
                  "set_arg: an accessor for host tasks is no argument of a kernel");
    add(index, W == target::local ? SYCC_PARAM_LOCAL : SYCC_PARAM_ACCESSOR, accessor_parts::head(a));
  }
  template <class T, int D> void set(int index, const local_accessor<T, D> &a) {
    add(index, SYCC_PARAM_LOCAL, accessor_parts::head(a));
  }
  template <class T> void set(int index, const T &value) {
    static_assert(std::is_trivially_copyable_v<T>, "set_arg: an argument is an accessor, a local_accessor, a "
                                                   "pointer to USM or a trivially copyable value");
    add(index, std::is_pointer_v<T> || std::is_null_pointer_v<T> ? SYCC_PARAM_POINTER : SYCC_PARAM_VALUE,
        value);
  }

  sycc_native_arguments list() const {
    return {params_.data(), static_cast<std::uint32_t>(params_.size()), data_.data(), data_.size()};
  }

private:
  static constexpr int most = 4096; // far beyond what kernels have

  template <class T> void add(int index, sycc_param_kind kind, const T &value) {
    add(index, kind, &value, sizeof(T));
  }

  // One that is set again takes new memory: that is not done often.
  void add(int index, sycc_param_kind kind, const void *value, std::size_t bytes) {
    constexpr std::size_t align = 16;
    if (index < 0 || index >= most)
      fail(errc::kernel_argument, "set_arg: no kernel has an argument with such a number");
    const std::size_t place = static_cast<std::size_t>(index),
                      at = (data_.size() + align - 1) / align * align;
    if (place >= params_.size())
      params_.resize(place + 1, {SYCC_PARAM_UNSET, 0, 0});
    data_.resize(at + bytes);
    __builtin_memcpy(data_.data() + at, value, bytes);
    params_[place] = {kind, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(bytes)};
  }

  std::vector<sycc_kernel_param> params_;
  std::vector<char> data_;
};

} // namespace detail
} // namespace sycl

#endif
