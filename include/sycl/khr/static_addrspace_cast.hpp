// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_static_addrspace_cast: a generic pointer as one into a named space, where the program knows that
// it points there.
#ifndef SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP
#define SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP

#include <sycl/multi_ptr.hpp>

#define SYCL_KHR_STATIC_ADDRSPACE_CAST 1

namespace sycl {
namespace khr {

template <access::address_space Space, class ElementType>
multi_ptr<remove_decoration_t<ElementType>, Space, access::decorated::no>
static_addrspace_cast(ElementType *ptr) {
  using element = remove_decoration_t<ElementType>;
  return multi_ptr<element, Space, access::decorated::no>(static_cast<element *>(ptr));
}
template <access::address_space Space, class ElementType, access::decorated D>
multi_ptr<ElementType, Space, D>
static_addrspace_cast(multi_ptr<ElementType, access::address_space::generic_space, D> ptr) {
  return multi_ptr<ElementType, Space, D>(ptr);
}

} // namespace khr
} // namespace sycl

#endif
