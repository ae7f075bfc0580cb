// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_global: a variable at namespace scope of which each device has one of its own.
//
// With the property device_image_scope the object is the variable: a device image has it. Without it, a
// device has one for all its images: the object in an image is the initial value, followed by a pointer,
// which the runtime fills before a kernel runs. Where kernels are host functions the object of the host is
// the variable. The device compiler knows these classes by their attribute, and the size of the variable from
// "sycl-device-global-size" in it. On the host the object says which variable a copy is about.
#ifndef SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP

#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

#ifdef SYCC_DEVICE
#define SYCC_DEVICE_GLOBAL                                                                                   \
  [[__sycl_detail__::add_ir_global_variable_attributes("sycl-device-global-size", Props::meta_name...,       \
                                                       sizeof(T), Props::meta_value...)]]
#else
#define SYCC_DEVICE_GLOBAL
#endif

namespace sycl {
namespace ext::oneapi {

// ---- properties

// Kernels of one device image only use the variable.
struct device_image_scope {
  static constexpr unsigned places = detail::on_variable;
  static constexpr const char *meta_name = "sycl-device-image-scope";
  using value_t = property_value<device_image_scope>;
};
inline constexpr device_image_scope::value_t device_image_scope_v;
using device_image_scope_key = device_image_scope;
// The property itself, as sycl_ext_oneapi_device_global has it: here, so that it is the same with a
// using-directive for each of the two namespaces. The class still is what stands before '::'.
inline constexpr device_image_scope_key::value_t device_image_scope;

// What the host does with the variable.
struct host_access {
  static constexpr unsigned places = detail::on_variable;
  enum class access { read, write, read_write, none };
  static constexpr const char *meta_name = "sycl-host-access";
  static constexpr const char *names[] = {"read", "write", "read_write", "none"};
  template <access A> struct value_t : property_value<host_access, std::integral_constant<access, A>> {
    static constexpr const char *meta_value = names[static_cast<int>(A)];
  };
};
template <host_access::access A> inline constexpr host_access::value_t<A> host_access_v;

// How an FPGA sets the variable to its initial value.
struct init_mode {
  static constexpr unsigned places = detail::on_variable;
  enum class trigger { reprogram, reset };
  static constexpr const char *meta_name = "sycl-init-mode";
  template <trigger T> using value_t = property_value<init_mode, std::integral_constant<trigger, T>>;
};
template <init_mode::trigger T> inline constexpr init_mode::value_t<T> init_mode_v;

// Whether an FPGA reaches the variable by the interface of kernel arguments.
struct implement_in_csr {
  static constexpr unsigned places = detail::on_variable;
  static constexpr const char *meta_name = "sycl-implement-in-csr";
  template <bool Enable> using value_t = property_value<implement_in_csr, std::bool_constant<Enable>>;
};
template <bool Enable> inline constexpr implement_in_csr::value_t<Enable> implement_in_csr_v;

} // namespace ext::oneapi

namespace detail {

// What is in the object.
template <class T, bool ImageScope> struct device_global_data {
  constexpr device_global_data() = default;
  template <class... Args>
  constexpr explicit device_global_data(int, const Args &...args) : initial{args...} {}
  T *value() const {
    if constexpr (plain_mode)
      return const_cast<T *>(&initial);
    else
      return data;
  }

  T initial = {};
  T *data = nullptr;
};
template <class T> struct device_global_data<T, true> {
  constexpr device_global_data() = default;
  template <class... Args>
  constexpr explicit device_global_data(int, const Args &...args) : initial{args...} {}
  T *value() const { return const_cast<T *>(&initial); }

  T initial = {};
};

struct device_global_parts; // what copies need of a device_global

} // namespace detail

namespace ext::oneapi {

template <class T, class PropertyListT = property_list<>> class device_global;

template <class T, class... Props> class SYCC_DEVICE_GLOBAL device_global<T, property_list<Props...>> {
  static_assert(detail::check_named<Props...>() && detail::check_places<detail::on_variable, Props...>());
  static_assert(std::is_trivially_destructible_v<T>,
                "the type of a device_global must be trivially destructible");
  static_assert(alignof(T) <= 128,
                "the type of a device_global must not need more than 128 bytes of alignment");
  using list = property_list<Props...>;

public:
  using element_type = std::remove_extent_t<T>;

  // Zero, or what constant expressions say.
  constexpr device_global() = default;
  template <
      class First, class... Args,
      std::enable_if_t<sizeof...(Args) || !std::is_base_of_v<device_global, std::decay_t<First>>, int> = 0>
  constexpr explicit device_global(const First &first, const Args &...args) : data_(0, first, args...) {}
  device_global(const device_global &) = delete;
  device_global &operator=(const device_global &) = delete;

  // For device code.
  T &get() noexcept { return *data_.value(); }
  const T &get() const noexcept { return *data_.value(); }
  operator T &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  device_global &operator=(const T &value) noexcept {
    get() = value;
    return *this;
  }
  template <class U = T> auto operator[](std::ptrdiff_t i) noexcept -> decltype(std::declval<U &>()[i]) {
    return get()[i];
  }
  template <class U = T>
  auto operator[](std::ptrdiff_t i) const noexcept -> decltype(std::declval<const U &>()[i]) {
    return get()[i];
  }
  T &operator->() noexcept { return get(); }
  const T &operator->() const noexcept { return get(); }
  template <access::decorated D>
  multi_ptr<T, access::address_space::global_space, D> get_multi_ptr() noexcept {
    return multi_ptr<T, access::address_space::global_space, D>(&get());
  }
  template <access::decorated D>
  multi_ptr<const T, access::address_space::global_space, D> get_multi_ptr() const noexcept {
    return multi_ptr<const T, access::address_space::global_space, D>(&get());
  }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }
  // By a property whose name hides that of its key: device_image_scope.
  template <const auto &Value> static constexpr bool has_property() {
    return list::template has_property<Value>();
  }

private:
  friend struct detail::device_global_parts;
  detail::device_global_data<T, list::template has_property<device_image_scope_key>()> data_;
};

// For properties{...}; with the attribute, because the type of a variable itself has to have it.
template <class T, class... Props>
class SYCC_DEVICE_GLOBAL device_global<T, experimental::properties<property_list<Props...>>>
    : public device_global<T, property_list<Props...>> {
  using base = device_global<T, property_list<Props...>>;

public:
  using base::base;
  using base::operator=;
};

// ---- the names of sycl_ext_oneapi_device_global

namespace experimental {

using oneapi::device_global;
using oneapi::device_image_scope;
using oneapi::device_image_scope_key;
using host_access_key = oneapi::host_access;
using host_access_enum = host_access_key::access;
using init_mode_key = oneapi::init_mode;
using init_mode_enum = init_mode_key::trigger;
using implement_in_csr_key = oneapi::implement_in_csr;

template <host_access_enum A> inline constexpr host_access_key::value_t<A> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;
template <init_mode_enum T> inline constexpr init_mode_key::value_t<T> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

} // namespace experimental
} // namespace ext::oneapi

