// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks what is reached from the kernel, by ids, and writes the instructions that are. What an id stands for
// is the instruction that defines it, or a whole function; what is reached from there is every word that can
// be an id. A number that only looks like one keeps too much at worst, which the table of literals makes
// rare.
#include "formats/spirv_cut.h"

#include "formats/spirv_header.h"

#include "base/count.h"

#include <spirv/unified1/spirv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Words that are numbers: from the first to the last one.
static const struct {
  uint16_t op, first, last;
} literals[] = {
    {8, 2, 3}, // line
    {SpvOpExtInst, 4, 4},
    {21, 2, 3}, // integer type
    {SpvOpTypeFloat, 2, 3},
    {23, 3, 3},          // vector type
    {32, 2, 2},          // pointer type
    {43, 3, UINT16_MAX}, // constant
    {50, 3, UINT16_MAX}, // specialization constant
    {SpvOpFunction, 3, 3},
    {SpvOpVariable, 3, 3},
    {61, 4, UINT16_MAX}, // load
    {62, 3, UINT16_MAX}, // store
    {63, 3, UINT16_MAX}, // copies of memory
    {64, 4, UINT16_MAX},
    {79, 5, UINT16_MAX}, // shuffle
    {81, 4, UINT16_MAX}, // member of a value
    {82, 5, UINT16_MAX},
    {246, 3, UINT16_MAX}, // loop
    {247, 2, UINT16_MAX}, // selection
    {250, 4, UINT16_MAX}, // weights of branches
};

// Capabilities that a driver may lack, and the instructions that need them. Others stay.
static const struct {
  uint16_t capability, first, last, bits;
} needs[] = {
    {8, SpvOpTypeFloat, SpvOpTypeFloat, 16}, // halves in memory
    {9, SpvOpTypeFloat, SpvOpTypeFloat, 16},
    {10, SpvOpTypeFloat, SpvOpTypeFloat, 64},
    {18, 259, 271, 0}, // Groups
    {61, 333, 366, 0}, // GroupNonUniform and its parts
    {62, 334, 336, 0},
    {63, 349, 364, 0},
    {64, 337, 344, 0},
    {65, 345, 346, 0},
    {66, 347, 348, 0},
    {5568, 5571, 5574, 0}, // sub-groups of Intel's: shuffles
    {5569, 5575, 5576, 0}, // and blocks
    {5570, 5577, 5578, 0},
};

typedef struct cutter {
  const uint32_t *in;
  size_t n, functions; // where the first one begins
  uint32_t bound;
  // By id: where it is defined, if that is outside of functions, or a function; 0: elsewhere.
  size_t *definition;
  bool *used;     // by id
  bool *debug;    // by id: a set of debug information
  uint32_t *todo; // ids that are used, and have not been followed
  size_t todo_count;
  bool needed[SY_COUNT(needs)];
  uint32_t kernel; // the id of its function, 0: none
} cutter;

static uint32_t op_of(const uint32_t *w) {
  return w[0] & 0xffff;
}
static uint32_t length_of(const uint32_t *w) {
  return w[0] >> 16;
}

// The text in `room` words.
static bool is_text(const uint32_t *words, size_t room, const char *text) {
  size_t n = strlen(text) + 1;
  return n <= room * sizeof *words && !memcmp(words, text, n);
}

static bool is_debug(const cutter *c, const uint32_t *w) {
  return op_of(w) == SpvOpExtInst && length_of(w) > 4 && w[3] < c->bound && c->debug[w[3]];
}

// ---- reading ----------------------------------------------------------------------------------------

// The place of the id that an instruction outside of functions defines and others may do without; 0: there is
// none.
static uint32_t defines(uint32_t op) {
  if (op >= SpvOpTypeVoid && op <= SpvOpTypePipe)
    return 1;
  return op == SpvOpUndef || op == SpvOpExtInst || (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) ||
                 op == SpvOpVariable || op == SpvOpConstantFunctionPointerINTEL
             ? 2
             : 0;
}

// Notes what an instruction at the place `at`, outside of functions or the first of one, defines.
static void spirv_cut_note(cutter *c, size_t at) {
  const uint32_t *w = c->in + at;
  uint32_t op = op_of(w), len = length_of(w), place = op == SpvOpFunction ? 2 : defines(op);
  if (op == SpvOpExtInstImport && len > 2 && w[1] < c->bound)
    c->debug[w[1]] = !is_text(w + 2, len - 2, "OpenCL.std");
  else if (place && place < len && w[place] < c->bound)
    c->definition[w[place]] = at;
}

