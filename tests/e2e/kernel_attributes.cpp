// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and properties count in whatever form the kernel comes: each of these is refused, as no device has what it wants.
//
// RUN: %program -O1 %s -o %t && %t
#include "Inputs/check.hpp"

using namespace sycl;
namespace oneapi = sycl::ext::oneapi;
#define RARE [[sycl::device_has(aspect::accelerator)]]

struct Generic {
  int *p;
  template <class I> RARE void operator()(I) const { *p = 1; }
};
struct Base {
  int *p;
  RARE void operator()(nd_item<1>) const { *p = 1; }
};
struct Derived : Base {};
struct Deep : Derived {};
struct Private : private Base {
  using Base::operator();
  Private(int *p) : Base{p} {}
};
template <class T> struct TemplateBase {
  T *p;
  [[sycl::reqd_sub_group_size(7)]] void operator()(nd_item<1>) const { *p = 1; }
};
struct OfTemplate : TemplateBase<int> {};
struct Overloaded {
  int *p;
  RARE void operator()(item<1>) const { *p = 1; }
  void operator()(int) const { *p = 2; }
};
struct Declared {
  int *p;
  RARE void operator()(id<1>) const;
};
inline void Declared::operator()(id<1>) const { *p = 1; }
template <class D> struct Crtp {
  void operator()(id<1> i) const { static_cast<const D *>(this)->body(i); }
};
struct Body : Crtp<Body> {
  int *p;
  RARE void body(id<1>) const { *p = 1; }
};
template <class F> struct Forwarding {
  F f;
  template <class... A> void operator()(A... a) const { f(a...); }
};
template <class F> Forwarding(F) -> Forwarding<F>;
template <int N> struct Sized {
  int *p;
  [[sycl::reqd_sub_group_size(N)]] void operator()(nd_item<1>) const { *p = 1; }
};
template <aspect... A> struct Listed {
  int *p;
  [[sycl::device_has(A...)]] void operator()() const { *p = 1; }
};

static void function_objects(queue &q, int *p) {
  const range<1> r(4);
  const nd_range<1> nd(4, 4);
  Body body;
  body.p = p;
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Generic1>(r, Generic{p}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Generic2>(nd, Generic{p}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, Deep{{{p}}}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, Private{p}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, OfTemplate{{p}}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(r, Overloaded{p}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(r, Declared{p}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(r, body));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, Forwarding{Base{p}}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for(nd, Sized<7>{p}));
  CHECK_THROWS(kernel_not_supported, q.single_task(Listed<aspect::cpu, aspect::accelerator>{p}));
  q.single_task(Listed<>{p}).wait();
}

struct WithHandler {
  RARE void operator()(kernel_handler) const {}
  RARE void operator()(id<1>, kernel_handler) const {}
  RARE void operator()(group<2>, kernel_handler) const {}
  template <class S> RARE void operator()(nd_item<1>, S &, kernel_handler) const {}
};
struct TwoSums {
  template <class A, class B> RARE void operator()(nd_item<1>, A &, B &) const {}
};
struct Inherits : TwoSums {};
struct Properties {
  template <class S> void operator()(item<1>, S &) const {}
  auto get(oneapi::experimental::properties_tag) const { return oneapi::properties{oneapi::device_has_v<aspect::accelerator>}; }
};

static void wrapped(queue &q, int *p) {
  const range<1> r(4);
  const nd_range<1> nd(4, 4);
  const auto sum = [&](int i) { return reduction(p + i, plus<int>()); };
  CHECK_THROWS(kernel_not_supported, q.single_task<class Handler1>(WithHandler{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Handler2>(r, WithHandler{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Handler3>(nd, sum(0), WithHandler{}));
  CHECK_THROWS(kernel_not_supported, q.submit([&](handler &h) { h.parallel_for_work_group<class Handler4>(range<2>(1, 2), range<2>(2, 1), WithHandler{}); }));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Sums1>(nd, sum(0), sum(1), TwoSums{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Sums2>(nd, sum(0), sum(1), Inherits{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Sums3>(r, sum(0), sum(1), [=](auto, auto &...s) RARE { ((s += 1), ...); }));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Sums4>(r, sum(0), Properties{}));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class Sums5>(nd, oneapi::property_list{oneapi::sub_group_size_v<7>}, sum(0), sum(1), [=](nd_item<1>, auto &, auto &) {}));
}

constexpr int larger(const int &a, const int &b) { return a > b ? a : b; }

// A kernel's attributes may name local constants, which the kernel does not capture by that.
template <int N> void local_constants(queue &q, int *p) {
  constexpr int size = N, sizes[] = {N, 2};
  constexpr struct { int x; } pair = {N};
  constexpr aspect rare = aspect::accelerator;
  const int plain = 8;
  q.parallel_for<class Local1>(nd_range<1>(8, 8), [=](nd_item<1>) [[sycl::reqd_work_group_size(size)]] { *p = 1; }).wait();
  q.parallel_for<class Local2>(nd_range<2>({8, 2}, {8, 2}), [=](nd_item<2>) [[sycl::reqd_work_group_size(sizes[0], sizes[1])]] { *p = 2; }).wait();
  q.parallel_for<class Local3>(nd_range<1>(8, 8), [p](nd_item<1>) [[sycl::reqd_work_group_size(pair.x)]] { *p = 3; }).wait();
  q.parallel_for<class Local4>(nd_range<1>(8, 8), [p](nd_item<1>) [[sycl::reqd_work_group_size((plain))]] { *p = 4; }).wait();
  q.parallel_for<class Local7>(nd_range<1>(8, 8), [p](nd_item<1>) [[sycl::reqd_work_group_size(larger(size, larger(1, sizes[1])))]] { *p += 0; }).wait();
  CHECK(*p == 4);
  CHECK_THROWS(nd_range, q.parallel_for<class Local5>(nd_range<1>(8, 4), [=](nd_item<1>) [[sycl::reqd_work_group_size(size)]] { *p = 5; }));
  CHECK_THROWS(kernel_not_supported, q.single_task<class Local6>([=]() [[sycl::device_has(rare)]] { *p = 6; }));
}

// Specialization constants in a hierarchical kernel.
constexpr specialization_id<int> five(5);

static void handlers_in_groups(queue &q, int *p) {
  q.submit([&](handler &h) {
     h.set_specialization_constant<five>(7);
     h.parallel_for_work_group<class Constant>(range<1>(2), range<1>(2), [=](group<1> g, kernel_handler k) {
       const int value = k.get_specialization_constant<five>();
       g.parallel_for_work_item([&](h_item<1> i) { p[i.get_global_id(0)] = value; });
     });
   }).wait();
  CHECK(p[0] == 7 && p[3] == 7);
}

int main() {
  return on_every_device([](queue &q) {
    int *p = malloc_shared<int>(4, q);
    function_objects(q, p);
    wrapped(q, p);
    local_constants<8>(q, p);
    handlers_in_groups(q, p);
    free(p, q);
  });
}
