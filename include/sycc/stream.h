// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels write through a sycl::stream: records in a buffer of words, which the host formats when the
// command has ended. So a work-item only copies values, and its output stays in one piece.
//
//   word 0             words of records written or asked for so far
//   record: word 0     a sycc_stream_kind, shifted left by SYCC_STREAM_KIND_SHIFT, plus the value's bytes
//           word 1, 2  the work-item, low word first
//           ...        the value, in whole words; of a manipulator: sycc_stream_manipulator and argument
//
// Records that did not fit are not there: the words where the first of them would be are zero.
#ifndef SYCC_STREAM_H
#define SYCC_STREAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SYCC_STREAM_HEAD_WORDS = 3, SYCC_STREAM_KIND_SHIFT = 24 };

typedef enum sycc_stream_kind {
  SYCC_STREAM_TEXT = 1,
  SYCC_STREAM_SIGNED,
  SYCC_STREAM_UNSIGNED,
  SYCC_STREAM_FLOAT,
  SYCC_STREAM_DOUBLE,
  SYCC_STREAM_POINTER,
  SYCC_STREAM_MANIPULATOR,
} sycc_stream_kind;

// The numbers of sycl::stream_manipulator; the last two have an argument.
typedef enum sycc_stream_manipulator {
  SYCC_STREAM_flush,
  SYCC_STREAM_dec,
  SYCC_STREAM_hex,
  SYCC_STREAM_oct,
  SYCC_STREAM_noshowbase,
  SYCC_STREAM_showbase,
  SYCC_STREAM_noshowpos,
  SYCC_STREAM_showpos,
  SYCC_STREAM_endl,
  SYCC_STREAM_fixed,
  SYCC_STREAM_scientific,
  SYCC_STREAM_hexfloat,
  SYCC_STREAM_defaultfloat,
  SYCC_STREAM_precision,
  SYCC_STREAM_width,
} sycc_stream_manipulator;

// Prints the records to the standard output, work-item after work-item, each in its order; says on the
// standard error if some did not fit.
__attribute__((visibility("default"))) void sycc_stream_print(const uint32_t *words, size_t count);

#ifdef __cplusplus
}
#endif
#endif
