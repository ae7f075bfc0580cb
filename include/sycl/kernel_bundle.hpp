// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel_bundle: kernels that certain devices can run, in a state between source and executable.
//
// The runtime makes bundles by the look-up and the checks of launches (runtime/bundle.c): a bundle says what
// launches would do. Its states differ in little: images that drivers compile exist in all of them, and are
// built on the way to executable; others exist as executable only.
#ifndef SYCL_KERNEL_BUNDLE_HPP
#define SYCL_KERNEL_BUNDLE_HPP

#include <sycl/handler.hpp>
#include <sycl/kernel.hpp>

// No <algorithm>: it is a third of what all of these headers cost a compiler.

namespace sycl {

namespace detail {

using devices = std::vector<device>;

template <int> struct bundle_parts : counted {
  bundle_parts(const context &c, const devices &d, sycc_bundle *b, const spec_values_handle &v)
      : ctx(c), devs(d), bundle(b), values(v) {}
  const context ctx;
  const devices devs;
  const bundle_handle bundle;
  spec_values_handle values; // of specialization constants
  ref<counted> native;       // a program of the user's (detail/interop_kernel.hpp), or null

  bool has(std::size_t image, const kernel_id &id, sycc_device *d) const {
    return sycc_bundle_has(bundle.get(), image, id.sycc_symbol().c_str(), d);
  }
};

template <class List, class Holds> bool any_of(const List &list, const Holds &holds) {
  for (const auto &each : list)
    if (holds(each))
      return true;
  return false;
}
SYCC_LAZY bool is_among(const devices &all, const device &d) {
  return any_of(all, [&](const device &each) { return each == d; });
}

// Without doubles; all must be among `all`.
SYCC_LAZY devices checked_devices(const devices &devs, const devices &all, const char *whose) {
  if (devs.empty())
    fail(errc::invalid, "a kernel bundle needs at least one device");
  devices once;
  for (const device &d : devs) {
    if (!is_among(all, d))
      fail(errc::invalid, "the device '", d.template get_info<info::device::name>().c_str(), whose);
    if (!is_among(once, d))
      once.push_back(d);
  }
  return once;
}
SYCC_LAZY devices checked_devices(const devices &devs, const context &c) {
  return checked_devices(devs, c.get_devices(), "' is not one of the context's");
}

SYCC_LAZY std::vector<sycc_device *> handles_of(const devices &devs) {
  std::vector<sycc_device *> all;
  for (const device &d : devs)
    all.push_back(d.sycc_handle());
  return all;
}

// Whether the devices can take code in this state further.
template <bundle_state State> bool can_build(const devices &devs) {
  if constexpr (State == bundle_state::executable)
    return true;
  constexpr aspect needed = State == bundle_state::input ? aspect::online_compiler : aspect::online_linker;
  return !any_of(devs, [](const device &d) { return !d.has(needed); });
}
template <bundle_state State> void require_can_build(const devices &devs) {
  if (!can_build<State>(devs))
    fail(errc::invalid, State == bundle_state::input
                            ? "a kernel bundle in state input needs devices with aspect::online_compiler"
                            : "a kernel bundle in state object needs devices with aspect::online_linker");
}

template <bundle_state State> constexpr sycc_bundle_state rt_state() {
  return static_cast<sycc_bundle_state>(State);
}

// All that there is for these devices; nothing is built.
SYCC_LAZY bundle_handle find_images(const devices &devs, sycc_bundle_state state) {
  const auto handles = handles_of(devs);
  sycc_bundle *b = nullptr;
  check(sycc_bundle_create(handles.data(), handles.size(), state, &b));
  return bundle_handle(b);
}
SYCC_LAZY sycc_bundle *part_of(sycc_bundle *from, const devices &devs, const unsigned char *keep,
                               sycc_bundle_state state) {
  const auto handles = handles_of(devs);
  sycc_bundle *b = nullptr;
  check(sycc_bundle_part(from, handles.data(), handles.size(), keep, state, &b));
  return b;
}

SYCC_LAZY sycc_bundle *no_images(const devices &devs, sycc_bundle_state state) {
  const bundle_handle all = find_images(devs, state);
  const std::vector<unsigned char> none(sycc_bundle_image_count(all.get()) + 1);
  return part_of(all.get(), devs, none.data(), state);
}

// The kernels of an image, or of all.
SYCC_LAZY std::vector<kernel_id> ids_in(const sycc_bundle *b, std::size_t image) {
  std::vector<kernel_id> all;
  sycc_bundle_visit(
      b, image,
      [](void *data, const char *symbol) {
        static_cast<std::vector<kernel_id> *>(data)->emplace_back(symbol);
      },
      &all);
  return all;
}

} // namespace detail

// ---- images

// Equal where they are one image of the program, in whatever bundles: a bundle that joins others has theirs.
template <bundle_state State> class device_image {
public:
  bool has_kernel(const kernel_id &id) const noexcept { return has(id, nullptr); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept { return has(id, d.sycc_handle()); }

  friend bool operator==(const device_image &a, const device_image &b) {
    return sycc_bundle_same_image(a.bundle_.get(), a.number_, b.bundle_.get(), b.number_);
  }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }

  // For these headers.
  device_image(const detail::bundle_handle &bundle, std::size_t number) : bundle_(bundle), number_(number) {}
  std::size_t sycc_hash() const { return sycc_bundle_image_hash(bundle_.get(), number_); }

private:
  bool has(const kernel_id &id, sycc_device *d) const {
    return sycc_bundle_has(bundle_.get(), number_, id.sycc_symbol().c_str(), d);
  }

  detail::bundle_handle bundle_;
  std::size_t number_;
};

// ---- bundles

template <bundle_state State> class kernel_bundle {
public:
  using device_image_iterator = typename std::vector<device_image<State>>::const_iterator;

  kernel_bundle() = delete;

  bool empty() const noexcept { return images_.empty(); }
  sycl::backend get_backend() const noexcept { return impl_->ctx.get_backend(); }
  context get_context() const noexcept { return impl_->ctx; }
  std::vector<device> get_devices() const noexcept { return impl_->devs; }

  bool has_kernel(const kernel_id &id) const noexcept { return impl_->has(SYCC_ALL_IMAGES, id, nullptr); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    return impl_->has(SYCC_ALL_IMAGES, id, d.sycc_handle());
  }
  template <class KernelName> bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<KernelName>());
  }
  template <class KernelName> bool has_kernel(const device &d) const noexcept {
    return has_kernel(get_kernel_id<KernelName>(), d);
  }
  std::vector<kernel_id> get_kernel_ids() const {
    return detail::ids_in(impl_->bundle.get(), SYCC_ALL_IMAGES);
  }

  template <bundle_state S = State, std::enable_if_t<S == bundle_state::executable, int> = 0>
  kernel get_kernel(const kernel_id &id) const {
    if (!has_kernel(id))
      detail::fail(errc::invalid, "kernel_bundle::get_kernel: the bundle does not have kernel '",
                   id.get_name(), "'");
    return kernel(id, impl_);
  }
  template <class KernelName, bundle_state S = State,
            std::enable_if_t<S == bundle_state::executable, int> = 0>
  kernel get_kernel() const {
    return get_kernel(get_kernel_id<KernelName>());
  }

  // Values travel as arguments, on every device: none is native. Those of constants that no image of the
  // bundle has are kept like others, and mean nothing to its kernels.
  bool contains_specialization_constants() const noexcept {
    const sycc_spec_id any = {nullptr, nullptr, nullptr};
    return sycc_bundle_has_constant(impl_->bundle.get(), SYCC_ALL_IMAGES, &any);
  }
  bool native_specialization_constant() const noexcept { return false; }
  template <auto &SpecName, bool Plain = detail::plain_mode>
  bool has_specialization_constant() const noexcept {
    const sycc_spec_id id = detail::spec_parts::key<SpecName, Plain>();
    return sycc_bundle_has_constant(impl_->bundle.get(), SYCC_ALL_IMAGES, &id);
  }
  template <auto &SpecName, bool Plain = detail::plain_mode, bundle_state S = State,
            std::enable_if_t<S == bundle_state::input, int> = 0>
  void set_specialization_constant(const detail::spec_value_t<SpecName> &value) {
    detail::spec_parts::set<SpecName, Plain>(impl_->values, value);
  }
  template <auto &SpecName, bool Plain = detail::plain_mode>
  detail::spec_value_t<SpecName> get_specialization_constant() const {
    return detail::spec_parts::get<SpecName, Plain>(impl_->values);
  }

  device_image_iterator begin() const { return images_.begin(); }
  device_image_iterator end() const { return images_.end(); }

  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return a.impl_ != b.impl_; }

  // For these headers.
  explicit kernel_bundle(const detail::ref<detail::bundle_impl> &impl) : impl_(impl) {
    const std::size_t n = sycc_bundle_image_count(impl->bundle.get());
    for (std::size_t i = 0; i < n; ++i)
      images_.emplace_back(impl->bundle, i);
  }
  const detail::ref<detail::bundle_impl> &sycc_impl() const { return impl_; }

