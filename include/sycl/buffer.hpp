// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer: data that moves between host and devices as accessors need it.
#ifndef SYCL_BUFFER_HPP
#define SYCL_BUFFER_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/buffer_impl.hpp>
#include <sycl/detail/std.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/is_device_copyable.hpp>

namespace sycl {

template <class T> using buffer_allocator = std::allocator<T>;

namespace detail {

template <class It>
using if_iterator = std::enable_if_t<
    std::is_convertible_v<typename std::iterator_traits<It>::iterator_category, std::input_iterator_tag>,
    int>;

// A contiguous container of T, or of const T.
template <class C, class T>
using if_container =
    std::enable_if_t<std::is_convertible_v<decltype(std::data(std::declval<C &>())), const T *> &&
                         std::is_convertible_v<decltype(std::size(std::declval<C &>())), size_t> &&
                         !std::is_array_v<C>,
                     int>;

} // namespace detail

template <class T, int Dimensions = 1, class AllocatorT = buffer_allocator<std::remove_const_t<T>>>
class buffer : public detail::with_properties<buffer<T, Dimensions, AllocatorT>> {
  static_assert(is_device_copyable_v<T>, "the elements of a buffer must be device copyable");
  static_assert(!std::is_reference_v<T>, "a buffer can't hold references");

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using allocator_type = AllocatorT;
  static constexpr int dimensions = Dimensions;

  // Without contents.
  buffer(const range<Dimensions> &r, const property_list &props = {})
      : buffer(nullptr, r, detail::source::nothing, props) {}
  buffer(const range<Dimensions> &r, AllocatorT alloc, const property_list &props = {}) : buffer(r, props) {
    alloc_ = alloc;
  }

  // With memory that gets the contents back.
  buffer(T *host, const range<Dimensions> &r, const property_list &props = {})
      : buffer(host, r, source_of<T>, props) {}
  buffer(T *host, const range<Dimensions> &r, AllocatorT alloc, const property_list &props = {})
      : buffer(host, r, props) {
    alloc_ = alloc;
  }
  // With memory that is only read.
  template <class U = T, std::enable_if_t<!std::is_const_v<U>, int> = 0>
  buffer(const T *host, const range<Dimensions> &r, const property_list &props = {})
      : buffer(host, r, detail::source::read, props) {}
  template <class U = T, std::enable_if_t<!std::is_const_v<U>, int> = 0>
  buffer(const T *host, const range<Dimensions> &r, AllocatorT alloc, const property_list &props = {})
      : buffer(host, r, props) {
    alloc_ = alloc;
  }

  // With memory whose ownership is shared.
  template <class U, std::enable_if_t<
                         std::is_same_v<std::remove_const_t<std::remove_extent_t<U>>, std::remove_const_t<T>>,
                         int> = 0>
  buffer(const std::shared_ptr<U> &host, const range<Dimensions> &r, const property_list &props = {})
      : buffer(host.get(), r, source_of<std::remove_extent_t<U>>, props) {
    impl_->keep = detail::ref<detail::counted>(new detail::counted_owner<std::shared_ptr<U>>(host));
  }
  template <class U, std::enable_if_t<
                         std::is_same_v<std::remove_const_t<std::remove_extent_t<U>>, std::remove_const_t<T>>,
                         int> = 0>
  buffer(const std::shared_ptr<U> &host, const range<Dimensions> &r, AllocatorT alloc,
         const property_list &props = {})
      : buffer(host, r, props) {
    alloc_ = alloc;
  }

  // With a copy of a sequence; nothing is written back unless set_final_data says where to.
  template <class It, int D = Dimensions, std::enable_if_t<D == 1, int> = 0, detail::if_iterator<It> = 0>
  buffer(It first, It last, const property_list &props = {})
      : buffer(bytes_of(first, last), bytes_tag(), props) {}
  template <class It, int D = Dimensions, std::enable_if_t<D == 1, int> = 0, detail::if_iterator<It> = 0>
  buffer(It first, It last, AllocatorT alloc, const property_list &props = {}) : buffer(first, last, props) {
    alloc_ = alloc;
  }

