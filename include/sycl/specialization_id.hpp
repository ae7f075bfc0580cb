// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// specialization_id: names a constant whose value the host chooses for each submission.
//
// Host and device know one by the name of a type that mentions it. One with internal linkage may be another
// one in another file: the device compiler adds the suffix of the file to its name, which the integration
// header tells the host.
#ifndef SYCL_SPECIALIZATION_ID_HPP
#define SYCL_SPECIALIZATION_ID_HPP

#include <sycl/detail/kernel_info.hpp>
#include <sycl/detail/kernel_terms.hpp>
#include <sycl/is_device_copyable.hpp>

namespace sycl {

namespace detail {
struct spec_parts;
}

template <class T> class SYCC_SPECIAL_CLASS("specialization_id") specialization_id {
  static_assert(is_device_copyable_v<T>, "the type of a specialization constant must be device copyable");

public:
  using value_type = T;

  template <class... Args, std::enable_if_t<std::is_constructible_v<T, Args...>, int> = 0>
  explicit constexpr specialization_id(Args &&...args) : value_(std::forward<Args>(args)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend struct detail::spec_parts;
  T value_;
};

namespace detail {

template <class T, const specialization_id<T> &Id> struct spec_name; // its name is the constant's

template <auto &Id> using spec_id_t = std::remove_cv_t<std::remove_reference_t<decltype(Id)>>;
template <auto &Id> using spec_value_t = typename spec_id_t<Id>::value_type;
template <auto &Id> using spec_name_t = spec_name<spec_value_t<Id>, Id>;

#if defined(__SYCC_INTEGRATION_HEADER__) && !defined(SYCC_HAS_STABLE_NAME)
// g++ marks variables of an anonymous namespace that are internal for another reason too: _GLOBAL__N_1L1cE.
// clang does not.
inline std::string as_clang_names(const char *name) {
  constexpr char anonymous[] = "12_GLOBAL__N_1";
  std::string out;
  while (*name) {
    if (__builtin_strncmp(name, anonymous, sizeof(anonymous) - 1) != 0) {
      out += *name++;
      continue;
    }
    out += anonymous;
    for (name += sizeof(anonymous) - 1; *name == 'L' || (*name >= '0' && *name <= '9');) {
      name += *name == 'L';
      std::size_t length = 0;
      for (; *name >= '0' && *name <= '9'; out += *name++)
        length = 10 * length + static_cast<std::size_t>(*name - '0');
      for (; length && *name; --length)
        out += *name++;
    }
  }
  return out;
}
#endif

struct spec_parts {
  template <class T> static constexpr const T &initial(const specialization_id<T> &id) { return id.value_; }

  template <auto &Id, bool Plain> static sycc_spec_id key() {
#ifdef __SYCC_INTEGRATION_HEADER__
#ifdef SYCC_HAS_STABLE_NAME
    return {&Id, stable_name<spec_name_t<Id>>(), ::sycc_integration::unit_here()};
#else
    static const std::string &name =
        *new std::string(as_clang_names(stable_name<spec_name_t<Id>>())); // outlives exit()
    return {&Id, name.c_str(), ::sycc_integration::unit_here()};
#endif
#else
    return {&Id, "", ""};
#endif
  }

  template <auto &Id, bool Plain> static void set(spec_values_handle &values, const spec_value_t<Id> &value) {
    const sycc_spec_id id = key<Id, Plain>();
    sycc_spec_values *changed = nullptr;
    check(sycc_spec_values_set(values.get(), &id, &value, sizeof value, &changed));
    values = spec_values_handle(changed);
  }

  template <auto &Id, bool Plain> static spec_value_t<Id> get(const spec_values_handle &values) {
    const sycc_spec_id id = key<Id, Plain>();
    const void *set = sycc_spec_values_get(values.get(), &id);
    return set ? *static_cast<const spec_value_t<Id> *>(set) : initial(Id);
  }
};

} // namespace detail
} // namespace sycl

#endif
