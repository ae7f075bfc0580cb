// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL's attributes in all spellings, on all kinds of declarations. Numbered cases: see Inputs/annotations.py.
// The attributes are looked at wherever they stand, also where they mean nothing.
// DEFINE: %{quiet} = -Xclang -plugin-arg-sycc-frontend -Xclang warning=no-sycl-attributes
// RUN: %device -fsyntax-only -Werror -Wall -Wno-unused %{quiet} -Xclang -ast-dump %s > %t.device
// RUN: %host -fsyntax-only -Werror -Wall -Wno-unused %{quiet} -Xclang -ast-dump %s > %t.host
// RUN: python3 %S/Inputs/annotations.py %s < %t.device
// RUN: python3 %S/Inputs/annotations.py %s --host < %t.host
// REQUIRES: python3
#include "Inputs/mini.hpp"
using sycl::aspect;
typedef float float4 __attribute__((ext_vector_type(4)));
template <class T, int N> struct vec {};
constexpr int twice(int n) { return 2 * n; }
template <int A, int B> struct Pair { static constexpr int sum = A + B; };
struct First { static constexpr const char *name = "first"; static constexpr int value = 1; };
struct Second { static constexpr const char *name = "second"; static constexpr int value = 2; };

// ---- spellings and arguments ----
[[sycl::device_has(aspect::fp16, aspect::fp64)]] void f1(); // 1: FunctionDecl f1: sycl::device_has 5 6
[[sycl::device_has]] void f2(); // 2: FunctionDecl f2: sycl::device_has
[[sycl::device_has()]] void f3(); // 3: FunctionDecl f3: sycl::device_has
[[sycl::reqd_work_group_size(4, 5, 6)]] void f4(); // 4: FunctionDecl f4: sycl::reqd_work_group_size 4 5 6
[[sycl::work_group_size_hint(5)]] void f5(); // 5: FunctionDecl f5: sycl::work_group_size_hint 5
[[sycl::reqd_sub_group_size(twice(3))]] void f6(); // 6: FunctionDecl f6: sycl::reqd_sub_group_size 6
[[sycl::vec_type_hint(float4)]] void f7(); // 7: FunctionDecl f7: sycl::vec_type_hint float4*
[[sycl::vec_type_hint(vec<const int, (2 > 1)>)]] void f8(); // 8: FunctionDecl f8: sycl::vec_type_hint vec<constint,(2>1)>*
[[sycl::vec_type_hint(unsigned short)]] void f9(); // 9: FunctionDecl f9: sycl::vec_type_hint unsignedshort*
[[intel::named_sub_group_size(automatic)]] void f10(); // 10: FunctionDecl f10: intel::named_sub_group_size automatic
[[intel::named_sub_group_size(primary)]] void f11(); // 11: FunctionDecl f11: intel::named_sub_group_size primary
[[intel::kernel_args_restrict]] void f12(); // 12: FunctionDecl f12: intel::kernel_args_restrict
[[sycl_detail::uses_aspects(aspect::cpu)]] void f13(); // 13: FunctionDecl f13: sycl_detail::uses_aspects 1
[[__sycl_detail__::__uses_aspects__(aspect::cpu)]] void f14(); // 14: FunctionDecl f14: sycl_detail::uses_aspects 1
[[__sycl_detail__::add_ir_function_attributes("a", "b", 1, -2)]] void f15(); // 15: FunctionDecl f15: sycl_detail::add_ir_function_attributes a b 1 -2
[[sycl::__reqd_sub_group_size__(16)]] void f16(); // 16: FunctionDecl f16: sycl::reqd_sub_group_size 16
[[using sycl: reqd_sub_group_size(17), device_has(aspect::cpu)]] void f17(); // 17: FunctionDecl f17: sycl::reqd_sub_group_size 17; sycl::device_has 1
[[using __sycl_detail__: uses_aspects(aspect::fp64)]] void f18(); // 18: FunctionDecl f18: sycl_detail::uses_aspects 6
[[sycl::reqd_sub_group_size(Pair<9, 10>::sum)]] void f19(); // 19: FunctionDecl f19: sycl::reqd_sub_group_size 19
[[sycl::reqd_sub_group_size(([] { int n = 20; return n; })())]] void f20(); // 20: FunctionDecl f20: sycl::reqd_sub_group_size 20
<:<:sycl::reqd_sub_group_size(21):>:> void f21(); // 21: FunctionDecl f21: sycl::reqd_sub_group_size 21

