// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's own objects beside SYCL's: given out, and taken in. A kernel in OpenCL C works on a buffer of SYCL's, a kernel of SYCL's on
// a memory object of the user's.
//
// REQUIRES: pocl
// RUN: %program -O2 %s -o %t -l:libOpenCL.so.1 && env SYCC_DEVICE_SELECTOR='native_cpu:*;opencl:cpu' %t
// RUN: env SYCC_DEVICE_SELECTOR='opencl:cpu' POCL_DEVICES='pthread basic' %t
// RUN: %if apart %{ %apart %t %}
#include "Inputs/check.hpp"
#include <sycl/backend/opencl.hpp>

#include <numeric>

using sycl::get_native;
constexpr sycl::backend cl = sycl::backend::opencl;
static const char source[] = "kernel void triple(global int *p) { p[get_global_id(0)] *= 3; }";

static cl_kernel build(cl_context context, cl_device_id device) {
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  CHECK(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "triple", nullptr);
  clReleaseProgram(program);
  return kernel;
}

static void objects(sycl::queue &q) {
  const sycl::device d = q.get_device();
  const cl_platform_id platform = get_native<cl>(d.get_platform());
  const cl_device_id device = get_native<cl>(d);
  const cl_context context = get_native<cl>(q.get_context());
  const cl_command_queue queue = get_native<cl>(q);
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  CHECK(d.get_info<sycl::info::device::name>() == name);
  cl_platform_id its = nullptr;
  clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof its, &its, nullptr);
  CHECK(its == platform);
  cl_context of = nullptr;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof of, &of, nullptr);
  CHECK(of == context);
  CHECK(sycl::make_platform<cl>(platform) == d.get_platform() && sycl::make_device<cl>(device) == d);
  const sycl::context same = sycl::make_context<cl>(context);
  CHECK(same.get_devices() == d.get_platform().get_devices() && get_native<cl>(same) == context);
  CHECK(sycl::opencl::has_extension(d, "cl_khr_fp64") && !sycl::opencl::has_extension(d, "cl_khr_fp"));
  CHECK_THROWS(invalid, sycl::make_device<cl>(nullptr));
  sycl::queue profiled(d, sycl::property::queue::enable_profiling());
  cl_command_queue_properties properties = 0;
  clGetCommandQueueInfo(get_native<cl>(profiled), CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr);
  CHECK(properties & CL_QUEUE_PROFILING_ENABLE);
  // What was given out is the user's to release.
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  clReleaseDevice(device);
  q.single_task<class Still>([] {}).wait_and_throw();
}

// A host task that runs a kernel of its own between two of SYCL's.
static void handle(sycl::queue &q) {
  constexpr size_t n = 64;
  std::vector<int> data(n);
  {
    sycl::buffer<int> b(data.data(), n);
    CHECK(get_native<cl>(b).empty());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<class Before>(n, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.host_task([=](sycl::interop_handle ih) {
        CHECK(ih.get_backend() == cl);
        cl_command_queue queue = ih.get_native_queue<cl>();
        cl_kernel kernel = build(ih.get_native_context<cl>(), ih.get_native_device<cl>());
        const std::vector<cl_mem> memory = ih.get_native_mem<cl>(a);
        CHECK(memory.size() == 1);
        clSetKernelArg(kernel, 0, sizeof memory[0], &memory[0]);
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &n, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
        CHECK(clFinish(queue) == CL_SUCCESS);
        clReleaseKernel(kernel);
        clReleaseCommandQueue(queue);
        CHECK_THROWS(invalid, ih.get_native_mem<cl>(sycl::accessor<int, 1>()));
      });
    });
    CHECK(sycl::host_accessor(b, sycl::read_only)[5] == 15);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class After>(n, [=](sycl::id<1> i) { a[i] += 1; });
    });
    q.wait_and_throw();
    CHECK(get_native<cl>(b).size() == 1);
  }
  int wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += data[i] != 3 * int(i) + 1;
  CHECK(wrong == 0);
}

// The memory object, and with it its memory, lives as long as the program holds it.
static void kept(sycl::queue &q) {
  constexpr size_t n = 1000;
  cl_mem memory;
  {
    sycl::buffer<int> b{sycl::range<1>(n)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for<class Kept>(n, [=](sycl::id<1> i) { a[i] = 7 * int(i); });
    });
    q.wait_and_throw();
    memory = get_native<cl>(b).at(0);
    CHECK(clRetainMemObject(memory) == CL_SUCCESS);
  }
  sycl::buffer<int> next{sycl::range<1>(n)}; // may get that memory if it was given back
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(next, h, sycl::write_only, sycl::no_init), 1); });
  q.wait_and_throw();
  std::vector<int> data(n);
  cl_command_queue queue = get_native<cl>(q);
  CHECK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, n * sizeof(int), data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(clReleaseMemObject(memory) == CL_SUCCESS);
  clReleaseCommandQueue(queue);
  int wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += data[i] != 7 * int(i);
  CHECK(wrong == 0);
}

