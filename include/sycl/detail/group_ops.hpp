// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What group algorithms are made of: barriers, values moved between members of a group, and folds.
//
// On devices these are SPIR-V's group instructions; the device library has them for other targets. Values of
// any type travel as words. For what SPIR-V 1.2 has no instruction (products, bits, operations of the
// user's), a group folds by shared memory and a sub-group by shuffles. In plain C++ all goes by shared
// memory.
#ifndef SYCL_DETAIL_GROUP_OPS_HPP
#define SYCL_DETAIL_GROUP_OPS_HPP

#include <sycl/detail/slots.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/sub_group.hpp>

#ifdef SYCC_DEVICE
#include <CL/__spirv/spirv_ops.hpp>
#endif

namespace sycl {
namespace detail {

// Shared memory of a group for slots; values of more bytes than `result_bytes` are refused.
inline constexpr std::size_t group_slot_bytes = 4096, group_result_bytes = 256;

template <class T> constexpr bool check_group_value() {
  static_assert(is_device_copyable_v<T>, "group algorithms: values must be device copyable");
  static_assert(sizeof(T) <= group_result_bytes, "group algorithms: values have at most 256 bytes");
  return true;
}

#ifdef SYCC_DEVICE

template <memory_scope S>
inline constexpr std::uint32_t spirv_scope = S == memory_scope::work_item    ? __spv::Scope::Invocation
                                             : S == memory_scope::sub_group  ? __spv::Scope::Subgroup
                                             : S == memory_scope::work_group ? __spv::Scope::Workgroup
                                             : S == memory_scope::device     ? __spv::Scope::Device
                                                                             : __spv::Scope::CrossDevice;
template <class G> inline constexpr std::uint32_t scope_of = spirv_scope<G::fence_scope>;

// Memory is that of all address spaces, whatever the scope.
template <class G, memory_scope Fence> void control_barrier() {
  __spirv_ControlBarrier(
      scope_of<G>, spirv_scope<Fence>,
      __spv::MemorySemanticsMask::SequentiallyConsistent | __spv::MemorySemanticsMask::SubgroupMemory |
          __spv::MemorySemanticsMask::WorkgroupMemory | __spv::MemorySemanticsMask::CrossWorkgroupMemory);
}
// A scope known when this is inlined.
template <class G> void barrier(const G &, memory_scope fence) {
  if (fence == memory_scope::system)
    control_barrier<G, memory_scope::system>();
  else if (fence == memory_scope::device)
    control_barrier<G, memory_scope::device>();
  else if (fence == memory_scope::work_group)
    control_barrier<G, memory_scope::work_group>();
  else
    control_barrier<G, G::fence_scope>();
}

// ---- words ----

template <std::size_t Size> struct word_of {
  using type = std::uint32_t;
};
template <> struct word_of<8> {
  using type = std::uint64_t;
};

// Calls move(word) for the words of x, and makes a T of what it returns.
template <class T, class Move> T move_words(const T &x, Move move) {
  using word = typename word_of<sizeof(T) % 8 ? 4 : 8>::type;
  constexpr std::size_t n = (sizeof(T) + sizeof(word) - 1) / sizeof(word);
  word words[n] = {};
  __builtin_memcpy(words, static_cast<const void *>(&x), sizeof(T));
  for (std::size_t i = 0; i < n; ++i)
    words[i] = move(words[i]);
  T result;
  __builtin_memcpy(static_cast<void *>(&result), words, sizeof(T));
  return result;
}

template <class T> T shuffle(const sub_group &, const T &x, std::uint32_t lane) {
  return move_words(x, [=](auto word) { return __spirv_SubgroupShuffleINTEL(word, lane); });
}

// ---- broadcasts ----

using ids2 = std::size_t __attribute__((ext_vector_type(2)));
using ids3 = std::size_t __attribute__((ext_vector_type(3)));

inline std::uint32_t spirv_id(const sub_group &, std::size_t linear) {
  return static_cast<std::uint32_t>(linear);
}
inline std::size_t spirv_id(const group<1> &, std::size_t linear) {
  return linear;
}
inline ids2 spirv_id(const group<2> &g, std::size_t linear) {
  return ids2{linear % g.get_local_range(1), linear / g.get_local_range(1)};
}
inline ids3 spirv_id(const group<3> &g, std::size_t linear) {
  const std::size_t x = g.get_local_range(2), y = g.get_local_range(1);
  return ids3{linear % x, linear / x % y, linear / x / y};
}

template <class G, class T> T broadcast(const G &g, const T &x, std::size_t from) {
  const auto id = spirv_id(g, from);
  return move_words(x, [=](auto word) { return __spirv_GroupBroadcast(scope_of<G>, word, id); });
}

// ---- folds by instructions ----

// The type an instruction works on in place of T, and how to call it; used where `exists`.
template <class T>
using fold_type = std::conditional_t<
    std::is_same_v<T, half>, _Float16,
    std::conditional_t<
        !std::is_integral_v<T>, T,
        std::conditional_t<sizeof(T) == 8,
                           std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                           std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>>>;

template <class Op, class T> struct fold_instruction {
  static constexpr bool exists = false;
};
#define SYCC_FOLD(op, signed_name, unsigned_name, real_name)                                                 \
  template <class U, class T> struct fold_instruction<op<U>, T> {                                            \
    static constexpr bool exists =                                                                           \
        (is_integer<T> || is_real<T>) && (std::is_void_v<U> || std::is_same_v<U, T>);                        \
    template <std::uint32_t Scope, std::uint32_t Kind> static T run(T x) {                                   \
      using value = fold_type<T>;                                                                            \
      if constexpr (is_real<T>)                                                                              \
        return __builtin_bit_cast(T, __spirv_Group##real_name(Scope, Kind, __builtin_bit_cast(value, x)));   \
      else if constexpr (std::is_signed_v<T>)                                                                \
        return static_cast<T>(__spirv_Group##signed_name(Scope, Kind, static_cast<value>(x)));               \
      else                                                                                                   \
        return static_cast<T>(__spirv_Group##unsigned_name(Scope, Kind, static_cast<value>(x)));             \
    }                                                                                                        \
  };
SYCC_FOLD(plus, IAdd, IAdd, FAdd)
SYCC_FOLD(minimum, SMin, UMin, FMin)
SYCC_FOLD(maximum, SMax, UMax, FMax)
#undef SYCC_FOLD

constexpr std::uint32_t spirv_fold(fold kind) {
  return kind == fold::reduce      ? __spv::GroupOperation::Reduce
         : kind == fold::inclusive ? __spv::GroupOperation::InclusiveScan
                                   : __spv::GroupOperation::ExclusiveScan;
}

template <class G> bool all_of(const G &, bool x) {
  return __spirv_GroupAll(scope_of<G>, x);
}
template <class G> bool any_of(const G &, bool x) {
  return __spirv_GroupAny(scope_of<G>, x);
}

// ---- folds by hand ----

// Each member takes what lies 1, 2, 4... places before it.
template <fold Kind, class T, class Op>
T fold_by_hand(const sub_group &g, std::size_t count, T x, Op op, T start, bool started) {
  const std::uint32_t me = g.get_local_linear_id(), n = static_cast<std::uint32_t>(count);
  for (std::uint32_t step = 1; step < n; step *= 2) {
    const T before = shuffle(g, x, me >= step ? me - step : me);
    if (me >= step)
      x = static_cast<T>(op(before, x));
  }
  if constexpr (Kind == fold::reduce) {
    x = broadcast(g, x, n - 1);
  } else if constexpr (Kind == fold::exclusive) {
    const T before = shuffle(g, x, me ? me - 1 : 0);
    return me ? static_cast<T>(op(start, before)) : start;
  }
  return started ? static_cast<T>(op(start, x)) : x;
}

template <int D> class group_members {
public:
  static constexpr std::size_t slot_bytes = group_slot_bytes, result_bytes = group_result_bytes;

  explicit group_members(const group<D> &g) : group_(g) {}
  std::size_t index() const { return group_.get_local_linear_id(); }
  void barrier() const { control_barrier<group<D>, memory_scope::work_group>(); }
  char *slots() const {
    [[clang::loader_uninitialized]] static SYCC_LOCAL std::uint64_t words[slot_bytes / 8];
    return (char *)words;
  }
  char *result() const {
    [[clang::loader_uninitialized]] static SYCC_LOCAL std::uint64_t words[result_bytes / 8];
    return (char *)words;
  }

private:
  const group<D> &group_;
};

#else

// ---- plain C++ ----

inline sycc_item_scope rt_item_scope(memory_scope s) {
  return s == memory_scope::sub_group ? SYCC_ITEMS_SUB_GROUP : SYCC_ITEMS_GROUP;
}

template <class G> void barrier(const G &, memory_scope) {
  sycc_item_barrier(rt_item_scope(G::fence_scope));
}

template <class G> class plain_members {
public:
  static constexpr std::size_t slot_bytes = SYCC_ITEM_SLOT_BYTES, result_bytes = group_result_bytes;

  explicit plain_members(const G &g) : group_(g) {}
  std::size_t index() const { return group_.get_local_linear_id(); }
  void barrier() const { detail::barrier(group_, G::fence_scope); }
  void end() const { barrier(); }
  char *slots() const { return static_cast<char *>(sycc_item_slots(rt_item_scope(G::fence_scope))); }
  char *result() const { return slots() + slot_bytes; }

private:
  const G &group_;
};

template <class T> T shuffle(const sub_group &g, const T &x, std::uint32_t lane) {
  return shuffle_slots(plain_members<sub_group>(g), x, lane);
}
template <class G, class T> T broadcast(const G &g, const T &x, std::size_t from) {
  return broadcast_slots(plain_members<G>(g), x, from);
}
template <class Op, class T> struct fold_instruction {
  static constexpr bool exists = false;
};

template <fold Kind, class T, class Op>
T fold_by_hand(const sub_group &g, std::size_t count, T x, Op op, T start, bool started) {
  return fold_slots<Kind>(plain_members<sub_group>(g), count, x, op, start, started);
}
template <int D> using group_members = plain_members<group<D>>;

template <class G> bool all_of(const G &g, bool x) {
  return fold_slots<fold::reduce>(plain_members<G>(g), g.get_local_linear_range(), x, logical_and<>(), true,
                                  true);
}
template <class G> bool any_of(const G &g, bool x) {
  return fold_slots<fold::reduce>(plain_members<G>(g), g.get_local_linear_range(), x, logical_or<>(), false,
                                  true);
}

#endif

template <fold Kind, int D, class T, class Op>
T fold_by_hand(const group<D> &g, std::size_t count, T x, Op op, T start, bool started) {
  return fold_slots<Kind>(group_members<D>(g), count, x, op, start, started);
}

// ---- any way ----

// Folds of all members, with and without a value that comes first.
template <fold Kind, class G, class T, class Op> T fold_all(const G &g, T x, Op op) {
  static_assert(check_group_value<T>());
  if constexpr (fold_instruction<Op, T>::exists) {
#ifdef SYCC_DEVICE
    const T result = fold_instruction<Op, T>::template run<scope_of<G>, spirv_fold(Kind)>(x);
    // A small integer is folded as a larger one, whose identity is another.
    if (Kind == fold::exclusive && sizeof(T) < sizeof(fold_type<T>) && g.leader())
      return known_identity_v<Op, T>;
    return result;
#endif
  } else if constexpr (Kind == fold::exclusive || has_known_identity_v<Op, T>) {
    return fold_by_hand<Kind>(g, g.get_local_linear_range(), x, op, known_identity_v<Op, T>, true);
  } else {
    return fold_by_hand<Kind>(g, g.get_local_linear_range(), x, op, x, false);
  }
}
template <fold Kind, class G, class T, class Op> T fold_all(const G &g, T x, T start, Op op) {
  static_assert(check_group_value<T>());
  if constexpr (fold_instruction<Op, T>::exists || Kind == fold::reduce)
    return static_cast<T>(op(start, fold_all<Kind>(g, x, op)));
  else
    return fold_by_hand<Kind>(g, g.get_local_linear_range(), x, op, start, true);
}

} // namespace detail
} // namespace sycl

#endif
