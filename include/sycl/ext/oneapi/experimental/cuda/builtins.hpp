// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ldg: reads memory that is not written while the kernel runs, through the read-only cache of NVIDIA's GPUs.
// Elsewhere it is a read.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CUDA_BUILTINS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CUDA_BUILTINS_HPP

#include <sycl/detail/config.hpp>

#include <type_traits>

#define SYCL_EXT_ONEAPI_CUDA_TEX_CACHE_READ 1

namespace sycl {
namespace detail {

#ifdef __SYCL_NVPTX__
// 16 bytes; clang's built-in for them gives a plain load.
template <class T> T ldg_words4(const T *at) {
  struct words {
    unsigned v[4];
  } w;
  asm("ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];"
      : "=r"(w.v[0]), "=r"(w.v[1]), "=r"(w.v[2]), "=r"(w.v[3])
      : "l"((const __attribute__((address_space(1))) T *)at));
  return __builtin_bit_cast(T, w);
}

// As one access of that many bytes.
template <class T> T ldg_bytes(const T *at) {
  constexpr std::size_t size = alignof(T) >= sizeof(T) ? sizeof(T) : 0;
  if constexpr (size == 1)
    return __builtin_bit_cast(T, __nvvm_ldg_uc(reinterpret_cast<const unsigned char *>(at)));
  else if constexpr (size == 2)
    return __builtin_bit_cast(T, __nvvm_ldg_us(reinterpret_cast<const unsigned short *>(at)));
  else if constexpr (size == 4)
    return __builtin_bit_cast(T, __nvvm_ldg_ui(reinterpret_cast<const unsigned *>(at)));
  else if constexpr (size == 8)
    return __builtin_bit_cast(T, __nvvm_ldg_ul(reinterpret_cast<const unsigned long *>(at)));
  else if constexpr (size == 16)
    return ldg_words4(at);
  else
    return *at;
}
#else
template <class T> T ldg_bytes(const T *at) {
  return *at;
}
#endif

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {
namespace cuda {

template <class T> std::remove_cv_t<T> ldg(T *at) {
  static_assert(std::is_trivially_copyable_v<T>, "ldg: the type must be trivially copyable");
  return detail::ldg_bytes<std::remove_cv_t<T>>(at);
}

} // namespace cuda
} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
