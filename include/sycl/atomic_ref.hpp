// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic_ref and atomic_fence.
//
// Every operation works on an integer of the value's size. Integers add, and, compare... in one
// instruction; floating point, and what a compiler has no builtin for, in a compare-and-exchange loop,
// which every device has. Values of 8 bytes need aspect::atomic64: a class of their own carries it.
#ifndef SYCL_ATOMIC_REF_HPP
#define SYCL_ATOMIC_REF_HPP

#include <sycl/access.hpp>
#include <sycl/aspect.hpp>
#include <sycl/memory_enums.hpp>

#include <type_traits>

namespace sycl {
namespace detail {

// The builtins, with order and scope as template arguments O and S: of constants clang makes one instruction,
// of anything else, the call of a constexpr function too, a switch over every combination.
#ifdef SYCC_DEVICE
constexpr int rt_scope(memory_scope s) {
  return s == memory_scope::work_item    ? __MEMORY_SCOPE_SINGLE
         : s == memory_scope::sub_group  ? __MEMORY_SCOPE_WVFRNT
         : s == memory_scope::work_group ? __MEMORY_SCOPE_WRKGRP
         : s == memory_scope::device     ? __MEMORY_SCOPE_DEVICE
                                         : __MEMORY_SCOPE_SYSTEM;
}
template <memory_scope S> inline constexpr int scope_number = rt_scope(S);

#ifdef __SYCL_NVPTX__ // clang drops the scope: frontend/atomic_scopes.c
extern "C" SYCL_EXTERNAL void __sycc_atomic_scope(int scope) noexcept;
#define SYCC_ATOMIC_SCOPE __sycc_atomic_scope(scope_number<S>),
#else
#define SYCC_ATOMIC_SCOPE
#endif
#define SYCC_ATOMIC(operation, ...)                                                                          \
  (SYCC_ATOMIC_SCOPE __scoped_atomic_##operation(__VA_ARGS__, order_number<O>, scope_number<S>))
#else
#define SYCC_ATOMIC(operation, ...) __atomic_##operation(__VA_ARGS__, order_number<O>)
#endif

constexpr int rt_order(memory_order o) {
  return o == memory_order::relaxed   ? __ATOMIC_RELAXED
         : o == memory_order::acquire ? __ATOMIC_ACQUIRE
         : o == memory_order::release ? __ATOMIC_RELEASE
         : o == memory_order::acq_rel ? __ATOMIC_ACQ_REL
                                      : __ATOMIC_SEQ_CST;
}
template <memory_order O> inline constexpr int order_number = rt_order(O);

// What of an order concerns the load, or the store, of an operation.
constexpr memory_order read_part(memory_order o) {
  return o == memory_order::acq_rel   ? memory_order::acquire
         : o == memory_order::release ? memory_order::relaxed
                                      : o;
}
constexpr memory_order write_part(memory_order o) {
  return o == memory_order::acq_rel   ? memory_order::release
         : o == memory_order::acquire ? memory_order::relaxed
                                      : o;
}

template <memory_order O, memory_scope S> struct how {
  static constexpr memory_order order = O;
  static constexpr memory_scope scope = S;
};

// Calls f with order and scope as constants. A scope other than the default one is widened to device or
// system, which is always right.
template <memory_scope Default, memory_order O, class F> auto with_scope(memory_scope scope, F f) {
  if (scope == Default)
    return f(how<O, Default>());
  if (scope == memory_scope::system)
    return f(how<O, memory_scope::system>());
  return f(how<O, memory_scope::device>());
}
template <memory_scope Default, class F> auto with_constants(memory_order order, memory_scope scope, F f) {
  switch (order) {
  case memory_order::relaxed:
    return with_scope<Default, memory_order::relaxed>(scope, f);
  case memory_order::acquire:
    return with_scope<Default, memory_order::acquire>(scope, f);
  case memory_order::release:
    return with_scope<Default, memory_order::release>(scope, f);
  case memory_order::acq_rel:
    return with_scope<Default, memory_order::acq_rel>(scope, f);
  default:
    return with_scope<Default, memory_order::seq_cst>(scope, f);
  }
}

// The integer an operation works on. Integers stand for themselves, so that min and max know the sign.
template <class T, bool IsInteger, std::size_t Size> struct atomic_word {
  using type = T;
};
template <class T> struct atomic_word<T, false, 4> {
  using type __attribute__((may_alias)) = std::uint32_t;
};
template <class T> struct atomic_word<T, false, 8> {
  using type __attribute__((may_alias)) = std::uint64_t;
};

// The operations on a word.
template <class T> struct atomic_core {
  using word = typename atomic_word<T, std::is_integral_v<T>, sizeof(T)>::type;
  static word to_word(T v) { return __builtin_bit_cast(word, v); }
  static T to_value(word w) { return __builtin_bit_cast(T, w); }

  template <memory_order Order, memory_scope S> static T load(word *p) {
    constexpr memory_order O = read_part(Order);
    return to_value(SYCC_ATOMIC(load_n, p));
  }
  template <memory_order Order, memory_scope S> static void store(word *p, T v) {
    constexpr memory_order O = write_part(Order);
    SYCC_ATOMIC(store_n, p, to_word(v));
  }
  template <memory_order O, memory_scope S> static T exchange(word *p, T v) {
    return to_value(SYCC_ATOMIC(exchange_n, p, to_word(v)));
  }
  template <memory_order Success, memory_order Failure, memory_scope S>
  static bool compare_exchange(word *p, T &expected, T desired) {
    constexpr memory_order O = read_part(Failure);
    word w = to_word(expected);
    const bool done = SYCC_ATOMIC(compare_exchange_n, p, &w, to_word(desired), false, order_number<Success>);
    expected = to_value(w); // the same if done; a branch here would let loops be rotated, see update()
    return done;
  }

  // Replaces the value by f(value); returns the old one. One block with one exchange: of a loop with more
  // blocks LLVM copies the exchange in front of it and joins both results in a phi of {i32, i1}, for which
  // its SPIR-V back end fails (22.1).
  template <memory_order Order, memory_scope S, class F> static T update(word *p, F f) {
    constexpr memory_order O = read_part(Order);
    for (word old = to_word(load<memory_order::relaxed, S>(p));;) {
      word seen = old;
      SYCC_ATOMIC(compare_exchange_n, p, &seen, to_word(f(to_value(old))), false, order_number<Order>);
      if (seen == old)
        return to_value(old);
      old = seen;
    }
  }

  template <memory_order O, memory_scope S> static T fetch_add(word *p, word v) {
    return to_value(SYCC_ATOMIC(fetch_add, p, v));
  }
  template <memory_order O, memory_scope S> static T fetch_sub(word *p, word v) {
    return to_value(SYCC_ATOMIC(fetch_sub, p, v));
  }
  template <memory_order O, memory_scope S> static T add_number(word *p, T v) {
#ifdef __SYCL_NVPTX__ // one instruction
    return SYCC_ATOMIC(fetch_add, reinterpret_cast<T *>(p), v);
#else
    return update<O, S>(p, [v](T old) { return old + v; });
#endif
  }
  template <memory_order O, memory_scope S> static T fetch_and(word *p, word v) {
    return SYCC_ATOMIC(fetch_and, p, v);
  }
  template <memory_order O, memory_scope S> static T fetch_or(word *p, word v) {
    return SYCC_ATOMIC(fetch_or, p, v);
  }
  template <memory_order O, memory_scope S> static T fetch_xor(word *p, word v) {
    return SYCC_ATOMIC(fetch_xor, p, v);
  }
  template <memory_order O, memory_scope S> static T fetch_min(word *p, T v) {
#ifdef SYCC_DEVICE
    if constexpr (std::is_integral_v<T>)
      return SYCC_ATOMIC(fetch_min, p, v);
    else
#endif
      return update<O, S>(p, [v](T old) { return v < old ? v : old; });
  }
  template <memory_order O, memory_scope S> static T fetch_max(word *p, T v) {
#ifdef SYCC_DEVICE
    if constexpr (std::is_integral_v<T>)
      return SYCC_ATOMIC(fetch_max, p, v);
    else
#endif
      return update<O, S>(p, [v](T old) { return old < v ? v : old; });
  }
};

template <memory_order O, memory_scope S> void fence() {
#ifdef SYCC_DEVICE
  (SYCC_ATOMIC_SCOPE __scoped_atomic_thread_fence(order_number<O>, scope_number<S>));
#else
  __atomic_thread_fence(order_number<O>);
#endif
}
#undef SYCC_ATOMIC
#undef SYCC_ATOMIC_SCOPE

// An operation in its two forms: with the default order and scope, and with others.
#define SYCC_ATOMIC_METHOD(result, name, type, call)                                                         \
  result name(type v) const noexcept {                                                                       \
    using H = how<Order, Scope>;                                                                             \
    return call;                                                                                             \
  }                                                                                                          \
  result name(type v, memory_order order, memory_scope scope = Scope) const noexcept {                       \
    return with_constants<Scope>(order, scope, [p_ = p_, v](auto h) {                                        \
      using H = decltype(h);                                                                                 \
      return call;                                                                                           \
    });                                                                                                      \
  }
#define SYCC_ATOMIC_OPERATOR(op, name, type)                                                                 \
  T operator op## = (type v) const noexcept {                                                                \
    return fetch_##name(v) op v;                                                                             \
  }

namespace classes {

// The part without arithmetic.
template <class T, memory_order Order, memory_scope Scope> class atomic_value {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "atomic_ref: values of 4 or 8 bytes");

protected:
  using core = atomic_core<T>;
  typename core::word *p_;

public:
  using value_type = T;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = read_part(Order);
  static constexpr memory_order default_write_order = write_part(Order);
  static constexpr memory_order default_read_modify_write_order = Order;
  static constexpr memory_scope default_scope = Scope;

