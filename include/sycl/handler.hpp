// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// handler: what a command group function says about its command. One action per group.
#ifndef SYCL_HANDLER_HPP
#define SYCL_HANDLER_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/copy.hpp>
#include <sycl/detail/kernel_arguments.hpp>
#include <sycl/detail/launch.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/interop_handle.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl {

class queue;
class handler;
class kernel;
class stream;

namespace detail {

// What sycl::reduction returns is of this kind.
namespace classes {
struct reduction_tag {};
} // namespace classes
using classes::reduction_tag;
template <class First> using if_reduction = std::enable_if_t<std::is_base_of_v<reduction_tag, First>, int>;

// A command that follows the group's own, submitted with it: what a stream prints.
struct finisher : counted {
  virtual void run(handler &h) = 0;
  ref<finisher> next;
};

// A host task on its way to a thread of the runtime.
template <class F> struct host_task_state {
  F task;
  device dev;
  ref<thrown_exceptions> thrown;
  bool again; // in a command graph

  static sycc_status run(void *data) {
    auto *self = static_cast<host_task_state *>(data);
    try {
      // Moved, unless it will run again: what the task holds is gone before any thread that waits for it goes
      // on.
      F task = take(*self);
      if constexpr (std::is_invocable_v<F &, interop_handle>)
        task(interop_handle(self->dev));
      else
        task();
      return SYCC_success;
    } catch (const exception &e) {
      return keep(*self, e.code().category() == sycl_category() ? e.code().value() : 0, e.what());
    } catch (const std::exception &e) {
      return keep(*self, 0, e.what());
    } catch (...) {
      return keep(*self, 0, thrown_exceptions::not_standard);
    }
  }
  static void destroy(void *data) { delete static_cast<host_task_state *>(data); }
  static F take(host_task_state &self) {
    if constexpr (std::is_copy_constructible_v<F>)
      if (self.again)
        return self.task;
    return std::move(self.task);
  }

private:
  static sycc_status keep(host_task_state &self, int status, const char *what) {
    const sycc_status s = status ? static_cast<sycc_status>(status) : SYCC_runtime;
    try {
      const std::string text = self.thrown->add(std::current_exception(), what);
      return sycc_set_error(s, text.c_str());
    } catch (const std::bad_alloc &) { // what it says is kept, if not the exception itself
      return sycc_set_error(s, what);
    }
  }
};

} // namespace detail

class handler {
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  using acc = accessor<T, D, M, W, P, L>;
  using no_properties = ext::oneapi::property_list<>;

public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;
  SYCC_ONCE ~handler() {
    if (group_)
      sycc_group_abandon(group_);
  }

  // ---- what the command needs

  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  void require(const acc<T, D, M, W, P, L> &a) {
    sycc_access *access = detail::accessor_parts::head(a).access;
    if (!access)
      detail::fail(errc::accessor, "require: a default-constructed accessor has no buffer");
    detail::check(sycc_group_require(group_, access));
  }
  SYCC_LAZY void depends_on(const event &e) {
    detail::check(sycc_group_depends_on(group_, e.sycc_handle().get()));
    if (!waits_for_)
      waits_for_ = event::waits(new detail::counted_events);
    waits_for_->list.push_back(e.sycc_handle());
  }
  SYCC_LAZY void depends_on(const std::vector<event> &events) {
    for (const event &e : events)
      depends_on(e);
  }

  // Kernels of this group must be in the bundle, a kernel_bundle<bundle_state::executable>: see
  // <sycl/kernel_bundle.hpp>.
  template <class Bundle> void use_kernel_bundle(const Bundle &b);

  // For the kernel of this group. A bundle has values of its own.
  template <auto &SpecName, bool Plain = detail::plain_mode>
  void set_specialization_constant(const detail::spec_value_t<SpecName> &value) {
    require_no_bundle("set_specialization_constant");
    detail::spec_parts::set<SpecName, Plain>(terms_.values, value);
  }
  template <auto &SpecName, bool Plain = detail::plain_mode>
  detail::spec_value_t<SpecName> get_specialization_constant() const {
    require_no_bundle("get_specialization_constant");
    return detail::spec_parts::get<SpecName, Plain>(terms_.values);
  }

