// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texels of images: how they lie in memory, what numbers they are, and how coordinates find them. All of it is plain code for
// kernels and for the host, the same on every device: the memory of an image is that of a buffer.
//
// The rules are those of OpenCL C, section 8.2 (addressing and filtering) and 8.3 (conversion). Beyond them:
// - a texel outside of the image is zero where the addressing mode does not lead back into it, and writes there have no effect;
// - with integers as result, linear filtering is nearest;
// - a format whose kind of number is another than that of the result is converted: to nearest, saturated.
#ifndef SYCL_DETAIL_TEXELS_HPP
#define SYCL_DETAIL_TEXELS_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/math_scalar.hpp>
#include <sycl/image_sampler.hpp>

#include <type_traits>

namespace sycl {
namespace detail {

// What an accessor knows of its image. Extents beyond its dimensions are 1.
struct image_shape {
  size_t row_pitch, slice_pitch; // bytes
  std::int32_t extent[3];        // width, height, depth
  image_format format;
  image_sampler sampler;
};
inline constexpr size_t most_texels = size_t(1) << 30; // in a dimension

// The four channels of a texel, as numbers in memory or as those of a result.
template <class T> struct texel { T v[4]; };

// ---- numbers

// binary16 to binary32, exact, without the half of the device: an image of halves needs no aspect::fp16. A float that is
// subnormal appears nowhere: some devices have none.
inline float float_of_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t(half & 0x8000) << 16, rest = std::uint32_t(half & 0x7fff) << 13;
  const float small = __builtin_bit_cast(float, rest + (113u << 23)) - __builtin_bit_cast(float, 113u << 23);
  const std::uint32_t quiet = rest > 0x0f800000 ? 0x00400000u : 0;
  const std::uint32_t large = rest < 0x0f800000 ? rest + (112u << 23) : (rest + (224u << 23)) | quiet;
  return __builtin_bit_cast(float, sign | (rest < 1u << 23 ? __builtin_bit_cast(std::uint32_t, small) : large));
}

// binary32 to binary16, to nearest, ties to even.
inline std::uint16_t half_of_float(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value), all = bits & 0x7fffffff;
  // Below the smallest normal half the sum with 1/2 rounds to a multiple of the smallest one.
  const std::uint32_t small = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, all) + 0.5f) - (126u << 23);
  const std::uint32_t normal = (all - (112u << 23) + 0xfff + (all >> 13 & 1)) >> 13;
  const std::uint32_t large = all > 0x7f800000 ? 0x7e00 : 0x7c00;
  const std::uint32_t half = all < 113u << 23 ? small : all < 143u << 23 ? normal : large;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | half);
}

// An integer as another type of integer, and a float to nearest; the nearest one where it does not fit. NaN is 0.
template <class To, class From> To saturate(From v) {
  using limits = std::numeric_limits<To>;
  if constexpr (std::is_same_v<From, float>) {
    constexpr float least = static_cast<float>(limits::min()), beyond = static_cast<float>(limits::max() / 2 + 1) * 2;
    const float r = math::rint(v);
    return r >= beyond ? limits::max() : r > least ? static_cast<To>(r) : r <= least ? limits::min() : To(0);
  } else {
    const std::int64_t wide = v;
    return static_cast<To>(wide < limits::min() ? limits::min() : wide > limits::max() ? limits::max() : wide);
  }
}

// A channel in memory. Norm: 0 to the largest number stand for 0 to 1. Halves are a type of their own here.
enum class half_channel : std::uint16_t {};
template <class C> struct norm_channel {
  C bits;
};

// T is the kind of number of a result: float, int32_t or uint32_t.
template <class T, class C> T decode(C channel) {
  if constexpr (std::is_same_v<T, C>)
    return channel;
  else if constexpr (std::is_integral_v<T> && std::is_integral_v<C>)
    return saturate<T>(channel);
  else if constexpr (std::is_integral_v<T>)
    return saturate<T>(decode<float>(channel));
  else
    return static_cast<float>(channel);
}
template <class T> T decode(half_channel channel) {
  return decode<T>(float_of_half(static_cast<std::uint16_t>(channel)));
}
// The quotient, rounded as a division would: what devices call one need not be.
template <class T, class C> T decode(norm_channel<C> channel) {
  constexpr float most = static_cast<float>(std::numeric_limits<C>::max()), part = 1 / most;
  const float value = static_cast<float>(channel.bits), quotient = value * part;
  return decode<T>(math::fma(math::fma(-quotient, most, value), part, quotient));
}

