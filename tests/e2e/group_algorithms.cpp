// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans, broadcasts and predicates over groups and sub-groups, and the joint_ forms: many types, all
// operations, group sizes of every kind, compared with loops on the host. Also with values and operations of the
// user's own.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/groups.hpp"

using namespace sycl;

template <class...> class Name;

// ---- folds of a value of each work-item -------------------------------------------------------------------

// What every fold gave a work-item, in a group and in a sub-group, and where it was in its sub-group.
template <class T> struct folds {
  T reduce, reduce_init, exclusive, exclusive_init, inclusive, inclusive_init;
};
template <class T> struct both_folds {
  folds<T> group, sub_group;
  uint32_t lane, lanes, part;
};

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
  const Op op;
  auto results = run_group<Name<T, Op>, both_folds<T>>(q, range<1>(n), [=](nd_item<1> it) {
    both_folds<T> r;
    const T x = number<T>(it.get_local_id(0));
    r.group = fold_all_ways(it.get_group(), x, op, T(3));
    const sub_group s = it.get_sub_group();
    r.sub_group = fold_all_ways(s, x, op, T(3));
    r.lane = s.get_local_linear_id(), r.lanes = s.get_local_linear_range(), r.part = s.get_group_linear_id();
    return r;
  });
  std::vector<T> all(n);
  std::vector<std::vector<T>> parts(n);
  for (size_t i = 0; i < n; ++i) {
    all[i] = number<T>(i);
    parts[results[i].part].resize(results[i].lanes);
    parts[results[i].part][results[i].lane] = all[i];
  }
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) {
    const both_folds<T> &r = results[i];
    wrong += !same(r.group, expected(all.data(), n, i, op, T(3)));
    wrong += !same(r.sub_group, expected(parts[r.part].data(), r.lanes, r.lane, op, T(3)));
  }
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
static affine step(size_t i) { return {unsigned(i * 2 + 1), unsigned(i + 5), {}}; }

static void own(queue &q, size_t n) {
  struct seen {
    affine total, before, with, sub_total, broadcast;
    uint32_t lane, lanes, part;
  };
  auto results = run_group<Name<affine>, seen>(q, range<1>(n), [=](nd_item<1> it) {
    const affine mine = step(it.get_local_id(0));
    const sub_group s = it.get_sub_group();
    seen r;
    r.total = reduce_over_group(it.get_group(), mine, compose());
    r.before = exclusive_scan_over_group(it.get_group(), mine, affine{1, 0, {}}, compose());
    r.with = inclusive_scan_over_group(it.get_group(), mine, compose());
    r.sub_total = reduce_over_group(s, mine, compose());
    r.broadcast = group_broadcast(it.get_group(), mine, n / 2);
    r.lane = s.get_local_linear_id(), r.lanes = s.get_local_linear_range(), r.part = s.get_group_linear_id();
    return r;
  });
  std::vector<std::vector<affine>> parts(n);
  for (size_t i = 0; i < n; ++i) {
    parts[results[i].part].resize(results[i].lanes);
    parts[results[i].part][results[i].lane] = step(i);
  }
  size_t wrong = 0;
  affine before = {1, 0, {}};
  for (size_t i = 0; i < n; ++i) {
    const affine with = compose()(before, step(i));
    affine sub_total = {1, 0, {}};
    for (const affine &f : parts[results[i].part])
      sub_total = compose()(sub_total, f);
    wrong += !(results[i].before == before) + !(results[i].with == with) + !(results[i].sub_total == sub_total) +
             !(results[i].broadcast == step(n / 2));
    before = with;
  }
  for (size_t i = 0; i < n; ++i)
    wrong += !(results[i].total == before);
  CHECK(wrong == 0);
}

// ---- predicates, broadcasts, three dimensions ---------------------------------------------------------------

