// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: allocation, copies and kernels that use it.
#include "check.hpp"

#include <cstdint>

using namespace sycl;

static void allocation(queue &q) {
  const context c = q.get_context();
  const device d = q.get_device();
  int *dev = malloc_device<int>(100, q);
  int *host = malloc_host<int>(100, q);
  int *shared = malloc_shared<int>(100, d, c);
  void *raw = malloc_device(64, d, c);
  double *typed = malloc<double>(10, q, usm::alloc::shared);
  CHECK(dev && host && shared && raw && typed);
  CHECK(get_pointer_type(dev, c) == usm::alloc::device);
  CHECK(get_pointer_type(host + 50, c) == usm::alloc::host); // anywhere inside
  CHECK(get_pointer_type(shared + 99, c) == usm::alloc::shared);
  CHECK(get_pointer_device(dev, c) == d && get_pointer_device(shared, c) == d);
  int local = 0;
  CHECK(get_pointer_type(&local, c) == usm::alloc::unknown);
  CHECK_THROWS(errc::invalid, get_pointer_device(&local, c));
  for (std::size_t align : {64, 256, 4096}) {
    void *p = aligned_alloc_shared(align, 100, q);
    CHECK(p && reinterpret_cast<std::uintptr_t>(p) % align == 0);
    free(p, q);
    char *t = aligned_alloc_device<char>(align, 3, d, c);
    CHECK(t && reinterpret_cast<std::uintptr_t>(t) % align == 0);
    free(t, c);
  }
  for (void *p : {static_cast<void *>(dev), static_cast<void *>(host), static_cast<void *>(shared), raw,
                  static_cast<void *>(typed)})
    free(p, q);
  free(nullptr, q);
  CHECK(malloc_shared<long>(~std::size_t(0) / 2, q) == nullptr);
}

static void copies(queue &q) {
  const std::size_t n = 1000;
  int *dev = malloc_device<int>(n, q), *shared = malloc_shared<int>(n, q);
  std::vector<int> in(n), out(n);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = static_cast<int>(i * i);
  event a = q.memcpy(dev, in.data(), n * sizeof(int));
  event b = q.copy(dev, shared, n, a);
  event c = q.memcpy(out.data(), shared, n * sizeof(int), {a, b});
  c.wait();
  CHECK(in == out);
  q.fill(dev, 42, n).wait();
  q.copy(dev, out.data(), n).wait();
  CHECK(out == std::vector<int>(n, 42));
  q.memset(dev, 0xff, n * sizeof(int)).wait();
  q.memcpy(out.data(), dev, n * sizeof(int)).wait();
  CHECK(out == std::vector<int>(n, -1));
  struct triple {
    short a, b, c;
  };
  triple *t = malloc_shared<triple>(7, q);
  q.fill(t, triple{1, 2, 3}, 7).wait();
  CHECK(t[6].a == 1 && t[6].c == 3);
  free(t, q);
  q.memcpy(shared, in.data(), 0).wait();
  q.prefetch(shared, n * sizeof(int)).wait();
  q.mem_advise(shared, n * sizeof(int), 0).wait();
  free(dev, q);
  free(shared, q);
}

struct node {
  node *next;
  int value;
};

static void kernels(queue &q) {
  float *x = malloc_shared<float>(256, q), *y = malloc_device<float>(256, q);
  for (int i = 0; i < 256; ++i)
    x[i] = static_cast<float>(i);
  event e = q.parallel_for<class Scale>(256, [=](id<1> i) { y[i] = 2 * x[i]; });
  e = q.parallel_for<class Add>(256, e, [=](id<1> i) { x[i] += y[i]; });
  e.wait();
  for (int i = 0; i < 256; ++i)
    CHECK(x[i] == 3.0f * static_cast<float>(i));
  free(x, q);
  free(y, q);

  // Pointers inside memory.
  node *nodes = malloc_shared<node>(10, q);
  int *sum = malloc_host<int>(1, q);
  for (int i = 0; i < 10; ++i)
    nodes[i] = {i < 9 ? &nodes[i + 1] : nullptr, i};
  q.single_task<class Walk>([=] {
     int s = 0;
     for (node *n = nodes; n; n = n->next)
       s += n->value;
     *sum = s;
   }).wait();
  CHECK(*sum == 45);
  free(nodes, q);
  free(sum, q);
}

static void allocator(queue &q) {
  using alloc = usm_allocator<int, usm::alloc::shared, 64>;
  std::vector<int, alloc> v{alloc(q)};
  for (int i = 0; i < 100; ++i)
    v.push_back(i);
  CHECK(reinterpret_cast<std::uintptr_t>(v.data()) % 64 == 0);
  int *p = v.data();
  q.parallel_for<class InVector>(100, [=](id<1> i) { p[i] *= 2; }).wait();
  for (int i = 0; i < 100; ++i)
    CHECK(v[static_cast<std::size_t>(i)] == 2 * i);
  CHECK(alloc(q) == alloc(q.get_context(), q.get_device()));
}

int main() {
  queue q;
  if (!q.get_device().has(aspect::usm_shared_allocations) ||
      !q.get_device().has(aspect::usm_device_allocations)) {
    std::printf("usm: skipped, the device has none\n");
    return 0;
  }
  allocation(q);
  copies(q);
  kernels(q);
  allocator(q);
  q.wait_and_throw();
  return report("usm");
}
