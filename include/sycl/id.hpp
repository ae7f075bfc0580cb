// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// id: a place in an index space or in memory.
#ifndef SYCL_ID_HPP
#define SYCL_ID_HPP

#include <sycl/detail/coord.hpp>
#include <sycl/range.hpp>

namespace sycl {

template <int Dimensions, bool WithOffset> class item;

template <int Dimensions = 1> class id : public detail::coord<id<Dimensions>, Dimensions> {
public:
  constexpr id() = default;
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0> constexpr id(std::size_t dim0) {
    this->v_[0] = dim0;
  }
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  constexpr id(std::size_t dim0, std::size_t dim1) {
    this->v_[0] = dim0;
    this->v_[1] = dim1;
  }
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  constexpr id(std::size_t dim0, std::size_t dim1, std::size_t dim2) {
    this->v_[0] = dim0;
    this->v_[1] = dim1;
    this->v_[2] = dim2;
  }
  constexpr id(const range<Dimensions> &r) {
    for (int i = 0; i < Dimensions; ++i)
      this->v_[i] = r[i];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &it) : id(it.get_id()) {}

  // Not in the standard, but what range kernels that want a range from an id write.
  explicit constexpr operator range<Dimensions>() const {
    range<Dimensions> r;
    for (int i = 0; i < Dimensions; ++i)
      r[i] = this->v_[i];
    return r;
  }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

namespace detail {

// Row-major position of an id in a range.
template <int D> constexpr size_t linear(const id<D> &i, const range<D> &r) {
  size_t n = i[0];
  for (int d = 1; d < D; ++d)
    n = n * r[d] + i[d];
  return n;
}

} // namespace detail
} // namespace sycl

#endif
