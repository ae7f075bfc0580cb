// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A condition in code for any device is a call of __sycc_device_has.6, which stands for "has aspect 6":
//
//   %c = call i1 @__sycc_device_has.6()
//   br i1 %c, label %double, label %next       ; %double calls what is under the condition
//
// The variants of the code are the leaves of a tree. Where the code asks for an aspect, a copy of it gets the
// answer yes and it itself no; both lose the branches that can't be taken, and what is left asks the next
// question. So aspects that only some devices are asked for cost nothing on others. Each device has its place
// in exactly one leaf, and leaves with the same code become one variant. Answers that follow from others (a
// device is of one architecture) are not branched on.
//
// The next question is the one nearest to the entry points: the conditions outside before those within.
#include "passes/images/device_if.h"

#include "base/map.h"
#include "passes/analysis/aspect_sets.h"
#include "passes/analysis/device_markers.h"
#include "passes/analysis/propagate_aspects.h"
#include "passes/common/module.h"
#include "passes/images/device_globals.h"
#include "passes/images/image.h"
#include "passes/shim/shim.h"

#include <stdio.h>
#include <string.h>

// ---- answers ---------------------------------------------------------------------------------------

static unsigned optnone_kind(void) {
  return LLVMGetEnumAttributeKindForName("optnone", 7);
}
static unsigned noinline_kind(void) {
  return LLVMGetEnumAttributeKindForName("noinline", 8);
}

static bool is_unoptimised(LLVMValueRef f) {
  return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone_kind());
}

// Branches go also where nothing is to be optimised: the code in them may be one that the device does not
// know.
static bool fold(LLVMValueRef f, sy_diag *d) {
  bool unoptimised = is_unoptimised(f);
  if (unoptimised)
    LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone_kind());
  bool ok = sy_function_run(f, NULL, "sccp,simplifycfg", d);
  if (unoptimised)
    LLVMAddAttributeAtIndex(
        f, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(f)), optnone_kind(), 0));
  return ok;
}

// Answers a question wherever it is asked.
static bool answer(LLVMModuleRef m, uint32_t aspect, bool has, sy_diag *d) {
  LLVMValueRef marker = sy_device_marker(m, aspect);
  LLVMValueRef constant = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(m)), has, false);
  SY_VEC(LLVMValueRef) askers = {0};
  sy_pointer_map seen = {0};
  for (LLVMUseRef next, use = LLVMGetFirstUse(marker); use; use = next) {
    LLVMValueRef call = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != marker)
      continue;
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    bool added;
    sy_pointer_map_put(&seen, f, &added);
    if (added)
      sy_vec_push(&askers, f);
    LLVMReplaceAllUsesWith(call, constant);
    LLVMInstructionEraseFromParent(call);
  }
  LLVMReplaceAllUsesWith(marker, LLVMConstNull(LLVMTypeOf(marker))); // no header makes such uses
  LLVMDeleteFunction(marker);
  bool ok = true;
  for (size_t i = 0; ok && i < askers.n; i++)
    ok = fold(askers.data[i], d);
  sy_vec_free(&askers);
  sy_pointer_map_free(&seen);
  return ok && sy_module_run(m, NULL, "globaldce", d);
}

static bool is_entry(LLVMValueRef f) {
  return LLVMIsAFunction(f) && (sy_is_kernel(f) || sy_is_exported(f));
}

// The question that is asked nearest to the entry points; false: none.
static bool next_question(LLVMModuleRef m, uint32_t *aspect) {
  sy_use_graph g = {0};
  bool found = false;
  sy_use_graph_build(&g, m);
  bool *seen = sy_alloc((g.n + 1) * sizeof *seen);
  SY_VEC(uint32_t) queue = {0};
  for (uint32_t i = 0; i < g.functions; i++)
    if (is_entry(g.nodes[i])) {
      sy_vec_push(&queue, i);
      seen[i] = true;
    }
  for (size_t at = 0; at < queue.n && !found; at++)
    for (uint32_t u = g.first[queue.data[at]]; u < g.first[queue.data[at] + 1] && !found; u++) {
      uint32_t to = g.uses.data[u].to;
      found = sy_is_device_marker(g.nodes[to], aspect);
      if (!seen[to])
        sy_vec_push(&queue, to);
      seen[to] = true;
    }
  sy_vec_free(&queue);
  free(seen);
  sy_use_graph_free(&g);
  return found;
}

