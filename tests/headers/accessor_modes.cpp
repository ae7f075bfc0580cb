// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors of every mode, dimension and form.
#include "check.hpp"

#include <numeric>

using namespace sycl;

static void modes(queue &q) {
  std::vector<int> data(100);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int> b(data);
    buffer<int> out(range<1>(100));
    q.submit([&](handler &h) {
      accessor in(b, h, read_only);
      accessor to(out, h, write_only, no_init);
      static_assert(std::is_same_v<decltype(in), accessor<int, 1, access_mode::read>>, "");
      static_assert(std::is_same_v<decltype(in[0]), const int &>, "");
      static_assert(std::is_same_v<decltype(to), accessor<int, 1, access_mode::write>>, "");
      static_assert(std::is_trivially_copyable_v<decltype(in)>, "");
      CHECK(in.size() == 100 && in.byte_size() == 400 && !in.empty() && !in.is_placeholder());
      h.parallel_for<class Copy>(100, [=](id<1> i) { to[i] = in[i] + 1; });
    });
    q.submit([&](handler &h) {
      accessor a(out, h); // read_write
      h.parallel_for<class Double>(100, [=](item<1> i) { a[i] *= 2; });
    });
    // write without no_init keeps what is not written.
    q.submit([&](handler &h) {
      accessor a(out, h, write_only);
      h.single_task<class WriteOne>([=] { a[7] = -7; });
    });
    host_accessor r(out, read_only);
    static_assert(std::is_same_v<decltype(r), host_accessor<int, 1, access_mode::read>>, "");
    for (int i = 0; i < 100; ++i)
      CHECK(r[i] == (i == 7 ? -7 : 2 * (i + 1)));
    CHECK(std::accumulate(r.begin(), r.end(), 0) == 10100 - 16 - 7);
  }
}

static void ranged(queue &q) {
  buffer<int> b(range<1>(50));
  q.submit([&](handler &h) {
    accessor a(b, h, write_only, no_init);
    h.parallel_for<class Clear>(50, [=](id<1> i) { a[i] = 0; });
  });
  q.submit([&](handler &h) {
    // no_init on a part must not lose the rest.
    accessor a(b, h, range<1>(10), id<1>(20), write_only, no_init);
    CHECK(a.size() == 10 && a.get_offset() == 20);
    h.parallel_for<class Part>(10, [=](id<1> i) { a[i] = static_cast<int>(i) + 1; });
  });
  q.submit([&](handler &h) {
    auto a = b.get_access<access::mode::read_write>(h, range<1>(2), id<1>(1));
    h.parallel_for<class Part2>(2, [=](id<1> i) { a[i] += 100; });
  });
  {
    host_accessor a(b, read_only);
    for (int i = 0; i < 50; ++i)
      CHECK(a[i] == (i >= 20 && i < 30 ? i - 19 : i == 1 || i == 2 ? 100 : 0));
  }
  {
    host_accessor part(b, range<1>(3), id<1>(20), read_write);
    CHECK(part[0] == 1 && part.size() == 3 && *part.begin() == 1 && part.end() - part.begin() == 3);
    part[2] = 9;
  }
  CHECK(host_accessor(b, read_only)[22] == 9);
  CHECK_THROWS(errc::invalid, host_accessor(b, range<1>(10), id<1>(45)));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { accessor a(b, h, range<1>(51)); }));
}

static void dimensions(queue &q) {
  buffer<float, 2> m(range<2>(12, 7));
  buffer<int, 3> v(range<3>(3, 4, 5));
  q.submit([&](handler &h) {
    accessor a(m, h, write_only, no_init);
    h.parallel_for<class Matrix>(m.get_range(),
                                 [=](id<2> i) { a[i] = static_cast<float>(10 * i[0] + i[1]); });
  });
  q.submit([&](handler &h) {
    accessor a(m, h);
    h.parallel_for<class Matrix2>(m.get_range(), [=](item<2> i) { a[i[0]][i[1]] += 1; });
  });
  q.submit([&](handler &h) {
    accessor a(m, h, range<2>(2, 3), id<2>(5, 2));
    h.parallel_for<class Matrix3>(range<2>(2, 3), [=](id<2> i) { a[i[0]][i[1]] += a[i]; });
  });
  q.submit([&](handler &h) {
    accessor a(v, h, write_only, no_init);
    h.parallel_for<class Volume>(v.get_range(), [=](id<3> i) {
      a[i[0]][i[1]][i[2]] = static_cast<int>(100 * i[0] + 10 * i[1] + i[2]);
    });
  });
  auto a = m.get_host_access(read_only);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 7; ++j) {
      const bool inside = i >= 5 && i < 7 && j >= 2 && j < 5;
      const float want = static_cast<float>(10 * i + j + 1);
      CHECK(a[i][j] == (inside ? 2 * want : want));
      CHECK((a[{i, j}] == a[i][j]));
    }
  host_accessor b(v);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 5; ++k)
        CHECK((b[i][j][k] == static_cast<int>(100 * i + 10 * j + k) && b[id<3>(i, j, k)] == b[i][j][k]));
  CHECK(b.size() == 60);
}

