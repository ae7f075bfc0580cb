// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texels of images: how they lie in memory, what numbers they are, and how coordinates find them. All of it
// is plain code for kernels and for the host, the same on every device: the memory of an image is that of a
// buffer.
//
// The rules are those of OpenCL C, section 8.2 (addressing and filtering) and 8.3 (conversion). Beyond them:
// - a texel outside of the image is zero where the addressing mode does not lead back into it, and writes
// there have no effect;
// - with integers as result, linear filtering is nearest.
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
template <class T> struct texel {
  T v[4];
};

// ---- numbers

// binary16 to binary32, exact, without the half of the device: an image of halves needs no aspect::fp16. A
// float that is subnormal appears nowhere: some devices have none.
inline float float_of_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t(half & 0x8000) << 16, rest = std::uint32_t(half & 0x7fff) << 13;
  const float small = __builtin_bit_cast(float, rest + (113u << 23)) - __builtin_bit_cast(float, 113u << 23);
  const std::uint32_t quiet = rest > 0x0f800000 ? 0x00400000u : 0;
  const std::uint32_t large = rest < 0x0f800000 ? rest + (112u << 23) : (rest + (224u << 23)) | quiet;
  return __builtin_bit_cast(float,
                            sign | (rest < 1u << 23 ? __builtin_bit_cast(std::uint32_t, small) : large));
}

// binary32 to binary16, to nearest, ties to even.
inline std::uint16_t half_of_float(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value), all = bits & 0x7fffffff;
  // Below the smallest normal half the sum with 1/2 rounds to a multiple of the smallest one.
  const float small_sum = __builtin_bit_cast(float, all) + 0.5f;
  const std::uint32_t small = __builtin_bit_cast(std::uint32_t, small_sum) - (126u << 23);
  const std::uint32_t normal = (all - (112u << 23) + 0xfff + (all >> 13 & 1)) >> 13;
  const std::uint32_t large = all > 0x7f800000 ? 0x7e00 : 0x7c00;
  const std::uint32_t half = all < 113u << 23 ? small : all < 143u << 23 ? normal : large;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | half);
}

// A channel in memory: a number, a half, or one that stands for the part of the largest that it is.
enum class half_channel : std::uint16_t {};
template <class C> struct norm_channel {
  C bits;
};

// T is the type of numbers that results have: float, int32_t or uint32_t.
template <class T, class C> T decode(C channel) {
  return channel;
}
template <class T> T decode(half_channel channel) {
  return float_of_half(static_cast<std::uint16_t>(channel));
}
// The quotient, rounded as a division would: what devices call one need not be. 1/255 is 1/256 + 1/(255*256):
// the first product is exact, and the second so much smaller that its error never shows.
template <class T, class C> T decode(norm_channel<C> channel) {
  constexpr float most = static_cast<float>(std::numeric_limits<C>::max()), large = 1 / (most + 1),
                  small = large / most;
  const float value = static_cast<float>(channel.bits);
  return value * large + value * small;
}

// The nearest that there is. C is T, or narrower.
template <class T, class C> void encode(T value, C &channel) {
  constexpr T least = std::numeric_limits<C>::min(), most = std::numeric_limits<C>::max();
  channel = static_cast<C>(value < least ? least : value > most ? most : value);
}
inline void encode(float value, float &channel) {
  channel = value;
}
inline void encode(float value, half_channel &channel) {
  channel = static_cast<half_channel>(half_of_float(value));
}
template <class C> void encode(float value, norm_channel<C> &channel) {
  constexpr float most = static_cast<float>(std::numeric_limits<C>::max());
  const float scaled = value * most, low = scaled > 0 ? scaled : 0,
              bounded = low < most ? low : most; // NaN is 0
  const std::int32_t whole = static_cast<std::int32_t>(bounded);
  const float rest = bounded - static_cast<float>(whole);
  channel.bits = static_cast<C>(whole + (rest > 0.5f || (rest == 0.5f && (whole & 1))));
}

// ---- memory

// Whose numbers a format has: T is float, int32_t or uint32_t.
template <class T> constexpr bool is_format_of(image_format format) {
  const bool is_signed = format >= image_format::r8g8b8a8_sint && format <= image_format::r32b32g32a32_sint;
  const bool is_unsigned = format >= image_format::r8g8b8a8_uint && format <= image_format::r32b32g32a32_uint;
  return std::is_same_v<T, float> ? !is_signed && !is_unsigned
         : std::is_signed_v<T>    ? is_signed
                                  : is_unsigned;
}
constexpr size_t texel_bytes(image_format format) {
  constexpr std::uint8_t all[] = {4, 8, 4, 8, 16, 4, 8, 16, 8, 16, 4};
  return all[static_cast<int>(format)];
}

