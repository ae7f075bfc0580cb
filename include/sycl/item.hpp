// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// item: what a range kernel is called with.
#ifndef SYCL_ITEM_HPP
#define SYCL_ITEM_HPP

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {

namespace detail {

struct make;

template <int D, bool WithOffset> struct item_offset {
  id<D> offset;
};
template <int D> struct item_offset<D, false> {};

} // namespace detail

template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::as_number<item<Dimensions, WithOffset>, Dimensions> {
public:
  static constexpr int dimensions = Dimensions;

  // Without an offset to one with none, and for kernels that take items without an offset.
  template <bool W, std::enable_if_t<W != WithOffset, int> = 0>
  constexpr item(const item<Dimensions, W> &other) : id_(other.id_), range_(other.range_), offset_() {}

  constexpr id<Dimensions> get_id() const { return id_; }
  constexpr std::size_t get_id(int dimension) const { return id_[dimension]; }
  constexpr std::size_t operator[](int dimension) const { return id_[dimension]; }
  constexpr range<Dimensions> get_range() const { return range_; }
  constexpr std::size_t get_range(int dimension) const { return range_[dimension]; }
  constexpr id<Dimensions> get_offset() const {
    if constexpr (WithOffset)
      return offset_.offset;
    else
      return {};
  }
  constexpr std::size_t get_linear_id() const { return detail::linear(id_ - get_offset(), range_); }

  friend constexpr bool operator==(const item &a, const item &b) {
    return a.id_ == b.id_ && a.range_ == b.range_ && a.get_offset() == b.get_offset();
  }
  friend constexpr bool operator!=(const item &a, const item &b) { return !(a == b); }

private:
  friend struct detail::make;
  template <int, bool> friend class item;
  constexpr item() = default;

  id<Dimensions> id_;
  range<Dimensions> range_;
  detail::item_offset<Dimensions, WithOffset> offset_;
};

} // namespace sycl

#endif