// ---- lists ----
[[nodiscard, sycl::reqd_sub_group_size(22)]] int f22(); // 22: FunctionDecl f22: sycl::reqd_sub_group_size 22; WarnUnusedResultAttr
[[sycl::reqd_sub_group_size(23), nodiscard, gnu::cold]] int f23(); // 23: FunctionDecl f23: sycl::reqd_sub_group_size 23; WarnUnusedResultAttr; ColdAttr
[[gnu::aligned(8), sycl::reqd_sub_group_size(24), deprecated("a, b]]")]] void f24(); // 24: FunctionDecl f24: sycl::reqd_sub_group_size 24; AlignedAttr; DeprecatedAttr
[[nodiscard]] [[sycl::reqd_sub_group_size(25)]] [[gnu::cold]] [[sycl::device_has()]] int f25(); // 25: FunctionDecl f25: sycl::reqd_sub_group_size 25; sycl::device_has; WarnUnusedResultAttr; ColdAttr
[[]] [[sycl::reqd_sub_group_size(26)]] [[]] void f26(); // 26: FunctionDecl f26: sycl::reqd_sub_group_size 26
[[, sycl::reqd_sub_group_size(27), ,]] void f27(); // 27: FunctionDecl f27: sycl::reqd_sub_group_size 27
[[using gnu: cold, aligned(8)]] [[sycl::reqd_sub_group_size(28)]] void f28(); // 28: FunctionDecl f28: sycl::reqd_sub_group_size 28; ColdAttr; AlignedAttr
[[sycl::reqd_sub_group_size(29)]] __attribute__((cold)) void f29(); // 29: FunctionDecl f29: sycl::reqd_sub_group_size 29; ColdAttr
__attribute__((cold)) [[sycl::reqd_sub_group_size(30)]] void f30(); // 30: FunctionDecl f30: sycl::reqd_sub_group_size 30; ColdAttr
struct alignas(16) [[sycl_detail::uses_aspects(aspect::fp16)]] S31 {}; // 31: CXXRecordDecl S31: sycl_detail::uses_aspects 5; AlignedAttr
struct [[sycl_detail::uses_aspects(aspect::fp16)]] alignas(16) S32 {}; // 32: CXXRecordDecl S32: sycl_detail::uses_aspects 5; AlignedAttr

// ---- macros ----
#define WHOLE(n) [[sycl::reqd_sub_group_size(n)]]
#define OPEN [[
#define SCOPE sycl
#define NAME reqd_sub_group_size
#define ATTRIBUTE(n) sycl::reqd_sub_group_size(n)
#define ARGUMENTS 37
#define PASTED(n) sycl::reqd_##n##_group_size
WHOLE(33) void f33(); // 33: FunctionDecl f33: sycl::reqd_sub_group_size 33
OPEN sycl::reqd_sub_group_size(34)]] void f34(); // 34: FunctionDecl f34: sycl::reqd_sub_group_size 34
[[SCOPE::NAME(35)]] void f35(); // 35: FunctionDecl f35: sycl::reqd_sub_group_size 35
[[nodiscard, ATTRIBUTE(36)]] int f36(); // 36: FunctionDecl f36: sycl::reqd_sub_group_size 36; WarnUnusedResultAttr
[[sycl::reqd_sub_group_size(ARGUMENTS)]] void f37(); // 37: FunctionDecl f37: sycl::reqd_sub_group_size 37
[[PASTED(sub)(38)]] void f38(); // 38: FunctionDecl f38: sycl::reqd_sub_group_size 38
#define annotate no
#define clang no
[[sycl::reqd_sub_group_size(39)]] void f39() WHOLE(39); // 39: FunctionDecl f39: sycl::reqd_sub_group_size 39
#undef annotate
#undef clang

// ---- places in a declaration ----
void [[]] f40 [[sycl::reqd_sub_group_size(40)]] (); // 40: FunctionDecl f40: sycl::reqd_sub_group_size 40
void f41() [[sycl::reqd_sub_group_size(41)]]; // 41: FunctionDecl f41: sycl::reqd_sub_group_size 41
void f42() noexcept [[sycl::reqd_sub_group_size(42)]] {} // 42: FunctionDecl f42: sycl::reqd_sub_group_size 42
void f43() noexcept(noexcept(f42())) [[sycl::reqd_sub_group_size(43)]]; // 43: FunctionDecl f43: sycl::reqd_sub_group_size 43
void f44() throw() [[sycl::device_has()]] [[sycl::reqd_sub_group_size(44)]] {} // 44: FunctionDecl f44: sycl::device_has; sycl::reqd_sub_group_size 44
[[sycl::reqd_sub_group_size(45)]] auto f45(int (*p)(int)) -> int (*)(int) { return p; } // 45: FunctionDecl f45: sycl::reqd_sub_group_size 45
extern "C" [[sycl::reqd_sub_group_size(46)]] void f46(); // 46: FunctionDecl f46: sycl::reqd_sub_group_size 46
[[sycl::reqd_sub_group_size(47)]] static inline constexpr int f47(int a[2]) { return a[0]; } // 47: FunctionDecl f47: sycl::reqd_sub_group_size 47
[[sycl::reqd_sub_group_size(48)]] void f48() { void inner [[sycl::device_has()]] (); } // 48: FunctionDecl f48: sycl::reqd_sub_group_size 48
namespace { void f49() { [[sycl::reqd_sub_group_size(49)]] void inner(); } } // 49: FunctionDecl inner: sycl::reqd_sub_group_size 49; sycl::device_has

