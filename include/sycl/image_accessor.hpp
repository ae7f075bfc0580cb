// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accessors of images: unsampled_image_accessor and sampled_image_accessor for commands, and their
// siblings for the host. They find the memory of an image as accessors of buffers do theirs, and know its
// shape.
#ifndef SYCL_IMAGE_ACCESSOR_HPP
#define SYCL_IMAGE_ACCESSOR_HPP

#include <sycl/detail/texels.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/vec.hpp>

namespace sycl {
namespace detail {

// The memory of an image in a command: an accessor for the front end and the runtime.
class SYCC_SPECIAL_CLASS("accessor") image_memory {
public:
  void begin(sycc_buffer *b, std::uint32_t bits, handler &h, bool on_host) {
    begin_access(head_, b, bits, &h, on_host);
  }
  void *data() const { return command_memory(head_); }
  const void *identity() const { return head_.access; }

private:
  sycc_accessor_head head_ = {};
};

// The same on the host.
class image_host_memory {
public:
  void begin(sycc_buffer *b, std::uint32_t bits) {
    access_ = ref<counted_access>(new counted_access);
    check(sycc_host_access_begin(b, bits, &access_->access));
    data_ = sycc_access_host_data(access_->access);
  }
  void *data() const { return data_; }
  const void *identity() const { return access_.get(); }

private:
  ref<counted_access> access_;
  void *data_ = nullptr;
};

// Coordinates: a number where there is one dimension, else a vec with as many elements or more. C is the type
// to compute with.
template <class CoordT, class C, int D> constexpr bool is_image_coordinate() {
  if constexpr (D == 1)
    return std::is_convertible_v<CoordT, C> && (std::is_same_v<C, float> || !is_floating<CoordT>);
  else
    return elements_of<CoordT> >= D && elements_of<CoordT> <= 4;
}
template <int D, class CoordT, class C> void take_coordinates(const CoordT &from, C (&to)[3]) {
  if constexpr (D == 1)
    to[0] = static_cast<C>(from);
  else
    for (int i = 0; i < D; ++i)
      to[i] = static_cast<C>(from[i]);
}

// What reads and writes have as numbers: halves are floats until then.
template <class T> using texel_number = std::conditional_t<std::is_same_v<T, half>, float, T>;
template <class DataT> inline constexpr bool is_texel_type = false;
template <> inline constexpr bool is_texel_type<vec<std::int32_t, 4>> = true;
template <> inline constexpr bool is_texel_type<vec<std::uint32_t, 4>> = true;
template <> inline constexpr bool is_texel_type<vec<float, 4>> = true;
template <> inline constexpr bool is_texel_type<vec<half, 4>> = true;

constexpr bool reads(access_mode m) {
  return m == access_mode::read || m == access_mode::read_write;
}
constexpr bool writes(access_mode m) {
  return m == access_mode::write || m == access_mode::read_write;
}

namespace classes {

// Everything but how a texel is reached.
template <class Self, class Memory, class DataT, int D, access_mode Mode> class image_access {
  static_assert(D >= 1 && D <= 3, "an image has one, two or three dimensions");
  static_assert(is_texel_type<std::remove_const_t<DataT>>,
                "an accessor to an image is one of int4, uint4, float4 or half4");
  static_assert(reads(Mode) || writes(Mode), "an accessor to an image reads, writes, or does both");

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const DataT, DataT>;
  using reference = value_type &;
  using const_reference = const DataT &;

  size_t size() const noexcept {
    size_t n = 1;
    for (int i = 0; i < D; ++i)
      n *= static_cast<std::uint32_t>(shape_.extent[i]);
    return n;
  }

  template <class P> bool has_property() const noexcept {
    return std::is_same_v<P, property::no_init> && no_init_;
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      fail(errc::invalid, "get_property: the object was not created with this property");
    return P{};
  }

  friend bool operator==(const Self &a, const Self &b) {
    return a.memory_.identity() == b.memory_.identity();
  }
  friend bool operator!=(const Self &a, const Self &b) { return !(a == b); }

protected:
  using data = std::remove_const_t<DataT>;
  using number = texel_number<typename data::element_type>;
  template <class, class, class, int, access_mode> friend class image_access;
  friend struct detail::accessor_parts;

  // More: what the memory takes beside the image and the mode.
  template <class Image, class... More>
  image_access(Image &image, const property_list &props, More &&...more)
      : shape_(image.sycc_shape()),
        no_init_(props.template sycc_for<Self>().template has_property<property::no_init>()) {
    if (!is_format_of<number>(shape_.format))
      fail(
          errc::invalid,
          "accessor: its image has another kind of numbers (signed or unsigned integers, or floating point)");
    memory_.begin(image.sycc_handle(), access_bits(Mode, no_init_), more...);
  }
  // Of DataT to const DataT and back.
  template <class Other, class U>
  explicit image_access(const image_access<Other, Memory, U, D, Mode> &other)
      : memory_(other.memory_), shape_(other.shape_), no_init_(other.no_init_) {}

  const void *identity() const { return memory_.identity(); }

  template <class CoordT> data read_at(const CoordT &coords) const {
    std::int32_t at[3] = {};
    take_coordinates<D>(coords, at);
    return result(read_texel<number, D>(shape_, memory_.data(), at));
  }
  template <class CoordT> data sample_at(const CoordT &coords) const {
    float at[3] = {};
    take_coordinates<D>(coords, at);
    return result(sample_texel<number, D>(shape_, memory_.data(), at));
  }
  template <class CoordT> void write_at(const CoordT &coords, const data &color) const {
    std::int32_t at[3] = {};
    take_coordinates<D>(coords, at);
    texel<number> value;
    for (int i = 0; i < 4; ++i)
      value.v[i] = static_cast<number>(color[i]);
    write_texel<number, D>(shape_, memory_.data(), at, value);
  }

  Memory memory_;
  image_shape shape_;
  bool no_init_;

private:
  static data result(const texel<number> &t) {
    using element = typename data::element_type;
    data v;
    for (int i = 0; i < 4; ++i)
      v[i] = static_cast<element>(t.v[i]);
    return v;
  }
};

// read and write of the two accessors of unsampled images.
template <class Self, class Memory, class DataT, int D, access_mode Mode>
class unsampled_access : public image_access<Self, Memory, DataT, D, Mode> {
public:
  template <class CoordT,
            std::enable_if_t<reads(Mode) && is_image_coordinate<CoordT, std::int32_t, D>(), int> = 0>
  DataT read(const CoordT &coords) const noexcept {
    return this->read_at(coords);
  }
  template <class CoordT,
            std::enable_if_t<writes(Mode) && is_image_coordinate<CoordT, std::int32_t, D>(), int> = 0>
  void write(const CoordT &coords, const DataT &color) const {
    this->write_at(coords, color);
  }

protected:
  using image_access<Self, Memory, DataT, D, Mode>::image_access;
};

template <class Self, class Memory, class DataT, int D>
class sampled_access : public image_access<Self, Memory, DataT, D, access_mode::read> {
public:
  template <class CoordT, std::enable_if_t<is_image_coordinate<CoordT, float, D>(), int> = 0>
  DataT read(const CoordT &coords) const noexcept {
    return this->sample_at(coords);
  }

protected:
  using image_access<Self, Memory, DataT, D, access_mode::read>::image_access;
};

} // namespace classes
using classes::image_access;
using classes::sampled_access;
using classes::unsampled_access;

template <class Image> void check_image_context(const Image &image, handler &h) {
  if (image.properties_of().bound_context())
    check_bound_context(h, image.properties_of());
}

// The same but for const.
template <class T, class U>
using if_other_const =
    std::enable_if_t<std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>> && !std::is_same_v<T, U>,
                     int>;

} // namespace detail

template <class DataT, int Dimensions, access_mode AccessMode,
          image_target AccessTarget = image_target::device>
class unsampled_image_accessor
    : public detail::unsampled_access<unsampled_image_accessor<DataT, Dimensions, AccessMode, AccessTarget>,
                                      detail::image_memory, DataT, Dimensions, AccessMode> {
  using access =
      detail::unsampled_access<unsampled_image_accessor, detail::image_memory, DataT, Dimensions, AccessMode>;

public:
  template <class AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image, handler &h,
                           const property_list &props = {})
      : access(image, props, h, detail::plain_mode || AccessTarget == image_target::host_task) {
    detail::check_image_context(image, h);
  }
  template <class U, access_mode M = AccessMode, std::enable_if_t<M == access_mode::read, int> = 0,
            detail::if_other_const<DataT, U> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<U, Dimensions, AccessMode, AccessTarget> &other)
      : access(other) {}
};

