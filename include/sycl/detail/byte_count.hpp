// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of memory and of ranges: the one place of the headers where numbers of elements are multiplied.
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

// Not size() == 0, which a product that overflows is too.
template <int D> bool is_empty(const range<D> &r) {
  for (int i = 0; i < D; ++i)
    if (!r[i])
      return true;
  return false;
}

[[noreturn]] SYCC_COLD inline void fail_item_count(const size_t *counts, int dimensions) {
  std::string text = "range of " + std::to_string(counts[0]);
  for (int i = 1; i < dimensions; ++i)
    text += " x " + std::to_string(counts[i]);
  fail(errc::nd_range, text + " has more work-items than a size_t can count");
}

// The work-items of a range that the runtime does not see as it is.
template <int D> size_t item_count(const range<D> &r) {
  if (is_empty(r))
    return 0;
  size_t items = r[0];
  bool overflow = false;
  for (int i = 1; i < D; ++i)
    overflow |= __builtin_mul_overflow(items, r[i], &items);
  if (overflow)
    fail_item_count(r.sycc_data(), D);
  return items;
}

} // namespace detail
} // namespace sycl

#endif
