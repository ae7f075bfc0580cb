// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heat [FILE]: heat spreads over a plate, 400 steps, then a PNG picture. Two buffers take turns; the order of
// the 400 kernels follows from their accessors alone. It is checked that no heat gets lost, and that a
// symmetric plate stays symmetric.
#include "png.hpp"
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>
#include <utility>

constexpr size_t side = 384;
constexpr int steps = 400;

// One cell after one step, from the cells around it; nothing flows over the edge.
template <class Plate> static float next(const Plate &plate, size_t y, size_t x) {
  const size_t up = y ? y - 1 : y, down = y + 1 < side ? y + 1 : y;
  const size_t left = x ? x - 1 : x, right = x + 1 < side ? x + 1 : x;
  const float around = plate[up][x] + plate[down][x] + plate[y][left] + plate[y][right];
  return plate[y][x] + 0.2f * (around - 4 * plate[y][x]);
}

static void spread(std::vector<float> &plate) {
  sycl::queue queue;
  sycl::buffer<float, 2> now(plate.data(), sycl::range(side, side)), then(sycl::range(side, side));
  for (int step = 0; step < steps; ++step) {
    queue.submit([&](sycl::handler &group) {
      sycl::accessor from(now, group, sycl::read_only);
      sycl::accessor to(then, group, sycl::write_only, sycl::no_init);
      group.parallel_for(to.get_range(), [=](sycl::item<2> at) { to[at] = next(from, at[0], at[1]); });
    });
    std::swap(now, then);
  }
} // an even number of steps: the result is in the buffer that goes back to the plate

int main(int argc, char **argv) {
  const std::string path = argc > 1 ? argv[1] : "heat.png";
  std::vector<float> plate(side * side);
  double before = 0, after = 0, skew = 0;
  for (size_t i = 0; i < plate.size(); ++i) {
    const size_t y = i / side, x = i % side;
    const double r = std::hypot(double(x) - side * 0.5, double(y) - side * 0.5);
    before += plate[i] = (r > 60 && r < 75) || (x / 24 + y / 24) % 7 == 0 ? 255.0f : 0.0f;
  }
  spread(plate);
  png::bytes pixels;
  for (size_t i = 0; i < plate.size(); ++i) {
    after += plate[i];
    skew = std::max(skew, double(std::abs(plate[i] - plate[i % side * side + i / side])));
    pixels.push_back(uint8_t(std::min(std::max(plate[i], 0.0f), 255.0f)));
  }
  std::vector<png::colour> palette;
  for (int i = 0; i < 256; ++i)
    palette.push_back({uint8_t(std::min(i * 3, 255)), uint8_t(std::max(0, std::min(i * 3 - 255, 255))),
                       uint8_t(std::max(0, i * 3 - 510))});
  const bool right = std::abs(after / before - 1) < 1e-4 && skew < 0.01;
  const bool written = png::write(path, side, side, pixels, palette);
  std::cout << "heat before and after: " << std::lround(before / 1000) << "k " << std::lround(after / 1000)
            << (right ? "k, symmetric\n" : "k, WRONG\n") << (written ? "wrote " : "no file ") << path << '\n';
  return right && written ? 0 : 1;
}
