// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least of SYCL that the front end works on, so that these tests depend on no SYCL header.
#pragma once
using size_t = decltype(sizeof 0);

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_EXTERNAL [[clang::sycl_external]]
#define ENTRY_POINT(Name) [[clang::sycl_kernel_entry_point(Name)]]
#define SPECIAL(kind) [[clang::annotate("sycl_detail::special", kind)]]
SYCL_EXTERNAL size_t __spirv_BuiltInGlobalInvocationId(int);
#else
#define SYCL_EXTERNAL
#define ENTRY_POINT(Name)
#define SPECIAL(kind)
inline size_t __spirv_BuiltInGlobalInvocationId(int) { return 0; }
#endif

namespace sycl {
enum class aspect { cpu = 1, fp16 = 5, fp64 = 6 };
}

struct SPECIAL("accessor") Accessor {
  int *data;
  void *access;
  int &operator[](size_t i) const { return data[i]; }
};
struct SPECIAL("local_accessor") Local {
  int *data;
  size_t bytes;
  int &operator[](size_t i) const { return data[i]; }
};

template <class Name, class Kernel> ENTRY_POINT(Name) void entry(Kernel kernel) { kernel(); }

template <class Name, class Kernel> void go(Kernel kernel) { entry<Name>(kernel); }
template <class Kernel> void go(Kernel kernel) { entry<Kernel>(kernel); }