// False: it is not SPIR-V.
static bool read_all(cutter *c) {
  bool in_function = false;
  c->functions = c->n;
  for (size_t i = SY_SPIRV_HEADER; i < c->n; i += length_of(c->in + i)) {
    uint32_t op = op_of(c->in + i), len = length_of(c->in + i);
    if (!len || len > c->n - i || (in_function && op == SpvOpFunction) || (op == SpvOpFunction && len != 5))
      return false;
    if (op == SpvOpFunction && c->functions == c->n)
      c->functions = i;
    if (!in_function && i >= c->functions && op != SpvOpFunction)
      return false;
    if (!in_function)
      spirv_cut_note(c, i);
    in_function = (in_function || op == SpvOpFunction) && op != SpvOpFunctionEnd;
  }
  return !in_function;
}

// ---- marking ----------------------------------------------------------------------------------------

static void use_id(cutter *c, uint32_t id) {
  if (!id || id >= c->bound || c->used[id])
    return;
  c->used[id] = true;
  if (c->definition[id])
    c->todo[c->todo_count++] = id;
}

static bool is_literal(uint32_t op, uint32_t place) {
  for (size_t i = 0; i < SY_COUNT(literals); i++)
    if (literals[i].op == op)
      return place >= literals[i].first && place <= literals[i].last;
  return false;
}

static void note_need(cutter *c, const uint32_t *w) {
  for (size_t i = 0; i < SY_COUNT(needs); i++)
    if (op_of(w) >= needs[i].first && op_of(w) <= needs[i].last &&
        (!needs[i].bits || (length_of(w) > 2 && w[2] == needs[i].bits)))
      c->needed[i] = true;
}

static void follow_instruction(cutter *c, const uint32_t *w) {
  if (is_debug(c, w))
    return;
  note_need(c, w);
  for (uint32_t i = 1; i < length_of(w); i++)
    if (!is_literal(op_of(w), i))
      use_id(c, w[i]);
}

static void spirv_cut_follow(cutter *c, uint32_t id) {
  const uint32_t *w = c->in + c->definition[id];
  bool whole = op_of(w) == SpvOpFunction;
  follow_instruction(c, w);
  while (whole && op_of(w) != SpvOpFunctionEnd)
    follow_instruction(c, w += length_of(w));
}

// Where the marking begins.
static void use_root(cutter *c, const uint32_t *w, const char *kernel, bool keep_exports) {
  uint32_t op = op_of(w), len = length_of(w);
  bool is_root = op == SpvOpDecorationGroup && len > 1; // nothing that is marked names it
  if (op == SpvOpEntryPoint && len > 3 && kernel && is_text(w + 3, len - 3, kernel))
    use_id(c, c->kernel = w[2]);
  else if (op == SpvOpDecorate && len > 4 && w[2] == SpvDecorationLinkageAttributes &&
           w[len - 1] == SpvLinkageTypeExport)
    is_root = keep_exports;
  if (is_root)
    use_id(c, w[1]);
  for (uint32_t i = 3; i < len && (op == SpvOpDecorateId || op == SpvOpExecutionModeId); i++)
    use_id(c, w[i]);
}

static void spirv_cut_mark(cutter *c, const char *kernel, bool keep_exports) {
  for (size_t i = SY_SPIRV_HEADER; i < c->functions; i += length_of(c->in + i))
    use_root(c, c->in + i, kernel, keep_exports);
  while (c->todo_count)
    spirv_cut_follow(c, c->todo[--c->todo_count]);
}

// ---- writing ----------------------------------------------------------------------------------------

typedef struct output {
  uint32_t *words;
  size_t n;
} output;

static void spirv_cut_put(output *o, const uint32_t *w, size_t n) {
  memcpy(o->words + o->n, w, n * sizeof *w);
  o->n += n;
}

static bool is_used(const cutter *c, uint32_t id) {
  return id < c->bound && c->used[id];
}

// The instruction's words up to `fixed`, and of those behind them the groups of `step` words that begin with
// a used id. None of them: nothing, unless it is to stay.
static void put_list(const cutter *c, output *o, const uint32_t *w, uint32_t fixed, uint32_t step,
                     bool stays) {
  size_t begin = o->n;
  uint32_t len = length_of(w);
  spirv_cut_put(o, w, fixed);
  for (uint32_t i = fixed; i + step <= len; i += step)
    if (is_used(c, w[i]))
      spirv_cut_put(o, w + i, step);
  o->words[begin] = (uint32_t)(o->n - begin) << 16 | op_of(w);
  if (o->n - begin == fixed && !stays)
    o->n = begin;
}

