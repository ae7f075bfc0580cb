// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device of OpenCL without SYCL: a context, a queue of either kind, an empty kernel, and USM in whatever
// way the driver has it.
#pragma once
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <cstdio>
#include <cstdlib>

inline void need(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "error: %s failed with %d\n", what, status);
  std::exit(1);
}

struct raw {
  cl_device_id device;
  cl_context context;
  cl_command_queue in_order, any_order;
  cl_kernel kernel;
  cl_mem argument;
  bool has_intel, has_usm; // Intel's extension; or shared virtual memory
  clDeviceMemAllocINTEL_fn intel_alloc;
  clMemBlockingFreeINTEL_fn intel_free;
  clEnqueueMemcpyINTEL_fn intel_copy;
  clEnqueueMemFillINTEL_fn intel_fill;

  explicit raw(cl_device_id d) : device(d) {
    cl_int s;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &s);
    need(s, "clCreateContext");
    in_order = clCreateCommandQueue(context, device, 0, &s);
    need(s, "clCreateCommandQueue");
    any_order = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &s);
    need(s, "clCreateCommandQueue");
    const char *text = "kernel void nothing(global int *p) { if (get_global_id(0) > 16) *p = 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &s);
    need(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    kernel = clCreateKernel(program, "nothing", &s);
    need(s, "clCreateKernel");
    argument = buffer(4);
    find_usm();
  }

  void find_usm() {
    cl_platform_id p;
    need(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof p, &p, nullptr), "clGetDeviceInfo");
    auto find = [&](const char *name) { return clGetExtensionFunctionAddressForPlatform(p, name); };
    intel_alloc = (clDeviceMemAllocINTEL_fn)find("clDeviceMemAllocINTEL");
    intel_free = (clMemBlockingFreeINTEL_fn)find("clMemBlockingFreeINTEL");
    intel_copy = (clEnqueueMemcpyINTEL_fn)find("clEnqueueMemcpyINTEL");
    intel_fill = (clEnqueueMemFillINTEL_fn)find("clEnqueueMemFillINTEL");
    has_intel = intel_alloc && intel_free && intel_copy && intel_fill;
    cl_device_svm_capabilities svm = 0;
    clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, nullptr);
    has_usm = has_intel || svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  }

  cl_mem buffer(size_t bytes) {
    cl_int s;
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &s);
    need(s, "clCreateBuffer");
    return m;
  }
  char *usm(size_t bytes) {
    cl_int s = CL_SUCCESS;
    void *p = has_intel ? intel_alloc(context, device, nullptr, bytes, 0, &s)
                        : clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0);
    need(p ? s : CL_OUT_OF_RESOURCES, "an allocation of USM");
    return static_cast<char *>(p);
  }
  void free_usm(void *p) {
    if (has_intel)
      intel_free(context, p);
    else
      clSVMFree(context, p);
  }

  // An argument is set each time, as in a program that launches several kernels.
  void launch(cl_command_queue q, size_t items, cl_event *e) {
    need(clSetKernelArg(kernel, 0, sizeof argument, &argument), "clSetKernelArg");
    need(clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &items, nullptr, 0, nullptr, e),
         "clEnqueueNDRangeKernel");
  }
  void copy_usm(cl_command_queue q, void *to, const void *from, size_t bytes, cl_event *e) {
    need(has_intel ? intel_copy(q, CL_FALSE, to, from, bytes, 0, nullptr, e)
                   : clEnqueueSVMMemcpy(q, CL_FALSE, to, from, bytes, 0, nullptr, e),
         "a copy of USM");
  }
  void fill_usm(cl_command_queue q, void *to, char with, size_t bytes, cl_event *e) {
    need(has_intel ? intel_fill(q, to, &with, 1, bytes, 0, nullptr, e)
                   : clEnqueueSVMMemFill(q, to, &with, 1, bytes, 0, nullptr, e),
         "a fill of USM");
  }
};
