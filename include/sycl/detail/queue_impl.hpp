// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a queue share, and how errors of commands reach the asynchronous handler.
//
// The C runtime keeps a status and a text for each failed command. An exception out of a host task is
// kept here instead, under a number; the number ends the text, and the code that takes the error from the
// runtime finds the exception by it.
#ifndef SYCL_DETAIL_QUEUE_IMPL_HPP
#define SYCL_DETAIL_QUEUE_IMPL_HPP

#include <sycl/context.hpp>
#include <sycl/detail/handle.hpp>

#include <cstdio>
#include <cstdlib>

namespace sycl {
namespace detail {

// Exceptions out of host tasks that were not fetched yet.
class thrown_exceptions : public counted {
public:
  static constexpr char begin[] = "a host task threw: ";
  static constexpr char mark[] = " [exception #";
  static constexpr char not_standard[] = "something that is not a std::exception";

  ~thrown_exceptions() {
    while (first_)
      unlink(&first_);
  }

  // Keeps e and gives the text under which take() finds it again.
  SYCC_COLD std::string add(const std::exception_ptr &e, const char *what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    first_ = new entry{++last_, e, first_};
    char end[sizeof(mark) + 24];
    std::snprintf(end, sizeof(end), "%s%llu]", mark, last_);
    std::string text;
    text += begin;
    text += what;
    text += end;
    return text;
  }

  // Null when text is not from add(); a text that quotes one (of a command that was cancelled) is not.
  SYCC_COLD std::exception_ptr take(const std::string &text) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string::npos || text.compare(0, sizeof(begin) - 1, begin) != 0)
      return nullptr;
    const unsigned long long number = std::strtoull(text.c_str() + at + sizeof(mark) - 1, nullptr, 10);
    const std::lock_guard<std::mutex> lock(mutex_);
    for (entry **i = &first_; *i; i = &(*i)->next)
      if ((*i)->number == number) {
        std::exception_ptr e = (*i)->exception;
        unlink(i);
        return e;
      }
    return nullptr;
  }

private:
  struct entry {
    unsigned long long number;
    std::exception_ptr exception;
    entry *next;
  };
  static void unlink(entry **link) {
    entry *old = *link;
    *link = old->next;
    delete old;
  }

  std::mutex mutex_;
  unsigned long long last_ = 0;
  entry *first_ = nullptr; // not a vector: one of these is as much code as the rest of the class
};

// SYCL's default: report and end the program. The texts alone will do, and need far less code than the
// exceptions; those of host tasks lose what thrown_exceptions::add put around them.
[[noreturn]] SYCC_COLD inline void end_program(sycc_queue *q) {
  do {
    const char *text = sycc_error_message(), *intro = "";
    size_t length = __builtin_strlen(text);
    constexpr size_t skipped = sizeof(thrown_exceptions::begin) - 1;
    if (__builtin_strncmp(text, thrown_exceptions::begin, skipped) == 0) {
      const char *end = nullptr, *p = text;
      while ((p = __builtin_strstr(p, thrown_exceptions::mark)) != nullptr)
        end = p++;
      if (end) {
        text += skipped;
        length = static_cast<size_t>(end - text);
        if (length == sizeof(thrown_exceptions::not_standard) - 1 &&
            __builtin_strncmp(text, thrown_exceptions::not_standard, length) == 0)
          intro = "a host task threw ";
      }
    }
    std::fprintf(stderr, "sycl: error: %s%.*s\n", intro, static_cast<int>(length), text);
  } while (sycc_queue_take_error(q) != SYCC_success);
  std::fprintf(stderr, "sycl: note: this queue has no asynchronous handler; the program ends\n");
  std::terminate();
}

