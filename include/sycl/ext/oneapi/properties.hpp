// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of properties that are known when the program is compiled.
//
// A property has a key, which is a class, and values, which are classes too. The classes that take a list put
// the names and values of its properties into an attribute, which the device compiler copies to its IR
// without knowing any of them. So any header can add one; docs/properties.md shows how:
//
//   struct foo {
//     static constexpr const char *meta_name = "sycl-foo";
//     template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
//   };
//   template <int N> inline constexpr foo::value_t<N> foo_v;
//
// Lists are sorted by these names: {a, b} and {b, a} have one type. property_list<...> is that type; its
// arguments must be in order, so users write property_list{...} or property_list_t<...>.
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_HPP

#include <sycl/properties.hpp>

#include <tuple>
#include <utility>

#define SYCL_EXT_ONEAPI_PROPERTIES 1

// An attribute with the names and values of a pack called Props, for the declaration it stands on.
#ifdef SYCC_DEVICE
#define SYCC_PROPERTIES(attribute) [[__sycl_detail__::attribute(Props::meta_name..., Props::meta_value...)]]
#else
#define SYCC_PROPERTIES(attribute)
#endif

namespace sycl {
namespace ext::oneapi {
template <class... Props> class property_list;
namespace experimental {
template <class List> class properties;
}
} // namespace ext::oneapi

namespace detail {

template <class... T> struct types {};
template <class T, class... All> inline constexpr bool is_one_of = (std::is_same_v<T, All> || ...);

// Several values as one: the device compiler writes them with commas between.
template <class T, size_t N> struct value_array {
  T items[N];
  constexpr const T &operator[](size_t i) const { return items[i]; }
  static constexpr size_t size() { return N; }
};

// A property without a value has the value "".
template <class... V> constexpr auto property_meta_value() {
  if constexpr (sizeof...(V) == 0)
    return "";
  else if constexpr (sizeof...(V) == 1)
    return (V::value, ...);
  else
    return value_array<std::common_type_t<decltype(V::value)...>, sizeof...(V)>{{V::value...}};
}

template <class P, class = void> inline constexpr bool has_key = false;
template <class P> inline constexpr bool has_key<P, std::void_t<typename P::key_t>> = true;

// Has a name for the device compiler.
template <class P, class = void> inline constexpr bool has_meta_name = false;
template <class P> inline constexpr bool has_meta_name<P, std::void_t<decltype(P::meta_name)>> = true;

// The properties of SYCL 2020 may be in a list too; they are their own keys.
template <class P, bool = has_key<P>> struct key_of {
  using type = typename P::key_t;
};
template <class P> struct key_of<P, false> {
  using type = P;
};
template <class P> using key_of_t = typename key_of<P>::type;

// The one with this key.
template <class Key, class First, class... Rest>
struct value_with : std::conditional_t<std::is_same_v<Key, key_of_t<First>>,
                                       value_with<key_of_t<First>, First>, value_with<Key, Rest...>> {};
template <class Key, class Last> struct value_with<Key, Last> {
  using type = Last;
};

// Names for devices are the same for every compiler. What never gets to a device has this compiler's.
template <class P> constexpr const char *sort_name() {
  if constexpr (has_meta_name<P>)
    return P::meta_name;
  else
    return __PRETTY_FUNCTION__;
}

constexpr int compare(const char *a, const char *b) {
  for (; *a && *a == *b; ++a)
    ++b;
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}

// at[i]: which of P... is number i of the sorted ones.
template <class... P> constexpr auto sorted_order() {
  constexpr size_t count = sizeof...(P);
  const char *names[] = {sort_name<P>()...};
  value_array<size_t, count> at = {};
  for (size_t i = 0; i < count; ++i) {
    size_t place = 0;
    for (size_t j = 0; j < count; ++j) {
      const int order = compare(names[j], names[i]);
      place += order < 0 || (order == 0 && j < i);
    }
    at.items[place] = i;
  }
  return at;
}

template <class P, class... All> constexpr size_t place_in() {
  size_t place = 0;
  bool found = false;
  ((found |= std::is_same_v<P, All>, place += !found), ...);
  return place;
}

// Of All..., the one that has in the sorted list the place that P has here.
template <class P, class... All>
using sorted_instead_of =
    std::tuple_element_t<sorted_order<All...>()[place_in<P, All...>()], std::tuple<All...>>;

// The first two neighbours that are not in order: their comparison. -1 when there are none.
template <class... P> constexpr int list_fault() {
  const char *names[] = {sort_name<P>()..., ""};
  for (size_t i = 1; i < sizeof...(P); ++i)
    if (const int order = compare(names[i - 1], names[i]); order >= 0)
      return order;
  return -1;
}

// What a list keeps of a property; for something else, nothing, so that only our message tells.
template <class P, bool = has_key<P> || is_property_v<P>> struct kept {
  using type = P;
};
template <class P> struct kept<P, false> {
  using type = types<P>;
};

template <class P, class First, class... Rest>
constexpr const P &pick([[maybe_unused]] const First &first, const Rest &...rest) {
  if constexpr (std::is_same_v<P, First>)
    return first;
  else
    return pick<P>(rest...);
}

// The union.
template <class... A> constexpr types<A...> operator+(types<A...>, types<>) {
  return {};
}
template <class... A, class B, class... Rest> constexpr auto operator+(types<A...>, types<B, Rest...>) {
  if constexpr (is_one_of<B, A...>)
    return types<A...>() + types<Rest...>();
  else {
    static_assert(!is_one_of<key_of_t<B>, key_of_t<A>...>,
                  "two lists have the same property with different values: those of a launch and of its "
                  "kernel function, or of two objects that become one");
    return types<A..., B>() + types<Rest...>();
  }
}

// Those with a name for the device compiler.
template <class... P> constexpr auto named_properties(const ext::oneapi::property_list<P...> *) {
  return (types<>() + ... + std::conditional_t<has_meta_name<P>, types<P>, types<>>());
}
constexpr types<> named_properties(const void *) {
  return {};
}

template <class... P> ext::oneapi::property_list<sorted_instead_of<P, P...>...> list_from(types<P...>);
template <class... Lists>
using named_list_t =
    decltype(list_from((types<>() + ... + named_properties(static_cast<const Lists *>(nullptr)))));

// The list that T is, or void.
template <class T> struct list_of {
  using type = void;
};
template <class... P> struct list_of<ext::oneapi::property_list<P...>> {
  using type = ext::oneapi::property_list<P...>;
};
template <class L> struct list_of<ext::oneapi::experimental::properties<L>> {
  using type = L;
};
template <class T> using list_of_t = typename list_of<T>::type;

// What a property is about: a key that says nothing may be on anything.
enum property_place : unsigned {
  on_kernel = 1,
  on_accessor = 2,
  on_annotated = 4,
  on_variable = 8,
  anywhere = 15
};
template <class Key, class = void> inline constexpr unsigned places_of = anywhere;
template <class Key>
inline constexpr unsigned places_of<Key, std::void_t<decltype(Key::places)>> = Key::places;

template <property_place Here, class... Props> constexpr bool check_places() {
  static_assert(((places_of<key_of_t<Props>> & Here) && ...),
                "a property in this list means nothing here: some are about kernels, some about accessors, "
                "annotated pointers and "
                "arguments, or device_global");
  return true;
}

// All have names, so a class that takes Props... can put them into its attribute.
template <class... Props> constexpr bool check_named() {
  static_assert((has_meta_name<Props> && ...),
                "this class takes only properties that are known to the device compiler by a meta_name");
  return true;
}

// For parameters. Not property_list<P...>, which {} could be too.
template <class T> using if_list = std::enable_if_t<!std::is_void_v<list_of_t<T>>, int>;

} // namespace detail

namespace ext::oneapi {

// ---- traits

template <class T> struct is_property_value : std::bool_constant<detail::has_key<T> || is_property_v<T>> {};
template <class T> inline constexpr bool is_property_value_v = is_property_value<T>::value;

// A key is known by its name, or because it is its own value. Specialise it for others.
template <class T>
struct is_property_key : std::bool_constant<std::is_same_v<detail::key_of_t<T>, T> &&
                                            (detail::has_meta_name<T> || is_property_value_v<T>)> {};
template <class T> inline constexpr bool is_property_key_v = is_property_key<T>::value;

// Simple: of any object. Specialise them for those of your own.
template <class Key, class Object> struct is_property_key_of : is_property_key<Key> {};
template <class Key, class Object>
inline constexpr bool is_property_key_of_v = is_property_key_of<Key, Object>::value;
template <class V, class Object>
struct is_property_value_of
    : std::bool_constant<is_property_value_v<V> && is_property_key_of_v<detail::key_of_t<V>, Object>> {};
template <class V, class Object>
inline constexpr bool is_property_value_of_v = is_property_value_of<V, Object>::value;

template <class T>
struct is_property_list : std::bool_constant<!std::is_void_v<detail::list_of_t<std::remove_cv_t<T>>>> {};
template <class T> inline constexpr bool is_property_list_v = is_property_list<T>::value;

// ---- a value of a property: constants as types, such as std::integral_constant

template <class Key, class... Values> struct property_value {
  using key_t = Key;
  static constexpr auto value = detail::property_meta_value<Values...>();
  static constexpr const char *meta_name = Key::meta_name;
  static constexpr auto meta_value = value;
};

template <class Key, class... A, class... B>
constexpr bool operator==(property_value<Key, A...>, property_value<Key, B...>) {
  return std::is_same_v<detail::types<A...>, detail::types<B...>>;
}
template <class Key, class... A, class... B>
constexpr bool operator!=(property_value<Key, A...> a, property_value<Key, B...> b) {
  return !(a == b);
}

// ---- the list

template <class... P> using property_list_t = property_list<detail::sorted_instead_of<P, P...>...>;

// Values that are more than a type are kept in the list.
template <class... Props> class property_list : detail::kept<Props>::type... {
  static_assert((is_property_value_v<Props> && ...),
                "a property list is made of values of properties, such as sub_group_size_v<32>");
  static_assert(detail::list_fault<Props...>() != 0, "a property stands twice in one list");
  static_assert(detail::list_fault<Props...>() <= 0,
                "the arguments of property_list<...> are out of order: write property_list{...} or "
                "property_list_t<...>, which sort them");

public:
  constexpr property_list() = default;
  template <class First, class... Given,
            std::enable_if_t<sizeof...(Given) + 1 == sizeof...(Props) && is_property_value_v<First>, int> = 0>
  constexpr property_list(const First &first, const Given &...rest)
      : Props(detail::pick<Props>(first, rest...))... {}

  template <class Key> static constexpr bool has_property() {
    return detail::is_one_of<Key, detail::key_of_t<Props>...>;
  }
  // By a property whose name hides that of its key: device_image_scope.
  template <const auto &Value> static constexpr bool has_property() {
    return has_property<detail::key_of_t<std::decay_t<decltype(Value)>>>();
  }

  // A constant where the type says all, else what the list was made with.
  template <class Key, class V = typename detail::value_with<Key, Props..., void>::type,
            std::enable_if_t<std::is_empty_v<V>, int> = 0>
  static constexpr V get_property() {
    return {};
  }
  template <class Key, class V = typename detail::value_with<Key, Props..., void>::type,
            std::enable_if_t<std::is_class_v<V> && !std::is_empty_v<V>, int> = 0>
  constexpr V get_property() const {
    return *this;
  }
  template <class Key, class V = typename detail::value_with<Key, Props..., void>::type,
            std::enable_if_t<std::is_void_v<V>, int> = 0>
  static constexpr V get_property() {
    static_assert(has_property<Key>(), "get_property: this list does not have the property");
  }
};

template <class... P> property_list(P...) -> property_list<detail::sorted_instead_of<P, P...>...>;

} // namespace ext::oneapi

namespace detail {

// Arguments after a pointer or a value: a list, or values of properties.
template <class... V> struct list_of_arguments {
  using type = ext::oneapi::property_list_t<V...>;
};
template <class V> struct list_of_arguments<V> {
  using type = std::conditional_t<std::is_void_v<list_of_t<V>>, ext::oneapi::property_list<V>, list_of_t<V>>;
};
template <class... V> using list_of_arguments_t = typename list_of_arguments<V...>::type;

} // namespace detail

namespace ext::oneapi {

// ---- the names of sycl_ext_oneapi_properties

namespace experimental {

using oneapi::is_property_key;
using oneapi::is_property_key_of;
using oneapi::is_property_key_of_v;
using oneapi::is_property_key_v;
using oneapi::is_property_list;
using oneapi::is_property_list_v;
using oneapi::is_property_value;
using oneapi::is_property_value_of;
using oneapi::is_property_value_of_v;
using oneapi::is_property_value_v;
using oneapi::property_value;

// A class of its own, because an alias has no argument deduction before C++20.
template <class... P> class properties<property_list<P...>> : public property_list<P...> {
public:
  using property_list<P...>::property_list;
  constexpr properties() = default;
  constexpr properties(const property_list<P...> &list) : property_list<P...>(list) {}
};

template <class... P> properties(P...) -> properties<property_list_t<P...>>;
template <class... P> properties(property_list<P...>) -> properties<property_list<P...>>;

using empty_properties_t = properties<property_list<>>;

} // namespace experimental

// For programs that use both namespaces, sycl and this one: each has a property_list.
using experimental::empty_properties_t;
using experimental::properties;
} // namespace ext::oneapi
} // namespace sycl

#endif
