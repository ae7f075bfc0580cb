// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of memory: the one place where numbers of elements become numbers of bytes.
#ifndef SYCL_DETAIL_BYTE_COUNT_HPP
#define SYCL_DETAIL_BYTE_COUNT_HPP

#include <sycl/exception.hpp>
#include <sycl/range.hpp>

namespace sycl {
namespace detail {

[[noreturn]] SYCC_COLD inline void fail_byte_count(const char *what, const size_t *counts, int dimensions,
                                                   size_t element) {
  std::string text = std::string(what) + ": ";
  for (int i = 0; i < dimensions; ++i)
    text += std::to_string(counts[i]) + " x ";
  fail(errc::invalid, text + std::to_string(element) + " bytes are more than a size_t can count");
}

// The bytes of so many elements in each dimension. More than a size_t can count is errc::invalid; what: for
// that message.
SYCC_ONCE inline size_t byte_count(const char *what, const size_t *counts, int dimensions, size_t element) {
  size_t bytes = element;
  bool overflow = false;
  for (int i = 0; i < dimensions; ++i) {
    if (counts[i] == 0) // nothing at all, whatever the others are
      return 0;
    overflow |= __builtin_mul_overflow(bytes, counts[i], &bytes);
  }
  if (overflow)
    fail_byte_count(what, counts, dimensions, element);
  return bytes;
}
template <int D> size_t byte_count(const char *what, const range<D> &counts, size_t element) {
  return byte_count(what, counts.sycc_data(), D, element);
}
inline size_t byte_count(const char *what, size_t count, size_t element) {
  return byte_count(what, &count, 1, element);
}

} // namespace detail
} // namespace sycl

#endif
