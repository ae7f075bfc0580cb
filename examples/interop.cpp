// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interoperability: a kernel in OpenCL C works on a SYCL buffer, as a command among SYCL's own. Link with
// -lOpenCL, or with -l:libOpenCL.so.1 where only the loader is installed.
#include <iostream>
#include <sycl/backend/opencl.hpp>
#include <sycl/sycl.hpp>

static const char *source =
    "kernel void square(global int *p) { p[get_global_id(0)] *= p[get_global_id(0)]; }";

static bool find(sycl::device &out) {
  for (const sycl::device &device : sycl::device::get_devices())
    if (device.get_backend() == sycl::backend::opencl) {
      out = device;
      return true;
    }
  return false;
}

// The kernel "square", built by OpenCL itself for the context and device that SYCL uses.
static cl_kernel build(const sycl::queue &queue) {
  cl_device_id device = sycl::get_native<sycl::backend::opencl>(queue.get_device());
  cl_context context = sycl::get_native<sycl::backend::opencl>(queue.get_context());
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  return clCreateKernel(program, "square", nullptr);
}

int main() {
  sycl::device device;
  if (!find(device)) {
    std::cout << "no OpenCL device here\n";
    return 0;
  }
  constexpr size_t count = 8;
  int values[count];
  {
    sycl::queue queue(device);
    const auto square = sycl::make_kernel<sycl::backend::opencl>(build(queue), queue.get_context());
    sycl::buffer buffer(values, sycl::range(count));
    queue.submit([&](sycl::handler &group) {
      sycl::accessor out(buffer, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::range(count), [=](sycl::id<1> i) { out[i] = int(i[0]) + 1; });
    });
    queue.submit([&](sycl::handler &group) {
      sycl::accessor data(buffer, group, sycl::read_write); // behind the kernel above
      group.set_arg(0, data);
      group.parallel_for(sycl::range(count), square);
    });
  }
  std::cout << "squares by OpenCL C:";
  for (int value : values)
    std::cout << ' ' << value;
  std::cout << '\n';
  return values[7] == 64 ? 0 : 1;
}
