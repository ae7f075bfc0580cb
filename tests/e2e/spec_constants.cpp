// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants: defaults, values of a group and of a bundle, in every form of kernel and of declaration.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
// RUN: %if plain-build %{ %program -fsycl-host-compiler=g++ %s -o %t.gcc && %t.gcc %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cstring>

using sycl::bundle_state;
using sycl::kernel_handler;
using sycl::specialization_id;

class AllSet;
class AtOnce;
class BesideAccessors;
class ById;
class ByQueue;
class ByQueueRange;
class ByItem;
class ByNdItem;
class ByNumber;
class Defaults;
class Idle;
class OfBundle;
class OfInput;
class Otherwise;
class Required;

struct point {
  char c = 'p'; // followed by a gap
  int x = 1;
  float y[2] = {2.5f, -3};
  constexpr bool operator==(const point &o) const { return c == o.c && x == o.x && y[0] == o.y[0] && y[1] == o.y[1]; }
};
struct alignas(32) wide {
  short v[33] = {1, 2, 3};
};

constexpr specialization_id<int> number(42);
constexpr specialization_id<int> zero;
inline constexpr specialization_id<float> real(1.5f);
constexpr specialization_id<bool> flag(true);
constexpr specialization_id<char> letter('x');
constexpr specialization_id<std::uint64_t> large(0x123456789abcdef0u);
inline constexpr specialization_id<point> place;
constexpr specialization_id<wide> padded;
constexpr specialization_id<sycl::marray<int, 3>> triple(7, 8, 9);
namespace ns {
constexpr specialization_id<int> internal(100);
inline constexpr specialization_id<int> external(200);
namespace {
constexpr specialization_id<int> hidden(300);
}
} // namespace ns
namespace {
constexpr specialization_id<int> anonymous(400);
}
struct owner {
  static constexpr specialization_id<int> member{500};
};
template <int N> inline constexpr specialization_id<int> numbered(N);
constexpr specialization_id<int> never_read(1);

// Runs a kernel that writes ints, and gives back the first.
template <class Group> static int run(sycl::queue &q, Group group) {
  int *out = sycl::malloc_shared<int>(64, q);
  std::memset(out, 0, 64 * sizeof(int));
  q.submit([&](sycl::handler &h) { group(h, out); }).wait_and_throw();
  const int first = out[0];
  sycl::free(out, q);
  return first;
}

static void defaults(sycl::queue &q) {
  CHECK(run(q, [](sycl::handler &h, int *out) {
          h.single_task<Defaults>([=](kernel_handler kh) {
            const wide w = kh.get_specialization_constant<padded>();
            const bool all = kh.get_specialization_constant<number>() == 42 && kh.get_specialization_constant<zero>() == 0 &&
                             kh.get_specialization_constant<real>() == 1.5f && kh.get_specialization_constant<flag>() &&
                             kh.get_specialization_constant<letter>() == 'x' &&
                             kh.get_specialization_constant<large>() == 0x123456789abcdef0u &&
                             kh.get_specialization_constant<place>() == point() && w.v[2] == 3 && w.v[32] == 0 &&
                             kh.get_specialization_constant<triple>()[2] == 9;
            *out = all ? kh.get_specialization_constant<ns::internal>() + kh.get_specialization_constant<ns::external>() +
                             kh.get_specialization_constant<ns::hidden>() + kh.get_specialization_constant<anonymous>() +
                             kh.get_specialization_constant<owner::member>() + kh.get_specialization_constant<numbered<5>>() +
                             kh.get_specialization_constant<numbered<6>>()
                       : -1;
          });
        }) == 1511);
}

