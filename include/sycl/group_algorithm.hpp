// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions (SYCL 2020, 4.17.3 and 4.17.4): barriers, and algorithms that the members of a group or
// sub-group call together. The joint_ ones work on a range of memory, the others on a value of each member.
#ifndef SYCL_GROUP_ALGORITHM_HPP
#define SYCL_GROUP_ALGORITHM_HPP

#include <sycl/detail/group_ops.hpp>

namespace sycl {

template <class T> struct is_group : std::false_type {};
template <int D> struct is_group<group<D>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {
template <class G, class R> using if_group = std::enable_if_t<is_group_v<G>, R>;
// What a pointer points to, without the address space of a decorated one.
template <class Pointer>
using pointee = std::remove_cv_t<
    typename remove_decoration<std::remove_reference_t<decltype(*std::declval<Pointer &>())>>::type>;
} // namespace detail

template <class Group>
detail::if_group<Group, void> group_barrier(Group g, memory_scope fence_scope = Group::fence_scope) {
  detail::barrier(g, fence_scope);
}

// ---- broadcasts and shuffles ----------------------------------------------------------------------

template <class Group, class T>
detail::if_group<Group, T> group_broadcast(Group g, T x, typename Group::linear_id_type from = 0) {
  static_assert(detail::check_group_value<T>());
  return detail::broadcast(g, x, from);
}
template <class Group, class T>
detail::if_group<Group, T> group_broadcast(Group g, T x, typename Group::id_type from) {
  return group_broadcast(
      g, x, static_cast<typename Group::linear_id_type>(detail::linear(from, g.get_local_range())));
}

// Of a member that is not there: one's own value.
template <class T> T select_from_group(sub_group g, T x, id<1> from) {
  static_assert(detail::check_group_value<T>());
  return detail::shuffle(
      g, x,
      static_cast<std::uint32_t>(from[0] < g.get_local_linear_range() ? from[0] : g.get_local_linear_id()));
}
template <class T> T shift_group_left(sub_group g, T x, std::uint32_t delta = 1) {
  return select_from_group(g, x, id<1>(std::size_t(g.get_local_linear_id()) + delta));
}
template <class T> T shift_group_right(sub_group g, T x, std::uint32_t delta = 1) {
  return select_from_group(g, x, id<1>(std::size_t(g.get_local_linear_id()) - delta));
}
template <class T> T permute_group_by_xor(sub_group g, T x, std::uint32_t mask) {
  return select_from_group(g, x, id<1>(g.get_local_linear_id() ^ mask));
}

// ---- predicates -----------------------------------------------------------------------------------

template <class Group> detail::if_group<Group, bool> any_of_group(Group g, bool x) {
  return detail::any_of(g, x);
}
template <class Group> detail::if_group<Group, bool> all_of_group(Group g, bool x) {
  return detail::all_of(g, x);
}
template <class Group> detail::if_group<Group, bool> none_of_group(Group g, bool x) {
  return !detail::any_of(g, x);
}
template <class Group, class T, class Predicate>
detail::if_group<Group, bool> any_of_group(Group g, T x, Predicate p) {
  return detail::any_of(g, static_cast<bool>(p(x)));
}
template <class Group, class T, class Predicate>
detail::if_group<Group, bool> all_of_group(Group g, T x, Predicate p) {
  return detail::all_of(g, static_cast<bool>(p(x)));
}
template <class Group, class T, class Predicate>
detail::if_group<Group, bool> none_of_group(Group g, T x, Predicate p) {
  return !detail::any_of(g, static_cast<bool>(p(x)));
}

template <class Group, class Ptr, class Predicate>
detail::if_group<Group, bool> joint_any_of(Group g, Ptr first, Ptr last, Predicate p) {
  bool found = false;
  const std::size_t n = static_cast<std::size_t>(last - first);
  for (std::size_t i = g.get_local_linear_id(); i < n && !found; i += g.get_local_linear_range())
    found = p(first[i]);
  return detail::any_of(g, found);
}
template <class Group, class Ptr, class Predicate>
detail::if_group<Group, bool> joint_all_of(Group g, Ptr first, Ptr last, Predicate p) {
  return !joint_any_of(g, first, last, [&](const auto &x) { return !p(x); });
}
template <class Group, class Ptr, class Predicate>
detail::if_group<Group, bool> joint_none_of(Group g, Ptr first, Ptr last, Predicate p) {
  return !joint_any_of(g, first, last, p);
}

// ---- reductions -----------------------------------------------------------------------------------

template <class Group, class T, class BinaryOperation>
detail::if_group<Group, T> reduce_over_group(Group g, T x, BinaryOperation op) {
  return detail::fold_all<detail::fold::reduce>(g, x, op);
}
template <class Group, class V, class T, class BinaryOperation>
detail::if_group<Group, T> reduce_over_group(Group g, V x, T init, BinaryOperation op) {
  return detail::fold_all<detail::fold::reduce>(g, static_cast<T>(x), init, op);
}

template <class Group, class Ptr, class T, class BinaryOperation>
detail::if_group<Group, T> joint_reduce(Group g, Ptr first, Ptr last, T init, BinaryOperation op) {
  const std::size_t n = static_cast<std::size_t>(last - first), me = g.get_local_linear_id(),
                    size = g.get_local_linear_range();
  if (n == 0)
    return init;
  T sum = init; // of those without an element: not used
  if (me < n)
    sum = first[me];
  for (std::size_t i = me + size; i < n; i += size)
    sum = op(sum, static_cast<T>(first[i]));
  if constexpr (has_known_identity_v<BinaryOperation, T>)
    return detail::fold_all<detail::fold::reduce>(g, me < n ? sum : known_identity_v<BinaryOperation, T>,
                                                  init, op);
  else
    return op(init, detail::fold_by_hand<detail::fold::reduce>(g, n < size ? n : size, sum, op, sum, false));
}
template <class Group, class Ptr, class BinaryOperation>
detail::if_group<Group, detail::pointee<Ptr>> joint_reduce(Group g, Ptr first, Ptr last, BinaryOperation op) {
  return joint_reduce(g, first, last, known_identity_v<BinaryOperation, detail::pointee<Ptr>>, op);
}

// ---- scans ----------------------------------------------------------------------------------------

template <class Group, class T, class BinaryOperation>
detail::if_group<Group, T> exclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  return detail::fold_all<detail::fold::exclusive>(g, x, op);
}
template <class Group, class V, class T, class BinaryOperation>
detail::if_group<Group, T> exclusive_scan_over_group(Group g, V x, T init, BinaryOperation op) {
  return detail::fold_all<detail::fold::exclusive>(g, static_cast<T>(x), init, op);
}
template <class Group, class T, class BinaryOperation>
detail::if_group<Group, T> inclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  return detail::fold_all<detail::fold::inclusive>(g, x, op);
}
template <class Group, class V, class T, class BinaryOperation>
detail::if_group<Group, T> inclusive_scan_over_group(Group g, V x, BinaryOperation op, T init) {
  return detail::fold_all<detail::fold::inclusive>(g, static_cast<T>(x), init, op);
}