static void put_entry_point(const cutter *c, output *o, const uint32_t *w) {
  uint32_t len = length_of(w), name = 3;
  if (!c->kernel || w[2] != c->kernel)
    return;
  while (name < len && memchr(w + name, 0, sizeof *w) == NULL)
    name++;
  put_list(c, o, w, name < len ? name + 1 : len, 1, true);
}

static bool keeps_capability(const cutter *c, uint32_t capability) {
  for (size_t i = 0; i < SY_COUNT(needs); i++)
    if (needs[i].capability == capability)
      return c->needed[i];
  return true;
}

// Whether an instruction outside of functions stays as it is.
static bool stays(const cutter *c, const uint32_t *w) {
  uint32_t place = defines(op_of(w));
  switch (op_of(w)) {
  case SpvOpCapability:
    return keeps_capability(c, w[1]);
  case SpvOpName:
  case SpvOpMemberName:
  case SpvOpExecutionMode:
  case SpvOpExecutionModeId:
  case SpvOpTypeForwardPointer:
  case SpvOpDecorate:
  case SpvOpMemberDecorate:
  case SpvOpDecorateId:
  case SpvOpDecorateString:
  case SpvOpMemberDecorateString:
    return is_used(c, w[1]);
  default:
    return !place || (place < length_of(w) && is_used(c, w[place]));
  }
}

static void put_outside(const cutter *c, output *o, const uint32_t *w) {
  if (length_of(w) < 2 || is_debug(c, w))
    return;
  if (op_of(w) == SpvOpEntryPoint && length_of(w) > 3)
    put_entry_point(c, o, w);
  else if (op_of(w) == SpvOpGroupDecorate)
    put_list(c, o, w, 2, 1, false);
  else if (op_of(w) == SpvOpGroupMemberDecorate)
    put_list(c, o, w, 2, 2, false);
  else if (stays(c, w))
    spirv_cut_put(o, w, length_of(w));
}

// Returns how many functions were left out.
static size_t write_all(const cutter *c, output *o) {
  size_t i = SY_SPIRV_HEADER, dropped = 0;
  bool kept = false;
  spirv_cut_put(o, c->in, SY_SPIRV_HEADER);
  for (; i < c->functions; i += length_of(c->in + i))
    put_outside(c, o, c->in + i);
  for (; i < c->n; i += length_of(c->in + i)) {
    const uint32_t *w = c->in + i;
    if (op_of(w) == SpvOpFunction) {
      kept = is_used(c, w[2]);
      dropped += !kept;
    }
    if (kept && !is_debug(c, w))
      spirv_cut_put(o, w, length_of(w));
  }
  return dropped;
}

// ----------------------------------------------------------------------------------------------------

static sy_cut cut(cutter *c, const char *kernel, bool keep_exports, output *o) {
  if (!read_all(c))
    return SY_CUT_BAD;
  spirv_cut_mark(c, kernel, keep_exports);
  if (kernel && !c->kernel)
    return SY_CUT_BAD;
  return write_all(c, o) ? SY_CUT_DONE : SY_CUT_NOTHING;
}

sy_cut sy_spirv_cut(const void *spirv, size_t size, const char *kernel, bool keep_exports, void **out,
                    size_t *out_size) {
  cutter c = {.in = spirv, .n = size / sizeof *c.in};
  output o = {0};
  *out = NULL;
  if (c.n < SY_SPIRV_HEADER || c.in[0] != SY_SPIRV_MAGIC || c.in[SY_SPIRV_BOUND] > SY_SPIRV_MOST_IDS)
    return SY_CUT_BAD;
  c.bound = c.in[SY_SPIRV_BOUND];
  c.definition = calloc((size_t)c.bound + 1, sizeof *c.definition);
  c.used = calloc((size_t)c.bound + 1, sizeof *c.used);
  c.debug = calloc((size_t)c.bound + 1, sizeof *c.debug);
  c.todo = calloc((size_t)c.bound + 1, sizeof *c.todo);
  o.words = malloc(c.n * sizeof *o.words);
  sy_cut result = SY_CUT_NO_MEMORY;
  if (c.definition && c.used && c.debug && c.todo && o.words)
    result = cut(&c, kernel, keep_exports, &o);
  free(c.definition);
  free(c.used);
  free(c.debug);
  free(c.todo);
  if (result) {
    free(o.words);
    return result;
  }
  *out = o.words;
  *out_size = o.n * sizeof *o.words;
  return result;
}
