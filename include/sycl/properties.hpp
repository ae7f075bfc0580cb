// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// property_list and the properties of SYCL 2020. A list is a set of bits plus the values of the two
// properties that have one.
#ifndef SYCL_PROPERTIES_HPP
#define SYCL_PROPERTIES_HPP

#include <sycl/access.hpp>
#include <sycl/exception.hpp>

#include <string>
#include <type_traits>

namespace sycl {

class context;
class property_list;
class queue;
template <class T, int Dimensions, class AllocatorT> class buffer;
template <class DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, class PropertyListT>
class accessor;
template <class DataT, int Dimensions, access_mode AccessMode> class host_accessor;
enum class image_target : std::uint8_t;
template <int Dimensions, class AllocatorT> class unsampled_image;
template <int Dimensions, class AllocatorT> class sampled_image;
template <class DataT, int Dimensions, access_mode AccessMode, image_target AccessTarget>
class unsampled_image_accessor;
template <class DataT, int Dimensions, access_mode AccessMode> class host_unsampled_image_accessor;

namespace detail {

namespace classes {

template <std::uint32_t Bit> struct property_bit {
  static constexpr std::uint32_t sycc_property_bit = Bit;
  // In a list of ext::oneapi: those of accessors can stand there (on_accessor), none is about a kernel.
  static constexpr unsigned places = 2;
};

// The properties with a value, of buffers and of images.
class mutex_property {
public:
  mutex_property(std::mutex &mutex) : mutex_(&mutex) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};

class context_property {
public:
  context_property(const context &bound); // context.hpp
  context get_context() const;

protected:
  friend class sycl::property_list;
  explicit context_property(const ref<counted> &c) : context_(c) {}
  ref<counted> context_;
};

} // namespace classes
using classes::context_property;
using classes::mutex_property;
using classes::property_bit;

template <class T, class = void> inline constexpr std::uint32_t bit_of = 0;
template <class T>
inline constexpr std::uint32_t bit_of<T, std::void_t<decltype(T::sycc_property_bit)>> = T::sycc_property_bit;

} // namespace detail

namespace property {

struct no_init : detail::property_bit<1u << 0> {};

namespace queue {
struct enable_profiling : detail::property_bit<1u << 1> {};
struct in_order : detail::property_bit<1u << 2> {};
} // namespace queue

namespace buffer {
struct use_host_ptr : detail::property_bit<1u << 3> {};

struct use_mutex : detail::property_bit<1u << 4>, detail::mutex_property {
  using mutex_property::mutex_property;
};
struct context_bound : detail::property_bit<1u << 5>, detail::context_property {
  using context_property::context_property;
};
} // namespace buffer

namespace image {
struct use_host_ptr : detail::property_bit<1u << 29> {};
struct use_mutex : detail::property_bit<1u << 30>, detail::mutex_property {
  using mutex_property::mutex_property;
};
struct context_bound : detail::property_bit<1u << 31>, detail::context_property {
  using context_property::context_property;
};
} // namespace image

namespace reduction {
struct initialize_to_identity : detail::property_bit<1u << 6> {};
} // namespace reduction

} // namespace property

// Extensions. All are hints, and none changes what a queue does here.
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
namespace ext {
namespace oneapi {
namespace property {
namespace queue {
struct discard_events : sycl::detail::property_bit<1u << 7> {};
struct priority_low : sycl::detail::property_bit<1u << 8> {};
struct priority_normal : sycl::detail::property_bit<1u << 9> {};
struct priority_high : sycl::detail::property_bit<1u << 10> {};
} // namespace queue
} // namespace property
namespace cuda {
namespace property {
namespace queue {
struct use_default_stream : sycl::detail::property_bit<1u << 11> {};
} // namespace queue
namespace context {
struct use_primary_context : sycl::detail::property_bit<1u << 12> {};
} // namespace context
} // namespace property
} // namespace cuda
} // namespace oneapi
namespace intel {
namespace property {
namespace queue {
struct no_immediate_command_list : sycl::detail::property_bit<1u << 13> {};
struct immediate_command_list : sycl::detail::property_bit<1u << 14> {};
} // namespace queue
} // namespace property
} // namespace intel
} // namespace ext

inline constexpr property::no_init no_init{};

template <class T> struct is_property : std::bool_constant<detail::bit_of<T> != 0> {};
template <class T> inline constexpr bool is_property_v = is_property<T>::value;

namespace detail {

// What an object is called in messages, and the properties that it can have. Objects that are not here have
// none.
struct property_owner {
  const char *name;
  std::uint32_t bits;
};
template <class Object> inline constexpr property_owner owner_of = {"this object", 0};
template <>
inline constexpr property_owner owner_of<queue> = {
    "queue", bit_of<property::queue::enable_profiling> | bit_of<property::queue::in_order> |
                 bit_of<ext::oneapi::property::queue::discard_events> |
                 bit_of<ext::oneapi::property::queue::priority_low> |
                 bit_of<ext::oneapi::property::queue::priority_normal> |
                 bit_of<ext::oneapi::property::queue::priority_high> |
                 bit_of<ext::oneapi::cuda::property::queue::use_default_stream> |
                 bit_of<ext::intel::property::queue::no_immediate_command_list> |
                 bit_of<ext::intel::property::queue::immediate_command_list>};
template <>
inline constexpr property_owner owner_of<context> = {
    "context", bit_of<ext::oneapi::cuda::property::context::use_primary_context>};
template <class T, int D, class A>
inline constexpr property_owner owner_of<buffer<T, D, A>> = {
    "buffer", bit_of<property::buffer::use_host_ptr> | bit_of<property::buffer::use_mutex> |
                  bit_of<property::buffer::context_bound>};
template <class T, int D, access_mode M, target W, access::placeholder P, class L>
inline constexpr property_owner owner_of<accessor<T, D, M, W, P, L>> = {
    "accessor", W == target::local ? 0 : bit_of<property::no_init>};
template <class T, int D, access_mode M>
inline constexpr property_owner owner_of<host_accessor<T, D, M>> = {"host_accessor",
                                                                    bit_of<property::no_init>};
inline constexpr std::uint32_t bits_of_images = bit_of<property::image::use_host_ptr> |
                                                bit_of<property::image::use_mutex> |
                                                bit_of<property::image::context_bound>;
template <int D, class A>
inline constexpr property_owner owner_of<unsampled_image<D, A>> = {"unsampled_image", bits_of_images};
template <int D, class A>
inline constexpr property_owner owner_of<sampled_image<D, A>> = {"sampled_image", bits_of_images};
template <class T, int D, access_mode M, image_target W>
inline constexpr property_owner owner_of<unsampled_image_accessor<T, D, M, W>> = {"unsampled_image_accessor",
                                                                                  bit_of<property::no_init>};
template <class T, int D, access_mode M>
inline constexpr property_owner owner_of<host_unsampled_image_accessor<T, D, M>> = {
    "host_unsampled_image_accessor", bit_of<property::no_init>};
// For lists that go to no object.
struct reductions {};
template <>
inline constexpr property_owner owner_of<reductions> = {"reduction",
                                                        bit_of<property::reduction::initialize_to_identity>};

inline constexpr struct {
  std::uint32_t bit;
  const char *name;
} property_names[] = {
    {bit_of<property::no_init>, "property::no_init"},
    {bit_of<property::queue::enable_profiling>, "property::queue::enable_profiling"},
    {bit_of<property::queue::in_order>, "property::queue::in_order"},
    {bit_of<property::buffer::use_host_ptr>, "property::buffer::use_host_ptr"},
    {bit_of<property::buffer::use_mutex>, "property::buffer::use_mutex"},
    {bit_of<property::buffer::context_bound>, "property::buffer::context_bound"},
    {bit_of<property::image::use_host_ptr>, "property::image::use_host_ptr"},
    {bit_of<property::image::use_mutex>, "property::image::use_mutex"},
    {bit_of<property::image::context_bound>, "property::image::context_bound"},
    {bit_of<property::reduction::initialize_to_identity>, "property::reduction::initialize_to_identity"},
    {bit_of<ext::oneapi::property::queue::discard_events>, "ext::oneapi::property::queue::discard_events"},
    {bit_of<ext::oneapi::property::queue::priority_low>, "ext::oneapi::property::queue::priority_low"},
    {bit_of<ext::oneapi::property::queue::priority_normal>, "ext::oneapi::property::queue::priority_normal"},
    {bit_of<ext::oneapi::property::queue::priority_high>, "ext::oneapi::property::queue::priority_high"},
    {bit_of<ext::oneapi::cuda::property::queue::use_default_stream>,
     "ext::oneapi::cuda::property::queue::use_default_stream"},
    {bit_of<ext::oneapi::cuda::property::context::use_primary_context>,
     "ext::oneapi::cuda::property::context::use_primary_context"},
    {bit_of<ext::intel::property::queue::no_immediate_command_list>,
     "ext::intel::property::queue::no_immediate_command_list"},
    {bit_of<ext::intel::property::queue::immediate_command_list>,
     "ext::intel::property::queue::immediate_command_list"},
};

SYCC_COLD inline std::string names_of_properties(std::uint32_t bits) {
  std::string all;
  for (const auto &p : property_names)
    if (bits & p.bit)
      all += (all.empty() ? "" : ", ") + std::string(p.name);
  return all;
}

[[noreturn]] SYCC_COLD inline void fail_wrong_property(const property_owner &owner, std::uint32_t wrong) {
  fail(errc::invalid, std::string(owner.name) + ": it can't have " + names_of_properties(wrong) +
                          "; it can have " + (owner.bits ? names_of_properties(owner.bits) : "none"));
}

} // namespace detail

template <class T, class Object>
struct is_property_of : std::bool_constant<(detail::bit_of<T> & detail::owner_of<Object>.bits) != 0> {};
template <class T, class Object> inline constexpr bool is_property_of_v = is_property_of<T, Object>::value;

class property_list {
public:
  template <class... P, std::enable_if_t<(is_property_v<P> && ...), int> = 0> property_list(P... properties) {
    (add(properties), ...);
  }

