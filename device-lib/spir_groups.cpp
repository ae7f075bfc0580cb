// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions for drivers that take SPIR: OpenCL 1.2 has barriers and local memory, and no reductions,
// scans, broadcasts or sub-groups. The names are OpenCL's, which llvm-spirv gives SPIR-V's instructions, so
// that these functions take the place of a driver's. The runtime links what a program needs of them
// (runtime/backends/opencl/build.c).
//
// A work-group stores its values in slots, and the first work-item folds them between two barriers. No
// work-item writes what another may still read: outside of that a slot is its owner's alone, and the result
// is written behind a barrier only. No barrier is in a loop, which PoCL compiles badly. A sub-group is one
// work-item.
#include <CL/__spirv/spirv_ops.hpp>
#include <sycc/spir_groups.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#define API [[clang::sycl_external]]

[[clang::loader_uninitialized]] static SYCC_LOCAL std::uint64_t slots[SYCC_SPIR_GROUP_ITEMS];
[[clang::loader_uninitialized]] static SYCC_LOCAL std::uint64_t result;

// All slots have one size: a work-item that goes on to a function of a wider type must not write into the
// slot that another one still reads.
template <class T> static SYCC_LOCAL T &slot_of(std::size_t item) {
  return *reinterpret_cast<SYCC_LOCAL T *>(&slots[item]);
}
template <class T> static SYCC_LOCAL T &result_of() {
  return *reinterpret_cast<SYCC_LOCAL T *>(&result);
}

static std::size_t linear(std::size_t x, std::size_t y, std::size_t z) {
  return x + __spirv_BuiltInWorkgroupSize(0) * (y + __spirv_BuiltInWorkgroupSize(1) * z);
}
static std::size_t own_index() {
  return linear(__spirv_BuiltInLocalInvocationId(0), __spirv_BuiltInLocalInvocationId(1),
                __spirv_BuiltInLocalInvocationId(2));
}
static std::size_t group_size() {
  return __spirv_BuiltInWorkgroupSize(0) * __spirv_BuiltInWorkgroupSize(1) * __spirv_BuiltInWorkgroupSize(2);
}
static void barrier() {
  __spirv_ControlBarrier(__spv::Scope::Workgroup, __spv::Scope::Workgroup,
                         __spv::MemorySemanticsMask::SequentiallyConsistent |
                             __spv::MemorySemanticsMask::WorkgroupMemory);
}

// ---- work-groups ----------------------------------------------------------------------------------------

template <class T> struct add {
  using type = T;
  static constexpr T identity = 0;
  static T run(T a, T b) { return a + b; }
};
template <class T> constexpr bool is_real = T(0.5) != T(0);
template <class T> constexpr T highest() {
  if constexpr (is_real<T>)
    return static_cast<T>(__builtin_inff());
  else
    return std::numeric_limits<T>::max();
}
template <class T> constexpr T lowest() {
  if constexpr (is_real<T>)
    return static_cast<T>(-__builtin_inff());
  else
    return std::numeric_limits<T>::min();
}
template <class T> struct min {
  using type = T;
  static constexpr T identity = highest<T>();
  static T run(T a, T b) { return b < a ? b : a; }
};
template <class T> struct max {
  using type = T;
  static constexpr T identity = lowest<T>();
  static T run(T a, T b) { return a < b ? b : a; }
};

enum fold_kind { reduce, scan_inclusive, scan_exclusive };

template <fold_kind Kind, class Op> static void fold_slots() {
  using T = typename Op::type;
  T sum = Op::identity;
  for (std::size_t i = 0, n = group_size(); i < n; ++i) {
    const T before = sum;
    sum = Op::run(sum, slot_of<T>(i));
    if (Kind != reduce)
      slot_of<T>(i) = Kind == scan_inclusive ? sum : before;
  }
  if (Kind == reduce)
    result_of<T>() = sum;
}
template <fold_kind Kind, class Op, class T = typename Op::type> static T fold(typename Op::type x) {
  const std::size_t me = own_index();
  slot_of<T>(me) = x;
  barrier();
  if (me == 0)
    fold_slots<Kind, Op>();
  barrier();
  return Kind == reduce ? result_of<T>() : slot_of<T>(me);
}
template <class T> static T broadcast(T x, std::size_t from) {
  barrier();
  if (own_index() == from)
    result_of<T>() = x;
  barrier();
  return result_of<T>();
}