  explicit atomic_value(T &value) : p_(reinterpret_cast<typename core::word *>(&value)) {}
  atomic_value(const atomic_value &) noexcept = default;
  atomic_value &operator=(const atomic_value &) = delete;

  bool is_lock_free() const noexcept { return true; }

  SYCC_ATOMIC_METHOD(void, store, T, (core::template store<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, exchange, T, (core::template exchange<H::order, H::scope>(p_, v)))
  T operator=(T v) const noexcept {
    store(v);
    return v;
  }
  T load() const noexcept { return core::template load<Order, Scope>(p_); }
  T load(memory_order order, memory_scope scope = Scope) const noexcept {
    return with_constants<Scope>(order, scope,
                                 [p = p_](auto h) { return core::template load<h.order, h.scope>(p); });
  }
  operator T() const noexcept { return load(); }

  bool compare_exchange_strong(T &expected, T desired) const noexcept {
    return core::template compare_exchange<Order, Order, Scope>(p_, expected, desired);
  }
  bool compare_exchange_strong(T &expected, T desired, memory_order order,
                               memory_scope scope = Scope) const noexcept {
    return with_constants<Scope>(order, scope, [&, p = p_](auto h) {
      return core::template compare_exchange<h.order, h.order, h.scope>(p, expected, desired);
    });
  }
  // Simple: a failure has the reading part of the success order, or seq_cst where failure asks for more.
  bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
                               memory_scope scope = Scope) const noexcept {
    const bool more = read_part(success) != failure && failure != memory_order::relaxed;
    return compare_exchange_strong(expected, desired, more ? memory_order::seq_cst : success, scope);
  }
  // Simple: as strong as the other one.
  bool compare_exchange_weak(T &expected, T desired) const noexcept {
    return compare_exchange_strong(expected, desired);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order order,
                             memory_scope scope = Scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, scope);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
                             memory_scope scope = Scope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
};

// Integers; floating point and pointers below.
template <class T, memory_order Order, memory_scope Scope, class = void>
class atomic_arithmetic : public atomic_value<T, Order, Scope> {
  using base = atomic_value<T, Order, Scope>;
  using base::p_;
  using typename base::core;
  static_assert(std::is_integral_v<T>, "atomic_ref: integers, floating point numbers and pointers");

public:
  using difference_type = T;
  using base::base;
  using base::operator=;

