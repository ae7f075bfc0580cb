// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if_device_has, if_architecture_is: code for devices that have certain aspects (docs/device-if.md).
//
//   if_device_has<aspect::fp64>([&] { sum = in_double(x); })
//       .else_if_device_has<aspect::fp16>([&] { sum = in_half(x); })
//       .else_device([&] { sum = in_float(x); });
//
// A condition that the target decides is `if constexpr`. Any other is a call of __sycc_device_has, which
// sycl-post-link replaces by true in one image and by false in another; on the host it asks the runtime.
// Until then the user's functions must stay in functions of their own: what they need is needed only where
// they are called.
#ifndef SYCL_EXT_ONEAPI_DEVICE_IF_HPP
#define SYCL_EXT_ONEAPI_DEVICE_IF_HPP

#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>

#include <new>
#include <type_traits>
#include <utility>

#ifdef SYCC_DEVICE
extern "C" SYCL_EXTERNAL bool __sycc_device_has(unsigned aspect) noexcept;
#if __has_attribute(sycl_external)
#define SYCC_UNDER_CONDITION                                                                                 \
  [[sycl_detail::add_ir_function_attributes("sycc-under-condition", "")]] __attribute__((noinline))
#define SYCC_CONDITION_HOLDS [[sycl_detail::add_ir_function_attributes("sycc-condition-holds", "")]]
#else
#define SYCC_UNDER_CONDITION __attribute__((noinline))
#define SYCC_CONDITION_HOLDS
#endif
#else
#define SYCC_UNDER_CONDITION
#define SYCC_CONDITION_HOLDS
#endif

