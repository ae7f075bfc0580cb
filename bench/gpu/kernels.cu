// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream kernels, tiled matrix product and n-body in CUDA; kernels.cpp has the same in SYCL.
#include "sizes.h"

#include <cmath>
#include <cstdlib>
#include <vector>

static void must(cudaError_t e) {
  if (e != cudaSuccess) {
    std::printf("CUDA: %s\n", cudaGetErrorString(e));
    std::exit(1);
  }
}

template <class T> static T *alloc(size_t n) {
  T *p;
  must(cudaMalloc(&p, n * sizeof(T)));
  return p;
}

template <class T> __global__ void fill(T *p, T v, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v;
}
template <class T> static void set(T *p, T v, size_t n) {
  fill<<<unsigned((n + GROUP - 1) / GROUP), GROUP>>>(p, v, n);
  must(cudaDeviceSynchronize());
}

#define ITEM size_t n = size_t(blockIdx.x) * blockDim.x + threadIdx.x
__global__ void copy(const double *a, double *c) {
  ITEM;
  c[n] = a[n];
}
__global__ void mul(double *b, const double *c, double s) {
  ITEM;
  b[n] = s * c[n];
}
__global__ void add(const double *a, const double *b, double *c) {
  ITEM;
  c[n] = a[n] + b[n];
}
__global__ void triad(double *a, const double *b, const double *c, double s) {
  ITEM;
  a[n] = b[n] + s * c[n];
}
__global__ void dot(const double *a, const double *b, double *sums) {
  __shared__ double part[GROUP];
  double sum = 0;
  for (size_t n = size_t(blockIdx.x) * blockDim.x + threadIdx.x; n < STREAM; n += DOT_GROUPS * GROUP)
    sum += a[n] * b[n];
  part[threadIdx.x] = sum;
  for (unsigned w = GROUP / 2; w; w /= 2) {
    __syncthreads();
    if (threadIdx.x < w)
      part[threadIdx.x] += part[threadIdx.x + w];
  }
  if (!threadIdx.x)
    sums[blockIdx.x] = part[0];
}

static void stream() {
  double *a = alloc<double>(STREAM), *b = alloc<double>(STREAM), *c = alloc<double>(STREAM), *sums;
  must(cudaMallocManaged(&sums, DOT_GROUPS * sizeof *sums));
  set(a, 0.1, STREAM), set(b, 0.2, STREAM), set(c, 0.0, STREAM);
  const double s = 0.4, bytes = double(STREAM) * sizeof(double);
  const unsigned groups = STREAM / GROUP;
  rate("copy", 2 * bytes, fastest([&] {
         copy<<<groups, GROUP>>>(a, c);
         must(cudaDeviceSynchronize());
       }),
       "MB/s");
  rate("mul", 2 * bytes, fastest([&] {
         mul<<<groups, GROUP>>>(b, c, s);
         must(cudaDeviceSynchronize());
       }),
       "MB/s");
  rate("add", 3 * bytes, fastest([&] {
         add<<<groups, GROUP>>>(a, b, c);
         must(cudaDeviceSynchronize());
       }),
       "MB/s");
  rate("triad", 3 * bytes, fastest([&] {
         triad<<<groups, GROUP>>>(a, b, c, s);
         must(cudaDeviceSynchronize());
       }),
       "MB/s");
  double total = 0;
  rate("dot", 2 * bytes, fastest([&] {
         dot<<<DOT_GROUPS, GROUP>>>(a, b, sums);
         must(cudaDeviceSynchronize());
         total = 0;
         for (int i = 0; i < DOT_GROUPS; i++)
           total += sums[i];
       }),
       "MB/s");
  verify(std::fabs(total / (0.096 * 0.04 * STREAM) - 1) < 1e-6, "dot");
  rate("triad-range", 3 * bytes, fastest([&] {
         triad<<<groups, GROUP>>>(a, b, c, s);
         must(cudaDeviceSynchronize());
       }),
       "MB/s");
  for (double *p : {a, b, c, sums})
    cudaFree(p);
}

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float s[TILE][TILE], t[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int k = 0; k < MATRIX; k += TILE) {
    s[y][x] = a[row * MATRIX + k + x];
    t[y][x] = b[(k + y) * MATRIX + column];
    __syncthreads();
    for (int j = 0; j < TILE; j++)
      sum += s[y][j] * t[j][x];
    __syncthreads();
  }
  c[row * MATRIX + column] = sum;
}

static void matrix() {
  float *a = alloc<float>(MATRIX * MATRIX), *b = alloc<float>(MATRIX * MATRIX),
        *c = alloc<float>(MATRIX * MATRIX), last;
  set(a, 1.0f, MATRIX * MATRIX), set(b, 2.0f, MATRIX * MATRIX);
  double ns = fastest([&] {
    matmul<<<dim3(MATRIX / TILE, MATRIX / TILE), dim3(TILE, TILE)>>>(a, b, c);
    must(cudaDeviceSynchronize());
  });
  rate("matmul", 2.0 * MATRIX * MATRIX * MATRIX, ns, "MFLOP/s");
  must(cudaMemcpy(&last, c + MATRIX * MATRIX - 1, sizeof last, cudaMemcpyDefault));
  verify(last == 2.0f * MATRIX, "matmul");
  for (float *p : {a, b, c})
    cudaFree(p);
}

__global__ void nbody(const float4 *p, float4 *f) {
  __shared__ float4 tile[GROUP];
  int me = threadIdx.x, i = blockIdx.x * GROUP + me;
  float4 at = p[i];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < BODIES; k += GROUP) {
    tile[me] = p[k + me];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < GROUP; j++) {
      float4 o = tile[j];
      float dx = o.x - at.x, dy = o.y - at.y, dz = o.z - at.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = o.w * r * r * r;
      x += dx * w, y += dy * w, z += dz * w;
    }
    __syncthreads();
  }
  f[i] = make_float4(x, y, z, 0);
}

static void bodies() {
  float4 *p = alloc<float4>(BODIES), *f = alloc<float4>(BODIES), first, last;
  std::vector<float4> start(BODIES);
  for (int i = 0; i < BODIES; i++)
    start[i] = {float(i % 64), float(i / 64 % 64), float(i / 4096), 1.0f};
  must(cudaMemcpy(p, start.data(), BODIES * sizeof *p, cudaMemcpyDefault));
  double ns = fastest([&] {
    nbody<<<BODIES / GROUP, GROUP>>>(p, f);
    must(cudaDeviceSynchronize());
  });
  rate("nbody", double(BODIES) * BODIES, ns, "Minteractions/s");
  must(cudaMemcpy(&first, f, sizeof first, cudaMemcpyDefault));
  must(cudaMemcpy(&last, f + BODIES - 1, sizeof last, cudaMemcpyDefault));
  verify(first.x > 0 && std::fabs(first.x + last.x) < 0.01f * first.x, "nbody");
  cudaFree(p);
  cudaFree(f);
}

int main() {
  stream();
  matrix();
  bodies();
}
