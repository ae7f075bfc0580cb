// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel's name to what the device compiler said about the kernel.
//
// The integration header holds a table sorted by stable name. A stable name is what host and device
// compiler both derive from the type: clang has a builtin for it; other compilers have typeid, whose names
// agree with it for everything but the numbers of lambdas. So with those
//   parallel_for<class Name>(...) in a command group lambda  is found if no other lambda of the same
//                                                            function has a Name of its own;
//   parallel_for(...) of a lambda                            is an error at compile time.
#ifndef SYCL_DETAIL_KERNEL_INFO_HPP
#define SYCL_DETAIL_KERNEL_INFO_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/lambda_names.hpp>
#include <sycl/exception.hpp>

#include <type_traits>
#include <typeinfo>

#ifdef __SYCC_INTEGRATION_HEADER__
// The integration header defines these. It stands before this header, or behind a precompiled one.
namespace {
namespace sycc_integration {
inline const sycc_kernel_info *kernels_here();
inline unsigned kernel_count_here();
inline const char *unit_here();
} // namespace sycc_integration
} // namespace
#endif

namespace sycl {
namespace detail {

// Stands for "no name given": the kernel's own type is its name.
struct unnamed;

template <class Name, class Kernel>
using kernel_name_t = std::conditional_t<std::is_same_v<Name, unnamed>, Kernel, Name>;

template <class T> constexpr bool mentions_lambda() {
  const char *text = __PRETTY_FUNCTION__; // g++: <lambda(int)>, clang: (lambda at file:line:column)
  for (; *text; ++text)
    if ((text[0] == '<' || text[0] == '(') && text[1] == 'l' && text[2] == 'a' && text[3] == 'm' &&
        text[4] == 'b' && text[5] == 'd' && text[6] == 'a' && (text[7] == '(' || text[7] == ' '))
      return true;
  return false;
}

#ifdef __SYCC_INTEGRATION_HEADER__

#ifdef SYCC_HAS_STABLE_NAME

template <class Name> const char *stable_name() {
  return __builtin_sycl_unique_stable_name(Name);
}
inline constexpr bool names_lambdas = true;
inline constexpr const char *not_found_help =
    "' in this program; this is a fault of the compiler: please report it";

#else

// typeid of a pointer: the name itself may be an incomplete type.
template <class Name> const char *stable_name() {
#ifdef __GXX_RTTI
  static const std::string &name =
      *new std::string(std::string("_ZTS") + (typeid(Name *).name() + 1)); // outlives exit()
  return name.c_str();
#else
  static_assert(!sizeof(Name *), "a host compiler other than sycc's clang finds kernels by typeid: "
                                 "compile without -fno-rtti");
  return nullptr;
#endif
}
inline constexpr bool names_lambdas = false;
inline constexpr const char *not_found_help =
    "' in this program; was the integration header made from this source with the same options?";

#endif

inline const sycc_kernel_info *find_kernel(const sycc_kernel_info *table, unsigned count, const char *name) {
  unsigned low = 0, high = count;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    int order = __builtin_strcmp(table[middle].stable_name, name);
    if (order == 0)
      return &table[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return nullptr;
}

// Compares mangled names except for the number in UlvE3_.
inline bool equal_but_for_lambdas(const char *a, const char *b) {
  auto skip_number = [](const char *p) {
    const char *end = p;
    while (*end >= '0' && *end <= '9')
      ++end;
    return *end == '_' ? end : p;
  };
  while (*a && *a == *b) {
    const bool end_of_lambda = *a == 'E';
    ++a, ++b;
    if (end_of_lambda)
      a = skip_number(a), b = skip_number(b);
  }
  return *a == *b;
}

// The one kernel with such a name, or null.
inline const sycc_kernel_info *find_local_kernel(const sycc_kernel_info *table, unsigned count,
                                                 const char *name) {
#ifdef __clang__
  // Numbers of lambdas in inline functions and templates are the same; others have names of another kind.
  if (const sycc_kernel_info *exact = find_kernel(table, count, name))
    return exact;
  const auto equal = equal_around_lambdas;
#else
  const auto equal = equal_but_for_lambdas;
#endif
  const sycc_kernel_info *found = nullptr;
  for (unsigned i = 0; i < count; ++i)
    if (equal(table[i].stable_name, name)) {
      if (found)
        fail(errc::kernel, std::string("this host compiler can't tell the kernels '") + found->readable +
                               "' and '" + table[i].readable +
                               "' apart: declare their names outside of functions");
      found = &table[i];
    }
  return found;
}

// Searches once per kernel, or twice if two threads begin with it; a kernel that is not there is searched
// again, and throws again. Static, as the table is this file's own; and the only function that names it: LLVM
// walks through all of a table for every function that does.
[[maybe_unused]] SYCC_ONCE static const sycc_kernel_info *
find_or_null(const sycc_kernel_info **known, decltype(&find_kernel) find, const char *name) {
  const sycc_kernel_info *info = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (!info) {
    info = find(::sycc_integration::kernels_here(), ::sycc_integration::kernel_count_here(), name);
    __atomic_store_n(known, info, __ATOMIC_RELAXED);
  }
  return info;
}

[[maybe_unused]] SYCC_ONCE static const sycc_kernel_info *
find_once(const sycc_kernel_info **known, decltype(&find_kernel) find, const char *name) {
  const sycc_kernel_info *info = find_or_null(known, find, name);
  if (!info)
    fail(errc::kernel, "no kernel '", name, not_found_help);
  return info;
}

template <class Name> constexpr auto find_by_name() {
#ifdef __clang__ // does not print what a local class is in
  return names_lambdas ? find_kernel : find_local_kernel;
#else
  return !names_lambdas && mentions_lambda<Name>() ? find_local_kernel : find_kernel;
#endif
}

#ifdef __SYCC_NAMED_KERNELS_ONLY__
inline constexpr bool takes_unnamed = false;
#else
inline constexpr bool takes_unnamed = true;
#endif

template <class Name, class Kernel> const sycc_kernel_info *kernel_info_of() {
  static_assert(takes_unnamed || !std::is_same_v<Name, Kernel> || !mentions_lambda<Kernel>(),
                "an unnamed kernel, and the command line says -fno-sycl-unnamed-lambda: parallel_for<class "
                "MyKernel>(...)");
  static_assert(names_lambdas || !std::is_same_v<Name, Kernel> || !mentions_lambda<Kernel>(),
                "an unnamed kernel needs sycc's own clang as host compiler, or a name: "
                "parallel_for<class MyKernel>(...)");
  static const sycc_kernel_info *known = nullptr;
  return find_once(&known, find_by_name<Name>(), stable_name<Name>());
}

// The symbol of the kernel called Name, which may be one of another file: then it is the stable name.
template <class Name, bool Plain> const char *kernel_symbol() {
  static const sycc_kernel_info *known = nullptr;
  const sycc_kernel_info *info = find_or_null(&known, find_by_name<Name>(), stable_name<Name>());
  return info ? info->symbol : stable_name<Name>();
}

#elif defined(SYCC_PLAIN)

// No image holds kernels of plain C++. They are known by the name of their type.
template <class Name, bool Plain> const char *kernel_symbol() {
  static const std::string &name =
      *new std::string(std::string("_ZTS") + (typeid(Name *).name() + 1)); // outlives exit()
  return name.c_str();
}

#ifdef __GXX_RTTI
struct plain_kernel : sycc_plain_kernel {
  explicit plain_kernel(const char *s) : sycc_plain_kernel{s, nullptr} { sycc_plain_kernel_enroll(this); }
  ~plain_kernel() { sycc_plain_kernel_leave(this); }
};
// One for each kernel that the program launches, from its start on.
template <class Name> inline plain_kernel plain_kernel_of{kernel_symbol<Name, true>()};
template <class Name> void enroll_plain_kernel() {
  (void)&plain_kernel_of<Name>;
}
#else
template <class Name> void enroll_plain_kernel() {} // without names there is nothing to ask about
#endif

#else

template <class Name, bool Plain> const char *kernel_symbol() {
  return "";
} // for devices: it is not called

#endif

} // namespace detail
} // namespace sycl

#endif
