// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's own objects: devices, primary contexts and the addresses of buffers. Without such a device what can be asked anyway is.
//
// RUN: %program -O2 %s -o %t && %t
#include "Inputs/check.hpp"
#include <sycl/backend/cuda.hpp>

using sycl::get_native;
constexpr sycl::backend cuda = sycl::backend::ext_oneapi_cuda;

static void mismatch(sycl::queue &q) {
  CHECK_THROWS(backend_mismatch, get_native<cuda>(q.get_device()));
  CHECK_THROWS(backend_mismatch, get_native<cuda>(q.get_context()));
  CHECK_THROWS(invalid, sycl::make_device<cuda>(1000));
}

static void objects(sycl::queue &q) {
  const int device = get_native<cuda>(q.get_device());
  CHECK(device >= 0 && sycl::make_device<cuda>(device) == q.get_device());
  CUctx_st *context = get_native<cuda>(q.get_context());
  CHECK(context && context == get_native<cuda>(sycl::queue(q.get_device()).get_context()));
  sycl::buffer<int> b{sycl::range<1>(16)};
  CHECK(get_native<cuda>(b).empty());
  unsigned long long address = 0;
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h);
     h.host_task([=, &address](sycl::interop_handle ih) {
       CHECK(ih.get_backend() == cuda && ih.get_native_device<cuda>() == device && ih.get_native_context<cuda>() == context);
       address = ih.get_native_mem<cuda>(a)[0];
     });
   }).wait();
  CHECK(address && get_native<cuda>(b) == std::vector<unsigned long long>{address});
}

int main() {
  return on_every_device([](sycl::queue &q) { q.get_backend() == cuda ? objects(q) : mismatch(q); });
}