private:
  detail::ref<detail::bundle_impl> impl_;
  std::vector<device_image<State>> images_;
};

namespace detail {

template <bundle_state State>
kernel_bundle<State> make_bundle(const context &c, const devices &devs, sycc_bundle *b,
                                 const spec_values_handle &values = {}) {
  return kernel_bundle<State>(ref<bundle_impl>(new bundle_impl(c, devs, b, values)));
}

// Those images of all that `keep` wants.
template <bundle_state State, class Keep>
kernel_bundle<State> get_some(const context &c, const devices &wanted, const Keep &keep) {
  const devices devs = checked_devices(wanted, c);
  require_can_build<State>(devs);
  const bundle_handle all = find_images(devs, rt_state<State>());
  const std::size_t n = sycc_bundle_image_count(all.get());
  std::vector<unsigned char> kept(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    kept[i] = keep(all, i);
  return make_bundle<State>(c, devs, part_of(all.get(), devs, kept.data(), rt_state<State>()));
}

} // namespace detail

// ---- getting one

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devs) {
  return detail::get_some<State>(c, devs, [](const detail::bundle_handle &, std::size_t) { return true; });
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices());
}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devs,
                                       const std::vector<kernel_id> &ids) {
  for (const device &d : detail::checked_devices(devs, c))
    (void)d;
  for (const kernel_id &id : ids) {
    bool possible = false;
    for (const device &d : devs)
      possible = possible || sycc_kernel_check(id.sycc_symbol().c_str(), d.sycc_handle()) == SYCC_success;
    if (!possible) {
      std::string why = "': ";
      why += sycc_error_message(); // of the last device
      detail::fail(errc::invalid, "get_kernel_bundle: none of the devices can run kernel '", id.get_name(),
                   why.c_str());
    }
  }
  return detail::get_some<State>(c, devs, [&](const detail::bundle_handle &b, std::size_t image) {
    return detail::any_of(ids, [&](const kernel_id &id) {
      return sycc_bundle_has(b.get(), image, id.sycc_symbol().c_str(), nullptr);
    });
  });
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devs) {
  return get_kernel_bundle<State>(c, devs, std::vector<kernel_id>{get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<KernelName, State>(c, c.get_devices());
}

namespace detail {
template <class Selector, bundle_state State>
using if_image_selector =
    std::enable_if_t<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>, int>;
} // namespace detail

template <bundle_state State, class Selector, detail::if_image_selector<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devs, Selector selector) {
  return detail::get_some<State>(c, devs, [&](const detail::bundle_handle &b, std::size_t image) {
    return selector(device_image<State>(b, image));
  });
}
template <bundle_state State, class Selector, detail::if_image_selector<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context &c, Selector selector) {
  return get_kernel_bundle<State>(c, c.get_devices(), selector);
}

