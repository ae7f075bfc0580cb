// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the benchmarks of the native CPU and of its peers share: sizes, inputs, and how they are timed.
// Each program prints lines of name, seconds (the best round), and a number that depends on the result.
#pragma once
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr size_t stream_size = size_t(8) << 20; // doubles; 64 MiB, more than caches hold
constexpr size_t saxpy_size = size_t(16) << 20; // floats
constexpr size_t matrix = 512, tile = 16;
constexpr size_t bodies = 4096;
constexpr size_t grid = 2048;
constexpr size_t bins = 256, samples = size_t(8) << 20;
constexpr size_t sum_size = size_t(16) << 20;
constexpr int rounds = 7;

struct body {
  float x, y, z, mass;
};

// The best time of several rounds; one before them does not count.
template <class F> void measure(const char *name, F f) {
  double best = 1e30, check = f();
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    check = f();
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = took < best ? took : best;
  }
  std::printf("%s\t%.9g\t%.9g\n", name, best, check);
  std::fflush(stdout);
}

// A number between 0 and 1 that looks random; the same in every program.
inline float noise(size_t i) {
  unsigned x = unsigned(i) * 2654435761u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return float(x >> 8) / 16777216.0f;
}
inline void fill_noise(float *to, size_t n) {
  for (size_t i = 0; i < n; ++i)
    to[i] = noise(i);
}
inline void fill_bodies(body *to) {
  for (size_t i = 0; i < bodies; ++i)
    to[i] = {noise(4 * i), noise(4 * i + 1), noise(4 * i + 2), noise(4 * i + 3)};
}
inline void fill_samples(unsigned char *to) {
  for (size_t i = 0; i < samples; ++i)
    to[i] = static_cast<unsigned char>(noise(i) * noise(i + 77) * 256.0f);
}
