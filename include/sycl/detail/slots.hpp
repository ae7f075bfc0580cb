// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group algorithms by memory that the members of a group share: each stores its value in a slot, and after a
// barrier the first one combines them all. Right for any operation on any device that has barriers; what the
// device library of the native CPU and kernels in plain C++ are made of.
//
// Members says which work-items work together: index(), count(), barrier(), and two pieces of shared memory,
// slots() with slot_bytes and result() with result_bytes. Values are copied as bytes: the memory has no type
// of its own. Where values are moved only, end() stands in place of the last barrier.
//
// Memory is used again by the next algorithm. So no work-item may write what another might still read: a
// result, which is read after the last barrier, is written only between two barriers; slots are read before
// the last barrier.
#ifndef SYCL_DETAIL_SLOTS_HPP
#define SYCL_DETAIL_SLOTS_HPP

#include <cstddef>

namespace sycl {
namespace detail {

enum class fold { reduce, inclusive, exclusive };

// Slots lie on multiples of 8 bytes, or of the value's size: code that knows moves values whole, not byte by
// byte.
template <class T> constexpr std::size_t slot_align = alignof(T) < 8 ? alignof(T) : 8;

template <class T> T load_slot(const char *at) {
  T value;
  __builtin_memcpy(static_cast<void *>(&value), __builtin_assume_aligned(at, slot_align<T>), sizeof(T));
  return value;
}
template <class T> void store_slot(char *at, const T &value) {
  __builtin_memcpy(__builtin_assume_aligned(at, slot_align<T>), static_cast<const void *>(&value), sizeof(T));
}

// Combines the values of the first `count` members. `start` comes before them where `started`; an exclusive
// scan needs it. Groups with more members than slots go through them in rounds; there is one in any case:
// barriers under a condition are hard to compile.
template <fold Kind, class Members, class T, class Op>
T fold_slots(const Members &members, std::size_t count, T x, Op op, T start, bool started) {
  constexpr std::size_t room = Members::slot_bytes / sizeof(T);
  char *const slots = members.slots();
  const std::size_t me = members.index();
  T result = x, total = start;
  std::size_t base = 0;
  do {
    const bool mine = me >= base && me - base < room;
    char *const slot = slots + (mine ? me - base : 0) * sizeof(T);
    if (mine)
      store_slot(slot, x);
    members.barrier();
    if (me == 0) {
      const std::size_t n = count - base < room ? count - base : room;
      for (std::size_t i = 0; i < n; ++i) {
        const T value = load_slot<T>(slots + i * sizeof(T)), before = total;
        total = started ? static_cast<T>(op(total, value)) : value;
        started = true;
        if constexpr (Kind != fold::reduce)
          store_slot(slots + i * sizeof(T), Kind == fold::inclusive ? total : before);
      }
      if constexpr (Kind == fold::reduce)
        store_slot(members.result(), total);
    }
    members.barrier();
    if constexpr (Kind != fold::reduce) {
      if (mine)
        result = load_slot<T>(slot);
      members.barrier();
    }
    base += room;
  } while (base < count);
  if constexpr (Kind == fold::reduce)
    result = load_slot<T>(members.result());
  return result;
}

template <class Members, class T> T broadcast_slots(const Members &members, const T &x, std::size_t from) {
  if (members.index() == from)
    store_slot(members.slots(), x);
  members.barrier();
  const T value = load_slot<T>(members.slots());
  members.end();
  return value;
}

// Only where every member has a slot: sub-groups.
template <class Members, class T> T shuffle_slots(const Members &members, const T &x, std::size_t from) {
  store_slot(members.slots() + members.index() * sizeof(T), x);
  members.barrier();
  const T value = load_slot<T>(members.slots() + from * sizeof(T));
  members.end();
  return value;
}

} // namespace detail
} // namespace sycl

#endif
