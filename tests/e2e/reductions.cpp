// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions in parallel_for: over ranges and nd_ranges of 1 to 3 dimensions and many sizes, into USM and buffers, several
// at once, operations with and without an identity that is known, beginning anew and not.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %program -O0 %s -o %t && %t
// RUN: env SYCC_CPU_THREADS=192 SYCC_DEVICE_SELECTOR='native_cpu:*' %t many-threads
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

#include <array>
#include <vector>

using namespace sycl;

template <class...> class Name;

static int number(size_t i) { return static_cast<int>(i * 31 % 101) - 7; }

template <int D> static range<D> shape(size_t n);
template <> range<1> shape(size_t n) { return {n}; }
template <> range<2> shape(size_t n) { return {3, n}; }
template <> range<3> shape(size_t n) { return {2, n, 5}; }
template <int D> static size_t linear(item<D> it) { return it.get_linear_id(); }

// Sum, least and largest at once.
template <int D> static void ranges(queue &q, size_t size) {
  const range<D> r = shape<D>(size);
  const size_t n = r.size();
  long sum = 1000;
  int least = known_identity_v<minimum<>, int>, largest = -100;
  for (size_t i = 0; i < n; ++i) {
    sum += number(i);
    least = number(i) < least ? number(i) : least;
    largest = number(i) > largest ? number(i) : largest;
  }
  long *s = malloc_shared<long>(1, q);
  int *m = malloc_shared<int>(2, q);
  *s = 1000, m[0] = -50, m[1] = -100;
  q.parallel_for<Name<range<D>>>(r, reduction(s, plus<>()), reduction(m, minimum<>(), property::reduction::initialize_to_identity()),
                                 reduction(m + 1, maximum<int>()), [=](item<D> it, auto &sum, auto &least, auto &largest) {
                                   const int x = number(linear(it));
                                   sum += x;
                                   least.combine(x);
                                   largest.combine(x);
                                 })
      .wait();
  CHECK(*s == sum && m[0] == least && m[1] == largest);
  free(s, q), free(m, q);
}

template <int D> static void nd_ranges(queue &q, range<D> groups, range<D> size) {
  const range<D> all = groups * size;
  unsigned bits = 0, expected = 0;
  float total = 0, expected_total = 0;
  for (size_t i = 0; i < all.size(); ++i)
    expected ^= static_cast<unsigned>(i * i), expected_total += static_cast<float>(i % 4);
  {
    buffer<unsigned> b(&bits, 1);
    buffer<float> t(&total, 1);
    q.submit([&](handler &h) {
      auto xors = reduction(b, h, bit_xor<>());
      auto sums = reduction(t, h, plus<float>());
      h.parallel_for<Name<nd_range<D>>>(nd_range<D>(all, size), xors, sums, [=](nd_item<D> it, auto &x, auto &s) {
        const size_t i = it.get_global_linear_id();
        x ^= static_cast<unsigned>(i * i);
        s += static_cast<float>(i % 4);
      });
    });
  }
  CHECK(bits == expected && total == expected_total);
}

// The operation is the user's: nobody knows its identity. Some work-items contribute nothing.
static void own(queue &q, size_t n) {
  struct pair {
    int value;
    unsigned where;
  };
  auto later = [](const pair &a, const pair &b) { return b.value > a.value || (b.value == a.value && b.where > a.where) ? b : a; };
  pair expected = {-1000, 0};
  for (size_t i = 0; i < n; ++i)
    if (i % 3)
      expected = later(expected, {number(i), unsigned(i)});
  pair *p = malloc_shared<pair>(2, q);
  p[0] = p[1] = {-1000, 0};
  q.parallel_for<Name<pair, int>>(range<1>(n), reduction(p, later), [=](id<1> i, auto &r) {
     if (i[0] % 3)
       r.combine({number(i[0]), unsigned(i[0])});
   }).wait();
  q.parallel_for<Name<pair, long>>(nd_range<1>((n + 6) / 7 * 7, 7), reduction(p + 1, pair{-1000, 0}, later), [=](nd_item<1> it, auto &r) {
     const size_t i = it.get_global_id(0);
     if (i < n && i % 3)
       r.combine({number(i), unsigned(i)});
   }).wait();
  CHECK(p[0].value == expected.value && p[0].where == expected.where && p[1].value == expected.value && p[1].where == expected.where);
  free(p, q);
}

// Spans: each work-item adds to one of several values, beside a reduction of another kind.
template <class Item> static size_t number_of(const Item &it) {
  if constexpr (std::is_same_v<Item, nd_item<1>>)
    return it.get_global_linear_id();
  else
    return it.get_linear_id();
}
// No copies, and results of the type itself: of a reducer, of one element of it, of the operations on either.
template <class R> constexpr bool stays_where_it_is =
    !std::is_copy_constructible_v<R> && !std::is_move_constructible_v<R> && !std::is_copy_assignable_v<R> && !std::is_move_assignable_v<R>;
template <class R> static void check_types(R &r) {
  static_assert(stays_where_it_is<R>);
  if constexpr (R::dimensions == 0) {
    static_assert(std::is_same_v<decltype(r.combine(1)), R &> && std::is_same_v<decltype(r += 1), R &> && std::is_same_v<decltype(++r), R &>);
  } else {
    using element = std::remove_reference_t<decltype(r[0])>;
    static_assert(stays_where_it_is<element> && element::dimensions == 0);
    static_assert(std::is_same_v<decltype(r[0].combine(1)), element &> && std::is_same_v<decltype(r[0] += 1), element &>);
    auto named = r[0];
    named += 0;
  }
}

