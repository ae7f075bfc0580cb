// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles and broadcasts that follow each other: in a line, in loops with one to six of them, in branches,
// and between reductions. Each lane's value depends on all that it was given before.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
#include "Inputs/check.hpp"
#include <vector>

using word = unsigned;
static constexpr word ROUNDS = 5, LINE = 9, GROUPS = 2, LONGEST = 24;

// What lane takes from which lane in a step, and what becomes of its value.
static word source(word lane, word step, word round, word size) {
  return (lane * 3 + step + round) % size;
}
static word next(word own, word given, word step) {
  return own * 31 + given * 7 + step;
}

// One lane on the device.
struct device_lane {
  sycl::sub_group g;
  word value;
  word lane() const { return g.get_local_linear_id(); }
  word size() const { return g.get_local_linear_range(); }
  void shuffle(word step, word round) {
    value = next(value, sycl::select_from_group(g, value, source(lane(), step, round, size())), step);
  }
  void broadcast(word step, word round) {
    value = next(value, sycl::group_broadcast(g, value, (step + round) % size()), step);
  }
  void reduce(word step) { value = next(value, sycl::reduce_over_group(g, value, sycl::plus<word>()), step); }
};

// All lanes on the host.
struct host_lanes {
  std::vector<word> values;
  word size() const { return word(values.size()); }
  void shuffle(word step, word round) {
    const std::vector<word> before = values;
    for (word i = 0; i < size(); i++)
      values[i] = next(before[i], before[source(i, step, round, size())], step);
  }
  void broadcast(word step, word round) {
    const word given = values[(step + round) % size()];
    for (word &v : values)
      v = next(v, given, step);
  }
  void reduce(word step) {
    word sum = 0;
    for (word v : values)
      sum += v;
    for (word &v : values)
      v = next(v, sum, step);
  }
};

// The steps are written out: each is an exchange of its own.
template <class Lanes, word... Steps> static void line(Lanes &l, word round, std::integer_sequence<word, Steps...>) {
  (l.shuffle(Steps, round), ...);
}
template <word N, class Lanes> static void loop(Lanes &l, word rounds) {
  for (word r = 0; r < rounds; r++)
    line(l, r, std::make_integer_sequence<word, N>());
}
template <class Lanes> static void branches(Lanes &l, word rounds) {
  for (word r = 0; r < rounds; r++) {
    if (r & 1) {
      l.shuffle(1, r);
    } else {
      l.broadcast(2, r);
      l.shuffle(3, r);
    }
    if (r & 2)
      l.broadcast(4, r);
    for (word k = 0; k < r; k++)
      l.shuffle(5, k);
    l.reduce(6);
  }
}
template <class Lanes> static void all(Lanes &l, word rounds) {
  line(l, rounds, std::make_integer_sequence<word, LINE>());
  loop<1>(l, rounds);
  loop<2>(l, rounds);
  loop<3>(l, rounds);
  l.reduce(7);
  loop<4>(l, rounds);
  loop<6>(l, rounds);
  branches(l, rounds);
}

static void test(sycl::queue &q, word length) {
  word *out = sycl::malloc_shared<word>(GROUPS * length, q), *sizes = sycl::malloc_shared<word>(GROUPS * length, q),
       rounds = ROUNDS;
  q.parallel_for(sycl::nd_range<1>(GROUPS * length, length), [=](sycl::nd_item<1> it) {
     const word i = it.get_global_linear_id();
     device_lane l{it.get_sub_group(), i * 5};
     all(l, rounds);
     out[i] = l.value;
     sizes[i] = l.size();
   }).wait();
  for (word first = 0; first < GROUPS * length; first += sizes[first]) {
    host_lanes l{std::vector<word>(sizes[first])};
    for (word i = 0; i < l.size(); i++)
      l.values[i] = (first + i) * 5;
    all(l, rounds);
    for (word i = 0; i < l.size(); i++)
      CHECK(out[first + i] == l.values[i]);
  }
  sycl::free(out, q);
  sycl::free(sizes, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    for (word length : {1u, 7u, 16u, LONGEST}) // whole rows of lanes and others
      test(q, length);
  });
}
