// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel_id: a kernel's identity in the program. kernel: one that a bundle has, to be asked about; or one of
// the backend's, which has no identity here, to be launched as well.
//
// A kernel's symbol is its identity; its name for people is the symbol demangled, so that kernels that
// were never submitted have one too.
#ifndef SYCL_KERNEL_HPP
#define SYCL_KERNEL_HPP

#include <sycl/context.hpp>
#include <sycl/detail/kernel_info.hpp>
#include <sycl/detail/kernel_terms.hpp>
#include <sycl/range.hpp>

#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <vector>

namespace sycl {

enum class bundle_state {
  input = SYCC_BUNDLE_INPUT,
  object = SYCC_BUNDLE_OBJECT,
  executable = SYCC_BUNDLE_EXECUTABLE
};

class kernel;
template <bundle_state State> class kernel_bundle;

namespace detail {

// "_ZTSN2ns4NameE_tu0123456789abcdef" is called "ns::Name".
SYCC_LAZY std::string kernel_name_of(const std::string &symbol) {
  constexpr std::size_t digits = 16, suffix = 3 + digits;
  std::string mangled = symbol;
  if (mangled.size() > suffix && mangled.compare(mangled.size() - suffix, 3, "_tu") == 0)
    mangled.resize(mangled.size() - suffix);
  const bool is_type = mangled.compare(0, 4, "_ZTS") == 0;
  char *text = is_type ? abi::__cxa_demangle(mangled.c_str() + 4, nullptr, nullptr, nullptr) : nullptr;
  std::string name = text ? text : mangled;
  std::free(text);
  return name;
}

struct kernel_id_impl : counted {
  explicit kernel_id_impl(const char *s) : symbol(s), name(kernel_name_of(symbol)) {}
  const std::string symbol, name;
};

template <int>
struct bundle_parts; // kernel_bundle.hpp; a template, so that it is compiled where it is used only
using bundle_impl = bundle_parts<0>;

using native_kernel_handle =
    handle<sycc_native_kernel, sycc_native_kernel_retain, sycc_native_kernel_release>;

} // namespace detail

class kernel_id {
public:
  kernel_id() = delete;
  const char *get_name() const noexcept { return impl_->name.c_str(); }

  friend bool operator==(const kernel_id &a, const kernel_id &b) {
    return a.impl_ == b.impl_ || a.impl_->symbol == b.impl_->symbol;
  }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }

  // For these headers.
  SYCC_LAZY explicit kernel_id(const char *symbol) : impl_(new detail::kernel_id_impl(symbol)) {}
  const std::string &sycc_symbol() const { return impl_->symbol; }

private:
  detail::ref<detail::kernel_id_impl> impl_;
};

namespace detail {

SYCC_LAZY std::vector<kernel_id> kernel_ids_of(sycc_status (*visit)(void (*)(void *, const char *), void *)) {
  std::vector<kernel_id> all;
  check(visit([](void *data,
                 const char *symbol) { static_cast<std::vector<kernel_id> *>(data)->emplace_back(symbol); },
              &all));
  return all;
}

} // namespace detail

// Of all kernels that are loaded: of the program and of its libraries.
SYCC_LAZY std::vector<kernel_id> get_kernel_ids() {
  return detail::kernel_ids_of(&sycc_kernels_visit);
}

template <class KernelName> kernel_id get_kernel_id() {
  return kernel_id(detail::kernel_symbol<KernelName, detail::plain_mode>());
}

namespace info {
namespace kernel {
struct num_args {
  using return_type = std::uint32_t;
};
struct attributes {
  using return_type = std::string;
};
} // namespace kernel

namespace kernel_device_specific {
// clang-format off
#define SYCC_KERNEL_NUMBER(name, type, what) \
  struct name { using return_type = type; static constexpr sycc_kernel_number number = what; };
SYCC_KERNEL_NUMBER(work_group_size, std::size_t, SYCC_KERNEL_WORK_GROUP_SIZE)
SYCC_KERNEL_NUMBER(preferred_work_group_size_multiple, std::size_t, SYCC_KERNEL_PREFERRED_MULTIPLE)
SYCC_KERNEL_NUMBER(private_mem_size, std::size_t, SYCC_KERNEL_PRIVATE_BYTES)
SYCC_KERNEL_NUMBER(max_num_sub_groups, std::uint32_t, SYCC_KERNEL_MAX_SUB_GROUPS)
SYCC_KERNEL_NUMBER(compile_num_sub_groups, std::uint32_t, SYCC_KERNEL_COMPILE_SUB_GROUPS)
SYCC_KERNEL_NUMBER(max_sub_group_size, std::uint32_t, SYCC_KERNEL_MAX_SUB_GROUP_SIZE)
SYCC_KERNEL_NUMBER(compile_sub_group_size, std::uint32_t, SYCC_KERNEL_COMPILE_SUB_GROUP_SIZE)
#undef SYCC_KERNEL_NUMBER
// clang-format on
struct global_work_size {
  using return_type = range<3>;
};
struct compile_work_group_size {
  using return_type = range<3>;
};
} // namespace kernel_device_specific
} // namespace info