template <class Range> static void spans(queue &q, const Range &r, size_t n) {
  constexpr size_t bins = 7;
  using item_type = std::conditional_t<std::is_same_v<Range, nd_range<1>>, nd_item<1>, item<1>>;
  int *h = malloc_shared<int>(bins, q), *total = malloc_shared<int>(1, q);
  float *top = malloc_shared<float>(2, q);
  for (size_t i = 0; i < bins; ++i)
    h[i] = 100;
  *total = 0, top[0] = -1, top[1] = 1e9f;
  const auto larger = [](float a, float b) { return a > b ? a : b; }; // an operation whose identity nobody knows
  q.parallel_for<Name<Range, float>>(
       r, reduction(span<int, bins>(h, bins), plus<>()), reduction(total, plus<>()), reduction(span<float, 2>(top, 2), larger),
       [=](item_type it, auto &bin, auto &all, auto &most) {
         const size_t i = number_of(it);
         check_types(bin);
         check_types(all);
         bin[i % bins] += 1;
         ++bin[i % bins];
         bin[i % bins]++;
         all++;
         most[i % 2].combine(static_cast<float>(i));
       })
      .wait();
  int wrong = *total != static_cast<int>(n);
  for (size_t i = 0; i < bins; ++i)
    wrong += h[i] != 100 + 3 * static_cast<int>(n / bins + (i < n % bins));
  const size_t even = (n - 1) / 2 * 2;
  CHECK(wrong == 0 && top[0] == static_cast<float>(even) && top[1] == 1e9f);
  q.parallel_for<Name<Range, int>>(r, reduction(span<int, bins>(h, bins), 1, multiplies<>(), property::reduction::initialize_to_identity()),
                                   [=](item_type it, auto &bin) { bin[0] *= number_of(it) < 5 ? 3 : 1; })
      .wait();
  CHECK(h[0] == (n < 5 ? h[0] : 243) && h[1] == 1);
  sycl::free(h, q), sycl::free(total, q), sycl::free(top, q);
}

// span as C++17 has it, which is std::span later.
static void span_class() {
  std::vector<int> v(5, 3);
  std::array<int, 4> a{};
  int c[3] = {1, 2, 3};
  const span<int> of_vector(v), of_array(a), of_c(c), of_two(v.data(), 2);
  const span<const int> constant(of_vector);
  const span<int, 4> fixed(a);
  const span deduced(c);
  static_assert(decltype(deduced)::extent == 3 && decltype(of_c)::extent == dynamic_extent, "");
  int sum = 0;
  for (int i : constant)
    sum += i;
  CHECK(sum == 15 && of_vector.size() == 5 && of_array.size() == 4 && of_c.back() == 3 && of_two.size_bytes() == 8);
  CHECK(fixed.subspan(1).size() == 3 && deduced.first<2>()[1] == 2 && of_c.last(1).front() == 3 && span<int>().empty());
}

// Sizes that become ranges: numbers, and lists of them.
static void sizes(queue &q) {
  buffer<int> sum(sycl::range(1));
  const auto total = [&](handler &h) { return reduction(sum, h, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity()); };
  const auto result = [&] { return sycl::host_accessor(sum, sycl::read_only)[0]; };
  q.submit([&](handler &h) { h.parallel_for(10, total(h), [=](sycl::id<1> i, auto &to) { to += int(i); }); });
  CHECK(result() == 45);
  q.submit([&](handler &h) { h.parallel_for({3, 4}, total(h), [=](sycl::id<2> i, auto &to) { to += int(i[0] * i[1]); }); });
  CHECK(result() == 18);
  q.submit([&](handler &h) { h.parallel_for({2, 3, 4}, total(h), [=](sycl::id<3>, auto &to) { to += 1; }); });
  CHECK(result() == 24);
  int *on_device = sycl::malloc_device<int>(1, q), there = 0;
  q.parallel_for(7, reduction(on_device, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity()), [=](sycl::id<1>, auto &to) { to += 2; }).wait();
  q.memcpy(&there, on_device, sizeof there).wait();
  CHECK(there == 14);
  sycl::free(on_device, q);
}

// With a thousand work-items the shares are not all as large as the first: none begins behind the end.
static void shares(queue &q) {
  for (size_t n : {size_t(1535) * 1024 + 1, size_t(1536) * 1100 + 1})
    own(q, n);
}

int main(int argc, char **) {
  if (argc > 1)
    return on_every_device(shares);
  span_class();
  return on_every_device([](queue &q) {
    for (size_t n : {1, 2, 15, 16, 17, 100, 1023, 4096, 100003, 500000}) {
      ranges<1>(q, n);
      ranges<2>(q, n);
      ranges<3>(q, n);
      own(q, n);
    }
    nd_ranges<1>(q, {1}, {1});
    nd_ranges<1>(q, {1000}, {64});
    nd_ranges<2>(q, {3, 5}, {7, 4});
    nd_ranges<3>(q, {2, 2, 2}, {1, 3, 11});
    for (size_t n : {5, 100, 100003})
      spans(q, range<1>(n), n);
    spans(q, nd_range<1>(960, 32), 960);
    sizes(q);
  });
}
