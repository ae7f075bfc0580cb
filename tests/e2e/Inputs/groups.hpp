// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of group algorithms, for groups and for sub-groups: reductions, scans, broadcasts, predicates and the joint_ forms.
// A file that includes this defines MEMBERS(nd_item), the group or sub-group to work with.
#ifndef TESTS_GROUPS_HPP
#define TESTS_GROUPS_HPP

#include "check.hpp"

#include <vector>

using namespace sycl;

static auto members(nd_item<1> it) { return MEMBERS(it); }

template <class...> class Name;

// Small numbers: sums and products of a few are exact in every type, half included.
template <class T> T number(size_t i) { return static_cast<T>(i * 7 % 5 + (i % 3 == 0)); }

// Runs one group of this size, given in SYCL's order, and returns what kernel(nd_item) returned to each work-item, by
// linear id.
template <class Name, class R, int D, class Kernel>
std::vector<R> run_group(sycl::queue &q, sycl::range<D> size, Kernel kernel) {
  std::vector<R> results(size.size());
  {
    sycl::buffer<R> buffer(results.data(), sycl::range<1>(results.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
      h.parallel_for<Name>(sycl::nd_range<D>(size, size),
                           [=](sycl::nd_item<D> it) { out[it.get_local_linear_id()] = kernel(it); });
    });
  }
  return results;
}

// Group sizes: one, primes, powers of two, the most. OpenCL's drivers may compile a kernel for each of them.
inline std::vector<size_t> group_sizes(sycl::queue &q) {
  std::vector<size_t> sizes = {1, 2, 3, 7, 8, 13, 16, 31, 64, 67, 127, 256};
  if (q.get_backend() == sycl::backend::opencl)
    sizes = {13};
  sizes.push_back(q.get_device().get_info<sycl::info::device::max_work_group_size>());
  return sizes;
}

// The same for the joint algorithms: PoCL takes up to 40 seconds for each size of one of their kernels.
inline std::vector<size_t> joint_sizes(sycl::queue &q) {
  if (q.get_device().get_platform().get_info<sycl::info::platform::name>() == "Portable Computing Language")
    return {61};
  return {1, 7, 32, 61};
}

// ---- folds of a value of each work-item -------------------------------------------------------------------

// What every fold gave a work-item.
template <class T> struct folds {
  T reduce, reduce_init, exclusive, exclusive_init, inclusive, inclusive_init;
};

// Where a work-item is: its number in its group or sub-group, of how many, and which one that is.
struct place {
  uint32_t lane, lanes, part;
};
template <class G> place place_in(const G &g) {
  place p = {uint32_t(g.get_local_linear_id()), uint32_t(g.get_local_linear_range()), 0};
  if constexpr (std::is_same_v<G, sub_group>)
    p.part = g.get_group_linear_id();
  return p;
}
// The values of each part, from those of the group.
template <class T, class Results, class Value> std::vector<std::vector<T>> parts_of(const Results &results, Value value) {
  std::vector<std::vector<T>> parts(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    parts[results[i].where.part].resize(results[i].where.lanes);
    parts[results[i].where.part][results[i].where.lane] = value(i);
  }
  return parts;
}

template <class T, class Op, class G> folds<T> fold_all_ways(G g, T x, Op op, T init) {
  folds<T> f;
  f.reduce = reduce_over_group(g, x, op);
  f.reduce_init = reduce_over_group(g, x, init, op);
  f.exclusive = exclusive_scan_over_group(g, x, op);
  f.exclusive_init = exclusive_scan_over_group(g, x, init, op);
  f.inclusive = inclusive_scan_over_group(g, x, op);
  f.inclusive_init = inclusive_scan_over_group(g, x, op, init);
  return f;
}

// The same for the values x[0..n), seen by member i.
template <class T, class Op> folds<T> expected(const T *x, size_t n, size_t i, Op op, T init) {
  folds<T> f;
  const T identity = known_identity_v<Op, T>;
  f.reduce = f.exclusive = identity;
  for (size_t k = 0; k < n; ++k) {
    if (k == i)
      f.exclusive = f.reduce;
    f.reduce = op(f.reduce, x[k]);
    if (k == i)
      f.inclusive = f.reduce;
  }
  f.reduce_init = op(init, f.reduce);
  f.exclusive_init = i ? T(op(init, f.exclusive)) : init;
  f.inclusive_init = op(init, f.inclusive);
  return f;
}

