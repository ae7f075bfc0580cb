// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The benchmarks in SYCL.
#include "cpu.hpp"
#include <sycl/sycl.hpp>

static sycl::queue queue{sycl::property::queue::in_order()};

template <class T> static T *make(size_t n, T value = T()) {
  T *p = sycl::malloc_shared<T>(n, queue);
  queue.fill(p, value, n).wait();
  return p;
}

static void stream() {
  const size_t n = stream_size;
  double *a = make(n, 0.1), *b = make(n, 0.2), *c = make(n, 0.0), *sum = make(1, 0.0);
  const double scalar = 0.4;
  measure("copy", [=] {
    queue.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[i]; }).wait();
    return c[1];
  });
  measure("mul", [=] {
    queue.parallel_for(n, [=](sycl::id<1> i) { b[i] = scalar * c[i]; }).wait();
    return b[1];
  });
  measure("add", [=] {
    queue.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait();
    return c[1];
  });
  measure("triad", [=] {
    queue.parallel_for(n, [=](sycl::id<1> i) { a[i] = b[i] + scalar * c[i]; }).wait();
    return a[1];
  });
  measure("dot", [=] {
    const sycl::property_list fresh{sycl::property::reduction::initialize_to_identity()};
    queue
        .parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<double>(), fresh),
                      [=](sycl::id<1> i, auto &s) { s += a[i] * b[i]; })
        .wait();
    return *sum;
  });
  for (double *p : {a, b, c, sum})
    sycl::free(p, queue);
}

static void saxpy() {
  float *x = make<float>(saxpy_size), *y = make(saxpy_size, 1.0f);
  fill_noise(x, saxpy_size);
  measure("saxpy", [=] {
    queue.parallel_for(saxpy_size, [=](sycl::id<1> i) { y[i] = 0.5f * x[i] + 0.5f * y[i]; }).wait();
    return y[7];
  });
  sycl::free(x, queue);
  sycl::free(y, queue);
}

static void matmul() {
  float *a = make<float>(matrix * matrix), *b = make<float>(matrix * matrix),
        *c = make<float>(matrix * matrix);
  fill_noise(a, matrix * matrix);
  fill_noise(b, matrix * matrix);
  measure("matmul", [=] {
    queue
        .submit([&](sycl::handler &h) {
          sycl::local_accessor<float, 2> ta({tile, tile}, h), tb({tile, tile}, h);
          h.parallel_for(sycl::nd_range<2>({matrix, matrix}, {tile, tile}), [=](sycl::nd_item<2> it) {
            const size_t row = it.get_global_id(0), col = it.get_global_id(1), y = it.get_local_id(0),
                         x = it.get_local_id(1);
            float sum = 0;
            for (size_t k = 0; k < matrix; k += tile) {
              ta[y][x] = a[row * matrix + k + x];
              tb[y][x] = b[(k + y) * matrix + col];
              sycl::group_barrier(it.get_group());
              for (size_t i = 0; i < tile; ++i)
                sum += ta[y][i] * tb[i][x];
              sycl::group_barrier(it.get_group());
            }
            c[row * matrix + col] = sum;
          });
        })
        .wait();
    return c[matrix + 3];
  });
  for (float *p : {a, b, c})
    sycl::free(p, queue);
}

static void nbody() {
  body *p = make<body>(bodies), *out = make<body>(bodies);
  fill_bodies(p);
  measure("nbody", [=] {
    queue
        .parallel_for(bodies,
                      [=](sycl::id<1> i) {
                        float ax = 0, ay = 0, az = 0;
                        const body me = p[i];
                        for (size_t j = 0; j < bodies; ++j) {
                          const float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
                          const float r2 = dx * dx + dy * dy + dz * dz + 0.01f, inv = 1.0f / sycl::sqrt(r2);
                          const float s = p[j].mass * inv * inv * inv;
                          ax += dx * s;
                          ay += dy * s;
                          az += dz * s;
                        }
                        out[i] = {ax, ay, az, 0};
                      })
        .wait();
    return out[5].x;
  });
  sycl::free(p, queue);
  sycl::free(out, queue);
}

static void stencil() {
  float *a = make<float>(grid * grid), *b = make<float>(grid * grid);
  fill_noise(a, grid * grid);
  measure("stencil", [=] {
    queue
        .parallel_for(sycl::range(grid - 2, grid - 2),
                      [=](sycl::id<2> i) {
                        const float *p = a + (i[0] + 1) * grid + i[1] + 1;
                        b[(i[0] + 1) * grid + i[1] + 1] =
                            0.5f * p[0] + 0.125f * (p[-1] + p[1] + p[-long(grid)] + p[grid]);
                      })
        .wait();
    return b[grid + 9];
  });
  sycl::free(a, queue);
  sycl::free(b, queue);
}

// Each group counts in local memory first.
static void histogram() {
  unsigned char *p = make<unsigned char>(samples);
  unsigned *h = make<unsigned>(bins);
  fill_samples(p);
  using local_ref = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                                     sycl::access::address_space::local_space>;
  using global_ref = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                      sycl::access::address_space::global_space>;
  constexpr size_t group = 256, each = 256;
  measure("histogram", [=] {
    queue.fill(h, 0u, bins);
    queue
        .submit([&](sycl::handler &handler) {
          sycl::local_accessor<unsigned, 1> own(bins, handler);
          handler.parallel_for(sycl::nd_range<1>(samples / each, group), [=](sycl::nd_item<1> it) {
            const size_t local = it.get_local_id(0), first = it.get_group(0) * group * each;
            for (size_t i = local; i < bins; i += group)
              own[i] = 0;
            sycl::group_barrier(it.get_group());
            for (size_t i = 0; i < each; ++i)
              local_ref(own[p[first + i * group + local]]).fetch_add(1u);
            sycl::group_barrier(it.get_group());
            for (size_t i = local; i < bins; i += group)
              global_ref(h[i]).fetch_add(own[i]);
          });
        })
        .wait();
    return double(h[3]) * 1000 + h[17];
  });
  sycl::free(p, queue);
  sycl::free(h, queue);
}

static void reduction() {
  float *p = make<float>(sum_size), *sum = make<float>(1);
  fill_noise(p, sum_size);
  measure("reduction", [=] {
    const sycl::property_list fresh{sycl::property::reduction::initialize_to_identity()};
    queue
        .parallel_for(sycl::range<1>(sum_size), sycl::reduction(sum, sycl::plus<float>(), fresh),
                      [=](sycl::id<1> i, auto &s) { s += p[i]; })
        .wait();
    return *sum;
  });
  sycl::free(p, queue);
  sycl::free(sum, queue);
}

static void launches() {
  constexpr int count = 100000, waits = 10000;
  measure("submit", [] {
    for (int i = 0; i < count; ++i)
      queue.single_task([] {});
    queue.wait();
    return 0.0;
  });
  measure("submit and wait", [] {
    for (int i = 0; i < waits; ++i)
      queue.single_task([] {}).wait();
    return 0.0;
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
  launches();
}
