// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear in the size of the module: one scan of the instructions, one pass over the strongly connected
// components of the call graph, and one search per aspect for the shortest chains of calls to its uses.
//
// A declaration stands for code that is elsewhere: what it declares with [[sycl::device_has]] or uses counts
// as used by its callers.
//
// What is under a condition of if_device_has is not its caller's need: calls of it are not in the graph.
#include "passes/propagate_aspects.h"

#include "passes/device_markers.h"
#include "passes/module.h"
#include "passes/shim/shim.h"
#include "passes/type_aspects.h"
#include "passes/use_graph.h"

#include <string.h>

// The shortest ways to the uses of one aspect.
typedef struct ways {
  uint32_t *next; // of each node: the use that leads there, + 1; 0 for a node that uses the aspect itself
  uint32_t *user; // of each node: where its way ends
} ways;

typedef struct propagation {
  LLVMModuleRef m;
  const sy_propagation *how;
  sy_diag *d;
  sy_arena arena;
  sy_use_graph g;
  sy_function_facts *facts; // of each function
  sy_aspect_sets sets;
  sy_type_aspects types;
  uint64_t *own, *all; // node i has the words i * sets.words ...
  uint32_t *first_caller, *callers; // node i is used by callers[first_caller[i]] .. callers[first_caller[i + 1] - 1]
  ways *ways;          // of each aspect, once they are asked for
} propagation;

static uint64_t *own(const propagation *p, uint32_t node) { return p->own + node * p->sets.words; }
static uint64_t *all(const propagation *p, uint32_t node) { return p->all + node * p->sets.words; }

// ---- each function by itself ------------------------------------------------------------------------------

static void read_facts(propagation *p) {
  p->facts = sy_alloc((p->g.functions + 1) * sizeof *p->facts);
  for (uint32_t i = 0; i < p->g.functions; i++) {
    p->facts[i] = sy_function_facts_read(p->g.nodes[i], &p->arena, p->d);
    sy_aspect_sets_add_all(&p->sets, p->facts[i].used);
    sy_aspect_sets_add_all(&p->sets, p->facts[i].declared);
  }
  sy_type_aspects_read(&p->types, p->m, &p->sets, &p->arena, p->d);
  sy_aspect_sets_fix(&p->sets);
  p->own = sy_alloc((p->g.n + 1) * p->sets.words * sizeof *p->own);
  p->all = sy_alloc((p->g.n + 1) * p->sets.words * sizeof *p->all);
}

static void scan_signature(propagation *p, LLVMValueRef f, uint64_t *set) {
  sy_bits_union(set, sy_type_aspects_of(&p->types, LLVMGetReturnType(LLVMGlobalGetValueType(f))), p->sets.words);
  for (LLVMValueRef a = LLVMGetFirstParam(f); a; a = LLVMGetNextParam(a))
    sy_bits_union(set, sy_type_aspects_of(&p->types, LLVMTypeOf(a)), p->sets.words);
}

static void scan_body(propagation *p, LLVMValueRef f, uint64_t *set) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      sy_type_aspects_of_instruction(&p->types, i, set);
}

static void find_own(propagation *p) {
  for (uint32_t i = 0; i < p->g.functions; i++) {
    LLVMValueRef f = p->g.nodes[i];
    sy_bits_add_all(&p->sets, own(p, i), p->facts[i].used);
    if (LLVMIsDeclaration(f))
      sy_bits_add_all(&p->sets, own(p, i), p->facts[i].declared);
    else {
      scan_signature(p, f, own(p, i));
      scan_body(p, f, own(p, i));
    }
  }
}

// The uses that functions need nothing for: the condition is decided later.
static void forget_conditional(propagation *p) {
  size_t kept = 0;
  for (uint32_t i = 0, from = 0; i < p->g.n; i++) {
    uint32_t end = p->g.first[i + 1];
    p->g.first[i] = (uint32_t)kept;
    for (; from < end; from++)
      if (!sy_is_under_condition(p->g.nodes[p->g.uses.data[from].to]))
        p->g.uses.data[kept++] = p->g.uses.data[from];
  }
  p->g.uses.n = kept;
  p->g.first[p->g.n] = (uint32_t)kept;
}

// ---- up the call graph --------------------------------------------------------------------------------------