static void all_set(sycl::queue &q) {
  CHECK(run(q, [](sycl::handler &h, int *out) {
          CHECK(h.get_specialization_constant<number>() == 42);
          h.set_specialization_constant<number>(1);
          h.set_specialization_constant<number>(-1);
          CHECK(h.get_specialization_constant<number>() == -1 && h.get_specialization_constant<real>() == 1.5f);
          h.set_specialization_constant<zero>(2);
          h.set_specialization_constant<real>(-0.25f);
          h.set_specialization_constant<flag>(false);
          h.set_specialization_constant<letter>('y');
          h.set_specialization_constant<large>(77);
          point p;
          p.x = 12;
          p.y[1] = 34;
          h.set_specialization_constant<place>(p);
          wide w;
          w.v[32] = 5;
          h.set_specialization_constant<padded>(w);
          h.set_specialization_constant<triple>({4, 5, 6});
          h.set_specialization_constant<ns::internal>(1000);
          h.set_specialization_constant<ns::external>(2000);
          h.set_specialization_constant<ns::hidden>(3000);
          h.set_specialization_constant<anonymous>(4000);
          h.set_specialization_constant<owner::member>(5000);
          h.set_specialization_constant<numbered<5>>(50);
          h.set_specialization_constant<never_read>(2);
          h.single_task<AllSet>([=](kernel_handler kh) {
            point p = kh.get_specialization_constant<place>();
            const bool all = kh.get_specialization_constant<number>() == -1 && kh.get_specialization_constant<zero>() == 2 &&
                             kh.get_specialization_constant<real>() == -0.25f && !kh.get_specialization_constant<flag>() &&
                             kh.get_specialization_constant<letter>() == 'y' && kh.get_specialization_constant<large>() == 77 &&
                             p.c == 'p' && p.x == 12 && p.y[0] == 2.5f && p.y[1] == 34 &&
                             kh.get_specialization_constant<padded>().v[32] == 5 &&
                             kh.get_specialization_constant<triple>()[0] == 4;
            *out = all ? kh.get_specialization_constant<ns::internal>() + kh.get_specialization_constant<ns::external>() +
                             kh.get_specialization_constant<ns::hidden>() + kh.get_specialization_constant<anonymous>() +
                             kh.get_specialization_constant<owner::member>() + kh.get_specialization_constant<numbered<5>>() +
                             kh.get_specialization_constant<numbered<6>>()
                       : -1;
          });
        }) == 15056);
}

// A handler goes to functions by value; which constant is asked for may depend on the work-item.
[[gnu::noinline]] static int chosen(kernel_handler kh, int which) {
  return which == 0   ? kh.get_specialization_constant<number>()
         : which == 1 ? kh.get_specialization_constant<anonymous>()
                      : kh.get_specialization_constant<ns::external>();
}

struct functor {
  int *out;
  void operator()(sycl::nd_item<1> it, kernel_handler kh) const {
    out[it.get_global_id(0)] = kh.get_specialization_constant<number>() + int(it.get_local_id(0));
  }
};

static void forms(sycl::queue &q) {
  const auto set = [](sycl::handler &h) { h.set_specialization_constant<number>(7); };
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.parallel_for<ById>(sycl::range<1>(3), [=](sycl::id<1> i, kernel_handler kh) { out[i] = chosen(kh, int(i)); });
        }) == 7);
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.parallel_for<ByItem>(sycl::range<2>(2, 3), [=](sycl::item<2> it, kernel_handler kh) {
            out[5 - it.get_linear_id()] = kh.get_specialization_constant<number>() + int(it.get_linear_id());
          });
        }) == 12);
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.parallel_for<ByNumber>(8, [=](auto i, auto kh) { out[7 - i] = kh.template get_specialization_constant<number>() * int(i); });
        }) == 49);
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.parallel_for<ByNdItem>(sycl::nd_range<1>(8, 4), functor{out});
        }) == 7);
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.parallel_for<Required>(sycl::nd_range<2>({4, 4}, {2, 4}), [=](sycl::nd_item<2> it, kernel_handler kh) [[sycl::reqd_work_group_size(2, 4)]] {
            out[15 - it.get_global_linear_id()] = kh.get_specialization_constant<number>() + int(it.get_global_linear_id());
          });
        }) == 22);
  // The kernel's attributes count as those of any other.
  if (!sycl::detail::plain_mode)
    CHECK_THROWS(nd_range, q.submit([&](sycl::handler &h) {
      h.parallel_for<Otherwise>(sycl::nd_range<1>(8, 4), [](sycl::nd_item<1>, kernel_handler) [[sycl::reqd_work_group_size(8)]] {});
    }));
#ifndef SYCC_OTHER_HOST_COMPILER
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.single_task([=](kernel_handler kh) { *out = kh.get_specialization_constant<number>() * 2; });
        }) == 14);
