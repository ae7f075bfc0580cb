// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Propagation of aspects and splitting into images. The bytes are decisions about a module that is valid IR,
// so that none are lost on a parser; what hangs on its functions as metadata is anything. Then: what a
// function uses includes what its callees use, propagating again changes nothing, every entry point is in one
// image, images are valid.
#include <llvm-c/Analysis.h>

#include "passes/analysis/propagate_aspects.h"
#include "passes/common/module.h"
#include "passes/images/image.h"
#include "passes/shim/shim.h"
#include "tests/fuzz/fuzz.h"

enum { FUNCTIONS = 12, VARIABLES = 4, TYPES = 3, NODES = 16 };

typedef struct maker {
  const uint8_t *at, *end;
  LLVMContextRef c;
  LLVMModuleRef m;
  LLVMTypeRef ptr, i32, nothing; // nothing: void ()
  LLVMTypeRef types[TYPES];
  LLVMValueRef callable[FUNCTIONS * 2], globals[FUNCTIONS * 2 + VARIABLES], kernels[FUNCTIONS];
  unsigned n_callable, n_globals, n_kernels;
  LLVMMetadataRef nodes[NODES];
} maker;

// ---- decisions -------------------------------------------------------------------------------------

static unsigned choose(maker *k, unsigned n) {
  return n && k->at < k->end ? *k->at++ % n : 0;
}

static unsigned number(maker *k) {
  static const unsigned odd[] = {5, 6, 9, 16, 0, 1000, 123456, INT32_MAX, UINT32_MAX};
  return odd[choose(k, sizeof odd / sizeof *odd)];
}

static const char *word(maker *k) {
  static const char *const words[] = {"intel_gpu_skl",  "intel_gpu_pvc", "native_cpu", "spir64", "",
                                      "no such target", "struct.0",      "struct.2"};
  return words[choose(k, sizeof words / sizeof *words)];
}

// ---- metadata --------------------------------------------------------------------------------------

static LLVMMetadataRef text(maker *k, const char *s) {
  return LLVMMDStringInContext2(k->c, s, strlen(s));
}

static LLVMMetadataRef operand(maker *k, unsigned nodes) {
  switch (choose(k, 8)) {
  case 0:
    return NULL;
  case 1:
    return text(k, word(k));
  case 2:
    return nodes ? k->nodes[choose(k, nodes)] : NULL;
  case 3:
    return LLVMValueAsMetadata(LLVMConstInt(LLVMIntTypeInContext(k->c, 128), number(k), 0));
  case 4:
    return k->n_globals ? LLVMValueAsMetadata(k->globals[choose(k, k->n_globals)]) : NULL;
  default:
    return LLVMValueAsMetadata(LLVMConstInt(k->i32, number(k), 0));
  }
}

static void make_nodes(maker *k) {
  for (unsigned i = 0; i < NODES; i++) {
    LLVMMetadataRef ops[6];
    unsigned n = choose(k, 6);
    for (unsigned o = 0; o < n; o++)
      ops[o] = operand(k, i);
    k->nodes[i] = choose(k, 8) ? LLVMMDNodeInContext2(k->c, ops, n)
                               : sy_llvm_loop_id(k->c, ops, n); // one that holds itself
  }
}

static void attach(maker *k, LLVMValueRef f) {
  static const char *const kinds[] = {
      "intel_used_aspects",        "intel_declared_aspects",    "intel_fixed_targets",
      "intel_reqd_sub_group_size", "sycc_reqd_work_group_size", "sycc_own_aspects",
      "sycc_use_places",           "sycc_aspect_origins",       "sycc_dimensions",
  };
  for (unsigned n = choose(k, 4); n; n--) {
    const char *kind = kinds[choose(k, sizeof kinds / sizeof *kinds)];
    LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(k->c, kind, (unsigned)strlen(kind)),
                          k->nodes[choose(k, NODES)]);
  }
}

// ---- code ------------------------------------------------------------------------------------------

