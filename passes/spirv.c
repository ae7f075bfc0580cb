// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/spirv.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/spirv_extension.h"
#include "formats/spirv_header.h"
#include "passes/spirv_memory.h"
#include "passes/spirv_overflow.h"
#include "passes/spirv_printf.h"
#include "passes/spirv_properties.h"
#include "passes/spirv_types.h"
#include "passes/spirv_variables.h"
#include "passes/undefined.h"

#include <llvm-c/Support.h>
#include <string.h>

enum {
  OP_EXTENSION = 10,
  OP_DECORATE = 71,
  LINKAGE_ATTRIBUTES = 41,
  OP_TYPE_BOOL = 20,
  OP_TYPE_INT = 21,
  OP_TYPE_FLOAT = 22,
  OP_CONSTANT_FALSE = 42,
  OP_CONSTANT = 43,
  OP_CONSTANT_NULL = 46,
  NULL_WORDS = 3,
};

// LLVM 22 looks up the address space of a format in the function it compiled last, and asks for this where it finds
// another one. All of ours are in constant memory (passes/spirv_printf.c).
#define RELAXED_PRINTF "SPV_EXT_relaxed_printf_string_address_space"

typedef enum scalar { NOT_SCALAR, BOOL, ONE_WORD, TWO_WORDS } scalar;

static void note_type(scalar *types, uint32_t bound, const uint32_t *w, uint32_t op, uint32_t len) {
  if (len < 2 || w[1] >= bound)
    return;
  if (op == OP_TYPE_BOOL)
    types[w[1]] = BOOL;
  else if ((op == OP_TYPE_INT || op == OP_TYPE_FLOAT) && len >= 3)
    types[w[1]] = w[2] > 32 ? TWO_WORDS : ONE_WORD;
}

static size_t put_words(uint32_t *out, const uint32_t *w, uint32_t len) {
  memcpy(out, w, len * sizeof *out);
  return len;
}

// Writes the replacement of OpConstantNull <type> <id>; returns its length in words. LLVM writes the type again for
// each further use of an opaque type's null (22.1).
static size_t put_zero(uint32_t *out, const uint32_t *w, scalar type) {
  if (type == NOT_SCALAR) {
    out[0] = NULL_WORDS << 16 | OP_CONSTANT_NULL;
    memcpy(out + 1, w + 1, (NULL_WORDS - 1) * sizeof *out);
    return NULL_WORDS;
  }
  uint32_t len = type == BOOL ? 3 : type == ONE_WORD ? 4 : 5;
  out[0] = len << 16 | (type == BOOL ? OP_CONSTANT_FALSE : OP_CONSTANT);
  out[1] = w[1];
  out[2] = w[2];
  for (uint32_t i = 3; i < len; i++)
    out[i] = 0;
  return len;
}

bool sy_spirv_fix(const uint32_t *words, size_t n, uint32_t **out, size_t *out_n) {
  if (n < SY_SPIRV_HEADER || words[0] != SY_SPIRV_MAGIC)
    return false;
  uint32_t bound = words[3];
  if (bound > n) // each id is defined by an instruction
    return false;
  scalar *types = sy_alloc((bound + 1) * sizeof *types);
  uint32_t *o = sy_alloc(n * 2 * sizeof *o);
  memcpy(o, words, SY_SPIRV_HEADER * sizeof *o);
  size_t m = SY_SPIRV_HEADER, i = SY_SPIRV_HEADER;
  while (i < n) {
    uint32_t op = words[i] & 0xffff, len = words[i] >> 16;
    if (len == 0 || len > n - i)
      break;
    const uint32_t *w = words + i;
    note_type(types, bound, w, op, len);
    i += len;
    if (op == OP_EXTENSION && !strncmp((const char *)(w + 1), RELAXED_PRINTF, (len - 1) * sizeof *w))
      continue;
    bool null = op == OP_CONSTANT_NULL && len >= NULL_WORDS && w[1] < bound;
    m += null ? put_zero(o + m, w, types[w[1]]) : put_words(o + m, w, len);
  }
  free(types);
  if (i != n) {
    free(o);
    return false;
  }
  *out = o;
  *out_n = m;
  return true;
}

// __spirv_* become instructions, and printf is one of OpenCL's.
static bool is_known(const char *name) {
  return strstr(name, "__spirv_") || !strcmp(name, "printf");
}