// ---- the tree --------------------------------------------------------------------------------------

typedef struct tree {
  sy_device_variants *out;
  sy_u32s path;         // answers so far, SY_LACKS for no
  size_t first;         // in out: the variants of this tree
  SY_VEC(char *) texts; // of each of them: its code
  size_t leaves;
  const char *entry; // readable
  sy_u32s asked;
  sy_diag *d;
} tree;

static enum sy_known follows(const sy_u32s *path, uint32_t aspect) {
  for (size_t i = 0; i < path->n; i++) {
    uint32_t other = path->data[i] & ~SY_LACKS;
    bool lacks = path->data[i] & SY_LACKS;
    enum sy_known known = lacks ? SY_MAYBE : sy_aspect_implies(other, aspect);
    if (lacks && sy_aspect_implies(aspect, other) == SY_YES)
      known = SY_NO;
    if (known != SY_MAYBE)
      return known;
  }
  return SY_MAYBE;
}

static bool too_many(tree *t) {
  sy_str names = SY_STR_INIT;
  for (size_t i = 0; i < t->asked.n; i++) {
    const sy_aspect *a = sy_aspect_get(t->asked.data[i]);
    sy_str_addf(&names, i ? ", %s" : "%s", a ? a->Name : "?");
  }
  sy_error(t->d, SY_NOWHERE, "'%s' would have more than %d variants: its conditions ask for %s", t->entry,
           SY_MOST_VARIANTS, sy_str_c(&names));
  sy_help(t->d, "ask for fewer aspects in one kernel, or compile for devices by name (-fsycl-targets=), "
                "which answers when compiling");
  sy_str_free(&names);
  return false;
}

static int by_aspect(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a & ~SY_LACKS, y = *(const uint32_t *)b & ~SY_LACKS;
  return (x > y) - (x < y);
}

// If two cases differ in one answer only, the place of that answer.
static bool differ_in_one(const sy_u32s *a, const sy_u32s *b, size_t *where) {
  size_t differences = 0;
  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++) {
    if (a->data[i] == b->data[i])
      continue;
    if ((a->data[i] ^ b->data[i]) != SY_LACKS)
      return false;
    *where = i;
    differences++;
  }
  return differences == 1;
}

static void drop_case(sy_cases *c, size_t at) {
  sy_vec_free(&c->data[at]);
  memmove(&c->data[at], &c->data[at + 1], (c->n - at - 1) * sizeof *c->data);
  c->n--;
}

// Two cases that differ in one answer are one without that answer.
static bool join_two(sy_cases *c) {
  size_t where;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = i + 1; k < c->n; k++)
      if (differ_in_one(&c->data[i], &c->data[k], &where)) {
        sy_u32s *kept = &c->data[i];
        memmove(&kept->data[where], &kept->data[where + 1], (kept->n - where - 1) * sizeof *kept->data);
        kept->n--;
        drop_case(c, k);
        return true;
      }
  return false;
}

static void add_case(sy_device_variant *v, const sy_u32s *path) {
  sy_u32s one = {0};
  for (size_t i = 0; i < path->n; i++)
    sy_vec_push(&one, path->data[i]);
  if (one.n)
    qsort(one.data, one.n, sizeof *one.data, by_aspect);
  sy_vec_push(&v->cases, one);
  while (join_two(&v->cases))
    ;
}

// What was kept apart may be inlined; then the code is optimised as if it had been written for these devices.
static bool finish_code(LLVMModuleRef m, sy_diag *d) {
  bool unoptimised = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    unoptimised |= is_entry(f) && is_unoptimised(f);
    if (!sy_is_under_condition(f))
      continue;
    LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, SY_UNDER_CONDITION,
                                     sizeof SY_UNDER_CONDITION - 1);
    if (!is_unoptimised(f))
      LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, noinline_kind());
  }
  sy_propagate_aspects(m, &(sy_propagation){0}, d); // inlining would hide which function needs what
  LLVMContextRef c = LLVMGetModuleContext(m);
  bool discards = LLVMContextShouldDiscardValueNames(c);
  LLVMContextSetDiscardValueNames(c, true); // of blocks that are inlined: SPIR-V would have them
  bool ok = sy_module_run(
      m, NULL, unoptimised ? "globaldce,strip-dead-prototypes" : "default<O2>,strip-dead-prototypes", d);
  LLVMContextSetDiscardValueNames(c, discards);
  return ok;
}