  SYCC_ATOMIC_METHOD(T, fetch_add, T, (core::template fetch_add<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_sub, T, (core::template fetch_sub<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_and, T, (core::template fetch_and<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_or, T, (core::template fetch_or<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_xor, T, (core::template fetch_xor<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_min, T, (core::template fetch_min<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_max, T, (core::template fetch_max<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_OPERATOR(+, add, T)
  SYCC_ATOMIC_OPERATOR(-, sub, T)
  SYCC_ATOMIC_OPERATOR(&, and, T)
  SYCC_ATOMIC_OPERATOR(|, or, T)
  SYCC_ATOMIC_OPERATOR(^, xor, T)
  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
};

template <class T, memory_order Order, memory_scope Scope>
class atomic_arithmetic<T, Order, Scope, std::enable_if_t<std::is_floating_point_v<T>>>
    : public atomic_value<T, Order, Scope> {
  using base = atomic_value<T, Order, Scope>;
  using base::p_;
  using typename base::core;

public:
  using difference_type = T;
  using base::base;
  using base::operator=;

  SYCC_ATOMIC_METHOD(T, fetch_add, T, (core::template add_number<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_sub, T, (core::template add_number<H::order, H::scope>(p_, -v)))
  SYCC_ATOMIC_METHOD(T, fetch_min, T, (core::template fetch_min<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_METHOD(T, fetch_max, T, (core::template fetch_max<H::order, H::scope>(p_, v)))
  SYCC_ATOMIC_OPERATOR(+, add, T)
  SYCC_ATOMIC_OPERATOR(-, sub, T)
};

template <class E, memory_order Order, memory_scope Scope>
class atomic_arithmetic<E *, Order, Scope, void> : public atomic_value<E *, Order, Scope> {
  using T = E *;
  using base = atomic_value<T, Order, Scope>;
  using base::p_;
  using typename base::core;
  static typename core::word bytes(std::ptrdiff_t n) {
    return static_cast<typename core::word>(n) * sizeof(E);
  }

public:
  using difference_type = std::ptrdiff_t;
  using base::base;
  using base::operator=;

  SYCC_ATOMIC_METHOD(T, fetch_add, std::ptrdiff_t,
                     (core::template fetch_add<H::order, H::scope>(p_, bytes(v))))
  SYCC_ATOMIC_METHOD(T, fetch_sub, std::ptrdiff_t,
                     (core::template fetch_sub<H::order, H::scope>(p_, bytes(v))))
  SYCC_ATOMIC_OPERATOR(+, add, std::ptrdiff_t)
  SYCC_ATOMIC_OPERATOR(-, sub, std::ptrdiff_t)
  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
};

#undef SYCC_ATOMIC_METHOD
#undef SYCC_ATOMIC_OPERATOR

template <class T, memory_order Order, memory_scope Scope, std::size_t Size>
class atomic_sized : public atomic_arithmetic<T, Order, Scope> {
public:
  using atomic_arithmetic<T, Order, Scope>::atomic_arithmetic;
  using atomic_arithmetic<T, Order, Scope>::operator=;
};

template <class T, memory_order Order, memory_scope Scope>
class SYCC_USES_ASPECTS(sycl::aspect::atomic64)
    atomic_sized<T, Order, Scope, 8> : public atomic_arithmetic<T, Order, Scope> {
public:
  using atomic_arithmetic<T, Order, Scope>::atomic_arithmetic;
  using atomic_arithmetic<T, Order, Scope>::operator=;
};

} // namespace classes
using classes::atomic_arithmetic;
using classes::atomic_sized;
using classes::atomic_value;

} // namespace detail

template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref : public detail::atomic_sized<T, DefaultOrder, DefaultScope, sizeof(T)> {
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "atomic_ref: the default order is relaxed, acq_rel or seq_cst");
  static_assert(Space == access::address_space::global_space || Space == access::address_space::local_space ||
                    Space == access::address_space::generic_space,
                "atomic_ref: values live in the global, local or generic address space");

public:
  using detail::atomic_sized<T, DefaultOrder, DefaultScope, sizeof(T)>::atomic_sized;
  using detail::atomic_sized<T, DefaultOrder, DefaultScope, sizeof(T)>::operator=;
};

inline void atomic_fence(memory_order order, memory_scope scope) {
  if (order != memory_order::relaxed)
    detail::with_constants<memory_scope::work_group>(order, scope,
                                                     [](auto h) { detail::fence<h.order, h.scope>(); });
}

} // namespace sycl

#endif
