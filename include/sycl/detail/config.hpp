// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mode this translation unit is compiled in, and the macros the other headers use.
//
//   device  __SYCL_DEVICE_ONLY__ is defined. Everything is parsed; only what kernels reach is compiled.
//   host    __SYCC_INTEGRATION_HEADER__ is defined: the driver included a table of this file's kernels.
//   plain   neither: an ordinary C++ compilation. Kernels are host functions, for the native CPU device.
//
// Macros for users: SYCL_LANGUAGE_VERSION, SYCL_EXTERNAL, SYCL_IMPLEMENTATION_SYCC.
// Macros for these headers: everything that begins with SYCC_.
#ifndef SYCL_DETAIL_CONFIG_HPP
#define SYCL_DETAIL_CONFIG_HPP

#include <cstddef>
#include <cstdint>

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#else
// Set by the compiler itself: clang with -fsycl or -fsycl-is-host, whose stable names both sides share. The
// driver sets it for other host compilers, and says so.
#if defined(__clang__) && !defined(__SYCL_DEVICE_ONLY__) && !defined(SYCC_OTHER_HOST_COMPILER)
#define SYCC_HAS_STABLE_NAME 1
#endif
#endif

#define SYCL_IMPLEMENTATION_SYCC 1

#ifdef __SYCL_DEVICE_ONLY__
#define SYCC_DEVICE 1
// sycc's plugin brings a spelling that may stand anywhere among the specifiers; clang's own must come first.
// The other is read by it: values of this class use these aspects.
#if __has_attribute(sycl_external)
#define SYCL_EXTERNAL __attribute__((sycl_external))
#define SYCC_USES_ASPECTS(...) [[sycl_detail::uses_aspects(__VA_ARGS__)]]
#else
#define SYCL_EXTERNAL [[clang::sycl_external]]
#define SYCC_USES_ASPECTS(...)
#endif
// Read by the plugin: objects of this class in a closure get a kernel parameter of their own.
#define SYCC_SPECIAL_CLASS(kind) [[clang::annotate("sycl_detail::special", kind)]]
#else
#define SYCL_EXTERNAL
#define SYCC_USES_ASPECTS(...)
#define SYCC_SPECIAL_CLASS(kind)
#ifndef __SYCC_INTEGRATION_HEADER__
#define SYCC_PLAIN 1
// Kernels need no names. Otherwise the driver says so.
#ifndef __SYCL_UNNAMED_LAMBDA__
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif
#endif
#endif

// A function for when something goes wrong: kept out of the way of what is fast, and small.
#ifdef __clang__
#define SYCC_COLD __attribute__((cold, noinline, minsize))
#else
#define SYCC_COLD __attribute__((cold, noinline))
#endif

// Before a function that few programs call and that needs much of the standard library: makes it a template
// with nothing to choose, so that what it needs is compiled only where it is called. A compiler instantiates
// what a plain inline function needs even if it is not called.
#define SYCC_LAZY template <int = 0>

// Before a function that every submission calls, whatever its kernel: compiled once in a file, not into each
// of the places that call it. What is left of a submission there is what a compiler spends its time with in
// files of many kernels.
#define SYCC_ONCE __attribute__((noinline))

#include <sycc/rt.h>

namespace sycl {
namespace detail {

using std::size_t;

// A template argument that keeps functions apart whose bodies differ between modes: files compiled in
// different modes may end up in one program.
#ifdef SYCC_PLAIN
inline constexpr bool plain_mode = true;
#else
inline constexpr bool plain_mode = false;
#endif

} // namespace detail
} // namespace sycl

#endif
