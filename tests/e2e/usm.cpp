// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: the three kinds, copies, fills, queries, and wrong uses.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ %apart %t %}
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <cstdint>
#include <numeric>
#include <vector>

static void kinds(sycl::queue &q) {
  constexpr size_t N = 1000;
  int *device = sycl::malloc_device<int>(N, q), *host = sycl::malloc_host<int>(N, q),
      *shared = sycl::malloc_shared<int>(N, q);
  CHECK(device && host && shared);
  sycl::context c = q.get_context();
  CHECK(sycl::get_pointer_type(device, c) == sycl::usm::alloc::device);
  CHECK(sycl::get_pointer_type(host + 500, c) == sycl::usm::alloc::host);
  CHECK(sycl::get_pointer_type(shared, c) == sycl::usm::alloc::shared);
  int local = 0;
  CHECK(sycl::get_pointer_type(&local, c) == sycl::usm::alloc::unknown);
  CHECK(sycl::get_pointer_device(device, c) == q.get_device());

  std::vector<int> data(N);
  std::iota(data.begin(), data.end(), 0);
  sycl::event copied = q.memcpy(device, data.data(), N * sizeof(int));
  sycl::event doubled = q.submit([&](sycl::handler &h) {
    h.depends_on(copied);
    h.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
      device[i] *= 2;
      host[i] = device[i] + 1;
    });
  });
  q.parallel_for(sycl::range(N), doubled, [=](sycl::id<1> i) { shared[i] = device[i] + host[i]; }).wait();
  size_t wrong = 0;
  for (size_t i = 0; i < N; ++i)
    wrong += shared[i] != int(4 * i + 1);
  CHECK(wrong == 0);
  sycl::free(device, q);
  sycl::free(host, c);
  sycl::free(shared, q);
}

static void commands(sycl::queue &q) {
  constexpr size_t N = 777;
  int *a = sycl::malloc_device<int>(N, q), *b = sycl::malloc_shared<int>(N, q);
  q.fill(a, 42, N).wait();
  q.copy(a, b, N).wait();
  CHECK(b[0] == 42 && b[N - 1] == 42);
  q.memset(a, 0xff, 5 * sizeof(int)).wait();
  q.memcpy(b, a, N * sizeof(int)).wait();
  CHECK(b[4] == -1 && b[5] == 42);
  q.prefetch(b, N * sizeof(int)).wait();
  q.memcpy(b, a, 0).wait(); // nothing to do is fine
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(nullptr, q);
}

struct alignas(256) wide {
  float x[64];
};

static void alignment(sycl::queue &q) {
  auto address = [](void *p) { return reinterpret_cast<uintptr_t>(p); };
  void *p = sycl::aligned_alloc_shared(4096, 100, q);
  CHECK(p && address(p) % 4096 == 0);
  wide *w = sycl::malloc_shared<wide>(3, q);
  CHECK(w && address(w) % 256 == 0);
  q.single_task([=] { w[2].x[63] = 1.5f; }).wait();
  CHECK(w[2].x[63] == 1.5f);
  sycl::free(p, q);
  sycl::free(w, q);
}

// A list whose links the host makes and a kernel follows.
static void linked_list(sycl::queue &q) {
  struct node {
    int value;
    node *next;
  };
  node *head = nullptr;
  for (int i = 1; i <= 100; ++i) {
    node *n = sycl::malloc_shared<node>(1, q);
    *n = {i, head};
    head = n;
  }
  int *sum = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
    *sum = 0;
    for (node *n = head; n; n = n->next)
      *sum += n->value;
  });
  q.wait();
  CHECK(*sum == 5050);
  while (head) {
    node *next = head->next;
    sycl::free(head, q);
    head = next;
  }
  sycl::free(sum, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    kinds(q);
    commands(q);
    alignment(q);
    linked_list(q);
  });
}