// ---- whether there is one

template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &wanted) {
  const auto devs = detail::checked_devices(wanted, c);
  return detail::can_build<State>(devs) &&
         sycc_bundle_image_count(detail::find_images(devs, detail::rt_state<State>()).get()) != 0;
}
template <bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &wanted,
                       const std::vector<kernel_id> &ids) {
  const auto devs = detail::checked_devices(wanted, c);
  if (ids.empty())
    return true; // all of them, in any state
  if (!detail::can_build<State>(devs))
    return false;
  const auto all = detail::find_images(devs, detail::rt_state<State>());
  return !detail::any_of(ids, [&](const kernel_id &id) {
    return !sycc_bundle_has(all.get(), SYCC_ALL_IMAGES, id.sycc_symbol().c_str(), nullptr);
  });
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class KernelName, bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &devs) {
  return has_kernel_bundle<State>(c, devs, std::vector<kernel_id>{get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<KernelName, State>(c, c.get_devices());
}

SYCC_LAZY bool is_compatible(const std::vector<kernel_id> &ids, const device &d) {
  for (const kernel_id &id : ids) {
    const sycc_status s = sycc_kernel_check(id.sycc_symbol().c_str(), d.sycc_handle());
    if (s == SYCC_kernel_not_supported)
      return false;
    detail::check(s);
  }
  return true;
}
template <class KernelName> bool is_compatible(const device &d) {
  return is_compatible(std::vector<kernel_id>{get_kernel_id<KernelName>()}, d);
}

// ---- from state to state

namespace detail {

template <bundle_state State>
void require_one_context(const std::vector<kernel_bundle<State>> &bundles, const char *what) {
  for (const auto &b : bundles)
    if (b.get_context() != bundles[0].get_context())
      fail(errc::invalid, what, ": the bundles belong to different contexts", "");
}

template <bundle_state State> bundle_handle join_handles(const std::vector<kernel_bundle<State>> &bundles) {
  std::vector<sycc_bundle *> handles;
  for (const auto &b : bundles) {
    if (b.sycc_impl()->native)
      fail(errc::feature_not_supported, "a kernel bundle of make_kernel_bundle can't be compiled, linked or "
                                        "joined: the backend's functions do it");
    handles.push_back(b.sycc_impl()->bundle.get());
  }
  sycc_bundle *joined = nullptr;
  check(sycc_bundle_join(handles.data(), handles.size(), &joined));
  return bundle_handle(joined);
}

// Where two have set one, the first.
template <bundle_state State>
spec_values_handle join_values(const std::vector<kernel_bundle<State>> &bundles) {
  spec_values_handle all;
  for (const auto &b : bundles) {
    sycc_spec_values *merged = nullptr;
    check(sycc_spec_values_merge(all.get(), b.sycc_impl()->values.get(), &merged));
    all = spec_values_handle(merged);
  }
  return all;
}

template <bundle_state To, bundle_state From>
kernel_bundle<To> convert(const std::vector<kernel_bundle<From>> &bundles, const devices &wanted,
                          const devices &all) {
  const devices devs = checked_devices(wanted, all, "' is not one of the bundle's");
  const bundle_handle joined = join_handles(bundles);
  return make_bundle<To>(bundles[0].get_context(), devs, part_of(joined.get(), devs, nullptr, rt_state<To>()),
                         join_values(bundles));
}

// Devices that all of the bundles are for: none where there is no bundle.
template <bundle_state State> devices common_devices(const std::vector<kernel_bundle<State>> &bundles) {
  devices common;
  if (bundles.empty())
    return common;
  for (const device &d : bundles[0].get_devices())
    if (!any_of(bundles, [&](const kernel_bundle<State> &b) { return !is_among(b.get_devices(), d); }))
      common.push_back(d);
  return common;
}

// compile, link and build.
struct bundle_steps {};
template <> inline constexpr property_owner owner_of<bundle_steps> = {"kernel_bundle", 0};

} // namespace detail

SYCC_LAZY kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &b,
                                                      const std::vector<device> &devs,
                                                      const property_list &props = {}) {
  props.sycc_for<detail::bundle_steps>();
  return detail::convert<bundle_state::object>(std::vector<kernel_bundle<bundle_state::input>>{b}, devs,
                                               b.get_devices());
}
SYCC_LAZY kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &b,
                                                      const property_list &p = {}) {
  return compile(b, b.get_devices(), p);
}
SYCC_LAZY kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &bundles, const std::vector<device> &devs,
     const property_list &props = {}) {
  props.sycc_for<detail::bundle_steps>();
  detail::require_one_context(bundles, "link");
  return detail::convert<bundle_state::executable>(bundles, devs, detail::common_devices(bundles));
}
SYCC_LAZY kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &bundles, const property_list &p = {}) {
  detail::require_one_context(bundles, "link");
  return link(bundles, detail::common_devices(bundles), p);
}
SYCC_LAZY kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &b,
                                                       const std::vector<device> &devs,
                                                       const property_list &p = {}) {
  return link(std::vector<kernel_bundle<bundle_state::object>>{b}, devs, p);
}
SYCC_LAZY kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &b,
                                                       const property_list &p = {}) {
  return link(std::vector<kernel_bundle<bundle_state::object>>{b}, b.get_devices(), p);
}
SYCC_LAZY kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &b,
                                                        const std::vector<device> &devs,
                                                        const property_list &props = {}) {
  props.sycc_for<detail::bundle_steps>();
  return detail::convert<bundle_state::executable>(std::vector<kernel_bundle<bundle_state::input>>{b}, devs,
                                                   b.get_devices());
}
SYCC_LAZY kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &b,
                                                        const property_list &p = {}) {
  return build(b, b.get_devices(), p);
}