// The members of a component all reach each other, so they share one set.
static void propagate(propagation *p) {
  size_t words = p->sets.words;
  uint32_t *component = sy_alloc((p->g.n + 1) * sizeof *component), *order = sy_alloc((p->g.n + 1) * sizeof *order);
  sy_use_graph_components(&p->g, component, order);
  for (uint32_t at = 0, end; at < p->g.n; at = end) {
    uint64_t *set = all(p, order[at]);
    for (end = at; end < p->g.n && component[order[end]] == component[order[at]]; end++) {
      uint32_t node = order[end];
      sy_bits_union(set, own(p, node), words);
      for (uint32_t u = p->g.first[node]; u < p->g.first[node + 1]; u++)
        sy_bits_union(set, all(p, p->g.uses.data[u].to), words);
    }
    for (uint32_t i = at + 1; i < end; i++)
      memcpy(all(p, order[i]), set, words * sizeof *set);
  }
  free(component);
  free(order);
}

static void write_set(const propagation *p, LLVMValueRef f, const char *kind, const uint64_t *set, uint32_t *room) {
  unsigned n = sy_bits_list(&p->sets, set, room);
  if (n)
    sy_function_set_numbers(f, kind, room, n);
}

static void write_all(propagation *p) {
  uint32_t *room = sy_alloc((p->sets.numbers.n + 1) * sizeof *room);
  for (uint32_t i = 0; i < p->g.functions; i++)
    if (!LLVMIsDeclaration(p->g.nodes[i])) {
      write_set(p, p->g.nodes[i], "intel_used_aspects", all(p, i), room);
      write_set(p, p->g.nodes[i], "sycc_own_aspects", own(p, i), room);
    }
  free(room);
}

// ---- the shortest chains of calls -----------------------------------------------------------------------------

static void find_callers(propagation *p) {
  p->first_caller = sy_alloc((p->g.n + 2) * sizeof *p->first_caller);
  p->callers = sy_alloc((p->g.uses.n + 1) * sizeof *p->callers);
  uint32_t *end = p->first_caller + 1; // moves from the begin of each range to its end
  for (size_t u = 0; u < p->g.uses.n; u++)
    p->first_caller[p->g.uses.data[u].to + 1]++;
  for (uint32_t i = 0, sum = 0; i < p->g.n; i++) {
    uint32_t count = end[i];
    end[i] = sum;
    sum += count;
  }
  for (uint32_t i = 0; i < p->g.n; i++)
    for (uint32_t u = p->g.first[i]; u < p->g.first[i + 1]; u++)
      p->callers[end[p->g.uses.data[u].to]++] = i;
}

// Breadth first from all uses of the aspect up to the callers. Of several ways that are as short, a node takes that of
// its first call.
static ways find_ways(const propagation *p, uint32_t bit) {
  size_t size = (p->g.n + 1) * sizeof(uint32_t);
  ways w = {sy_alloc(size), sy_alloc(size)};
  uint32_t *far = sy_alloc(size), *queue = sy_alloc(size), n = 0; // far: calls to a use, + 1
  for (uint32_t i = 0; i < p->g.n; i++)
    if (sy_bits_have(own(p, i), bit)) {
      far[i] = 1;
      queue[n++] = w.user[i] = i;
    }
  for (uint32_t at = 0; at < n; at++) {
    uint32_t node = queue[at];
    for (uint32_t u = p->g.first[node]; far[node] > 1 && !w.next[node]; u++)
      if (far[p->g.uses.data[u].to] == far[node] - 1) {
        w.next[node] = u + 1;
        w.user[node] = w.user[p->g.uses.data[u].to];
      }
    for (uint32_t c = p->first_caller[node]; c < p->first_caller[node + 1]; c++)
      if (!far[p->callers[c]]) {
        far[p->callers[c]] = far[node] + 1;
        queue[n++] = p->callers[c];
      }
  }
  free(far);
  free(queue);
  return w;
}

static const ways *ways_to(propagation *p, uint32_t bit) {
  if (!p->ways) {
    p->ways = sy_alloc((p->sets.numbers.n + 1) * sizeof *p->ways);
    find_callers(p);
  }
  if (!p->ways[bit].next)
    p->ways[bit] = find_ways(p, bit);
  return &p->ways[bit];
}