  // With the contents of a contiguous container, which gets them back unless it is const.
  template <class C, int D = Dimensions, std::enable_if_t<D == 1, int> = 0, detail::if_container<C, T> = 0>
  buffer(C &container, const property_list &props = {})
      : buffer(std::data(container), range<1>(std::size(container)), props) {}
  template <class C, int D = Dimensions, std::enable_if_t<D == 1, int> = 0, detail::if_container<C, T> = 0>
  buffer(C &container, AllocatorT alloc, const property_list &props = {}) : buffer(container, props) {
    alloc_ = alloc;
  }

  // A part of another one, in the same memory.
  buffer(buffer &whole, const id<Dimensions> &base, const range<Dimensions> &part)
      : impl_(new detail::buffer_impl(whole.impl_, offset_of(whole, base, part), part.size() * sizeof(T))),
        range_(part), alloc_(whole.alloc_) {}

  range<Dimensions> get_range() const { return range_; }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t get_count() const { return size(); }     // SYCL 1.2.1
  std::size_t get_size() const { return byte_size(); } // SYCL 1.2.1
  AllocatorT get_allocator() const { return alloc_; }
  bool is_sub_buffer() const { return impl_->is_part(); }

  // For commands.
  template <access_mode Mode = access_mode::read_write, target Target = target::device>
  accessor<T, Dimensions, Mode, Target> get_access(handler &h) {
    return {*this, h};
  }
  template <access_mode Mode, target Target = target::device>
  accessor<T, Dimensions, Mode, Target> get_access(handler &h, range<Dimensions> r,
                                                   id<Dimensions> offset = {}) {
    return {*this, h, r, offset};
  }
  template <class... Args> auto get_access(handler &h, Args... args) { return accessor(*this, h, args...); }
  template <class Tag, class... Args, class = decltype(detail::tag_traits<Tag>::mode)>
  auto get_access(Tag tag, Args... args) {
    return accessor(*this, tag, args...);
  }

  // For the host.
  template <access_mode Mode> accessor<T, Dimensions, Mode, target::host_buffer> get_access() {
    return {*this};
  }
  template <access_mode Mode>
  accessor<T, Dimensions, Mode, target::host_buffer> get_access(range<Dimensions> r,
                                                                id<Dimensions> offset = {}) {
    return {*this, r, offset};
  }
  template <class... Args> auto get_host_access(Args... args) { return host_accessor(*this, args...); }

  // Where the contents go when the last copy of the buffer is gone, if there was an accessor that writes.
  void set_final_data(std::nullptr_t = nullptr) { impl_->redirect({}); }
  template <class Destination> void set_final_data(Destination to) {
    const std::size_t n = size();
    if constexpr (std::is_pointer_v<Destination>) {
      if (to)
        write_finally([to, n](const void *from) { copy_out(from, n, to); });
      else
        set_final_data(nullptr);
    } else if constexpr (is_weak<Destination>::value) {
      write_finally([to, n](const void *from) {
        if (auto owner = to.lock())
          copy_out(from, n, first_of(owner.get()));
      });
    } else if constexpr (is_shared<Destination>::value) { // kept alive no longer than by others
      set_final_data(typename Destination::weak_type(to));
    } else {
      write_finally([to, n](const void *from) { copy_out(from, n, to); });
    }
  }
  void set_write_back(bool flag = true) { impl_->write_back = flag; }

  // The same bytes as elements of another type or with another shape.
  template <
      class U, int D,
      class A = typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  buffer<U, D, A> reinterpret(range<D> r) const {
    if (detail::byte_count("buffer::reinterpret", r, sizeof(U)) != byte_size())
      detail::fail(errc::invalid, "buffer::reinterpret: the new range has another size in bytes");
    return buffer<U, D, A>(impl_, r);
  }
  template <
      class U, int D = Dimensions,
      class A = typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  buffer<U, D, A> reinterpret() const {
    static_assert(D == 1 || (D == Dimensions && sizeof(U) == sizeof(T)),
                  "reinterpret without a range: to one dimension, or to elements of the same size");
    if constexpr (D == 1)
      return reinterpret<U, 1, A>(range<1>(byte_size() / sizeof(U)));
    else
      return reinterpret<U, D, A>(range_);
  }

  friend bool operator==(const buffer &a, const buffer &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const buffer &a, const buffer &b) { return a.impl_ != b.impl_; }

