// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heat [FILE]: heat spreads over a plate, 400 steps, then a PNG picture. Two buffers take turns; the order of
// the 400 kernels follows from their accessors alone. No heat gets lost: the sum is checked, and the frame
// against one that the host computes.
#include "png.hpp"
#include <cmath>
#include <iostream>
#include <sycl/sycl.hpp>
#include <utility>

constexpr size_t side = 384;
constexpr int steps = 400;
using field = std::vector<float>;

static size_t clamp(size_t at, int by) {
  return by < 0 ? (at == 0 ? 0 : at - 1) : (at + 1 == side ? at : at + 1);
}

// One cell after one step, from the cells around it; nothing flows over the edge.
template <class Plate> static float next(const Plate &plate, size_t y, size_t x) {
  const float around =
      plate[clamp(y, -1)][x] + plate[clamp(y, 1)][x] + plate[y][clamp(x, -1)] + plate[y][clamp(x, 1)];
  return plate[y][x] + 0.2f * (around - 4 * plate[y][x]);
}

static field start() {
  field plate(side * side);
  for (size_t y = 0; y < side; ++y)
    for (size_t x = 0; x < side; ++x) {
      const double r = std::hypot(double(x) - side * 0.5, double(y) - side * 0.5);
      plate[y * side + x] = (r > 60 && r < 75) || (x / 24 + y / 24) % 7 == 0 ? 255.0f : 0.0f;
    }
  return plate;
}

static field on_device(const field &plate) {
  field result(plate.size());
  sycl::queue queue;
  sycl::buffer<float, 2> now(plate.data(), sycl::range(side, side)), then(sycl::range(side, side));
  for (int step = 0; step < steps; ++step) {
    queue.submit([&](sycl::handler &group) {
      sycl::accessor from(now, group, sycl::read_only);
      sycl::accessor to(then, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::range(side, side),
                         [=](sycl::item<2> at) { to[at] = next(from, at[0], at[1]); });
    });
    std::swap(now, then);
  }
  sycl::host_accessor view(now, sycl::read_only);
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = view[i / side][i % side];
  return result;
}

static field on_host(field now) {
  struct rows {
    const float *data;
    const float *operator[](size_t y) const { return data + y * side; }
  };
  field then(now.size());
  for (int step = 0; step < steps; ++step) {
    for (size_t i = 0; i < now.size(); ++i)
      then[i] = next(rows{now.data()}, i / side, i % side);
    std::swap(now, then);
  }
  return now;
}

int main(int argc, char **argv) {
  const std::string path = argc > 1 ? argv[1] : "heat.png";
  const field plate = start(), result = on_device(plate), expected = on_host(plate);

  double before = 0, after = 0, worst = 0;
  png::bytes pixels;
  for (size_t i = 0; i < result.size(); ++i) {
    before += plate[i];
    after += result[i];
    worst = std::max(worst, double(std::abs(result[i] - expected[i])));
    pixels.push_back(uint8_t(std::min(std::max(result[i], 0.0f), 255.0f)));
  }
  std::vector<png::colour> palette;
  for (int i = 0; i < 256; ++i)
    palette.push_back({uint8_t(std::min(i * 3, 255)), uint8_t(std::max(0, std::min(i * 3 - 255, 255))),
                       uint8_t(std::max(0, i * 3 - 510))});
  if (!png::write(path, side, side, pixels, palette)) {
    std::cerr << "can't write " << path << '\n';
    return 1;
  }
  const bool right = std::abs(after / before - 1) < 1e-4 && worst < 0.01;
  std::cout << "heat before and after: " << before << ' ' << after
            << "; largest difference from the host: " << worst << (right ? "" : " WRONG") << "\nwrote "
            << path << ", " << side << " by " << side << '\n';
  return right ? 0 : 1;
}
