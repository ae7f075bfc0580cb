// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The benchmarks as loops with OpenMP, written as one writes them for a CPU.
#include "cpu.hpp"
#include <algorithm>

static void stream() {
  const size_t n = stream_size;
  std::vector<double> a(n, 0.1), b(n, 0.2), c(n, 0.0);
  double *pa = a.data(), *pb = b.data(), *pc = c.data();
  const double scalar = 0.4;
  measure("copy", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      pc[i] = pa[i];
    return pc[1];
  });
  measure("mul", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      pb[i] = scalar * pc[i];
    return pb[1];
  });
  measure("add", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      pc[i] = pa[i] + pb[i];
    return pc[1];
  });
  measure("triad", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      pa[i] = pb[i] + scalar * pc[i];
    return pa[1];
  });
  measure("dot", [=] {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; ++i)
      sum += pa[i] * pb[i];
    return sum;
  });
}

static void saxpy() {
  std::vector<float> x(saxpy_size), y(saxpy_size, 1.0f);
  fill_noise(x.data(), saxpy_size);
  float *px = x.data(), *py = y.data();
  measure("saxpy", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < saxpy_size; ++i)
      py[i] = 0.5f * px[i] + 0.5f * py[i];
    return py[7];
  });
}

static void matmul() {
  std::vector<float> a(matrix * matrix), b(a.size()), c(a.size());
  fill_noise(a.data(), a.size());
  fill_noise(b.data(), b.size());
  float *pa = a.data(), *pb = b.data(), *pc = c.data();
  measure("matmul", [=] {
  // Blocked by rows and columns with the inner loop along a row: what the compiler vectorises well.
#pragma omp parallel for
    for (size_t i0 = 0; i0 < matrix; i0 += tile) {
      std::fill(pc + i0 * matrix, pc + (i0 + tile) * matrix, 0.0f);
      for (size_t k0 = 0; k0 < matrix; k0 += tile)
        for (size_t i = i0; i < i0 + tile; ++i)
          for (size_t k = k0; k < k0 + tile; ++k)
            for (size_t j = 0; j < matrix; ++j)
              pc[i * matrix + j] += pa[i * matrix + k] * pb[k * matrix + j];
    }
    return pc[matrix + 3];
  });
}

static void nbody() {
  std::vector<body> all(bodies), acc(bodies);
  fill_bodies(all.data());
  body *p = all.data(), *out = acc.data();
  measure("nbody", [=] {
#pragma omp parallel for
    for (size_t i = 0; i < bodies; ++i) {
      float ax = 0, ay = 0, az = 0;
      const body me = p[i];
#pragma omp simd reduction(+ : ax, ay, az)
      for (size_t j = 0; j < bodies; ++j) {
        const float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
        const float r2 = dx * dx + dy * dy + dz * dz + 0.01f, inv = 1.0f / std::sqrt(r2);
        const float s = p[j].mass * inv * inv * inv;
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
      }
      out[i] = {ax, ay, az, 0};
    }
    return out[5].x;
  });
}

static void stencil() {
  std::vector<float> in(grid * grid), out(grid * grid);
  fill_noise(in.data(), in.size());
  float *a = in.data(), *b = out.data();
  measure("stencil", [=] {
#pragma omp parallel for
    for (size_t y = 1; y < grid - 1; ++y)
      for (size_t x = 1; x < grid - 1; ++x) {
        const float *p = a + y * grid + x;
        b[y * grid + x] = 0.5f * p[0] + 0.125f * (p[-1] + p[1] + p[-long(grid)] + p[grid]);
      }
    return b[grid + 9];
  });
}

static void histogram() {
  std::vector<unsigned char> data(samples);
  fill_samples(data.data());
  std::vector<unsigned> count(bins);
  unsigned char *p = data.data();
  unsigned *h = count.data();
  measure("histogram", [=] {
    std::fill(h, h + bins, 0u);
#pragma omp parallel for reduction(+ : h[ : bins])
    for (size_t i = 0; i < samples; ++i)
      ++h[p[i]];
    return double(h[3]) * 1000 + h[17];
  });
}

static void reduction() {
  std::vector<float> x(sum_size);
  fill_noise(x.data(), sum_size);
  float *p = x.data();
  measure("reduction", [=] {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < sum_size; ++i)
      sum += p[i];
    return sum;
  });
}

int main() {
  stream();
  saxpy();
  matmul();
  nbody();
  stencil();
  histogram();
  reduction();
}