  // For these headers.
  sycc_buffer *sycc_handle() const { return impl_->buffer.get(); }
  const property_list &properties_of() const { return impl_->properties; }

private:
  template <class, int, class> friend class buffer;
  friend struct std::hash<buffer>;
  struct bytes_tag {};
  template <class D> struct is_weak : std::false_type {};
  template <class U> struct is_weak<std::weak_ptr<U>> : std::true_type {};
  template <class D> struct is_shared : std::false_type {};
  template <class U> struct is_shared<std::shared_ptr<U>> : std::true_type {};

  template <class U>
  static constexpr detail::source source_of =
      std::is_const_v<U> ? detail::source::read : detail::source::written;

  buffer(const void *host, const range<Dimensions> &r, detail::source from, const property_list &props)
      : impl_(new detail::buffer_impl(detail::byte_count("buffer", r, sizeof(T)), host, from,
                                      props.template sycc_for<buffer>())),
        range_(r) {}
  buffer(const std::vector<char> &bytes, bytes_tag, const property_list &props)
      : buffer(static_cast<const void *>(bytes.data()), range<1>(bytes.size() / sizeof(T)),
               detail::source::copied, props) {}
  buffer(const detail::ref<detail::buffer_impl> &impl, const range<Dimensions> &r) : impl_(impl), range_(r) {}

  // In bytes. A part has no gaps: where a dimension is not there in full, the ones before it have one element
  // each.
  static std::size_t offset_of(const buffer &whole, const id<Dimensions> &base,
                               const range<Dimensions> &part) {
    if (whole.is_sub_buffer())
      detail::fail(errc::invalid, "buffer: a sub-buffer of a sub-buffer; make it of the whole buffer");
    std::size_t at = 0;
    bool one_each = true;
    for (int i = 0; i < Dimensions; ++i) {
      const std::size_t all = whole.range_[i];
      if (base[i] > all || part[i] > all - base[i])
        detail::fail(errc::invalid, "buffer: a sub-buffer goes beyond the end of its buffer");
      if (!one_each && part[i] != all)
        detail::fail(errc::invalid,
                     "buffer: the elements of a sub-buffer must follow each other in its buffer");
      one_each &= part[i] <= 1;
      at = at * all + base[i];
    }
    return at * sizeof(T);
  }

  // Not a vector of T: vector<bool> has no contiguous data.
  template <class It> static std::vector<char> bytes_of(It first, It last) {
    std::vector<char> bytes;
    for (; first != last; ++first) {
      const std::remove_const_t<T> value = *first;
      const char *p = reinterpret_cast<const char *>(&value);
      bytes.insert(bytes.end(), p, p + sizeof(T));
    }
    return bytes;
  }

  template <class F> void write_finally(const F &write) {
    impl_->redirect(detail::ref<detail::final_writer>(new detail::final_writer_of<F>(write)));
  }
  // Of elements, or of a container of them.
  template <class U> static auto first_of(U *p) {
    if constexpr (std::is_convertible_v<const T &, U>)
      return p;
    else
      return p->begin();
  }
  template <class To> static void copy_out(const void *from, std::size_t n, To to) {
    const T *data = static_cast<const T *>(from);
    for (std::size_t i = 0; i < n; ++i, ++to)
      *to = data[i];
  }

  detail::ref<detail::buffer_impl> impl_;
  range<Dimensions> range_;
  AllocatorT alloc_;
};

template <class T, int D> buffer(const T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D, class A>
buffer(const T *, const range<D> &, A, const property_list & = {}) -> buffer<T, D, A>;
template <class T, int D>
buffer(const std::shared_ptr<T> &, const range<D> &, const property_list & = {})
    -> buffer<std::remove_const_t<std::remove_extent_t<T>>, D>;
template <class It, detail::if_iterator<It> = 0>
buffer(It, It, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1>;
template <class It, class A, detail::if_iterator<It> = 0>
buffer(It, It, A, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1, A>;
template <class C, class = typename C::value_type>
buffer(C &, const property_list & = {}) -> buffer<typename C::value_type, 1>;
template <class C, class A, class = typename C::value_type>
buffer(C &, A, const property_list & = {}) -> buffer<typename C::value_type, 1, A>;

} // namespace sycl

template <class T, int D, class A> struct std::hash<sycl::buffer<T, D, A>> {
  std::size_t operator()(const sycl::buffer<T, D, A> &b) const {
    return std::hash<void *>()(b.sycc_handle());
  }
};

#endif