template <class T> bool same(const folds<T> &a, const folds<T> &b) {
  return a.reduce == b.reduce && a.reduce_init == b.reduce_init && a.exclusive == b.exclusive &&
         a.exclusive_init == b.exclusive_init && a.inclusive == b.inclusive && a.inclusive_init == b.inclusive_init;
}

template <class T, class Op> static void fold_values(queue &q, size_t n) {
  struct seen {
    folds<T> all;
    place where;
  };
  const Op op;
  auto results = run_group<Name<T, Op>, seen>(q, range<1>(n), [=](nd_item<1> it) {
    const auto g = members(it);
    return seen{fold_all_ways(g, number<T>(it.get_local_id(0)), op, T(3)), place_in(g)};
  });
  const auto parts = parts_of<T>(results, number<T>);
  size_t wrong = 0;
  for (const seen &r : results)
    wrong += !same(r.all, expected(parts[r.where.part].data(), r.where.lanes, r.where.lane, op, T(3)));
  if (wrong)
    std::printf("%s: group of %zu\n", __PRETTY_FUNCTION__, n);
  CHECK(wrong == 0);
}

template <class T> static void integers(queue &q, size_t n) {
  fold_values<T, plus<T>>(q, n);
  fold_values<T, minimum<>>(q, n);
  fold_values<T, maximum<T>>(q, n);
  fold_values<T, multiplies<T>>(q, n);
  fold_values<T, bit_and<T>>(q, n);
  fold_values<T, bit_or<T>>(q, n);
  fold_values<T, bit_xor<T>>(q, n);
  fold_values<T, logical_and<T>>(q, n);
  fold_values<T, logical_or<>>(q, n);
}

// Sums that a half can't hold depend on the order; products do in every type.
template <class T> static void reals(queue &q, size_t n) {
  if (sizeof(T) > 2 || n < 256)
    fold_values<T, plus<>>(q, n);
  fold_values<T, minimum<T>>(q, n);
  fold_values<T, maximum<>>(q, n);
  if (n < 8)
    fold_values<T, multiplies<>>(q, n);
}

// ---- a type and an operation of one's own -----------------------------------------------------------------

struct affine { // x -> a * x + b: the order matters
  unsigned a, b, pad[3];
  friend bool operator==(const affine &p, const affine &q) { return p.a == q.a && p.b == q.b; }
};
struct compose {
  affine operator()(const affine &f, const affine &g) const { return {g.a * f.a, g.a * f.b + g.b, {}}; }
};
static affine nth(size_t i) { return {unsigned(i * 2 + 1), unsigned(i + 5), {}}; }

static void own(queue &q, size_t n) {
  struct seen {
    affine total, before, with, broadcast;
    place where;
  };
  auto results = run_group<Name<affine>, seen>(q, range<1>(n), [=](nd_item<1> it) {
    const affine mine = nth(it.get_local_id(0));
    const auto g = members(it);
    seen r;
    r.total = reduce_over_group(g, mine, compose());
    r.before = exclusive_scan_over_group(g, mine, affine{1, 0, {}}, compose());
    r.with = inclusive_scan_over_group(g, mine, compose());
    r.broadcast = group_broadcast(g, mine, g.get_local_linear_range() / 2);
    r.where = place_in(g);
    return r;
  });
  const auto parts = parts_of<affine>(results, nth);
  size_t wrong = 0;
  for (const seen &r : results) {
    const auto &part = parts[r.where.part];
    affine total = {1, 0, {}};
    for (size_t k = 0; k < part.size(); ++k) {
      wrong += k == r.where.lane && !(r.before == total);
      total = compose()(total, part[k]);
      wrong += k == r.where.lane && !(r.with == total);
    }
    wrong += !(r.total == total) + !(r.broadcast == part[part.size() / 2]);
  }
  CHECK(wrong == 0);
}

// ---- predicates ----------------------------------------------------------------------------------------------

