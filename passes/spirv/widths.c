// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM 22 turns what is cut and extended again into an 'and', and forgets that the value may have another
// width than the result:
//
//   %t = trunc i64 %x to i8
//   %z = zext i8 %t to i32           it writes  %z = OpBitwiseAnd %uint %x %uint_255, where %x is a %ulong
//
// A driver may refuse that, crash on it, or compute something. It makes such extensions itself, of an 'and'
// of a truncation for example, so nothing in LLVM IR keeps it from that. The words of the module say it all:
// the types of both operands are known when the operation comes, and a conversion is put in front of it:
//
//   %w = OpUConvert %uint %x
//   %z = OpBitwiseAnd %uint %w %uint_255
//
// For some vectors it does not get that far but ends the process. Those are made an 'and' in LLVM IR.
#define SPV_ENABLE_UTILITY_CODE
#include "passes/spirv/widths.h"

#include "base/mem.h"
#include "formats/spirv_header.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

extern inline void SpvHasResultAndType(SpvOp op, bool *result, bool *type); // the one definition C asks for

// ---- words --------------------------------------------------------------------------------------------

enum { CONVERSION = 4, OPERANDS = 2 }; // words of a conversion; operands of an 'and', from its third word on

typedef struct width_state {
  uint32_t bound; // of ids
  uint32_t *type; // of values, by id; 0: not known
  uint32_t *bits; // of types that are integers or vectors of them, by id; 0: others
  uint32_t *out;
  size_t n;
} width_state;

static void note_result(width_state *s, const uint32_t *w, uint32_t op, uint32_t len) {
  bool result, type;
  SpvHasResultAndType((SpvOp)op, &result, &type);
  if (result && type && len >= 3 && w[2] < s->bound && w[1] < s->bound)
    s->type[w[2]] = w[1];
  else if (op == SpvOpTypeInt && len >= 3 && w[1] < s->bound)
    s->bits[w[1]] = w[2];
  else if (op == SpvOpTypeVector && len >= 3 && w[1] < s->bound && w[2] < s->bound)
    s->bits[w[1]] = s->bits[w[2]];
}

// The operand, or what it is converted to.
static uint32_t convert(width_state *s, uint32_t type, uint32_t operand) {
  uint32_t bits = operand < s->bound ? s->bits[s->type[operand]] : 0;
  if (!bits || type >= s->bound || !s->bits[type] || bits == s->bits[type])
    return operand;
  const uint32_t words[CONVERSION] = {CONVERSION << 16 | SpvOpUConvert, type, s->out[3]++, operand};
  memcpy(s->out + s->n, words, sizeof words);
  s->n += CONVERSION;
  return words[2];
}

static void copy_instruction(width_state *s, const uint32_t *w, uint32_t op, uint32_t len) {
  uint32_t operands[OPERANDS];
  bool is_and = op == SpvOpBitwiseAnd && len == 3 + OPERANDS;
  for (int i = 0; is_and && i < OPERANDS; i++)
    operands[i] = convert(s, w[1], w[3 + i]);
  memcpy(s->out + s->n, w, len * sizeof *w);
  if (is_and)
    memcpy(s->out + s->n + 3, operands, sizeof operands);
  s->n += len;
}

size_t sy_spirv_widths(uint32_t **words, size_t n) {
  const uint32_t *in = *words;
  if (n < SY_SPIRV_HEADER || in[0] != SY_SPIRV_MAGIC || in[3] > n)
    return n;
  width_state s = {.bound = in[3]};
  s.type = sy_alloc((s.bound + 1) * sizeof *s.type);
  s.bits = sy_alloc((s.bound + 1) * sizeof *s.bits);
  s.out = sy_alloc(n * (1 + OPERANDS * CONVERSION) * sizeof *s.out);
  memcpy(s.out, in, SY_SPIRV_HEADER * sizeof *in);
  s.n = SY_SPIRV_HEADER;
  size_t i = SY_SPIRV_HEADER;
  for (uint32_t len; i < n && (len = in[i] >> 16) && len <= n - i; i += len) {
    note_result(&s, in + i, in[i] & 0xffff, len);
    copy_instruction(&s, in + i, in[i] & 0xffff, len);
  }
  free(s.type);
  free(s.bits);
  if (i != n) {
    free(s.out);
    return n;
  }
  free(*words);
  *words = s.out;
  return s.n;
}

// ---- vectors ------------------------------------------------------------------------------------------

static LLVMValueRef make_mask(LLVMTypeRef type, unsigned bits) {
  unsigned n = LLVMGetVectorSize(type);
  LLVMValueRef *all = sy_alloc(n * sizeof(LLVMValueRef));
  for (unsigned i = 0; i < n; i++)
    all[i] = LLVMConstInt(LLVMGetElementType(type), ~0ull >> (64 - bits), false);
  LLVMValueRef mask = LLVMConstVector(all, n);
  free(all);
  return mask;
}

static unsigned width_of(LLVMValueRef v) {
  return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
}

// i extends a vector by zeros that was cut from one of another width; returns that, else null.
static LLVMValueRef find_vector(LLVMValueRef i) {
  if (!LLVMIsAZExtInst(i) || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVectorTypeKind)
    return NULL;
  LLVMValueRef cut = LLVMGetOperand(i, 0), from = LLVMIsATruncInst(cut) ? LLVMGetOperand(cut, 0) : NULL;
  return from && width_of(from) <= 64 && width_of(from) != width_of(i) ? from : NULL;
}

static void replace_vector(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef from) {
  unsigned bits = width_of(LLVMGetOperand(i, 0));
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef left = LLVMBuildAnd(b, from, make_mask(LLVMTypeOf(from), bits), "");
  LLVMReplaceAllUsesWith(i, width_of(from) > width_of(i) ? LLVMBuildTrunc(b, left, LLVMTypeOf(i), "")
                                                         : LLVMBuildZExt(b, left, LLVMTypeOf(i), ""));
  LLVMInstructionEraseFromParent(i);
}

void sy_spirv_vector_widths(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef from = find_vector(i);
        if (from)
          replace_vector(b, i, from);
      }
  LLVMDisposeBuilder(b);
}