static void placeholders(queue &q) {
  buffer<int> b(range<1>(16));
  accessor<int, 1, access_mode::write, target::device, access::placeholder::true_t> w(b);
  accessor r(b, read_only);
  CHECK(w.is_placeholder() && r.is_placeholder());
  q.submit([&](handler &h) {
    h.require(w);
    h.parallel_for<class Place>(16, [=](id<1> i) { w[i] = static_cast<int>(i) * 5; });
  });
  int copy[16] = {};
  q.copy(r, copy).wait();
  for (int i = 0; i < 16; ++i)
    CHECK(copy[i] == 5 * i);
  q.fill(w, 3);
  CHECK(b.get_host_access()[9] == 3);
  accessor<int> none;
  CHECK_THROWS(errc::accessor, q.submit([&](handler &h) { h.require(none); }));
}

static void conversions(queue &q) {
  buffer<int> b(range<1>(4));
  q.submit([&](handler &h) {
    accessor rw(b, h, read_write);
    accessor<int, 1, access_mode::read> r = rw;
    accessor<const int> c = r;
    const auto same = rw;
    CHECK(same == rw && std::hash<decltype(rw)>()(same) == std::hash<decltype(rw)>()(rw));
    h.parallel_for<class Convert>(4, [=](id<1> i) { rw[i] = static_cast<int>(i[0] + r.size() + c.size()); });
  });
  host_accessor a(b, read_only);
  const auto copy = a;
  CHECK(a[3] == 11 && copy == a && std::hash<decltype(a)>()(a) == std::hash<decltype(a)>()(copy));
}

static void old_style(queue &q) {
  int data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  buffer<int, 1> b(data, range<1>(8)), d(range<1>(8));
  q.submit([&](handler &cgh) {
    auto in = b.get_access<access::mode::read>(cgh);
    auto out = d.get_access<access::mode::discard_write>(cgh);
    cgh.parallel_for<class Old>(range<1>(8), [=](id<1> i) { out[i] = in[i] * in[i]; });
  });
  q.submit([&](handler &cgh) {
    auto both = d.get_access<access::mode::read_write, access::target::global_buffer>(cgh);
    auto constant = b.get_access<access::mode::read, access::target::constant_buffer>(cgh);
    cgh.parallel_for<class Old2>(range<1>(8), [=](id<1> i) { both[i] -= constant[i]; });
  });
  auto host = d.get_access<access::mode::read>();
  for (int i = 0; i < 8; ++i)
    CHECK(host[i] == (i + 1) * i);
  CHECK(host.get_count() == 8);
}

static void copies(queue &q) {
  std::vector<int> data(60), back(60, -1);
  std::iota(data.begin(), data.end(), 0);
  buffer<int, 2> a(range<2>(6, 10)), b(range<2>(8, 12));
  q.submit([&](handler &h) {
    accessor to(a, h, write_only);
    h.copy(data.data(), to);
  });
  q.submit([&](handler &h) {
    accessor to(b, h, write_only, no_init);
    h.fill(to, -5);
  });
  // A rectangle into another place.
  q.submit([&](handler &h) {
    accessor from(a, h, range<2>(3, 4), id<2>(1, 2), read_only);
    accessor to(b, h, range<2>(3, 4), id<2>(4, 7), write_only);
    h.copy(from, to);
  });
  {
    host_accessor r(b, read_only);
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 12; ++j) {
        const bool inside = i >= 4 && i < 7 && j >= 7 && j < 11;
        CHECK(r[i][j] == (inside ? static_cast<int>((i - 3) * 10 + j - 5) : -5));
      }
  }
  q.submit([&](handler &h) {
    accessor from(a, h, read_only);
    h.copy(from, back.data());
  });
  q.wait();
  CHECK(back == data);
  // A rectangle to packed memory that only the copy keeps alive.
  std::shared_ptr<int> shared(new int[6](), [](int *p) { delete[] p; });
  std::weak_ptr<int> watch = shared;
  event e = q.submit([&](handler &h) {
    accessor from(a, h, range<2>(2, 3), id<2>(2, 1), read_only);
    h.copy(from, shared);
  });
  e.wait();
  for (int i = 0; i < 6; ++i)
    CHECK(shared.get()[i] == 20 + i / 3 * 10 + 1 + i % 3);
  q.submit([&](handler &h) {
    accessor to(a, h, range<2>(2, 3), id<2>(0, 0), write_only);
    h.copy(shared, to);
  });
  CHECK(host_accessor(a)[1][2] == 33);
  CHECK(host_accessor(a)[1][3] == 13);
  q.submit([&](handler &h) { h.update_host(accessor(a, h, read_only)); }).wait();
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    accessor from(b, h, read_only);
    accessor to(a, h, write_only);
    h.copy(from, to);
  }));
}

