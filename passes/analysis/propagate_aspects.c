// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear in the size of the module: one scan of the instructions, one pass over the strongly connected
// components of the call graph for each layer, and one search per aspect for the shortest chains of calls to
// its uses.
//
// Three things go from functions to their callers, each a layer: the aspects that functions use; those that
// they need, which are the used and the declared ones; the sub-group sizes that SYCL_EXTERNAL functions
// require. Inlining hides the functions, so entry points carry all of it before the first optimisation.
//
// A declaration stands for code that is elsewhere: what it declares with [[sycl::device_has]] or uses counts
// as used by its callers.
//
// What is under a condition of if_device_has is not its caller's need: calls of it are not in the graph.
#include "passes/analysis/propagate_aspects.h"

#include "base/count.h"
#include "passes/analysis/device_markers.h"
#include "passes/analysis/propagation.h"
#include "passes/common/module.h"

#include <string.h>

// ---- each function by itself ------------------------------------------------------------------------------

static void read_facts(sy_propagating *p) {
  p->facts = sy_alloc((p->g.functions + 1) * sizeof *p->facts);
  for (uint32_t i = 0; i < p->g.functions; i++) {
    const sy_function_facts *f = &p->facts[i];
    p->facts[i] = sy_function_facts_read(p->g.nodes[i], &p->arena, p->d);
    const sy_numbers aspects[] = {f->used, f->declared, f->needed, f->asked};
    for (size_t k = 0; k < SY_COUNT(aspects); k++)
      sy_aspect_sets_add_all(&p->aspects, aspects[k]);
    sy_aspect_sets_add_all(&p->sizes, f->sub_group);
    sy_aspect_sets_add_all(&p->sizes, f->called_sub_groups);
  }
  if (!p->how->linked)
    sy_type_aspects_read(&p->types, p->m, &p->aspects, &p->arena, p->d);
  sy_aspect_sets_fix(&p->aspects);
  sy_aspect_sets_fix(&p->sizes);
}

static void layer_init(sy_layer *l, const sy_aspect_sets *sets, uint32_t nodes) {
  size_t bytes = (nodes + 1) * sets->words * sizeof *l->own;
  *l = (sy_layer){sets, sy_alloc(bytes), sy_alloc(bytes), NULL};
}

static void scan_signature(sy_propagating *p, LLVMValueRef f, uint64_t *set) {
  sy_bits_union(set, sy_type_aspects_of(&p->types, LLVMGetReturnType(LLVMGlobalGetValueType(f))),
                p->aspects.words);
  for (LLVMValueRef a = LLVMGetFirstParam(f); a; a = LLVMGetNextParam(a))
    sy_bits_union(set, sy_type_aspects_of(&p->types, LLVMTypeOf(a)), p->aspects.words);
}

static void scan_body(sy_propagating *p, LLVMValueRef f, uint64_t *set) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      sy_type_aspects_of_instruction(&p->types, i, set);
}

static void find_used(sy_propagating *p, uint32_t node) {
  LLVMValueRef f = p->g.nodes[node];
  uint64_t *set = sy_layer_own(&p->used, node);
  sy_bits_add_all(&p->aspects, set, p->facts[node].used);
  if (LLVMIsDeclaration(f))
    sy_bits_add_all(&p->aspects, set, p->facts[node].declared);
  else if (!p->how->linked) {
    if (p->how->of_source)
      sy_type_aspects_drop_unused(&p->types, f);
    scan_signature(p, f, set);
    scan_body(p, f, set);
  }
}

static void find_own(sy_propagating *p) {
  layer_init(&p->used, &p->aspects, p->g.n);
  layer_init(&p->needed, &p->aspects, p->g.n);
  layer_init(&p->groups, &p->sizes, p->g.n);
  for (uint32_t i = 0; i < p->g.functions; i++) {
    const sy_function_facts *f = &p->facts[i];
    uint64_t *needed = sy_layer_own(&p->needed, i), *groups = sy_layer_own(&p->groups, i);
    find_used(p, i);
    memcpy(needed, sy_layer_own(&p->used, i), p->aspects.words * sizeof *needed);
    sy_bits_add_all(&p->aspects, needed, f->declared);
    sy_bits_add_all(&p->aspects, needed, f->needed);
    sy_bits_add_all(&p->sizes, groups, f->called_sub_groups);
    if (!sy_is_kernel(p->g.nodes[i]))
      sy_bits_add_all(&p->sizes, groups, f->sub_group);
  }
}

// ---- up the call graph -----------------------------------------------------------------------------

// Drops the calls of such functions from the graph. Returns whether there were any.
static bool forget_calls(sy_propagating *p, bool (*of)(LLVMValueRef)) {
  size_t kept = 0, all = p->g.uses.n;
  for (uint32_t i = 0, from = 0; i < p->g.n; i++) {
    uint32_t end = p->g.first[i + 1];
    p->g.first[i] = (uint32_t)kept;
    for (; from < end; from++)
      if (!of(p->g.nodes[p->g.uses.data[from].to]))
        p->g.uses.data[kept++] = p->g.uses.data[from];
  }
  p->g.uses.n = kept;
  p->g.first[p->g.n] = (uint32_t)kept;
  return kept < all;
}