template <class DataT, int Dimensions, image_target AccessTarget = image_target::device>
class sampled_image_accessor
    : public detail::sampled_access<sampled_image_accessor<DataT, Dimensions, AccessTarget>,
                                    detail::image_memory, DataT, Dimensions> {
  using access = detail::sampled_access<sampled_image_accessor, detail::image_memory, DataT, Dimensions>;

public:
  template <class AllocatorT>
  sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image, handler &h,
                         const property_list &props = {})
      : access(image, props, h, detail::plain_mode || AccessTarget == image_target::host_task) {
    detail::check_image_context(image, h);
  }
  template <class U, detail::if_other_const<DataT, U> = 0>
  sampled_image_accessor(const sampled_image_accessor<U, Dimensions, AccessTarget> &other) : access(other) {}
};

template <class DataT, int Dimensions = 1, access_mode AccessMode = detail::default_mode<DataT>>
class host_unsampled_image_accessor
    : public detail::unsampled_access<host_unsampled_image_accessor<DataT, Dimensions, AccessMode>,
                                      detail::image_host_memory, DataT, Dimensions, AccessMode> {
  using access = detail::unsampled_access<host_unsampled_image_accessor, detail::image_host_memory, DataT,
                                          Dimensions, AccessMode>;

public:
  template <class AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                const property_list &props = {})
      : access(image, props) {}
  template <class U, access_mode M = AccessMode, std::enable_if_t<M == access_mode::read, int> = 0,
            detail::if_other_const<DataT, U> = 0>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<U, Dimensions, AccessMode> &other)
      : access(other) {}
};

