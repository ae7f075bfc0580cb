// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the contents of a buffer go when it ends (SYCL 2020, 4.7.2.3), and whether its destructor waits.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <future>
#include <list>
#include <memory>
#include <vector>

using ints = std::vector<int>;

class AddOne;
static sycl::event add_one(sycl::queue &q, sycl::buffer<int> &b) {
  return q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<AddOne>(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
  });
}

class Sum;
static void read(sycl::queue &q, sycl::buffer<int> &b) {
  sycl::buffer<int> sum(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    sycl::accessor s(sum, h, sycl::write_only);
    h.single_task<Sum>([=] { s[0] = a[0] + a[1]; });
  });
}

// What is in the user's memory, and in what set_final_data named, after `use` of a buffer.
template <class Use> static ints after(sycl::queue &q, Use use) {
  ints memory = {1, 2, 3};
  {
    sycl::buffer<int> b(memory.data(), 3);
    use(b);
    add_one(q, b);
  }
  return memory;
}

// A device that has no memory of its own works in the user's.
static void own_memory(sycl::queue &q) {
  const ints before = {1, 2, 3}, results = {2, 3, 4};
  const bool in_place = q.get_backend() == sycl::backend::ext_oneapi_native_cpu;
  CHECK(after(q, [](sycl::buffer<int> &) {}) == results);
  CHECK(after(q, [](sycl::buffer<int> &b) { b.set_write_back(false); }) == (in_place ? results : before));
  CHECK(after(q, [](sycl::buffer<int> &b) { b.set_final_data(); }) == (in_place ? results : before));
  CHECK(after(q, [](sycl::buffer<int> &b) { b.set_final_data(static_cast<int *>(nullptr)); }) == (in_place ? results : before));
  CHECK(after(q, [](sycl::buffer<int> &b) {
          b.set_write_back(false);
          b.set_write_back();
        }) == results);
  ints elsewhere(3);
  after(q, [&](sycl::buffer<int> &b) { b.set_final_data(elsewhere.data()); });
  CHECK(elsewhere == results);
}

// set_write_back after set_final_data, both ways; the last set_final_data counts.
static void changes_of_mind(sycl::queue &q) {
  ints from = {1, 2, 3}, to(3), other(3);
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.begin());
    b.set_write_back(false);
    add_one(q, b);
  }
  CHECK(to == ints(3));
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(other.data());
    b.set_write_back(false);
    add_one(q, b);
    b.set_final_data(to.begin());
    b.set_write_back(true);
  }
  CHECK(to == ints({2, 3, 4}) && other == ints(3));
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(other.data());
    b.set_final_data(nullptr);
    b.set_write_back(); // there is nowhere to go
    add_one(q, b);
  }
  CHECK(other == ints(3));
}

static void destinations(sycl::queue &q) {
  const ints from = {1, 2, 3};
  std::list<long> list(3);
  ints grown;
  std::shared_ptr<int> alive(new int[3](), std::default_delete<int[]>()), dead(new int[3](), std::default_delete<int[]>());
  std::shared_ptr<int[]> array(new int[3]());
  {
    sycl::buffer<int> a(from.data(), 3), b(from.data(), 3), c(from.data(), 3), d(from.data(), 3), e(from.data(), 3);
    a.set_final_data(list.begin());
    b.set_final_data(std::back_inserter(grown));
    c.set_final_data(std::weak_ptr<int>(alive));
    d.set_final_data(std::weak_ptr<int>(dead));
    e.set_final_data(std::weak_ptr<int[]>(array));
    for (sycl::buffer<int> *x : {&a, &b, &c, &d, &e})
      add_one(q, *x);
    dead.reset();
  }
  CHECK(list == std::list<long>({2, 3, 4}));
  CHECK(grown == ints({2, 3, 4}));
  CHECK(alive.get()[2] == 4 && array[2] == 4);
  CHECK(from == ints({1, 2, 3}));
}

