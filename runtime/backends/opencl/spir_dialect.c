// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V for drivers that take SPIR, which is OpenCL 1.2 and so lacks what came later. A part of that can be
// said in other words:
//
//   atomics on generic pointers      the pointer is cast to global memory: such drivers are for CPUs,
//                                    which have one memory
//   events behind generic pointers   the pointer is cast to private memory, where they are
//   fences                           left out: every atomic operation of OpenCL 1.2 is a fence
//   half_cos(x) and its siblings     native_cos(x): PoCL 3.1 lacks the former, and its native ones are as
//                                    good as any
//   functions not to be inlined      are to be: PoCL can't call a function that asks for ids of work-items,
//                                    and gives each group its own local variables only where the kernel
//                                    itself uses them (sy_cl_inline_spir)
//   barriers of sub-groups           left out: a sub-group is one work-item
//   long names of functions          become shorter (spir_names.c)
//
// Other group functions stay: a library has them (device-lib/spir_groups.cpp). It has shuffles by index
// alone; the others of SPV_INTEL_subgroups are found and named.
#include "base/count.h"
#include "formats/spirv_header.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum {
  CAST_WORDS = 4,
  HALF_COS =
      67, // instructions of OpenCL.std: the first and the last of 14, the others follow in the same order
  HALF_TAN = 80,
  NATIVE_COS = 81,
};

// Those that may make a pointer. All begin with their type and their id.
static const uint16_t pointer_makers[] = {
    1,  // undef
    46, // null
    55, // parameter
    57, // call
    59, // variable
    61, // load
    65, // access chains
    66,  67, 70,
    81,  // member of a value
    83,  // copy
    120, // from an integer
    121, // to generic
    122, // from generic
    124, // bitcast
    169, // select
    245, // phi
};

typedef struct dialect {
  const uint32_t *in;
  size_t n;
  uint32_t bound;
  uint32_t *type;     // by id: the id of its type, 0: not known
  uint32_t *pointee;  // by id of a pointer type into generic memory: what it points to, 0: not one
  uint32_t *constant; // by id of a constant: its value
  uint32_t opencl;    // the id of OpenCL's instructions, 0: they are not used
  uint32_t *out;
  size_t m;
  uint32_t *cast[2]; // by id of such a type: the same into global, private memory; 0: not made
  bool *is_kernel;   // by id of a function
  bool *is_local;    // by id of a variable: it is in local memory
  uint32_t function; // that is being read; 0: none
  unsigned needs;    // as sy_cl_spir_dialect says
  bool moves;        // or others of sub-groups than the library has
} dialect;

static bool makes_pointer(uint32_t op) {
  for (size_t i = 0; i < SY_COUNT(pointer_makers); i++)
    if (pointer_makers[i] == op)
      return true;
  return false;
}

// ---- reading ----------------------------------------------------------------------------------------

static bool in_sub_group(const dialect *d, uint32_t scope) {
  return scope < d->bound && d->constant[scope] == SpvScopeSubgroup;
}

// Takes note of one instruction of `len` words.
static void cl_spir_dialect_note(dialect *d, const uint32_t *w, uint32_t op, uint32_t len) {
  if (op == SpvOpExtInstImport && len > 4 &&
      !strncmp((const char *)(w + 2), "OpenCL.std", (len - 2) * sizeof *w))
    d->opencl = w[1];
  else if (op == SpvOpTypePointer && len == 4 && w[2] == SpvStorageClassGeneric && w[1] < d->bound)
    d->pointee[w[1]] = w[3];
  else if (op == SpvOpConstant && len == 4 && w[2] < d->bound)
    d->constant[w[2]] = w[3];
  else if (len > 2 && makes_pointer(op) && w[2] < d->bound)
    d->type[w[2]] = w[1];
  else if (op == SpvOpDecorate && len > 3 && w[2] == SpvDecorationBuiltIn)
    d->needs |=
        w[3] >= SpvBuiltInSubgroupSize && w[3] <= SpvBuiltInSubgroupLocalInvocationId ? SY_CL_GROUPS : 0;
  else if ((op >= SpvOpGroupAll && op <= SpvOpGroupSMax) || op == SpvOpSubgroupShuffleINTEL)
    d->needs |= SY_CL_GROUPS;
  else if (op >= SpvOpSubgroupShuffleDownINTEL && op <= SpvOpSubgroupImageBlockWriteINTEL)
    d->moves = true;
}