static void spread(const sy_propagating *p, sy_layer *l) {
  memcpy(l->all, l->own, (p->g.n + 1) * l->sets->words * sizeof *l->own);
  sy_use_graph_spread(&p->g, l->all, l->sets->words);
}

static void propagate(sy_propagating *p) {
  spread(p, &p->used);
  spread(p, &p->needed);
  spread(p, &p->groups);
}

// ---- what functions carry --------------------------------------------------------------------------

static void write_set(const sy_layer *l, LLVMValueRef f, const char *kind, const uint64_t *set) {
  uint32_t *room = sy_alloc((l->sets->numbers.n + 1) * sizeof *room);
  unsigned n = sy_bits_list(l->sets, set, room);
  if (n)
    sy_function_set_numbers(f, kind, room, n);
  free(room);
}

// Entry points, and what is under a condition, as it may become part of one.
static bool carries(const sy_propagating *p, uint32_t node) {
  return sy_propagating_is_root(p, node) || sy_is_under_condition(p->g.nodes[node]);
}

static void write_sets(sy_propagating *p) {
  size_t bytes = p->aspects.words * sizeof(uint64_t);
  for (uint32_t i = 0; i < p->g.functions; i++) {
    LLVMValueRef f = p->g.nodes[i];
    if (LLVMIsDeclaration(f))
      continue;
    write_set(&p->used, f, "intel_used_aspects", sy_layer_all(&p->used, i));
    if (!p->how->linked)
      write_set(&p->used, f, "sycc_own_aspects", sy_layer_own(&p->used, i));
    if (carries(p, i) && memcmp(sy_layer_all(&p->needed, i), sy_layer_all(&p->used, i), bytes))
      write_set(&p->needed, f, "sycc_needed_aspects", sy_layer_all(&p->needed, i));
  }
}

static LLVMMetadataRef text_node(LLVMContextRef c, const char *s) {
  return LLVMMDStringInContext2(c, s, strlen(s));
}
static LLVMMetadataRef number_node(LLVMContextRef c, uint32_t n) {
  return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), n, 0));
}

typedef struct origin {
  const char *function, *file; // null: not known
  uint32_t line, col;
} origin;

// What the function itself knows: from another propagation, of what was inlined into it since, or of its own
// code. Messages at run time are without the folder that the file was in.
static bool read_origin(sy_propagating *p, uint32_t node, uint32_t aspect, origin *o) {
  *o = (origin){0};
  if (sy_function_origin(p->g.nodes[node], aspect, &o->function, &o->file, &o->line, &o->col, &p->arena))
    return true;
  if (!sy_function_place(p->g.nodes[node], aspect, &o->file, &o->line, &o->col, &p->arena))
    return false;
  const char *slash = strrchr(o->file, '/');
  o->file = slash ? slash + 1 : o->file;
  return true;
}

// The nearest function that knows the place, for a caller that has seen a declaration only, and for a kernel
// that has the attributes of its function object.
static void find_place(sy_propagating *p, uint32_t root, uint32_t aspect, origin *o) {
  bool *seen = sy_alloc((p->g.n + 1) * sizeof *seen), own = sy_numbers_have(p->facts[root].declared, aspect);
  SY_VEC(uint32_t) queue = {0};
  origin found;
  sy_vec_push(&queue, root);
  seen[root] = true;
  for (size_t at = 0; at < queue.n && !o->file; at++) {
    uint32_t node = queue.data[at];
    if (node < p->g.functions && read_origin(p, node, aspect, &found) && found.file) {
      found.function = own ? o->function : found.function ? found.function : sy_propagating_name(p, node);
      *o = found;
    }
    for (uint32_t u = p->g.first[node]; u < p->g.first[node + 1]; u++)
      if (!seen[p->g.uses.data[u].to]) {
        seen[p->g.uses.data[u].to] = true;
        sy_vec_push(&queue, p->g.uses.data[u].to);
      }
  }
  sy_vec_free(&queue);
  free(seen);
}

static LLVMMetadataRef origin_row(sy_propagating *p, uint32_t root, uint32_t bit) {
  LLVMContextRef c = LLVMGetModuleContext(p->m);
  sy_layer *l = sy_bits_have(sy_layer_all(&p->used, root), bit) ? &p->used : &p->needed;
  uint32_t user = sy_ways_to(p, l, bit)->user[root], aspect = p->aspects.numbers.data[bit];
  origin o;
  read_origin(p, user, aspect, &o);
  if (!o.function)
    o.function = sy_propagating_name(p, user);
  if (!o.file)
    find_place(p, root, aspect, &o);
  LLVMMetadataRef row[] = {number_node(c, aspect), text_node(c, o.function),
                           text_node(c, o.file ? o.file : ""), number_node(c, o.line), number_node(c, o.col)};
  return LLVMMDNodeInContext2(c, row, SY_COUNT(row));
}