// ---- members ----
struct Base {
  virtual ~Base() = default;
  virtual void f50() [[sycl::reqd_sub_group_size(50)]] = 0; // 50: CXXMethodDecl f50: sycl::reqd_sub_group_size 50
  virtual void f51() {}
  virtual void f52() const noexcept {}
};
struct Class : Base {
  int x, y[2];
  [[sycl_detail::add_ir_member_annotation("alias", 53)]] int f53; // 53: FieldDecl f53: sycl-properties:alias=53
  [[sycl::reqd_sub_group_size(54)]] Class() : x(1), y{} {} // 54: CXXConstructorDecl Class: sycl::reqd_sub_group_size 54; sycl::reqd_sub_group_size 55; sycl::reqd_sub_group_size 57; sycl::device_has
  Class(int) [[sycl::reqd_sub_group_size(55)]] : x(1), y{1} {}
  ~Class() noexcept [[sycl::reqd_sub_group_size(56)]] {} // 56: CXXDestructorDecl ~Class: sycl::reqd_sub_group_size 56
  explicit Class(double) [[sycl::reqd_sub_group_size(57)]] try : x(2), y{} {} catch (...) {}
  Class(const Class &) [[sycl::device_has()]] = default;
  void f50() [[sycl::reqd_sub_group_size(58)]] override {} // 58: CXXMethodDecl f50: sycl::reqd_sub_group_size 58; OverrideAttr
  void f51() [[sycl::reqd_sub_group_size(51)]] override final; // 51: CXXMethodDecl f51: sycl::reqd_sub_group_size 51; FinalAttr
  void f52() const noexcept [[sycl::reqd_sub_group_size(52)]] override {} // 52: CXXMethodDecl f52: sycl::reqd_sub_group_size 52; OverrideAttr
  operator int() const [[sycl::reqd_sub_group_size(59)]] { return x; } // 59: CXXConversionDecl operator int: sycl::reqd_sub_group_size 59
  [[sycl::reqd_sub_group_size(60)]] explicit operator bool() const { return x; } // 60: CXXConversionDecl operator bool: sycl::reqd_sub_group_size 60
  int &operator[](int i) noexcept [[sycl::reqd_sub_group_size(61)]] { return y[i]; } // 61: CXXMethodDecl operator[]: sycl::reqd_sub_group_size 61
  void operator()(int) const & [[sycl::reqd_sub_group_size(62)]] {} // 62: CXXMethodDecl operator(): sycl::reqd_sub_group_size 62
  [[sycl::reqd_sub_group_size(63)]] void operator()() const && {} // 63: CXXMethodDecl operator(): sycl::reqd_sub_group_size 63
  bool operator<(const Class &c) const volatile && [[sycl::reqd_sub_group_size(64)]]; // 64: CXXMethodDecl operator<: sycl::reqd_sub_group_size 64
  friend void f65() [[sycl::reqd_sub_group_size(65)]]; // 65: FunctionDecl f65: sycl::reqd_sub_group_size 65
  [[sycl::reqd_sub_group_size(66)]] friend void f66() {} // 66: FunctionDecl f66: sycl::reqd_sub_group_size 66
  [[sycl::reqd_sub_group_size(67)]] static void f67(); // 67: CXXMethodDecl f67: sycl::reqd_sub_group_size 67
  void f68();
  void f69(int = Pair<1, 2>::sum) [[sycl::reqd_sub_group_size(69)]] { body(); } // 69: CXXMethodDecl f69: sycl::reqd_sub_group_size 69
  void body();
  void f71() [[sycl::reqd_sub_group_size(71)]] = delete; // 71: CXXMethodDecl f71: sycl::reqd_sub_group_size 71
};
[[sycl::reqd_sub_group_size(68)]] void Class::f68() {} // 68: CXXMethodDecl f68: sycl::reqd_sub_group_size 68
void Class::f51() [[sycl::device_has(aspect::cpu)]] {} // 72: CXXMethodDecl f51: sycl::device_has 1

