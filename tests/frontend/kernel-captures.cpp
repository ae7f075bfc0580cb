// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a function object may hold. The error is at the capture, says which member it is about and why; the rest
// of such a kernel is not looked at.
// RUN: %device -isystem %include -ferror-limit=0 -fsyntax-only -Wno-everything -Xclang -verify %s
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <sycl/sycl.hpp>
#include <tuple>
#include <variant>
#include <vector>

struct Wide { int x; long double wide; };
struct Deep { int x; Wide in[2]; };
struct Destructed { int x; ~Destructed() {} };
struct Copied { int x = 0; Copied() = default; Copied(const Copied &o) : x(o.x) {} };
struct Assigned { int x = 0; Assigned() = default; Assigned(const Assigned &) = default; Assigned &operator=(const Assigned &) { return *this; } };
struct Polymorphic { int x = 0; virtual void f() {} };
struct VirtualBase : virtual Wide {};
struct Plain { int x; float y[3]; struct { char c; } nested; int *pointer; int (*function)(int); };
struct HoldsReference { int &r; int x; };
struct HoldsText { int x; struct { std::string text; } inner; };
struct HoldsAccessor { sycl::accessor<int, 1> a; int x; };
struct Zero { int x; int none[0]; };
struct FromText : std::string { int x; };

struct Promised { int x = 0; Promised() = default; Promised(const Promised &o) : x(o.x) {} ~Promised() {} };
template <> struct sycl::is_device_copyable<Promised> : std::true_type {};
template <class T> struct Wrapper { T x{}; Wrapper() = default; Wrapper(const Wrapper &o) : x(o.x) {} };
template <class T> struct sycl::is_device_copyable<Wrapper<T>> : sycl::is_device_copyable<T> {};
struct Denied { int x = 0; Denied() = default; Denied(const Denied &o) : x(o.x) {} };
template <> struct sycl::is_device_copyable<Denied> { static constexpr bool value = false; };
struct [[clang::annotate("sycl_detail::special", "of a kind")]] Special { int x = 0; ~Special() {} };
struct HoldsPromised { Promised p; std::tuple<int, Promised> more; };

struct ByReference { // expected-note {{in kernel 'ByReference'}}
  int *p;
  int &r; // expected-error {{SYCL kernel cannot have the member 'r' of type 'int &': it is a reference into host memory}}
  void operator()() const { *p = r; }
};
struct WithText { // expected-note {{in kernel 'WithText'}}
  std::string s; // expected-error {{SYCL kernel cannot have the member 's' of type 'std::string': it is not device copyable (strings}}
  void operator()() const {}
};
struct WithDestructor { // expected-error {{SYCL kernel cannot be an object of type 'WithDestructor': it is not device copyable, it has a destructor of its own (specialise sycl::is_device_copyable}} expected-note {{in kernel 'WithDestructor'}}
  ~WithDestructor() {}
  void operator()() const {}
};
struct WithBase : // expected-note {{in kernel 'WithBase'}}
                  Wide { // expected-error {{SYCL kernel cannot have the base class 'Wide': its member 'wide' of type 'long double' is of a type that devices lack}}
  void operator()() const {}
};
struct PromisedKernel {
  std::shared_ptr<int> kept;
  int *p;
  void operator()() const { *p = 1; }
};
template <> struct sycl::is_device_copyable<PromisedKernel> : std::true_type {};
struct GoodKernel {
  sycl::accessor<int, 1> a;
  Plain plain;
  HoldsPromised promised;
  void operator()() const { a[0] = plain.x + promised.p.x; }
};
struct NotConst { // expected-note {{in kernel 'NotConst'}}
  int *p;
  void operator()() { *p = 1; } // expected-error {{SYCL kernel cannot have an 'operator()' that is not const: work-items share the function object}}
};
struct BothConst {
  int *p;
  void operator()() { throw 1; }
  void operator()() const { *p = 1; }
};

struct Object {
  int n = 1;
  void implicitly(sycl::queue &q, int *p) {
    q.single_task([=] { // expected-note {{in kernel}}
      *p = n; // expected-error {{SYCL kernel cannot capture 'this': the object is in host memory (capture '*this', or copy what you need into local variables)}}
    });
  }
  void explicitly(sycl::queue &q, int *p) {
    q.single_task([this, p] { *p = n; }); // expected-error {{SYCL kernel cannot capture 'this'}} expected-note {{in kernel}}
  }
  void by_value(sycl::queue &q, int *p) {
    q.single_task([=, *this] { *p = n; });
    q.single_task([p, n = n] { *p = n; });
  }
};
struct TextObject {
  std::string text;
  void by_value(sycl::queue &q, int *p) {
    q.single_task([p, *this] { *p = 1; }); // expected-error {{SYCL kernel cannot capture '*this' of type 'TextObject': its member 'text' of type 'std::string' is not device copyable}} expected-note {{in kernel}}
  }
};
struct GoodObject {
  int n = 1;
  void by_value(sycl::queue &q, int *p) { q.single_task([=, *this] { *p = n; }); }
};