template <class T, class C> void encode(T value, C &channel) {
  if constexpr (std::is_same_v<C, float>)
    channel = static_cast<float>(value);
  else
    channel = saturate<C>(value);
}
template <class T> void encode(T value, half_channel &channel) {
  channel = static_cast<half_channel>(half_of_float(static_cast<float>(value)));
}
template <class T, class C> void encode(T value, norm_channel<C> &channel) {
  channel.bits = saturate<C>(static_cast<float>(value) * static_cast<float>(std::numeric_limits<C>::max()));
}

// ---- memory

// With a channel of the type that the format has.
template <class F> auto with_format(image_format format, const F &f) {
  switch (format) {
  case image_format::r16g16b16a16_unorm:
    return f(norm_channel<std::uint16_t>());
  case image_format::r8g8b8a8_sint:
    return f(std::int8_t());
  case image_format::r16g16b16a16_sint:
    return f(std::int16_t());
  case image_format::r32b32g32a32_sint:
    return f(std::int32_t());
  case image_format::r8g8b8a8_uint:
    return f(std::uint8_t());
  case image_format::r16g16b16a16_uint:
    return f(std::uint16_t());
  case image_format::r32b32g32a32_uint:
    return f(std::uint32_t());
  case image_format::r16b16g16a16_sfloat:
    return f(half_channel());
  case image_format::r32g32b32a32_sfloat:
    return f(float());
  default:
    return f(norm_channel<std::uint8_t>());
  }
}

inline size_t texel_bytes(image_format format) {
  return with_format(format, [](auto channel) { return 4 * sizeof channel; });
}

template <class T> void swap_blue(const image_shape &shape, texel<T> &t) {
  if (shape.format == image_format::b8g8r8a8_unorm) {
    const T blue = t.v[0];
    t.v[0] = t.v[2];
    t.v[2] = blue;
  }
}

template <int D> bool is_inside(const image_shape &shape, const std::int32_t (&at)[3]) {
  bool inside = true;
  for (int i = 0; i < D; ++i)
    inside &= static_cast<std::uint32_t>(at[i]) < static_cast<std::uint32_t>(shape.extent[i]);
  return inside;
}

// Of the first byte of a texel with bytes in all.
template <int D> size_t texel_offset(const image_shape &shape, const std::int32_t (&at)[3], size_t bytes) {
  size_t offset = static_cast<std::uint32_t>(at[0]) * bytes;
  if constexpr (D > 1)
    offset += static_cast<std::uint32_t>(at[1]) * shape.row_pitch;
  if constexpr (D > 2)
    offset += static_cast<std::uint32_t>(at[2]) * shape.slice_pitch;
  return offset;
}

// As T, of channels C. Texels are aligned to their size: see image_storage.
template <class T, int D, class C> texel<T> load_texel(const image_shape &shape, const void *data, const std::int32_t (&at)[3]) {
  if (!is_inside<D>(shape, at))
    return {};
  texel<C> stored;
  const char *from = static_cast<const char *>(data) + texel_offset<D>(shape, at, sizeof stored);
  __builtin_memcpy(&stored, __builtin_assume_aligned(from, sizeof stored), sizeof stored);
  texel<T> result;
  for (int i = 0; i < 4; ++i)
    result.v[i] = decode<T>(stored.v[i]);
  return result;
}

template <class T, int D> texel<T> read_texel(const image_shape &shape, const void *data, const std::int32_t (&at)[3]) {
  texel<T> result =
      with_format(shape.format, [&](auto channel) { return load_texel<T, D, decltype(channel)>(shape, data, at); });
  swap_blue(shape, result);
  return result;
}