// ---- classes ----
struct [[sycl_detail::uses_aspects(aspect::fp16)]] S73 {}; // 73: CXXRecordDecl S73: sycl_detail::uses_aspects 5
class [[sycl_detail::uses_aspects(aspect::fp64)]] S74 final : S73 {}; // 74: CXXRecordDecl S74: sycl_detail::uses_aspects 6; FinalAttr
union [[nodiscard, sycl_detail::uses_aspects(aspect::cpu)]] S75 { int a; }; // 75: CXXRecordDecl S75: sycl_detail::uses_aspects 1; WarnUnusedResultAttr
struct Outer { struct [[__sycl_detail__::__add_ir_kernel_parameter_attributes__("n", 76)]] S76 {}; }; // 76: CXXRecordDecl S76: sycl_detail::add_ir_kernel_parameter_attributes n 76
struct [[__sycl_detail__::add_ir_global_variable_attributes("n", "77")]] S77; // 77: CXXRecordDecl S77: sycl_detail::add_ir_global_variable_attributes n 77

// ---- templates ----
template <int N> [[sycl::reqd_sub_group_size(N)]] void f78() {}
template void f78<78>(); // 78: FunctionDecl f78: sycl::reqd_sub_group_size 78
template <int N> void f79() noexcept [[sycl::reqd_sub_group_size(N)]] {}
template <> [[sycl::reqd_sub_group_size(790)]] void f79<1>() noexcept {}
template <> void f79<2>() noexcept [[sycl::reqd_sub_group_size(791)]] {}
template void f79<79>(); // 79: FunctionDecl f79: sycl::reqd_sub_group_size 79; sycl::reqd_sub_group_size 790; sycl::reqd_sub_group_size 791
template <aspect... A> [[sycl::device_has(A...)]] void f80() {}
template void f80<aspect::fp16, aspect::cpu>(); // 80: FunctionDecl f80: sycl::device_has 5 1
template <aspect... A> void f81() [[sycl::device_has(A...)]] {}
template void f81<aspect::fp64>(); // 81: FunctionDecl f81: sycl::device_has 6
template <class T> [[sycl::vec_type_hint(vec<T, 4>)]] void f82() {}
template void f82<float>(); // 82: FunctionDecl f82: sycl::vec_type_hint vec<float,4>*
template <class... P> struct S83 {
  [[__sycl_detail__::add_ir_function_attributes(P::name..., P::value...)]] void f83() const {}
};
template struct S83<First, Second>; // 83: CXXMethodDecl f83: sycl_detail::add_ir_function_attributes first second 1 2
template <class... P> struct S84 {
  template <int... N> void f84() const [[sycl::reqd_work_group_size(N..., P::value...)]] {}
};
template void S84<First>::f84<3, 4>() const; // 84: CXXMethodDecl f84: sycl::reqd_work_group_size 3 4 1
template <class... P> struct S85 { [[__sycl_detail__::add_ir_member_annotation(P::name..., P::value...)]] int f85; };
template struct S85<Second, First>; // 85: FieldDecl f85: sycl-properties:second=2,first=1
template <class T> struct [[sycl_detail::uses_aspects(static_cast<aspect>(T::value))]] S86 {};
template struct S86<Second>; // 86: ClassTemplateSpecializationDecl S86: sycl_detail::uses_aspects 2
template <class T> struct S87 { void run() [[sycl::reqd_sub_group_size(sizeof(T))]]; };
template <class T> void S87<T>::run() {}
template struct S87<char[87]>; // 87: CXXMethodDecl run: sycl::reqd_sub_group_size 87

// ---- behind the name; that of operator() has parentheses ----
void f88 [[sycl::reqd_sub_group_size(88)]] (int); // 88: FunctionDecl f88: sycl::reqd_sub_group_size 88
struct S89 {
  void operator() [[sycl::reqd_sub_group_size(89)]] (int) const {} // 89: CXXMethodDecl operator(): sycl::reqd_sub_group_size 89
  int operator[] [[sycl::reqd_sub_group_size(90)]] (int) const { return 0; } // 90: CXXMethodDecl operator[]: sycl::reqd_sub_group_size 90
  template <class T> int operator() [[nodiscard, sycl::reqd_sub_group_size(91)]] (T *) const { return 0; }
};
template int S89::operator()<int>(int *) const; // 91: CXXMethodDecl operator(): sycl::reqd_sub_group_size 91; WarnUnusedResultAttr
struct S92 { void operator()() [[sycl::reqd_sub_group_size(92)]]; }; // 92: CXXMethodDecl operator(): sycl::reqd_sub_group_size 92
