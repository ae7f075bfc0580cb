// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: pointers that host and devices both understand.
#ifndef SYCL_USM_HPP
#define SYCL_USM_HPP

#include <sycl/queue.hpp>

namespace sycl {
namespace usm {

enum class alloc { host, device, shared, unknown };

} // namespace usm

namespace detail {

constexpr sycc_usm_kind rt_kind(usm::alloc kind) {
  return kind == usm::alloc::host     ? SYCC_USM_HOST
         : kind == usm::alloc::device ? SYCC_USM_DEVICE
         : kind == usm::alloc::shared ? SYCC_USM_SHARED
                                      : SYCC_USM_UNKNOWN;
}

// Null when there is no memory left, as SYCL wants it; every other failure throws.
struct usm_memory {};
template <> inline constexpr property_owner owner_of<usm_memory> = {"unified shared memory", 0};

inline void *usm_malloc(const property_list &props, usm::alloc kind, size_t bytes, size_t align,
                        const device &d) {
  props.sycc_for<usm_memory>();
  void *p = nullptr;
  const sycc_status s = sycc_usm_alloc(d.sycc_handle(), rt_kind(kind), bytes, align, &p);
  if (s == SYCC_memory_allocation)
    return nullptr;
  check(s);
  return p;
}

// What the device is in the context, which has to have it.
inline device usm_device(const context &c, const device &d) {
  return device(queue_impl::in_context(c, d.sycc_handle()));
}

inline device host_device(const context &c) {
  return device(c.sycc_impl()->only);
}

// Every form of malloc in one: bytes or elements, aligned or not, with a device and context or a queue.
template <class T>
T *usm_malloc_typed(const property_list &props, usm::alloc kind, size_t count, size_t align,
                    const device &d) {
  if (count > ~size_t(0) / sizeof(T))
    return nullptr;
  return static_cast<T *>(
      usm_malloc(props, kind, count * sizeof(T), align > alignof(T) ? align : alignof(T), d));
}

} // namespace detail

#define SYCC_USM_DEVICE_FORMS(kind)                                                                          \
  inline void *malloc_##kind(std::size_t bytes, const device &d, const context &c,                           \
                             const property_list &props = {}) {                                              \
    return detail::usm_malloc(props, usm::alloc::kind, bytes, 0, detail::usm_device(c, d));                  \
  }                                                                                                          \
  inline void *aligned_alloc_##kind(std::size_t align, std::size_t bytes, const device &d, const context &c, \
                                    const property_list &props = {}) {                                       \
    return detail::usm_malloc(props, usm::alloc::kind, bytes, align, detail::usm_device(c, d));              \
  }                                                                                                          \
  template <class T>                                                                                         \
  T *malloc_##kind(std::size_t count, const device &d, const context &c, const property_list &props = {}) {  \
    return detail::usm_malloc_typed<T>(props, usm::alloc::kind, count, 0, detail::usm_device(c, d));         \
  }                                                                                                          \
  template <class T>                                                                                         \
  T *aligned_alloc_##kind(std::size_t align, std::size_t count, const device &d, const context &c,           \
                          const property_list &props = {}) {                                                 \
    return detail::usm_malloc_typed<T>(props, usm::alloc::kind, count, align, detail::usm_device(c, d));     \
  }

#define SYCC_USM_QUEUE_FORMS(kind)                                                                           \
  inline void *malloc_##kind(std::size_t bytes, const queue &q, const property_list &props = {}) {           \
    return detail::usm_malloc(props, usm::alloc::kind, bytes, 0, q.get_device());                            \
  }                                                                                                          \
  inline void *aligned_alloc_##kind(std::size_t align, std::size_t bytes, const queue &q,                    \
                                    const property_list &props = {}) {                                       \
    return detail::usm_malloc(props, usm::alloc::kind, bytes, align, q.get_device());                        \
  }                                                                                                          \
  template <class T> T *malloc_##kind(std::size_t count, const queue &q, const property_list &props = {}) {  \
    return detail::usm_malloc_typed<T>(props, usm::alloc::kind, count, 0, q.get_device());                   \
  }                                                                                                          \
  template <class T>                                                                                         \
  T *aligned_alloc_##kind(std::size_t align, std::size_t count, const queue &q,                              \
                          const property_list &props = {}) {                                                 \
    return detail::usm_malloc_typed<T>(props, usm::alloc::kind, count, align, q.get_device());               \
  }

SYCC_USM_DEVICE_FORMS(device)
SYCC_USM_DEVICE_FORMS(shared)
SYCC_USM_QUEUE_FORMS(device)
SYCC_USM_QUEUE_FORMS(shared)
SYCC_USM_QUEUE_FORMS(host)
#undef SYCC_USM_DEVICE_FORMS
#undef SYCC_USM_QUEUE_FORMS

