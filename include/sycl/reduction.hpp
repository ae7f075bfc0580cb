// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction: a parallel_for whose work-items contribute to values that are combined in any order.
//
// One kernel does it all. Over a range, few work-items walk through it: on CPUs one per group, over
// neighbouring elements, with several partial results at a time (LANES), which become vectors; elsewhere in
// strides, so that neighbours read neighbours. Then each group combines what its work-items have, its first
// one stores the result, and the group that is last to do so combines those of all groups.
#ifndef SYCL_REDUCTION_HPP
#define SYCL_REDUCTION_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/byte_count.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
#include <sycl/span.hpp>

#include <utility>

namespace sycl {
namespace detail {

// A value that may be missing, for operations whose identity is not known.
template <class T> struct maybe {
  T value;
  bool there;
};
template <class Op> struct maybe_op {
  Op op;
  template <class T> maybe<T> operator()(const maybe<T> &a, const maybe<T> &b) const {
    return !a.there ? b : !b.there ? a : maybe<T>{static_cast<T>(op(a.value, b.value)), true};
  }
};

// How values are kept while they are combined: as they are, or as maybe.
template <class T, class Op, bool HasIdentity> struct reduction_state {
  using type = T;
  static type first(const T &identity) { return identity; }
  static type of(const T &x) { return x; }
  static T value(const type &s) { return s; }
  static bool there(const type &) { return true; }
  static Op combiner(const Op &op) { return op; }
};
template <class T, class Op> struct reduction_state<T, Op, false> {
  using type = maybe<T>;
  static type first(const T &identity) { return {identity, false}; }
  static type of(const T &x) { return {x, true}; }
  static T value(const type &s) { return s.value; }
  static bool there(const type &s) { return s.there; }
  static maybe_op<Op> combiner(const Op &op) { return {op}; }
};

namespace classes {
template <class T, class Op, bool HasIdentity, class Target> struct reduction_of;
template <class T, class Op, bool HasIdentity, std::size_t N> struct span_reduction;
} // namespace classes
using classes::reduction_of;
using classes::span_reduction;

template <class T, class... Others> inline constexpr bool is_any_of = (std::is_same_v<T, Others> || ...);

} // namespace detail

// Self: what they return. Operand: what they take as their first one.
#define SYCC_REDUCER_OPERATOR(Self, Operand, symbol, op)                                                     \
  friend Self operator symbol(Operand r, const T &x) {                                                       \
    static_assert(detail::is_any_of<BinaryOperation, op<T>, op<>, std::op<T>, std::op<>>,                    \
                  "reducer: this operator is not that of the reduction");                                    \
    return r.combine(x);                                                                                     \
  }
#define SYCC_REDUCER_OPERATORS(Self, Operand)                                                                \
  SYCC_REDUCER_OPERATOR(Self, Operand, +=, plus)                                                             \
  SYCC_REDUCER_OPERATOR(Self, Operand, *=, multiplies)                                                       \
  SYCC_REDUCER_OPERATOR(Self, Operand, &=, bit_and)                                                          \
  SYCC_REDUCER_OPERATOR(Self, Operand, |=, bit_or)                                                           \
  SYCC_REDUCER_OPERATOR(Self, Operand, ^=, bit_xor)                                                          \
  friend Self operator++(Operand r) {                                                                        \
    return r += static_cast<T>(1);                                                                           \
  }                                                                                                          \
  friend Self operator++(Operand r, int) {                                                                   \
    return r += static_cast<T>(1);                                                                           \
  }

// What a kernel adds to.
template <class T, class BinaryOperation, bool HasIdentity = true> class reducer {
  using state = detail::reduction_state<T, BinaryOperation, HasIdentity>;

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 0;

  reducer(const T &identity, const BinaryOperation &op)
      : state_(state::first(identity)), identity_(identity), op_(op) {}
  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  reducer &combine(const T &x) {
    state_ = state::combiner(op_)(state_, state::of(x));
    return *this;
  }
  T identity() const {
    static_assert(HasIdentity, "reducer: this reduction has no identity that is known");
    return identity_;
  }

  SYCC_REDUCER_OPERATORS(reducer &, reducer &)

private:
  template <class, class, bool, class> friend struct detail::classes::reduction_of;
  typename state::type state_;
  T identity_;
  BinaryOperation op_;
};

namespace detail {

// One of the values that a kernel adds to: what [] of a span's reducer gives.
template <class T, class BinaryOperation, bool HasIdentity> class reducer_element {
  using state = reduction_state<T, BinaryOperation, HasIdentity>;

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 0;

  reducer_element(typename state::type &s, const T &identity, const BinaryOperation &op)
      : state_(s), identity_(identity), op_(op) {}
  reducer_element(const reducer_element &) = delete;
  reducer_element &operator=(const reducer_element &) = delete;
  reducer_element &combine(const T &x) {
    state_ = state::combiner(op_)(state_, state::of(x));
    return *this;
  }
  T identity() const {
    static_assert(HasIdentity, "reducer: this reduction has no identity that is known");
    return identity_;
  }
  SYCC_REDUCER_OPERATORS(reducer_element &, reducer_element &)
  SYCC_REDUCER_OPERATORS(reducer_element &, reducer_element &&)

private:
  typename state::type &state_;
  const T &identity_;
  const BinaryOperation &op_;
};

template <class State, std::size_t N> struct states {
  State of[N];
};

// What a kernel adds to in the reduction of a span.
template <class T, class BinaryOperation, bool HasIdentity, std::size_t N> class span_reducer {
  using state = reduction_state<T, BinaryOperation, HasIdentity>;

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 1;

  span_reducer(const T &identity, const BinaryOperation &op) : identity_(identity), op_(op) {
    for (std::size_t i = 0; i < N; ++i)
      states_.of[i] = state::first(identity);
  }
  span_reducer(const span_reducer &) = delete;
  span_reducer &operator=(const span_reducer &) = delete;

  reducer_element<T, BinaryOperation, HasIdentity> operator[](std::size_t i) {
    return {states_.of[i], identity_, op_};
  }
  T identity() const {
    static_assert(HasIdentity, "reducer: this reduction has no identity that is known");
    return identity_;
  }

private:
  template <class, class, bool, std::size_t> friend struct classes::span_reduction;
  states<typename state::type, N> states_;
  T identity_;
  BinaryOperation op_;
};
#undef SYCC_REDUCER_OPERATORS
#undef SYCC_REDUCER_OPERATOR

namespace classes {

// What sycl::reduction returns: where the result goes, how to combine. Target: T * or an accessor.
template <class T, class Op, bool HasIdentity, class Target> struct reduction_of : reduction_tag {
  using state = reduction_state<T, Op, HasIdentity>;
  using reducer_type = reducer<T, Op, HasIdentity>;
  using value_type = typename state::type;

  reduction_of(const Target &t, const T &i, const Op &o, bool initialize)
      : target(t), identity(i), op(o), fresh(initialize) {}

  reducer_type make_reducer() const { return reducer_type(identity, op); }
  static void add(reducer_type &to, const reducer_type &from) {
    to.state_ = state::combiner(to.op_)(to.state_, from.state_);
  }
  template <class G> value_type over_group(const G &g, const reducer_type &r) const {
    return reduce_over_group(g, r.state_, state::combiner(op));
  }
  // All groups' results and, unless it begins anew, what is in the target; called by one group.
  template <class G, class Partials> void finish(const G &g, const Partials &partials, std::size_t n) const {
    put(g, joint_reduce(g, partials, partials + n, state::first(identity), state::combiner(op)));
  }
  template <class G> void put(const G &g, const value_type &all) const {
    if (!g.leader())
      return;
    value_type sum = all;
    if (!fresh)
      sum = state::combiner(op)(state::of(target[0]), all);
    if (state::there(sum))
      target[0] = state::value(sum);
  }

  Target target;
  T identity;
  Op op;
  bool fresh;
};

// The same for the elements of a span, one after the other.
template <class T, class Op, bool HasIdentity, std::size_t N> struct span_reduction : reduction_tag {
  using one = reduction_of<T, Op, HasIdentity, T *>;
  using state = typename one::state;
  using reducer_type = span_reducer<T, Op, HasIdentity, N>;
  using value_type = states<typename state::type, N>;

  span_reduction(T *t, const T &i, const Op &o, bool initialize) : first(t, i, o, initialize) {}

  reducer_type make_reducer() const { return reducer_type(first.identity, first.op); }
  static void add(reducer_type &to, const reducer_type &from) {
    for (std::size_t i = 0; i < N; ++i)
      to.states_.of[i] = state::combiner(to.op_)(to.states_.of[i], from.states_.of[i]);
  }
  template <class G> value_type over_group(const G &g, const reducer_type &r) const {
    value_type all;
    for (std::size_t i = 0; i < N; ++i)
      all.of[i] = reduce_over_group(g, r.states_.of[i], state::combiner(first.op));
    return all;
  }
  template <class G, class Partials> void finish(const G &g, const Partials &partials, std::size_t n) const {
    for (std::size_t i = 0; i < N; ++i) {
      auto mine = state::first(first.identity);
      for (std::size_t k = g.get_local_linear_id(); k < n; k += g.get_local_linear_range())
        mine = state::combiner(first.op)(mine, partials[k].of[i]);
      one element = first;
      element.target += i;
      element.put(g, reduce_over_group(g, mine, state::combiner(first.op)));
    }
  }

  one first; // how, and where the first element is
};

} // namespace classes

// A reduction in a kernel: with memory for the result of each group.
template <class R> struct reduction_part {
  R reduction;
  accessor<typename R::value_type, 1, access_mode::read_write> partials;
};

template <std::size_t I, class T> struct indexed {
  T value;
};
template <class Numbers, class... T> struct indexed_list;
template <std::size_t... I, class... T>
struct indexed_list<std::index_sequence<I...>, T...> : indexed<I, T>... {
  explicit indexed_list(const T &...values) : indexed<I, T>{values}... {}
};
template <std::size_t I, class T> T &get(indexed<I, T> &x) {
  return x.value;
}
template <std::size_t I, class T> const T &get(const indexed<I, T> &x) {
  return x.value;
}

// The reducers of a work-item, which are made where they stay: they can't be copied.
template <std::size_t I, class R> struct indexed_reducer {
  typename R::reducer_type value;
};
template <class Numbers, class... R> struct reducer_list;
template <std::size_t... I, class... R>
struct reducer_list<std::index_sequence<I...>, R...> : indexed_reducer<I, R>... {
  template <class Parts>
  explicit reducer_list(const Parts &parts)
      : indexed_reducer<I, R>{get<I>(parts).reduction.make_reducer()}... {}
};
template <std::size_t I, class R> typename R::reducer_type &get(indexed_reducer<I, R> &x) {
  return x.value;
}
template <std::size_t I, class R> const typename R::reducer_type &get(const indexed_reducer<I, R> &x) {
  return x.value;
}

template <class Kernel, class... R> class reduction_kernel {
public:
  using numbers = std::index_sequence_for<R...>;
  using parts = indexed_list<numbers, reduction_part<R>...>;
  using reducers = reducer_list<numbers, R...>;
  using counter = accessor<std::uint32_t, 1, access_mode::read_write>;

  reduction_kernel(const Kernel &k, const parts &p, const counter &c) : kernel_(k), parts_(p), ended_(c) {}

protected:
  reducers start() const { return reducers(parts_); }
  template <class Item> void call(Item item, reducers &r) const { call(item, r, numbers()); }
  template <class Item, std::size_t... I>
  void call(Item &item, reducers &r, std::index_sequence<I...>) const {
    kernel_(item, get<I>(r)...);
  }
  static void add(reducers &to, const reducers &from) { add(to, from, numbers()); }
  template <std::size_t... I> static void add(reducers &to, const reducers &from, std::index_sequence<I...>) {
    (R::add(get<I>(to), get<I>(from)), ...);
  }

  // The group's results, and if it is the last group, those of all.
  template <int D> void end(const group<D> &g, const reducers &r) const { end(g, r, numbers()); }
  template <int D, std::size_t... I>
  void end(const group<D> &g, const reducers &r, std::index_sequence<I...>) const {
    (store(g, get<I>(parts_), get<I>(r)), ...);
    bool last = false;
    if (g.leader())
      last = atomic_ref<std::uint32_t, memory_order::acq_rel, memory_scope::device,
                        access::address_space::global_space>(ended_[0])
                 .fetch_add(1) == g.get_group_linear_range() - 1;
    if (!group_broadcast(g, last))
      return;
    atomic_fence(memory_order::acquire, memory_scope::device);
    (get<I>(parts_).reduction.finish(g, &get<I>(parts_).partials[0], g.get_group_linear_range()), ...);
  }

private:
  template <int D, class Part, class Reducer>
  static void store(const group<D> &g, const Part &part, const Reducer &r) {
    const auto sum = part.reduction.over_group(g, r);
    if (g.leader())
      part.partials[g.get_group_linear_id()] = sum;
  }

  Kernel kernel_;
  parts parts_;
  counter ended_;
};

template <int D, class Kernel, class... R>
class SYCC_SPECIAL_CLASS("kernel_wrapper") nd_range_reduction : public reduction_kernel<Kernel, R...> {
  using base = reduction_kernel<Kernel, R...>;

public:
  using base::base;
  void operator()(nd_item<D> it) const {
    auto r = this->start();
    this->call(it, r);
    this->end(it.get_group(), r);
  }
};

// Which elements a work-item of a range visits: from first * its number, `count` of them, `step` apart.
struct reduction_walk {
  std::size_t groups, group_size, first, count, step;
};

template <int D, class Kernel, class... R>
class SYCC_SPECIAL_CLASS("kernel_wrapper_in_own_groups") range_reduction
    : public reduction_kernel<Kernel, R...> {
  using base = reduction_kernel<Kernel, R...>;
  enum { LANES = 8 };

public:
  range_reduction(const Kernel &k, const typename base::parts &p, const typename base::counter &c,
                  const range<D> &all, const reduction_walk &walk)
      : base(k, p, c), all_(all), walk_(walk) {}

  void operator()(nd_item<1> it) const {
    auto r = this->start();
    const std::size_t n = all_.size(), me = it.get_global_id(0);
    std::size_t i = me * walk_.first;
    if (walk_.step == 1)
      neighbours(i, n - i < walk_.count ? n : i + walk_.count, r);
    else
      for (; i < n; i += walk_.step)
        this->call(element(i), r);
    this->end(it.get_group(), r);
  }

private:
  item<D> element(std::size_t linear) const {
    size_t id[3] = {}, extent[3] = {1, 1, 1};
    const size_t offset[3] = {};
    for (int d = D - 1; d >= 0; linear /= all_[d], --d) {
      id[xyz<D>(d)] = d ? linear % all_[d] : linear;
      extent[xyz<D>(d)] = all_[d];
    }
    return make::item<D>(id, extent, offset);
  }
  // Row by row, so that numbers need to be divided only where a row begins.
  void neighbours(std::size_t i, std::size_t end, typename base::reducers &r) const {
    while (i < end) {
      const std::size_t row = all_[D - 1], left = D == 1 ? end - i : row - i % row;
      const std::size_t n = left < end - i ? left : end - i;
      in_row(element(i), n, r);
      i += n;
    }
  }
  static item<D> moved(const item<D> &from, std::size_t by) {
    size_t id[3] = {}, extent[3] = {1, 1, 1};
    const size_t offset[3] = {};
    for (int d = 0; d < D; ++d) {
      id[xyz<D>(d)] = from.get_id(d) + (d == D - 1 ? by : 0);
      extent[xyz<D>(d)] = from.get_range(d);
    }
    return make::item<D>(id, extent, offset);
  }
  void in_row(const item<D> &from, std::size_t n, typename base::reducers &r) const {
    std::size_t k = 0;
    if (n >= 2 * LANES) {
      typename base::reducers lanes[LANES] = {this->start(), this->start(), this->start(), this->start(),
                                              this->start(), this->start(), this->start(), this->start()};
      for (; k + LANES <= n; k += LANES)
#pragma GCC unroll 8
        for (std::size_t l = 0; l < LANES; ++l)
          this->call(moved(from, k + l), lanes[l]);
      for (std::size_t l = 0; l < LANES; ++l)
        this->add(r, lanes[l]);
    }
    for (; k < n; ++k)
      this->call(moved(from, k), r);
  }

  range<D> all_;
  reduction_walk walk_;
};

constexpr std::size_t divide_up(std::size_t n, std::size_t by) {
  return n / by + (n % by != 0);
}

// More groups than the 32 work-items that the native CPU runs on one thread; less where there is little to
// do.
inline reduction_walk walk_through(std::size_t n, bool is_cpu, std::size_t units, std::size_t largest_group) {
  const std::size_t size = is_cpu ? 1 : largest_group < 256 ? largest_group : 256, least = is_cpu ? 1024 : 4;
  std::size_t groups = is_cpu ? (units < 8 ? 64 : units * 8) : units * 4;
  const std::size_t useful = divide_up(n, size * least);
  groups = useful < groups ? (useful ? useful : 1) : groups;
  if (!is_cpu)
    return {groups, size, 1, 0, groups * size};
  const std::size_t count = divide_up(n, groups);
  groups = count ? divide_up(n, count) : 1; // so that the last one begins within the range
  return {groups, size, count, count, 1};
}

// A reduction with memory for the results of so many groups.
template <class R> reduction_part<R> make_part(handler &h, const R &reduction, std::size_t groups) {
  buffer<typename R::value_type> b{range<1>(groups)};
  return {reduction, {b, h, read_write, no_init}};
}
inline accessor<std::uint32_t, 1, access_mode::read_write> make_counter(handler &h) {
  static constexpr std::uint32_t zero = 0;
  buffer<std::uint32_t> b(&zero, range<1>(1));
  return {b, h, read_write};
}

template <class Op, class T> constexpr T identity_or_nothing() {
  if constexpr (has_known_identity_v<Op, T>)
    return known_identity_v<Op, T>;
  else
    return T();
}
inline bool initializes(const property_list &props) {
  return props.sycc_for<reductions>().has_property<property::reduction::initialize_to_identity>();
}

template <int D, class Kernel, class... R>
struct user_kernel<range_reduction<D, Kernel, R...>> : user_kernel<Kernel> {};
template <int D, class Kernel, class... R>
struct user_kernel<nd_range_reduction<D, Kernel, R...>> : user_kernel<Kernel> {};

} // namespace detail

// A kernel that takes a kernel_handler behind its reducers becomes one that does not.
template <class Name, int D, class List, class Kernel, class... R>
void handler::reduce(const range<D> &r, const List &list, const Kernel &kernel, const R &...reductions) {
  if constexpr (detail::takes_handler<Kernel, item<D> &, typename R::reducer_type &...>) {
    using form = detail::range_reduction<D, detail::kernel_with_handler<Kernel>, R...>;
    reduce<Name>(r, list,
                 detail::with_handler<detail::kernel_name_t<Name, form>, form>(group_, terms_, kernel),
                 reductions...);
  } else {
    using form = detail::range_reduction<D, Kernel, R...>;
    const device &d = queue_->dev;
    const auto walk =
        detail::walk_through(detail::item_count(r), d.is_cpu(), d.get_info<info::device::max_compute_units>(),
                             d.get_info<info::device::max_work_group_size>());
    constexpr detail::kernel_properties<Kernel, List> props{};
    static_assert(detail::check_dimensions<D>(props));
    const form whole(kernel, typename form::parts(detail::make_part(*this, reductions, walk.groups)...),
                     detail::make_counter(*this), r, walk);
    action();
    detail::launch_nd_range<detail::kernel_name_t<Name, form>, 1>(
        group_, terms_,
        detail::in_own_groups(detail::rt_range(nd_range<1>(walk.groups * walk.group_size, walk.group_size))),
        whole, props);
  }
}
template <class Name, int D, class List, class Kernel, class... R>
void handler::reduce(const nd_range<D> &r, const List &list, const Kernel &kernel, const R &...reductions) {
  if constexpr (detail::takes_handler<Kernel, nd_item<D> &, typename R::reducer_type &...>) {
    using form = detail::nd_range_reduction<D, detail::kernel_with_handler<Kernel>, R...>;
    reduce<Name>(r, list,
                 detail::with_handler<detail::kernel_name_t<Name, form>, form>(group_, terms_, kernel),
                 reductions...);
  } else {
    using form = detail::nd_range_reduction<D, Kernel, R...>;
    if (detail::is_empty(r.get_local_range()))
      detail::fail(errc::nd_range, "reduction over an nd_range: a local size is 0");
    const std::size_t groups = detail::item_count(r.get_group_range());
    parallel_for<Name>(r, list,
                       form(kernel, typename form::parts(detail::make_part(*this, reductions, groups)...),
                            detail::make_counter(*this)));
  }
}

namespace detail {
// Calls f(last, first...).
template <class F, class... Args, std::size_t... I>
void with_last_first(F f, std::index_sequence<I...>, const Args &...args) {
  const indexed_list<std::index_sequence_for<Args...>, const Args *...> all(&args...);
  f(*get<sizeof...(I)>(all), *get<I>(all)...);
}
} // namespace detail

template <class Name, class Range, class List, class... Args>
void handler::reduce_last(const Range &r, const List &list, const Args &...args) {
  detail::with_last_first(
      [&](const auto &kernel, const auto &...reductions) { reduce<Name>(r, list, kernel, reductions...); },
      std::make_index_sequence<sizeof...(Args) - 1>(), args...);
}

// ---- where the result goes ------------------------------------------------------------------------

template <class T, class BinaryOperation>
auto reduction(T *var, BinaryOperation op, const property_list &props = {}) {
  return detail::reduction_of<T, BinaryOperation, has_known_identity_v<BinaryOperation, T>, T *>(
      var, detail::identity_or_nothing<BinaryOperation, T>(), op, detail::initializes(props));
}
template <class T, class BinaryOperation>
auto reduction(T *var, const T &identity, BinaryOperation op, const property_list &props = {}) {
  return detail::reduction_of<T, BinaryOperation, true, T *>(var, identity, op, detail::initializes(props));
}
namespace detail {
template <class T, class A>
accessor<T, 1, access_mode::read_write> reduction_target(buffer<T, 1, A> &vars, handler &h) {
  if (vars.size() != 1)
    fail(errc::invalid,
         "reduction: its buffer has " + std::to_string(vars.size()) + " elements; it must have one");
  return {vars, h, read_write};
}
} // namespace detail
template <class T, class A, class BinaryOperation>
auto reduction(buffer<T, 1, A> vars, handler &h, BinaryOperation op, const property_list &props = {}) {
  using target = accessor<T, 1, access_mode::read_write>;
  return detail::reduction_of<T, BinaryOperation, has_known_identity_v<BinaryOperation, T>, target>(
      detail::reduction_target(vars, h), detail::identity_or_nothing<BinaryOperation, T>(), op,
      detail::initializes(props));
}
template <class T, class A, class BinaryOperation>
auto reduction(buffer<T, 1, A> vars, handler &h, const T &identity, BinaryOperation op,
               const property_list &props = {}) {
  using target = accessor<T, 1, access_mode::read_write>;
  return detail::reduction_of<T, BinaryOperation, true, target>(detail::reduction_target(vars, h), identity,
                                                                op, detail::initializes(props));
}
template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> vars, BinaryOperation op, const property_list &props = {}) {
  static_assert(Extent != dynamic_extent, "reduction: the span's size must be a constant: sycl::span<T, N>");
  return detail::span_reduction<T, BinaryOperation, has_known_identity_v<BinaryOperation, T>, Extent>(
      vars.data(), detail::identity_or_nothing<BinaryOperation, T>(), op, detail::initializes(props));
}
template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> vars, const T &identity, BinaryOperation op, const property_list &props = {}) {
  static_assert(Extent != dynamic_extent, "reduction: the span's size must be a constant: sycl::span<T, N>");
  return detail::span_reduction<T, BinaryOperation, true, Extent>(vars.data(), identity, op,
                                                                  detail::initializes(props));
}

} // namespace sycl

#endif
