// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// event: a command, as seen by what waits for it.
#ifndef SYCL_EVENT_HPP
#define SYCL_EVENT_HPP

#include <sycl/detail/queue_impl.hpp>
#include <sycl/device_selector.hpp>

namespace sycl {

namespace detail {

// Where no device fits, the back end that needs no driver.
SYCC_COLD inline sycl::backend default_backend() noexcept {
  try {
    return device().get_backend();
  } catch (const exception &) {
    return sycl::backend::ext_oneapi_native_cpu;
  }
}

struct counted_events : counted {
  std::vector<event_handle> list;
};

} // namespace detail

class event {
public:
  // Has already happened, and is equal to its copies only.
  SYCC_ONCE event() : event_(sycc_event_done()), waits_for_(new detail::counted_events) {}
  event(const event &) = default;
  event(event &&) = default;
  event &operator=(const event &) = default;
  event &operator=(event &&) = default;
  SYCC_ONCE ~event() {}

  // Without a command: that of the default device, as if the event were of a queue made by default.
  sycl::backend get_backend() const noexcept {
    return queue_ ? queue_->dev.get_backend() : detail::default_backend();
  }
  bool is_host() const { return false; }

  void wait() { detail::check(sycc_event_wait(event_.get())); }
  SYCC_LAZY static void wait(const std::vector<event> &events) {
    for (event e : events)
      e.wait();
  }
  void wait_and_throw() {
    wait();
    if (queue_)
      queue_->throw_asynchronous();
  }
  SYCC_LAZY static void wait_and_throw(const std::vector<event> &events) {
    wait(events);
    for (event e : events)
      e.wait_and_throw();
  }

  // The events given to depends_on, and what else the command still waits for: by accessors, or the order of
  // its queue. Theirs are not kept: a long chain would keep every event alive.
  SYCC_LAZY std::vector<event> get_wait_list() {
    std::vector<event> list;
    if (waits_for_)
      for (const detail::event_handle &h : waits_for_->list)
        list.push_back(event(h, queue_));
    std::vector<sycc_event *> more(sycc_event_waits(event_.get(), nullptr, 0));
    const size_t n = sycc_event_waits(event_.get(), more.data(), more.size());
    for (size_t i = 0; i < n; ++i) {
      const event e(detail::event_handle(more[i]), queue_);
      bool known = false;
      for (const event &other : list)
        known |= other == e;
      if (!known)
        list.push_back(e);
    }
    return list;
  }

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::event::command_execution_status>)
      return static_cast<info::event_command_status>(sycc_event_status(event_.get()));
    else
      static_assert(detail::always_false<Param>, "event::get_info: not an information descriptor of events");
  }

  template <class Param> typename Param::return_type get_profiling_info() const {
    if (!queue_ || !queue_->profiling())
      detail::fail(errc::invalid, "get_profiling_info: the queue was not created with enable_profiling");
    std::uint64_t ns = 0;
    detail::check(sycc_event_profile(event_.get(), Param::number, &ns));
    return ns;
  }

  friend bool operator==(const event &a, const event &b) { return a.sycc_identity() == b.sycc_identity(); }
  friend bool operator!=(const event &a, const event &b) { return !(a == b); }

  // For these headers.
  using waits = detail::ref<detail::counted_events>;
  event(detail::event_handle e, detail::ref<detail::queue_impl> q, waits w = waits())
      : event_(std::move(e)), queue_(std::move(q)), waits_for_(std::move(w)) {}
  const detail::event_handle &sycc_handle() const { return event_; }
  const void *sycc_identity() const {
    if (!queue_ && waits_for_)
      return waits_for_.get();
    return event_.get();
  }
  const detail::queue_impl *sycc_queue() const {
    return queue_.get();
  } // null: it has happened from the beginning

private:
  detail::event_handle event_;
  detail::ref<detail::queue_impl> queue_;
  waits waits_for_;
};

static_assert(static_cast<int>(info::event_command_status::running) == SYCC_EVENT_RUNNING &&
                  static_cast<int>(info::event_command_status::complete) == SYCC_EVENT_COMPLETE,
              "event_command_status and sycc_event_state have diverged");

} // namespace sycl

template <> struct std::hash<sycl::event> {
  std::size_t operator()(const sycl::event &e) const { return std::hash<const void *>()(e.sycc_identity()); }
};

#endif
