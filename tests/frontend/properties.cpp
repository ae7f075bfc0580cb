// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The four attributes for properties, with packs as the headers use them, and every type of value. The
// properties are defined here: the front end knows none of them.
// RUN: %device -std=c++20 -O0 -S -emit-llvm %s -o %t.ll -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=%t.h
// RUN: FileCheck %s --input-file=%t.ll
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=MEMBER
// RUN: %device -std=c++20 -O0 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s --check-prefix=MEMBER
// RUN: FileCheck %s --input-file=%t.h --check-prefix=HEADER
// RUN: %device -std=c++20 -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefixes=O2,MEMBER
#include "Inputs/mini.hpp"

enum Color : bool { red, green };
enum class Big : unsigned long { most = ~0ul };
struct Trio { unsigned char a[2]; bool b; };
struct Sizes { size_t v[3]; };
template <class T> struct Nested { T inner; char c; };
#define PROPERTY(Key, Name, ...) struct Key { static constexpr const char *meta_name = Name; static constexpr __VA_ARGS__; }
PROPERTY(Foo, "sycl-foo", int meta_value = 32);
PROPERTY(None, "sycl-none", const char *meta_value = "");
PROPERTY(Text, "text", auto meta_value = "a \"b\" c");
PROPERTY(Negative, "negative", long meta_value = -5);
PROPERTY(Unsigned, "unsigned", unsigned long long meta_value = ~0ull);
PROPERTY(Double, "double", double meta_value = 2.5);
PROPERTY(Float, "float", float meta_value = 1e10f);
PROPERTY(Bool, "bool", bool meta_value = true);
PROPERTY(Char, "char", char meta_value = 'x');
PROPERTY(Byte, "byte", signed char meta_value = -5);
PROPERTY(Octet, "octet", unsigned char meta_value = 65);
PROPERTY(Wide, "wide", char32_t meta_value = U'\u00e9');
PROPERTY(Enum, "enum", Color meta_value = green);
PROPERTY(Scoped, "scoped", Big meta_value = Big::most);
PROPERTY(Group, "group", Sizes meta_value = {{4, 5, 6}});
PROPERTY(Row, "row", signed char meta_value[2] = {-1, 127});
PROPERTY(Letters, "letters", char meta_value[] = "abc");
PROPERTY(High, "high", char meta_value = '\xfe');
PROPERTY(Deep, "deep", Nested<Trio> meta_value = {{{'a', 'b'}, false}, 'z'});

#define NAMES_AND_VALUES P::meta_name..., P::meta_value...
template <class T, class... P> class [[__sycl_detail__::add_ir_global_variable_attributes(NAMES_AND_VALUES)]] Global {
public:
  T v;
};
template <class T, class... P> struct [[__sycl_detail__::add_ir_kernel_parameter_attributes(NAMES_AND_VALUES)]] Pointer {
  T *ptr [[__sycl_detail__::add_ir_member_annotation(NAMES_AND_VALUES)]];
};
template <class T, class... P> struct [[__sycl_detail__::__add_ir_kernel_parameter_attributes__(NAMES_AND_VALUES)]] Value {
  T a;
  int b;
};
template <class... P>
struct SPECIAL("accessor") [[__sycl_detail__::add_ir_kernel_parameter_attributes(NAMES_AND_VALUES)]] Acc {
  int *data;
  void *access;
};

// CHECK-DAG: @all_kinds = {{.*}}addrspace(1) {{.*}} #[[KINDS:[0-9]+]]
// CHECK-DAG: attributes #[[KINDS]] = { "bool"="true" "byte"="-5" "char"="x" "deep"="97,98,false,z" "double"="2.500000" "enum"="1" "float"="10000000000.000000" "group"="4,5,6" "high"="-2" "letters"="abc" "negative"="-5" "octet"="65" "row"="-1,127" "scoped"="18446744073709551615" "sycl-foo"="32" "sycl-none" "text"="a \22b\22 c" "unsigned"="18446744073709551615" "wide"="\C3\A9" }
extern const Global<int, Foo, None, Text, Negative, Unsigned, Double, Float, Bool, Char, Byte, Octet, Wide, Enum, Scoped, Group, Deep, Row, Letters, High> all_kinds;
const Global<int, Foo, None, Text, Negative, Unsigned, Double, Float, Bool, Char, Byte, Octet, Wide, Enum, Scoped, Group, Deep, Row, Letters, High> all_kinds{};
// CHECK-DAG: @_ZL5array = {{.*}} [2 x [3 x %class.Global{{.*}}]] {{.*}} #[[FOO:[0-9]+]]
// CHECK-DAG: attributes #[[FOO]] = { "sycl-foo"="32" }
static const Global<int, Foo> array[2][3] = {};
// Other uses of the type: nothing happens.
struct Holds { Global<int, Foo> g; };
// CHECK-DAG: @_ZL6member = internal addrspace(1) constant %struct.Holds zeroinitializer, align 4{{$}}
static const Holds member{};
// CHECK-DAG: @_ZL8no_props = internal addrspace(1) constant %class.Global{{[.0-9]*}} zeroinitializer, align 4{{$}}
static const Global<int> no_props{};

