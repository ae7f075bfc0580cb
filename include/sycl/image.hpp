// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unsampled_image and sampled_image: texels that move between host and devices as accessors need them. An
// image is a buffer of bytes and a shape.
#ifndef SYCL_IMAGE_HPP
#define SYCL_IMAGE_HPP

#include <sycl/detail/buffer_impl.hpp>
#include <sycl/image_accessor.hpp>

namespace sycl {

using image_allocator = std::allocator<std::byte>;

namespace detail {

// Instead of a pitch, for images of one dimension, which have none: there is no object of it.
struct no_pitch {
  explicit no_pitch() = delete;
  const size_t *sycc_data() const;
};
template <int D> struct pitch_of {
  using type = range<D - 1>;
};
template <> struct pitch_of<1> {
  using type = no_pitch;
};
template <int D> using pitch_t = typename pitch_of<D>::type;

// pitch: bytes of a row and, in three dimensions, of a slice; null for the least.
SYCC_ONCE inline image_shape make_shape(image_format format, image_sampler sampler, int dimensions,
                                        const size_t *extent, const size_t *pitch) {
  const size_t element = texel_bytes(format);
  image_shape s = {0, 0, {1, 1, 1}, format, sampler};
  for (int i = 0; i < dimensions; ++i) {
    if (extent[i] > most_texels)
      fail(errc::invalid, "image: a dimension has more than 1073741824 texels");
    s.extent[i] = static_cast<std::int32_t>(extent[i]);
  }
  size_t least = byte_count("image", extent, 1, element);
  s.row_pitch = pitch ? pitch[0] : least;
  bool wrong = s.row_pitch < least || s.row_pitch % element;
  least = byte_count("image", extent + 1, dimensions > 1, s.row_pitch);
  s.slice_pitch = pitch && dimensions == 3 ? pitch[1] : least;
  wrong |= s.slice_pitch < least || s.slice_pitch % element;
  if (wrong)
    fail(errc::invalid,
         "image: a pitch is smaller than what it holds, or no multiple of the size of a texel");
  byte_count("image", extent + 2, dimensions > 2, s.slice_pitch);
  return s;
}

// The bytes of the image, and where they go finally.
class image_storage {
public:
  // Texels must be aligned to their size in memory. What the user gave and is not is copied.
  image_storage(const image_shape &shape, const void *host, source from, const property_list &props)
      : shape_(shape),
        impl_(new buffer_impl(bytes(), host, is_aligned(host) ? from : source::copied, props)) {
    if (host && from == source::written && !is_aligned(host))
      write_to(const_cast<void *>(host));
  }
  template <class Owner>
  image_storage(const image_shape &shape, const std::shared_ptr<Owner> &host, source from,
                const property_list &props)
      : image_storage(shape, host.get(), from, props) {
    impl_->keep = ref<counted>(new counted_owner<std::shared_ptr<Owner>>(host));
  }

  const image_shape &shape() const { return shape_; }
  size_t bytes() const { return shape_.slice_pitch * static_cast<size_t>(shape_.extent[2]); }
  buffer_impl &impl() const { return *impl_; }
  friend bool operator==(const image_storage &a, const image_storage &b) { return a.impl_ == b.impl_; }

  // A pointer gets the bytes; an iterator those of its elements.
  template <class Destination> void write_to(Destination to) {
    const size_t n = bytes();
    if constexpr (std::is_same_v<Destination, std::nullptr_t>)
      impl_->redirect({});
    else if constexpr (std::is_pointer_v<Destination>)
      to ? finally([to, n](const void *from) { __builtin_memcpy(to, from, n); }) : impl_->redirect({});
    else
      finally([to, n](const void *from) { copy_elements(to, from, n); });
  }
  template <class T> void write_to(const std::weak_ptr<T> &to) {
    const size_t n = bytes();
    finally([to, n](const void *from) {
      if (const auto owner = to.lock())
        __builtin_memcpy(memory_of(owner.get()), from, n);
    });
  }
  template <class T> void write_to(const std::shared_ptr<T> &to) { write_to(std::weak_ptr<T>(to)); }

private:
  template <class F> void finally(const F &write) {
    impl_->redirect(ref<final_writer>(new final_writer_of<F>(write)));
  }
  bool is_aligned(const void *host) const {
    return reinterpret_cast<std::uintptr_t>(host) % texel_bytes(shape_.format) == 0;
  }

  // Memory, or a container that has some.
  template <class T> static void *memory_of(T *p) {
    if constexpr (std::is_void_v<T> || std::is_trivially_copyable_v<T>)
      return p;
    else
      return std::data(*p);
  }