// ---- copies

namespace detail {

// How many elements a copy has unless it says so: all of them.
template <class T> using global_element = std::remove_all_extents_t<T>;
template <class T> inline constexpr size_t global_count = sizeof(T) / sizeof(global_element<T>);
template <class T> size_t bytes_of(size_t count) { // too many stays too many
  return count > ~size_t(0) / sizeof(T) ? ~size_t(0) : count * sizeof(T);
}

struct device_global_parts {
  template <class T, class L> using global = ext::oneapi::device_global<T, L>;
  using access = ext::oneapi::host_access::access;

  template <class G> static constexpr bool allows(access wanted) {
    if constexpr (G::template has_property<ext::oneapi::host_access>()) {
      constexpr access given = G::template get_property<ext::oneapi::host_access>().value;
      return given == access::read_write || given == wanted;
    }
    return true;
  }
  template <bool Plain, class T, class L>
  static void *to(sycc_group *g, global<T, L> &v, size_t offset, size_t bytes) {
    static_assert(allows<global<T, L>>(access::write),
                  "the host may not write this device_global: see its property host_access");
    return find<Plain, T>(g, v, offset, bytes);
  }
  template <bool Plain, class T, class L>
  static const void *from(sycc_group *g, const global<T, L> &v, size_t offset, size_t bytes) {
    static_assert(allows<global<T, L>>(access::read),
                  "the host may not read this device_global: see its property host_access");
    return find<Plain, T>(g, v, offset, bytes);
  }

private:
  // Where the variable is on the device of the group.
  template <bool Plain, class T, class... Props>
  static void *find(sycc_group *g, const global<T, ext::oneapi::property_list<Props...>> &v, size_t offset,
                    size_t bytes) {
    static_assert(is_device_copyable_v<global_element<T>>,
                  "a device_global that is copied must be device copyable");
    using list = ext::oneapi::property_list<Props...>;
    constexpr bool image_scope = list::template has_property<ext::oneapi::device_image_scope_key>();
    if constexpr (Plain) {
      if (offset > sizeof(T) || bytes > sizeof(T) - offset)
        fail(errc::invalid, "copy beyond the end of a device_global");
      return reinterpret_cast<char *>(v.data_.value()) + offset;
    } else {
      const sycc_device_global global = {&v, &v.data_.initial, sizeof(T), image_scope};
      void *place = nullptr;
      check(sycc_group_device_global(g, &global, offset, bytes, &place));
      return place;
    }
  }
};

} // namespace detail
} // namespace sycl

#undef SYCC_DEVICE_GLOBAL

#endif