template <class DataT, int Dimensions>
class host_sampled_image_accessor
    : public detail::sampled_access<host_sampled_image_accessor<DataT, Dimensions>, detail::image_host_memory,
                                    DataT, Dimensions> {
  using access =
      detail::sampled_access<host_sampled_image_accessor, detail::image_host_memory, DataT, Dimensions>;

public:
  template <class AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image, const property_list &props = {})
      : access(image, props) {}
  template <class U, detail::if_other_const<DataT, U> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<U, Dimensions> &other) : access(other) {}
};

namespace detail {

template <class Accessor> struct image_accessor_hash {
  size_t operator()(const Accessor &a) const {
    return std::hash<const void *>()(accessor_parts::identity(a));
  }
};

} // namespace detail
} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::image_target W>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, W>>
    : sycl::detail::image_accessor_hash<sycl::unsampled_image_accessor<T, D, M, W>> {};
template <class T, int D, sycl::image_target W>
struct std::hash<sycl::sampled_image_accessor<T, D, W>>
    : sycl::detail::image_accessor_hash<sycl::sampled_image_accessor<T, D, W>> {};
template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>>
    : sycl::detail::image_accessor_hash<sycl::host_unsampled_image_accessor<T, D, M>> {};
template <class T, int D>
struct std::hash<sycl::host_sampled_image_accessor<T, D>>
    : sycl::detail::image_accessor_hash<sycl::host_sampled_image_accessor<T, D>> {};

#endif
