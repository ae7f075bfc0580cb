// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// id, range, item, nd_item: arithmetic on the host, and what kernels of each dimension see.
#include "check.hpp"

using namespace sycl;

static void arithmetic() {
  const id<3> a(1, 2, 3), b(4, 5, 6);
  CHECK((a + b == id<3>(5, 7, 9)));
  CHECK((b - a == id<3>(3, 3, 3)));
  CHECK((a * 2 == id<3>(2, 4, 6)));
  CHECK((2 * a == id<3>(2, 4, 6)));
  CHECK((b / a == id<3>(4, 2, 2)));
  CHECK((b % 4 == id<3>(0, 1, 2)));
  CHECK(((a << 1) == id<3>(2, 4, 6)));
  CHECK(((a & 1) == id<3>(1, 0, 1)));
  CHECK(((a < b) == id<3>(1, 1, 1)));
  CHECK((a != b));
  CHECK((10 - a == id<3>(9, 8, 7)));
  id<3> c = a;
  c += b;
  c -= 1;
  CHECK((c == id<3>(4, 6, 8)));
  CHECK((c++ == id<3>(4, 6, 8)));
  CHECK((--c == id<3>(4, 6, 8)));
  CHECK((id<2>(range<2>(3, 4)) == id<2>(3, 4)));

  id<1> i = 5;
  const int array[] = {0, 10, 20, 30, 40, 50, 60};
  CHECK(array[i] == 50);     // to ptrdiff_t
  CHECK(array[i + 1] == 60); // with an int
  CHECK(i == 5 && 5 == i && i != 6u);
  CHECK(i + std::size_t(2) == 7 && 2 + i == 7);
  std::size_t n = i;
  int m = static_cast<int>(i);
  CHECK(n == 5 && m == 5);
  if (i < 6)
    n = 6;
  CHECK(n == 6);

  const range<3> r(2, 3, 4);
  CHECK(r.size() == 24 && r.get(1) == 3 && r[2] == 4);
  CHECK((range(2, 3).size() == 6));
  CHECK((range<1>(7) == 7));
  static_assert(std::is_trivially_copyable_v<id<2>> && std::is_trivially_copyable_v<range<2>>, "");
  static_assert(sizeof(id<1>) == sizeof(std::size_t) && sizeof(range<3>) == 3 * sizeof(std::size_t), "");
  static_assert(id<1>(3) + 4 == 7, "constexpr");

  const nd_range<2> nd(range<2>(8, 6), range<2>(4, 3));
  CHECK((nd.get_group_range() == range<2>(2, 2)));
}

template <int D> class RangeKernel;
template <int D> class NdKernel;

// Every work-item writes what it sees to its own place.
template <int D> static void kernels(queue &q, range<D> global, range<D> local) {
  const std::size_t n = global.size();
  std::vector<std::size_t> linear(n, 999), sum(n), group(n), inside(n);
  {
    buffer<std::size_t> lb(linear.data(), n), sb(sum.data(), n);
    q.submit([&](handler &h) {
      accessor l(lb, h), s(sb, h);
      h.parallel_for<RangeKernel<D>>(global, [=](item<D> it) {
        const std::size_t at = it.get_linear_id();
        l[at] = at;
        std::size_t x = 0;
        for (int d = 0; d < D; ++d)
          x = x * it.get_range(d) + it[d] + it.get_offset()[d];
        s[at] = x;
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i)
    CHECK(linear[i] == i && sum[i] == i);
  {
    buffer<std::size_t> lb(linear.data(), n), gb(group.data(), n), ib(inside.data(), n), sb(sum.data(), n);
    q.submit([&](handler &h) {
      accessor l(lb, h, write_only), g(gb, h, write_only), in(ib, h, write_only), s(sb, h, write_only);
      h.parallel_for<NdKernel<D>>(nd_range<D>(global, local), [=](nd_item<D> it) {
        const std::size_t at = it.get_global_linear_id();
        l[at] = at + 1;
        g[at] = it.get_group_linear_id();
        in[at] = it.get_local_linear_id();
        bool good = it.get_group().get_local_linear_range() == it.get_local_range().size();
        for (int d = 0; d < D; ++d)
          good = good &&
                 it.get_global_id(d) == it.get_group(d) * it.get_local_range(d) + it.get_local_id(d) &&
                 it.get_group_range(d) * it.get_local_range(d) == it.get_global_range(d);
        s[at] = good;
      });
    });
  }
  const range<D> groups = global / local;
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(linear[i] == i + 1 && sum[i] == 1);
    // The same from the linear number alone.
    std::size_t rest = i, g = 0, l = 0, gscale = 1, lscale = 1;
    for (int d = D - 1; d >= 0; --d) {
      const std::size_t at = rest % global[d];
      rest /= global[d];
      g += at / local[d] * gscale;
      l += at % local[d] * lscale;
      gscale *= groups[d];
      lscale *= local[d];
    }
    CHECK(group[i] == g && inside[i] == l);
  }
}

int main() {
  arithmetic();
  queue q;
  kernels<1>(q, range<1>(60), range<1>(6));
  kernels<2>(q, range<2>(6, 10), range<2>(2, 5));
  kernels<3>(q, range<3>(4, 6, 8), range<3>(2, 3, 4));
  kernels<1>(q, range<1>(1), range<1>(1));
  return report("id_range");
}
