// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// image_sampler and the enumerations of images.
#ifndef SYCL_IMAGE_SAMPLER_HPP
#define SYCL_IMAGE_SAMPLER_HPP

#include <cstdint>

namespace sycl {

// The names are those of the specification, the order of letters included: the channels in memory are red,
// green, blue and alpha in all of them but the last.
enum class image_format : std::uint8_t {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm,
};

enum class image_target : std::uint8_t { device, host_task };

enum class addressing_mode : std::uint8_t { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : std::uint8_t { nearest, linear };
enum class coordinate_normalization_mode : std::uint8_t { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

} // namespace sycl

#endif