// With a channel of the type that a format of such numbers has. No other is asked for: kernels are smaller
// so.
template <class T, class F> auto with_format(image_format format, const F &f) {
  if constexpr (std::is_same_v<T, float>) {
    if (format == image_format::r32g32b32a32_sfloat)
      return f(float());
    if (format == image_format::r16b16g16a16_sfloat)
      return f(half_channel());
    return format == image_format::r16g16b16a16_unorm ? f(norm_channel<std::uint16_t>())
                                                      : f(norm_channel<std::uint8_t>());
  } else {
    using small = std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>;
    using middle = std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>;
    if (format == image_format::r32b32g32a32_sint || format == image_format::r32b32g32a32_uint)
      return f(T());
    return format == image_format::r8g8b8a8_sint || format == image_format::r8g8b8a8_uint ? f(small())
                                                                                          : f(middle());
  }
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
template <class T, int D, class C>
texel<T> load_texel(const image_shape &shape, const void *data, const std::int32_t (&at)[3]) {
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

template <class T, int D>
texel<T> read_texel(const image_shape &shape, const void *data, const std::int32_t (&at)[3]) {
  texel<T> result = with_format<T>(
      shape.format, [&](auto channel) { return load_texel<T, D, decltype(channel)>(shape, data, at); });
  swap_blue(shape, result);
  return result;
}

template <class T, int D>
void write_texel(const image_shape &shape, void *data, const std::int32_t (&at)[3], texel<T> value) {
  if (!is_inside<D>(shape, at))
    return;
  swap_blue(shape, value);
  with_format<T>(shape.format, [&](auto channel) {
    texel<decltype(channel)> stored;
    for (int i = 0; i < 4; ++i)
      encode(value.v[i], stored.v[i]);
    char *to = static_cast<char *>(data) + texel_offset<D>(shape, at, sizeof stored);
    __builtin_memcpy(__builtin_assume_aligned(to, sizeof stored), &stored, sizeof stored);
  });
}

// ---- samplers

// Without a call of a library, which the functions of mathematics are on CPUs of the oldest kind.
inline float floor_of(float x) {
  const bool fraction = x > -8388608.0f && x < 8388608.0f;
  const std::int32_t i = static_cast<std::int32_t>(fraction ? x : 0);
  const float whole = static_cast<float>(i);
  return fraction ? (whole > x ? whole - 1 : whole) : x;
}

// Where a coordinate lies in one dimension: between two texels, with part of the way to the second; or at the
// first.
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
    return (unit - floor_of(unit)) * extent;
  case addressing_mode::mirrored_repeat:
    return math::fabs(unit - 2 * floor_of(0.5f * unit + 0.5f)) * extent;
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
  const float all = static_cast<float>(extent), u = unwrap(s, all, sampler) - (linear ? 0.5f : 0.0f);
  // What is far away, or NaN, becomes a number that an integer can hold.
  const float low = u > -2 ? u : -2, bounded = low < all + 1 ? low : all + 1, down = floor_of(bounded);
  const std::int32_t i = static_cast<std::int32_t>(down);
  return {{wrap_index(i, extent, sampler.addressing), wrap_index(i + 1, extent, sampler.addressing)},
          bounded - down};
}

// The sum of the texels around, each with its weight.
template <int D, class C>
texel<float> filter_texels(const image_shape &shape, const void *data, const image_place (&places)[3]) {
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

template <class T, int D>
texel<T> sample_texel(const image_shape &shape, const void *data, const float (&coords)[3]) {
  const bool linear = std::is_same_v<T, float> && shape.sampler.filtering == filtering_mode::linear;
  image_place places[3] = {};
  std::int32_t at[3] = {};
  for (int i = 0; i < D; ++i) {
    places[i] = find_place(coords[i], shape.extent[i], shape.sampler, linear);
    at[i] = places[i].at[0];
  }
  if constexpr (std::is_same_v<T, float>)
    if (linear) {
      texel<T> result = with_format<T>(shape.format, [&](auto channel) {
        return filter_texels<D, decltype(channel)>(shape, data, places);
      });
      swap_blue(shape, result);
      return result;
    }
  return read_texel<T, D>(shape, data, at);
}

} // namespace detail
} // namespace sycl

#endif