// All of it made by the user.
static void taken(sycl::queue &q) {
  constexpr size_t n = 32;
  cl_device_id device = get_native<cl>(q.get_device());
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  int data[n];
  std::iota(data, data + n, 10);
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, nullptr);
  {
    const sycl::context c = sycl::make_context<cl>(context);
    sycl::queue mine = sycl::make_queue<cl>(queue, c);
    CHECK(get_native<cl>(c) == context && get_native<cl>(mine) == queue);
    CHECK(mine.get_device() == q.get_device() && mine.is_in_order() && c == mine.get_context());
    CHECK(c != q.get_context() && c.get_devices()[0] == q.get_device());
    sycl::buffer<int> b = sycl::make_buffer<cl, int>(memory, c);
    CHECK(b.size() == n);
    mine.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class Mine>(n, [=](sycl::id<1> i) { a[i] *= 2; });
    });
    sycl::queue other(c, q.get_device()); // in the user's context too
    CHECK(get_native<cl>(other.get_context()) == context && get_native<cl>(other) != queue);
    int *usm = sycl::malloc_shared<int>(1, q.get_device(), c);
    *usm = 20;
    other.single_task<class Other>([=] { *usm += 1; }).wait();
    mine.single_task<class Again>([=] { *usm *= 2; }).wait();
    CHECK(*usm == 42);
    sycl::free(usm, c);
  }
  CHECK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr) == CL_SUCCESS);
  int wrong = 0;
  for (int i = 0; i < int(n); ++i)
    wrong += data[i] != 2 * (i + 10);
  CHECK(wrong == 0);
  cl_uint references = 0;
  clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr);
  CHECK(references == 1);
  CHECK_THROWS(runtime, sycl::make_buffer<cl, int>(nullptr, q.get_context()));
  clReleaseMemObject(memory);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

// Memory objects with the host's storage, which the host may look at while they are mapped only, and parts of them.
static void lent(sycl::queue &q, cl_mem_flags how) {
  constexpr size_t n = 4096;
  std::vector<int> data(n);
  std::iota(data.begin(), data.end(), 0);
  const cl_context context = get_native<cl>(q.get_context());
  const cl_command_queue queue = get_native<cl>(q);
  const bool from_host = how & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | how, n * sizeof(int), from_host ? data.data() : nullptr, nullptr);
  if (!from_host)
    clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, n * sizeof(int), data.data(), 0, nullptr, nullptr);
  clFinish(queue); // a blocking command of Intel's may return early
  const cl_buffer_region half = {n / 2 * sizeof(int), n / 2 * sizeof(int)};
  cl_mem part = clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, nullptr);
  {
    sycl::buffer<int> b = sycl::make_buffer<cl, int>(part, q.get_context());
    CHECK(sycl::host_accessor(b, sycl::read_only)[1] == int(n / 2) + 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<class Lent>(n / 2, [=](sycl::id<1> i) { a[i] = -a[i]; });
    });
    sycl::host_accessor{b}[0] = 1;
  }
  clReleaseMemObject(part);
  cl_int e;
  cl_event mapped;
  auto *seen = static_cast<int *>(clEnqueueMapBuffer(queue, memory, CL_FALSE, CL_MAP_READ, 0, n * sizeof(int), 0, nullptr, &mapped, &e));
  CHECK(!e && clWaitForEvents(1, &mapped) == CL_SUCCESS);
  int wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += seen[i] != (i < n / 2 ? int(i) : i == n / 2 ? 1 : -int(i));
  CHECK(wrong == 0);
  CHECK(how != CL_MEM_USE_HOST_PTR || seen == data.data());
  clReleaseEvent(mapped);
  clEnqueueUnmapMemObject(queue, memory, seen, 0, nullptr, nullptr);
  clFinish(queue);
  clReleaseMemObject(memory);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

static void events(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 1;
  cl_event gate = clCreateUserEvent(get_native<cl>(q.get_context()), nullptr);
  const sycl::event open = sycl::make_event<cl>({gate}, q.get_context());
  sycl::event done = q.submit([&](sycl::handler &h) {
    h.depends_on(open);
    h.single_task<class Gated>([=] { *p = 2; });
  });
  const std::vector<cl_event> native = get_native<cl>(done);
  CHECK(native.size() == 1);
  cl_int status = CL_COMPLETE;
  clGetEventInfo(native[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  CHECK(status != CL_COMPLETE && *p == 1);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clReleaseEvent(gate);
  CHECK(clWaitForEvents(1, native.data()) == CL_SUCCESS);
  CHECK(*p == 2);
  clReleaseEvent(native[0]);
  done.wait();
  sycl::free(p, q);
}

static void mismatch(sycl::queue &q) {
  CHECK_THROWS(backend_mismatch, get_native<cl>(q));
  CHECK_THROWS(backend_mismatch, get_native<cl>(q.get_device()));
  CHECK_THROWS(backend_mismatch, get_native<cl>(q.get_context()));
  CHECK_THROWS(backend_mismatch, get_native<cl>(q.get_device().get_platform()));
  CHECK_THROWS(backend_mismatch, get_native<cl>(q.single_task<class Nothing>([] {})));
  CHECK_THROWS(backend_mismatch, sycl::opencl::has_extension(q.get_device(), "x"));
  CHECK_THROWS(backend_mismatch, sycl::make_queue<cl>(nullptr, q.get_context()));
  bool asked = false;
  q.submit([&](sycl::handler &h) {
     h.host_task([&](sycl::interop_handle ih) {
       CHECK_THROWS(backend_mismatch, ih.get_native_queue<cl>());
       asked = true;
     });
   }).wait();
  CHECK(asked);
}

int main() {
  int on_opencl = 0;
  const int result = on_every_device([&](sycl::queue &q) {
    if (q.get_backend() != cl)
      return mismatch(q);
    objects(q);
    handle(q);
    kept(q);
    taken(q);
    for (cl_mem_flags how : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, 0})
      lent(q, how);
    events(q);
    ++on_opencl;
  });
  CHECK(on_opencl > 0);
  return result || failures;
}