static LLVMMetadataRef group_row(sy_propagating *p, uint32_t root, uint32_t bit) {
  LLVMContextRef c = LLVMGetModuleContext(p->m);
  uint32_t user = sy_ways_to(p, &p->groups, bit)->user[root], size = p->sizes.numbers.data[bit];
  const char *function = sy_function_of_sub_group(p->g.nodes[user], size, &p->arena);
  LLVMMetadataRef row[] = {number_node(c, size),
                           text_node(c, function ? function : sy_propagating_name(p, user))};
  return LLVMMDNodeInContext2(c, row, SY_COUNT(row));
}

static void write_rows(sy_propagating *p, uint32_t node, sy_layer *l, const char *kind,
                       LLVMMetadataRef (*make)(sy_propagating *, uint32_t, uint32_t)) {
  LLVMContextRef c = LLVMGetModuleContext(p->m);
  SY_VEC(LLVMMetadataRef) rows = {0};
  for (uint32_t bit = 0; bit < l->sets->numbers.n; bit++)
    if (sy_bits_have(sy_layer_all(l, node), bit))
      sy_vec_push(&rows, make(p, node, bit));
  if (rows.n)
    LLVMGlobalSetMetadata(p->g.nodes[node], LLVMGetMDKindIDInContext(c, kind, (unsigned)strlen(kind)),
                          LLVMMDNodeInContext2(c, rows.data, rows.n));
  sy_vec_free(&rows);
}

// Inlining hides the function that a need comes from.
static void write_origins(sy_propagating *p) {
  for (uint32_t i = 0; i < p->g.functions; i++)
    if (carries(p, i)) {
      write_rows(p, i, &p->needed, "sycc_aspect_origins", origin_row);
      write_rows(p, i, &p->groups, "sycc_called_sub_groups", group_row);
    }
}

static void forget_places(sy_propagating *p) {
  static const char places[] = "sycc_use_places";
  unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(p->m), places, sizeof places - 1);
  for (uint32_t i = 0; i < p->g.functions; i++)
    LLVMGlobalEraseMetadata(p->g.nodes[i], kind);
}

// Propagates again without the calls that are made because a condition holds. False: there are none.
static bool leave_out_asked(sy_propagating *p) {
  if (!forget_calls(p, sy_is_where_condition_holds))
    return false;
  sy_ways_free(p);
  propagate(p);
  return true;
}

// The rest of what is needed was asked for. Functions between an entry point and the condition are still
// there when the program is linked, where nothing is inlined.
static void part_asked(sy_propagating *p) {
  size_t words = p->aspects.words, bytes = (p->g.n + 1) * words * sizeof(uint64_t);
  uint64_t *before = sy_alloc(bytes);
  memcpy(before, p->needed.all, bytes);
  bool parted = leave_out_asked(p);
  for (uint32_t i = 0; parted && i < p->g.functions; i++) {
    uint64_t *asked = before + i * words;
    for (size_t w = 0; w < words; w++)
      asked[w] &= ~sy_layer_all(&p->needed, i)[w];
    if (!LLVMIsDeclaration(p->g.nodes[i]))
      write_set(&p->needed, p->g.nodes[i], "sycc_asked_aspects", asked);
  }
  free(before);
}

// ----------------------------------------------------------------------------------------------------

static void warn(sy_propagating *p) {
  if (p->how->linked) {
    leave_out_asked(p);
    sy_warn_about_external(p);
  } else {
    sy_warn_about_declared(p);
    sy_warn_about_targets(p);
  }
}

static void free_all(sy_propagating *p) {
  sy_layer *const layers[] = {&p->used, &p->needed, &p->groups};
  sy_ways_free(p);
  for (size_t i = 0; i < SY_COUNT(layers); i++) {
    free(layers[i]->own);
    free(layers[i]->all);
  }
  sy_type_aspects_free(&p->types);
  sy_aspect_sets_free(&p->aspects);
  sy_aspect_sets_free(&p->sizes);
  sy_use_graph_free(&p->g);
  free(p->facts);
  sy_arena_free(&p->arena);
}

void sy_propagate_aspects(LLVMModuleRef m, const sy_propagation *how, sy_diag *d) {
  sy_propagating p = {.m = m, .how = how, .d = d};
  sy_use_graph_build(&p.g, m);
  forget_calls(&p, sy_is_under_condition);
  read_facts(&p);
  find_own(&p);
  propagate(&p);
  if (how->linked)
    sy_refuse_recursion(&p);
  write_sets(&p);
  write_origins(&p);
  if (!how->linked)
    part_asked(&p);
  if (how->warn)
    warn(&p);
  forget_places(&p);
  free_all(&p);
}