  // ---- kernels

  template <class Name = detail::unnamed, class Kernel> void single_task(const Kernel &kernel) {
    single_task<Name>(no_properties(), kernel);
  }
  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  void single_task(const List &, const Kernel &kernel) {
    constexpr detail::kernel_properties<Kernel, List> props{};
    static_assert(detail::check_dimensions<1>(props));
    action();
    using name = detail::kernel_name_t<Name, Kernel>;
    if constexpr (detail::takes_handler<Kernel>)
      detail::launch_single_task<name>(group_, terms_,
                                       detail::with_handler<name, Kernel>(group_, terms_, kernel), props);
    else
      detail::launch_single_task<name>(group_, terms_, kernel, props);
  }

  // Not a template over the dimensions: parallel_for(1024, ...) and parallel_for({8, 8}, ...) work too.
  template <class Name = detail::unnamed, class Kernel> void parallel_for(range<1> r, const Kernel &kernel) {
    parallel_for_range<Name, 1>(r, id<1>(), no_properties(), kernel);
  }
  template <class Name = detail::unnamed, class Kernel> void parallel_for(range<2> r, const Kernel &kernel) {
    parallel_for_range<Name, 2>(r, id<2>(), no_properties(), kernel);
  }
  template <class Name = detail::unnamed, class Kernel> void parallel_for(range<3> r, const Kernel &kernel) {
    parallel_for_range<Name, 3>(r, id<3>(), no_properties(), kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  [[deprecated("offsets are deprecated in SYCL 2020: add them to the index")]] void
  parallel_for(range<D> r, id<D> offset, const Kernel &kernel) {
    parallel_for_range<Name, D>(r, offset, no_properties(), kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  void parallel_for(nd_range<D> r, const Kernel &kernel) {
    parallel_for<Name>(r, no_properties(), kernel);
  }

  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for(range<1> r, const List &props, const Kernel &kernel) {
    parallel_for_range<Name, 1>(r, id<1>(), props, kernel);
  }
  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for(range<2> r, const List &props, const Kernel &kernel) {
    parallel_for_range<Name, 2>(r, id<2>(), props, kernel);
  }
  template <class Name = detail::unnamed, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for(range<3> r, const List &props, const Kernel &kernel) {
    parallel_for_range<Name, 3>(r, id<3>(), props, kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for(nd_range<D> r, const List &, const Kernel &kernel) {
    constexpr detail::kernel_properties<Kernel, List> props{};
    static_assert(detail::check_dimensions<D>(props));
    action();
    detail::check_group_sizes(r.get_local_range(), props);
    using name = detail::kernel_name_t<Name, Kernel>;
    if constexpr (detail::takes_handler<Kernel, nd_item<D> &>)
      detail::launch_nd_range<name, D>(group_, terms_, detail::rt_range(r),
                                       detail::with_handler<name, Kernel>(group_, terms_, kernel), props);
    else
      detail::launch_nd_range<name, D>(group_, terms_, detail::rt_range(r), kernel, props);
  }

  // Kernels of the backend's, which make_kernel gives, and their arguments.
  template <class T> void set_arg(int index, T &&arg) {
    if (!arguments_)
      arguments_ = detail::ref<detail::kernel_arguments>(new detail::kernel_arguments);
    arguments_->set(index, arg);
  }
  template <class... Ts> void set_args(Ts &&...args) {
    int index = 0;
    (set_arg(index++, std::forward<Ts>(args)), ...);
  }
  SYCC_LAZY void single_task(const kernel &k) { launch_native(k, detail::rt_range(range<1>(1), id<1>())); }
  SYCC_LAZY void parallel_for(range<1> r, const kernel &k) { launch_native(k, detail::rt_range(r, id<1>())); }
  SYCC_LAZY void parallel_for(range<2> r, const kernel &k) { launch_native(k, detail::rt_range(r, id<2>())); }
  SYCC_LAZY void parallel_for(range<3> r, const kernel &k) { launch_native(k, detail::rt_range(r, id<3>())); }
  template <int D> void parallel_for(nd_range<D> r, const kernel &k) {
    launch_native(k, detail::rt_range(r));
  }

  // Hierarchical kernels: see <sycl/h_item.hpp>.
  template <class Name = detail::unnamed, int D, class Kernel>
  void parallel_for_work_group(range<D> groups, const Kernel &kernel) {
    work_groups<Name, D>(groups, nullptr, no_properties(), kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  void parallel_for_work_group(range<D> groups, range<D> local, const Kernel &kernel) {
    work_groups<Name, D>(groups, &local, no_properties(), kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for_work_group(range<D> groups, const List &props, const Kernel &kernel) {
    work_groups<Name, D>(groups, nullptr, props, kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel, class List, detail::if_list<List> = 0>
  void parallel_for_work_group(range<D> groups, range<D> local, const List &props, const Kernel &kernel) {
    work_groups<Name, D>(groups, &local, props, kernel);
  }

  // With reductions, which come before the kernel: see <sycl/reduction.hpp>.
#define SYCC_PARALLEL_FOR(type, ...)                                                                         \
  template <class Name = detail::unnamed, __VA_ARGS__ class First, class... Rest,                            \
            detail::if_reduction<First> = 0>                                                                 \
  void parallel_for(type r, const First &first, const Rest &...rest) {                                       \
    reduce_last<Name>(r, no_properties(), first, rest...);                                                   \
  }                                                                                                          \
  template <class Name = detail::unnamed, __VA_ARGS__ class List, class First, class... Rest,                \
            detail::if_list<List> = 0, detail::if_reduction<First> = 0>                                      \
  void parallel_for(type r, const List &props, const First &first, const Rest &...rest) {                    \
    reduce_last<Name>(r, props, first, rest...);                                                             \
  }
  SYCC_PARALLEL_FOR(range<1>, )
  SYCC_PARALLEL_FOR(range<2>, )
  SYCC_PARALLEL_FOR(range<3>, )
  SYCC_PARALLEL_FOR(nd_range<D>, int D, )
#undef SYCC_PARALLEL_FOR

  // ---- host tasks

  template <class F> void host_task(F &&task) {
    action();
    using state = detail::host_task_state<std::decay_t<F>>;
    auto data = std::unique_ptr<state>(
        new state{std::forward<F>(task), queue_->dev, queue_->thrown(), sycc_group_is_recorded(group_) != 0});
    detail::check(sycc_group_host_task(group_, &state::run, data.get(), &state::destroy));
    data.release();
  }

  // ---- copies with accessors

  template <class T, int D, access_mode M, target W, access::placeholder P, class L, class U>
  void copy(acc<T, D, M, W, P, L> from, U *to) {
    copy_regions(detail::region_of(nullptr, to, from.get_range(), sizeof(T)), detail::region_of(from), from);
  }
  template <class U, class T, int D, access_mode M, target W, access::placeholder P, class L>
  void copy(const U *from, acc<T, D, M, W, P, L> to) {
    copy_regions(detail::region_of(to), detail::region_of(nullptr, from, to.get_range(), sizeof(T)), to);
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L, class U>
  void copy(acc<T, D, M, W, P, L> from, std::shared_ptr<U> to) {
    const auto region = detail::region_of(from);
    const auto extent = detail::extent_of(from.get_range(), sizeof(T));
    check_copied("copy to", to.get(), from.size());
    host_task([region, extent, to] {
      char *out = reinterpret_cast<char *>(to.get());
      detail::for_each_line(region, extent, [&](char *line, std::size_t n) {
        __builtin_memcpy(out, line, n);
        out += n;
      });
    });
  }
  template <class U, class T, int D, access_mode M, target W, access::placeholder P, class L>
  void copy(std::shared_ptr<U> from, acc<T, D, M, W, P, L> to) {
    const auto region = detail::region_of(to);
    const auto extent = detail::extent_of(to.get_range(), sizeof(T));
    check_copied("copy from", from.get(), to.size());
    host_task([region, extent, from] {
      const char *in = reinterpret_cast<const char *>(from.get());
      detail::for_each_line(region, extent, [&](char *line, std::size_t n) {
        __builtin_memcpy(line, in, n);
        in += n;
      });
    });
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L, class T2, int D2,
            access_mode M2, target W2, access::placeholder P2, class L2>
  void copy(acc<T, D, M, W, P, L> from, acc<T2, D2, M2, W2, P2, L2> to) {
    static_assert(D == D2 && sizeof(T) == sizeof(T2),
                  "copy between accessors: dimensions and element sizes must be the same");
    for (int i = 0; i < D; ++i)
      if (to.get_range()[i] < from.get_range()[i])
        detail::fail(errc::invalid, "copy: the destination accessor is smaller than the source");
    copy_regions(detail::region_of(to), detail::region_of(from), from);
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  void update_host(acc<T, D, M, W, P, L> a) {
    action();
    detail::check(sycc_group_update_host(group_, detail::accessor_parts::head(a).access));
  }
  template <class T, int D, access_mode M, target W, access::placeholder P, class L>
  void fill(acc<T, D, M, W, P, L> to, const T &value) {
    action();
    const sycc_region region = detail::region_of(to);
    fill_region(region, detail::extent_of(to.get_range(), sizeof(T)), &value, sizeof(T));
  }

  // ---- copies with pointers

  void memcpy(void *to, const void *from, std::size_t bytes) {
    action();
    if (bytes == 0)
      return;
    const sycc_region to_region = detail::region_of(to, bytes), from_region = detail::region_of(from, bytes);
    detail::check(sycc_group_copy(group_, &to_region, &from_region, detail::extent_of(bytes).v));
  }
  template <class T> void copy(const T *from, T *to, std::size_t count) {
    memcpy(to, from, detail::byte_count("copy", count, sizeof(T)));
  }

  // ---- copies with device_global, from and to an element or byte of the variable

  template <class T, class L, bool Plain = detail::plain_mode>
  void memcpy(ext::oneapi::device_global<T, L> &to, const void *from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(detail::device_global_parts::to<Plain>(group_, to, offset, bytes), from, bytes);
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  void memcpy(void *to, const ext::oneapi::device_global<T, L> &from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(to, detail::device_global_parts::from<Plain>(group_, from, offset, bytes), bytes);
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  void copy(const detail::global_element<T> *from, ext::oneapi::device_global<T, L> &to,
            std::size_t count = detail::global_count<T>, std::size_t start = 0) {
    using element = detail::global_element<T>;
    memcpy<T, L, Plain>(to, from, detail::bytes_of<element>(count), detail::bytes_of<element>(start));
  }
  template <class T, class L, bool Plain = detail::plain_mode>
  void copy(const ext::oneapi::device_global<T, L> &from, detail::global_element<T> *to,
            std::size_t count = detail::global_count<T>, std::size_t start = 0) {
    using element = detail::global_element<T>;
    memcpy<T, L, Plain>(to, from, detail::bytes_of<element>(count), detail::bytes_of<element>(start));
  }

  // ---- other commands on memory behind pointers

  SYCC_LAZY void memset(void *to, int value, std::size_t bytes) {
    fill(to, static_cast<unsigned char>(value), bytes);
  }
  template <class T> void fill(void *to, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "the pattern of a fill must be device copyable");
    action();
    const std::size_t bytes = detail::byte_count("fill", count, sizeof(T));
    if (bytes != 0)
      fill_region(detail::region_of(to, bytes), detail::extent_of(bytes), &pattern, sizeof(T));
  }
  void prefetch(const void *ptr, std::size_t bytes) {
    action();
    detail::check(sycc_group_prefetch(group_, ptr, bytes));
  }
  // ---- extensions: barriers of the queue, and memory in two dimensions, with pitches in bytes for void and
  // in elements for others

  void ext_oneapi_barrier() {
    action();
    detail::check(sycc_group_barrier(group_, 1));
  }
  SYCC_LAZY void ext_oneapi_barrier(const std::vector<event> &events) {
    action();
    depends_on(events);
    detail::check(sycc_group_barrier(group_, 0));
  }
  SYCC_LAZY void ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height) {
    copy_rows("ext_oneapi_memcpy2d", to, to_pitch, from, from_pitch, width, height);
  }
  template <class T>
  void ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch,
                         std::size_t width, std::size_t height) {
    constexpr const char *name = "ext_oneapi_copy2d";
    copy_rows(name, to, detail::byte_count(name, to_pitch, sizeof(T)), from,
              detail::byte_count(name, from_pitch, sizeof(T)), detail::byte_count(name, width, sizeof(T)),
              height);
  }
  SYCC_LAZY void ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height) {
    fill_rows("ext_oneapi_memset2d", to, pitch, static_cast<unsigned char>(value), width, height);
  }
  template <class T>
  void ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width,
                         std::size_t height) {
    constexpr const char *name = "ext_oneapi_fill2d";
    fill_rows(name, to, detail::byte_count(name, pitch, sizeof(T)), pattern,
              detail::byte_count(name, width, sizeof(T)), height);
  }

  template <class Graph>
  void ext_oneapi_graph(const Graph &executable); // <sycl/ext/oneapi/experimental/graph.hpp>

  // Simple: advice is not taken. The command only keeps its place in the order.
  void mem_advise(const void *, std::size_t, int) { action(); }

private:
  friend class queue;
  friend class stream;
  friend sycc_group *detail::group_of(handler &);
  friend void detail::check_bound_context(handler &, const property_list &);
  friend void *detail::take_local(handler &, std::size_t);

  // What the runtime says of a plain pointer.
  SYCC_COLD static void check_copied(const char *what, const void *host, std::size_t elements) {
    if (!host && elements)
      detail::fail(errc::invalid, (std::string(what) + " with a null pointer").c_str());
  }

  SYCC_ONCE explicit handler(const detail::ref<detail::queue_impl> &q) : queue_(q) {
    terms_.device = q->dev.sycc_handle();
    detail::check(sycc_group_begin(q->queue.get(), &group_));
  }

  SYCC_ONCE event submit() {
    sycc_event *e = nullptr;
    sycc_group *group = group_;
    group_ = nullptr; // the runtime's, even if it fails
    detail::check(sycc_group_submit(group, &e));
    if (finishers_)
      return finish(event(detail::event_handle(e), queue_, waits_for_));
    return event(detail::event_handle(e), std::move(queue_), std::move(waits_for_));
  }

  // Behind the command: its event is that of the last that follows.
  void finish_with(detail::finisher *f) {
    detail::ref<detail::finisher> *end = &finishers_;
    while (*end)
      end = &(*end)->next;
    *end = detail::ref<detail::finisher>(f);
  }
  SYCC_COLD event finish(event done) {
    for (detail::ref<detail::finisher> f = finishers_; f; f = f->next) {
      handler h(queue_);
      f->run(h);
      h.depends_on(done);
      done = h.submit();
    }
    return done;
  }

  void action() {
    if (acted_)
      detail::fail(errc::invalid,
                   "a command group has one action: submit the second one as a group of its own");
    acted_ = true;
  }

  void require_no_bundle(const char *what) const {
    if (terms_.bundle)
      detail::fail(errc::invalid, "", what,
                   ": the group uses a kernel bundle, whose values can't be changed");
  }

  template <class Name, int D, class List, class Kernel>
  void parallel_for_range(const range<D> &r, const id<D> &offset, const List &, const Kernel &kernel) {
    static_assert(std::is_invocable_v<detail::called_as<Kernel, item<D> &>, item<D> &> ||
                      detail::takes_handler<Kernel, item<D> &>,
                  "a kernel over a range is a const function of item, id or, in one dimension, an integer, "
                  "and maybe a kernel_handler");
    constexpr detail::kernel_properties<Kernel, List> props{};
    static_assert(detail::check_dimensions<D>(props));
    action();
    using name = detail::kernel_name_t<Name, Kernel>;
    if constexpr (detail::takes_handler<Kernel, item<D> &>)
      detail::launch_parallel_for<name, D>(group_, terms_, detail::rt_range(r, offset),
                                           detail::with_handler<name, Kernel>(group_, terms_, kernel), props);
    else
      detail::launch_parallel_for<name, D>(group_, terms_, detail::rt_range(r, offset), kernel, props);
  }

  SYCC_LAZY void launch_native(const kernel &k, const sycc_range &r); // kernel_bundle.hpp

  // Hierarchical kernels (h_item.hpp). local: null for groups of one.
  template <class Name, int D, class List, class Kernel>
  void work_groups(const range<D> &groups, const range<D> *local, const List &, const Kernel &kernel);

  // Reductions (reduction.hpp): the kernel as the last argument, then as the first.
  template <class Name, class Range, class List, class... Args>
  void reduce_last(const Range &r, const List &props, const Args &...args);
  template <class Name, int D, class List, class Kernel, class... R>
  void reduce(const range<D> &r, const List &props, const Kernel &kernel, const R &...reductions);
  template <class Name, int D, class List, class Kernel, class... R>
  void reduce(const nd_range<D> &r, const List &props, const Kernel &kernel, const R &...reductions);

  template <class A> void copy_regions(const sycc_region &to, const sycc_region &from, const A &shape) {
    action();
    detail::check(sycc_group_copy(group_, &to, &from,
                                  detail::extent_of(shape.get_range(), sizeof(typename A::value_type)).v));
  }
  void fill_region(const sycc_region &to, const detail::extent &e, const void *pattern, std::size_t size) {
    detail::check(sycc_group_fill(group_, &to, e.v, pattern, size));
  }

  // Rows of so many bytes in memory with this pitch.
  static void check_pitch(const char *what, std::size_t pitch, std::size_t width) {
    if (width > pitch)
      detail::fail(errc::invalid, "", what, ": the width is larger than a pitch");
  }
  SYCC_LAZY void copy_rows(const char *what, void *to, std::size_t to_pitch, const void *from,
                           std::size_t from_pitch, std::size_t width, std::size_t height) {
    action();
    check_pitch(what, to_pitch, width);
    check_pitch(what, from_pitch, width);
    if (width == 0 || height == 0)
      return;
    const sycc_region there = detail::region_of(nullptr, to, range<2>(height, to_pitch), 1);
    const sycc_region here = detail::region_of(nullptr, from, range<2>(height, from_pitch), 1);
    detail::check(sycc_group_copy(group_, &there, &here, detail::extent_of(range<2>(height, width), 1).v));
  }
  template <class T>
  void fill_rows(const char *what, void *to, std::size_t pitch, const T &pattern, std::size_t width,
                 std::size_t height) {
    static_assert(is_device_copyable_v<T>, "the pattern of a fill must be device copyable");
    action();
    check_pitch(what, pitch, width);
    if (width != 0 && height != 0)
      fill_region(detail::region_of(nullptr, to, range<2>(height, pitch), 1),
                  detail::extent_of(range<2>(height, width), 1), &pattern, sizeof(T));
  }

  sycc_group *group_ = nullptr;
  detail::ref<detail::queue_impl> queue_;
  event::waits waits_for_; // null until there is one: most groups name no events
  detail::ref<detail::finisher> finishers_;
  detail::kernel_terms terms_;
  detail::ref<detail::kernel_arguments> arguments_; // null until there is one
  bool acted_ = false;
};

inline sycc_group *detail::group_of(handler &h) {
  return h.group_;
}

SYCC_COLD inline void detail::check_bound_context(handler &h, const property_list &props) {
  if (context(props.bound_context()) != h.queue_->ctx)
    fail(errc::invalid, "accessor: its buffer or image is bound to another context than that of the queue "
                        "(property context_bound)");
}

inline void *detail::take_local(handler &h, std::size_t bytes) {
  constexpr std::size_t align = 128, all = SYCC_ITEM_LOCAL_BYTES;
  if (bytes > all - h.terms_.local_bytes)
    fail(errc::memory_allocation,
         "local_accessor: the local accessors of a command group take more than 512 KiB");
  void *offset = reinterpret_cast<void *>(h.terms_.local_bytes);
  h.terms_.local_bytes += (bytes + align - 1) / align * align;
  return offset;
}

} // namespace sycl

#endif
