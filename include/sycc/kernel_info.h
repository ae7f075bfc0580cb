// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel is called: what the device compiler found out about a kernel, told to the host in the
// integration header and handed to the runtime with each launch. Shared by C and C++.
#ifndef SYCC_KERNEL_INFO_H
#define SYCC_KERNEL_INFO_H

#ifdef SYCC_PREPROCESSED // what follows the integration header holds <stdint.h> already, without its guards
typedef __UINT32_TYPE__ uint32_t;
#else
#include <stdint.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Parameters in the order of the kernel's own. Parameter 0 is the closure, in one of its two forms;
// after it comes one parameter per accessor in the closure, and per object whose class has properties for
// its parameter, in order of offset. Readers refuse kinds they do not know.
enum sycc_param_kind {
  SYCC_PARAM_CLOSURE = 0,        // the closure by value
  SYCC_PARAM_CLOSURE_BUFFER = 1, // a pointer to the closure in global memory: above SYCC_PARAM_LIMIT
  SYCC_PARAM_ACCESSOR = 2, // a pointer to global memory; `offset` is the accessor's place in the closure
  SYCC_PARAM_LOCAL = 3,    // a pointer to local memory; `offset` is the local accessor's place
  SYCC_PARAM_VALUE = 4,    // `size` bytes of the closure at `offset`, by value
  SYCC_PARAM_POINTER = 5,  // the same, and they are a pointer to memory that devices reach (USM)
  SYCC_PARAM_UNSET = 6,    // of kernels of the user's only: what it was before
};

// Parameters of one kernel together; more than this, and the closure travels in a buffer. It is the
// smallest limit a full OpenCL device may have, less the pointer that kernels with device_globals get.
#define SYCC_PARAM_LIMIT (1024 - 8)

typedef struct sycc_kernel_param {
  uint32_t kind;
  uint32_t offset; // in the closure, in bytes
  uint32_t size;   // of the closure, or of the accessor object
} sycc_kernel_param;

// A member of the closure as the device compiler laid it out; the host's must lie at the same place.
typedef struct sycc_kernel_member {
  const char *name;
  uint32_t offset, size; // in bytes
  uint32_t layout;       // tells layouts inside the member apart
} sycc_kernel_member;

typedef struct sycc_kernel_info {
  const char *stable_name; // what host and device compiler both derive from the kernel's type
  const char *symbol;      // the kernel's name in device images
  const char *readable;    // for people
  uint32_t closure_size;
  uint32_t closure_align;
  uint32_t param_count;
  const sycc_kernel_param *params;
  uint32_t member_count;
  const sycc_kernel_member *members;
} sycc_kernel_info;

#ifdef __cplusplus
}
#endif
#endif
