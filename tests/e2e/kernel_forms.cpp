// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever form a kernel has, the attributes and properties of the function that is the kernel in the end count: in reductions, in hierarchical
// kernels, where operator() is inherited; and what clang emits no code for is not needed.
//
// RUN: %program %s -o %t && %t && env SYCC_MASK_ASPECTS=fp64 %t
// RUN: %program -O0 %s -o %t.O0 && %t.O0 && env SYCC_MASK_ASPECTS=fp64 %t.O0
#include "Inputs/check.hpp"

#include <type_traits>

namespace oneapi = sycl::ext::oneapi;
using namespace sycl;

// 0: it ran.
template <class Submit> static int refusal(queue &q, Submit submit) {
  try {
    submit();
    q.wait();
  } catch (const sycl::exception &e) {
    return e.code().value();
  }
  return 0;
}
static const int not_supported = int(errc::kernel_not_supported), wrong_range = int(errc::nd_range);

// No device is a custom one, and none has sub-groups of three or so large work-groups.
#define CUSTOM [[sycl::device_has(aspect::custom)]]
constexpr auto custom = oneapi::property_list{oneapi::device_has_v<aspect::custom>};

struct Reducing {
  template <class S> CUSTOM void operator()(nd_item<1>, S &s) const { s += 1; }
};
struct ReducingProperties {
  template <class S> void operator()(id<1>, S &s) const { s += 1; }
  static constexpr auto properties = custom;
};
struct Hierarchical {
  int *p;
  CUSTOM void operator()(group<1>) const { *p = 1; }
};
struct HierarchicalProperties {
  int *p;
  void operator()(group<1>) const { *p = 1; }
  static constexpr auto properties = custom;
};

