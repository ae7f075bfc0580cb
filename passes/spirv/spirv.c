// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module is prepared by one pass after the other, LLVM's back end writes it to memory, and the words are
// mended before they go to the file: null constants of scalars become zeros, what LLVM declared twice too
// long is cut, operands get the width of their operation (widths.c), and an import that is one of SPIR-V's
// own operations means that LLVM does not know it, which is an error.
#include "passes/spirv/spirv.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/spirv_extension.h"
#include "formats/spirv_header.h"
#include "passes/analysis/undefined.h"
#include "passes/common/pass_list.h"
#include "passes/spirv/atomics.h"
#include "passes/spirv/failures.h"
#include "passes/spirv/globals.h"
#include "passes/spirv/memory.h"
#include "passes/spirv/odd_integers.h"
#include "passes/spirv/odd_vectors.h"
#include "passes/spirv/overflow.h"
#include "passes/spirv/pointer_casts.h"
#include "passes/spirv/printf.h"
#include "passes/spirv/properties.h"
#include "passes/spirv/types.h"
#include "passes/spirv/unoptimised.h"
#include "passes/spirv/variables.h"
#include "passes/spirv/wide_integers.h"
#include "passes/spirv/widths.h"

#include <llvm-c/Support.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

enum {
  NULL_WORDS = 3,
};

// LLVM 22 looks up the address space of a format in the function it compiled last, and asks for this where it
// finds another one. All of ours are in constant memory (passes/spirv/printf.c).
#define RELAXED_PRINTF "SPV_EXT_relaxed_printf_string_address_space"

typedef enum scalar { NOT_SCALAR, BOOL, ONE_WORD, TWO_WORDS } scalar;

static void note_type(scalar *types, uint32_t bound, const uint32_t *w, uint32_t op, uint32_t len) {
  if (len < 2 || w[1] >= bound)
    return;
  if (op == SpvOpTypeBool)
    types[w[1]] = BOOL;
  else if ((op == SpvOpTypeInt || op == SpvOpTypeFloat) && len >= 3)
    types[w[1]] = w[2] > 32 ? TWO_WORDS : ONE_WORD;
}

static size_t put_words(uint32_t *out, const uint32_t *w, uint32_t len) {
  memcpy(out, w, len * sizeof *out);
  return len;
}

// Writes the replacement of OpConstantNull <type> <id>; returns its length in words. LLVM writes the type
// again for each further use of an opaque type's null (22.1).
static size_t put_zero(uint32_t *out, const uint32_t *w, scalar type) {
  if (type == NOT_SCALAR) {
    out[0] = NULL_WORDS << 16 | SpvOpConstantNull;
    memcpy(out + 1, w + 1, (NULL_WORDS - 1) * sizeof *out);
    return NULL_WORDS;
  }
  uint32_t len = type == BOOL ? 3 : type == ONE_WORD ? 4 : 5;
  out[0] = len << 16 | (type == BOOL ? SpvOpConstantFalse : SpvOpConstant);
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
    if (op == SpvOpExtension && !strncmp((const char *)(w + 1), RELAXED_PRINTF, (len - 1) * sizeof *w))
      continue;
    bool null = op == SpvOpConstantNull && len >= NULL_WORDS && w[1] < bound;
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
    if ((w[0] & 0xffff) != SpvOpDecorate || w[0] >> 16 < 5 || w[2] != SpvDecorationLinkageAttributes)
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

// LLVM has no other way to say it than options of its command line. Drivers do again what is turned off here.
void sy_spirv_allow_extensions(void) {
  static const char *const words[] = {
      "sycl-codegen",
      // Makes additions with carry, which translators to LLVM IR do not know.
      "--disable-cgp",
      // Makes integers of odd widths (odd_integers.c).
      "--disable-lsr",
      // These two do not know that an operation of SPIR-V may have no meaning, and move a division in front
      // of the test that its divisor is not zero.
      "--disable-machine-licm",
      "--disable-machine-cse",
      ("--spirv-ext=+SPV_INTEL_subgroups,+" RELAXED_PRINTF),
  };
  LLVMParseCommandLineOptions(SY_COUNT(words), words, "");
}

static bool check_functions(LLVMModuleRef m, sy_diag *d) {
  return sy_check_defined(m, is_known, d);
}

// SPIR-V 1.2 has no other linkage.
static void publish_exports(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_exported(f))
      LLVMSetLinkage(f, LLVMExternalLinkage);
}

// Failures come before variables, which give kernels the record that failures are written to.
static const sy_pass passes[] = {
    {"linkage of exported functions", .change = publish_exports},
    {"functions compiled without optimisation", .lower_for = sy_spirv_unoptimised},
    {"ends of work-items", .lower_for = sy_spirv_failures},
    {"device_globals", .lower_for = sy_spirv_globals},
    {"address spaces", .llvm = "function(infer-address-spaces),globaldce,strip-dead-prototypes"},
    {"undefined functions", .lower = check_functions},
    {"printf", .lower_for = sy_spirv_printf},
    {"opaque types", .lower = sy_spirv_types},
    {"casts of pointers", .change = sy_spirv_pointer_casts},
    {"annotations", .change = sy_spirv_annotations},
    {"initial values", .change = define_initial_values},
    {"copies of memory", .change_for = sy_spirv_memory},
    {"atomics", .change = sy_spirv_atomics},
    {"odd vectors", .lower_for = sy_spirv_odd_vectors},
    {"overflow", .change = sy_spirv_overflow},
    {"wide integers", .change = sy_spirv_wide_integers},
    {"odd integers", .change = sy_spirv_odd_integers},
    {"widths of vectors", .change = sy_spirv_vector_widths},
    {"private variables", .change = sy_spirv_variables},
};

bool sy_spirv_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  return sy_passes_run(passes, SY_COUNT(passes), &(sy_pass_job){.m = m, .tm = tm, .d = d});
}

bool sy_spirv_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
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
  if (ok) {
    n = sy_spirv_add_semantic(&fixed, n); // LLVM does not name it
    n = sy_spirv_widths(&fixed, n);
  }
  LLVMDisposeMemoryBuffer(code);
  if (!ok)
    return sy_error(d, SY_NOWHERE, "LLVM's SPIR-V back end wrote something that is not SPIR-V");
  ok = check_operations(m, fixed, n, d) && sy_file_write(path, fixed, n * sizeof *fixed, d);
  free(fixed);
  return ok;
}
