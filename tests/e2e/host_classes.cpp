// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of the host beside kernels, in one file and in files of their own: none of it gets into device code, and
// the program works on both sides.
// RUN: rm -rf %t && mkdir %t && cd %t && %program -std=c++20 -O0 -g -DONE_FILE %s -o one && ./one
// RUN: cd %t && %program -std=c++20 -O2 %s %S/Inputs/host_classes.cpp -o two && ./two
// RUN: cd %t && %program -std=c++20 -O1 -fPIC -shared %S/Inputs/host_classes.cpp -o libhost.so
// RUN: cd %t && %program -std=c++20 -O2 -g -fPIC -DLIBRARY -shared %s -L. -lhost -o libdevice.so
// RUN: cd %t && %program -std=c++20 -DPROGRAM %s -L. -ldevice -lhost -Wl,-rpath,. -o shared && ./shared
#include "Inputs/check.hpp"
#include "Inputs/host_classes.hpp"

#include <immintrin.h>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <sycl/sycl.hpp>
#ifdef ONE_FILE
#include "Inputs/host_classes.cpp"
#endif

bool device_classes();

#ifndef PROGRAM

// A stream in the style of benchmarks: virtual functions that have kernels.
template <class T> struct Stream {
  virtual ~Stream() {}
  virtual void fill(T value) = 0;
  virtual T sum() = 0;
};
template <class T> struct DeviceStream : Stream<T> {
  sycl::queue queue;
  size_t size;
  T *data;
  explicit DeviceStream(size_t n);
  ~DeviceStream() override;
  void fill(T value) override;
  T sum() override;
};

template <class T> DeviceStream<T>::DeviceStream(size_t n) : size(n), data(sycl::malloc_shared<T>(n, queue)) {
  if (!data)
    throw std::runtime_error("no memory");
}
template <class T> DeviceStream<T>::~DeviceStream() { sycl::free(data, queue); }
template <class T> void DeviceStream<T>::fill(T value) {
  queue.parallel_for(sycl::range(size), [=, p = data](sycl::id<1> i) { p[i] = value; }).wait();
}
template <class T> T DeviceStream<T>::sum() {
  T *result = sycl::malloc_shared<T>(1, queue);
  queue.single_task([=, p = data, n = size] {
    T total = 0;
    for (size_t i = 0; i < n; i++)
      total += p[i];
    *result = total;
  });
  queue.wait();
  T total = *result;
  sycl::free(result, queue);
  return total;
}
template struct DeviceStream<float>;
template struct DeviceStream<int>;

// Objects with virtual functions and virtual bases inside of a kernel; the functions that the tables list are never
// called there.
struct Root {
  int root = 1;
  virtual int value() const { throw std::logic_error("never called on a device"); }
};
struct A : virtual Root {
  int a = 2;
};
struct B : virtual Root {
  int b = 3;
};
struct Object final : A, B {
  int value() const override { return a + b + root; }
};
inline int through_bases(const A &a, const B &b) { return a.root * 100 + b.root * 10; }

static bool objects_in_kernels() {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] {
    Object o;
    o.root = 4;
    *result = through_bases(o, o) + o.value();
  }).wait();
  bool good = *result == 449;
  sycl::free(result, queue);
  return good;
}

// A function with versions for several of the host's machines, which kernels may call, and what only the host may.
__attribute__((target_clones("avx2", "default"))) int clones(int x) { return x + 1; }
typedef _Complex float complex128 __attribute__((mode(TC)));
__float128 host_types(complex128 x) { return __real__ x; }
__attribute__((target("avx2"))) void host_intrinsics(float *a) { _mm256_storeu_ps(a, _mm256_setzero_ps()); }
unsigned long host_register() {
  register unsigned long r asm("r12") = 7;
  unsigned a, b = 0, c, d;
  asm volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(0));
  asm volatile("" : "+r"(r));
  return r + b;
}

static bool clones_in_kernels() {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = clones(1); }).wait();
  bool good = *result == 2 && clones(1) == 2 && host_register() && host_types({}) == 0;
  sycl::free(result, queue);
  return good;
}

bool device_classes() {
  std::unique_ptr<Stream<float>> floats = std::make_unique<DeviceStream<float>>(100);
  DeviceStream<int> ints(10);
  floats->fill(2);
  ints.fill(3);
  return floats->sum() == 200 && ints.sum() == 30 && objects_in_kernels() && clones_in_kernels();
}
#endif

#ifndef LIBRARY
int main() {
  int bad = host_classes();
  CHECK(bad == 0);
  CHECK(device_classes());
  std::cout << (failures ? "failed\n" : "done\n");
  return failures != 0;
}
#endif
