// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose kernels reach a function that may need fp64, and kernels that do not.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstring>
SYCL_EXTERNAL float wide(float x);

// Without USM, which not every driver has.
template <class F> static void run(const char *name, F submit) {
  float value = 2;
  try {
    sycl::buffer<float> b(&value, 1);
    submit(b);
  } catch (const sycl::exception &e) {
    std::printf("%d %s\n", e.code().value(), e.what());
    return;
  }
  std::printf("%s %g\n", name, value);
}

int main(int argc, char **) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  sycl::queue q;
  if (argc == 1)
    run("plain", [&](sycl::buffer<float> &b) {
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h);
        h.single_task<class Plain>([=] { a[0] = a[0]; });
      });
    });
  run("calls", [&](sycl::buffer<float> &b) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task<class Calls>([=] { a[0] = wide(a[0]); });
    });
  });
}