static void predicates(queue &q, size_t n) {
  // The last work-item alone says yes, then no.
  auto results = run_group<Name<bool>, int>(q, range<1>(n), [=](nd_item<1> it) {
    const group<1> g = it.get_group();
    const sub_group s = it.get_sub_group();
    const size_t i = it.get_local_id(0);
    const bool last = i == n - 1, always = reduce_over_group(g, true, logical_and<>());
    const bool in_last_part = s.get_group_linear_id() == reduce_over_group(g, s.get_group_linear_id(), maximum<>());
    int ok = any_of_group(g, last) && !none_of_group(g, last) && all_of_group(g, last) == (n == 1) && always;
    ok += 2 * (!any_of_group(g, false) && none_of_group(g, false) && all_of_group(g, true));
    ok += 4 * (!all_of_group(g, i, [=](size_t k) { return k != n - 1; }) && any_of_group(g, i, [](size_t k) { return k == 0; }) &&
               none_of_group(g, i, [=](size_t k) { return k >= n; }));
    const bool any_in_part = any_of_group(s, last);
    ok += 8 * (all_of_group(s, !any_in_part) == !any_in_part && any_of_group(s, any_in_part) == any_in_part &&
               (in_last_part || !any_in_part));
    ok += 16 * (g.leader() == (i == 0) && any_of_group(s, s.leader()) && s.leader() == (s.get_local_linear_id() == 0));
    return ok;
  });
  size_t wrong = 0;
  for (int r : results)
    wrong += r != 31;
  CHECK(wrong == 0);
}

template <int D> static void dimensions(queue &q, range<D> size) {
  const size_t n = size.size();
  id<D> middle;
  for (int d = 0; d < D; ++d)
    middle[d] = size[d] / 2;
  auto results = run_group<Name<range<D>>, size_t>(q, size, [=](nd_item<D> it) {
    const group<D> g = it.get_group();
    const size_t i = it.get_local_linear_id();
    const id<D> from = group_broadcast(g, it.get_local_id(), middle);
    const size_t last = group_broadcast(g, i, n - 1), first = group_broadcast(g, i + 100);
    const size_t before = exclusive_scan_over_group(g, i, plus<>());
    const size_t bits = reduce_over_group(g, i, bit_or<>());
    bool ok = from == middle && last == n - 1 && first == 100 && before == i * (i - 1) / 2 && bits >= n - 1 && bits < 2 * n;
    // Sub-groups of more than one dimension cover the group without gaps.
    const sub_group s = it.get_sub_group();
    const size_t members = reduce_over_group(g, s.leader() ? size_t(s.get_local_linear_range()) : 0, plus<>());
    ok = ok && members == n && s.get_local_linear_id() < s.get_local_linear_range() &&
         s.get_local_linear_range() <= s.get_max_local_range()[0] && s.get_group_linear_id() < s.get_group_linear_range();
    return ok ? i + 1 : 0;
  });
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += results[i] != i + 1;
  CHECK(wrong == 0);
}

// ---- shuffles -----------------------------------------------------------------------------------------------

template <class T> static void shuffles(queue &q, size_t n) {
  struct seen {
    T left, right, exchanged, selected, broadcast;
    uint32_t lane, lanes, part;
  };
  auto results = run_group<Name<T, int>, seen>(q, range<1>(n), [=](nd_item<1> it) {
    const sub_group s = it.get_sub_group();
    const T x = number<T>(it.get_local_id(0));
    const uint32_t lanes = s.get_local_linear_range(), lane = s.get_local_linear_id();
    seen r;
    r.left = shift_group_left(s, x), r.right = shift_group_right(s, x, 2);
    r.exchanged = permute_group_by_xor(s, x, 1);
    r.selected = select_from_group(s, x, (lane * 3 + 1) % lanes);
    r.broadcast = group_broadcast(s, x, lanes - 1);
    r.lane = lane, r.lanes = lanes, r.part = s.get_group_linear_id();
    return r;
  });
  std::vector<std::vector<T>> parts(n);
  for (size_t i = 0; i < n; ++i) {
    parts[results[i].part].resize(results[i].lanes);
    parts[results[i].part][results[i].lane] = number<T>(i);
  }
  size_t wrong = 0;
  for (const seen &r : results) {
    const std::vector<T> &x = parts[r.part];
    const uint32_t lane = r.lane, lanes = r.lanes;
    wrong += (lane + 1 < lanes && r.left != x[lane + 1]) + (lane >= 2 && r.right != x[lane - 2]);
    wrong += ((lane ^ 1) < lanes && r.exchanged != x[lane ^ 1]) + (r.selected != x[(lane * 3 + 1) % lanes]);
    wrong += r.broadcast != x[lanes - 1];
  }
  CHECK(wrong == 0);
}

