// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the end-to-end programs share: CHECK counts and reports what is false; on_every_device runs a test
// with a queue for each device of the machine. main returns what on_every_device returns.
#ifndef TESTS_CHECK_HPP
#define TESTS_CHECK_HPP

#include <cstdio>
#include <exception>
#include <sycl/sycl.hpp>

inline int failures = 0;

#define CHECK(...)                                                                                           \
  do {                                                                                                       \
    if (!(__VA_ARGS__)) {                                                                                    \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                                \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)

// Expects a sycl::exception with this code.
#define CHECK_THROWS(code_, ...)                                                                             \
  do {                                                                                                       \
    bool thrown = false;                                                                                     \
    try {                                                                                                    \
      __VA_ARGS__;                                                                                           \
    } catch (const sycl::exception &e) {                                                                     \
      thrown = e.code() == sycl::errc::code_;                                                                \
      if (!thrown)                                                                                           \
        std::printf("%s:%d: threw: %s\n", __FILE__, __LINE__, e.what());                                     \
    }                                                                                                        \
    CHECK(thrown &&#code_);                                                                                  \
  } while (0)

template <class Test> int on_every_device(Test test) {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    const int before = failures;
    try {
      sycl::queue queue(device);
      test(queue);
      queue.wait_and_throw();
    } catch (const std::exception &e) {
      std::printf("exception: %s\n", e.what());
      ++failures;
    }
    std::printf("%s: %s\n", device.get_info<sycl::info::device::name>().c_str(),
                failures == before ? "passed" : "FAILED");
    ++devices;
  }
  CHECK(devices > 0);
  return failures == 0 ? 0 : 1;
}

#endif
