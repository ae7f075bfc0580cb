// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints how wide the CPU's vectors are and how often x * x - y is rounded: once from x86-64-v3 on, as the device's aspects say, twice below.
// With an argument it is not held to that. Kernels of all levels count in one variable.
#include <cstdio>
#include <sycl/sycl.hpp>

static sycl::ext::oneapi::experimental::device_global<int> count;

int main(int argc, char **) {
  sycl::queue q(sycl::aspect_selector(sycl::aspect::ext_native_cpu));
  constexpr int n = 1000;
  constexpr float x = 1 + 1.0f / 4096, y = 1 + 1.0f / 2048;
  float *p = sycl::malloc_shared<float>(n, q);
  q.fill(p, x, n).wait();
  q.parallel_for<class Many>(n, [=](sycl::id<1> i) {
     p[i] = p[i] * p[i] - y;
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*&count.get())++;
   }).wait();
  q.single_task<class Once>([=] { count.get() += 1; }).wait();
  int counted = 0, wrong = 0;
  q.copy(count, &counted).wait();
  for (int i = 0; i < n; i++)
    wrong += p[i] != p[0];
  const bool once = p[0] == 1.0f / (1 << 24), fused = q.get_device().has(sycl::aspect::ext_intel_x86_64_avx2);
  const unsigned bits = 32 * q.get_device().get_info<sycl::info::device::native_vector_width_float>();
  std::printf("%u bits, rounded %s\n", bits, once ? "once" : "twice");
  sycl::free(p, q);
  return wrong || counted != n + 1 || (argc == 1 && once != fused);
}