// One member alone says yes, the last, then none.
static void predicates(queue &q, size_t n) {
  auto results = run_group<Name<bool>, int>(q, range<1>(n), [=](nd_item<1> it) {
    const auto g = members(it);
    const size_t size = g.get_local_linear_range(), i = g.get_local_linear_id();
    const bool last = i == size - 1;
    int ok = any_of_group(g, last) & !none_of_group(g, last) & (all_of_group(g, last) == (size == 1));
    ok += 2 * (!any_of_group(g, false) & none_of_group(g, false) & all_of_group(g, true));
    ok += 4 * (!all_of_group(g, i, [=](size_t k) { return k != size - 1; }) & any_of_group(g, i, [](size_t k) { return k == 0; }) &
               none_of_group(g, i, [=](size_t k) { return k >= size; }));
    ok += 8 * (reduce_over_group(g, last, logical_or<>()) & (reduce_over_group(g, last, logical_and<>()) == (size == 1)));
    ok += 16 * (g.leader() == (i == 0));
    return ok;
  });
  size_t wrong = 0;
  for (int r : results)
    wrong += r != 31;
  CHECK(wrong == 0);
}

// ---- ranges of memory -----------------------------------------------------------------------------------------

template <class Op> static void joint(queue &q, size_t group_size, size_t n) {
  const Op op;
  int *in = malloc_shared<int>(n + 1, q), *all = malloc_shared<int>(4 * n * group_size + 1, q);
  int *ok = malloc_shared<int>(group_size, q), *part = malloc_shared<int>(group_size, q);
  for (size_t i = 0; i < n; ++i)
    in[i] = number<int>(i);
  const int identity = known_identity_v<Op, int>;
  int total = identity;
  for (size_t i = 0; i < n; ++i)
    total = op(total, in[i]);
  q.parallel_for<Name<Op, long>>(nd_range<1>(group_size, group_size), [=](nd_item<1> it) {
     const auto g = members(it);
     const place where = place_in(g);
     int *out = all + 4 * n * where.part;
     auto nameless = [=](int a, int b) { return op(a, b); }; // an identity that nobody knows
     bool good = joint_reduce(g, in, in + n, op) == total;
     good &= joint_reduce(g, in, in + n, 3, op) == op(3, total);
     good &= joint_reduce(g, in, in + n, 3, nameless) == op(3, total);
     good &= joint_exclusive_scan(g, in, in + n, out, op) == out + n;
     joint_exclusive_scan(g, in, in + n, out + n, 3, op);
     joint_inclusive_scan(g, in, in + n, out + 2 * n, nameless);
     joint_inclusive_scan(g, in, in + n, out + 3 * n, op, 3);
     good &= joint_any_of(g, in, in + n, [](int x) { return x == 5; }) == (n > 9);
     good &= joint_all_of(g, in, in + n, [](int x) { return x < 6; });
     good &= joint_none_of(g, in, in + n, [](int x) { return x < 0; });
     ok[it.get_local_id(0)] = good;
     part[it.get_local_id(0)] = static_cast<int>(where.part);
   }).wait();
  size_t wrong = 0;
  for (size_t k = 0; k < group_size; ++k) {
    const int *out = all + 4 * n * static_cast<size_t>(part[k]);
    int before = identity;
    for (size_t i = 0; i < n; ++i) {
      const int with = op(before, in[i]);
      wrong += (out[i] != before) + (out[n + i] != op(3, before)) + (out[2 * n + i] != with) + (out[3 * n + i] != op(3, with));
      before = with;
    }
    wrong += !ok[k];
  }
  if (wrong)
    std::printf("joint: group of %zu, %zu elements\n", group_size, n);
  CHECK(wrong == 0);
  free(in, q), free(all, q), free(ok, q), free(part, q);
}

// ---- all of it --------------------------------------------------------------------------------------------------

static void algorithms(queue &q) {
  for (size_t n : group_sizes(q)) {
    integers<int>(q, n);
    fold_values<unsigned char, plus<>>(q, n);
    fold_values<short, minimum<>>(q, n);
    fold_values<unsigned, maximum<>>(q, n);
    fold_values<long long, plus<>>(q, n);
    fold_values<unsigned long, bit_xor<>>(q, n);
    reals<float>(q, n);
    if (q.get_device().has(aspect::fp64))
      reals<double>(q, n);
    if (q.get_device().has(aspect::fp16))
      reals<half>(q, n);
    own(q, n);
    predicates(q, n);
  }
  for (size_t size : joint_sizes(q))
    for (size_t n : {0, 1, 6, 31, 64, 1000}) {
      joint<plus<>>(q, size, n);
      joint<maximum<int>>(q, size, n);
      joint<bit_xor<>>(q, size, n);
    }
}

#endif
