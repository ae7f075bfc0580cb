// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's objects: devices, their primary contexts and the addresses of buffers. The types are those of
// <cuda.h>, which need not be there.
#ifndef SYCL_BACKEND_CUDA_HPP
#define SYCL_BACKEND_CUDA_HPP

#include <sycl/detail/interop.hpp>

struct CUctx_st;

namespace sycl {
namespace detail {

template <class T> struct cuda_object; // not defined: sycc hands nothing of the kind out
template <> struct cuda_object<device> {
  using type = int;
}; // CUdevice
template <> struct cuda_object<context> {
  using type = CUctx_st *;
}; // CUcontext
template <class T, int D, class A> struct cuda_object<buffer<T, D, A>> {
  using type = std::vector<unsigned long long>;
}; // CUdeviceptr

} // namespace detail

template <> class backend_traits<backend::ext_oneapi_cuda> {
public:
  template <class T> using input_type = typename detail::cuda_object<T>::type;
  template <class T> using return_type = typename detail::cuda_object<T>::type;
};

} // namespace sycl

#endif
