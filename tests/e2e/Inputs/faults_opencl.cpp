// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of OpenCL that fail, for faults.c: CL_OUT_OF_RESOURCES, or no object. In C++, where a function before each of OpenCL's takes its type from that.
#include "tests/e2e/Inputs/faults.h"

#include "runtime/backends/opencl/api.h"

#include <cstring>
#include <tuple>
#include <type_traits>

namespace {

// The error of a function that makes an object goes where its last argument points.
template <class Last> void set_error(Last &&last) {
  if constexpr (std::is_same_v<std::decay_t<Last>, cl_int *>)
    if (last)
      *last = CL_OUT_OF_RESOURCES;
}

template <const char *const *Name, class Function> struct call;
template <const char *const *Name, class Result, class... Arguments> struct call<Name, Result(Arguments...)> {
  static inline Result (*real)(Arguments...);

  static Result instead(Arguments... arguments) {
    const bool releases = !std::strncmp(*Name, "clRelease", 9) || !std::strcmp(*Name, "clSVMFree");
    const bool fails = faults_refuse(DRIVER, *Name, __builtin_return_address(0));
    if (!fails)
      return real(arguments...);
    if (releases) // what a driver leaks is no leak of the runtime
      real(arguments...);
    if constexpr (std::is_pointer_v<Result>) {
      set_error(std::get<sizeof...(Arguments) - 1>(std::make_tuple(arguments...)));
      return nullptr;
    } else if constexpr (!std::is_void_v<Result>) {
      return CL_OUT_OF_RESOURCES;
    }
  }
  static void *put_before(void *found) {
    real = reinterpret_cast<Result (*)(Arguments...)>(found);
    return reinterpret_cast<void *>(instead);
  }
};

#define X(name) const char *const name_of_##name = "cl" #name;
SY_CL_FUNCTIONS(X)
SY_CL_LATER_FUNCTIONS(X)
#undef X

const struct {
  const char *name;
  void *(*put_before)(void *);
} calls[] = {
#define X(name) {"cl" #name, call<&name_of_##name, std::remove_pointer_t<decltype(&cl##name)>>::put_before},
    SY_CL_FUNCTIONS(X) SY_CL_LATER_FUNCTIONS(X)
#undef X
};

} // namespace

void *faults_opencl(const char *name, void *found) {
  for (auto &c : calls)
    if (!std::strcmp(c.name, name))
      return c.put_before(found);
  return found;
}