// Calls of operations that LLVM does not know become imports, for which no device has a definition. Built-in
// variables are imports too, under names without parameters.
static const char *unknown_operation(const uint32_t *words, size_t n) {
  for (size_t i = SY_SPIRV_HEADER; i < n; i += words[i] >> 16) {
    const uint32_t *w = words + i;
    if ((w[0] & 0xffff) != OP_DECORATE || w[0] >> 16 < 5 || w[2] != LINKAGE_ATTRIBUTES)
      continue;
    const char *name = (const char *)(w + 3);
    if (!strncmp(name, "_Z", 2) && strstr(name, "__spirv_"))
      return name;
  }
  return NULL;
}

static bool check_operations(LLVMModuleRef m, const uint32_t *words, size_t n, sy_diag *d) {
  const char *name = unknown_operation(words, n);
  if (!name)
    return true;
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  char *readable = f ? sy_readable_name(f) : sy_strdup(name);
  sy_error(d, SY_NOWHERE, "LLVM's SPIR-V back end does not know '%s'", readable);
  sy_help(d, "CL/__spirv/spirv_ops.hpp and spirv_vars.hpp declare what it knows");
  free(readable);
  return false;
}

static bool is_aggregate(LLVMValueRef c) {
  return LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c);
}

// The constant with zeros for what is undefined inside, such as padding: LLVM ends the process on that
// (22.1).
static LLVMValueRef without_undefined(LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (LLVMIsUndef(c) || LLVMIsPoison(c))
    return LLVMConstNull(type);
  if (!is_aggregate(c))
    return c;
  unsigned n = (unsigned)LLVMGetNumOperands(c);
  LLVMValueRef *parts = sy_alloc((n + 1) * sizeof(LLVMValueRef));
  for (unsigned i = 0; i < n; i++)
    parts[i] = without_undefined(LLVMGetOperand(c, i));
  if (LLVMIsAConstantArray(c))
    c = LLVMConstArray2(LLVMGetElementType(type), parts, n);
  else if (LLVMGetStructName(type))
    c = LLVMConstNamedStruct(type, parts, n);
  else
    c = LLVMConstStructInContext(LLVMGetTypeContext(type), parts, n, LLVMIsPackedStruct(type));
  free(parts);
  return c;
}

static void define_initial_values(LLVMModuleRef m) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && is_aggregate(LLVMGetInitializer(g)))
      LLVMSetInitializer(g, without_undefined(LLVMGetInitializer(g)));
}

// LLVM has no other way to say it than options of its command line. Its last preparation of code would make additions with
// carry, which translators to LLVM IR do not know.
void sy_spirv_allow_extensions(void) {
  static const char *const words[] = {"sycl-codegen", "--disable-cgp",
                                      ("--spirv-ext=+SPV_INTEL_subgroups,+" RELAXED_PRINTF)};
  LLVMParseCommandLineOptions(3, words, "");
}

bool sy_spirv_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  if (!sy_check_defined(m, is_known, d) || !sy_spirv_printf(m, tm, d) || !sy_spirv_types(m, d))
    return false;
  sy_spirv_annotations(m);
  define_initial_values(m);
  sy_spirv_memory(m, tm);
  sy_spirv_overflow(m);
  sy_spirv_variables(m);
  char *message = NULL;
  LLVMMemoryBufferRef code;
  if (LLVMTargetMachineEmitToMemoryBuffer(tm, m, LLVMObjectFile, &message, &code)) {
    sy_error(d, SY_NOWHERE, "cannot generate SPIR-V: %s", message);
    LLVMDisposeMessage(message);
    return false;
  }
  uint32_t *fixed = NULL;
  size_t n = 0;
  bool ok = sy_spirv_fix((const uint32_t *)(const void *)LLVMGetBufferStart(code),
                         LLVMGetBufferSize(code) / sizeof *fixed, &fixed, &n);
  if (ok) // LLVM does not name it
    n = sy_spirv_add_semantic(&fixed, n);
  LLVMDisposeMemoryBuffer(code);
  if (!ok)
    return sy_error(d, SY_NOWHERE, "LLVM's SPIR-V back end wrote something that is not SPIR-V");
  ok = check_operations(m, fixed, n, d) && sy_file_write(path, fixed, n * sizeof *fixed, d);
  free(fixed);
  return ok;
}
