// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images: a small picture is read through a sampler that interpolates between its texels, and drawn larger
// with characters. Coordinates go from 0 to 1 over the picture.
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t width = 4, height = 3, columns = 48, rows = 12;
  const float picture[height][width] = {{0, 0, 0.5f, 1}, {0, 1, 0.5f, 0}, {1, 0.5f, 0, 0}};
  sycl::float4 texels[height * width];
  for (size_t i = 0; i < height * width; ++i)
    texels[i] = picture[i / width][i % width];

  std::string drawn(rows * columns, '?');
  {
    sycl::queue queue;
    const sycl::image_sampler smooth{sycl::addressing_mode::clamp_to_edge,
                                     sycl::coordinate_normalization_mode::normalized,
                                     sycl::filtering_mode::linear};
    const auto format = sycl::image_format::r32g32b32a32_sfloat;
    sycl::sampled_image<2> image(texels, format, smooth, sycl::range(width, height));
    sycl::buffer<char, 2> characters(drawn.data(), sycl::range(rows, columns));
    queue.submit([&](sycl::handler &group) {
      sycl::sampled_image_accessor<sycl::float4, 2, sycl::image_target::device> in(image, group);
      sycl::accessor out(characters, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::range(rows, columns), [=](sycl::id<2> at) {
        const sycl::float2 place((float(at[1]) + 0.5f) / columns, (float(at[0]) + 0.5f) / rows);
        const char shades[] = " .:-=+*#";
        out[at] = shades[int(sycl::min(in.read(place)[0] * 8, 7.0f))];
      });
    });
  }
  for (size_t row = 0; row < rows; ++row)
    std::cout << '|' << drawn.substr(row * columns, columns) << "|\n";
  return drawn[columns - 1] == '#' && drawn[0] == ' ' ? 0 : 1;
}
