// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the test programs share: CHECK counts failures and goes on; report() is main's last line.
#ifndef TESTS_HEADERS_CHECK_HPP
#define TESTS_HEADERS_CHECK_HPP

#include <sycl/sycl.hpp>

#include <cstdio>

inline int failures = 0;

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                    \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)

// The statement throws sycl::exception with this code.
#define CHECK_THROWS(code_wanted, ...)                                                                       \
  do {                                                                                                       \
    bool threw = false;                                                                                      \
    try {                                                                                                    \
      __VA_ARGS__;                                                                                           \
    } catch (const sycl::exception &e) {                                                                     \
      threw = true;                                                                                          \
      if (e.code() != (code_wanted)) {                                                                       \
        std::printf("%s:%d: failed: code %d: %s\n", __FILE__, __LINE__, e.code().value(), e.what());         \
        ++failures;                                                                                          \
      }                                                                                                      \
    }                                                                                                        \
    CHECK(threw);                                                                                            \
  } while (0)

inline int report(const char *test) {
  std::printf("%s: %s\n", test, failures ? "FAILED" : "ok");
  return failures != 0;
}

#endif
