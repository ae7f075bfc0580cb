// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers that move: a long row of accesses of every kind, in an order by chance, each on a device by chance or on the host. What is read must be what
// was written last, wherever that was. Also on drivers whose memory is apart from the host's, with and without USM.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %if apart %{ env APART_USM=device %apart %t %}
#include "Inputs/check.hpp"
#include <memory>
#include <numeric>
#include <vector>

constexpr size_t part = 1024, parts = 4, n = part * parts; // a part begins where any device can have a sub-buffer
using ints = std::vector<int>;
using buffer = sycl::buffer<int>;

static unsigned state = 1;
static unsigned chance(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 16) % below;
}

// A buffer, its sub-buffers, and what should be in them.
struct tracked {
  ints host, model;
  std::unique_ptr<buffer> whole;
  std::vector<buffer> sub;
  explicit tracked(bool own) : host(n), model(n) {
    std::iota(host.begin(), host.end(), int(chance(1000)));
    model = host;
    whole = own ? std::make_unique<buffer>(host.begin(), host.end()) : std::make_unique<buffer>(host.data(), sycl::range(n));
    for (size_t i = 0; i < parts; ++i)
      sub.emplace_back(*whole, sycl::id(i * part), sycl::range(part));
  }
  // Some of it: the whole, or a part, and where that begins.
  buffer &some(size_t &begin, size_t &count) {
    const size_t i = chance(2 * parts);
    begin = i < parts ? i * part : 0;
    count = i < parts ? part : n;
    return i < parts ? sub[i] : *whole;
  }
};

struct world {
  std::vector<sycl::queue> queues;
  std::vector<tracked> all;
  sycl::queue &queue() { return queues[chance(unsigned(queues.size()))]; }
  tracked &any() { return all[chance(unsigned(all.size()))]; }
};

// ---- what can happen; each changes the model alike ------------------------------------------------------

static void add(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  buffer &b = t.some(begin, count);
  const int by = int(chance(100));
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<class Add>(count, [=](sycl::id<1> i) { a[i] += by; });
  });
  for (size_t i = 0; i < count; ++i)
    t.model[begin + i] += by;
}

// Without its old contents, all of which are written.
static void overwrite(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  buffer &b = t.some(begin, count);
  const int from = int(chance(100));
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class Overwrite>(count, [=](sycl::id<1> i) { a[i] = from + int(i); });
  });
  std::iota(t.model.begin() + begin, t.model.begin() + begin + count, from);
}

// Writes every other element only: write_only keeps the rest.
static void sprinkle(world &w) {
  tracked &t = w.any();
  const int value = int(chance(100));
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(*t.whole, h, sycl::range(n / 2), sycl::id(n / 4), sycl::write_only);
    h.parallel_for<class Sprinkle>(n / 4, [=](sycl::id<1> i) { a[2 * i] = value; });
  });
  for (size_t i = 0; i < n / 4; ++i)
    t.model[n / 4 + 2 * i] = value;
}

static void fill(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  buffer &b = t.some(begin, count);
  const int value = int(chance(100));
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range(count / 2), sycl::id(count / 4), sycl::write_only);
    h.fill(a, value);
  });
  std::fill_n(t.model.begin() + begin + count / 4, count / 2, value);
}

static void copy(world &w) {
  tracked &to = w.any(), &from = w.any();
  if (&to == &from)
    return;
  size_t begin, count, at, much;
  buffer &source = from.some(begin, count), &target = to.some(at, much);
  const size_t both = std::min(count, much);
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(source, h, sycl::range(both), sycl::read_only);
    sycl::accessor b(target, h, sycl::range(both), sycl::write_only);
    h.copy(a, b);
  });
  std::copy_n(from.model.begin() + begin, both, to.model.begin() + at);
}

static void copy_in(world &w) {
  tracked &t = w.any();
  const ints from(part, int(chance(1000)));
  w.queue().submit([&](sycl::handler &h) { h.copy(from.data(), sycl::accessor(t.sub[1], h, sycl::write_only)); }).wait();
  std::copy(from.begin(), from.end(), t.model.begin() + part);
}

static void copy_out(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  buffer &b = t.some(begin, count);
  ints to(count, -1);
  w.queue().submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), to.data()); }).wait();
  CHECK(std::equal(to.begin(), to.end(), t.model.begin() + begin));
}