// For the devices of any of them. Of no bundles, one without images and devices, in a default context.
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  if (bundles.empty())
    return detail::make_bundle<State>(context(), {}, detail::no_images({}, detail::rt_state<State>()));
  detail::require_one_context(bundles, "join");
  detail::devices devs;
  for (const auto &b : bundles)
    for (const device &d : b.get_devices())
      if (!detail::is_among(devs, d))
        devs.push_back(d);
  const auto joined = detail::join_handles(bundles);
  return detail::make_bundle<State>(bundles[0].get_context(), devs,
                                    detail::part_of(joined.get(), devs, nullptr, detail::rt_state<State>()),
                                    detail::join_values(bundles));
}

// ---- kernels, and command groups that use a bundle

template <int> context kernel::get_context() const {
  return bundle_->ctx;
}
template <int> kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return kernel_bundle<bundle_state::executable>(bundle_);
}
template <int> std::uint64_t kernel::value(const device &d, sycc_kernel_number what) const {
  std::uint64_t v = 0;
  if (native_) {
    detail::check(sycc_native_kernel_value(native_.get(), d.sycc_handle(), what, &v));
    return v;
  }
  if (!bundle_->has(SYCC_ALL_IMAGES, id_, d.sycc_handle()))
    detail::fail(errc::invalid, "kernel::get_info: the kernel's bundle is not for this device");
  detail::check(sycc_kernel_value(id_.sycc_symbol().c_str(), d.sycc_handle(), what, &v));
  return v;
}