// CHECK-DAG: define {{.*}}@_Z8functioni(i32 noundef %0) #[[FUNCTION:[0-9]+]]
// CHECK-DAG: attributes #[[FUNCTION]] = {{.*}} "one"="1" {{.*}}"two"="zwei"
[[__sycl_detail__::add_ir_function_attributes("one", "two", 1, "zwei")]] SYCL_EXTERNAL int function(int x) { return x; }

template <class Name, class Kernel, class... P>
ENTRY_POINT(Name) [[__sycl_detail__::add_ir_function_attributes(NAMES_AND_VALUES)]] void entry_with(Kernel kernel, P...) {}
template <class Kernel, class... P> struct Wrapper {
  Kernel kernel;
  [[__sycl_detail__::add_ir_function_attributes(NAMES_AND_VALUES)]] void operator()() const { kernel(); }
};
template <class Name, class... P> struct Launch {
  template <class Kernel> ENTRY_POINT(Name)
  [[__sycl_detail__::add_ir_function_attributes(NAMES_AND_VALUES)]] static void entry(Kernel kernel) { kernel(); }
};
class Params; class OnEntry; class OnWrapper; class NoProps;

void submit(Accessor plain, Acc<Foo, None> acc, Acc<> bare, Pointer<int, None, Foo> p, Value<double, Group> v,
            Value<int> not_decorated, Pointer<int, Foo> many[2]) {
  struct { int pad; Pointer<int, Bool> inside[2]; } deep{};
  // CHECK-DAG: define {{.*}}@_ZTS6Params(ptr byval({{.*}}) align 8 %0, ptr addrspace(1) %1, ptr addrspace(1) "sycl-foo"="32" "sycl-none" %2, ptr addrspace(1) %3, ptr addrspace(1) "sycl-foo"="32" "sycl-none" %4, ptr byval({ [2 x i64] }) align 8 "group"="4,5,6" %5, ptr addrspace(1) "bool"="true" %6, ptr addrspace(1) "bool"="true" %7)
  // HEADER: = {{[{][{]}}0, 0, 104}, {2, 0, 16}, {2, 16, 16}, {2, 32, 16}, {5, 48, 8}, {4, 56, 16}, {5, 88, 8}, {5, 96, 8{{[}][}]}};
  // O2-DAG: define {{.*}}@_ZTS6Params(
  go<Params>([=] {
    plain[0] = acc.data[0] + bare.data[0] + *p.ptr + v.b + not_decorated.b + *deep.inside[1].ptr + (&all_kinds)[*p.ptr].v +
               array[*p.ptr][1].v + (&member)[*p.ptr].g.v + (&no_props)[*p.ptr].v;
  });
  // CHECK-DAG: define {{.*}}@_ZTS7OnEntry({{.*}} #[[ENTRY:[0-9]+]]
  // CHECK-DAG: attributes #[[ENTRY]] = {{.*}} "sycl-foo"="32" {{.*}} "sycl-none" {{.*}}
  auto kernel = [=] { plain[0] = 1; };
  Launch<OnEntry, Foo, None>::entry(kernel);
  // CHECK-DAG: define {{.*}}@_ZTS9OnWrapper({{.*}} #[[WRAPPER:[0-9]+]]
  // CHECK-DAG: attributes #[[WRAPPER]] = {{.*}} "group"="4,5,6" {{.*}}
  go<OnWrapper>(Wrapper<decltype(kernel), Group>{kernel});
}

// The member annotation, whatever the optimisation.
// MEMBER-DAG: c"sycl-properties:sycl-none,sycl-foo=32\00", section "llvm.metadata"
// MEMBER-DAG: call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) {{.*}}, ptr addrspace(1) @.str, {{.*}}, ptr addrspace(1) null)
