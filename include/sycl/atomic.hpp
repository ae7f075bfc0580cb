// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::atomic and its functions, which SYCL 2020 keeps of SYCL 1.2.1 beside atomic_ref. Their one order is
// relaxed.
#ifndef SYCL_ATOMIC_HPP
#define SYCL_ATOMIC_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

template <class T, access::address_space Space = access::address_space::global_space> class atomic {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomic: values of 4 or 8 bytes");
  using reference = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;
  T *p_;

public:
  template <class U, access::decorated D> atomic(multi_ptr<U, Space, D> p) : p_(static_cast<T *>(p.get())) {
    static_assert(sizeof(U) == sizeof(T), "atomic: the pointer's type has another size");
  }

  void store(T v, memory_order = memory_order::relaxed) { reference(*p_).store(v); }
  T load(memory_order = memory_order::relaxed) const { return reference(*p_).load(); }
  bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return reference(*p_).compare_exchange_strong(expected, desired);
  }
#define SYCC_X(name)                                                                                         \
  T name(T v, memory_order = memory_order::relaxed) { return reference(*p_).name(v); }
  SYCC_X(exchange)
  SYCC_X(fetch_add)
  SYCC_X(fetch_sub)
  SYCC_X(fetch_and)
  SYCC_X(fetch_or)
  SYCC_X(fetch_xor)
  SYCC_X(fetch_min)
  SYCC_X(fetch_max)
#undef SYCC_X
};

template <class T, access::address_space S>
void atomic_store(atomic<T, S> a, T v, memory_order = memory_order::relaxed) {
  a.store(v);
}
template <class T, access::address_space S>
T atomic_load(atomic<T, S> a, memory_order = memory_order::relaxed) {
  return a.load();
}
template <class T, access::address_space S>
bool atomic_compare_exchange_strong(atomic<T, S> a, T &expected, T desired,
                                    memory_order = memory_order::relaxed,
                                    memory_order = memory_order::relaxed) {
  return a.compare_exchange_strong(expected, desired);
}
#define SYCC_X(name)                                                                                         \
  template <class T, access::address_space S>                                                                \
  T atomic_##name(atomic<T, S> a, T v, memory_order = memory_order::relaxed) {                               \
    return a.name(v);                                                                                        \
  }
SYCC_X(exchange)
SYCC_X(fetch_add)
SYCC_X(fetch_sub)
SYCC_X(fetch_and)
SYCC_X(fetch_or)
SYCC_X(fetch_xor)
SYCC_X(fetch_min)
SYCC_X(fetch_max)
#undef SYCC_X

} // namespace sycl

#endif
