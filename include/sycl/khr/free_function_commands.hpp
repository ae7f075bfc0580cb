// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_free_function_commands: commands submitted by functions that take a queue or a handler. Only
// submit_tracked makes an event.
#ifndef SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP
#define SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP

#include <sycl/kernel.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>

#include <memory>
#include <utility>

#define SYCL_KHR_FREE_FUNCTION_COMMANDS 1

namespace sycl {
namespace khr {

template <class F> void submit(queue q, F &&group) {
  q.submit(std::forward<F>(group));
}
template <class F> event submit_tracked(queue q, F &&group) {
  return q.submit(std::forward<F>(group));
}

// ---- kernels: functions, and kernel objects with their arguments. Reductions come behind the kernel.

template <class Kernel> void launch_task(handler &h, const Kernel &k) {
  h.single_task(k);
}
template <class Kernel> void launch_task(queue q, const Kernel &k) {
  q.single_task(k);
}
template <class... Args> void launch_task(handler &h, const kernel &k, Args &&...args) {
  h.set_args(std::forward<Args>(args)...);
  h.single_task(k);
}
template <class... Args> void launch_task(queue q, const kernel &k, Args &&...args) {
  q.submit([&](handler &h) { khr::launch_task(h, k, std::forward<Args>(args)...); });
}

#define SYCC_LAUNCH(D)                                                                                       \
  template <class Kernel> void launch(handler &h, range<D> r, const Kernel &k) {                             \
    h.parallel_for(r, k);                                                                                    \
  }                                                                                                          \
  template <class Kernel> void launch(queue q, range<D> r, const Kernel &k) {                                \
    q.parallel_for(r, k);                                                                                    \
  }                                                                                                          \
  template <class... Args> void launch(handler &h, range<D> r, const kernel &k, Args &&...args) {            \
    h.set_args(std::forward<Args>(args)...);                                                                 \
    h.parallel_for(r, k);                                                                                    \
  }                                                                                                          \
  template <class... Args> void launch(queue q, range<D> r, const kernel &k, Args &&...args) {               \
    q.submit([&](handler &h) { khr::launch(h, r, k, std::forward<Args>(args)...); });                        \
  }                                                                                                          \
  template <class Kernel, class... Reductions>                                                               \
  void launch_reduce(handler &h, range<D> r, const Kernel &k, const Reductions &...reductions) {             \
    h.parallel_for(r, reductions..., k);                                                                     \
  }                                                                                                          \
  template <class Kernel, class... Reductions>                                                               \
  void launch_reduce(queue q, range<D> r, const Kernel &k, const Reductions &...reductions) {                \
    q.parallel_for(r, reductions..., k);                                                                     \
  }                                                                                                          \
  template <class Kernel> void launch_grouped(handler &h, range<D> r, range<D> size, const Kernel &k) {      \
    h.parallel_for(nd_range<D>(r, size), k);                                                                 \
  }                                                                                                          \
  template <class Kernel> void launch_grouped(queue q, range<D> r, range<D> size, const Kernel &k) {         \
    q.parallel_for(nd_range<D>(r, size), k);                                                                 \
  }                                                                                                          \
  template <class... Args>                                                                                   \
  void launch_grouped(handler &h, range<D> r, range<D> size, const kernel &k, Args &&...args) {              \
    h.set_args(std::forward<Args>(args)...);                                                                 \
    h.parallel_for(nd_range<D>(r, size), k);                                                                 \
  }                                                                                                          \
  template <class... Args>                                                                                   \
  void launch_grouped(queue q, range<D> r, range<D> size, const kernel &k, Args &&...args) {                 \
    q.submit([&](handler &h) { khr::launch_grouped(h, r, size, k, std::forward<Args>(args)...); });          \
  }                                                                                                          \
  template <class Kernel, class... Reductions>                                                               \
  void launch_grouped_reduce(handler &h, range<D> r, range<D> size, const Kernel &k,                         \
                             const Reductions &...reductions) {                                              \
    h.parallel_for(nd_range<D>(r, size), reductions..., k);                                                  \
  }                                                                                                          \
  template <class Kernel, class... Reductions>                                                               \
  void launch_grouped_reduce(queue q, range<D> r, range<D> size, const Kernel &k,                            \
                             const Reductions &...reductions) {                                              \
    q.parallel_for(nd_range<D>(r, size), reductions..., k);                                                  \
  }
SYCC_LAUNCH(1)
SYCC_LAUNCH(2)
SYCC_LAUNCH(3)
#undef SYCC_LAUNCH

// ---- memory behind pointers

SYCC_LAZY void memcpy(handler &h, void *to, const void *from, std::size_t bytes) {
  h.memcpy(to, from, bytes);
}
SYCC_LAZY void memcpy(queue q, void *to, const void *from, std::size_t bytes) {
  q.memcpy(to, from, bytes);
}
SYCC_LAZY void memset(handler &h, void *to, int value, std::size_t bytes) {
  h.memset(to, value, bytes);
}
SYCC_LAZY void memset(queue q, void *to, int value, std::size_t bytes) {
  q.memset(to, value, bytes);
}
template <class T> void copy(handler &h, const T *from, T *to, std::size_t count) {
  h.copy(from, to, count);
}
template <class T> void copy(queue q, const T *from, T *to, std::size_t count) {
  q.copy(from, to, count);
}
template <class T> void fill(handler &h, T *to, const T &pattern, std::size_t count) {
  h.fill(to, pattern, count);
}
template <class T> void fill(queue q, T *to, const T &pattern, std::size_t count) {
  q.fill(to, pattern, count);
}
SYCC_LAZY void prefetch(handler &h, const void *ptr, std::size_t bytes) {
  h.prefetch(ptr, bytes);
}
SYCC_LAZY void prefetch(queue q, const void *ptr, std::size_t bytes) {
  q.prefetch(ptr, bytes);
}
SYCC_LAZY void mem_advise(handler &h, const void *ptr, std::size_t bytes, int advice) {
  h.mem_advise(ptr, bytes, advice);
}
SYCC_LAZY void mem_advise(queue q, const void *ptr, std::size_t bytes, int advice) {
  q.mem_advise(ptr, bytes, advice);
}

// ---- memory behind accessors: a queue takes placeholders

template <class T, class U, int D, access_mode M, access::placeholder P, class L>
void copy(handler &h, const T *from, accessor<U, D, M, target::device, P, L> to) {
  h.copy(from, to);
}
template <class T, class U, int D, access_mode M, access::placeholder P, class L>
void copy(queue q, const T *from, accessor<U, D, M, target::device, P, L> to) {
  q.copy(from, to);
}
template <class T, class U, int D, access_mode M, access::placeholder P, class L>
void copy(handler &h, std::shared_ptr<T> from, accessor<U, D, M, target::device, P, L> to) {
  h.copy(from, to);
}
template <class T, class U, int D, access_mode M, access::placeholder P, class L>
void copy(queue q, std::shared_ptr<T> from, accessor<U, D, M, target::device, P, L> to) {
  q.copy(from, to);
}
template <class T, int D, access_mode M, access::placeholder P, class L, class To>
void copy(handler &h, accessor<T, D, M, target::device, P, L> from, To to) {
  h.copy(from, to);
}
template <class T, int D, access_mode M, access::placeholder P, class L, class To>
void copy(queue q, accessor<T, D, M, target::device, P, L> from, To to) {
  q.copy(from, to);
}
template <class T, int D, access_mode M, access::placeholder P, class L>
void fill(handler &h, accessor<T, D, M, target::device, P, L> to, const T &value) {
  h.fill(to, value);
}
template <class T, int D, access_mode M, access::placeholder P, class L>
void fill(queue q, accessor<T, D, M, target::device, P, L> to, const T &value) {
  q.fill(to, value);
}
template <class T, int D, access_mode M, access::placeholder P, class L>
void update_host(handler &h, accessor<T, D, M, target::device, P, L> a) {
  h.update_host(a);
}
template <class T, int D, access_mode M, access::placeholder P, class L>
void update_host(queue q, accessor<T, D, M, target::device, P, L> a) {
  q.update_host(a);
}

// ---- order

SYCC_LAZY void command_barrier(handler &h) {
  h.ext_oneapi_barrier();
}
SYCC_LAZY void command_barrier(queue q) {
  q.ext_oneapi_submit_barrier();
}
SYCC_LAZY void event_barrier(handler &h, const std::vector<event> &events) {
  h.ext_oneapi_barrier(events);
}
SYCC_LAZY void event_barrier(queue q, const std::vector<event> &events) {
  q.ext_oneapi_submit_barrier(events);
}

} // namespace khr
} // namespace sycl

#endif
