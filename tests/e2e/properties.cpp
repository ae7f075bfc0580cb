// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compile-time properties change what a compiler knows, and nothing of what a program does: kernels with
// properties in both forms, accessors, annotated pointers, and a property that only this file knows.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"
#include <vector>

namespace oneapi = sycl::ext::oneapi;
using oneapi::properties;

struct foo {
  static constexpr const char *meta_name = "sycl-foo";
  template <int N> using value_t = oneapi::property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;

static constexpr size_t count = 96;

struct scale {
  int *data;
  int factor;
  void operator()(sycl::id<1> i) const { data[i] *= factor; }
  static constexpr auto properties = oneapi::property_list{foo_v<1>};
};

// Each work-item finds its place in a group that has the size the property asks for.
static void kernels(sycl::queue &q) {
  int *data = sycl::malloc_shared<int>(count, q);
  const auto start = q.parallel_for(count, properties{foo_v<32>}, [=](sycl::id<1> i) { data[i] = int(i); });
  const auto scaled = q.submit([&](sycl::handler &h) {
    h.depends_on(start);
    h.parallel_for(count, scale{data, 2});
  });
  q.parallel_for(sycl::nd_range<2>({4, 24}, {2, 8}), scaled,
                 properties{oneapi::work_group_size_v<2, 8>, foo_v<3>},
                 [=](sycl::nd_item<2> it) {
                   data[it.get_global_linear_id()] +=
                       it.get_local_range(0) == 2 && it.get_local_range(1) == 8 ? 1 : 1000;
                 })
      .wait();
  q.single_task(properties{foo_v<4>}, [=] { data[0] = -1; }).wait();
  CHECK(data[0] == -1);
  for (size_t i = 1; i < count; ++i)
    CHECK(data[i] == int(2 * i) + 1);
  sycl::free(data, q);
}

struct holder {
  char padding;
  sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::device, sycl::access::placeholder::false_t,
                 oneapi::property_list_t<oneapi::no_alias::value_t, foo::value_t<7>>>
      in;
};

static void accessors(sycl::queue &q) {
  std::vector<int> in(count), out(count);
  for (size_t i = 0; i < count; ++i)
    in[i] = int(i);
  {
    sycl::buffer from(in), to(out);
    q.submit([&](sycl::handler &h) {
      const holder held{1,
                        sycl::accessor(from, h, sycl::read_only, properties{foo_v<7>, oneapi::no_alias_v})};
      sycl::accessor w(to, h, sycl::write_only, properties{oneapi::no_alias_v, sycl::no_init});
      h.parallel_for(count, [=](sycl::id<1> i) { w[i] = held.in[i] + held.padding; });
    });
  }
  for (size_t i = 0; i < count; ++i)
    CHECK(out[i] == int(i) + 1);
}

struct arguments {
  int before;
  oneapi::annotated_arg<int, oneapi::property_list_t<foo::value_t<2>>> by;
  oneapi::annotated_ptr<int, oneapi::property_list_t<oneapi::alignment::value_t<4>, foo::value_t<3>>> to;
};

static void annotated(sycl::queue &q) {
  int *data = sycl::malloc_shared<int>(count, q);
  const oneapi::annotated_ptr p(data, oneapi::restrict_v, foo_v<32>);
  q.parallel_for(count, [=](sycl::id<1> i) { p[i] = int(i); }).wait();
  const arguments all{5, 7, data};
  q.parallel_for(count, [=](sycl::item<1> i) {
     *(all.to + i.get_linear_id()) += all.by + all.before;
   }).wait();
  for (size_t i = 0; i < count; ++i)
    CHECK(data[i] == int(i) + 12);
  sycl::free(data, q);
}

static void test(sycl::queue &q) {
  accessors(q);
  if (!q.get_device().has(sycl::aspect::usm_shared_allocations))
    return;
  kernels(q);
  annotated(q);
}

int main() {
  return on_every_device(test);
}
