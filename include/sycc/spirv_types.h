/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V's opaque types, which C++ lacks. In device code a value of one is a pointer into an address space
 * that nothing else uses: so every value in LLVM IR says what it is, and the SPIR-V generator can turn `ptr
 * addrspace(64)` into `target("spirv.Event")` wherever it stands.
 *
 *   X(name, address space, LLVM's name, dimension, access)
 *
 * Dimension (0: 1D, 1: 2D, 2: 3D) and access (0: read, 1: write, 2: both) are SPIR-V's numbers; a dimension
 * of -1 says that the type has neither. */
#ifndef SYCC_SPIRV_TYPES_H
#define SYCC_SPIRV_TYPES_H

#define SYCC_SPIRV_PLAIN_TYPES(X)                                                                            \
  X(event_t, 64, "spirv.Event", -1, 0)                                                                       \
  X(sampler_t, 65, "spirv.Sampler", -1, 0)

#define SYCC_SPIRV_IMAGE_TYPES(X)                                                                            \
  X(image1d_ro_t, 66, "spirv.Image", 0, 0)                                                                   \
  X(image2d_ro_t, 67, "spirv.Image", 1, 0)                                                                   \
  X(image3d_ro_t, 68, "spirv.Image", 2, 0)                                                                   \
  X(image1d_wo_t, 69, "spirv.Image", 0, 1)                                                                   \
  X(image2d_wo_t, 70, "spirv.Image", 1, 1)                                                                   \
  X(image3d_wo_t, 71, "spirv.Image", 2, 1)                                                                   \
  X(image1d_rw_t, 72, "spirv.Image", 0, 2)                                                                   \
  X(image2d_rw_t, 73, "spirv.Image", 1, 2)                                                                   \
  X(image3d_rw_t, 74, "spirv.Image", 2, 2)                                                                   \
  X(sampled_image1d_ro_t, 75, "spirv.SampledImage", 0, 0)                                                    \
  X(sampled_image2d_ro_t, 76, "spirv.SampledImage", 1, 0)                                                    \
  X(sampled_image3d_ro_t, 77, "spirv.SampledImage", 2, 0)

#define SYCC_SPIRV_TYPES(X) SYCC_SPIRV_PLAIN_TYPES(X) SYCC_SPIRV_IMAGE_TYPES(X)

enum { SYCC_SPIRV_FIRST_SPACE = 64 }; /* the rows count up from here */

#endif
