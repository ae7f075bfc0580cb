// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways to write a kernel: named, unnamed, functor, generic lambda, template; and the arguments it
// may take.
#include "check.hpp"

using namespace sycl;

// The test for each form: a kernel that writes 3 * i + 1 to p[i].
template <class F> static void expect(queue &q, F submit) {
  int *p = malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    p[i] = -1;
  submit(p);
  q.wait_and_throw();
  bool good = true;
  for (int i = 0; i < 64; ++i)
    good = good && p[i] == 3 * i + 1;
  CHECK(good);
  free(p, q);
}

struct Functor {
  int *p;
  void operator()(id<1> i) const { p[i] = static_cast<int>(3 * i + 1); }
};

// Not assignable, not default constructible.
class Stiff {
public:
  Stiff(int *to, const int by) : p(to), factor(by) {}
  template <class Item> void operator()(const Item &it) const {
    const auto i = it.get_linear_id();
    p[i] = static_cast<int>(factor * i + 1);
  }

private:
  int *const p;
  const int factor;
};

template <class T> struct TemplateFunctor {
  T *p;
  T factor;
  void operator()(item<1> i) const { p[i] = factor * static_cast<T>(i) + 1; }
};

class Named;
template <class T, int N> class TemplateName;
namespace deep {
namespace inside {
class Name;
}
} // namespace deep
namespace {
class Hidden;
}

// What a kernel gets are lvalues, as in other implementations: it may take them by reference.
static void by_lvalue(queue &q) {
  expect(q, [&](int *p) {
    q.parallel_for<class ItemByAuto>(64, [=](auto &i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class ItemByName>(64, [=](item<1> &i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class ItemByForwarding>(64, [=](auto &&i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class ItemAndHandler>(
        64, [=](auto &i, kernel_handler) { p[i.get_id(0)] = static_cast<int>(3 * i.get_id(0) + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class NdItemByAuto>(nd_range<1>(64, 8), [=](auto &i) {
      p[i.get_global_id(0)] = static_cast<int>(3 * i.get_global_id(0) + 1);
    });
  });
  expect(q, [&](int *p) {
    q.submit([&](handler &h) {
      h.parallel_for_work_group<class GroupByAuto>(range<1>(8), range<1>(8), [=](auto &g) {
        g.parallel_for_work_item([&](auto &i) {
          p[i.get_global_id(0)] = static_cast<int>(3 * i.get_global_id(0) + 1);
        });
      });
    });
  });
}

static void by_lvalue_in_reductions(queue &q) {
  int *sum = malloc_shared<int>(2, q);
  sum[0] = sum[1] = 0;
  q.parallel_for<class ReducedItem>(range<1>(64), reduction(&sum[0], plus<int>()),
                                    [=](auto &i, auto &s) { s += static_cast<int>(i.get_id(0)); })
      .wait();
  q.parallel_for<class ReducedNdItem>(nd_range<1>(64, 8), reduction(&sum[1], plus<int>()),
                                      [=](nd_item<1> &i, auto &s) { s += static_cast<int>(i.get_global_id(0)); })
      .wait();
  CHECK(sum[0] == 64 * 63 / 2 && sum[1] == 64 * 63 / 2);
  free(sum, q);
}

template <class T> static void in_template(queue &q, T factor) {
  expect(q, [&](int *p) {
    q.parallel_for<TemplateName<T, 7>>(
        64, [=](id<1> i) { p[i] = static_cast<int>(factor * static_cast<T>(i) + 1); });
  });
}

inline void in_inline_function(queue &q) {
  expect(q, [&](int *p) {
    q.parallel_for<class InInline>(64, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); });
  });
}

int main() {
  queue q;

  // Arguments.
  expect(q, [&](int *p) {
    q.parallel_for<Named>(range<1>(64), [=](item<1> i) { p[i] = static_cast<int>(3 * i.get_id(0) + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class ById>(range{64}, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class BySize>(64, [=](std::size_t i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q, [&](int *p) { q.parallel_for<class ByInt>(64, [=](int i) { p[i] = 3 * i + 1; }); });
  expect(q, [&](int *p) {
    q.parallel_for<class ByAuto>(64, [=](auto i) { p[i] = static_cast<int>(3 * i.get_linear_id() + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class ByReference>(64, [=](const id<1> &i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  by_lvalue(q);
  expect(q, [&](int *p) {
    q.parallel_for<class Two>(
        {8, 8}, [=](id<2> i) { p[8 * i[0] + i[1]] = static_cast<int>(3 * (8 * i[0] + i[1]) + 1); });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class Three>(range(4, 4, 4), [=](item<3> i) {
      p[i.get_linear_id()] = static_cast<int>(3 * (16 * i[0] + 4 * i[1] + i[2]) + 1);
    });
  });
  expect(q, [&](int *p) {
    q.parallel_for<class Nd>(nd_range<1>(64, 8), [=](nd_item<1> i) {
      p[i.get_global_id(0)] = static_cast<int>(3 * (8 * i.get_group(0) + i.get_local_id(0)) + 1);
    });
  });
  expect(q, [&](int *p) {
    q.single_task<class Single>([=] {
      for (int i = 0; i < 64; ++i)
        p[i] = 3 * i + 1;
    });
  });

  // Names.
  expect(q, [&](int *p) {
    q.parallel_for<deep::inside::Name>(64, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); });
  });
  expect(q,
         [&](int *p) { q.parallel_for<Hidden>(64, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); }); });
  expect(q, [&](int *p) {
    q.submit([&](handler &h) {
      h.parallel_for<class InGroup>(64, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); });
    });
  });
  in_template<int>(q, 3);
  in_template<float>(q, 3.0f);
  in_inline_function(q);

  // Functors.
  expect(q, [&](int *p) { q.parallel_for(64, Functor{p}); });
  expect(q, [&](int *p) { q.parallel_for(range<1>(64), Stiff(p, 3)); });
  expect(q, [&](int *p) { q.parallel_for(64, TemplateFunctor<int>{p, 3}); });
  expect(q, [&](int *p) { q.parallel_for<class NamedFunctor>(64, Functor{p}); });

  // Unnamed lambdas: not with a host compiler that has no stable names.
#if !defined(__SYCC_INTEGRATION_HEADER__) || defined(SYCC_HAS_STABLE_NAME)
  expect(q, [&](int *p) { q.parallel_for(64, [=](id<1> i) { p[i] = static_cast<int>(3 * i + 1); }); });
  expect(q, [&](int *p) {
    q.submit([&](handler &h) { h.parallel_for(64, [=](item<1> i) { p[i] = static_cast<int>(3 * i + 1); }); });
  });
  auto host_only = [](int x) { return 3 * x; }; // changes the numbers of the lambdas after it
  expect(q, [&](int *p) {
    const int three = host_only(1);
    q.parallel_for(64, [=](auto i) { p[i] = three * static_cast<int>(i) + 1; });
  });
#endif

  by_lvalue_in_reductions(q);

  // A closure above the parameter limit of OpenCL.
  struct {
    int v[400];
  } big;
  for (int i = 0; i < 400; ++i)
    big.v[i] = i;
  expect(q, [&](int *p) {
    q.parallel_for<class Big>(64, [=](id<1> i) { p[i] = 2 * big.v[i] + big.v[i] + big.v[1]; });
  });

  static_assert(is_device_copyable_v<Functor> && is_device_copyable_v<std::pair<int, float>> &&
                    is_device_copyable_v<std::tuple<int, double>> && !is_device_copyable_v<std::vector<int>>,
                "");
  return report("kernel_forms");
}