#endif
  // Without a group there are defaults.
  int *out = sycl::malloc_shared<int>(4, q);
  q.single_task<ByQueue>([=](kernel_handler kh) { out[0] = kh.get_specialization_constant<number>(); }).wait();
  q.parallel_for<ByQueueRange>(sycl::range<1>(3), [=](sycl::id<1> i, kernel_handler kh) { out[i + 1] = kh.get_specialization_constant<ns::internal>(); }).wait();
  CHECK(out[0] == 42 && out[1] == 100 && out[3] == 100);
  sycl::free(out, q);
  // Nothing is asked for.
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          set(h);
          h.single_task<Idle>([=](kernel_handler) { *out = 3; });
        }) == 3);
}

// With accessors in the closure, and a closure that travels in a buffer.
static void beside_accessors(sycl::queue &q) {
  std::vector<int> data(100);
  std::array<int, 300> many;
  for (int i = 0; i < 300; ++i)
    many[i] = i;
  {
    sycl::buffer<int> b(data.data(), sycl::range<1>(100));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.set_specialization_constant<ns::internal>(5);
      h.parallel_for<BesideAccessors>(sycl::range<1>(100), [=](sycl::id<1> i, kernel_handler kh) {
        a[i] = many[299 - i] + kh.get_specialization_constant<ns::internal>() * kh.get_specialization_constant<place>().x;
      });
    });
  }
  int wrong = 0;
  for (int i = 0; i < 100; ++i)
    wrong += data[i] != 299 - i + 5;
  CHECK(wrong == 0);
}

// Each command has its own values, however many are under way.
static void many_at_once(sycl::queue &q) {
  constexpr int n = 300;
  int *out = sycl::malloc_shared<int>(n, q);
  for (int i = 0; i < n; ++i)
    q.submit([&](sycl::handler &h) {
      if (i % 3)
        h.set_specialization_constant<anonymous>(i % 50);
      h.single_task<AtOnce>([=](kernel_handler kh) { out[i] = kh.get_specialization_constant<anonymous>(); });
    });
  q.wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += out[i] != (i % 3 ? i % 50 : 400);
  CHECK(wrong == 0);
  sycl::free(out, q);
}

static void bundles(sycl::queue &q) {
  const sycl::context c = q.get_context();
  const auto all = sycl::get_kernel_bundle<bundle_state::executable>(c);
  CHECK(!all.native_specialization_constant());
  if (!sycl::detail::plain_mode) {
    CHECK(all.contains_specialization_constants());
    CHECK(all.has_specialization_constant<number>() && all.has_specialization_constant<ns::hidden>());
    CHECK(!all.has_specialization_constant<never_read>());
    CHECK(all.get_specialization_constant<number>() == 42);
    CHECK(all.get_specialization_constant<never_read>() == 1);
  }
  CHECK(run(q, [&](sycl::handler &h, int *out) {
          h.use_kernel_bundle(all);
          CHECK_THROWS(invalid, h.set_specialization_constant<number>(1));
          CHECK_THROWS(invalid, h.get_specialization_constant<number>());
          h.single_task<OfBundle>([=](kernel_handler kh) { *out = kh.get_specialization_constant<number>(); });
        }) == 42);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.set_specialization_constant<number>(1);
    h.use_kernel_bundle(all);
  }));
  if (!sycl::has_kernel_bundle<bundle_state::input>(c))
    return;
  auto input = sycl::get_kernel_bundle<OfInput, bundle_state::input>(c);
  CHECK(input.get_specialization_constant<number>() == 42);
  input.set_specialization_constant<number>(9);
  input.set_specialization_constant<number>(10);
  input.set_specialization_constant<never_read>(6);
  CHECK(input.get_specialization_constant<never_read>() == 6 && !input.has_specialization_constant<never_read>());
  const auto built = sycl::build(input), joined = sycl::join(std::vector{built, all});
  CHECK(built.get_specialization_constant<number>() == 10 && joined.get_specialization_constant<number>() == 10);
  for (const auto &b : {built, joined, sycl::link(sycl::compile(input))})
    CHECK(run(q, [&](sycl::handler &h, int *out) {
            h.use_kernel_bundle(b);
            h.single_task<OfInput>([=](kernel_handler kh) { *out = kh.get_specialization_constant<number>(); });
          }) == 10);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    defaults(q);
    all_set(q);
    forms(q);
    beside_accessors(q);
    many_at_once(q);
    bundles(q);
  });
}
