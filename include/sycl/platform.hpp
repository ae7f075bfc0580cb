// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// platform: devices that belong together.
#ifndef SYCL_PLATFORM_HPP
#define SYCL_PLATFORM_HPP

#include <sycl/backend.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>

namespace sycl {

namespace detail {
[[noreturn]] SYCC_COLD inline void fail_not_opencl(const char *space, const char *name) {
  std::string what = space;
  what += name;
  what += ": only devices of the OpenCL backend have it";
  fail(errc::invalid, what.c_str());
}
inline void check_opencl(backend b, const char *space, const char *name) {
  if (b != backend::opencl)
    fail_not_opencl(space, name);
}
} // namespace detail

class context;

class platform {
public:
  platform(); // of the default device: device_selector.hpp
  template <class Selector, class = decltype(std::declval<Selector &>()(std::declval<const device &>()))>
  explicit platform(const Selector &selector);

  SYCC_LAZY static std::vector<platform> get_platforms() {
    std::vector<platform> all;
    detail::check(sycc_devices_check());
    for (std::size_t i = 0; i < sycc_platform_count(); ++i)
      all.push_back(platform(sycc_platform_get(i)));
    return all;
  }

  sycl::backend get_backend() const noexcept {
    return static_cast<sycl::backend>(sycc_platform_backend(platform_));
  }
  SYCC_LAZY std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  SYCC_LAZY bool has(aspect a) const; // all of its devices have it
  SYCC_LAZY [[deprecated("use platform::has")]] bool has_extension(const std::string &name) const {
    for (const std::string &word :
         detail::split(sycc_platform_string(platform_, SYCC_PLATFORM_EXTENSIONS), ' '))
      if (word == name)
        return true;
    return false;
  }
  bool is_host() const { return false; }
  context ext_oneapi_get_default_context() const; // context.hpp
  context khr_get_default_context() const;

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (detail::is_only_opencl<Param>)
      detail::check_opencl(get_backend(), "info::platform::", Param::only_opencl);
    if constexpr (detail::is_text<Param>)
      return sycc_platform_string(platform_, Param::text);
    else if constexpr (detail::is_words<Param>)
      return detail::split(sycc_platform_string(platform_, Param::words), Param::between);
    else
      static_assert(detail::always_false<Param>,
                    "platform::get_info: not an information descriptor of platforms");
  }

  friend bool operator==(const platform &a, const platform &b) { return a.platform_ == b.platform_; }
  friend bool operator!=(const platform &a, const platform &b) { return a.platform_ != b.platform_; }

  // For these headers.
  explicit platform(sycc_platform *p) : platform_(p) {}
  sycc_platform *sycc_handle() const { return platform_; }

private:
  sycc_platform *platform_;
};

} // namespace sycl

template <> struct std::hash<sycl::platform> {
  std::size_t operator()(const sycl::platform &p) const { return std::hash<void *>()(p.sycc_handle()); }
};

#include <sycl/device.hpp> // completes it

#endif