// SYCL 1.2.1's accessors of the host and of local memory, without dimensions.
static void old_scalars(queue &q) {
  int number = 4;
  {
    buffer<int> b(&number, range<1>(1));
    q.submit([&](handler &h) {
      accessor<int, 0, access::mode::read_write, access::target::local> shared(h);
      accessor<int, 0, access::mode::atomic, access::target::local> atomic(h);
      accessor<int, 0> out(b, h);
      static_assert(std::is_same_v<decltype(shared)::reference, int &> && std::is_same_v<decltype(atomic)::reference, int &>);
      CHECK(std::hash<decltype(shared)>()(shared) == std::hash<decltype(shared)>()(decltype(shared)(shared)));
      h.parallel_for<class OldScalars>(nd_range<1>(1, 1), [=](nd_item<1>) {
        shared = 3;
        sycl::atomic<int, access::address_space::local_space> one = atomic;
        one.store(shared + 1);
        out += one.load() + shared;
      });
    });
    accessor<int, 0, access::mode::read, access::target::host_buffer> seen(b);
    static_assert(std::is_same_v<decltype(seen)::value_type, const int>);
    CHECK(seen == 4 + 4 + 3 && seen.get_count() == 1);
    accessor<int, 1, access::mode::read, access::target::host_buffer> part(b, range<1>(1), property_list());
    CHECK(part[0] == 11);
  }
  accessor<int, 0, access::mode::read_write, access::target::host_buffer>(*std::make_unique<buffer<int>>(&number, range<1>(1))) = 9;
  CHECK(number == 9);
}

// SYCL 1.2.1: elements are atomics, of buffers and of local memory.
static void atomics(queue &q) {
  int counts[6] = {};
  {
    buffer<int> b(counts, 1);
    buffer<int, 2> rows(counts + 1, range<2>(2, 2));
    q.submit([&](handler &h) {
      auto a = b.get_access<access::mode::atomic>(h);
      accessor<int, 2, access_mode::atomic> r(rows, h);
      accessor<int, 1, access::mode::atomic, access::target::local> shared(range<1>(1), h);
      h.parallel_for<class Counts>(nd_range<1>(64, 8), [=](nd_item<1> it) {
        const std::size_t me = it.get_local_id(0);
        if (me == 0)
          shared[0].store(0);
        it.barrier();
        sycl::atomic<int, access::address_space::local_space> of_group = shared[0];
        of_group.fetch_add(1);
        it.barrier();
        if (me == 0)
          a[0].fetch_add(shared[id<1>(0)].load());
        r[me % 2][1].fetch_max(static_cast<int>(it.get_global_id(0)));
        r[id<2>(1, 0)].fetch_add(2);
      });
    });
    q.submit([&](handler &h) {
      accessor<int, 0, access_mode::atomic> a(b, h);
      h.single_task<class OneMore>([=] {
        sycl::atomic<int> one = a;
        one.fetch_add(100);
      });
    });
  }
  CHECK(counts[0] == 164 && counts[1] == 0 && counts[2] == 62 && counts[3] == 128 && counts[4] == 63);
}

int main() {
  queue q;
  atomics(q);
  old_scalars(q);
  modes(q);
  ranged(q);
  dimensions(q);
  placeholders(q);
  conversions(q);
  old_style(q);
  copies(q);
  q.wait_and_throw();
  return report("accessor_modes");
}
