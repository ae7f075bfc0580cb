// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens to a buffer's contents: where they come from, when they go back, what waits.
#include "check.hpp"

#include <list>
#include <mutex>
#include <numeric>

using namespace sycl;

class AddOne;
static void add_one(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for<AddOne>(b.get_range(), [=](id<1> i) { a[i] += 1; });
  });
}

static void sources(queue &q) {
  int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  {
    buffer<int> b(array, range<1>(10));
    add_one(q, b);
  }
  for (int i = 0; i < 10; ++i)
    CHECK(array[i] == i + 1);

  // Const memory is read only.
  const int *constant = array;
  {
    buffer<int> b(constant, range<1>(10));
    add_one(q, b);
    CHECK(host_accessor(b, read_only)[4] == 6);
  }
  CHECK(array[4] == 5);

  std::vector<int> v(10, 7);
  {
    buffer b(v);
    static_assert(std::is_same_v<decltype(b), buffer<int>>, "");
    add_one(q, b);
  }
  CHECK(v == std::vector<int>(10, 8));
  {
    const std::vector<int> &cv = v;
    buffer<int> b(cv);
    add_one(q, b);
  }
  CHECK(v == std::vector<int>(10, 8));

  // A sequence is copied, and not written back.
  std::list<int> list = {3, 1, 4, 1, 5};
  {
    buffer<int> b(list.begin(), list.end());
    CHECK(b.size() == 5);
    add_one(q, b);
    CHECK(host_accessor(b, read_only)[4] == 6);
  }
  CHECK(list.back() == 5);
  const bool bits[] = {true, false, true};
  buffer<bool> bb(std::begin(bits), std::end(bits));
  {
    host_accessor a(bb, read_only);
    CHECK(a[0] && !a[1] && a[2]);
  }

  std::shared_ptr<int> shared(new int[4]{1, 2, 3, 4}, [](int *p) { delete[] p; });
  {
    buffer<int> b(shared, range<1>(4));
    add_one(q, b);
  }
  CHECK(shared.get()[3] == 5);
  std::weak_ptr<int> watch = shared;
  {
    buffer<int> b(shared, range<1>(4));
    shared.reset();
    CHECK(!watch.expired()); // the buffer keeps it
    add_one(q, b);
    CHECK(host_accessor(b)[0] == 3);
  }
  CHECK(watch.expired());
}

static void destinations(queue &q) {
  std::vector<int> from(6, 1), to(6, 0);
  {
    buffer<int> b(from.begin(), from.end());
    b.set_final_data(to.data());
    add_one(q, b);
  }
  CHECK(to == std::vector<int>(6, 2));
  {
    buffer<int> b(to.begin(), to.end());
    std::vector<long> *elsewhere = new std::vector<long>(6);
    b.set_final_data(elsewhere->begin());
    add_one(q, b);
    b = buffer<int>(range<1>(1)); // the last copy is gone
    CHECK(*elsewhere == std::vector<long>(6, 3));
    delete elsewhere;
  }
  std::vector<int> grown;
  {
    buffer<int> b(to.begin(), to.end());
    b.set_final_data(std::back_inserter(grown));
    add_one(q, b);
  }
  CHECK(grown == std::vector<int>(6, 3));

  std::shared_ptr<int> alive(new int[6](), [](int *p) { delete[] p; });
  std::shared_ptr<int> dead(new int[6](), [](int *p) { delete[] p; });
  {
    buffer<int> b(to.begin(), to.end()), c(to.begin(), to.end());
    b.set_final_data(std::weak_ptr<int>(alive));
    c.set_final_data(std::weak_ptr<int>(dead));
    dead.reset();
    add_one(q, b);
    add_one(q, c);
  }
  CHECK(alive.get()[5] == 3);

  // Containers, and arrays with an owner, which the buffer does not keep.
  auto list = std::make_shared<std::vector<int>>(6);
  std::shared_ptr<long[]> array(new long[6]());
  {
    buffer<int> b(to.begin(), to.end()), c(to.begin(), to.end()), d(to.begin(), to.end());
    b.set_final_data(list);
    c.set_final_data(std::weak_ptr<std::vector<int>>(list));
    d.set_final_data(array);
    add_one(q, b);
    add_one(q, c);
    add_one(q, d);
    CHECK(list.use_count() == 1 && array.use_count() == 1);
  }
  CHECK(*list == std::vector<int>(6, 3) && array[5] == 3);

  // Not at all.
  std::vector<int> quiet(6, 1);
  {
    buffer<int> b(quiet.begin(), quiet.end());
    b.set_final_data(to.data());
    b.set_write_back(false);
    add_one(q, b);
  }
  CHECK(to == std::vector<int>(6, 2));
  {
    buffer<int> b(quiet.begin(), quiet.end());
    b.set_final_data(to.data());
    b.set_final_data(nullptr);
    add_one(q, b);
  }
  CHECK(to == std::vector<int>(6, 2));
}

