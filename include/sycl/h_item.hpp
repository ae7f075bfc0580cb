// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hierarchical kernels: parallel_for_work_group calls a function once for each group, in which
// parallel_for_work_item calls one for each of the group's work-items; h_item is what that is called with.
//
// On every device one work-item does the work of a group, its items one after the other: what the outer
// function declares is then shared by itself, and the end of an inner one is a barrier by itself.
#ifndef SYCL_H_ITEM_HPP
#define SYCL_H_ITEM_HPP

#include <sycl/detail/kernel.hpp>
#include <sycl/group.hpp>
#include <sycl/handler.hpp>
#include <sycl/item.hpp>

namespace sycl {

namespace detail {

enum : std::size_t { most_items_of_hierarchy = 1024 }; // in a group; private_memory has room for these

template <int D> id<D> remainders(id<D> of, const range<D> &by) {
  for (int d = 0; d < D; ++d)
    of[d] %= by[d];
  return of;
}

} // namespace detail

template <int Dimensions> class h_item {
public:
  static constexpr int dimensions = Dimensions;

  item<Dimensions, false> get_global() const {
    return detail::make::item<Dimensions>(get_global_id(), get_global_range());
  }
  item<Dimensions, false> get_local() const { return get_logical_local(); }
  item<Dimensions, false> get_logical_local() const {
    return detail::make::item<Dimensions>(logical_, logical_range_);
  }
  item<Dimensions, false> get_physical_local() const {
    return detail::make::item<Dimensions>(get_physical_local_id(), get_physical_local_range());
  }

  range<Dimensions> get_global_range() const { return group_.get_group_range() * group_.get_local_range(); }
  std::size_t get_global_range(int dimension) const { return get_global_range()[dimension]; }
  id<Dimensions> get_global_id() const {
    return group_.get_group_id() * group_.get_local_range() + get_physical_local_id();
  }
  std::size_t get_global_id(int dimension) const { return get_global_id()[dimension]; }

  range<Dimensions> get_local_range() const { return logical_range_; }
  std::size_t get_local_range(int dimension) const { return logical_range_[dimension]; }
  id<Dimensions> get_local_id() const { return logical_; }
  std::size_t get_local_id(int dimension) const { return logical_[dimension]; }
  range<Dimensions> get_logical_local_range() const { return logical_range_; }
  std::size_t get_logical_local_range(int dimension) const { return logical_range_[dimension]; }
  id<Dimensions> get_logical_local_id() const { return logical_; }
  std::size_t get_logical_local_id(int dimension) const { return logical_[dimension]; }
  range<Dimensions> get_physical_local_range() const { return group_.get_local_range(); }
  std::size_t get_physical_local_range(int dimension) const { return group_.get_local_range(dimension); }
  // The work-item that would do a logical one's work, if there were one for each.
  id<Dimensions> get_physical_local_id() const {
    return detail::remainders(logical_, group_.get_local_range());
  }
  std::size_t get_physical_local_id(int dimension) const { return get_physical_local_id()[dimension]; }

  friend bool operator==(const h_item &a, const h_item &b) {
    return a.group_ == b.group_ && a.logical_ == b.logical_ && a.logical_range_ == b.logical_range_;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

private:
  template <int> friend class group;
  h_item(const group<Dimensions> &g, const range<Dimensions> &logical_range)
      : group_(g), logical_range_(logical_range) {}

  group<Dimensions> group_;
  id<Dimensions> logical_;
  range<Dimensions> logical_range_;
};

// A value of each work-item's own that lives from one parallel_for_work_item to the next.
template <class T, int Dimensions = 1> class private_memory {
public:
  explicit private_memory(const group<Dimensions> &) {}
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;
  T &operator()(const h_item<Dimensions> &it) {
    return values_[detail::linear(it.get_physical_local_id(), it.get_physical_local_range())];
  }

private:
  T values_[detail::most_items_of_hierarchy];
};

template <int D> template <class F> void group<D>::parallel_for_work_item(const F &f) const {
  parallel_for_work_item(local_range_, f);
}

template <int D>
template <class F>
void group<D>::parallel_for_work_item(range<D> logical, const F &f) const {
  h_item<D> it(*this, logical);
  const auto extent = [&](int xyz) { return xyz < D ? logical[D - 1 - xyz] : 1; };
  const auto put = [&](int xyz, std::size_t i) { xyz < D ? void(it.logical_[D - 1 - xyz] = i) : void(); };
  for (std::size_t z = 0; z < extent(2); ++z)
    for (std::size_t y = 0; y < extent(1); ++y)
      for (std::size_t x = 0; x < extent(0); ++x) {
        put(2, z), put(1, y), put(0, x);
        h_item<D> copy(it);
        f(copy);
      }
}

namespace detail {

template <int D, class Kernel> class SYCC_SPECIAL_CLASS("kernel_wrapper_in_own_groups") work_group_kernel {
public:
  work_group_kernel(const Kernel &k, const range<D> &local) : kernel_(k), local_(local) {}
  void operator()(nd_item<D> it) const {
    auto g = make::group<D>(it.get_group(), local_);
    kernel_(g);
  }

private:
  Kernel kernel_;
  range<D> local_;
};

template <int D> range<D> ones() {
  if constexpr (D == 1)
    return range<1>(1);
  else if constexpr (D == 2)
    return range<2>(1, 1);
  else
    return range<3>(1, 1, 1);
}

} // namespace detail

template <class Name, int D, class List, class Kernel>
void handler::work_groups(const range<D> &groups, const range<D> *local, const List &list,
                          const Kernel &kernel) {
  if constexpr (detail::takes_handler<Kernel, group<D> &>) {
    using form = detail::work_group_kernel<D, detail::kernel_with_handler<Kernel>>;
    work_groups<Name>(groups, local, list,
                      detail::with_handler<detail::kernel_name_t<Name, form>, form>(group_, terms_, kernel));
  } else {
    static_assert(std::is_invocable_v<const Kernel &, group<D> &>,
                  "a kernel of work-groups is a const function of group, and maybe a kernel_handler");
    constexpr detail::kernel_properties<Kernel, List> props{};
    static_assert(detail::check_dimensions<D>(props));
    using form = detail::work_group_kernel<D, Kernel>;
    const range<D> one = detail::ones<D>(), asked = local ? *local : one;
    if (detail::is_empty(asked))
      detail::fail(errc::nd_range, "parallel_for_work_group: groups have at least one work-item");
    action();
    if (local)
      detail::check_group_sizes(asked, props);
    const sycc_range r = detail::rt_range(nd_range<D>(groups, one));
    detail::launch_nd_range<detail::kernel_name_t<Name, form>, D>(
        group_, terms_,
        local ? detail::in_own_groups(r, asked, detail::most_items_of_hierarchy) : detail::in_own_groups(r),
        form(kernel, asked), props);
  }
}

} // namespace sycl

#endif
