// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands submitted by functions instead of members of queue and handler. Those that return nothing make no
// event that the program could wait for; launch_config is a range with properties of the kernel.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/queue.hpp>

#include <utility>

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1

namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

template <class Range, class Properties = oneapi::property_list<>> class launch_config {
public:
  launch_config(Range r, Properties p = {}) : range_(r), properties_(p) {}
  const Range &get_range() const noexcept { return range_; }
  const Properties &get_properties() const noexcept { return properties_; }

private:
  Range range_;
  Properties properties_;
};

// ---- command groups; properties of a submission change nothing here

template <class F> void submit(queue q, F &&group) {
  q.submit(std::forward<F>(group));
}
template <class F, class List, detail::if_list<List> = 0> void submit(queue q, const List &, F &&group) {
  q.submit(std::forward<F>(group));
}
template <class F> event submit_with_event(queue q, F &&group) {
  return q.submit(std::forward<F>(group));
}
template <class F, class List, detail::if_list<List> = 0>
event submit_with_event(queue q, const List &, F &&group) {
  return q.submit(std::forward<F>(group));
}

// ---- kernels, for a queue or a handler; reductions come behind the kernel

template <class Name = detail::unnamed, class Kernel> void single_task(queue q, const Kernel &k) {
  q.single_task<Name>(k);
}
template <class Name = detail::unnamed, class Kernel> void single_task(handler &h, const Kernel &k) {
  h.single_task<Name>(k);
}

#define SYCC_LAUNCH(function, range_type)                                                                    \
  template <class Name = detail::unnamed, int D, class Kernel, class... Reductions>                          \
  void function(queue q, range_type<D> r, const Kernel &k, const Reductions &...reductions) {                \
    q.parallel_for<Name>(r, reductions..., k);                                                               \
  }                                                                                                          \
  template <class Name = detail::unnamed, int D, class Kernel, class... Reductions>                          \
  void function(handler &h, range_type<D> r, const Kernel &k, const Reductions &...reductions) {             \
    h.parallel_for<Name>(r, reductions..., k);                                                               \
  }                                                                                                          \
  template <class Name = detail::unnamed, int D, class P, class Kernel, class... Reductions>                 \
  void function(handler &h, const launch_config<range_type<D>, P> &c, const Kernel &k,                       \
                const Reductions &...reductions) {                                                           \
    h.parallel_for<Name>(c.get_range(), c.get_properties(), reductions..., k);                               \
  }                                                                                                          \
  template <class Name = detail::unnamed, int D, class P, class Kernel, class... Reductions>                 \
  void function(queue q, const launch_config<range_type<D>, P> &c, const Kernel &k,                          \
                const Reductions &...reductions) {                                                           \
    q.submit([&](handler &h) { experimental::function<Name>(h, c, k, reductions...); });                     \
  }
SYCC_LAUNCH(parallel_for, range)
SYCC_LAUNCH(nd_launch, nd_range)
#undef SYCC_LAUNCH

// ---- memory, for a queue or a handler

SYCC_LAZY void memcpy(queue q, void *to, const void *from, std::size_t bytes) {
  q.memcpy(to, from, bytes);
}
SYCC_LAZY void memcpy(handler &h, void *to, const void *from, std::size_t bytes) {
  h.memcpy(to, from, bytes);
}
template <class T> void copy(queue q, const T *from, T *to, std::size_t count) {
  q.copy(from, to, count);
}
template <class T> void copy(handler &h, const T *from, T *to, std::size_t count) {
  h.copy(from, to, count);
}
SYCC_LAZY void memset(queue q, void *to, int value, std::size_t bytes) {
  q.memset(to, value, bytes);
}
SYCC_LAZY void memset(handler &h, void *to, int value, std::size_t bytes) {
  h.memset(to, value, bytes);
}
template <class T> void fill(queue q, T *to, const T &pattern, std::size_t count) {
  q.fill(to, pattern, count);
}
template <class T> void fill(handler &h, T *to, const T &pattern, std::size_t count) {
  h.fill(to, pattern, count);
}
SYCC_LAZY void prefetch(queue q, void *ptr, std::size_t bytes) {
  q.prefetch(ptr, bytes);
}
SYCC_LAZY void prefetch(handler &h, void *ptr, std::size_t bytes) {
  h.prefetch(ptr, bytes);
}
SYCC_LAZY void mem_advise(queue q, void *ptr, std::size_t bytes, int advice) {
  q.mem_advise(ptr, bytes, advice);
}
SYCC_LAZY void mem_advise(handler &h, void *ptr, std::size_t bytes, int advice) {
  h.mem_advise(ptr, bytes, advice);
}

// ---- order

SYCC_LAZY void barrier(queue q) {
  q.ext_oneapi_submit_barrier();
}
SYCC_LAZY void barrier(handler &h) {
  h.ext_oneapi_barrier();
}
SYCC_LAZY void partial_barrier(queue q, const std::vector<event> &events) {
  q.ext_oneapi_submit_barrier(events);
}
SYCC_LAZY void partial_barrier(handler &h, const std::vector<event> &events) {
  h.ext_oneapi_barrier(events);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