// Contents that nobody asked to write go nowhere.
static void only_read(sycl::queue &q) {
  ints from = {1, 2, 3}, to(3), part(2);
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.data());
    read(q, b);
  }
  CHECK(to == ints(3));
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.data());
    b.get_host_access()[1] = 7;
  }
  CHECK(to == ints({1, 7, 3}));
  { // a write to the whole is one to its part, and the other way round
    sycl::buffer<int> b(from.begin(), from.end());
    sycl::buffer<int> p(b, 0, 2);
    p.set_final_data(part.data());
    add_one(q, b);
  }
  CHECK(part == ints({2, 3}));
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.data());
    sycl::buffer<int> p(b, 0, 2);
    add_one(q, p);
  }
  CHECK(to == ints({2, 3, 3}));
}

static void sources(sycl::queue &q) {
  ints data = {1, 2, 3};
  const ints &constant = data;
  std::shared_ptr<int> shared(new int[3]{1, 2, 3}, std::default_delete<int[]>());
  std::shared_ptr<const int> read_only = shared;
  {
    sycl::buffer<int> a(static_cast<const int *>(data.data()), 3), b(constant), c(data.begin(), data.end());
    sycl::buffer<int> d(read_only, 3), e(data.begin(), data.end(), {sycl::property::buffer::use_host_ptr()});
    for (sycl::buffer<int> *x : {&a, &b, &c, &d, &e}) {
      x->set_write_back();
      add_one(q, *x);
    }
    CHECK(sycl::host_accessor(e)[2] == 4);
  }
  CHECK(data == ints({1, 2, 3}) && shared.get()[0] == 1);
  {
    sycl::buffer<int> b(shared, 3);
    add_one(q, b);
  }
  CHECK(shared.get()[0] == 2 && shared.get()[2] == 4);
  std::weak_ptr<int> watch = shared;
  read_only = nullptr;
  {
    sycl::buffer<int> b(shared, 3);
    shared.reset();
    add_one(q, b);
    CHECK(!watch.expired());
  }
  CHECK(watch.expired());
  sycl::buffer<const int> c(std::shared_ptr<const int>(new int[3]{1, 2, 3}, std::default_delete<const int[]>()), 3);
}

// A buffer with memory of the user's waits for its commands, be that memory const; others don't.
static void waiting(sycl::queue &q) {
  int data[3] = {1, 2, 3};
  sycl::event e;
  for (int way = 0; way < 4; ++way) {
    {
      const int *constant = data;
      sycl::buffer<int> b = way < 2 ? sycl::buffer<int>(constant, 3) : sycl::buffer<int>(data, 3);
      if (way % 2)
        b.set_write_back(false);
      e = add_one(q, b);
    }
    CHECK(e.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
  }
  std::promise<void> go;
  {
    sycl::buffer<int> b(data, data + 3);
    e = q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write_host_task);
      h.host_task([&go] { go.get_future().wait(); });
    });
  }
  CHECK(e.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete);
  go.set_value();
  e.wait();
}

// A host task may have the last copy of a buffer that it uses.
static void last_copy_in_task(sycl::queue &q) {
  ints from = {1, 2, 3}, to(3);
  std::promise<void> go;
  {
    sycl::buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.data());
    add_one(q, b);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write_host_task);
      h.host_task([a, b, &go] {
        go.get_future().wait();
        a[0] = 10;
      });
    });
  }
  go.set_value();
  q.wait();
  CHECK(to == ints({10, 3, 4}));
}

static void deduced() {
  ints v = {1, 2, 3};
  using allocator = std::allocator<long>;
  sycl::buffer a(v.begin(), v.end(), allocator()), b(v, allocator());
  static_assert(std::is_same_v<decltype(a), sycl::buffer<int, 1, allocator>> && std::is_same_v<decltype(b), decltype(a)>);
}

int main() {
  deduced();
  return on_every_device([](sycl::queue &q) {
    own_memory(q);
    changes_of_mind(q);
    destinations(q);
    only_read(q);
    sources(q);
    waiting(q);
    last_copy_in_task(q);
  });
}