namespace ext {
namespace oneapi {
namespace experimental {
namespace info {
namespace kernel_queue_specific {
struct max_num_work_groups {
  using return_type = std::size_t;
  static constexpr bool sycc_groups_at_once = true;
};
using max_num_work_group_sync = max_num_work_groups;
} // namespace kernel_queue_specific
} // namespace info
} // namespace experimental
} // namespace oneapi
} // namespace ext

class kernel {
public:
  SYCC_LAZY sycl::backend get_backend() const noexcept { return get_context().get_backend(); }
  SYCC_LAZY context get_context() const;
  SYCC_LAZY kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::kernel::num_args>) {
      if (!native_)
        detail::fail(errc::invalid, "kernel::get_info: the arguments of a SYCL kernel are not counted");
      return sycc_native_kernel_arguments(native_.get());
    } else if constexpr (std::is_same_v<Param, info::kernel::attributes>)
      return native_ ? sycc_native_kernel_string(native_.get(), SYCC_NATIVE_KERNEL_ATTRIBUTES) : "";
    else
      static_assert(detail::always_false<Param>,
                    "kernel::get_info: not an information descriptor of kernels");
  }

  template <class Param> typename Param::return_type get_info(const device &d) const {
    if constexpr (std::is_same_v<Param, info::kernel_device_specific::global_work_size>) {
      detail::fail(errc::invalid, "kernel::get_info: only built-in kernels have a global work size");
    } else if constexpr (std::is_same_v<Param, info::kernel_device_specific::compile_work_group_size>) {
      // x first in the runtime. The size has as many numbers as the kernel's range has dimensions, x being
      // the last.
      std::size_t size[3];
      unsigned used = 0;
      for (unsigned i = 0; i < 3; ++i) {
        size[i] = value(d, static_cast<sycc_kernel_number>(SYCC_KERNEL_COMPILE_GROUP_SIZE_X + i));
        used = size[i] > 1 || (i == 0 && size[i]) ? i + 1 : used;
      }
      range<3> r(size[0] ? 1 : 0, size[0] ? 1 : 0, size[0] ? 1 : 0);
      for (unsigned i = 0; i < used; ++i)
        r[static_cast<int>(used - 1 - i)] = size[i];
      return r;
    } else
      return static_cast<typename Param::return_type>(value(d, Param::number));
  }

  // Extension: how many groups of that size can be under way at once, so that they may wait for each other.
  // One for each compute unit is always right.
  template <class Param, class Queue, class Range>
  typename Param::return_type ext_oneapi_get_info(const Queue &q, const Range &, std::size_t = 0) const {
    static_assert(Param::sycc_groups_at_once,
                  "kernel::ext_oneapi_get_info: not an information descriptor of kernels and queues");
    return q.get_device().template get_info<sycl::info::device::max_compute_units>();
  }

  friend bool operator==(const kernel &a, const kernel &b) {
    return a.native_.get() == b.native_.get() && (a.native_ || (a.bundle_ == b.bundle_ && a.id_ == b.id_));
  }
  friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }

  // For these headers.
  kernel(const kernel_id &id, const detail::ref<detail::bundle_impl> &bundle,
         const detail::native_kernel_handle &native = {})
      : id_(id), bundle_(bundle), native_(native) {}
  const kernel_id &sycc_id() const { return id_; }
  sycc_native_kernel *sycc_native() const { return native_.get(); }

private:
  SYCC_LAZY std::uint64_t value(const device &d, sycc_kernel_number what) const;

  kernel_id id_; // of one of the backend's: a name, known nowhere else
  detail::ref<detail::bundle_impl> bundle_;
  detail::native_kernel_handle native_; // null: SYCL's
};

} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const {
    return std::hash<std::string>()(id.sycc_symbol());
  }
};
template <> struct std::hash<sycl::kernel> {
  std::size_t operator()(const sycl::kernel &k) const { return std::hash<sycl::kernel_id>()(k.sycc_id()); }
};

#endif
