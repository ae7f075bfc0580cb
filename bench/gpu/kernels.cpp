// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream kernels, tiled matrix product and n-body in SYCL; kernels.cu has the same in CUDA.
#include "sizes.h"

#include <cmath>
#include <sycl/sycl.hpp>
#include <vector>

static sycl::queue q;

static void stream() {
  double *a = sycl::malloc_device<double>(STREAM, q), *b = sycl::malloc_device<double>(STREAM, q),
         *c = sycl::malloc_device<double>(STREAM, q), *sums = sycl::malloc_shared<double>(DOT_GROUPS, q);
  const double s = 0.4;
  q.fill(a, 0.1, STREAM).wait();
  q.fill(b, 0.2, STREAM).wait();
  q.fill(c, 0.0, STREAM).wait();
  const sycl::nd_range<1> all(STREAM, GROUP);
  const double bytes = double(STREAM) * sizeof(double);
  rate("copy", 2 * bytes, fastest([&] {
         q.parallel_for(all, [=](sycl::nd_item<1> i) {
            size_t n = i.get_global_id(0);
            c[n] = a[n];
          }).wait();
       }),
       "MB/s");
  rate("mul", 2 * bytes, fastest([&] {
         q.parallel_for(all, [=](sycl::nd_item<1> i) {
            size_t n = i.get_global_id(0);
            b[n] = s * c[n];
          }).wait();
       }),
       "MB/s");
  rate("add", 3 * bytes, fastest([&] {
         q.parallel_for(all, [=](sycl::nd_item<1> i) {
            size_t n = i.get_global_id(0);
            c[n] = a[n] + b[n];
          }).wait();
       }),
       "MB/s");
  rate("triad", 3 * bytes, fastest([&] {
         q.parallel_for(all, [=](sycl::nd_item<1> i) {
            size_t n = i.get_global_id(0);
            a[n] = b[n] + s * c[n];
          }).wait();
       }),
       "MB/s");
  double dot = 0;
  rate("dot", 2 * bytes, fastest([&] {
         q.submit([&](sycl::handler &h) {
            sycl::local_accessor<double, 1> part(GROUP, h);
            h.parallel_for(sycl::nd_range<1>(DOT_GROUPS * GROUP, GROUP), [=](sycl::nd_item<1> i) {
              size_t me = i.get_local_id(0);
              double sum = 0;
              for (size_t n = i.get_global_id(0); n < STREAM; n += DOT_GROUPS * GROUP)
                sum += a[n] * b[n];
              part[me] = sum;
              for (size_t w = GROUP / 2; w; w /= 2) {
                sycl::group_barrier(i.get_group());
                if (me < w)
                  part[me] += part[me + w];
              }
              if (!me)
                sums[i.get_group(0)] = part[0];
            });
          }).wait();
         dot = 0;
         for (int i = 0; i < DOT_GROUPS; i++)
           dot += sums[i];
       }),
       "MB/s");
  verify(std::fabs(dot / (0.096 * 0.04 * STREAM) - 1) < 1e-6, "dot");
  // A range without groups: the runtime chooses them.
  rate("triad-range", 3 * bytes, fastest([&] {
         q.parallel_for(sycl::range<1>(STREAM), [=](sycl::id<1> n) { a[n] = b[n] + s * c[n]; }).wait();
       }),
       "MB/s");
  for (double *p : {a, b, c, sums})
    sycl::free(p, q);
}

// Its shape is known to the compiler, as that of an array in CUDA's shared memory is.
struct alignas(16) tile {
  float v[TILE][TILE];
};

static void matrix() {
  float *a = sycl::malloc_device<float>(MATRIX * MATRIX, q),
        *b = sycl::malloc_device<float>(MATRIX * MATRIX, q),
        *c = sycl::malloc_device<float>(MATRIX * MATRIX, q);
  q.fill(a, 1.0f, MATRIX * MATRIX).wait();
  q.fill(b, 2.0f, MATRIX * MATRIX).wait();
  double ns = fastest([&] {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<tile, 1> tiles(2, h);
       h.parallel_for(sycl::nd_range<2>({MATRIX, MATRIX}, {TILE, TILE}), [=](sycl::nd_item<2> i) {
         int y = i.get_local_id(0), x = i.get_local_id(1), row = i.get_global_id(0),
             column = i.get_global_id(1);
         auto &s = tiles[0].v, &t = tiles[1].v;
         float sum = 0;
         for (int k = 0; k < MATRIX; k += TILE) {
           s[y][x] = a[row * MATRIX + k + x];
           t[y][x] = b[(k + y) * MATRIX + column];
           sycl::group_barrier(i.get_group());
           for (int j = 0; j < TILE; j++)
             sum += s[y][j] * t[j][x];
           sycl::group_barrier(i.get_group());
         }
         c[row * MATRIX + column] = sum;
       });
     }).wait();
  });
  rate("matmul", 2.0 * MATRIX * MATRIX * MATRIX, ns, "MFLOP/s");
  float last;
  q.memcpy(&last, c + MATRIX * MATRIX - 1, sizeof last).wait();
  verify(last == 2.0f * MATRIX, "matmul");
  for (float *p : {a, b, c})
    sycl::free(p, q);
}

static void bodies() {
  sycl::float4 *p = sycl::malloc_device<sycl::float4>(BODIES, q),
               *f = sycl::malloc_device<sycl::float4>(BODIES, q);
  std::vector<sycl::float4> start(BODIES);
  for (int i = 0; i < BODIES; i++)
    start[i] = {float(i % 64), float(i / 64 % 64), float(i / 4096), 1.0f};
  q.memcpy(p, start.data(), BODIES * sizeof *p).wait();
  double ns = fastest([&] {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<sycl::float4, 1> tile(GROUP, h);
       h.parallel_for(sycl::nd_range<1>(BODIES, GROUP), [=](sycl::nd_item<1> i) {
         int me = i.get_local_id(0);
         sycl::float4 at = p[i.get_global_id(0)];
         float x = 0, y = 0, z = 0;
         for (int k = 0; k < BODIES; k += GROUP) {
           tile[me] = p[k + me];
           sycl::group_barrier(i.get_group());
#pragma unroll 8
           for (int j = 0; j < GROUP; j++) {
             sycl::float4 o = tile[j];
             float dx = o.x() - at.x(), dy = o.y() - at.y(), dz = o.z() - at.z();
             float r = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f), w = o.w() * r * r * r;
             x += dx * w, y += dy * w, z += dz * w;
           }
           sycl::group_barrier(i.get_group());
         }
         f[i.get_global_id(0)] = {x, y, z, 0};
       });
     }).wait();
  });
  rate("nbody", double(BODIES) * BODIES, ns, "Minteractions/s");
  sycl::float4 first, last;
  q.memcpy(&first, f, sizeof first).wait();
  q.memcpy(&last, f + BODIES - 1, sizeof last).wait();
  verify(first.x() > 0 && std::fabs(first.x() + last.x()) < 0.01f * first.x(),
         "nbody"); // the cloud is symmetric
  sycl::free(p, q);
  sycl::free(f, q);
}

int main() {
  stream();
  matrix();
  bodies();
}