// Commands keep what they need: buffers without a destination may go at once.
static void early_end(queue &q) {
  int *result = malloc_shared<int>(1, q);
  *result = 0;
  event e;
  {
    buffer<int> b(range<1>(1000));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only, no_init);
      h.parallel_for<class Numbers>(1000, [=](id<1> i) { a[i] = static_cast<int>(i); });
    });
    e = q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      h.single_task<class Sum>([=] {
        int sum = 0;
        for (int i = 0; i < 1000; ++i)
          sum += a[i];
        *result = sum;
      });
    });
  }
  e.wait();
  CHECK(*result == 499500);
  free(result, q);
}

static void properties(queue &q) {
  int array[4] = {1, 2, 3, 4};
  std::mutex mutex;
  {
    buffer<int> b(array, range<1>(4), {property::buffer::use_host_ptr(), property::buffer::use_mutex(mutex)});
    CHECK(b.has_property<property::buffer::use_host_ptr>());
    CHECK(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(!b.has_property<property::buffer::context_bound>());
    CHECK_THROWS(errc::invalid, b.get_property<property::buffer::context_bound>());
    {
      host_accessor a(b);
      CHECK(&a[0] == array); // in place
    }
    add_one(q, b);
  }
  CHECK(array[3] == 5);
  buffer<int> c(range<1>(4), {property::buffer::context_bound(q.get_context())});
  CHECK(c.get_property<property::buffer::context_bound>().get_context() == q.get_context());
}

static void identity(queue &q) {
  buffer<int, 2> a(range<2>(4, 6));
  buffer<int, 2> b = a, c(range<2>(4, 6));
  CHECK(a == b && a != c);
  CHECK((std::hash<buffer<int, 2>>()(a) == std::hash<buffer<int, 2>>()(b)));
  CHECK(a.size() == 24 && a.byte_size() == 96 && !a.is_sub_buffer());
  auto flat = a.reinterpret<int, 1>(range<1>(24));
  auto bytes = a.reinterpret<unsigned char, 1>();
  auto floats = a.reinterpret<float>();
  CHECK(bytes.size() == 96 && (floats.get_range() == range<2>(4, 6)));
  CHECK_THROWS(errc::invalid, (a.reinterpret<int, 1>(range<1>(25))));
  q.submit([&](handler &h) {
    accessor w(flat, h, write_only);
    h.parallel_for<class Flat>(24, [=](id<1> i) { w[i] = static_cast<int>(i); });
  });
  q.submit([&](handler &h) {
    accessor w(a, h);
    h.parallel_for<class Plane>(range<2>(4, 6), [=](id<2> i) { w[i] *= 2; });
  });
  host_accessor r(flat, read_only);
  for (int i = 0; i < 24; ++i)
    CHECK(r[i] == 2 * i);
}

int main() {
  queue q;
  sources(q);
  destinations(q);
  early_end(q);
  properties(q);
  identity(q);
  q.wait_and_throw();
  return report("buffer_lifetimes");
}