// Whether functions that are not kernels use local variables. A number that looks like one costs no more than
// time.
static void note_locals(dialect *d, const uint32_t *w, uint32_t op, uint32_t len) {
  if (op == SpvOpEntryPoint && len > 2 && w[2] < d->bound)
    d->is_kernel[w[2]] = true;
  if (op == SpvOpVariable && len > 3 && w[3] == SpvStorageClassWorkgroup && w[2] < d->bound)
    d->is_local[w[2]] = true;
  if (op == SpvOpFunction && len > 2 && w[2] < d->bound)
    d->function = w[2];
  for (uint32_t i = 1; i < len && d->function && !d->is_kernel[d->function]; i++)
    d->needs |= w[i] < d->bound && d->is_local[w[i]] ? SY_CL_LOCALS : 0;
}

// False: it is not SPIR-V.
static bool read_all(dialect *d) {
  size_t i = SY_SPIRV_HEADER;
  while (i < d->n) {
    uint32_t op = d->in[i] & 0xffff, len = d->in[i] >> 16;
    if (!len || len > d->n - i)
      return false;
    cl_spir_dialect_note(d, d->in + i, op, len);
    note_locals(d, d->in + i, op, len);
    i += len;
  }
  return true;
}

// ---- writing ----------------------------------------------------------------------------------------

static void cl_spir_dialect_put(dialect *d, const uint32_t *w, size_t n) {
  memcpy(d->out + d->m, w, n * sizeof *w);
  d->m += n;
}

// Behind a pointer type into generic memory: the same into global and private memory.
static void put_types(dialect *d, uint32_t type) {
  static const uint32_t classes[2] = {SpvStorageClassCrossWorkgroup, SpvStorageClassFunction};
  for (int i = 0; i < 2; i++) {
    d->cast[i][type] = d->bound++;
    cl_spir_dialect_put(
        d, (uint32_t[]){4 << 16 | SpvOpTypePointer, d->cast[i][type], classes[i], d->pointee[type]}, 4);
  }
}

// The place of the pointer in the instruction, 0: it has none that must be cast. *to: 0 global, 1 private
// memory.
static uint32_t pointer_place(uint32_t op, uint32_t len, int *to) {
  *to = op == SpvOpGroupWaitEvents;
  uint32_t at = op == SpvOpAtomicStore ? 1 : (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor) || *to ? 3 : 0;
  return at < len ? at : 0;
}

// The place of a function's name in the instruction, 0: it has none.
static uint32_t name_place(const uint32_t *w, uint32_t op, uint32_t len) {
  uint32_t at = op == SpvOpName || (op == SpvOpDecorate && len > 3 && w[2] == SpvDecorationLinkageAttributes)
                    ? 2 + (op == SpvOpDecorate)
                : op == SpvOpEntryPoint ? 3
                                        : 0;
  return at < len ? at : 0;
}

// A name takes whole words, with a zero behind it. False: it is not too long, and stays.
static bool put_short_name(dialect *d, const uint32_t *w, uint32_t len, uint32_t at) {
  char made[SY_CL_MOST_NAME + 1];
  const char *name = (const char *)(w + at);
  size_t room = (len - at) * sizeof *w;
  if (sy_cl_spir_name(name, room, made) == name)
    return false;
  uint32_t old_words = (uint32_t)(strnlen(name, room - 1) / sizeof *w) + 1,
           words = SY_CL_MOST_NAME / sizeof *w + 1;
  uint32_t *out = d->out + d->m;
  cl_spir_dialect_put(d, w, at);
  memset(d->out + d->m, 0, words * sizeof *w);
  memcpy(d->out + d->m, made, SY_CL_MOST_NAME);
  d->m += words;
  cl_spir_dialect_put(d, w + at + old_words, len - at - old_words);
  out[0] = (uint32_t)(d->out + d->m - out) << 16 | (w[0] & 0xffff);
  return true;
}