static void reductions(queue &q, int *p) {
  const auto sum = reduction(p, plus<int>()), other = reduction(p + 1, plus<int>());
  const nd_range<1> groups(32, 16);
  CHECK(refusal(q, [&] { q.parallel_for<class R1>(groups, sum, [=](nd_item<1>, auto &s) CUSTOM { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R2>(range(32), sum, [=](id<1>, auto &s) CUSTOM { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R3>(range(32), sum, other, [=](id<1>, auto &s, auto &) CUSTOM { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R4>(groups, sum, [=](nd_item<1>, auto &s) [[sycl::reqd_sub_group_size(3)]] { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R5>(groups, sum, [=](nd_item<1>, auto &s) [[sycl::reqd_work_group_size(8)]] { s += 1; }); }) == wrong_range);
  CHECK(refusal(q, [&] { q.parallel_for<class R6>(range(32), sum, [=](id<1>, auto &s) [[sycl::reqd_work_group_size(1 << 20)]] { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R7>(groups, sum, Reducing()); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R8>(range(32), sum, ReducingProperties()); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R9>(range(32), custom, sum, [=](id<1>, auto &s) { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R10>(groups, custom, sum, other, [=](nd_item<1>, auto &s, auto &) { s += 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class R11>(range(32), sum, [=](id<1>, auto &s, kernel_handler) CUSTOM { s += 1; }); }) == not_supported);
}

static void reductions_that_run(queue &q) {
  int *p = malloc_shared<int>(1, q);
  const auto sum = reduction(p, plus<int>());
  const nd_range<1> groups(32, 16);
  *p = 0;
  q.parallel_for<class R12>(groups, oneapi::property_list{oneapi::work_group_size_v<16>}, sum, [=](nd_item<1>, auto &s) { s += 1; }).wait();
  CHECK(*p == 32);
  // The groups of a reduction over a range are nobody's business.
  q.parallel_for<class R13>(range(8, 4), sum, [=](id<2>, auto &s) [[sycl::reqd_work_group_size(2, 2)]] { s += 1; }).wait();
  q.parallel_for<class R14>(range(8, 4), oneapi::property_list{oneapi::work_group_size_v<2, 2>}, sum, [=](id<2>, auto &s) { s += 1; }).wait();
  CHECK(*p == 96);
  sycl::free(p, q);
}

template <class Name, class... Args> static int hierarchical(queue &q, const Args &...args) {
  return refusal(q, [&] { q.submit([&](handler &h) { h.parallel_for_work_group<Name>(range<1>(2), args...); }); });
}

static void hierarchical_kernels(queue &q, int *p) {
  const range<1> local(8);
  CHECK(hierarchical<class H1>(q, local, [=](group<1>) CUSTOM { *p = 1; }) == not_supported);
  CHECK(hierarchical<class H2>(q, [=](group<1>) [[sycl::reqd_sub_group_size(3)]] { *p = 1; }) == not_supported);
  CHECK(hierarchical<class H3>(q, local, [=](group<1>) [[sycl::reqd_work_group_size(4)]] { *p = 1; }) == wrong_range);
  CHECK(hierarchical<class H4>(q, local, [=](group<1>) [[sycl::reqd_work_group_size(1 << 20)]] { *p = 1; }) == not_supported);
  CHECK(hierarchical<class H5>(q, local, Hierarchical{p}) == not_supported);
  CHECK(hierarchical<class H6>(q, local, HierarchicalProperties{p}) == not_supported);
  CHECK(hierarchical<class H7>(q, custom, [=](group<1>) { *p = 1; }) == not_supported);
  CHECK(hierarchical<class H8>(q, local, custom, [=](group<1>) { *p = 1; }) == not_supported);
  *p = 0;
  CHECK(hierarchical<class H9>(q, local, [=](group<1> g) [[sycl::reqd_work_group_size(8)]] {
          g.parallel_for_work_item([&](h_item<1> it) { p[it.get_global_id(0)] = 3; });
        }) == 0);
  CHECK(p[0] == 3 && p[15] == 3);
}

struct Base {
  int *p;
  CUSTOM void operator()() const { *p = 1; }
};
struct Derived : Base {};
struct Using : Base {
  using Base::operator();
  void operator()(int) const {}
};
template <class T> struct Crtp {
  CUSTOM void operator()() const { static_cast<const T *>(this)->body(); }
};
struct OfCrtp : Crtp<OfCrtp> {
  int *p;
  void body() const { *p = 2; }
};
template <class... L> struct overloaded : L... { using L::operator()...; };
template <class... L> overloaded(L...) -> overloaded<L...>;

static void inherited(queue &q, int *p) {
  CHECK(refusal(q, [&] { q.single_task(Derived{{p}}); }) == not_supported);
  CHECK(refusal(q, [&] { q.single_task(Using{{p}}); }) == not_supported);
  OfCrtp crtp;
  crtp.p = p;
  CHECK(refusal(q, [&] { q.single_task(crtp); }) == not_supported);
  auto two = overloaded{[=](id<1>) CUSTOM { *p = 1; }, [=](int, int) {}};
  CHECK(refusal(q, [&] { q.parallel_for<class Overloaded>(range(4), two); }) == not_supported);
  auto also = overloaded{[=](id<1>) { *p = 1; }, [=](int, int) CUSTOM {}};
  CHECK(refusal(q, [&] { q.parallel_for<class OtherOverloaded>(range(4), also); }) == 0);
}

// A size that the device does not have is one thing, a range with another size is another.
static void sizes(queue &q, int *p) {
  constexpr auto large = oneapi::property_list{oneapi::work_group_size_v<1 << 20>};
  for (size_t n : {16, 1 << 20}) {
    CHECK(refusal(q, [&] { q.parallel_for<class S1>(nd_range<1>(n, n), [=](nd_item<1>) [[sycl::reqd_work_group_size(1 << 20)]] { *p = 1; }); }) == not_supported);
    CHECK(refusal(q, [&] { q.parallel_for<class S2>(nd_range<1>(n, n), large, [=](nd_item<1>) { *p = 1; }); }) == not_supported);
    CHECK(refusal(q, [&] { q.parallel_for<class S3>(range<1>(n), [=](id<1>) [[sycl::reqd_work_group_size(size_t(1) << 32)]] { *p = 1; }); }) == not_supported);
  }
  CHECK(refusal(q, [&] { q.single_task<class S4>([=]() [[sycl::reqd_work_group_size(1ull << 40)]] { *p = 1; }); }) == not_supported);
  CHECK(refusal(q, [&] { q.parallel_for<class S5>(nd_range<3>({1, 1, 1}, {1, 1, 1}), oneapi::property_list{oneapi::work_group_size_v<1ull << 33, 1ull << 33, 4>},
                                                  [=](nd_item<3>) { *p = 1; }); }) == not_supported);
}

template <class T> T twice(T x) {
  if (std::is_same<T, double>::value) {
    double d = double(x);
    return T(d + d);
  }
  return x + x;
}
template <class T> float by_size(T x) {
  if (sizeof(T) == 8)
    return float(twice<double>(x));
  return sizeof(T) == 8 ? float(twice<double>(x)) : x;
}
template <int N> float by_number(float x) {
  switch (N) {
  case 1:
    return float(twice<double>(x));
  default:
    break;
  }
  return N == 1 && twice<double>(x) > 1 ? 0 : x;
}

// What follows a jump is not reached. The constant is a place on the stack that nobody reads.
template <class T> float returned(T x) {
  constexpr double two = 2;
  if (sizeof(T) == 4)
    return x * float(two);
  double d = double(x);
  return float(twice(d));
}
template <int N> float in_cases(float x) {
  switch (N) {
  case 2: return x;
  default: {
    double d = x;
    x = float(d);
  }
  }
  return x + 1;
}
static float continued(float x) {
  for (int i = 0; i < 2; i++) {
    if (x > 1)
      continue;
    else
      break;
    double d = x;
    x = float(d);
  }
  return x;
}
// Here a jump leads behind the jump.
static float jumped(float x) {
  if (x > 1)
    goto wide;
  return x;
wide:
  return float(twice(double(x)));
}

static void behind_jumps(queue &q, int *p) {
  float *f = reinterpret_cast<float *>(p);
  *f = 1;
  q.single_task<class J1>([=] { *f = returned(*f); }).wait();
  q.single_task<class J2>([=] { *f = in_cases<2>(*f); }).wait();
  q.single_task<class J3>([=] { *f = continued(*f); }).wait();
  CHECK(*f == 2);
  const int expected = q.get_device().has(aspect::fp64) ? 0 : not_supported;
  CHECK(refusal(q, [&] { q.single_task<class J4>([=] { *f = in_cases<1>(*f); }); }) == expected);
  CHECK(refusal(q, [&] { q.single_task<class J5>([=] { *f = jumped(*f); }); }) == expected);
}

// A wrapper that takes any arguments and deduces its result: a call with one argument too many is an error inside of it.
template <class F> struct Forwarding {
  F f;
  template <class... Args> auto operator()(Args... args) const { return f(args...); }
};

static void wrapped(queue &q, int *p) {
  auto plain = [=](auto) { *p = 7; };
  auto refused = [=](auto) CUSTOM { *p = 8; };
  auto task = [=] { p[1] = 9; };
  q.parallel_for<class W1>(range(4), Forwarding<decltype(plain)>{plain}).wait();
  q.parallel_for<class W2>(nd_range<1>(4, 2), Forwarding<decltype(plain)>{plain}).wait();
  q.single_task<class W3>(Forwarding<decltype(task)>{task}).wait();
  CHECK(*p == 7 && p[1] == 9);
  CHECK(refusal(q, [&] { q.parallel_for<class W4>(range(4), Forwarding<decltype(refused)>{refused}); }) == not_supported);
}

static void dead_branches(queue &q, int *p) {
  float *f = reinterpret_cast<float *>(p);
  *f = 1;
  q.single_task<class D1>([=] { *f = twice(*f); }).wait();
  q.single_task<class D2>([=] { *f = by_size(*f); }).wait();
  q.single_task<class D3>([=] { *f = by_number<2>(*f); }).wait();
  q.single_task<class D4>([=] {
     if (false)
       *f = float(double(*f) * 3.0);
   }).wait();
  CHECK(*f == 2);
  const bool refuses = !q.get_device().has(aspect::fp64);
  CHECK(refusal(q, [&] { q.single_task<class D5>([=] { *f = by_number<1>(*f); }); }) == (refuses ? not_supported : 0));
}

static void test(queue &q) {
  if (!q.get_device().has(aspect::usm_shared_allocations))
    return;
  int *p = malloc_shared<int>(64, q);
  reductions(q, p);
  hierarchical_kernels(q, p);
  inherited(q, p);
  sizes(q, p);
  dead_branches(q, p);
  behind_jumps(q, p);
  wrapped(q, p);
  sycl::free(p, q);
}

int main() {
  return on_every_device(test) | on_every_device(reductions_that_run);
}
