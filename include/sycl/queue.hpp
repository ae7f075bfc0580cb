// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// queue: takes commands for one device.
#ifndef SYCL_QUEUE_HPP
#define SYCL_QUEUE_HPP

#include <sycl/event.hpp>
#include <sycl/handler.hpp>

#include <optional>

#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
#define SYCL_EXT_ONEAPI_MEMCPY2D 1
#define SYCL_EXT_ONEAPI_QUEUE_EMPTY 1
#define SYCL_EXT_ONEAPI_IN_ORDER_QUEUE_EVENTS 1
#define SYCL_KHR_QUEUE_EMPTY_QUERY 1
#define SYCL_KHR_QUEUE_FLUSH 1

namespace sycl {

namespace ext {
namespace oneapi {
namespace experimental {
enum class queue_state { executing, recording };
} // namespace experimental
} // namespace oneapi
} // namespace ext

namespace detail {

template <class T> inline constexpr bool is_accessor = false;
template <class T, int D, access_mode M, target W, access::placeholder P, class L>
inline constexpr bool is_accessor<accessor<T, D, M, W, P, L>> = true;

template <class S> using if_selector = std::enable_if_t<std::is_invocable_r_v<int, S &, const device &>, int>;

// The events a shortcut waits for: none, one, a vector or a list of them. Only ever an argument of the call
// that its own argument belongs to, so it refers to the events and has no copies.
class dependencies {
public:
  dependencies() = default;
  dependencies(const event &e) : first_(&e), count_(1) {}
  dependencies(const std::vector<event> &es) : first_(es.data()), count_(es.size()) {}
  dependencies(std::initializer_list<event> es) : list_(es) {}
  dependencies(const dependencies &) = delete;

  SYCC_LAZY void apply(handler &h) const {
    for (size_t i = 0; i < count_; ++i)
      h.depends_on(first_[i]);
    for (const event &e : list_)
      h.depends_on(e);
  }

private:
  std::initializer_list<event> list_;
  const event *first_ = nullptr;
  size_t count_ = 0;
};

} // namespace detail

class queue : public detail::with_properties<queue> {
  using deps = detail::dependencies;

public:
  explicit queue(const property_list &props = {}) : queue(device(), props) {}
  explicit queue(const async_handler &h, const property_list &props = {}) : queue(device(), h, props) {}
  template <class Selector, detail::if_selector<Selector> = 0>
  explicit queue(const Selector &s, const property_list &props = {}) : queue(device(s), props) {}
  template <class Selector, detail::if_selector<Selector> = 0>
  explicit queue(const Selector &s, const async_handler &h, const property_list &props = {})
      : queue(device(s), h, props) {}
  explicit queue(const device &d, const property_list &props = {})
      : queue(detail::default_context(d), d, props) {}
  explicit queue(const device &d, const async_handler &h, const property_list &props = {})
      : queue(detail::default_context(d), d, h, props) {}
  template <class Selector, detail::if_selector<Selector> = 0>
  explicit queue(const context &c, const Selector &s, const property_list &props = {})
      : queue(c, device(s), props) {}
  template <class Selector, detail::if_selector<Selector> = 0>
  explicit queue(const context &c, const Selector &s, const async_handler &h, const property_list &props = {})
      : queue(c, device(s), h, props) {}
  explicit queue(const context &c, const device &d, const property_list &props = {})
      : impl_(new detail::queue_impl(c, d, detail::ref<detail::error_receiver>(), props)) {}
  explicit queue(const context &c, const device &d, const async_handler &h, const property_list &props = {})
      : impl_(new detail::queue_impl(c, d, detail::make_receiver(h), props)) {}

  sycl::backend get_backend() const noexcept { return impl_->dev.get_backend(); }
  context get_context() const { return impl_->ctx; }
  device get_device() const { return impl_->dev; }
  bool is_in_order() const { return impl_->in_order(); }
  bool is_host() const { return false; }
  bool ext_oneapi_empty() const { return sycc_queue_empty(impl_->queue.get()); }
  bool khr_empty() const { return ext_oneapi_empty(); }
  void khr_flush() const {} // commands begin whether a thread waits for them or not

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::queue::context>)
      return get_context();
    else if constexpr (std::is_same_v<Param, info::queue::device>)
      return get_device();
    else
      static_assert(detail::always_false<Param>, "queue::get_info: not an information descriptor of queues");
  }

  void wait() { detail::check(sycc_queue_wait(impl_->queue.get())); }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  void throw_asynchronous() { impl_->throw_asynchronous(); }

  template <class F> event submit(F &&group) {
    handler h(impl_);
    group(h);
    return h.submit();
  }
  // Where a group can't be submitted here, the second queue gets it. What the group itself throws, if it is
  // not SYCL's, is no reason to call it again.
  template <class F> event submit(F &&group, queue &second) {
    try {
      return submit(group);
    } catch (const exception &) {
      if (second == *this)
        throw;
    }
    return second.submit(group);
  }
  template <class F> event submit(F &&group, const queue &second) {
    queue copy = second;
    return submit(group, copy);
  }

  // ---- kernels

  template <class Name = detail::unnamed, class Kernel> event single_task(const Kernel &k) {
    return submit([&](handler &h) { h.single_task<Name>(k); });
  }
  template <class Name = detail::unnamed, class Kernel>
  event single_task(const deps &after, const Kernel &k) {
    return submit_after(after, [&](handler &h) { h.single_task<Name>(k); });
  }
  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  event single_task(const List &props, const Kernel &k) {
    return submit([&](handler &h) { h.single_task<Name>(props, k); });
  }
  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  event single_task(const deps &after, const List &props, const Kernel &k) {
    return submit_after(after, [&](handler &h) { h.single_task<Name>(props, k); });
  }

