// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_dynamic_addrspace_cast: a generic pointer as one into a named space, null if it does not point
// there.
#ifndef SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP
#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP

#include <sycl/multi_ptr.hpp>

#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST 1

namespace sycl {
namespace khr {

template <access::address_space Space, class ElementType>
multi_ptr<remove_decoration_t<ElementType>, Space, access::decorated::no>
dynamic_addrspace_cast(ElementType *ptr) {
  return address_space_cast<Space, access::decorated::no>(ptr);
}
template <access::address_space Space, class ElementType, access::decorated D>
multi_ptr<ElementType, Space, D>
dynamic_addrspace_cast(multi_ptr<ElementType, access::address_space::generic_space, D> ptr) {
  return address_space_cast<Space, D>(ptr.get_raw());
}

} // namespace khr
} // namespace sycl

#endif
