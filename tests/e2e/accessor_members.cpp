// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors inside struct members, base classes and arrays: the compiler has to find each in the closure.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"
#include <array>
#include <vector>

using reader = sycl::accessor<int, 1, sycl::access_mode::read>;
using writer = sycl::accessor<int, 1, sycl::access_mode::write>;

struct inner {
  char padding = 1;
  reader in;
};
struct pair {
  short weight;
  inner nested;
  writer out;
  int scale(size_t i) const { return nested.in[i] * weight; }
};
struct derived : inner {
  writer out;
  derived(reader r, writer w) : inner{1, r}, out(w) {}
};
struct only_base : inner { // no accessor among its own members
  int extra;
};
template <class In, int Count> struct table {
  In column[Count];
  int row;
};
// A functor that is a kernel itself, with accessors as members.
struct adder {
  std::array<reader, 2> in;
  writer out;
  void operator()(sycl::id<1> i) const { out[i] = in[0][i] + in[1][i]; }
};

static void test(sycl::queue &q) {
  constexpr size_t N = 37;
  std::vector<int> a(N), b(N), member(N), base(N), array(N), functor(N), mixed(N), inherited(N);
  for (size_t i = 0; i < N; ++i) {
    a[i] = static_cast<int>(i);
    b[i] = static_cast<int>(1000 * i);
  }
  {
    sycl::buffer A(a), B(b), M(member), D(base), R(array), F(functor), X(mixed), I(inherited);
    q.submit([&](sycl::handler &h) {
      pair p{3, {1, reader(A, h)}, writer(M, h)};
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { p.out[i] = p.scale(i[0]); });
    });
    q.submit([&](sycl::handler &h) {
      derived d(reader(B, h), writer(D, h));
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { d.out[i] = d.in[i] + d.padding; });
    });
    q.submit([&](sycl::handler &h) {
      only_base o{{1, reader(B, h)}, 5};
      writer out(I, h);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) { out[i] = o.in[i] + o.extra; });
    });
    q.submit([&](sycl::handler &h) {
      reader in[3] = {reader(A, h), reader(B, h), reader(A, h)};
      writer out(R, h);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
        int sum = 0;
        for (int k = 0; k < 3; ++k)
          sum += in[k][i];
        out[i] = sum;
      });
    });
    q.submit([&](sycl::handler &h) {
      adder f{{reader(A, h), reader(B, h)}, writer(F, h)};
      h.parallel_for(sycl::range(N), f);
    });
    q.submit([&](sycl::handler &h) {
      // Arrays of structs that hold arrays; the same buffer more than once; the index is known at run time
      // only.
      table<reader, 2> t[2] = {{{reader(A, h), reader(B, h)}, 1}, {{reader(B, h), reader(B, h)}, 2}};
      writer out(X, h);
      h.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
        out[i] = t[i[0] % 2].column[i[0] % 3 == 0 ? 0 : 1][i] * t[1].row;
      });
    });
  }
  for (size_t i = 0; i < N; ++i) {
    const int k = static_cast<int>(i);
    CHECK(member[i] == 3 * k);
    CHECK(base[i] == 1000 * k + 1);
    CHECK(inherited[i] == 1000 * k + 5);
    CHECK(array[i] == 1002 * k);
    CHECK(functor[i] == 1001 * k);
    CHECK(mixed[i] == 2 * (k % 2 == 0 && k % 3 == 0 ? k : 1000 * k));
  }
}

int main() {
  return on_every_device(test);
}