template <class T, int D>
void write_texel(const image_shape &shape, void *data, const std::int32_t (&at)[3], texel<T> value) {
  if (!is_inside<D>(shape, at))
    return;
  swap_blue(shape, value);
  with_format(shape.format, [&](auto channel) {
    texel<decltype(channel)> stored;
    for (int i = 0; i < 4; ++i)
      encode(value.v[i], stored.v[i]);
    char *to = static_cast<char *>(data) + texel_offset<D>(shape, at, sizeof stored);
    __builtin_memcpy(__builtin_assume_aligned(to, sizeof stored), &stored, sizeof stored);
  });
}

// ---- samplers

// Where a coordinate lies in one dimension: between two texels, with part of the way to the second; or at the first.
struct image_place {
  std::int32_t at[2];
  float part;
};

// In texels. Modes that wrap are about normalised coordinates; others are made such first.
inline float unwrap(float s, float extent, const image_sampler &sampler) {
  const bool normalized = sampler.coordinate == coordinate_normalization_mode::normalized;
  const float unit = normalized ? s : s / extent;
  switch (sampler.addressing) {
  case addressing_mode::repeat:
    return (unit - math::floor(unit)) * extent;
  case addressing_mode::mirrored_repeat:
    return math::fabs(unit - 2 * math::rint(0.5f * unit)) * extent;
  default:
    return normalized ? s * extent : s;
  }
}

// An index that may lie a few texels outside.
inline std::int32_t wrap_index(std::int32_t i, std::int32_t extent, addressing_mode mode) {
  switch (mode) {
  case addressing_mode::repeat:
    return i < 0 ? i + extent : i >= extent ? i - extent : i;
  case addressing_mode::mirrored_repeat:
  case addressing_mode::clamp_to_edge:
    return i < 0 ? 0 : i >= extent ? extent - 1 : i;
  default:
    return i;
  }
}

inline image_place find_place(float s, std::int32_t extent, const image_sampler &sampler, bool linear) {
  const float all = static_cast<float>(extent), u = unwrap(s, all, sampler) - (linear ? 0.5f : 0.0f), down = math::floor(u);
  // What is far away, or NaN, becomes a number that an integer can hold.
  const float low = down > -2 ? down : -2, bounded = low < all + 1 ? low : all + 1;
  const std::int32_t i = static_cast<std::int32_t>(bounded);
  return {{wrap_index(i, extent, sampler.addressing), wrap_index(i + 1, extent, sampler.addressing)}, u - down};
}

// The sum of the texels around, each with its weight.
template <int D, class C> texel<float> filter_texels(const image_shape &shape, const void *data, const image_place (&places)[3]) {
  texel<float> sum = {};
  for (int corner = 0; corner < 1 << D; ++corner) {
    std::int32_t at[3] = {};
    float weight = 1;
    for (int i = 0; i < D; ++i) {
      const bool second = corner >> i & 1;
      at[i] = second ? places[i].at[1] : places[i].at[0];
      weight *= second ? places[i].part : 1 - places[i].part;
    }
    const texel<float> one = load_texel<float, D, C>(shape, data, at);
    for (int i = 0; i < 4; ++i)
      sum.v[i] += weight * one.v[i];
  }
  return sum;
}

template <class T, int D> texel<T> sample_texel(const image_shape &shape, const void *data, const float (&coords)[3]) {
  const bool linear = std::is_same_v<T, float> && shape.sampler.filtering == filtering_mode::linear;
  image_place places[3] = {};
  std::int32_t at[3] = {};
  for (int i = 0; i < D; ++i) {
    places[i] = find_place(coords[i], shape.extent[i], shape.sampler, linear);
    at[i] = places[i].at[0];
  }
  if constexpr (std::is_same_v<T, float>)
    if (linear) {
      texel<T> result =
          with_format(shape.format, [&](auto channel) { return filter_texels<D, decltype(channel)>(shape, data, places); });
      swap_blue(shape, result);
      return result;
    }
  return read_texel<T, D>(shape, data, at);
}

} // namespace detail
} // namespace sycl

#endif
