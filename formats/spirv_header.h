// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words that a SPIR-V module begins with. Behind them stand instructions, each with its length in the
// upper half of its first word and its operation in the lower one.
#ifndef SY_FORMATS_SPIRV_HEADER_H
#define SY_FORMATS_SPIRV_HEADER_H

enum {
  SY_SPIRV_MAGIC = 0x07230203,
  SY_SPIRV_HEADER = 5,          // words
  SY_SPIRV_BOUND = 3,           // the word above all ids
  SY_SPIRV_MOST_IDS = 0x3fffff, // a limit of the format
};

#endif
