// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::function and std::mutex without the rest of <functional> and <mutex>, which bring hash tables,
// algorithms and clocks: a quarter of the time to parse <sycl/sycl.hpp>. libstdc++ has headers for each.
#ifndef SYCL_DETAIL_STD_HPP
#define SYCL_DETAIL_STD_HPP

#include <memory>
#include <string>
#include <vector>

#if defined(__GLIBCXX__) && __has_include(<bits/std_function.h>) && __has_include(<bits/std_mutex.h>)
#include <bits/std_function.h>
#include <bits/std_mutex.h>
#else
#include <functional>
#include <mutex>
#endif

#endif