// Host memory belongs to a context alone.
inline void *malloc_host(std::size_t bytes, const context &c, const property_list &props = {}) {
  return detail::usm_malloc(props, usm::alloc::host, bytes, 0, detail::host_device(c));
}
inline void *aligned_alloc_host(std::size_t align, std::size_t bytes, const context &c,
                                const property_list &props = {}) {
  return detail::usm_malloc(props, usm::alloc::host, bytes, align, detail::host_device(c));
}
template <class T> T *malloc_host(std::size_t count, const context &c, const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, usm::alloc::host, count, 0, detail::host_device(c));
}
template <class T>
T *aligned_alloc_host(std::size_t align, std::size_t count, const context &c,
                      const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, usm::alloc::host, count, align, detail::host_device(c));
}

// With the kind as an argument.
inline void *malloc(std::size_t bytes, const device &d, const context &c, usm::alloc kind,
                    const property_list &props = {}) {
  return detail::usm_malloc(props, kind, bytes, 0, detail::usm_device(c, d));
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind, const property_list &props = {}) {
  return detail::usm_malloc(props, kind, bytes, 0, q.get_device());
}
template <class T>
T *malloc(std::size_t count, const device &d, const context &c, usm::alloc kind,
          const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, kind, count, 0, detail::usm_device(c, d));
}
template <class T>
T *malloc(std::size_t count, const queue &q, usm::alloc kind, const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, kind, count, 0, q.get_device());
}
inline void *aligned_alloc(std::size_t align, std::size_t bytes, const device &d, const context &c,
                           usm::alloc kind, const property_list &props = {}) {
  return detail::usm_malloc(props, kind, bytes, align, detail::usm_device(c, d));
}
inline void *aligned_alloc(std::size_t align, std::size_t bytes, const queue &q, usm::alloc kind,
                           const property_list &props = {}) {
  return detail::usm_malloc(props, kind, bytes, align, q.get_device());
}
template <class T>
T *aligned_alloc(std::size_t align, std::size_t count, const device &d, const context &c, usm::alloc kind,
                 const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, kind, count, align, detail::usm_device(c, d));
}
template <class T>
T *aligned_alloc(std::size_t align, std::size_t count, const queue &q, usm::alloc kind,
                 const property_list &props = {}) {
  return detail::usm_malloc_typed<T>(props, kind, count, align, q.get_device());
}

inline void free(void *p, const context &) {
  detail::check(sycc_usm_free(p));
}
inline void free(void *p, const queue &) {
  detail::check(sycc_usm_free(p));
}

inline usm::alloc get_pointer_type(const void *p, const context &) {
  switch (sycc_usm_query(p, nullptr)) {
  case SYCC_USM_HOST:
    return usm::alloc::host;
  case SYCC_USM_DEVICE:
    return usm::alloc::device;
  case SYCC_USM_SHARED:
    return usm::alloc::shared;
  default:
    return usm::alloc::unknown;
  }
}

inline device get_pointer_device(const void *p, const context &c) {
  sycc_device *d = nullptr;
  const sycc_usm_kind kind = sycc_usm_query(p, &d);
  if (kind == SYCC_USM_UNKNOWN)
    detail::fail(errc::invalid, "get_pointer_device: not a pointer to unified shared memory");
  return kind == SYCC_USM_HOST || !d ? detail::host_device(c) : device(d);
}

template <class T, usm::alloc Kind, std::size_t Alignment> class usm_allocator;
template <class T, usm::alloc Kind, std::size_t Alignment>
inline constexpr detail::property_owner detail::owner_of<usm_allocator<T, Kind, Alignment>> = {
    "usm_allocator", 0};

// An allocator for standard containers of memory the host can reach.
template <class T, usm::alloc Kind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "usm_allocator: containers live on the host, which can't reach device memory");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator(const context &c, const device &d, const property_list &props = {})
      : context_(c), device_(d) {
    props.sycc_for<usm_allocator>();
  }
  usm_allocator(const queue &q, const property_list &props = {})
      : context_(q.get_context()), device_(q.get_device()) {
    props.sycc_for<usm_allocator>();
  }
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &other)
      : context_(other.context_), device_(other.device_) {}

  T *allocate(std::size_t count) {
    T *p = detail::usm_malloc_typed<T>({}, Kind, count, Alignment, device_);
    if (!p && count)
      detail::fail(errc::memory_allocation, "usm_allocator: out of memory");
    return p;
  }
  void deallocate(T *p, std::size_t) { detail::check(sycc_usm_free(p)); }

  template <class U, usm::alloc K, std::size_t A>
  friend bool operator==(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return Kind == K && Alignment == A && a.device_ == b.device_;
  }
  template <class U, usm::alloc K, std::size_t A>
  friend bool operator!=(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return !(a == b);
  }

private:
  template <class, usm::alloc, std::size_t> friend class usm_allocator;
  context context_;
  device device_;
};

} // namespace sycl

#endif
