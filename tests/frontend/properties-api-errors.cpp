// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes with compile-time properties are told in a sentence, by the device and by the host compiler.
// RUN: %clangxx -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %device -std=c++17 -I%include -fsyntax-only -ferror-limit=0 -Wno-unknown-attributes -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;

struct foo {
  static constexpr const char *meta_name = "sycl-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;
struct priority {
  using key_t = priority;
  int level;
};

struct Functor {
  void operator()() const {}
  static constexpr auto properties = property_list{sub_group_size_v<16>};
};

// ---- lists

// expected-error@*:* {{a property stands twice in one list}}
auto twice = property_list{foo_v<1>, sub_group_size_v<8>, foo_v<2>};
// expected-error@*:* {{the arguments of property_list<...> are out of order: write property_list{...} or property_list_t<...>, which sort them}}
property_list<sub_group_size::value_t<8>, foo::value_t<1>> unsorted;
// expected-error@*:* {{a property list is made of values of properties, such as sub_group_size_v<32>}}
auto number = property_list{42};
// expected-error@*:* {{get_property: this list does not have the property}}
void missing() { property_list<foo::value_t<1>>::get_property<sub_group_size>(); }

// ---- values; clang can't make a constant of a class with an error
// expected-error@*:* 5 {{must be initialized by a constant expression}}

// expected-error@*:* {{sub_group_size: a sub-group has at least one work-item}}
auto no_items = sub_group_size_v<0>;
// expected-error@*:* {{work_group_size: a work-group has at least one work-item}}
auto no_rows = work_group_size_v<4, 0>;
// expected-error@*:* {{work_group_size: one size for each dimension of the range, so one to three}}
auto too_many = work_group_size_v<1, 2, 3, 4>;
// expected-error@*:* {{alignment: a power of two}}
auto uneven = alignment_v<12>;
// expected-error@*:* {{buffer_location: memories are counted from 0}}
auto nowhere = buffer_location_v<-1>;

// ---- what they are about

// expected-error@*:* 5 {{a property in this list means nothing here: some are about kernels, some about accessors}}
void places(sycl::queue &q) { q.single_task<class Aliased>(property_list{no_alias_v}, [=] {}); }
void run_time_value(sycl::queue &q) { q.single_task<class Uninitialised>(property_list{sycl::no_init}, [=] {}); }
sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::device, sycl::access::placeholder::true_t,
               property_list_t<sub_group_size::value_t<8>>> *sized_pointer;
unsigned sized = sizeof(*sized_pointer);
unsigned scoped = sizeof(annotated_ptr<int, property_list_t<device_image_scope::value_t>>);
device_global<int, property_list_t<no_offset::value_t>> without_offset;

// expected-error@*:* {{a pointer with the property `alignment` cannot move, since it would not be aligned; p + n has the other properties}}
void moves(annotated_ptr<int, property_list_t<alignment::value_t<16>>> p) { p++; }

// ---- kernels

void kernels(sycl::queue &q) {
  // expected-error@*:* {{two lists have the same property with different values: those of a launch and of its kernel function}}
  q.single_task<class Conflict>(property_list{sub_group_size_v<32>}, Functor());
  // expected-error@*:* 3 {{a property of this kernel has another number of dimensions than its range: work_group_size}}
  q.parallel_for<class Flat>(sycl::range<2>(8, 8), property_list{work_group_size_v<8>}, [=](sycl::id<2>) {});
  q.parallel_for<class Deep>(sycl::nd_range<1>(8, 8), property_list{work_group_size_hint_v<2, 4>},
                             [=](sycl::nd_item<1>) {});
  q.single_task<class Task>(property_list{work_group_size_v<1, 1>}, [=] {});
}

// ---- objects

// expected-error@*:* {{this class takes only properties that are known to the device compiler by a meta_name}}
// expected-error@*:* 0+ {{no member named 'meta_name' in 'priority'}}
annotated_ptr<int, property_list<priority>> *pointer_to_one = nullptr;
int *of_it = pointer_to_one->get();
// expected-error@*:* {{these are not the properties of this type}}
annotated_ptr<int, property_list_t<foo::value_t<1>>> other(of_it, foo_v<2>);