static void free_ways(propagation *p) {
  for (size_t i = 0; p->ways && i < p->sets.numbers.n; i++) {
    free(p->ways[i].next);
    free(p->ways[i].user);
  }
  free(p->ways);
  free(p->first_caller);
  free(p->callers);
}

// ---- warnings -------------------------------------------------------------------------------------------------

typedef struct chain {
  SY_VEC(uint32_t) nodes;    // from the function in question to the one with the use
  SY_VEC(LLVMValueRef) calls; // calls[i] is the call of nodes[i]; null for the first
} chain;

static void chain_free(chain *c) {
  sy_vec_free(&c->nodes);
  sy_vec_free(&c->calls);
}

// From a node that needs the aspect.
static chain find_chain(propagation *p, uint32_t from, uint32_t bit) {
  const ways *w = ways_to(p, bit);
  chain c = {0};
  sy_vec_push(&c.nodes, from);
  sy_vec_push(&c.calls, NULL);
  for (uint32_t node = from; w->next[node];) {
    const sy_use *use = &p->g.uses.data[w->next[node] - 1];
    node = use->to;
    sy_vec_push(&c.nodes, node);
    sy_vec_push(&c.calls, use->at);
  }
  return c;
}

static sy_where where(const propagation *p, LLVMValueRef v) {
  unsigned n;
  const char *file = v ? LLVMGetDebugLocFilename(v, &n) : NULL;
  if (!file || !LLVMGetDebugLocLine(v))
    return SY_NOWHERE;
  return sy_at(sy_arena_strndup((sy_arena *)&p->arena, file, n), LLVMGetDebugLocLine(v),
               LLVMIsAFunction(v) ? 0 : LLVMGetDebugLocColumn(v));
}

// The first instruction that mentions a type with the aspect, or the function itself.
static LLVMValueRef use_of(propagation *p, uint32_t node, uint32_t bit) {
  LLVMValueRef f = p->g.nodes[node], found = f;
  uint64_t *set = sy_alloc(p->sets.words * sizeof *set);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && found == f; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && found == f; i = LLVMGetNextInstruction(i)) {
      memset(set, 0, p->sets.words * sizeof *set);
      sy_type_aspects_of_instruction(&p->types, i, set);
      if (sy_bits_have(set, bit) && where(p, i).file)
        found = i;
    }
  free(set);
  return found;
}

static const char *readable(propagation *p, uint32_t node) {
  char *name = sy_short_name(p->g.nodes[node]);
  const char *kept = sy_arena_strdup(&p->arena, name);
  free(name);
  return kept;
}

static const char *aspect_name(propagation *p, uint32_t bit) {
  uint32_t number = p->sets.numbers.data[bit];
  const sy_aspect *a = sy_aspect_get(number);
  return a ? a->Name : sy_arena_printf(&p->arena, "%u", number);
}

static void add_chain(propagation *p, const chain *c, sy_where use, sy_str *text) {
  sy_str_add(text, "\nuse is from this call chain:");
  for (size_t i = 0; i < c->nodes.n; i++) {
    if (c->nodes.data[i] >= p->g.functions)
      continue; // a table of functions
    sy_str_addf(text, "\n  %s()", readable(p, c->nodes.data[i]));
    sy_where call = where(p, c->calls.data[i]);
    if (call.file && call.col)
      sy_str_addf(text, " %s:%u:%u", call.file, call.line, call.col);
  }
  if (!use.file)
    sy_str_add(text, "\ncompile with '-g' to get source location");
}

static bool was_asked_for(const propagation *p, const chain *c) {
  for (size_t i = 0; i < c->nodes.n; i++)
    if (sy_is_where_condition_holds(p->g.nodes[c->nodes.data[i]]))
      return true;
  return false;
}

static void warn(propagation *p, enum sy_aspect_warning group, const chain *c, uint32_t bit, const char *what) {
  uint32_t last = c->nodes.data[c->nodes.n - 1];
  if (was_asked_for(p, c))
    return;
  // Of a declaration only the call is known.
  bool elsewhere = LLVMIsDeclaration(p->g.nodes[last]);
  sy_where at = where(p, elsewhere ? c->calls.data[c->nodes.n - 1] : use_of(p, last, bit));
  sy_str text = SY_STR_INIT;
  sy_str_addf(&text, "function '%s' uses aspect '%s' %s", readable(p, c->nodes.data[0]), aspect_name(p, bit), what);
  add_chain(p, c, at, &text);
  p->how->warn(p->how->user, group, at, sy_str_c(&text));
  sy_str_free(&text);
}