template <int> void handler::launch_native(const kernel &k, const sycc_range &r) {
  action();
  if (!k.sycc_native())
    detail::fail(errc::invalid, "kernel '", k.sycc_id().get_name(),
                 "' is one of SYCL's: launch its function object; only kernels that make_kernel gave are "
                 "launched as sycl::kernel");
  const sycc_native_arguments set = arguments_ ? arguments_->list() : sycc_native_arguments{};
  detail::check(sycc_group_native_kernel(group_, k.sycc_native(), &set, &r));
}

template <class Bundle> void handler::use_kernel_bundle(const Bundle &b) {
  static_assert(std::is_same_v<Bundle, kernel_bundle<bundle_state::executable>>,
                "use_kernel_bundle takes a kernel_bundle<bundle_state::executable>");
  if (b.get_context() != queue_->ctx)
    detail::fail(errc::invalid, "use_kernel_bundle: the bundle belongs to another context than the queue");
  if (terms_.values && !terms_.bundle)
    detail::fail(errc::invalid,
                 "use_kernel_bundle: the group has set a specialization constant; set it in the bundle");
  terms_.bundle = b.sycc_impl()->bundle;
  terms_.values = b.sycc_impl()->values;
}

} // namespace sycl

template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &i) const { return i.sycc_hash(); }
};
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &b) const {
    return std::hash<void *>()(b.sycc_impl().get());
  }
};

#endif
