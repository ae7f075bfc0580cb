// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// command_graph: command groups that are recorded, from queues or one by one, and then submitted together as
// often as one likes. The runtime notes what each group was made of (runtime/recording.c); a submission is
// the submission of all of them, behind the one before.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP

#include <sycl/queue.hpp>

#include <vector>

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace sycl {
namespace detail {
using recording_handle = handle<sycc_recording, sycc_recording_retain, sycc_recording_release>;
}

namespace ext {
namespace oneapi {
namespace experimental {

enum class graph_state { modifiable, executable };

class node {
public:
  friend bool operator==(const node &a, const node &b) { return a.event_ == b.event_; }
  friend bool operator!=(const node &a, const node &b) { return !(a == b); }

  // For these headers: what stands for it.
  explicit node(const event &e) : event_(e) {}
  const event &sycc_event_of() const { return event_; }

private:
  event event_;
};

// Properties of nodes and graphs, in a list of their own kind.
namespace property {
namespace node {
class depends_on {
public:
  template <class... Nodes> depends_on(Nodes... nodes) : nodes_{nodes...} {}
  const std::vector<experimental::node> &get_dependencies() const { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};
struct depends_on_all_leaves {};
} // namespace node
namespace graph {
struct no_cycle_check {};
struct assume_buffer_outlives_graph {};
struct enable_profiling {};
struct updatable {};
} // namespace graph
} // namespace property

template <graph_state State = graph_state::modifiable> class command_graph;

template <> class command_graph<graph_state::executable> {
public:
  // Other nodes and edges from now on.
  void update(const command_graph<graph_state::modifiable> &graph);

  explicit command_graph(const detail::recording_handle &r) : impl_(new shared{r}) {}
  sycc_recording *sycc_recording_of() const { return impl_->recording.get(); }

private:
  struct shared : detail::counted {
    explicit shared(const detail::recording_handle &r) : recording(r) {}
    detail::recording_handle recording;
  };
  detail::ref<shared> impl_;
};

template <> class command_graph<graph_state::modifiable> {
public:
  template <class... Properties>
  command_graph(const context &c, const device &d, const Properties &...) : impl_(new shared(c, d)) {}
  template <class... Properties>
  explicit command_graph(const queue &q, const Properties &...)
      : command_graph(q.get_context(), q.get_device()) {}
  // Properties in braces.
  template <class P>
  command_graph(const context &c, const device &d, std::initializer_list<P>) : command_graph(c, d) {}
  template <class P> command_graph(const queue &q, std::initializer_list<P>) : command_graph(q) {}

  // A node behind those that the properties name; without a function, one that does nothing.
  template <class F, std::enable_if_t<std::is_invocable_v<F &, handler &>, int> = 0, class... Properties>
  node add(F group, const Properties &...properties) {
    const std::vector<event> all = leaves(properties...);
    return keep(impl_->own.submit([&](handler &h) {
      (depend(h, properties, all), ...);
      group(h);
    }));
  }
  template <class... Properties,
            std::enable_if_t<!(std::is_invocable_v<const Properties &, handler &> || ...), int> = 0>
  node add(const Properties &...properties) {
    return add([](handler &) {}, properties...);
  }
  template <class F, class List, std::enable_if_t<std::is_invocable_v<F &, handler &>, int> = 0>
  node add(F group, std::initializer_list<List> properties) {
    return add(group, *properties.begin());
  }
  void make_edge(node &before, node &behind) {
    detail::check(sycc_recording_edge(recording(), before.sycc_event_of().sycc_handle().get(),
                                      behind.sycc_event_of().sycc_handle().get()));
  }

  // True where something has changed.
  template <class... Properties> bool begin_recording(queue q, const Properties &...) {
    const bool news = !sycc_queue_recording(q.sycc_handle());
    detail::check(sycc_queue_record(q.sycc_handle(), recording()));
    if (news)
      impl_->recorded.push_back(q);
    return news;
  }
  template <class... Properties>
  bool begin_recording(const std::vector<queue> &queues, const Properties &...) {
    bool news = false;
    for (const queue &q : queues)
      news |= begin_recording(q);
    return news;
  }
  bool end_recording() {
    const bool any = !impl_->recorded.empty();
    for (const queue &q : impl_->recorded)
      detail::check(sycc_queue_record(q.sycc_handle(), nullptr));
    impl_->recorded.clear();
    return any;
  }
  bool end_recording(queue q) {
    for (auto i = impl_->recorded.begin(); i != impl_->recorded.end(); ++i)
      if (*i == q) {
        detail::check(sycc_queue_record(q.sycc_handle(), nullptr));
        impl_->recorded.erase(i);
        return true;
      }
    return false;
  }
  bool end_recording(const std::vector<queue> &queues) {
    bool any = false;
    for (const queue &q : queues)
      any |= end_recording(q);
    return any;
  }

  template <class P> command_graph<graph_state::executable> finalize(std::initializer_list<P>) const {
    return finalize();
  }
  template <class... Properties>
  command_graph<graph_state::executable> finalize(const Properties &...) const {
    return command_graph<graph_state::executable>(copy());
  }

  std::size_t sycc_size() const { return sycc_recording_size(recording()); }
  detail::recording_handle copy() const {
    sycc_recording *made = nullptr;
    detail::check(sycc_recording_copy(recording(), &made));
    return detail::recording_handle(made);
  }

private:
  // Nodes that are added one by one are recorded from a queue of their own.
  struct shared : detail::counted {
    shared(const context &c, const device &d) : own(c, d) {
      sycc_recording *made = nullptr;
      detail::check(sycc_recording_create(&made));
      recording = detail::recording_handle(made);
      detail::check(sycc_queue_record(own.sycc_handle(), made));
    }
    ~shared() {
      sycc_queue_record(own.sycc_handle(), nullptr);
      for (const queue &q : recorded)
        sycc_queue_record(q.sycc_handle(), nullptr);
    }
    queue own;
    detail::recording_handle recording;
    std::vector<queue> recorded;
    std::vector<event> nodes; // added one by one
  };

  sycc_recording *recording() const { return impl_->recording.get(); }
  node keep(const event &e) {
    impl_->nodes.push_back(e);
    return node(e);
  }
  // All nodes added so far will do for the leaves.
  template <class... Properties> std::vector<event> leaves(const Properties &...) const {
    return (std::is_same_v<Properties, property::node::depends_on_all_leaves> || ...) ? impl_->nodes
                                                                                      : std::vector<event>();
  }
  static void depend(handler &h, const property::node::depends_on &p, const std::vector<event> &) {
    for (const node &n : p.get_dependencies())
      h.depends_on(n.sycc_event_of());
  }
  static void depend(handler &h, const property::node::depends_on_all_leaves &,
                     const std::vector<event> &all) {
    h.depends_on(all);
  }

  detail::ref<shared> impl_;
};

command_graph(const context &, const device &) -> command_graph<graph_state::modifiable>;
command_graph(const queue &) -> command_graph<graph_state::modifiable>;
template <class P>
command_graph(const context &, const device &, P) -> command_graph<graph_state::modifiable>;
template <class P>
command_graph(const context &, const device &, std::initializer_list<P>)
    -> command_graph<graph_state::modifiable>;

inline void
command_graph<graph_state::executable>::update(const command_graph<graph_state::modifiable> &graph) {
  impl_->recording = graph.copy();
}

SYCC_LAZY void execute_graph(queue q, const command_graph<graph_state::executable> &g) {
  q.ext_oneapi_graph(g);
}
SYCC_LAZY void execute_graph(handler &h, const command_graph<graph_state::executable> &g) {
  h.ext_oneapi_graph(g);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext

// The group itself becomes an empty command behind the graph's, which wait for what the group waits for.
template <class Graph> void handler::ext_oneapi_graph(const Graph &executable) {
  action();
  std::vector<sycc_event *> after;
  if (waits_for_)
    for (const detail::event_handle &e : waits_for_->list)
      after.push_back(e.get());
  sycc_event *last = queue_->in_order() ? sycc_queue_last_event(queue_->queue.get()) : nullptr;
  const detail::event_handle held(last);
  if (last)
    after.push_back(last);
  sycc_event *done = nullptr;
  detail::check(sycc_recording_submit(executable.sycc_recording_of(), queue_->queue.get(), after.data(),
                                      after.size(), &done));
  depends_on(event(detail::event_handle(done), queue_));
}

} // namespace sycl

#endif