template <class T> void generic(sycl::queue &q, T value, int *p) {
  q.single_task([=] { *p = sizeof(value) + value.size(); }); // expected-error {{SYCL kernel cannot capture 'value' of type 'std::vector<int>'}} expected-note {{in kernel}}
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q), x = 1;
  sycl::buffer<int> buffer(1);
  sycl::unsampled_image<1> image(sycl::image_format::r8g8b8a8_sint, 1);
  std::vector<int> v;
  std::string s;
  std::pair<int, std::string> pair;
  std::optional<std::string> optional;
  std::variant<int, std::vector<int>> variant;
  std::array<std::string, 2> array;
  std::unique_ptr<int> unique;
  Deep deep; Destructed destructed; Copied copied; Assigned assigned; Polymorphic polymorphic; Denied denied;
  HoldsReference reference{x, 1}; HoldsText text; Zero zero; Wrapper<std::string> wrapped; VirtualBase virtual_base;
  std::string strings[2]; long double wide = 1;

  q.single_task([=] { *p = v[0]; }); // expected-error {{SYCL kernel cannot capture 'v' of type 'std::vector<int>': it is not device copyable (strings and containers of the standard library live in host memory; use an accessor or USM)}} expected-note {{in kernel}}
  q.single_task([=] { *p = s.size() + s.find('a'); }); // expected-error {{cannot capture 's' of type 'std::string': it is not device copyable}} expected-note {{in kernel}}
  q.single_task([=, &x] { *p = x; }); // expected-error {{SYCL kernel cannot capture 'x' by reference: it is in host memory (capture it by value, with [=])}} expected-note {{in kernel}}
  q.single_task([&] { *p = x; }); // expected-error {{cannot capture 'p' by reference}} expected-error {{cannot capture 'x' by reference}} expected-note 2 {{in kernel}}
  q.single_task([=, &y = x] { *p = y; }); // expected-error {{cannot capture 'y' by reference}} expected-note {{in kernel}}
  q.single_task<class Named>([&x] { x = 1; }); // expected-error {{cannot capture 'x' by reference}} expected-note {{in kernel 'Named'}}
  q.single_task([=] { *p = wide; }); // expected-error {{cannot capture 'wide' of type 'long double': it is of a type that devices lack}} expected-note {{in kernel}}
  q.single_task([=] { *p = deep.x; }); // expected-error {{cannot capture 'deep' of type 'Deep': its member 'in.wide' of type 'long double' is of a type that devices lack}} expected-note {{in kernel}}
  q.single_task([=] { *p = zero.x; }); // expected-error {{cannot capture 'zero' of type 'Zero': its member 'none' of type 'int[0]' is of a type that devices lack}} expected-note {{in kernel}}
  q.single_task([=] { *p = destructed.x; }); // expected-error {{cannot capture 'destructed' of type 'Destructed': it is not device copyable, it has a destructor of its own (specialise sycl::is_device_copyable if a copy of its bytes is good enough)}} expected-note {{in kernel}}
  q.single_task([=] { *p = copied.x; }); // expected-error {{cannot capture 'copied' of type 'Copied': it is not device copyable, it has a copy or move constructor of its own (}} expected-note {{in kernel}}
  q.single_task([=] { *p = assigned.x; }); // expected-error {{cannot capture 'assigned' of type 'Assigned': it is not device copyable, it has an assignment operator of its own (}} expected-note {{in kernel}}
  q.single_task([=] { *p = polymorphic.x; }); // expected-error-re {{cannot capture 'polymorphic' of type 'Polymorphic': it is not device copyable, it has virtual functions{{$}}}} expected-note {{in kernel}}
  q.single_task([=] { *p = virtual_base.x; }); // expected-error-re {{cannot capture 'virtual_base' of type 'VirtualBase': it is not device copyable, it has virtual bases{{$}}}} expected-note {{in kernel}}
  q.single_task([=] { *p = denied.x; }); // expected-error {{cannot capture 'denied'}} expected-note {{in kernel}}
  q.single_task([=] { *p = reference.x; }); // expected-error {{cannot capture 'reference' of type 'HoldsReference': its member 'r' of type 'int &' is a reference into host memory}} expected-note {{in kernel}}
  q.single_task([=] { *p = text.x; }); // expected-error {{cannot capture 'text' of type 'HoldsText': its member 'inner.text' of type 'std::string' is not device copyable (}} expected-note {{in kernel}}
  q.single_task([=] { *p = strings[0].size(); }); // expected-error {{cannot capture 'strings' of type 'std::string[2]': it is not device copyable (}} expected-note {{in kernel}}
  q.single_task([=] { *p = pair.first; }); // expected-error-re {{cannot capture 'pair' of type 'std::pair<int, std::string>': it holds 'std::{{.*}}', which is not device copyable (}} expected-note {{in kernel}}
  q.single_task([=] { *p = optional.has_value(); }); // expected-error-re {{cannot capture 'optional' of type 'std::optional<std::string>': it holds 'std::{{.*}}', which}} expected-note {{in kernel}}
  q.single_task([=] { *p = variant.index(); }); // expected-error {{cannot capture 'variant' of type 'std::variant<int, std::vector<int>>': it holds 'std::vector<int>', which}} expected-note {{in kernel}}
  q.single_task([=] { *p = array.size(); (void)array; }); // expected-error {{cannot capture 'array' of type 'std::array<std::string, 2>': it holds}} expected-note {{in kernel}}
  q.single_task([=] { *p = wrapped.x.size(); }); // expected-error {{cannot capture 'wrapped' of type 'Wrapper<std::string>'}} expected-note {{in kernel}}
  q.single_task([=] { (void)buffer; }); // expected-error {{cannot capture 'buffer' of type 'sycl::buffer<int>': it belongs to the host (capture an accessor to it)}} expected-note {{in kernel}}
  q.single_task([=] { (void)image; }); // expected-error {{cannot capture 'image' of type 'sycl::unsampled_image<1>': it belongs to the host (capture an accessor to it)}} expected-note {{in kernel}}
  q.single_task([=] { (void)q; }); // expected-error {{cannot capture 'q' of type 'sycl::queue': it belongs to the host}} expected-note {{in kernel}}
  q.single_task([=]() mutable { *p = ++x; }); // expected-error {{SYCL kernel cannot be a 'mutable' lambda: work-items share the function object}} expected-note {{in kernel}}
  q.parallel_for(8, [=](sycl::id<1>) mutable { *p = 1; }); // expected-error {{SYCL kernel cannot be a 'mutable' lambda}} expected-note {{in kernel}}
  auto inner = [=] { return v[0]; }; // expected-error {{SYCL kernel cannot capture 'v' of type 'std::vector<int>'}}
  q.single_task([=] { *p = inner(); }); // expected-note {{in kernel}}
  generic(q, v, p);
  Object().implicitly(q, p);
  Object().explicitly(q, p);
  TextObject().by_value(q, p);
  q.single_task(ByReference{p, x});
  q.single_task(WithText{});
  q.single_task(WithDestructor());
  q.single_task(WithBase());
  q.single_task(NotConst{p});

  // Good ones.
  Plain plain{}; Promised promised; Wrapper<int> number; HoldsPromised holds; std::tuple<int, float> tuple; std::pair<int, Promised> good;
  std::optional<int> maybe; Special special; std::array<Promised, 2> promises; const int constant = 4; int list[3] = {};
  GoodObject().by_value(q, p);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h);
    auto pixels = image.get_access<sycl::int4, sycl::access_mode::read>(h);
    HoldsAccessor with{a, 1};
    sycl::local_accessor<int, 1> local(4, h);
    h.single_task([=] {
      (void)local;
      a[0] = with.a[0] + with.x + plain.x + promised.x + number.x + holds.p.x + std::get<0>(tuple) + good.first + *maybe + pixels.read(0)[0];
      *p = promises[1].x + constant + list[1] + special.x;
      auto here = [&] { return *p; };
      *p = here();
    });
  });
  q.submit([&](sycl::handler &h) { h.single_task(GoodKernel{sycl::accessor(buffer, h), plain, holds}); });
  q.single_task(PromisedKernel{nullptr, p});
  q.single_task(BothConst{p});
  auto helper = [=](int n) { return n + constant; };
  q.single_task([=] { *p = helper(1); });
}
