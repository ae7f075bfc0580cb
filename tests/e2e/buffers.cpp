// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers and accessors: every access mode, 1 to 3 dimensions, and when the contents come back.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <array>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

// The contents come back when the buffer ends; no_init may drop the old ones.
static void modes(sycl::queue &q) {
  std::vector<int> data(100);
  std::iota(data.begin(), data.end(), 0);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h); // read_write
      h.parallel_for(sycl::range(100), [=](sycl::id<1> i) { a[i] += 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only); // keeps what is not written
      h.parallel_for(sycl::range(50), [=](sycl::id<1> i) { a[2 * i[0]] = -1; });
    });
    {
      sycl::host_accessor now(buffer, sycl::read_only);
      CHECK(now[0] == -1 && now[1] == 2 && now[98] == -1 && now[99] == 100);
    }
    {
      sycl::host_accessor now(buffer);
      now[3] = 1000;
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::read_write);
      h.single_task([=] { a[3] *= 2; });
    });
  }
  CHECK(data[0] == -1 && data[1] == 2 && data[3] == 2000 && data[99] == 100);
}

static void read_only_data(sycl::queue &q) {
  const std::vector<int> data = {1, 2, 3};
  std::vector<int> out(3);
  {
    sycl::buffer in(data.data(), sycl::range(3)), to(out.data(), sycl::range(3));
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(in, h, sycl::read_only);
      sycl::accessor a(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range(3), [=](sycl::id<1> i) { a[i] = from[i] * 10; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in, h, sycl::read_write);
      h.parallel_for(sycl::range(3), [=](sycl::id<1> i) { a[i] = 0; });
    });
  }
  CHECK(out == std::vector<int>({10, 20, 30}));
  CHECK(data == std::vector<int>({1, 2, 3})); // const data is never written back
}

static void dimensions(sycl::queue &q) {
  constexpr size_t X = 3, Y = 5, Z = 7;
  std::vector<size_t> flat(X * Y), cube(X * Y * Z);
  {
    sycl::buffer<size_t, 2> two(flat.data(), sycl::range(X, Y));
    sycl::buffer<size_t, 3> three(cube.data(), sycl::range(X, Y, Z));
    CHECK(two.get_range() == sycl::range(X, Y) && three.size() == X * Y * Z &&
          three.byte_size() == X * Y * Z * sizeof(size_t));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(two, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range(X, Y), [=](sycl::id<2> i) { a[i] = i[0] * 100 + i[1]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(three, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range(X, Y, Z),
                     [=](sycl::id<3> i) { a[i[0]][i[1]][i[2]] = i[0] * 100 + i[1] * 10 + i[2]; });
    });
  }
  for (size_t x = 0; x < X; ++x)
    for (size_t y = 0; y < Y; ++y) {
      CHECK(flat[x * Y + y] == x * 100 + y);
      for (size_t z = 0; z < Z; ++z)
        CHECK(cube[(x * Y + y) * Z + z] == x * 100 + y * 10 + z);
    }
}

// Only part of a buffer, from an offset.
static void ranged(sycl::queue &q) {
  std::vector<int> data(10, 1);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor part(buffer, h, sycl::range(4), sycl::id(3), sycl::read_write);
      CHECK(part.size() == 4 && part.get_offset() == sycl::id(3));
      h.parallel_for(sycl::range(4), [=](sycl::id<1> i) { part[i] += static_cast<int>(i[0]) + 1; });
    });
  }
  CHECK(data == std::vector<int>({1, 1, 1, 2, 3, 4, 5, 1, 1, 1}));
}

static void where_it_goes(sycl::queue &q) {
  std::vector<int> data(4, 5), final(4);
  {
    sycl::buffer buffer(data);
    buffer.set_final_data(final.data());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range(4), [=](sycl::id<1> i) { a[i] += 1; });
    });
  }
  CHECK(final == std::vector<int>(4, 6));

  auto shared = std::make_shared<int>(7);
  {
    sycl::buffer<int> buffer(shared, sycl::range(1));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task([=] { a[0] = 8; });
    });
  }
  CHECK(*shared == 8);

  std::array<int, 3> none = {1, 1, 1};
  {
    sycl::buffer<int> buffer(none.data(), sycl::range(3));
    buffer.set_write_back(false);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task([=] { a[0] = 8; });
    });
    q.wait();
  }
  CHECK(none[1] == 1);
}

// Copies and fills by the handler.
static void copies(sycl::queue &q) {
  std::vector<int> out(6, -1);
  sycl::buffer<int> one(sycl::range(6)), two(sycl::range(6));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(one, h, sycl::write_only, sycl::no_init);
    h.fill(a, 42);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(one, h, sycl::read_only);
    sycl::accessor b(two, h, sycl::write_only);
    h.copy(a, b);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor b(two, h, sycl::read_only);
    h.copy(b, out.data());
  });
  q.wait();
  CHECK(out == std::vector<int>(6, 42));
  std::iota(out.begin(), out.end(), 0);
  q.submit([&](sycl::handler &h) {
    sycl::accessor b(two, h, sycl::write_only);
    h.copy(out.data(), b);
  });
  sycl::host_accessor view(two, sycl::read_only);
  for (int i = 0; i < 6; ++i)
    CHECK(view[i] == i);
}

// Programs add to the elements of a buffer that they never wrote; small ones begin as zeros, whatever the memory was before.
static void unwritten(sycl::queue &q) {
  for (int i = 0; i < 3; ++i) {
    sycl::buffer<int> sum(10);
    if (!std::getenv("APART_USM")) // the memory of such a device is the driver's
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(sum, h);
        h.parallel_for(10, [=](sycl::id<1> k) { a[k] += 1; });
      });
    sycl::host_accessor a(sum);
    for (int &element : a) {
      CHECK(element == (std::getenv("APART_USM") ? 0 : 1));
      element = 77;
    }
  }
}

int main() {
  return on_every_device([](sycl::queue &q) {
    modes(q);
    read_only_data(q);
    dimensions(q);
    ranged(q);
    where_it_goes(q);
    copies(q);
    unwritten(q);
  });
}
