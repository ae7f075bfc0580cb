// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions on drivers that take SPIR-V and lack those of work-groups, or sub-groups too: the runtime has some of its own. Such a driver is one that
// refuses modules that use them.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_GROUPS=sub SYCC_DEVICE_SELECTOR='opencl:*' %apart %t %}
// RUN: %if apart %{ env APART_GROUPS=none SYCC_DEVICE_SELECTOR='opencl:*' %apart %t %}
#include "Inputs/check.hpp"
#include <vector>

// What every work-item of every group must see, as a mask of what is false.
template <class T, int D> struct Folds;
template <class T, int D> static void folds(sycl::queue &q, sycl::nd_range<D> r) {
  const size_t n = r.get_global_range().size();
  std::vector<unsigned> wrong(n, ~0u);
  {
    sycl::buffer<unsigned> b(wrong.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<Folds<T, D>>(r, [=](sycl::nd_item<D> it) {
        const auto g = it.get_group();
        const unsigned me = unsigned(it.get_local_linear_id()), count = unsigned(g.get_local_linear_range());
        unsigned bad = 0;
        const auto expect = [&](int bit, bool is) { bad |= unsigned(!is) << bit; };
        expect(0, sycl::reduce_over_group(g, T(me), sycl::plus<T>()) == T(count * (count - 1) / 2));
        expect(1, sycl::reduce_over_group(g, T(me), sycl::maximum<T>()) == T(count - 1));
        expect(2, sycl::reduce_over_group(g, T(me + 3), sycl::minimum<T>()) == T(3));
        expect(3, sycl::exclusive_scan_over_group(g, T(1), sycl::plus<T>()) == T(me));
        expect(4, sycl::inclusive_scan_over_group(g, T(me), sycl::maximum<T>()) == T(me));
        expect(5, sycl::group_broadcast(g, T(me), count - 1) == T(count - 1));
        expect(6, sycl::group_broadcast(g, T(me + 1)) == T(1));
        expect(7, sycl::any_of_group(g, me == count - 1) && !sycl::any_of_group(g, me == count));
        expect(8, sycl::all_of_group(g, me < count) && sycl::all_of_group(g, me > 0) == false && sycl::none_of_group(g, me > count));
        const auto s = it.get_sub_group();
        const unsigned lane = s.get_local_linear_id(), width = s.get_local_linear_range();
        expect(9, lane < width && width <= s.get_max_local_range()[0] && s.get_group_linear_id() < s.get_group_linear_range());
        expect(10, sycl::reduce_over_group(s, T(lane), sycl::plus<T>()) == T(width * (width - 1) / 2));
        expect(11, sycl::inclusive_scan_over_group(s, T(1), sycl::plus<T>()) == T(lane + 1));
        expect(12, sycl::group_broadcast(s, T(lane + 7)) == T(7));
        expect(13, sycl::select_from_group(s, T(lane), width - 1) == T(width - 1));
        expect(14, sycl::shift_group_right(s, T(lane), 1) == T(lane ? lane - 1 : 0) || !lane);
        expect(15, sycl::all_of_group(s, true) && !sycl::any_of_group(s, false));
        sycl::group_barrier(s);
        a[it.get_global_linear_id()] = bad;
      });
    });
  }
  for (size_t i = 0; i < n; ++i)
    if (wrong[i]) {
      std::printf("work-item %zu of %zu: %x\n", i, n, wrong[i]);
      CHECK(!wrong[i]);
      break;
    }
}

// A kernel of the same image that needs none of it, and one with doubles, which the library need not have elsewhere.
static void others(sycl::queue &q) {
  int data[64] = {}, sum = 0;
  {
    sycl::buffer<int> b(data, 64), s(&sum, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class Plain>(64, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only);
      h.parallel_for<class Sum>(64, sycl::reduction(s, h, sycl::plus<int>()), [=](sycl::id<1> i, auto &to) { to += a[i]; });
    });
  }
  CHECK(sum == 2016);
  if (q.get_device().has(sycl::aspect::fp64))
    folds<double, 1>(q, {1024, 16});
}

int main() {
  return on_every_device([](sycl::queue &q) {
    // Many groups, so that several run at a time.
    folds<int, 1>(q, {64 * 32, 32});
    folds<unsigned, 2>(q, {{32, 48}, {4, 6}});
    folds<long, 3>(q, {{8, 16, 12}, {2, 2, 3}});
    folds<float, 1>(q, {640, 10});
    others(q);
  });
}