static bool same_numbers(sy_numbers a, sy_numbers b) {
  return a.present == b.present && a.n == b.n && (!a.n || !memcmp(a.v, b.v, a.n * sizeof *a.v));
}

// A kernel has the attribute of the function object that it calls: reporting both would be twice the same.
static bool reported_below(const propagation *p, const chain *c) {
  uint32_t first = c->nodes.data[0];
  return c->nodes.n > 1 && sy_is_kernel(p->g.nodes[first]) && c->nodes.data[1] < p->g.functions &&
         same_numbers(p->facts[first].declared, p->facts[c->nodes.data[1]].declared);
}

static void check_declared(propagation *p, uint32_t node) {
  sy_numbers declared = p->facts[node].declared;
  if (!declared.present || LLVMIsDeclaration(p->g.nodes[node]))
    return;
  for (uint32_t bit = 0; bit < p->sets.numbers.n; bit++) {
    if (!sy_bits_have(all(p, node), bit) || sy_numbers_have(declared, p->sets.numbers.data[bit]))
      continue;
    chain c = find_chain(p, node, bit);
    if (!reported_below(p, &c))
      warn(p, SY_WARN_DEVICE_HAS, &c, bit, "not listed in 'sycl::device_has'");
    chain_free(&c);
  }
}

// ---- where the needs of entry points come from ------------------------------------------------------------

static bool is_root(const propagation *p, uint32_t node) {
  return p->facts[node].has_targets && !LLVMIsDeclaration(p->g.nodes[node]);
}

static LLVMMetadataRef text_node(LLVMContextRef c, const char *s) { return LLVMMDStringInContext2(c, s, strlen(s)); }
static LLVMMetadataRef number_node(LLVMContextRef c, uint32_t n) {
  return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), n, 0));
}

static LLVMMetadataRef origin_row(propagation *p, uint32_t root, uint32_t bit) {
  LLVMContextRef c = LLVMGetModuleContext(p->m);
  uint32_t user = ways_to(p, bit)->user[root], line = 0, col = 0;
  const char *file = "", *function = NULL, *known = NULL;
  uint32_t aspect = p->sets.numbers.data[bit];
  // A function that another propagation has seen knows of what was inlined into it since.
  if (sy_function_origin(p->g.nodes[user], aspect, &function, &known, &line, &col, &p->arena))
    file = known ? known : "";
  else
    sy_function_place(p->g.nodes[user], aspect, &file, &line, &col, &p->arena);
  LLVMMetadataRef row[] = {number_node(c, aspect), text_node(c, function ? function : readable(p, user)), text_node(c, file),
                           number_node(c, line), number_node(c, col)};
  return LLVMMDNodeInContext2(c, row, sizeof row / sizeof *row);
}

// Inlining hides the function that a need comes from, so entry points carry it, and what is under a condition, as it may
// become part of one.
static void write_origins(propagation *p) {
  static const char kind[] = "sycc_aspect_origins", places[] = "sycc_use_places";
  LLVMContextRef c = LLVMGetModuleContext(p->m);
  for (uint32_t i = 0; i < p->g.functions; i++) {
    SY_VEC(LLVMMetadataRef) rows = {0};
    bool carries = is_root(p, i) || sy_is_under_condition(p->g.nodes[i]);
    for (uint32_t bit = 0; carries && bit < p->sets.numbers.n; bit++)
      if (sy_bits_have(all(p, i), bit))
        sy_vec_push(&rows, origin_row(p, i, bit));
    if (rows.n)
      LLVMGlobalSetMetadata(p->g.nodes[i], LLVMGetMDKindIDInContext(c, kind, sizeof kind - 1),
                            LLVMMDNodeInContext2(c, rows.data, rows.n));
    sy_vec_free(&rows);
  }
  for (uint32_t i = 0; i < p->g.functions; i++)
    LLVMGlobalEraseMetadata(p->g.nodes[i], LLVMGetMDKindIDInContext(c, places, sizeof places - 1));
}

// ---- fixed targets ----------------------------------------------------------------------------------------