static void put_instruction(dialect *d, const uint32_t *w, uint32_t op, uint32_t len, uint32_t old_bound) {
  int to;
  uint32_t at = pointer_place(op, len, &to), id = at ? w[at] : 0, type = id < old_bound ? d->type[id] : 0;
  if (!at || type >= old_bound || !d->pointee[type]) {
    cl_spir_dialect_put(d, w, len);
    return;
  }
  uint32_t fresh = d->bound++;
  cl_spir_dialect_put(d, (uint32_t[]){CAST_WORDS << 16 | SpvOpGenericCastToPtr, d->cast[to][type], fresh, id},
                      CAST_WORDS);
  cl_spir_dialect_put(d, w, len);
  d->out[d->m - len + at] = fresh;
}

static void write_all(dialect *d) {
  uint32_t old_bound = d->bound;
  cl_spir_dialect_put(d, d->in, SY_SPIRV_HEADER);
  for (size_t i = SY_SPIRV_HEADER; i < d->n; i += d->in[i] >> 16) {
    const uint32_t *w = d->in + i;
    uint32_t op = w[0] & 0xffff, len = w[0] >> 16;
    if (op == SpvOpMemoryBarrier || (op == SpvOpControlBarrier && len > 1 && in_sub_group(d, w[1])))
      continue;
    uint32_t name = name_place(w, op, len);
    if (name && put_short_name(d, w, len, name))
      continue;
    put_instruction(d, w, op, len, old_bound);
    if (op == SpvOpFunction && len == 5)
      d->out[d->m - 2] =
          (d->out[d->m - 2] & ~(uint32_t)SpvFunctionControlDontInlineMask) | SpvFunctionControlInlineMask;
    if (op == SpvOpExtInst && len > 4 && w[3] == d->opencl && w[4] >= HALF_COS && w[4] <= HALF_TAN)
      d->out[d->m - len + 4] += NATIVE_COS - HALF_COS;
    if (op == SpvOpTypePointer && len == 4 && w[2] == SpvStorageClassGeneric && w[1] < old_bound)
      put_types(d, w[1]);
  }
  d->out[SY_SPIRV_BOUND] = d->bound;
}

// ----------------------------------------------------------------------------------------------------

static sycc_status check_dialect(const dialect *d, const sy_cl_device *device, const char *kernel) {
  if (!d->moves)
    return SYCC_success;
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT
                      "' can't run on device '%s': of Intel's operations of sub-groups there are only "
                      "shuffles by index",
                      kernel, sy_cl_name(device));
}

sycc_status sy_cl_spir_dialect(const sy_cl_device *device, const char *kernel, const void *spirv, size_t size,
                               sy_cl_bytes *out, unsigned *needs) {
  dialect d = {.in = spirv, .n = size / sizeof *d.in};
  if (d.n < SY_SPIRV_HEADER || d.in[0] != SY_SPIRV_MAGIC || d.in[SY_SPIRV_BOUND] > SY_SPIRV_MOST_IDS)
    return sy_error_set(SYCC_build, "the image of kernel '" SY_NAME_FMT "' is not SPIR-V", kernel);
  d.bound = d.in[SY_SPIRV_BOUND];
  uint32_t *tables = calloc((size_t)d.bound + 1, 5 * sizeof *tables);
  // At most: a cast before each instruction of two words, two types behind each type of four.
  d.is_kernel = calloc((size_t)d.bound + 1, 2);
  d.is_local = d.is_kernel ? d.is_kernel + d.bound : NULL;
  d.out = malloc((3 * d.n + SY_SPIRV_HEADER) * sizeof *d.out);
  sycc_status s = tables && d.is_kernel && d.out ? SYCC_success : sy_error_no_memory("a program");
  uint32_t **const parts[] = {&d.type, &d.pointee, &d.constant, &d.cast[0], &d.cast[1]};
  for (size_t i = 0; i < SY_COUNT(parts) && !s; i++)
    *parts[i] = tables + i * d.bound;
  if (!s && !read_all(&d))
    s = sy_error_set(SYCC_build, "the image of kernel '" SY_NAME_FMT "' is not SPIR-V", kernel);
  if (!s)
    s = check_dialect(&d, device, kernel);
  if (!s)
    write_all(&d);
  free(tables);
  free(d.is_kernel);
  if (s) {
    free(d.out);
    return s;
  }
  *out = (sy_cl_bytes){d.out, d.m * sizeof *d.out};
  *needs |= d.needs;
  return SYCC_success;
}