struct queue_impl : counted {
  queue_impl(const context &c, const device &d, const ref<error_receiver> &r, const property_list &props)
      : ctx(c), dev(device(in_context(c, d.sycc_handle()))), properties(props.sycc_for<sycl::queue>()),
        receiver(r) {
    check_properties(props);
    sycc_queue *q = nullptr;
    check(sycc_queue_create(dev.sycc_handle(),
                            (in_order() ? std::uint32_t(SYCC_QUEUE_IN_ORDER) : 0) |
                                (profiling() ? std::uint32_t(SYCC_QUEUE_PROFILING) : 0),
                            &q));
    queue = queue_handle(q);
  }
  // Errors that have come up until now still reach the handler.
  ~queue_impl() { throw_asynchronous(); }

  // A device of the context, or a part of one. In a context of the backend's that the user gave, a device is
  // what it is there.
  static sycc_device *in_context(const context &c, sycc_device *d) {
    for (sycc_device *whole = d; whole; whole = sycc_device_parent(whole))
      for (size_t i = 0; i < c.sycc_impl()->count; ++i)
        if (sycc_device *there = c.sycc_impl()->devices[i];
            sycc_device_plain(there) == sycc_device_plain(whole))
          return whole == d && sycc_device_plain(d) == d ? there : d;
    fail(errc::invalid, "queue: its context does not have its device");
  }

  // Properties of extensions that exclude each other.
  static void check_properties(const property_list &p) {
    using namespace ext::oneapi::property::queue;
    if (p.has_property<priority_low>() + p.has_property<priority_normal>() + p.has_property<priority_high>() >
        1)
      fail(errc::invalid, "queue: it has one priority");
    if (p.has_property<discard_events>() && p.has_property<property::queue::enable_profiling>())
      fail(errc::invalid, "queue: events can't be discarded and profiled");
  }

  bool in_order() const { return properties.has_property<property::queue::in_order>(); }
  bool profiling() const { return properties.has_property<property::queue::enable_profiling>(); }

  void throw_asynchronous() {
    if (const sycc_status first = sycc_queue_take_error(queue.get()))
      deliver_errors(first);
  }

  SYCC_COLD void deliver_errors(sycc_status first) {
    if (receiver)
      receiver->receive(*this, first);
    else if (ctx.sycc_impl()->receiver)
      ctx.sycc_impl()->receiver->receive(*this, first);
    else
      end_program(queue.get());
  }

  // Made by the first host task: most queues have none.
  ref<thrown_exceptions> thrown() {
    const std::lock_guard<std::mutex> lock(thrown_mutex);
    if (!thrown_)
      thrown_ = ref<thrown_exceptions>(new thrown_exceptions);
    return thrown_;
  }

  const context ctx;
  const device dev;
  const property_list properties;
  queue_handle queue;

private:
  const ref<error_receiver> receiver;
  std::mutex thrown_mutex;
  ref<thrown_exceptions> thrown_;
};

struct handler_receiver final : error_receiver {
  explicit handler_receiver(const async_handler &h) : handler(h) {}

  SYCC_COLD void receive(queue_impl &q, sycc_status first) override {
    exception_list list;
    for (sycc_status s = first; s != SYCC_success; s = sycc_queue_take_error(q.queue.get()))
      try {
        add(list, q, s, sycc_error_message());
      } catch (
          const std::bad_alloc &) { // a queue that ends must not throw, and the others are still to be told
        std::fprintf(stderr,
                     "sycl: error: %s\nsycl: note: there is no memory to tell the asynchronous handler\n",
                     sycc_error_message());
      }
    if (list.size() != 0)
      handler(list);
  }

  static void add(exception_list &list, queue_impl &q, sycc_status s, const std::string &text) {
    std::exception_ptr e = q.thrown()->take(text);
    list.sycc_add(e ? e
                    : std::make_exception_ptr(exception(q.ctx, make_error_code(static_cast<errc>(s)), text)));
  }

  const async_handler handler;
};

inline ref<error_receiver> make_receiver(const async_handler &h) {
  return ref<error_receiver>(h ? new handler_receiver(h) : nullptr);
}

} // namespace detail
} // namespace sycl

#endif