namespace sycl {
namespace detail {

// ---- what the compilation knows of its device ------------------------------------------------------

enum class known { no, yes, maybe };

// Numbers of aspects that name architectures, by family (devices/devices.td), as far as they share code.
enum : unsigned { intel_gpus = 1000, x86_64_levels = 1100 };
constexpr unsigned family_of(unsigned number) {
  return number / 100 * 100;
}

#define SYCC_TEXT_OF(x) #x
#define SYCC_IS_SET(macro) (SYCC_TEXT_OF(macro)[0] == '1')
// The driver says what a target has that is a device or several alike; of others nothing is set.
constexpr bool target_has(unsigned number) {
  constexpr struct {
    unsigned number;
    bool has;
  } all[] = {
#define SYCC_X(name, value) {value, SYCC_IS_SET(__SYCC_TARGET_HAS_##name##__)},
      SYCC_ASPECT_LIST(SYCC_X, SYCC_X)
#undef SYCC_X
  };
  for (const auto &a : all)
    if (a.number == number)
      return a.has;
  return false;
}
constexpr bool target_may_have_others = !SYCC_IS_SET(__SYCC_TARGET_IS_KNOWN__);
#undef SYCC_IS_SET
#undef SYCC_TEXT_OF

#if !defined(SYCC_DEVICE)
constexpr bool runs_family(unsigned family) {
  return family == x86_64_levels;
}
#elif defined(__SYCC_TARGET_ARCHITECTURES__) // of the GPUs of one vendor: the driver says which
constexpr bool runs_family(unsigned family) {
  return family == __SYCC_TARGET_ARCHITECTURES__;
}
#else
constexpr bool runs_family(unsigned family) {
  return family == intel_gpus || family == x86_64_levels;
}
#endif

constexpr bool target_is_one_gpu() {
  for (const aspect_entry &e : aspect_table)
    if (e.number >= intel_gpus && family_of(e.number) != x86_64_levels && target_has(e.number))
      return true;
  return false;
}

// cpu, gpu, accelerator, custom: a device is one of them. 0 for an aspect that devices of any kind may have.
constexpr unsigned kind_of(unsigned number) {
  if (number >= intel_gpus)
    return static_cast<unsigned>(family_of(number) == x86_64_levels ? aspect::cpu : aspect::gpu);
  return number >= 1 && number <= 4 ? number : 0;
}

constexpr bool target_is_of_another_kind(unsigned number) {
  for (unsigned kind = 1; kind <= 4; ++kind)
    if (kind_of(number) && kind != kind_of(number) && target_has(kind))
      return true;
  return false;
}

constexpr known what_is_known(unsigned number) {
  if (target_has(number))
    return known::yes;
  const bool other_machine = number >= intel_gpus && (!runs_family(family_of(number)) || target_is_one_gpu());
  return other_machine || target_is_of_another_kind(number) || !target_may_have_others ? known::no
                                                                                       : known::maybe;
}

template <aspect Aspect> inline constexpr known known_of = what_is_known(static_cast<unsigned>(Aspect));

// ---- conditions ------------------------------------------------------------------------------------

#ifdef SYCC_DEVICE
template <aspect Aspect> __attribute__((always_inline)) inline bool ask_device() {
  return __sycc_device_has(static_cast<unsigned>(Aspect));
}
#else
// The device that code of the host runs on as a kernel: the native CPU.
inline bool host_has(unsigned number) {
  for (size_t p = 0; p < sycc_platform_count(); ++p)
    if (sycc_platform_backend(sycc_platform_get(p)) == SYCC_BACKEND_native_cpu &&
        sycc_device_count(sycc_platform_get(p)))
      return sycc_device_has(sycc_device_get(sycc_platform_get(p), 0), number);
  return false;
}
template <aspect Aspect> inline bool ask_device() {
  static const bool has = host_has(static_cast<unsigned>(Aspect));
  return has;
}
#endif

template <aspect Aspect> __attribute__((always_inline)) inline bool this_device_has() {
  if constexpr (known_of<Aspect> == known::maybe)
    return ask_device<Aspect>();
  else
    return known_of<Aspect> == known::yes;
}

template <aspect... Aspects> struct has_all {
  static constexpr known state = ((known_of<Aspects> == known::no) || ...)    ? known::no
                                 : ((known_of<Aspects> == known::yes) && ...) ? known::yes
                                                                              : known::maybe;
  __attribute__((always_inline)) static bool holds() { return (this_device_has<Aspects>() && ...); }
};

template <aspect... Aspects> struct has_any {
  static constexpr known state = ((known_of<Aspects> == known::yes) || ...)  ? known::yes
                                 : ((known_of<Aspects> == known::no) && ...) ? known::no
                                                                             : known::maybe;
  __attribute__((always_inline)) static bool holds() { return (this_device_has<Aspects>() || ...); }
};

constexpr bool is_known_aspect(unsigned number) {
  for (const aspect_entry &e : aspect_table)
    if (e.number == number)
      return true;
  return false;
}

// Tells if all of the aspects in the parameter pack are valid for use in "if_device_has".
template <aspect... Aspects> constexpr bool aspects_valid() {
  return (is_known_aspect(static_cast<unsigned>(Aspects)) && ...);
}
template <aspect... Aspects> constexpr bool architectures_valid() {
  return sizeof...(Aspects) > 0 &&
         ((is_known_aspect(static_cast<unsigned>(Aspects)) && static_cast<unsigned>(Aspects) >= intel_gpus) &&
          ...);
}

// ---- results ---------------------------------------------------------------------------------------

struct no_result_yet {};

// What a chain can keep of a function's result.
template <class R>
using kept_result =
    std::conditional_t<std::is_reference_v<R> || (!std::is_void_v<R> && std::is_trivially_destructible_v<R> &&
                                                  std::is_move_constructible_v<R>),
                       R, void>;

// One type if all functions agree in it, otherwise nothing.
template <class R, class Next>
using joined_result = std::conditional_t<std::is_same_v<R, no_result_yet>, Next,
                                         std::conditional_t<std::is_same_v<R, Next>, R, void>>;

// Bytes, not an object: a function that only passes it on does not use R. References are kept as pointers.
template <class R> struct result_slot {
  using stored = std::conditional_t<std::is_reference_v<R>, std::add_pointer_t<R>, R>;
  alignas(stored) unsigned char bytes[sizeof(stored)];

  template <class Fn, class... Args> void fill(Fn &fn, Args &...args) {
    if constexpr (std::is_reference_v<R>) {
      R r = fn(args...);
      ::new (static_cast<void *>(bytes)) stored(&r);
    } else {
      ::new (static_cast<void *>(bytes)) stored(fn(args...));
    }
  }
  R take() {
    stored *s = std::launder(reinterpret_cast<stored *>(bytes));
    if constexpr (std::is_reference_v<R>)
      return static_cast<R>(**s);
    else
      return std::move(*s);
  }
};

struct empty_slot {
  template <class Fn, class... Args> void fill(Fn &fn, Args &...args) { static_cast<void>(fn(args...)); }
  void take() {}
};
template <> struct result_slot<void> : empty_slot {};
template <> struct result_slot<no_result_yet> : empty_slot {};

template <class Slot, class Fn, class... Args>
SYCC_UNDER_CONDITION void under_condition(Slot &slot, Fn &fn, Args &...args) {
  slot.fill(fn, args...);
}

// Where the target decides. What is needed here was asked for, so no one is warned of it.
template <class Slot, class Fn, class... Args>
SYCC_CONDITION_HOLDS void condition_holds(Slot &slot, Fn &fn, Args &...args) {
  slot.fill(fn, args...);
}

// ---- the chain -------------------------------------------------------------------------------------

// What follows "if_device_has". Decided: a condition before holds for certain, so that nothing after it is
// called. Earlier: conditions before that the device decides. They stand in the type, so that the code has no
// state to carry.
template <class Result, bool Decided, class... Earlier> class if_device_has_helper {
public:
  template <aspect... Aspects, class T, class... Args>
  constexpr auto else_if_device_has(T fnTrue, Args... args) {
    static_assert(aspects_valid<Aspects...>(), "Invalid aspect used in else_if_device_has.");
    return next<has_all<Aspects...>>(fnTrue, args...);
  }

  template <aspect... Archs, class T, class... Args>
  constexpr auto else_if_architecture_is(T fnTrue, Args... args) {
    static_assert(architectures_valid<Archs...>(), "Invalid architecture used in else_if_architecture_is.");
    return next<has_any<Archs...>>(fnTrue, args...);
  }

  // Returns what the function that was called returns, if all of them return the same type.
  template <class T, class... Args> constexpr decltype(auto) else_device(T fn, Args... args) {
    return next<has_all<>>(fn, args...).slot_.take();
  }

  // For these headers.
  template <class Condition, class Fn, class... Args> constexpr auto next(Fn &fn, Args &...args) {
    if constexpr (Decided || Condition::state == known::no) {
      return *this;
    } else if constexpr (!std::is_invocable_v<Fn &, Args &...>) {
      static_assert(!sizeof(Fn), "if_device_has can't call the function with the arguments that follow it.");
      return *this;
    } else {
      using R = joined_result<Result, kept_result<std::invoke_result_t<Fn &, Args &...>>>;
      constexpr bool certain = Condition::state == known::yes;
      using Rest = std::conditional_t<certain, if_device_has_helper<R, true>,
                                      if_device_has_helper<R, false, Earlier..., Condition>>;
      Rest rest{};
      if constexpr (std::is_same_v<R, Result>)
        rest.slot_ = slot_;
      if constexpr (certain && sizeof...(Earlier) == 0)
        condition_holds(rest.slot_, fn, args...);
      else if ((!Earlier::holds() && ...) && Condition::holds())
        under_condition(rest.slot_, fn, args...);
      return rest;
    }
  }

private:
  template <class, bool, class...> friend class if_device_has_helper;
  result_slot<Result> slot_;
};

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {

// Calls fnTrue(args...) on devices that have all of the aspects.
template <aspect... Aspects, class T, class... Args> constexpr auto if_device_has(T fnTrue, Args... args) {
  static_assert(sycl::detail::aspects_valid<Aspects...>(), "Invalid aspect used in if_device_has.");
  return sycl::detail::if_device_has_helper<sycl::detail::no_result_yet, false>{}
      .template next<sycl::detail::has_all<Aspects...>>(fnTrue, args...);
}

// Calls fnTrue(args...) on devices of one of the architectures, given as the aspects that name them.
template <aspect... Archs, class T, class... Args> constexpr auto if_architecture_is(T fnTrue, Args... args) {
  static_assert(sycl::detail::architectures_valid<Archs...>(),
                "Invalid architecture used in if_architecture_is.");
  return sycl::detail::if_device_has_helper<sycl::detail::no_result_yet, false>{}
      .template next<sycl::detail::has_any<Archs...>>(fnTrue, args...);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#undef SYCC_UNDER_CONDITION
#undef SYCC_CONDITION_HOLDS

#endif
