// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the classes share (4.5.2 to 4.5.4): equality, hashes, properties; placeholders and iterators of accessors; items without an
// offset.
#include "check.hpp"

#include <vector>

using namespace sycl;

static void properties_of_accessors(queue &q) {
  buffer<int, 2> b(range<2>(4, 5));
  {
    host_accessor all(b, write_only, no_init);
    CHECK(all.has_property<property::no_init>() && !all.has_property<property::buffer::use_host_ptr>());
    (void)all.get_property<property::no_init>();
    CHECK_THROWS(errc::invalid, (void)all.get_property<property::buffer::use_host_ptr>());
  }
  CHECK_THROWS(errc::invalid, host_accessor(b, read_only, no_init));
  q.submit([&](handler &h) {
    accessor<int, 2, access_mode::write> a(b, h, no_init);
    CHECK(a.has_property<property::no_init>() && !a.is_placeholder());
    accessor<int, 2, access_mode::read_write> later(b); // its type does not say so
    CHECK(later.is_placeholder() && !later.has_property<property::no_init>());
    accessor<int, 2, access_mode::read> copy = later;
    CHECK(copy.is_placeholder());
    CHECK_THROWS(errc::invalid, accessor(b, h, read_only, no_init));
    local_accessor<int> one(4, h), same = one, other(4, h);
    CHECK(!one.has_property<property::no_init>() && one == same && one != other);
    CHECK_THROWS(errc::invalid, (void)one.get_property<property::no_init>());
    CHECK(std::hash<local_accessor<int>>()(one) == std::hash<local_accessor<int>>()(same));
    static_assert(std::is_same_v<local_accessor<int>::accessor_ptr<access::decorated::no>,
                                 multi_ptr<int, access::address_space::local_space, access::decorated::no>>,
                  "");
    stream out(64, 64, h), again = out;
    CHECK(out == again && std::hash<stream>()(out) == std::hash<stream>()(again));
    h.parallel_for<class NoInit>(nd_range<1>(1, 1), [=](nd_item<1>) { a[0][0] = 1; });
  });
}

// A placeholder whose type does not say so, copied, and required behind the accessors of the group.
static void late_placeholders(queue &q) {
  buffer<int> from(range<1>(8)), to(range<1>(8));
  {
    host_accessor a(from, write_only);
    for (int i = 0; i < 8; ++i)
      a[i] = i;
  }
  accessor<int, 1, access_mode::read> late(from);
  q.submit([&](handler &h) {
    accessor out(to, h, write_only);
    const accessor<int, 1, access_mode::read> copy = late;
    h.require(copy);
    h.parallel_for<class Late>(8, [=](id<1> i) { out[i] = 2 * copy[i]; });
  });
  host_accessor a(to, read_only);
  CHECK(a[0] == 0 && a[7] == 14);
}

// Iterators go over the part that may be accessed, row by row.
static void iterators(queue &q) {
  buffer<int, 2> b(range<2>(4, 5));
  {
    host_accessor a(b, write_only);
    int n = 0;
    for (int &x : a)
      x = n++;
    CHECK(n == 20 && a[3][4] == 19);
  }
  const host_accessor part(b, range<2>(2, 3), id<2>(1, 1), read_only);
  const std::vector<int> want = {6, 7, 8, 11, 12, 13};
  CHECK(std::vector<int>(part.begin(), part.end()) == want && part.end() - part.begin() == 6);
  CHECK(*part.rbegin() == 13 && part.cbegin()[3] == 11 && *(part.cend() - 2) == 12);
  auto i = part.begin();
  const decltype(part)::const_iterator c = i;
  CHECK(*++i == 7 && *i++ == 7 && *--i == 7 && i > c && c == part.cbegin());
  int sum = 0;
  {
    buffer<int> out(&sum, range<1>(1));
    q.submit([&](handler &h) {
      accessor a(b, h, range<2>(2, 3), id<2>(1, 1), read_only);
      accessor o(out, h, write_only);
      h.single_task<class Walk>([=] {
        int s = 0;
        for (int x : a)
          s += x;
        o[0] = s;
      });
    });
  }
  CHECK(sum == 57);
}

static void host_tasks(queue &q) {
  buffer<int> b(range<1>(4));
  q.submit([&](handler &h) {
    accessor a(b, h, write_only_host_task);
    static_assert(std::is_same_v<decltype(a.get_pointer()), int *>, "");
    h.host_task([=] { a.get_pointer()[1] = 7; });
  });
  host_accessor a(b, read_only);
  CHECK(a[1] == 7);
}

struct without_offset {
  int *out;
  void operator()(item<1, false> it) const { out[it.get_linear_id()] = static_cast<int>(item<1>(it).get_offset()[0]) + 1; }
};

static void items(queue &q) {
  int data[8] = {};
  {
    int *p = malloc_shared<int>(8, q);
    q.parallel_for(range<1>(8), without_offset{p}).wait();
    for (int i = 0; i < 8; ++i)
      data[i] = p[i];
    free(p, q);
  }
  CHECK(data[0] == 1 && data[7] == 1);
  bool ok[2] = {};
  {
    buffer<bool> b(ok, range<1>(2));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for_work_group<class Items>(range<1>(2), range<1>(4), [=](group<1> g) {
        bool good = g.get_linear_id() == g.get_group_id(0) && g.get_global_range(0) == 8 && g.get_global_range()[0] == 8;
        g.parallel_for_work_item([&](h_item<1> it) {
          const h_item<1> copy = it;
          if (!(copy == it) || copy != it)
            good = false;
        });
        a[g.get_group_id(0)] = good;
      });
    });
  }
  CHECK(ok[0] && ok[1]);
}

static void events(queue &q) {
  const event one, copy = one, other;
  CHECK(one == copy && one != other && std::hash<event>()(one) == std::hash<event>()(copy));
  event e = q.submit([&](handler &h) {
    h.depends_on(one);
    h.host_task([] {});
  });
  e.wait();
  CHECK(e == event(e) && e != one);
}

static void devices(const device &d) {
  CHECK(d.get_info<info::device::preferred_vector_width_long_long>() == d.get_info<info::device::preferred_vector_width_long>());
  CHECK(d.get_info<info::device::native_vector_width_long_long>() == d.get_info<info::device::native_vector_width_long>());
  // Declared without a header of OpenCL's.
  if (d.get_backend() != backend::opencl)
    CHECK_THROWS(errc::backend_mismatch, (void)get_native<backend::opencl>(d));
}

int main() {
  queue q;
  properties_of_accessors(q);
  late_placeholders(q);
  iterators(q);
  host_tasks(q);
  items(q);
  events(q);
  devices(q.get_device());
  q.wait_and_throw();
  return report("common_interface");
}