static void add_variant(sy_device_variants *out, LLVMModuleRef m) {
  sy_device_variant v = {.m = m, .number = (uint32_t)out->n};
  sy_vec_push(out, v);
}

// m becomes a variant, or one more case of a variant with the same code.
static bool add_leaf(tree *t, LLVMModuleRef m) {
  bool ok = ++t->leaves <= SY_MOST_VARIANTS ? finish_code(m, t->d) : too_many(t);
  char *text = ok ? LLVMPrintModuleToString(m) : NULL;
  size_t same = 0;
  while (ok && same < t->texts.n && strcmp(t->texts.data[same], text))
    same++;
  if (!ok || same < t->texts.n) {
    LLVMDisposeModule(m);
    LLVMDisposeMessage(text);
  } else {
    sy_vec_push(&t->texts, text);
    add_variant(t->out, m);
  }
  if (ok)
    add_case(&t->out->data[t->first + same], &t->path);
  return ok;
}

static void note_asked(tree *t, uint32_t aspect) {
  for (size_t i = 0; i < t->asked.n; i++)
    if (t->asked.data[i] == aspect)
      return;
  sy_vec_push(&t->asked, aspect);
}

// Owns m.
static bool grow(tree *t, LLVMModuleRef m) {
  uint32_t aspect;
  if (!next_question(m, &aspect))
    return add_leaf(t, m);
  note_asked(t, aspect);
  enum sy_known known = follows(&t->path, aspect);
  bool ok = true;
  if (known == SY_MAYBE) {
    LLVMModuleRef copy = LLVMCloneModule(m);
    sy_vec_push(&t->path, aspect);
    ok = answer(copy, aspect, true, t->d);
    if (!ok)
      LLVMDisposeModule(copy);
    ok = ok && grow(t, copy);
    t->path.data[t->path.n - 1] = aspect | SY_LACKS;
  }
  ok = ok && answer(m, aspect, known == SY_YES, t->d);
  if (!ok)
    LLVMDisposeModule(m);
  ok = ok && grow(t, m);
  if (known == SY_MAYBE)
    t->path.n--;
  return ok;
}

static void number_entries(const sy_device_variant *v) {
  char number[16];
  snprintf(number, sizeof number, "%u", v->number);
  for (LLVMValueRef f = LLVMGetFirstFunction(v->m); f; f = LLVMGetNextFunction(f))
    if (is_entry(f))
      sy_set_function_attribute(f, SY_VARIANT, number);
}

// All variants of m, which it owns.
static bool add_variants(sy_device_variants *out, LLVMModuleRef m, sy_diag *d) {
  tree t = {.out = out, .first = out->n, .d = d};
  char *entry = NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !entry; f = LLVMGetNextFunction(f))
    if (is_entry(f))
      entry = sy_short_name(f);
  t.entry = entry;
  bool ok = grow(&t, m);
  for (size_t i = t.first; i < out->n; i++) {
    sy_cases *c = &out->data[i].cases;
    if (c->n == 1 && !c->data[0].n) // all devices
      drop_case(c, 0);
    if (c->n)
      number_entries(&out->data[i]);
  }
  for (size_t i = 0; i < t.texts.n; i++)
    LLVMDisposeMessage(t.texts.data[i]);
  sy_vec_free(&t.texts);
  sy_vec_free(&t.path);
  sy_vec_free(&t.asked);
  free(entry);
  return ok;
}

// ---- which entry points go together ----------------------------------------------------------------

typedef struct device_if_splitter {
  sy_images all;
  sy_aspect_sets sets;
  uint64_t *asks; // node i, with what it uses, asks for the words i * sets.words ...
} device_if_splitter;

static uint64_t *asks_of(const device_if_splitter *s, uint32_t node) {
  return s->asks + node * s->sets.words;
}

