// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's own types beside the objects that <sycl/sycl.hpp> knows of it. Needs OpenCL's headers (Debian:
// opencl-c-headers).
#ifndef SYCL_BACKEND_OPENCL_HPP
#define SYCL_BACKEND_OPENCL_HPP

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include <sycl/detail/opencl_objects.hpp>

#endif
