// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the end-to-end programs share: CHECK counts and reports what is false; on_every_device runs a test
// with a queue for each device of the machine. main returns what on_every_device returns.
#ifndef TESTS_CHECK_HPP
#define TESTS_CHECK_HPP

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
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

// What a test needs that not every device has. Where a device lacks it, the test must be refused: it throws
// kernel_not_supported or feature_not_supported.
struct need {
  const char *name;
  bool (*met)(const sycl::device &);
};
inline const need fp16{"fp16", [](const sycl::device &d) { return d.has(sycl::aspect::fp16); }};
inline const need device_globals{"device_globals", [](const sycl::device &d) {
                                   return d.get_backend() != sycl::backend::opencl || d.has(sycl::aspect::usm_device_allocations);
                                 }};

template <class Test> void on_device(const sycl::device &device, Test &test, const need *lacks) {
  bool refused = false;
  try {
    sycl::queue queue(device);
    test(queue);
    queue.wait_and_throw();
  } catch (const sycl::exception &e) {
    const int code = e.code().value(); // a library that was loaded by itself has a category of its own
    refused = lacks && (code == int(sycl::errc::kernel_not_supported) || code == int(sycl::errc::feature_not_supported));
    if (!refused) {
      std::printf("exception: %s\n", e.what());
      ++failures;
    }
  } catch (const std::exception &e) {
    std::printf("exception: %s\n", e.what());
    ++failures;
  }
  if (lacks)
    CHECK(refused);
}

// A line for scripts/check, which prints what ran where.
inline void note_outcome(const sycl::device &device, const std::string &outcome) {
  const char *path = std::getenv("TEST_MATRIX");
  std::FILE *matrix = path ? std::fopen(path, "a") : nullptr;
  if (!matrix)
    return;
  const std::string program = program_invocation_short_name;
  std::fprintf(matrix, "%s, %s\te2e/%s\t%s\n", device.get_platform().get_info<sycl::info::platform::name>().c_str(),
               device.get_info<sycl::info::device::name>().c_str(),
               program.substr(0, program.find(".tmp")).c_str(), outcome.c_str());
  std::fclose(matrix);
}

template <class Test> int on_every_device(Test test, std::initializer_list<need> needs = {}) {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    const int before = failures;
    const std::string name = device.get_info<sycl::info::device::name>();
    if (sycl::detail::plain_mode && device.get_backend() != sycl::backend::ext_oneapi_native_cpu) {
      std::printf("%s: left out, this program is plain C++\n", name.c_str());
      continue;
    }
    const need *lacks = nullptr;
    for (const need &n : needs)
      if (!n.met(device))
        lacks = &n;
    on_device(device, test, lacks);
    const std::string outcome = failures != before ? "FAILED" : lacks ? std::string("refused, it lacks ") + lacks->name : "passed";
    std::printf("%s: %s\n", name.c_str(), outcome.c_str());
    note_outcome(device, outcome);
    ++devices;
  }
  CHECK(devices > 0);
  return failures == 0 ? 0 : 1;
}

#endif