// ---- ranges of memory -----------------------------------------------------------------------------------------

template <class Op> static void joint(queue &q, size_t group_size, size_t n) {
  const Op op;
  int *in = malloc_shared<int>(n + 1, q), *out = malloc_shared<int>(4 * n + 4, q);
  int *ok = malloc_shared<int>(group_size, q);
  for (size_t i = 0; i < n; ++i)
    in[i] = number<int>(i);
  const int identity = known_identity_v<Op, int>;
  int total = identity;
  for (size_t i = 0; i < n; ++i)
    total = op(total, in[i]);
  q.parallel_for<Name<Op, long>>(nd_range<1>(group_size, group_size), [=](nd_item<1> it) {
     const group<1> g = it.get_group();
     const sub_group s = it.get_sub_group();
     bool good = joint_reduce(g, in, in + n, op) == total && joint_reduce(g, in, in + n, 3, op) == op(3, total);
     good = good && joint_reduce(s, in, in + n, op) == total;
     // One that has no identity that is known.
     good = good && joint_reduce(g, in, in + n, 3, [=](int a, int b) { return op(a, b); }) == op(3, total);
     good = good && joint_reduce(s, in, in + n, 3, [=](int a, int b) { return op(a, b); }) == op(3, total);
     good = good && joint_exclusive_scan(g, in, in + n, out, op) == out + n;
     joint_exclusive_scan(g, in, in + n, out + n, 3, op);
     joint_inclusive_scan(g, in, in + n, out + 2 * n, op);
     joint_inclusive_scan(g, in, in + n, out + 3 * n, op, 3);
     good = good && joint_any_of(g, in, in + n, [](int x) { return x == 5; }) == (n > 9);
     good = good && joint_all_of(g, in, in + n, [](int x) { return x < 6; }) && joint_none_of(s, in, in + n, [](int x) { return x < 0; });
     ok[it.get_local_id(0)] = good;
   }).wait();
  size_t wrong = 0;
  int before = identity;
  for (size_t i = 0; i < n; ++i) {
    const int with = op(before, in[i]);
    wrong += (out[i] != before) + (out[n + i] != op(3, before)) + (out[2 * n + i] != with) + (out[3 * n + i] != op(3, with));
    before = with;
  }
  for (size_t i = 0; i < group_size; ++i)
    wrong += !ok[i];
  if (wrong)
    std::printf("joint: group of %zu, %zu elements\n", group_size, n);
  CHECK(wrong == 0);
  free(in, q), free(out, q), free(ok, q);
}

int main() {
  return on_every_device([](queue &q) {
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
      shuffles<int>(q, n);
      shuffles<char>(q, n);
      shuffles<long>(q, n);
      shuffles<float>(q, n);
    }
    dimensions<1>(q, {61});
    dimensions<2>(q, {5, 7});
    dimensions<3>(q, {2, 3, 11});
    dimensions<3>(q, {4, 1, 16});
    for (size_t size : {1, 7, 32, 61})
      for (size_t n : {0, 1, 6, 31, 64, 1000}) {
        joint<plus<>>(q, size, n);
        joint<maximum<int>>(q, size, n);
        joint<bit_xor<>>(q, size, n);
      }
  });
}
