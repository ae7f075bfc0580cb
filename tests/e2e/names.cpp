// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of every shape, many in one file. Host and device compiler must agree on which is which, above
// all when a lambda is no kernel.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"
#include <vector>

class named;
namespace deep {
template <class T, int N> class templated;
enum class colour { red, green };
template <colour C> class coloured;
template <class...> class a_name_that_does_not_fit_into_the_name_of_a_file;
template <class T> using longer = a_name_that_does_not_fit_into_the_name_of_a_file<T, templated<T, 1>, templated<T *, 2>, templated<T **, 3>>;
using very_long = longer<longer<longer<longer<int>>>>;
} // namespace deep

// Runs a kernel that writes one number and returns the number.
template <class Launch> static int result(sycl::queue &q, Launch launch) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  launch(p);
  q.wait_and_throw();
  const int value = *p;
  sycl::free(p, q);
  return value;
}

struct functor {
  int *p;
  int value;
  void operator()() const { *p = value; }
};
namespace {
struct hidden {
  int *p;
  template <class Item> void operator()(Item) const { *p = 7; }
};
} // namespace

static void named_kernels(sycl::queue &q) {
  CHECK(result(q, [&](int *p) { q.single_task<named>([=] { *p = 1; }); }) == 1);
  CHECK(result(q, [&](int *p) { q.single_task<deep::templated<int, 3>>([=] { *p = 2; }); }) == 2);
  CHECK(result(q, [&](int *p) { q.single_task<deep::templated<long, 3>>([=] { *p = 3; }); }) == 3);
  CHECK(result(q, [&](int *p) { q.single_task<deep::coloured<deep::colour::green>>([=] { *p = 4; }); }) == 4);
  CHECK(result(q, [&](int *p) { q.single_task<class declared_here>([=] { *p = 5; }); }) == 5);
  CHECK(result(q, [&](int *p) { q.single_task<deep::longer<deep::very_long>>([=] { *p = 55; }); }) == 55);
  CHECK(result(q, [&](int *p) { q.single_task<deep::longer<deep::very_long *>>([=] { *p = 56; }); }) == 56);
  CHECK(result(q, [&](int *p) { q.single_task(functor{p, 6}); }) == 6);
  CHECK(result(q, [&](int *p) { q.parallel_for(sycl::range(1), hidden{p}); }) == 7);
  struct local {
    int *p;
    void operator()(sycl::item<1>) const { *p = 8; }
  };
  CHECK(result(q, [&](int *p) { q.parallel_for(sycl::range(1), local{p}); }) == 8);
}

// Host-only lambdas before, between and after; two kernels in one line; a kernel inside a lambda inside a
// lambda.
static void unnamed(sycl::queue &q) {
  auto host_only = [](int x) { return x + 1; };
  int *p = sycl::malloc_shared<int>(8, q);
  q.single_task([=] { p[0] = 10; });
  auto second = [&host_only](int x) { return host_only(x) + 1; };
  q.single_task([=] { p[1] = 11; });
  // clang-format off
  q.single_task([=] { p[2] = 12; }); auto third = [] { return 3; }; q.single_task([=] { p[3] = 13; });
  // clang-format on
  auto outer = [&] {
    auto inner = [&] { q.single_task([=] { p[4] = 14; }); };
    inner();
    q.single_task([=] { p[5] = 15; });
  };
  outer();
  q.submit([&](sycl::handler &h) {
    auto unused = [] { return 1; };
    h.single_task([=] { p[6] = 16; });
    CHECK(unused() == 1);
  });
  q.single_task([=] {
    auto inside = [](int x) { return x + 1; }; // a lambda of the device
    p[7] = inside(16);
  });
  q.wait();
  CHECK(second(1) == 3 && third() == 3);
  for (int i = 0; i < 8; ++i)
    CHECK(p[i] == 10 + i);
  sycl::free(p, q);
}

#define TWICE(k)                                                                                             \
  q.single_task([=] { p[k] = k; });                                                                          \
  q.single_task([=] { p[k + 1] = k + 1; })

static void from_macros(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(4, q);
  TWICE(0);
  TWICE(2);
  q.wait();
  for (int i = 0; i < 4; ++i)
    CHECK(p[i] == i);
  sycl::free(p, q);
}

// One lambda in a template is another kernel in each instance.
template <class T> static void in_template(sycl::queue &q, T value) {
  T *p = sycl::malloc_shared<T>(2, q);
  auto host_only = [=] { return value; };
  q.parallel_for(sycl::range(2), [=](auto i) { p[i] = value + static_cast<T>(sizeof(T)); });
  q.wait();
  CHECK(p[0] == host_only() + static_cast<T>(sizeof(T)) && p[1] == p[0]);
  sycl::free(p, q);
}
template <int... N> static void in_pack(sycl::queue &q, int *p) {
  (q.single_task([=] { p[N] = N * N; }), ...);
}

struct owner {
  int value;
  void run(sycl::queue &q) const {
    int *p = sycl::malloc_shared<int>(1, q);
    q.single_task([=, *this] { *p = value; });
    q.wait();
    CHECK(*p == value);
    sycl::free(p, q);
  }
  template <class T> static T run_static(sycl::queue &q) {
    T *p = sycl::malloc_shared<T>(1, q);
    q.single_task([=] { *p = T(sizeof(T)); });
    q.wait();
    T value = *p;
    sycl::free(p, q);
    return value;
  }
};

static void generic(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(12, q);
  q.parallel_for(sycl::range(12), [=](auto i) { p[i] = 1; });
  q.wait();
  q.parallel_for(sycl::range(3, 4), [=](auto item) { p[item.get_linear_id()] += static_cast<int>(item[0]); });
  q.wait();
  for (int i = 0; i < 12; ++i)
    CHECK(p[i] == 1 + i / 4);
  in_pack<0, 1, 2, 3, 4>(q, p);
  q.wait();
  for (int i = 0; i < 5; ++i)
    CHECK(p[i] == i * i);
  sycl::free(p, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    named_kernels(q);
    unnamed(q);
    from_macros(q);
    in_template<int>(q, 1);
    in_template<float>(q, 2);
    in_template<long long>(q, 3);
    in_template<unsigned char>(q, 4);
    owner{77}.run(q);
    CHECK(owner::run_static<short>(q) == 2 && owner::run_static<double>(q) == 8);
    generic(q);
  });
}