static void add_string(maker *k, LLVMValueRef f, const char *name, const char *value) {
  LLVMAddAttributeAtIndex(
      f, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(k->c, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

static void declare_function(maker *k, unsigned i) {
  static const char *const units[] = {"", "a", "b"};
  char name[] = {'f', (char)('a' + i), 0};
  LLVMValueRef f = LLVMAddFunction(k->m, name, k->nothing);
  k->globals[k->n_globals++] = f;
  if (choose(k, 3) == 0) {
    LLVMSetFunctionCallConv(f, SY_CC_SPIR_KERNEL);
    k->kernels[k->n_kernels++] = f;
  } else {
    LLVMSetFunctionCallConv(f, SY_CC_SPIR_FUNC);
    k->callable[k->n_callable++] = f;
    if (choose(k, 3) == 0)
      add_string(k, f, "sycl-external", "");
  }
  add_string(k, f, "sycl-module-id", units[choose(k, 3)]);
  attach(k, f);
}

static void make_variable(maker *k, unsigned i) {
  char name[] = {'v', (char)('a' + i), 0};
  LLVMValueRef parts[3];
  LLVMTypeRef type = LLVMArrayType2(k->ptr, 3);
  for (unsigned p = 0; p < 3; p++)
    parts[p] = k->n_globals && choose(k, 2) ? k->globals[choose(k, k->n_globals)] : LLVMConstNull(k->ptr);
  LLVMValueRef v = LLVMAddGlobal(k->m, type, name);
  if (choose(k, 4))
    LLVMSetInitializer(v, LLVMConstArray2(k->ptr, parts, 3));
  k->globals[k->n_globals++] = v;
}

static void make_instruction(maker *k, LLVMBuilderRef b) {
  LLVMTypeRef scalars[] = {LLVMDoubleTypeInContext(k->c), LLVMHalfTypeInContext(k->c), k->i32};
  LLVMTypeRef type = scalars[choose(k, 3)];
  switch (choose(k, 5)) {
  case 0:
    LLVMBuildAlloca(b, k->types[choose(k, TYPES)], "");
    break;
  case 1:
    LLVMBuildStore(b, LLVMConstNull(type), LLVMBuildAlloca(b, type, ""));
    break;
  case 2:
    if (k->n_globals)
      LLVMBuildLoad2(b, type, k->globals[choose(k, k->n_globals)], "");
    break;
  default:
    if (k->n_callable)
      LLVMBuildCall2(b, k->nothing, k->callable[choose(k, k->n_callable)], NULL, 0, "");
  }
}

static void make_body(maker *k, LLVMValueRef f) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(k->c);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(k->c, f, ""));
  for (unsigned n = choose(k, 6); n; n--)
    make_instruction(k, b);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
}

static void make_types(maker *k) {
  k->ptr = LLVMPointerTypeInContext(k->c, 0);
  k->i32 = LLVMInt32TypeInContext(k->c);
  k->nothing = LLVMFunctionType(LLVMVoidTypeInContext(k->c), NULL, 0, 0);
  for (unsigned i = 0; i < TYPES; i++) {
    char name[] = "struct.0";
    name[7] += (char)i;
    LLVMTypeRef parts[] = {k->i32, i ? k->types[i - 1] : k->ptr};
    k->types[i] = LLVMStructCreateNamed(k->c, name);
    LLVMStructSetBody(k->types[i], parts, 2, 0);
  }
}

static void make_aliases(maker *k) {
  for (unsigned i = 0, n = choose(k, 3); i < n && k->n_callable; i++) {
    char name[] = {'a', (char)('a' + i), 0};
    LLVMValueRef f = k->callable[choose(k, k->n_callable)];
    if (LLVMIsDeclaration(f))
      continue;
    k->globals[k->n_globals++] = k->callable[k->n_callable++] = LLVMAddAlias2(k->m, k->nothing, 0, f, name);
  }
}

static void make_module(maker *k) {
  make_types(k);
  make_nodes(k); // without functions in them: those come with the second half
  unsigned functions = 1 + choose(k, FUNCTIONS);
  for (unsigned i = 0; i < functions; i++) {
    declare_function(k, i);
    if (i == functions / 2)
      make_nodes(k);
  }
  for (unsigned i = 0, n = choose(k, VARIABLES); i < n; i++)
    make_variable(k, i);
  for (LLVMValueRef f = LLVMGetFirstFunction(k->m); f; f = LLVMGetNextFunction(f))
    if (choose(k, 5))
      make_body(k, f);
  make_aliases(k);
  for (unsigned n = choose(k, 4); n; n--)
    LLVMAddNamedMetadataOperand(k->m, "intel_types_that_use_aspects",
                                LLVMMetadataAsValue(k->c, k->nodes[choose(k, NODES)]));
}

// ---- what has to hold ------------------------------------------------------------------------------

static void require_valid(LLVMModuleRef m, const char *what) {
  char *message = NULL;
  bool bad = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
  if (bad)
    fprintf(stderr, "%s\n", message);
  LLVMDisposeMessage(message);
  fuzz_require(!bad, what);
}

static bool within(sy_numbers small, sy_numbers large) {
  for (unsigned i = 0; i < small.n; i++)
    if (!sy_numbers_have(large, small.v[i]))
      return false;
  return true;
}

static void check_propagated(LLVMModuleRef m, const sy_propagation *how) {
  sy_arena a = {0};
  sy_use_graph g = {0};
  sy_use_graph_build(&g, m);
  sy_function_facts *facts = sy_alloc((g.functions + 1) * sizeof *facts);
  for (uint32_t i = 0; i < g.functions; i++)
    facts[i] = sy_function_facts_read(g.nodes[i], &a, NULL);
  for (uint32_t i = 0; i < g.functions; i++)
    for (uint32_t u = g.first[i]; u < g.first[i + 1]; u++)
      if (!LLVMIsDeclaration(g.nodes[i]) && g.uses.data[u].to < g.functions)
        fuzz_require(within(facts[g.uses.data[u].to].used, facts[i].used), "callers use what callees use");
  sy_propagate_aspects(m, how, NULL);
  for (uint32_t i = 0; i < g.functions; i++) {
    sy_numbers again = sy_function_facts_read(g.nodes[i], &a, NULL).used;
    fuzz_require(within(again, facts[i].used) && within(facts[i].used, again), "the same the second time");
  }
  free(facts);
  sy_use_graph_free(&g);
  sy_arena_free(&a);
}

static void check_images(LLVMModuleRef m, enum sy_split how) {
  sy_images all = {.external = SY_WARNING};
  sy_diag d = {0};
  sy_images_make(&all, m, how, &d);
  fuzz_require(!d.errors, "valid modules have images");
  unsigned *in = sy_alloc((all.g.n + 1) * sizeof *in);
  for (size_t i = 0; i < all.list.n; i++) {
    for (size_t e = 0; e < all.list.data[i].entries.n; e++)
      in[all.list.data[i].entries.data[e]]++;
    LLVMModuleRef image = sy_image_module(&all, &all.list.data[i]);
    require_valid(image, "an image is valid");
    LLVMDisposeModule(image);
  }
  for (uint32_t i = 0; i < all.g.functions; i++)
    fuzz_require(in[i] == (sy_is_kernel(all.g.nodes[i]) || sy_is_exported(all.g.nodes[i])),
                 "an entry point is in one image");
  free(in);
  sy_images_free(&all);
  sy_diag_free(&d);
}

static void take_warning(void *user, enum sy_aspect_warning group, sy_where at, const char *text) {
  (void)user, (void)group, (void)at;
  fuzz_require(*text, "a warning says something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_diag d = {0};
  maker k = {.at = data, .end = data + n, .c = sy_context_new(&d)};
  k.m = LLVMModuleCreateWithNameInContext("fuzz", k.c);
  make_module(&k);
  require_valid(k.m, "the module is valid to begin with");
  const sy_target *targets[] = {sy_target_at(choose(&k, (unsigned)sy_target_count())),
                                sy_target_find("intel_gpu_tgllp")};
  sy_propagation how = {.targets = targets, .target_count = choose(&k, 3), .warn = take_warning};
  sy_propagate_aspects(k.m, &how, &d);
  require_valid(k.m, "the module is valid after propagation");
  check_propagated(k.m, &how);
  for (enum sy_split s = SY_SPLIT_AUTO; s <= SY_SPLIT_OFF; s++)
    check_images(k.m, s);
  fuzz_require(!d.errors, "metadata is no reason for an error");
  LLVMDisposeModule(k.m);
  LLVMContextDispose(k.c);
  sy_diag_free(&d);
  return 0;
}
