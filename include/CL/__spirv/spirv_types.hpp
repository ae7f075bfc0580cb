// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V's enumerations and opaque types in C++.
#ifndef CL_SPIRV_TYPES_HPP
#define CL_SPIRV_TYPES_HPP

#include <sycc/spirv_types.h>
#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>

// The address spaces of OpenCL. Without one a pointer is generic; on the host all memory is one.
#ifdef SYCC_DEVICE
#define SYCC_GLOBAL __attribute__((opencl_global))
#define SYCC_LOCAL __attribute__((opencl_local))
#define SYCC_PRIVATE __attribute__((opencl_private))
#define SYCC_SPIRV_SPACE(space) __attribute__((address_space(space)))
#else
#define SYCC_GLOBAL
#define SYCC_LOCAL
#define SYCC_PRIVATE
#define SYCC_SPIRV_SPACE(space)
#endif

namespace __spv {

struct Scope {
  enum Flag : std::uint32_t { CrossDevice, Device, Workgroup, Subgroup, Invocation };
};

struct StorageClass {
  enum Flag : std::uint32_t { Workgroup = 4, CrossWorkgroup = 5, Function = 7, Generic = 8 };
};

struct MemorySemanticsMask {
  enum Flag : std::uint32_t {
    None = 0x0,
    Acquire = 0x2,
    Release = 0x4,
    AcquireRelease = 0x8,
    SequentiallyConsistent = 0x10,
    SubgroupMemory = 0x80,
    WorkgroupMemory = 0x100,
    CrossWorkgroupMemory = 0x200,
    ImageMemory = 0x800,
  };
};

struct GroupOperation {
  enum Flag : std::uint32_t { Reduce, InclusiveScan, ExclusiveScan };
};

struct ImageOperands {
  enum Flag : std::uint32_t { Bias = 1, Lod = 2, Grad = 4 };
};

// A value of an opaque type. It copies itself, so that classes with one in them are never copied as bytes,
// in which the type would be lost.
template <class Raw> class handle {
public:
  handle(Raw raw = nullptr) noexcept : raw_(raw) {}
  handle(const handle &other) noexcept : raw_(other.raw_) {}
  handle &operator=(const handle &other) noexcept {
    raw_ = other.raw_;
    return *this;
  }
  operator Raw() const noexcept { return raw_; }

private:
  Raw raw_;
};

// __spv::event_t is what the operations take and return; __ocl_event_t holds one, and converts both ways.
// Images of the driver are an optional feature, other than those of SYCL.
#define SYCC_X(name, ...) struct SYCC_USES_ASPECTS(sycl::aspect::ext_intel_legacy_image) name##_opaque;
SYCC_SPIRV_IMAGE_TYPES(SYCC_X)
#undef SYCC_X
#define SYCC_X(name, space, ...) typedef struct name##_opaque SYCC_SPIRV_SPACE(space) * name;
SYCC_SPIRV_TYPES(SYCC_X)
#undef SYCC_X

} // namespace __spv

#define SYCC_X(name, ...) using __ocl_##name = __spv::handle<__spv::name>;
SYCC_SPIRV_TYPES(SYCC_X)
#undef SYCC_X

#endif