// OpenCL's names of half are not those of _Float16.
#define HALF(length, name) API _Float16 name(_Float16) __asm__("_Z" #length #name "Dh");
#define HALVES(op)                                                                                           \
  HALF(21, work_group_reduce_##op)                                                                           \
  HALF(29, work_group_scan_inclusive_##op)                                                                   \
  HALF(29, work_group_scan_exclusive_##op)                                                                   \
  HALF(20, sub_group_reduce_##op)                                                                            \
  HALF(28, sub_group_scan_inclusive_##op)                                                                    \
  HALF(28, sub_group_scan_exclusive_##op)
HALVES(add)
HALVES(min)
HALVES(max)

#define FOLD(T, kind, op)                                                                                    \
  API T work_group_##kind##_##op(T x) {                                                                      \
    return fold<kind, op<T>>(x);                                                                             \
  }                                                                                                          \
  API T sub_group_##kind##_##op(T x) {                                                                       \
    return kind == scan_exclusive ? op<T>::identity : x;                                                     \
  }
#define FOLDS(T, op) FOLD(T, reduce, op) FOLD(T, scan_inclusive, op) FOLD(T, scan_exclusive, op)
#define FOLDS_OF(T) FOLDS(T, add) FOLDS(T, min) FOLDS(T, max)
FOLDS_OF(int)
FOLDS_OF(unsigned)
FOLDS_OF(long)
FOLDS_OF(unsigned long)
FOLDS_OF(float)
FOLDS_OF(double)
FOLDS_OF(_Float16)

API int work_group_all(int x) {
  return fold<reduce, min<int>>(x != 0);
}
API int work_group_any(int x) {
  return fold<reduce, max<int>>(x != 0);
}
API int sub_group_all(int x) {
  return x != 0;
}
API int sub_group_any(int x) {
  return x != 0;
}

// ---- values of others -----------------------------------------------------------------------------------

#define MOVES_OF(T)                                                                                          \
  API T work_group_broadcast(T x, std::size_t i) {                                                           \
    return broadcast(x, linear(i, 0, 0));                                                                    \
  }                                                                                                          \
  API T work_group_broadcast(T x, std::size_t i, std::size_t j) {                                            \
    return broadcast(x, linear(i, j, 0));                                                                    \
  }                                                                                                          \
  API T work_group_broadcast(T x, std::size_t i, std::size_t j, std::size_t k) {                             \
    return broadcast(x, linear(i, j, k));                                                                    \
  }                                                                                                          \
  API T sub_group_broadcast(T x, unsigned) {                                                                 \
    return x;                                                                                                \
  }                                                                                                          \
  API T intel_sub_group_shuffle(T x, unsigned) {                                                             \
    return x;                                                                                                \
  }
MOVES_OF(int)
MOVES_OF(unsigned)
MOVES_OF(long)
MOVES_OF(unsigned long)
MOVES_OF(float)
MOVES_OF(double)

// ---- a sub-group is one work-item -----------------------------------------------------------------------

API unsigned get_sub_group_size() {
  return 1;
}
API unsigned get_max_sub_group_size() {
  return 1;
}
API unsigned get_num_sub_groups() {
  return static_cast<unsigned>(group_size());
}
API unsigned get_enqueued_num_sub_groups() {
  return static_cast<unsigned>(__spirv_BuiltInEnqueuedWorkgroupSize(0) *
                               __spirv_BuiltInEnqueuedWorkgroupSize(1) *
                               __spirv_BuiltInEnqueuedWorkgroupSize(2));
}
API unsigned get_sub_group_id() {
  return static_cast<unsigned>(own_index());
}
API unsigned get_sub_group_local_id() {
  return 0;
}
