// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between accessors and memory, in the terms of the C runtime.
#ifndef SYCL_DETAIL_COPY_HPP
#define SYCL_DETAIL_COPY_HPP

#include <sycl/accessor.hpp>

namespace sycl {
namespace detail {

struct extent {
  size_t v[3] = {1, 1, 1};
};

template <int D> extent extent_of(const range<D> &r, size_t element) {
  extent e;
  for (int i = 0; i < D; ++i)
    e.v[xyz<D>(i)] = r[i];
  e.v[0] *= element;
  return e;
}

inline extent extent_of(size_t bytes) {
  return extent_of(range<1>(bytes), 1);
}

// Memory of these dimensions without gaps.
template <int D>
sycc_region region_of(sycc_access *access, const void *ptr, const range<D> &whole, size_t element) {
  const extent e = extent_of(whole, element);
  return {access, const_cast<void *>(ptr), {0, 0, 0}, e.v[0], e.v[0] * e.v[1]};
}

inline sycc_region region_of(const void *ptr, size_t bytes) {
  return region_of(nullptr, ptr, range<1>(bytes), 1);
}

// The part of a buffer that an accessor covers.
template <class A> sycc_region region_of(const A &a) {
  constexpr size_t element = sizeof(typename A::value_type);
  const auto offset = accessor_parts::offset(a);
  sycc_region r = region_of(accessor_parts::head(a).access, nullptr, accessor_parts::memory(a), element);
  constexpr int D = decltype(offset)::dimensions;
  for (int i = 0; i < D; ++i)
    r.origin[xyz<D>(i)] = offset[i];
  r.origin[0] *= element;
  return r;
}

// The same for the host, where a shared_ptr must outlive the copy: calls line(data, n) for each line of
// n bytes of the region, in order.
template <class F> void for_each_line(const sycc_region &r, const extent &e, F line) {
  char *data = static_cast<char *>(sycc_access_host_data(r.access));
  for (size_t z = 0; z < e.v[2]; ++z)
    for (size_t y = 0; y < e.v[1]; ++y)
      line(data + (r.origin[2] + z) * r.slice_pitch + (r.origin[1] + y) * r.row_pitch + r.origin[0], e.v[0]);
}

} // namespace detail
} // namespace sycl

#endif
