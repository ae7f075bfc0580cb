// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::exception and its error codes, exception_list, async_handler, and the one place where a failed
// call into the C runtime becomes an exception.
#ifndef SYCL_EXCEPTION_HPP
#define SYCL_EXCEPTION_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/ref.hpp>
#include <sycl/detail/std.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace sycl {

enum class errc {
  success = 0,
  runtime = 1,
  kernel = 2,
  accessor = 3,
  nd_range = 4,
  event = 5,
  kernel_argument = 6,
  build = 7,
  invalid = 8,
  memory_allocation = 9,
  platform = 10,
  profiling = 11,
  feature_not_supported = 12,
  kernel_not_supported = 13,
  backend_mismatch = 14,
};

#define SYCC_X(name, number)                                                                                 \
  static_assert(static_cast<int>(errc::name) == SYCC_##name, "sycl::errc and sycc_status have diverged");
SYCC_STATUS_LIST(SYCC_X)
#undef SYCC_X

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl {
namespace detail {

class category final : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }
  SYCC_COLD std::string message(int value) const override {
    const char *text = "unknown error";
#define SYCC_X(name, number)                                                                                 \
  if (value == number)                                                                                       \
    text = #name;
    SYCC_STATUS_LIST(SYCC_X)
#undef SYCC_X
    std::string s;
    s += text;
    return s;
  }
};

} // namespace detail

inline const std::error_category &sycl_category() noexcept {
  static const detail::category instance;
  return instance;
}

inline std::error_code make_error_code(errc e) noexcept {
  return {static_cast<int>(e), sycl_category()};
}

class context;

class exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string &what)
      : exception(detail::ref<detail::counted>(), code, what.c_str()) {}
  exception(std::error_code code, const char *what) : exception(detail::ref<detail::counted>(), code, what) {}
  exception(std::error_code code) : exception(code, code.message()) {}
  exception(int value, const std::error_category &category, const std::string &what)
      : exception(std::error_code(value, category), what) {}
  exception(int value, const std::error_category &category, const char *what)
      : exception(std::error_code(value, category), what) {}
  exception(int value, const std::error_category &category) : exception(std::error_code(value, category)) {}

  exception(const context &ctx, std::error_code code, const std::string &what);
  exception(const context &ctx, std::error_code code, const char *what);
  exception(const context &ctx, std::error_code code);
  exception(const context &ctx, int value, const std::error_category &category, const std::string &what);
  exception(const context &ctx, int value, const std::error_category &category, const char *what);
  exception(const context &ctx, int value, const std::error_category &category);

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override { return what_.what(); }
  bool has_context() const noexcept { return static_cast<bool>(context_); }
  context get_context() const;

private:
  exception(const detail::ref<detail::counted> &ctx, std::error_code code, const char *what)
      : code_(code), what_(what), context_(ctx) {}

  std::error_code code_;
  std::runtime_error what_;              // a text whose copies don't throw, and whose code is in a library
  detail::ref<detail::counted> context_; // a context_impl, see context.hpp
};

namespace detail {

// Not a vector: that would be compiled into every program, and few ever see one of these.
struct counted_exceptions : counted {
  explicit counted_exceptions(size_t n) : list(new std::exception_ptr[n]) {}
  ~counted_exceptions() { delete[] list; }
  std::exception_ptr *const list;
};

} // namespace detail

class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = const std::exception_ptr *;
  using const_iterator = iterator;

  size_type size() const { return size_; }
  iterator begin() const { return size_ ? exceptions_->list : nullptr; }
  iterator end() const { return begin() + size_; }

  // For these headers. Copies made before don't change.
  SYCC_COLD void sycc_add(const std::exception_ptr &e) {
    detail::ref<detail::counted_exceptions> longer(new detail::counted_exceptions(size_ + 1));
    for (size_type i = 0; i < size_; ++i)
      longer->list[i] = exceptions_->list[i];
    longer->list[size_] = e;
    exceptions_ = longer;
    ++size_;
  }

private:
  detail::ref<detail::counted_exceptions> exceptions_;
  size_type size_ = 0;
};

using async_handler = std::function<void(exception_list)>;

namespace detail {

// Every program contains the functions from here on, so they should be little code: texts are built with
// +=, most of which is in the standard library already; + is another three functions per combination.
[[noreturn]] SYCC_COLD inline void fail(errc code, const char *what) {
  throw exception(make_error_code(code), what);
}

[[noreturn]] SYCC_COLD inline void fail(errc code, const std::string &what) {
  fail(code, what.c_str());
}

// A message with a name in it.
[[noreturn]] SYCC_COLD inline void fail(errc code, const char *before, const char *name, const char *after) {
  std::string what;
  what += before;
  what += name;
  what += after;
  fail(code, what.c_str());
}

[[noreturn]] SYCC_COLD inline void fail(sycc_status status) {
  fail(static_cast<errc>(status), sycc_error_message());
}

// Every call into the C runtime goes through here.
inline void check(sycc_status status) {
  if (status != SYCC_success)
    fail(status);
}

} // namespace detail
} // namespace sycl

#endif