  // What an iterator takes. One that only writes, into a container, says it by that.
  template <class It, class = void> struct element_of {
    using type = typename std::iterator_traits<It>::value_type;
  };
  template <class It> struct element_of<It, std::void_t<typename It::container_type>> {
    using type = typename It::container_type::value_type;
  };
  template <class It> static void copy_elements(It to, const void *from, size_t bytes) {
    using element = typename element_of<It>::type;
    const char *data = static_cast<const char *>(from);
    for (size_t n = bytes / sizeof(element); n; --n, data += sizeof(element), ++to) {
      element one;
      __builtin_memcpy(static_cast<void *>(&one), data, sizeof one);
      *to = one;
    }
  }

  image_shape shape_;
  ref<buffer_impl> impl_;
};

namespace classes {

// What both kinds of image have.
template <class Self, int D, class AllocatorT> class image_base : public with_properties<Self> {
  static_assert(D >= 1 && D <= 3, "an image has one, two or three dimensions");

public:
  range<D> get_range() const {
    range<D> r;
    for (int i = 0; i < D; ++i)
      r[i] = static_cast<size_t>(sycc_shape().extent[i]);
    return r;
  }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0> range<N - 1> get_pitch() const {
    if constexpr (N == 2)
      return range<1>(sycc_shape().row_pitch);
    else
      return range<2>(sycc_shape().row_pitch, sycc_shape().slice_pitch);
  }
  size_t size() const noexcept { return get_range().size(); }
  size_t byte_size() const noexcept { return storage_.bytes(); }
  AllocatorT get_allocator() const { return alloc_; }

  friend bool operator==(const Self &a, const Self &b) { return a.storage_ == b.storage_; }
  friend bool operator!=(const Self &a, const Self &b) { return !(a == b); }

  // For these headers.
  sycc_buffer *sycc_handle() const { return storage_.impl().buffer.get(); }
  const property_list &properties_of() const { return storage_.impl().properties; }
  const image_shape &sycc_shape() const { return storage_.shape(); }

protected:
  // Host: a pointer or a shared_ptr.
  template <class Host>
  image_base(const Host &host, source from, image_format format, image_sampler sampler, const range<D> &r,
             const size_t *pitch, const AllocatorT &alloc, const property_list &props)
      : storage_(make_shape(format, sampler, D, r.sycc_data(), pitch), host, from,
                 props.template sycc_for<Self>()),
        alloc_(alloc) {}

  image_storage storage_;
  AllocatorT alloc_;
};

} // namespace classes
using classes::image_base;

} // namespace detail

template <int Dimensions = 1, class AllocatorT = image_allocator>
class unsampled_image
    : public detail::image_base<unsampled_image<Dimensions, AllocatorT>, Dimensions, AllocatorT> {
  using base = detail::image_base<unsampled_image, Dimensions, AllocatorT>;
  using pitch_t = detail::pitch_t<Dimensions>;

public:
  // Without contents.
  unsampled_image(image_format format, const range<Dimensions> &r, const property_list &props = {})
      : unsampled_image(nullptr, format, r, AllocatorT(), props) {}
  unsampled_image(image_format format, const range<Dimensions> &r, AllocatorT alloc,
                  const property_list &props = {})
      : unsampled_image(nullptr, format, r, alloc, props) {}
  unsampled_image(image_format format, const range<Dimensions> &r, const pitch_t &pitch,
                  const property_list &props = {})
      : unsampled_image(nullptr, format, r, pitch, AllocatorT(), props) {}
  unsampled_image(image_format format, const range<Dimensions> &r, const pitch_t &pitch, AllocatorT alloc,
                  const property_list &props = {})
      : unsampled_image(nullptr, format, r, pitch, alloc, props) {}

  // With memory that gets the contents back.
  unsampled_image(void *host, image_format format, const range<Dimensions> &r,
                  const property_list &props = {})
      : unsampled_image(host, format, r, AllocatorT(), props) {}
  unsampled_image(void *host, image_format format, const range<Dimensions> &r, AllocatorT alloc,
                  const property_list &props = {})
      : base(host, detail::source::written, format, {}, r, nullptr, alloc, props) {}
  unsampled_image(void *host, image_format format, const range<Dimensions> &r, const pitch_t &pitch,
                  const property_list &props = {})
      : unsampled_image(host, format, r, pitch, AllocatorT(), props) {}
  unsampled_image(void *host, image_format format, const range<Dimensions> &r, const pitch_t &pitch,
                  AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::written, format, {}, r, pitch.sycc_data(), alloc, props) {}

  // With memory whose ownership is shared.
  unsampled_image(const std::shared_ptr<void> &host, image_format format, const range<Dimensions> &r,
                  const property_list &props = {})
      : unsampled_image(host, format, r, AllocatorT(), props) {}
  unsampled_image(const std::shared_ptr<void> &host, image_format format, const range<Dimensions> &r,
                  AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::written, format, {}, r, nullptr, alloc, props) {}
  unsampled_image(const std::shared_ptr<void> &host, image_format format, const range<Dimensions> &r,
                  const pitch_t &pitch, const property_list &props = {})
      : unsampled_image(host, format, r, pitch, AllocatorT(), props) {}
  unsampled_image(const std::shared_ptr<void> &host, image_format format, const range<Dimensions> &r,
                  const pitch_t &pitch, AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::written, format, {}, r, pitch.sycc_data(), alloc, props) {}

  template <class DataT, access_mode Mode = detail::default_mode<DataT>,
            image_target Targ = image_target::device>
  unsampled_image_accessor<DataT, Dimensions, Mode, Targ> get_access(handler &h,
                                                                     const property_list &props = {}) {
    return {*this, h, props};
  }
  template <class DataT, access_mode Mode = detail::default_mode<DataT>>
  host_unsampled_image_accessor<DataT, Dimensions, Mode> get_host_access(const property_list &props = {}) {
    return {*this, props};
  }

  // Where the contents go when the last copy of the image is gone, if there was an accessor that writes.
  template <class Destination = std::nullptr_t> void set_final_data(Destination to = nullptr) {
    this->storage_.write_to(to);
  }
  void set_write_back(bool flag = true) { this->storage_.impl().write_back = flag; }
};

template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image
    : public detail::image_base<sampled_image<Dimensions, AllocatorT>, Dimensions, AllocatorT> {
  using base = detail::image_base<sampled_image, Dimensions, AllocatorT>;
  using pitch_t = detail::pitch_t<Dimensions>;

public:
  sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &r,
                const property_list &props = {})
      : sampled_image(host, format, sampler, r, AllocatorT(), props) {}
  sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &r,
                AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::read, format, sampler, r, nullptr, alloc, props) {}
  sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &r,
                const pitch_t &pitch, const property_list &props = {})
      : sampled_image(host, format, sampler, r, pitch, AllocatorT(), props) {}
  sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &r,
                const pitch_t &pitch, AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::read, format, sampler, r, pitch.sycc_data(), alloc, props) {}

  // With memory whose ownership is shared.
  sampled_image(const std::shared_ptr<const void> &host, image_format format, image_sampler sampler,
                const range<Dimensions> &r, const property_list &props = {})
      : sampled_image(host, format, sampler, r, AllocatorT(), props) {}
  sampled_image(const std::shared_ptr<const void> &host, image_format format, image_sampler sampler,
                const range<Dimensions> &r, AllocatorT alloc, const property_list &props = {})
      : base(host, detail::source::read, format, sampler, r, nullptr, alloc, props) {}
  sampled_image(const std::shared_ptr<const void> &host, image_format format, image_sampler sampler,
                const range<Dimensions> &r, const pitch_t &pitch, const property_list &props = {})
      : sampled_image(host, format, sampler, r, pitch, AllocatorT(), props) {}
  sampled_image(const std::shared_ptr<const void> &host, image_format format, image_sampler sampler,
                const range<Dimensions> &r, const pitch_t &pitch, AllocatorT alloc,
                const property_list &props = {})
      : base(host, detail::source::read, format, sampler, r, pitch.sycc_data(), alloc, props) {}

  template <class DataT, image_target Targ = image_target::device>
  sampled_image_accessor<DataT, Dimensions, Targ> get_access(handler &h, const property_list &props = {}) {
    return {*this, h, props};
  }
  template <class DataT>
  host_sampled_image_accessor<DataT, Dimensions> get_host_access(const property_list &props = {}) {
    return {*this, props};
  }
};

// A pitch is no allocator.
template <int D>
unsampled_image(image_format, const range<D> &, const detail::pitch_t<D> &, const property_list & = {})
    -> unsampled_image<D>;
template <class Host, int D>
unsampled_image(const Host &, image_format, const range<D> &, const detail::pitch_t<D> &,
                const property_list & = {}) -> unsampled_image<D>;
template <class Host, int D>
sampled_image(const Host &, image_format, image_sampler, const range<D> &, const detail::pitch_t<D> &,
              const property_list & = {}) -> sampled_image<D>;

} // namespace sycl

template <int D, class A> struct std::hash<sycl::unsampled_image<D, A>> {
  std::size_t operator()(const sycl::unsampled_image<D, A> &image) const {
    return std::hash<void *>()(image.sycc_handle());
  }
};
template <int D, class A> struct std::hash<sycl::sampled_image<D, A>> {
  std::size_t operator()(const sycl::sampled_image<D, A> &image) const {
    return std::hash<void *>()(image.sycc_handle());
  }
};

#endif
