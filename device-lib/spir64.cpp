// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of spir64. The SPIR-V back end knows the __spirv_ names by itself; what is left are the
// C library's names, which kernels reach through <cmath>.
#define F1(fn)                                                                                               \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float);                                                    \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double);                                                  \
  extern "C" [[clang::sycl_external]] float fn##f(float x) {                                                 \
    return __spirv_ocl_##fn(x);                                                                              \
  }                                                                                                          \
  extern "C" [[clang::sycl_external]] double fn(double x) {                                                  \
    return __spirv_ocl_##fn(x);                                                                              \
  }
#define F2(fn)                                                                                               \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float, float);                                             \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double, double);                                          \
  extern "C" [[clang::sycl_external]] float fn##f(float x, float y) {                                        \
    return __spirv_ocl_##fn(x, y);                                                                           \
  }                                                                                                          \
  extern "C" [[clang::sycl_external]] double fn(double x, double y) {                                        \
    return __spirv_ocl_##fn(x, y);                                                                           \
  }
#define F3(fn)                                                                                               \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float, float, float);                                      \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double, double, double);                                  \
  extern "C" [[clang::sycl_external]] float fn##f(float x, float y, float z) {                               \
    return __spirv_ocl_##fn(x, y, z);                                                                        \
  }                                                                                                          \
  extern "C" [[clang::sycl_external]] double fn(double x, double y, double z) {                              \
    return __spirv_ocl_##fn(x, y, z);                                                                        \
  }
#define N2(fn) F2(fn)
#include "math.def"
#undef F1
#undef F2
#undef N2
#undef F3

#define CLOCK 0 // no device that takes SPIR-V has the aspect
#include "clock.inc"

#define EXPONENTS(T)                                                                                         \
  [[clang::sycl_external]] T __spirv_ocl_ldexp(T, int);                                                      \
  [[clang::sycl_external]] int __spirv_ocl_ilogb(T);
EXPONENTS(float)
EXPONENTS(double)
#undef EXPONENTS

#include "c_math.inc"
#include "c_strings.inc"

// ---- what ends a work-item -------------------------------------------------------------------------

#include <CL/__spirv/spirv_ops.hpp>

#include "failure_text.inc"

// Where a failure is told; null: nowhere. Both are passes/spirv/failures.c's.
extern "C" [[clang::sycl_external]] SYCC_GLOBAL sycc_failure *__sycc_failure_record();
extern "C" [[clang::sycl_external, noreturn]] void __sycc_end_work_item();

static void copy_text(SYCC_GLOBAL char *to, const char *from) {
  for (int i = 0; from && from[i] && i < SYCC_FAILURE_TEXT - 1; i++)
    to[i] = from[i];
}
// A function of its own, not a part of each assertion. Whether this is the first failure.
[[gnu::noinline]] static bool tell(SYCC_GLOBAL sycc_failure *r, const char *what, const char *file,
                                   unsigned line, const char *function) {
  if (!r || __spirv_AtomicExchange(&r->happened, __spv::Scope::Device, __spv::MemorySemanticsMask::None, 1u))
    return false;
  r->line = line;
  for (int i = 0; i < 3; i++) {
    r->global_id[i] = __spirv_BuiltInGlobalInvocationId(i);
    r->local_id[i] = __spirv_BuiltInLocalInvocationId(i);
  }
  copy_text(r->what, what);
  copy_text(r->file, file);
  copy_text(r->function, function);
  return true;
}
extern "C" [[clang::sycl_external, noreturn]] void __assert_fail(const char *what, const char *file,
                                                                 unsigned line, const char *function) {
  tell(__sycc_failure_record(), what, file, line, function);
  __sycc_end_work_item();
}
[[noreturn]] static void fail(const char *what, const char *text) {
  tell(__sycc_failure_record(), what, text, 0, nullptr);
  __sycc_end_work_item();
}
// Not in each kernel that checks an index.
[[gnu::noinline]] static void tell_details(SYCC_GLOBAL sycc_failure *r, const char *what, const char *format,
                                           const char *name, std::size_t a, std::size_t b) {
  if (r && tell(r, what, nullptr, 0, nullptr))
    write_details(r->file, SYCC_FAILURE_TEXT, {format, name, {a, b}});
}
[[noreturn]] static void fail_with(const char *what, const Details &text) {
  tell_details(__sycc_failure_record(), what, text.format, text.name, text.numbers[0], text.numbers[1]);
  __sycc_end_work_item();
}
#include "failures.inc"

#include "c_numbers.inc"
#include "complex.inc"
