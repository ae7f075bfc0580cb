// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libraries written for other implementations rely on beyond the specification.
#include "check.hpp"

static_assert(sizeof(sycl::queue) >= 16); // oneDPL keeps its own things in the place of one
static_assert(__SYCL_UNNAMED_LAMBDA__, "kernels need no names");

// The standard library's function objects have the identities of SYCL's.
template <class Op, class T> constexpr bool is_known(T identity) {
  return sycl::has_known_identity_v<Op, T> && sycl::known_identity_v<Op, T> == identity;
}
static_assert(is_known<std::plus<>>(0) && is_known<std::plus<float>>(0.0f) && !sycl::has_known_identity_v<std::plus<int>, float>);
static_assert(is_known<std::multiplies<>>(1.0) && is_known<std::bit_and<>>(~0u) && is_known<std::bit_and<bool>>(true));
static_assert(is_known<std::bit_or<int>>(0) && is_known<std::bit_xor<>>(0l));
static_assert(is_known<std::logical_and<>>(true) && is_known<std::logical_or<bool>>(false));
static_assert(!sycl::has_known_identity_v<std::minus<>, int> && !sycl::has_known_identity_v<std::plus<>, std::string>);

int main() {
  sycl::queue q;
  int *sum = sycl::malloc_shared<int>(2, q);
  sum[0] = sum[1] = 0;
  q.parallel_for(sycl::range(100), sycl::reduction(sum, std::plus<>()), [](sycl::id<1> i, auto &s) { s += static_cast<int>(i[0]); }).wait();
  CHECK(sum[0] == 4950);
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
     const int all = sycl::reduce_over_group(i.get_group(), static_cast<int>(i.get_local_id(0)), std::plus<int>());
     if (i.get_local_id(0) == 0)
       sum[1] = all;
   }).wait();
  CHECK(sum[1] == 120);
  sycl::free(sum, q);
  return report("relied_upon");
}
