// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The benchmarks that have a counterpart in OpenCL C, on the CPU device of an OpenCL driver. Says why and
// exits with 77 when there is none.
#include "cpu.hpp"
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdlib>
#include <string>

static const char source[] = R"(
kernel void nothing() {}
kernel void saxpy(global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] = 0.5f * x[i] + 0.5f * y[i];
}
kernel void matmul(global const float *a, global const float *b, global float *c) {
  local float ta[16][16], tb[16][16];
  size_t row = get_global_id(1), col = get_global_id(0), y = get_local_id(1), x = get_local_id(0), n = 512;
  float sum = 0;
  for (size_t k = 0; k < n; k += 16) {
    ta[y][x] = a[row * n + k + x];
    tb[y][x] = b[(k + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 0; i < 16; ++i)
      sum += ta[y][i] * tb[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
kernel void nbody(global const float4 *p, global float4 *out) {
  size_t i = get_global_id(0), n = get_global_size(0);
  float ax = 0, ay = 0, az = 0;
  float4 me = p[i];
  for (size_t j = 0; j < n; ++j) {
    float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
    float r2 = dx * dx + dy * dy + dz * dz + 0.01f, inv = 1.0f / sqrt(r2);
    float s = p[j].w * inv * inv * inv;
    ax += dx * s;
    ay += dy * s;
    az += dz * s;
  }
  out[i] = (float4)(ax, ay, az, 0);
}
kernel void stencil(global const float *a, global float *b) {
  size_t x = get_global_id(0) + 1, y = get_global_id(1) + 1, n = 2048;
  global const float *p = a + y * n + x;
  b[y * n + x] = 0.5f * p[0] + 0.125f * (p[-1] + p[1] + p[-(long)n] + p[n]);
}
kernel void histogram(global const uchar *p, global uint *h) {
  local uint own[256];
  size_t l = get_local_id(0), first = get_group_id(0) * 256 * 256;
  own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = 0; i < 256; ++i)
    atomic_inc(&own[p[first + i * 256 + l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[l], own[l]);
}
kernel void reduction(global const float *p, global float *part) {
  local float own[256];
  size_t l = get_local_id(0), first = get_group_id(0) * 256 * 64;
  float sum = 0;
  for (size_t i = 0; i < 64; ++i)
    sum += p[first + i * 256 + l];
  own[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t n = 128; n; n /= 2) {
    if (l < n)
      own[l] += own[l + n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!l)
    part[get_group_id(0)] = own[0];
}
)";

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void need(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "opencl: error: %s failed with %d\n", what, status);
  std::exit(1);
}

static bool find_cpu() {
  cl_platform_id platforms[16];
  cl_uint n = 0;
  if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)
    return false;
  for (cl_uint i = 0; i < n && i < 16; ++i)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS)
      return true;
  return false;
}

template <class T> struct memory {
  cl_mem mem;
  explicit memory(const std::vector<T> &from) {
    cl_int s;
    mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, from.size() * sizeof(T),
                         (void *)from.data(), &s);
    need(s, "clCreateBuffer");
  }
  ~memory() { clReleaseMemObject(mem); }
  T at(size_t i) const {
    T v;
    need(clEnqueueReadBuffer(queue, mem, CL_TRUE, i * sizeof(T), sizeof(T), &v, 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
    return v;
  }
};

struct kernel {
  cl_kernel k;
  explicit kernel(const char *name) {
    cl_int s;
    k = clCreateKernel(program, name, &s);
    need(s, name);
  }
  kernel(const char *name, cl_mem a, cl_mem b) : kernel(name) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
  }
  ~kernel() { clReleaseKernel(k); }
  void enqueue(cl_uint dims, const size_t *global, const size_t *local) const {
    need(clEnqueueNDRangeKernel(queue, k, dims, nullptr, global, local, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
  }
  void run(cl_uint dims, const size_t *global, const size_t *local) const {
    enqueue(dims, global, local);
    need(clFinish(queue), "clFinish");
  }
};

static void saxpy() {
  std::vector<float> data(saxpy_size);
  fill_noise(data.data(), data.size());
  memory<float> x(data), y(std::vector<float>(saxpy_size, 1.0f));
  kernel k("saxpy", x.mem, y.mem);
  measure("saxpy", [&] {
    k.run(1, &saxpy_size, nullptr);
    return 0.0;
  });
}

static void matmul() {
  std::vector<float> data(matrix * matrix);
  fill_noise(data.data(), data.size());
  memory<float> a(data), b(data), c(data);
  kernel k("matmul", a.mem, b.mem);
  clSetKernelArg(k.k, 2, sizeof c.mem, &c.mem);
  const size_t global[] = {matrix, matrix}, local[] = {tile, tile};
  measure("matmul", [&] {
    k.run(2, global, local);
    return c.at(matrix + 3);
  });
}

static void nbody() {
  std::vector<body> data(bodies);
  fill_bodies(data.data());
  memory<body> p(data), out(data);
  kernel k("nbody", p.mem, out.mem);
  measure("nbody", [&] {
    k.run(1, &bodies, nullptr);
    return out.at(5).x;
  });
}

static void stencil() {
  std::vector<float> data(grid * grid);
  fill_noise(data.data(), data.size());
  memory<float> a(data), b(data);
  kernel k("stencil", a.mem, b.mem);
  const size_t global[] = {grid - 2, grid - 2};
  measure("stencil", [&] {
    k.run(2, global, nullptr);
    return b.at(grid + 9);
  });
}

static void histogram() {
  std::vector<unsigned char> data(samples);
  fill_samples(data.data());
  memory<unsigned char> p(data);
  memory<unsigned> h(std::vector<unsigned>(bins, 0u));
  kernel k("histogram", p.mem, h.mem);
  const size_t global = samples / 256, local = 256;
  const unsigned zero = 0;
  measure("histogram", [&] {
    clEnqueueFillBuffer(queue, h.mem, &zero, sizeof zero, 0, bins * sizeof zero, 0, nullptr, nullptr);
    k.run(1, &global, &local);
    return double(h.at(3)) * 1000 + h.at(17);
  });
}

static void reduction() {
  std::vector<float> data(sum_size);
  fill_noise(data.data(), data.size());
  const size_t global = sum_size / 64, local = 256, groups = global / local;
  memory<float> p(data), part(std::vector<float>(groups, 0.0f));
  kernel k("reduction", p.mem, part.mem);
  std::vector<float> parts(groups);
  measure("reduction", [&] {
    k.run(1, &global, &local);
    need(clEnqueueReadBuffer(queue, part.mem, CL_TRUE, 0, groups * sizeof(float), parts.data(), 0, nullptr,
                             nullptr),
         "read");
    float sum = 0;
    for (float v : parts)
      sum += v;
    return sum;
  });
}

static void launches() {
  kernel k("nothing");
  const size_t one = 1;
  measure("submit", [&] {
    for (int i = 0; i < 100000; ++i)
      k.enqueue(1, &one, &one);
    clFinish(queue);
    return 0.0;
  });
  measure("submit and wait", [&] {
    for (int i = 0; i < 10000; ++i)
      k.run(1, &one, &one);
    return 0.0;
  });
}

// With an argument: launches alone.
int main(int argc, char **) {
  if (!find_cpu()) {
    std::fprintf(stderr, "no OpenCL driver has a CPU device (Debian: pocl-opencl-icd)\n");
    return 77;
  }
  cl_int s;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &s);
  need(s, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &s);
  need(s, "clCreateCommandQueue");
  const char *text = source;
  program = clCreateProgramWithSource(context, 1, &text, nullptr, &s);
  need(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  if (argc > 1) {
    launches();
    return 0;
  }
  saxpy();
  matmul();
  nbody();
  stencil();
  histogram();
  reduction();
  launches();
}