// The first target that lacks the aspect, or null.
static const sy_target *lacking(const propagation *p, uint32_t aspect) {
  for (size_t i = 0; i < p->how->target_count; i++)
    if (!sy_target_has(p->how->targets[i], aspect) && !p->how->targets[i]->maySupportOtherAspects)
      return p->how->targets[i];
  return NULL;
}

static void warn_plain(propagation *p, uint32_t node, const char *text) {
  sy_where at = where(p, p->g.nodes[node]);
  p->how->warn(p->how->user, SY_WARN_FIXED_TARGETS, at, text);
}

static void check_sizes(propagation *p, uint32_t node) {
  const sy_function_facts *f = &p->facts[node];
  for (size_t i = 0; i < p->how->target_count; i++) {
    const sy_target *t = p->how->targets[i];
    if (f->sub_group.n && t->subGroupSizes.n && !sy_target_has_sub_group(t, f->sub_group.v[0]))
      warn_plain(p, node, sy_arena_printf(&p->arena, "function '%s' has required sub-group size '%u', which '%s' of "
                                                     "'-fsycl-fixed-targets' does not support",
                                          readable(p, node), f->sub_group.v[0], t->TargetName));
    uint64_t items = f->work_group.n > 0;
    for (unsigned k = 0; k < f->work_group.n; k++)
      items *= f->work_group.v[k];
    if (items && t->maxWorkGroupSize && items > (uint64_t)t->maxWorkGroupSize)
      warn_plain(p, node, sy_arena_printf(&p->arena, "function '%s' has a required work-group size of %llu work-items, "
                                                     "and '%s' of '-fsycl-fixed-targets' allows %d",
                                          readable(p, node), (unsigned long long)items, t->TargetName, t->maxWorkGroupSize));
  }
}

// What a root declares and does not use.
static void check_promises(propagation *p, uint32_t node) {
  sy_numbers declared = p->facts[node].declared;
  for (unsigned i = 0; i < declared.n; i++) {
    uint32_t bit = sy_aspect_sets_bit(&p->sets, declared.v[i]);
    const sy_target *t = lacking(p, declared.v[i]);
    if (t && !sy_bits_have(all(p, node), bit))
      warn_plain(p, node, sy_arena_printf(&p->arena, "function '%s' declares aspect '%s', which '%s' of '-fsycl-fixed-targets' "
                                                     "does not have",
                                          readable(p, node), aspect_name(p, bit), t->TargetName));
  }
}

// Each use once, from the first root that reaches it.
static void check_targets(propagation *p) {
  bool *done = sy_alloc((p->g.n * p->sets.numbers.n + 1) * sizeof *done);
  for (uint32_t i = 0; p->how->target_count && i < p->g.functions; i++) {
    if (!is_root(p, i))
      continue;
    check_sizes(p, i);
    check_promises(p, i);
    for (uint32_t bit = 0; bit < p->sets.numbers.n; bit++) {
      const sy_target *t = sy_bits_have(all(p, i), bit) ? lacking(p, p->sets.numbers.data[bit]) : NULL;
      if (!t)
        continue;
      bool *reported = &done[ways_to(p, bit)->user[i] * p->sets.numbers.n + bit];
      if (*reported)
        continue;
      *reported = true;
      chain c = find_chain(p, i, bit);
      warn(p, SY_WARN_FIXED_TARGETS, &c, bit,
           sy_arena_printf(&p->arena, "which '%s' of '-fsycl-fixed-targets' does not have", t->TargetName));
      chain_free(&c);
    }
  }
  free(done);
}

// -------------------------------------------------------------------------------------------------------------

void sy_propagate_aspects(LLVMModuleRef m, const sy_propagation *how, sy_diag *d) {
  propagation p = {.m = m, .how = how, .d = d};
  sy_use_graph_build(&p.g, m);
  forget_conditional(&p);
  read_facts(&p);
  find_own(&p);
  propagate(&p);
  if (how->warn) {
    for (uint32_t i = 0; i < p.g.functions; i++)
      check_declared(&p, i);
    check_targets(&p);
  }
  write_all(&p);
  write_origins(&p);
  free_ways(&p);
  sy_type_aspects_free(&p.types);
  sy_aspect_sets_free(&p.sets);
  sy_use_graph_free(&p.g);
  free(p.facts);
  free(p.own);
  free(p.all);
  sy_arena_free(&p.arena);
}
