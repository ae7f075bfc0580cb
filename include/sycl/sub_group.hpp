// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sub_group: work-items of a group that run together and can exchange values directly.
//
// On devices it has no members: all it says comes from built-in variables. In plain C++ work-items with
// neighbouring linear ids make up sub-groups of SYCC_PLAIN_SUB_GROUP_SIZE.
#ifndef SYCL_SUB_GROUP_HPP
#define SYCL_SUB_GROUP_HPP

#include <sycl/access.hpp>
#include <sycl/detail/spirv_builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <type_traits>
#include <utility>

namespace sycl {

namespace detail {
struct make;
}
template <int Dimensions> class nd_item;
template <class T, int N> class vec;

class sub_group {
  template <class P>
  using value_of = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<P>()[0])>>;

public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return id<1>(get_group_linear_id()); }
  id<1> get_local_id() const { return id<1>(get_local_linear_id()); }
  range<1> get_local_range() const { return range<1>(get_local_linear_range()); }
  range<1> get_group_range() const { return range<1>(get_group_linear_range()); }
  bool leader() const { return get_local_linear_id() == 0; }

#ifdef SYCC_DEVICE
  linear_id_type get_group_linear_id() const { return __spirv_BuiltInSubgroupId(); }
  linear_id_type get_local_linear_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  linear_id_type get_group_linear_range() const { return __spirv_BuiltInNumSubgroups(); }
  linear_id_type get_local_linear_range() const { return __spirv_BuiltInSubgroupSize(); }
  range<1> get_max_local_range() const { return range<1>(__spirv_BuiltInSubgroupMaxSize()); }

private:
  template <int Dimensions> friend class nd_item;
  sub_group(std::size_t, std::size_t) {}
#else
  linear_id_type get_group_linear_id() const { return item_ / size; }
  linear_id_type get_local_linear_id() const { return item_ % size; }
  linear_id_type get_group_linear_range() const { return (items_ + size - 1) / size; }
  linear_id_type get_local_linear_range() const { // the last one may be cut off
    const linear_id_type rest = items_ - get_group_linear_id() * size;
    return rest < size ? rest : size;
  }
  range<1> get_max_local_range() const { return range<1>(size); }

private:
  template <int Dimensions> friend class nd_item;
  static constexpr linear_id_type size = SYCC_PLAIN_SUB_GROUP_SIZE;
  sub_group(std::size_t item, std::size_t items)
      : item_(static_cast<linear_id_type>(item)), items_(static_cast<linear_id_type>(items)) {}

  linear_id_type item_, items_; // of the work-group
#endif

public:
  friend bool operator==(const sub_group &a, const sub_group &b) {
    return a.get_group_linear_id() == b.get_group_linear_id();
  }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

  // ---- Members that SYCL 2020 has not, of the extension that sub-groups come from
  // (sycl_ext_oneapi_sub_group)

  // Each work-item reads, or writes, the element of its own id; of N rows of them, one element each. The
  // pointer is the same for all: T *, or a multi_ptr.
  template <class P> auto load(const P &from) const { return value_of<P>(from[get_local_linear_id()]); }
  template <int N, class P> auto load(const P &from) const {
    vec<value_of<P>, N> v;
    for (int i = 0; i < N; ++i)
      v[i] = from[row(i) + get_local_linear_id()];
    return v;
  }
  template <class P> void store(const P &to, const value_of<P> &x) const { to[get_local_linear_id()] = x; }
  template <int N, class P> void store(const P &to, const vec<value_of<P>, N> &v) const {
    for (int i = 0; i < N; ++i)
      to[row(i) + get_local_linear_id()] = v[i];
  }

  // The function is declared later: Self, always sub_group, finds it.
  template <class Self = sub_group>
  void barrier(access::fence_space = access::fence_space::global_and_local) const {
    group_barrier(static_cast<const Self &>(*this));
  }

  template <class T> T shuffle(T x, id<1> from) const { return select_from_group(*this, x, from); }
  template <class T> T shuffle_down(T x, linear_id_type by) const { return shift_group_left(*this, x, by); }
  template <class T> T shuffle_up(T x, linear_id_type by) const { return shift_group_right(*this, x, by); }
  template <class T> T shuffle_xor(T x, id<1> mask) const { return permute_group_by_xor(*this, x, mask); }

private:
  std::size_t row(int i) const { return static_cast<std::size_t>(i) * get_max_local_range()[0]; }
};

} // namespace sycl

#endif
