// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device selectors: functions that give a device a score. The highest one wins, the first among equals;
// negative ones never do.
#ifndef SYCL_DEVICE_SELECTOR_HPP
#define SYCL_DEVICE_SELECTOR_HPP

#include <sycl/device.hpp>

namespace sycl {
namespace detail {

// A device that the program was not compiled for is better than none: its memory can be used.
inline int with_code(const device &d, int score) {
  return sycc_device_has_code(d.sycc_handle()) ? score : score / 100;
}

// GPUs first, then accelerators, then CPUs, among those the native one. A program compiled as plain C++
// has kernels for the native CPU only.
template <bool Plain> int default_score(const device &d) {
  const bool native = d.get_backend() == backend::ext_oneapi_native_cpu;
  if (Plain && native)
    return 1000;
  return with_code(d, d.is_gpu() ? 500 : d.is_accelerator() ? 400 : !d.is_cpu() ? 0 : native ? 301 : 300);
}

template <class Selector> const char *selector_text(Selector *) {
  return "a device that the given selector accepts";
}
// The device that a selector is known to take, without a look at all of them; null: look.
template <class Selector> sycc_device *known_choice(Selector *) {
  return nullptr;
}

} // namespace detail

// SYCL 1.2.1: selectors to derive from.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &d) const = 0;
  device select_device() const;
};

// name_v is not an object of class name: a virtual destructor is code that runs in every program.
#define SYCC_SELECTOR(name, text, known, score)                                                              \
  namespace detail::classes {                                                                                \
  struct name##_function {                                                                                   \
    int operator()(const device &d) const { return score; }                                                  \
  };                                                                                                         \
  inline const char *selector_text(const name##_function *) {                                                \
    return text;                                                                                             \
  }                                                                                                          \
  inline sycc_device *known_choice(const name##_function *) {                                                \
    return known;                                                                                            \
  }                                                                                                          \
  }                                                                                                          \
  inline constexpr detail::classes::name##_function name##_v{};                                              \
  class name : public device_selector {                                                                      \
  public:                                                                                                    \
    int operator()(const device &d) const override { return name##_v(d); }                                   \
  };                                                                                                         \
  namespace detail {                                                                                         \
  inline const char *selector_text(const name *) {                                                           \
    return text;                                                                                             \
  }                                                                                                          \
  inline sycc_device *known_choice(const name *) {                                                           \
    return known;                                                                                            \
  }                                                                                                          \
  }

SYCC_SELECTOR(default_selector, "any device",
              sycc_device_default(detail::plain_mode ? SYCC_DEFAULT_PLAIN : SYCC_DEFAULT_ANY),
              detail::default_score<detail::plain_mode>(d))
SYCC_SELECTOR(cpu_selector, "a CPU",
              sycc_device_default(detail::plain_mode ? SYCC_DEFAULT_PLAIN : SYCC_DEFAULT_CPU),
              d.is_cpu() ? detail::default_score<detail::plain_mode>(d) : -1)
SYCC_SELECTOR(gpu_selector, "a GPU", nullptr, d.is_gpu() ? detail::with_code(d, 1000) : -1)
SYCC_SELECTOR(accelerator_selector, "an accelerator", nullptr,
              d.is_accelerator() ? detail::with_code(d, 1000) : -1)
#undef SYCC_SELECTOR

namespace detail {

// What aspect_selector returns.
class aspect_chooser {
public:
  aspect_chooser(std::vector<aspect> required, std::vector<aspect> denied)
      : required_(std::move(required)), denied_(std::move(denied)) {}

  int operator()(const device &d) const {
    for (aspect a : required_)
      if (!d.has(a))
        return -1;
    for (aspect a : denied_)
      if (d.has(a))
        return -1;
    return default_score<plain_mode>(d);
  }

  SYCC_COLD std::string text() const {
    std::string s;
    s += "a device";
    list(s, " with ", required_);
    list(s, " without ", denied_);
    return s;
  }

private:
  static void list(std::string &s, const char *intro, const std::vector<aspect> &aspects) {
    for (aspect a : aspects) {
      s += intro;
      s += aspect_name(a);
      intro = ", ";
    }
  }

  std::vector<aspect> required_, denied_;
};
inline std::string selector_text(const aspect_chooser *c) {
  return c->text();
}

// Names what was looked for and what there is.
[[noreturn]] SYCC_COLD inline void fail_no_device(const char *wanted) {
  std::string what;
  check(sycc_devices_check());
  what += "no device fits: looked for ";
  what += wanted;
  what += " among ";
  const char *separator = "";
  for (std::size_t i = 0; i < sycc_platform_count(); ++i) {
    sycc_platform *p = sycc_platform_get(i);
    for (std::size_t j = 0; j < sycc_device_count(p); ++j) {
      what += separator;
      what += sycc_device_string(sycc_device_get(p, j), SYCC_DEVICE_NAME);
      separator = ", ";
    }
  }
  const char *variable = "", *chosen = sycc_device_selector(&variable);
  if (!*separator)
    what += "no devices at all";
  for (std::size_t i = 0; const sycc_device *d = sycc_device_unlisted(i); ++i) {
    what += "; '";
    what += sycc_device_string(d, SYCC_DEVICE_NAME);
    what += "' runs no kernels: ";
    what += sycc_device_no_code(d);
  }
  if (chosen) {
    what += "; ";
    what += variable;
    what += " is '";
    what += chosen;
    what += "', which may hide others";
  }
  fail(errc::runtime, what.c_str());
}
[[noreturn]] SYCC_COLD inline void fail_no_device(const std::string &wanted) {
  fail_no_device(wanted.c_str());
}

// Asks the runtime itself: every program with a queue contains this, so it should be little code.
template <class Selector> device select_by(Selector &selector) {
  sycc_device *best = known_choice(&selector);
  int best_score = -1;
  if (best)
    return device(best);
  for (std::size_t i = 0; i < sycc_platform_count(); ++i) {
    sycc_platform *p = sycc_platform_get(i);
    for (std::size_t j = 0; j < sycc_device_count(p); ++j) {
      sycc_device *d = sycc_device_get(p, j);
      const int score = selector(device(d));
      if (score > best_score) {
        best = d;
        best_score = score;
      }
    }
  }
  if (!best)
    fail_no_device(selector_text(&selector));
  return device(best);
}
// A copy of a selector may change itself.
template <class Selector> device select(const Selector &selector) {
  if constexpr (std::is_invocable_v<const Selector &, const device &>) {
    return select_by(selector);
  } else {
    Selector own(selector);
    return select_by(own);
  }
}

} // namespace detail

SYCC_LAZY detail::aspect_chooser aspect_selector(const std::vector<aspect> &required,
                                                 const std::vector<aspect> &denied = {}) {
  return {required, denied};
}
template <class... A, std::enable_if_t<(std::is_same_v<A, aspect> && ...), int> = 0>
detail::aspect_chooser aspect_selector(A... required) {
  return {{required...}, {}};
}
template <aspect... Required> detail::aspect_chooser aspect_selector() {
  return {{Required...}, {}};
}

inline device device_selector::select_device() const {
  return detail::select(*this);
}

inline device::device() : device(detail::select(default_selector_v)) {}
template <class Selector, class>
device::device(const Selector &selector) : device(detail::select(selector)) {}
inline platform::platform() : platform(device().get_platform()) {}
template <class Selector, class>
platform::platform(const Selector &selector) : platform(detail::select(selector).get_platform()) {}

} // namespace sycl

#endif