static void host_read(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  sycl::host_accessor a(t.some(begin, count), sycl::read_only);
  CHECK(std::equal(a.begin(), a.end(), t.model.begin() + begin));
}

static void host_change(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  sycl::host_accessor a(t.some(begin, count));
  for (size_t i = 0; i < count; i += 3)
    t.model[begin + i] = a[i] += 7;
}

static void host_overwrite(world &w) {
  tracked &t = w.any();
  size_t begin, count;
  sycl::host_accessor a(t.some(begin, count), sycl::write_only, sycl::no_init);
  std::iota(a.begin(), a.end(), 5);
  std::iota(t.model.begin() + begin, t.model.begin() + begin + count, 5);
}

static void on_host_task(world &w) {
  tracked &t = w.any();
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::host_task> a(t.sub[2], h);
    h.host_task([=] {
      for (size_t i = 0; i < part; ++i)
        a[i] = 2 * a[i] + 1;
    });
  });
  for (size_t i = 0; i < part; ++i)
    t.model[2 * part + i] = 2 * t.model[2 * part + i] + 1;
}

static void sum(world &w) {
  tracked &t = w.any();
  buffer result(sycl::range(1));
  sycl::host_accessor(result, sycl::write_only)[0] = 10;
  const bool fresh = chance(2);
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(t.sub[3], h, sycl::read_only);
    auto total = fresh ? sycl::reduction(result, h, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity())
                       : sycl::reduction(result, h, sycl::plus<int>());
    h.parallel_for<class Sum>(part, total, [=](sycl::id<1> i, auto &to) { to += a[i] & 1023; });
  });
  int wanted = fresh ? 0 : 10;
  for (size_t i = 3 * part; i < n; ++i)
    wanted += t.model[i] & 1023;
  CHECK(sycl::host_accessor(result, sycl::read_only)[0] == wanted);
}

// The host's memory is up to date after it, as long as nothing else happens.
static void update_host(world &w) {
  tracked &t = w.all[0];
  w.queue().submit([&](sycl::handler &h) { h.update_host(sycl::accessor(*t.whole, h, sycl::read_only)); }).wait();
  CHECK(t.host == t.model);
}

// As other elements, in two dimensions.
static void reshaped(world &w) {
  tracked &t = w.any();
  auto wide = t.whole->reinterpret<sycl::int2>(sycl::range(8, n / 16));
  w.queue().submit([&](sycl::handler &h) {
    sycl::accessor a(wide, h, sycl::range(4, n / 32), sycl::id(2, n / 64));
    h.parallel_for<class Reshaped>(sycl::range(4, n / 32), [=](sycl::id<2> i) { a[i].y() += 1; });
  });
  for (size_t row = 2; row < 6; ++row)
    for (size_t i = n / 64; i < n / 64 + n / 32; ++i)
      ++t.model[2 * (row * (n / 16) + i) + 1];
}

// A buffer ends, and a new one begins.
static void renew(world &w) {
  tracked &t = w.any();
  const bool writes_back = &t == &w.all[0];
  t.sub.clear();
  t.whole.reset();
  if (writes_back)
    CHECK(t.host == t.model);
  t = tracked(!writes_back);
}

static void everywhere(const std::vector<sycl::queue> &queues, int steps) {
  static void (*const happenings[])(world &) = {add,       overwrite,   sprinkle,       fill,         copy, copy_in,     copy_out, host_read,
                                                host_change, host_overwrite, on_host_task, sum, update_host, reshaped, renew};
  world w{queues, {}};
  for (int i = 0; i < 3; ++i)
    w.all.emplace_back(i > 0);
  for (int i = 0; i < steps && !failures; ++i) {
    const unsigned which = chance(sizeof happenings / sizeof *happenings);
    happenings[which](w);
    if (failures)
      std::printf("after step %d, happening %u\n", i, which);
  }
  for (tracked &t : w.all) {
    sycl::host_accessor a(*t.whole, sycl::read_only);
    CHECK(std::equal(a.begin(), a.end(), t.model.begin()));
  }
}

int main() {
  std::vector<sycl::queue> all;
  const int status = on_every_device([&](sycl::queue &q) {
    all.push_back(q);
    everywhere({q}, 150);
  });
  everywhere(all, 300);
  return status || failures;
}
