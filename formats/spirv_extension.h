// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension that UserSemantic is of, in a SPIR-V module.
//
// The runtime includes this, so it needs nothing from base/. The words are those of a little-endian machine.
#ifndef SY_FORMATS_SPIRV_EXTENSION_H
#define SY_FORMATS_SPIRV_EXTENSION_H

#include <stddef.h>
#include <stdint.h>

#define SY_SPIRV_SEMANTIC "SPV_GOOGLE_hlsl_functionality1"

// SPIR-V that uses the decoration UserSemantic has to name the extension: adds its name to the n words at
// *words, which are SPIR-V and may move. Returns how many there are then; without the decoration, and without
// memory, nothing changes.
size_t sy_spirv_add_semantic(uint32_t **words, size_t n);
// Khronos' translator, which drivers and ocloc are made of, takes the decoration and refuses the name: for
// these it goes. Works in place and returns the new size, which is not greater; what is no SPIR-V, or does
// not name it, stays as it is.
size_t sy_spirv_drop_semantic(void *spirv, size_t size);

#endif
