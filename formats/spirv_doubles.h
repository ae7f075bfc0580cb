// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doubles that are there for printf alone, in a SPIR-V module.
//
// The runtime includes this, so it needs nothing from base/. The words are those of a little-endian machine.
#ifndef SY_FORMATS_SPIRV_DOUBLES_H
#define SY_FORMATS_SPIRV_DOUBLES_H

#include <stddef.h>

// For a device without double, where printf takes floats: conversions of a float to double become the float
// itself, constants become floats, and the type and its capability go. Other uses of double are none of a
// module that such a device may get. Works in place and returns the new size, which is not greater; what is
// no SPIR-V, or has no doubles, stays as it is.
size_t sy_spirv_pass_floats(void *spirv, size_t size);

#endif
