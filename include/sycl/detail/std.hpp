// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators, smart pointers, std::function and std::mutex without the rest of <iterator>, <memory>,
// <functional> and <mutex>, which bring stream buffers, locales, atomics, hash tables, algorithms and
// clocks: a third of the time to parse <sycl/sycl.hpp>. libstdc++ has headers for each.
#ifndef SYCL_DETAIL_STD_HPP
#define SYCL_DETAIL_STD_HPP

#include <string>
#include <vector>

#if defined(__GLIBCXX__) && __has_include(<bits/std_function.h>) && __has_include(<bits/std_mutex.h>) &&    \
    __has_include(<bits/shared_ptr.h>) && __has_include(<bits/unique_ptr.h>)
#include <bits/shared_ptr.h>
#include <bits/std_function.h>
#include <bits/std_mutex.h>
#include <bits/unique_ptr.h>
#else
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#endif

#endif