#define SYCC_PARALLEL_FOR(type, ...)                                                                         \
  template <class Name = detail::unnamed, __VA_ARGS__ class Kernel>                                          \
  event parallel_for(type r, const Kernel &k) {                                                              \
    return submit([&](handler &h) { h.parallel_for<Name>(r, k); });                                          \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class Kernel>                                          \
  event parallel_for(type r, const deps &after, const Kernel &k) {                                           \
    return submit_after(after, [&](handler &h) { h.parallel_for<Name>(r, k); });                             \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class Kernel, class List, detail::if_list<List> = 0>   \
  event parallel_for(type r, const List &props, const Kernel &k) {                                           \
    return submit([&](handler &h) { h.parallel_for<Name>(r, props, k); });                                   \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class Kernel, class List, detail::if_list<List> = 0>   \
  event parallel_for(type r, const deps &after, const List &props, const Kernel &k) {                        \
    return submit_after(after, [&](handler &h) { h.parallel_for<Name>(r, props, k); });                      \
  }
  SYCC_PARALLEL_FOR(range<1>, )
  SYCC_PARALLEL_FOR(range<2>, )
  SYCC_PARALLEL_FOR(range<3>, )
  SYCC_PARALLEL_FOR(nd_range<D>, int D, )
#undef SYCC_PARALLEL_FOR

  // Reductions, then the kernel.
#define SYCC_PARALLEL_FOR(type, ...)                                                                         \
  template <class Name = detail::unnamed, __VA_ARGS__ class First, class... Rest,                            \
            detail::if_reduction<First> = 0>                                                                 \
  event parallel_for(type r, const First &first, const Rest &...rest) {                                      \
    return submit([&](handler &h) { h.parallel_for<Name>(r, first, rest...); });                             \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class First, class... Rest,                            \
            detail::if_reduction<First> = 0>                                                                 \
  event parallel_for(type r, const deps &after, const First &first, const Rest &...rest) {                   \
    return submit_after(after, [&](handler &h) { h.parallel_for<Name>(r, first, rest...); });                \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class List, class First, class... Rest,                \
            detail::if_list<List> = 0, detail::if_reduction<First> = 0>                                      \
  event parallel_for(type r, const List &props, const First &first, const Rest &...rest) {                   \
    return submit([&](handler &h) { h.parallel_for<Name>(r, props, first, rest...); });                      \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class List, class First, class... Rest,                \
            detail::if_list<List> = 0, detail::if_reduction<First> = 0>                                      \
  event parallel_for(type r, const deps &after, const List &props, const First &first,                       \
                     const Rest &...rest) {                                                                  \
    return submit_after(after, [&](handler &h) { h.parallel_for<Name>(r, props, first, rest...); });         \
  }
  SYCC_PARALLEL_FOR(range<1>, )
  SYCC_PARALLEL_FOR(range<2>, )
  SYCC_PARALLEL_FOR(range<3>, )
  SYCC_PARALLEL_FOR(nd_range<D>, int D, )
#undef SYCC_PARALLEL_FOR

  // ---- memory behind pointers

  SYCC_LAZY event memcpy(void *to, const void *from, std::size_t bytes, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.memcpy(to, from, bytes); });
  }
  template <class T> event copy(const T *from, T *to, std::size_t count, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.copy(from, to, count); });
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  event memcpy(ext::oneapi::device_global<T, L> &to, const void *from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.memcpy<T, L, Plain>(to, from, bytes, offset); });
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  event memcpy(void *to, const ext::oneapi::device_global<T, L> &from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.memcpy<T, L, Plain>(to, from, bytes, offset); });
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  event copy(const detail::global_element<T> *from, ext::oneapi::device_global<T, L> &to,
             std::size_t count = detail::global_count<T>, std::size_t start = 0, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.copy<T, L, Plain>(from, to, count, start); });
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  event copy(const ext::oneapi::device_global<T, L> &from, detail::global_element<T> *to,
             std::size_t count = detail::global_count<T>, std::size_t start = 0, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.copy<T, L, Plain>(from, to, count, start); });
  }
  SYCC_LAZY event memset(void *to, int value, std::size_t bytes, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.memset(to, value, bytes); });
  }
  template <class T> event fill(void *to, const T &pattern, std::size_t count, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.fill(to, pattern, count); });
  }
  SYCC_LAZY event prefetch(const void *ptr, std::size_t bytes, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.prefetch(ptr, bytes); });
  }
  SYCC_LAZY event mem_advise(const void *ptr, std::size_t bytes, int advice, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.mem_advise(ptr, bytes, advice); });
  }

  // ---- extensions

  // Of an in-order queue: the command submitted last; and what the next one waits for.
  SYCC_LAZY std::optional<event> ext_oneapi_get_last_event() const {
    require_in_order("ext_oneapi_get_last_event");
    sycc_event *e = sycc_queue_last_event(impl_->queue.get());
    return e ? std::optional<event>(event(detail::event_handle(e), impl_)) : std::nullopt;
  }
  SYCC_LAZY void ext_oneapi_set_external_event(const event &e) {
    require_in_order("ext_oneapi_set_external_event");
    ext_oneapi_submit_barrier({e});
  }
  // Command graphs: see <sycl/ext/oneapi/experimental/graph.hpp>.
  template <class Graph> event ext_oneapi_graph(const Graph &g) {
    return submit([&](handler &h) { h.ext_oneapi_graph(g); });
  }
  template <class Graph> event ext_oneapi_graph(const Graph &g, const deps &after) {
    return submit_after(after, [&](handler &h) { h.ext_oneapi_graph(g); });
  }
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const {
    return sycc_queue_recording(impl_->queue.get()) ? ext::oneapi::experimental::queue_state::recording
                                                    : ext::oneapi::experimental::queue_state::executing;
  }

  SYCC_LAZY event ext_oneapi_submit_barrier() {
    return submit([&](handler &h) { h.ext_oneapi_barrier(); });
  }
  SYCC_LAZY event ext_oneapi_submit_barrier(const std::vector<event> &events) {
    return submit([&](handler &h) { h.ext_oneapi_barrier(events); });
  }
  SYCC_LAZY event ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from,
                                      std::size_t from_pitch, std::size_t width, std::size_t height,
                                      const deps &after = {}) {
    return submit_after(
        after, [&](handler &h) { h.ext_oneapi_memcpy2d(to, to_pitch, from, from_pitch, width, height); });
  }
  template <class T>
  event ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch,
                          std::size_t width, std::size_t height, const deps &after = {}) {
    return submit_after(
        after, [&](handler &h) { h.ext_oneapi_copy2d(from, from_pitch, to, to_pitch, width, height); });
  }
  SYCC_LAZY event ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width,
                                      std::size_t height, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.ext_oneapi_memset2d(to, pitch, value, width, height); });
  }
  template <class T>
  event ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width,
                          std::size_t height, const deps &after = {}) {
    return submit_after(after, [&](handler &h) { h.ext_oneapi_fill2d(to, pitch, pattern, width, height); });
  }

  // ---- memory behind placeholder accessors

  template <class T, int D, access_mode M, target W, access::placeholder P, class L, class To>
  event copy(accessor<T, D, M, W, P, L> from, To to) {
    return submit([&](handler &h) {
      h.require(from);
      if constexpr (detail::is_accessor<To>)
        h.require(to);
      h.copy(from, to);
    });
  }
  template <class From, class T, int D, access_mode M, target W, access::placeholder P, class L,
            std::enable_if_t<!detail::is_accessor<From>, int> = 0>
  event copy(From from, accessor<T, D, M, W, P, L> to) {
    return submit([&](handler &h) {
      h.require(to);
      h.copy(from, to);
    });
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  event update_host(accessor<T, D, M, W, P, L> a) {
    return submit([&](handler &h) {
      h.require(a);
      h.update_host(a);
    });
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  event fill(accessor<T, D, M, W, P, L> to, const T &value) {
    return submit([&](handler &h) {
      h.require(to);
      h.fill(to, value);
    });
  }

  sycc_queue *sycc_handle() const { return impl_->queue.get(); } // for these headers

  friend bool operator==(const queue &a, const queue &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const queue &a, const queue &b) { return a.impl_ != b.impl_; }

private:
  friend struct std::hash<queue>;
  friend class detail::with_properties<queue>;
  const property_list &properties_of() const { return impl_->properties; }

  void require_in_order(const char *what) const {
    if (!is_in_order())
      detail::fail(errc::invalid, "", what, ": the queue is not in order");
  }
  template <class F> event submit_after(const deps &after, F group) {
    return submit([&](handler &h) {
      after.apply(h);
      group(h);
    });
  }

  detail::ref<detail::queue_impl> impl_;
  // Libraries (oneDPL) keep other things in the place of a queue, and rely on one of two pointers as other
  // implementations have it.
  [[maybe_unused]] void *room_ = nullptr;
};

} // namespace sycl

template <> struct std::hash<sycl::queue> {
  std::size_t operator()(const sycl::queue &q) const { return std::hash<void *>()(q.impl_.get()); }
};

#endif