namespace detail {

// Block by block; `before` is what comes before a block. Members beyond the end take part with any value: a
// scan goes forward only. T is the type of the intermediate results: that of the initial value, or of the
// output. The barrier is for members that read what others have written: programs count on it.
template <fold Kind, class Group, class In, class Out, class T, class Op>
Out joint_scan(const Group &g, In first, In last, Out out, Op op, T before, bool started) {
  const std::size_t n = static_cast<std::size_t>(last - first), me = g.get_local_linear_id(),
                    size = g.get_local_linear_range();
  for (std::size_t base = 0; base < n; base += size) {
    T x = before;
    if (base + me < n)
      x = first[base + me];
    T y = x;
    if constexpr (Kind == fold::exclusive)
      y = fold_all<Kind>(g, x, before, op);
    else
      y = started ? fold_all<Kind>(g, x, before, op) : fold_all<Kind>(g, x, op);
    before = broadcast(g, Kind == fold::exclusive ? static_cast<T>(op(y, x)) : y, size - 1);
    started = true;
    if (base + me < n) // behind the broadcast: the output may be the input
      out[base + me] = y;
  }
  group_barrier(g);
  return out + n;
}

} // namespace detail

template <class Group, class In, class Out, class T, class BinaryOperation>
detail::if_group<Group, Out> joint_exclusive_scan(Group g, In first, In last, Out out, T init,
                                                  BinaryOperation op) {
  return detail::joint_scan<detail::fold::exclusive>(g, first, last, out, op, init, true);
}
template <class Group, class In, class Out, class BinaryOperation>
detail::if_group<Group, Out> joint_exclusive_scan(Group g, In first, In last, Out out, BinaryOperation op) {
  return joint_exclusive_scan(g, first, last, out, known_identity_v<BinaryOperation, detail::pointee<Out>>,
                              op);
}
template <class Group, class In, class Out, class BinaryOperation, class T>
detail::if_group<Group, Out> joint_inclusive_scan(Group g, In first, In last, Out out, BinaryOperation op,
                                                  T init) {
  return detail::joint_scan<detail::fold::inclusive>(g, first, last, out, op, init, true);
}
template <class Group, class In, class Out, class BinaryOperation>
detail::if_group<Group, Out> joint_inclusive_scan(Group g, In first, In last, Out out, BinaryOperation op) {
  return detail::joint_scan<detail::fold::inclusive>(g, first, last, out, op, detail::pointee<Out>(), false);
}

} // namespace sycl

#endif