  template <class P> bool has_property() const noexcept {
    static_assert(is_property_v<P>, "not a property of SYCL");
    return bits_ & detail::bit_of<P>;
  }

  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::fail(errc::invalid, "get_property: the object was not created with this property");
    if constexpr (std::is_base_of_v<detail::mutex_property, P>)
      return P(*mutex_);
    else if constexpr (std::is_base_of_v<detail::context_property, P>)
      return P(context_);
    else
      return P{};
  }

  // For these headers: the list, for an object that can have all that is in it.
  template <class Object> const property_list &sycc_for() const {
    if (const std::uint32_t wrong = bits_ & ~detail::owner_of<Object>.bits)
      detail::fail_wrong_property(detail::owner_of<Object>, wrong);
    return *this;
  }
  // The one of use_mutex, and what context_bound says; or null.
  std::mutex *mutex() const { return mutex_; }
  const detail::ref<detail::counted> &bound_context() const { return context_; }

protected:
  template <class P> void add(const P &p) {
    bits_ |= detail::bit_of<P>;
    if constexpr (std::is_base_of_v<detail::mutex_property, P>)
      mutex_ = p.get_mutex_ptr();
    if constexpr (std::is_base_of_v<detail::context_property, P>)
      context_ = p.context_;
  }

private:
  std::uint32_t bits_ = 0;
  std::mutex *mutex_ = nullptr;
  detail::ref<detail::counted> context_;
};

namespace detail {

namespace classes {

// has_property and get_property of the objects that take a property_list.
template <class Object> class with_properties {
public:
  template <class P> bool has_property() const noexcept {
    return static_cast<const Object *>(this)->properties_of().template has_property<P>();
  }
  template <class P> P get_property() const {
    return static_cast<const Object *>(this)->properties_of().template get_property<P>();
  }
};

} // namespace classes
using classes::with_properties;

} // namespace detail
} // namespace sycl

#endif
