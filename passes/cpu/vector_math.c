// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call of sinf keeps a loop from becoming vector code, unless LLVM knows a sinf for vectors. glibc has them
// in libmvec, under the names of the vector function ABI (_ZGVdN8v_sinf: AVX2, 8 lanes, no mask, one vector),
// and libm.so links it where it is needed. LLVM takes them from an attribute of the call:
//
//   call float @llvm.sin.f32(float %x)
//   "vector-function-abi-variant"="_ZGV_LLVM_N4v_llvm.sin.f32(_ZGVbN4v_sinf),..."
//
// LLVM's own table of libmvec (-vector-library=LIBMVEC) has six functions and no AVX-512. What is used here
// stands in vector_math.def, with measured errors: a function is used where they are within SYCL's limit, or
// where the call says that an approximation will do (-ffast-math).
//
// Calls lose what C says about errno, which no kernel can read: a write to it would keep the vectorisers out
// as well.
#include "passes/cpu/vector_math.h"

#include "base/count.h"
#include "base/str.h"
#include "passes/shim/shim.h"

#include <stdio.h>
#include <string.h>

enum { SSE, AVX2, AVX512, LEVELS };

// The letter of the ABI, what the CPU must have, and the bits of a vector.
static const struct {
  char letter;
  const char *feature;
  unsigned bits;
} levels[LEVELS] = {
    [SSE] = {'b', "+sse2", 128}, [AVX2] = {'d', "+avx2", 256}, [AVX512] = {'e', "+avx512f", 512}};

typedef struct function {
  const char *name;
  unsigned args;
  double limit;
  double error[2][LEVELS]; // of float, of double
} function;

static const function functions[] = {
#define VECTOR(name, args, limit, f_sse, f_avx2, f_avx512, d_sse, d_avx2, d_avx512)                          \
  {#name, args, limit, {{f_sse, f_avx2, f_avx512}, {d_sse, d_avx2, d_avx512}}},
#include "passes/cpu/vector_math.def"
#undef VECTOR
};

// Not all doubles can be tried.
static bool is_exact_enough(const function *f, bool is_double, unsigned level) {
  const double margin = is_double ? 0.9 : 1;
  return f->error[is_double][level] <= f->limit * margin;
}

typedef struct state {
  LLVMModuleRef m;
  LLVMContextRef c;
  LLVMTargetMachineRef tm;
} state;

// sin, sinf, llvm.sin.f64 and llvm.sin.f32 are the same function of two types.
static const function *find_function(const char *name, bool *is_double) {
  char text[32];
  for (size_t i = 0; i < SY_COUNT(functions); i++)
    for (int d = 0; d < 2; d++) {
      snprintf(text, sizeof text, "%s%s", functions[i].name, d ? "" : "f");
      bool found = !strcmp(name, text);
      snprintf(text, sizeof text, "llvm.%s.%s", functions[i].name, d ? "f64" : "f32");
      if (found || !strcmp(name, text)) {
        *is_double = d;
        return &functions[i];
      }
    }
  return NULL;
}

static LLVMAttributeRef enum_attribute(LLVMContextRef c, const char *name) {
  return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

// What is true of a function of numbers alone ("memory", 0: none), and what only functions may have: a loop
// can compute it for work-items that do not need it, so that it needs no mask.
static const char *const pure[] = {"memory", "nounwind", "willreturn"};
static const char speculatable[] = "speculatable";

static unsigned lanes(unsigned level, bool is_double) {
  return levels[level].bits / (is_double ? 64 : 32);
}

static void declare(state *s, const char *name, unsigned args, unsigned n, bool is_double) {
  if (LLVMGetNamedFunction(s->m, name))
    return;
  LLVMTypeRef number = is_double ? LLVMDoubleTypeInContext(s->c) : LLVMFloatTypeInContext(s->c);
  LLVMTypeRef vector = LLVMVectorType(number, n), types[] = {vector, vector};
  LLVMValueRef f = LLVMAddFunction(s->m, name, LLVMFunctionType(vector, types, args, 0));
  for (size_t i = 0; i < SY_COUNT(pure); i++)
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, enum_attribute(s->c, pure[i]));
  sy_llvm_keep_declaration(f); // nothing calls it before the vectorisers do
}

// The value of the attribute: all vector forms that a call of `callee` may use, on the CPU that the caller is
// for.
static void list_forms(state *s, LLVMValueRef caller, const function *f, const char *callee, bool is_double,
                       bool approximate, sy_str *out) {
  for (unsigned l = 0; l < LEVELS; l++) {
    if (!sy_llvm_has_feature(s->tm, caller, levels[l].feature) ||
        !(approximate || is_exact_enough(f, is_double, l)))
      continue;
    char name[48];
    const char *shape = f->args == 1 ? "v" : "vv";
    unsigned n = lanes(l, is_double);
    snprintf(name, sizeof name, "_ZGV%cN%u%s_%s%s", levels[l].letter, n, shape, f->name,
             is_double ? "" : "f");
    declare(s, name, f->args, n, is_double);
    sy_str_addf(out, "%s_ZGV_LLVM_N%u%s_%s(%s)", out->n ? "," : "", n, shape, callee, name);
  }
}

static bool is_approximate(LLVMValueRef call) {
  return LLVMCanValueUseFastMathFlags(call) && (LLVMGetFastMathFlags(call) & LLVMFastMathApproxFunc);
}

static void annotate(state *s, LLVMValueRef call, const function *f, const char *callee, bool is_double) {
  static const char key[] = "vector-function-abi-variant";
  sy_str forms = SY_STR_INIT;
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  list_forms(s, caller, f, callee, is_double, is_approximate(call), &forms);
  if (forms.n)
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(s->c, key, sizeof key - 1, sy_str_c(&forms), (unsigned)forms.n));
  for (size_t i = 0; i < SY_COUNT(pure); i++)
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attribute(s->c, pure[i]));
  sy_str_free(&forms);
}

void sy_vector_math(LLVMModuleRef m, LLVMTargetMachineRef tm) {
  state s = {.m = m, .c = LLVMGetModuleContext(m), .tm = tm};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    bool is_double = false;
    const char *name = LLVMGetValueName2(f, &n);
    const function *math = LLVMIsDeclaration(f) ? find_function(name, &is_double) : NULL;
    for (LLVMUseRef u = math ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
      LLVMValueRef call = LLVMGetUser(u);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f)
        annotate(&s, call, math, name, is_double);
    }
    if (math && !LLVMGetIntrinsicID(f))
      LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, enum_attribute(s.c, speculatable));
  }
}
