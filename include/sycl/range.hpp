// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: the extent of an index space or of memory.
#ifndef SYCL_RANGE_HPP
#define SYCL_RANGE_HPP

#include <sycl/detail/coord.hpp>

namespace sycl {

template <int Dimensions = 1> class range : public detail::coord<range<Dimensions>, Dimensions> {
public:
  constexpr range() = default;
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0> constexpr range(std::size_t dim0) {
    this->v_[0] = dim0;
  }
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  constexpr range(std::size_t dim0, std::size_t dim1) {
    this->v_[0] = dim0;
    this->v_[1] = dim1;
  }
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  constexpr range(std::size_t dim0, std::size_t dim1, std::size_t dim2) {
    this->v_[0] = dim0;
    this->v_[1] = dim1;
    this->v_[2] = dim2;
  }

  constexpr std::size_t size() const {
    std::size_t n = 1;
    for (int i = 0; i < Dimensions; ++i)
      n *= this->v_[i];
    return n;
  }
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace sycl

#endif
