// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mandelbrot [FILE]: the Mandelbrot set as a PNG picture. Computed in fixed point, so that every device and
// the host get the same picture to the last bit; the host computes it again the ordinary way and compares.
#include "png.hpp"
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>

constexpr size_t width = 960, height = 640;
constexpr int steps = 255;
constexpr int point = 28; // binary digits after the point

// How many steps until z = z^2 + c leaves the circle of radius 2; 0 if it does not.
static uint8_t escape(size_t x, size_t y) {
  constexpr int64_t one = int64_t(1) << point;
  const int64_t c_re = static_cast<int64_t>(x) * 3 * one / int64_t(width) - 9 * one / 4;
  const int64_t c_im = static_cast<int64_t>(y) * 2 * one / int64_t(height) - one;
  int64_t re = 0, im = 0;
  for (int step = 1; step <= steps; ++step) {
    const int64_t re2 = re * re >> point, im2 = im * im >> point;
    if (re2 + im2 > 4 * one)
      return static_cast<uint8_t>(step);
    im = (re * im >> (point - 1)) + c_im;
    re = re2 - im2 + c_re;
  }
  return 0;
}

static std::vector<png::colour> palette() {
  std::vector<png::colour> colours(256);
  for (size_t i = 1; i < colours.size(); ++i) {
    const double angle = std::sqrt(double(i)) * 0.9;
    auto wave = [angle](double phase) { return uint8_t(127.5 - 127.5 * std::cos(angle + phase)); };
    colours[i] = {wave(0.9), wave(0.4), wave(0.0)};
  }
  return colours;
}

int main(int argc, char **argv) {
  const std::string path = argc > 1 ? argv[1] : "mandelbrot.png";
  png::bytes picture(width * height);
  {
    sycl::queue queue;
    sycl::buffer<uint8_t, 2> buffer(picture.data(), sycl::range(height, width));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor pixels(buffer, group, sycl::write_only, sycl::no_init);
      group.parallel_for(buffer.get_range(), [=](sycl::id<2> at) { pixels[at] = escape(at[1], at[0]); });
    });
  }

  png::bytes expected(width * height);
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = escape(i % width, i / width);
  const bool right = picture == expected, written = png::write(path, width, height, picture, palette());
  std::cout << "check sum " << std::hex << png::crc(picture.data(), picture.size())
            << (right ? ", right" : ", WRONG") << (written ? "\nwrote " : "\ncan't write ") << path << '\n';
  return right && written ? 0 : 1;
}