static bool find_markers(device_if_splitter *s) {
  const sy_use_graph *g = &s->all.g;
  uint32_t aspect;
  for (uint32_t i = 0; i < g->functions; i++)
    if (sy_is_device_marker(g->nodes[i], &aspect))
      sy_aspect_sets_add(&s->sets, aspect);
  sy_aspect_sets_fix(&s->sets);
  s->asks = sy_alloc((g->n + 1) * s->sets.words * sizeof *s->asks);
  for (uint32_t i = 0; i < g->functions; i++)
    if (sy_is_device_marker(g->nodes[i], &aspect))
      sy_bits_add(asks_of(s, i), sy_aspect_sets_bit(&s->sets, aspect));
  return s->sets.numbers.n;
}

// Entry points that share a device_global with image scope stay together: they get each other's questions.
static void join_scopes(device_if_splitter *s) {
  const sy_use_graph *g = &s->all.g;
  uint32_t *scope = sy_image_scope_groups(&s->all.g);
  uint64_t *joint = scope ? sy_alloc((g->n + 1) * s->sets.words * sizeof *joint) : NULL;
  for (uint32_t i = 0; scope && i < g->functions; i++)
    if (scope[i])
      sy_bits_union(joint + scope[i] * s->sets.words, asks_of(s, i), s->sets.words);
  for (uint32_t i = 0; scope && i < g->functions; i++)
    if (scope[i])
      sy_bits_union(asks_of(s, i), joint + scope[i] * s->sets.words, s->sets.words);
  free(joint);
  free(scope);
}

// Those without questions come first.
static void group_variants(device_if_splitter *s) {
  const sy_use_graph *g = &s->all.g;
  uint64_t *none = sy_alloc(s->sets.words * sizeof *none);
  sy_map groups = {0}; // questions -> number + 1
  sy_str key = SY_STR_INIT;
  for (int asking = 0; asking <= 1; asking++)
    for (uint32_t i = 0; i < g->functions; i++) {
      if (!is_entry(g->nodes[i]) ||
          (memcmp(asks_of(s, i), none, s->sets.words * sizeof *none) != 0) != (bool)asking)
        continue;
      sy_str_clear(&key);
      for (size_t w = 0; w < s->sets.words; w++)
        sy_str_addf(&key, "%llx,", (unsigned long long)asks_of(s, i)[w]);
      void **number = sy_map_put(&groups, sy_str_c(&key));
      if (!*number) {
        sy_vec_push(&s->all.list, ((sy_split_image){0}));
        *number = (void *)s->all.list.n;
      }
      sy_vec_push(&s->all.list.data[(size_t)*number - 1].entries, i);
    }
  sy_str_free(&key);
  sy_map_free(&groups);
  free(none);
}

// A module of its own for a group. Functions of other groups that it has copies of are no entry points here.
static LLVMModuleRef module_of(const device_if_splitter *s, const sy_split_image *group) {
  static const char external[] = "sycl-external";
  LLVMModuleRef m = sy_image_module(&s->all, group);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMInternalLinkage)
      LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, external, sizeof external - 1);
  return m;
}

static bool has_markers(LLVMModuleRef m) {
  uint32_t aspect;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_device_marker(f, &aspect))
      return true;
  return false;
}

bool sy_device_if_variants(LLVMModuleRef m, sy_device_variants *out, sy_diag *d) {
  if (!has_markers(m))
    return true;
  device_if_splitter s = {0};
  sy_images_open(&s.all, m, d);
  find_markers(&s);
  sy_use_graph_spread(&s.all.g, s.asks, s.sets.words);
  join_scopes(&s);
  group_variants(&s);
  sy_images_close_over_uses(&s.all);
  bool ok = true;
  for (size_t i = 0; ok && i < s.all.list.n; i++) {
    LLVMModuleRef part = module_of(&s, &s.all.list.data[i]);
    if (has_markers(part))
      ok = add_variants(out, part, d);
    else
      add_variant(out, part);
  }
  sy_aspect_sets_free(&s.sets);
  free(s.asks);
  sy_images_free(&s.all);
  return ok;
}

void sy_device_variants_free(sy_device_variants *v) {
  for (size_t i = 0; i < v->n; i++) {
    LLVMDisposeModule(v->data[i].m);
    sy_cases_free(&v->data[i].cases);
  }
  sy_vec_free(v);
}
