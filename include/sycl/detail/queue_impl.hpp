// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a queue share, and how errors of commands reach the asynchronous handler.
//
// The C runtime keeps a status and a text for each failed command. An exception out of a host task is
// kept here instead, under a number; the number ends the text, and whoever takes the error from the
// runtime finds the exception by it.
#ifndef SYCL_DETAIL_QUEUE_IMPL_HPP
#define SYCL_DETAIL_QUEUE_IMPL_HPP

#include <sycl/context.hpp>
#include <sycl/detail/handle.hpp>

#include <cstdio>
#include <cstdlib>

namespace sycl {
namespace detail {

// Exceptions out of host tasks that nobody has fetched yet.
class thrown_exceptions : public counted {
public:
  // Keeps e and gives the text under which take() finds it again.
  std::string add(std::exception_ptr e, const char *what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back({++last_, std::move(e)});
    return begin + std::string(what) + mark + std::to_string(last_) + "]";
  }

  // Null when text is not from add(); a text that quotes one (of a command that was cancelled) is not.
  std::exception_ptr take(const std::string &text) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string::npos || text.compare(0, sizeof(begin) - 1, begin) != 0)
      return nullptr;
    const unsigned long long number = std::strtoull(text.c_str() + at + sizeof(mark) - 1, nullptr, 10);
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto i = kept_.begin(); i != kept_.end(); ++i)
      if (i->number == number) {
        std::exception_ptr e = i->exception;
        kept_.erase(i);
        return e;
      }
    return nullptr;
  }

private:
  static constexpr char begin[] = "a host task threw: ";
  static constexpr char mark[] = " [exception #";
  struct entry {
    unsigned long long number;
    std::exception_ptr exception;
  };
  std::mutex mutex_;
  unsigned long long last_ = 0;
  std::vector<entry> kept_;
};

// SYCL's default: report and end the program.
[[noreturn]] SYCC_COLD inline void default_async_handler(const exception_list &list) {
  for (const std::exception_ptr &p : list) {
    try {
      std::rethrow_exception(p);
    } catch (const std::exception &e) {
      std::fprintf(stderr, "sycl: error: %s\n", e.what());
    } catch (...) {
      std::fprintf(stderr, "sycl: error: a host task threw something that is not a std::exception\n");
    }
  }
  std::fprintf(stderr, "sycl: note: this queue has no asynchronous handler; the program ends\n");
  std::terminate();
}

struct queue_impl : counted {
  queue_impl(const context &c, const device &d, async_handler h, const property_list &props)
      : ctx(c), dev(d), handler(std::move(h)), properties(props), thrown(new thrown_exceptions) {
    bool found = false;
    for (const device &member : c.sycc_impl()->devices)
      found |= member == d;
    if (!found)
      fail(errc::invalid, "queue: its context does not have its device");
    sycc_queue *q = nullptr;
    check(sycc_queue_create(d.sycc_handle(),
                            (in_order() ? std::uint32_t(SYCC_QUEUE_IN_ORDER) : 0) |
                                (profiling() ? std::uint32_t(SYCC_QUEUE_PROFILING) : 0),
                            &q));
    queue = queue_handle(q);
  }
  // Errors that have come up until now still reach the handler.
  ~queue_impl() { throw_asynchronous(); }

  bool in_order() const { return properties.has_property<property::queue::in_order>(); }
  bool profiling() const { return properties.has_property<property::queue::enable_profiling>(); }

  void throw_asynchronous() {
    if (const sycc_status first = sycc_queue_take_error(queue.get()))
      deliver_errors(first);
  }

  SYCC_COLD void deliver_errors(sycc_status first) {
    std::vector<std::exception_ptr> list;
    for (sycc_status s = first; s != SYCC_success; s = sycc_queue_take_error(queue.get())) {
      const std::string text = sycc_error_message();
      std::exception_ptr e = thrown->take(text);
      list.push_back(
          e ? e : std::make_exception_ptr(exception(ctx, make_error_code(static_cast<errc>(s)), text)));
    }
    const async_handler &h = handler ? handler : ctx.sycc_impl()->handler;
    if (h)
      h(exception_list(std::move(list)));
    else
      default_async_handler(exception_list(std::move(list)));
  }

  context ctx;
  device dev;
  async_handler handler;
  property_list properties;
  queue_handle queue;
  ref<thrown_exceptions> thrown;
};

} // namespace detail
} // namespace sycl

#endif
