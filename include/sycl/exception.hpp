// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::exception and its error codes, exception_list, async_handler, and the one place where a failed
// call into the C runtime becomes an exception.
#ifndef SYCL_EXCEPTION_HPP
#define SYCL_EXCEPTION_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/ref.hpp>
#include <sycl/detail/std.hpp>

#include <exception>
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
    return text;
  }
};

struct counted_text : counted {
  explicit counted_text(const std::string &t) : text(t) {}
  std::string text;
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
      : exception(detail::ref<detail::counted>(), code, what) {}
  exception(std::error_code code, const char *what) : exception(detail::ref<detail::counted>(), code, what) {}
  exception(std::error_code code) : exception(detail::ref<detail::counted>(), code, code.message()) {}
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
  const char *what() const noexcept override { return what_->text.c_str(); }
  bool has_context() const noexcept { return static_cast<bool>(context_); }
  context get_context() const;

private:
  exception(detail::ref<detail::counted> ctx, std::error_code code, const std::string &what)
      : code_(code), what_(new detail::counted_text(what)), context_(std::move(ctx)) {}

  std::error_code code_;
  detail::ref<detail::counted_text> what_; // shared: copying an exception must not throw
  detail::ref<detail::counted> context_;   // a context_impl, see context.hpp
};

class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  exception_list() = default;
  explicit exception_list(std::vector<std::exception_ptr> list) : list_(std::move(list)) {}

  size_type size() const { return list_.size(); }
  iterator begin() const { return list_.begin(); }
  iterator end() const { return list_.end(); }

private:
  std::vector<std::exception_ptr> list_;
};

using async_handler = std::function<void(exception_list)>;

namespace detail {

[[noreturn]] SYCC_COLD inline void fail(errc code, const std::string &what) {
  throw exception(make_error_code(code), what);
}

// Most messages are literals: the string is made here, not at every call.
[[noreturn]] SYCC_COLD inline void fail(errc code, const char *what) {
  fail(code, std::string(what));
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
