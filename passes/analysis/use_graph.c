// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One walk over all instructions and initialisers lists the uses of each function and variable, each target
// once. Components are Tarjan's, with a stack of its own in place of recursion; sets spread over them in the
// order in which components are found, users after what they use.
#include "passes/analysis/use_graph.h"

#include "passes/analysis/aspect_sets.h"

#include <string.h>

typedef struct builder {
  sy_use_graph *g;
  uint32_t *stamp;          // stamp[n] == from + 1: the use is there already
  sy_pointer_map constants; // the last node that looked into a constant, + 1
} builder;

static void add_node(sy_use_graph *g, LLVMValueRef v) {
  bool added;
  *sy_pointer_map_put(&g->index, v, &added) = g->n;
  g->nodes[g->n++] = v;
}

static void add_nodes(sy_use_graph *g, LLVMModuleRef m) {
  size_t most = 0;
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v))
    most++;
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
    most++;
  for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m); v; v = LLVMGetNextGlobalAlias(v))
    most++;
  for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(m); v; v = LLVMGetNextGlobalIFunc(v))
    most++;
  g->nodes = sy_alloc((most + 1) * sizeof *g->nodes);
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v))
    add_node(g, v);
  g->functions = g->n;
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
    add_node(g, v);
  for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m); v; v = LLVMGetNextGlobalAlias(v))
    add_node(g, v);
  for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(m); v; v = LLVMGetNextGlobalIFunc(v))
    add_node(g, v);
}

// A global that `from` refers to, directly or inside a constant.
static void add_value(builder *b, uint32_t from, LLVMValueRef value, LLVMValueRef at) {
  uint32_t to;
  bool added;
  if (!value || !LLVMIsAConstant(value))
    return;
  if (sy_pointer_map_get(&b->g->index, value, &to)) {
    if (b->stamp[to] != from + 1)
      sy_vec_push(&b->g->uses, ((sy_use_edge){to, at}));
    b->stamp[to] = from + 1;
    return;
  }
  int n = LLVMGetNumOperands(value);
  if (n <= 0)
    return;
  uint32_t *seen = sy_pointer_map_put(&b->constants, value, &added);
  if (*seen == from + 1)
    return;
  *seen = from + 1;
  for (int i = 0; i < n; i++)
    add_value(b, from, LLVMGetOperand(value, (unsigned)i), at);
}

static void add_operands(builder *b, uint32_t from, LLVMValueRef user, LLVMValueRef at) {
  int n = LLVMGetNumOperands(user);
  for (int i = 0; i < n; i++)
    add_value(b, from, LLVMGetOperand(user, (unsigned)i), at);
}

// A function has operands too: a personality, data in front of its code.
static void add_function(builder *b, uint32_t from, LLVMValueRef f) {
  add_operands(b, from, f, NULL);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      add_operands(b, from, i, i);
}

static void add_uses(builder *b, uint32_t from, LLVMValueRef v) {
  if (from < b->g->functions)
    add_function(b, from, v);
  else if (LLVMIsAGlobalVariable(v))
    add_value(b, from, LLVMGetInitializer(v), NULL);
  else if (LLVMIsAGlobalAlias(v))
    add_value(b, from, LLVMAliasGetAliasee(v), NULL);
  else
    add_value(b, from, LLVMGetGlobalIFuncResolver(v), NULL);
}

void sy_use_graph_build(sy_use_graph *g, LLVMModuleRef m) {
  add_nodes(g, m);
  builder b = {.g = g, .stamp = sy_alloc((g->n + 1) * sizeof *b.stamp)};
  g->first = sy_alloc((g->n + 1) * sizeof *g->first);
  for (uint32_t i = 0; i < g->n; i++) {
    g->first[i] = (uint32_t)g->uses.n;
    add_uses(&b, i, g->nodes[i]);
  }
  g->first[g->n] = (uint32_t)g->uses.n;
  free(b.stamp);
  sy_pointer_map_free(&b.constants);
}

void sy_use_graph_free(sy_use_graph *g) {
  free(g->nodes);
  free(g->first);
  sy_vec_free(&g->uses);
  sy_pointer_map_free(&g->index);
  *g = (sy_use_graph){0};
}

// ---- components: Tarjan's algorithm with a stack of its own, since call chains may be long ---------

typedef struct visit {
  uint32_t node, next; // next: the use to follow
} visit;

typedef struct tarjan {
  const sy_use_graph *g;
  uint32_t *number, *low; // 0: not seen
  uint32_t *component, *order;
  uint32_t seen, components, ordered;
  SY_VEC(uint32_t) open;
  SY_VEC(visit) path;
} tarjan;

static void use_graph_enter(tarjan *t, uint32_t node) {
  t->number[node] = t->low[node] = ++t->seen;
  sy_vec_push(&t->open, node);
  sy_vec_push(&t->path, ((visit){node, t->g->first[node]}));
}

static void use_graph_leave(tarjan *t, uint32_t node) {
  if (t->low[node] == t->number[node]) {
    uint32_t member;
    do {
      member = t->open.data[--t->open.n];
      t->component[member] = t->components;
      t->low[member] = UINT32_MAX; // closed
      t->order[t->ordered++] = member;
    } while (member != node);
    t->components++;
  }
  if (--t->path.n) {
    uint32_t up = t->path.data[t->path.n - 1].node;
    if (t->low[node] < t->low[up])
      t->low[up] = t->low[node];
  }
}

static void step(tarjan *t) {
  visit *v = &t->path.data[t->path.n - 1];
  if (v->next == t->g->first[v->node + 1]) {
    use_graph_leave(t, v->node);
    return;
  }
  uint32_t to = t->g->uses.data[v->next++].to;
  if (!t->number[to])
    use_graph_enter(t, to);
  else if (t->low[to] != UINT32_MAX && t->number[to] < t->low[v->node])
    t->low[v->node] = t->number[to];
}

uint32_t sy_use_graph_components(const sy_use_graph *g, uint32_t *component, uint32_t *order) {
  tarjan t = {.g = g, .component = component, .order = order};
  t.number = sy_alloc((g->n + 1) * sizeof *t.number);
  t.low = sy_alloc((g->n + 1) * sizeof *t.low);
  for (uint32_t i = 0; i < g->n; i++)
    if (!t.number[i])
      for (use_graph_enter(&t, i); t.path.n;)
        step(&t);
  free(t.number);
  free(t.low);
  sy_vec_free(&t.open);
  sy_vec_free(&t.path);
  return t.components;
}

// The members of a component all reach each other, so they share one set.
void sy_use_graph_spread(const sy_use_graph *g, uint64_t *sets, size_t words) {
  uint32_t *component = sy_alloc((g->n + 1) * sizeof *component),
           *order = sy_alloc((g->n + 1) * sizeof *order);
  sy_use_graph_components(g, component, order);
  for (uint32_t at = 0, end; at < g->n; at = end) {
    uint64_t *set = sets + order[at] * words;
    for (end = at; end < g->n && component[order[end]] == component[order[at]]; end++) {
      sy_bits_union(set, sets + order[end] * words, words);
      for (uint32_t u = g->first[order[end]]; u < g->first[order[end] + 1]; u++)
        sy_bits_union(set, sets + g->uses.data[u].to * words, words);
    }
    for (uint32_t i = at + 1; i < end; i++)
      memcpy(sets + order[i] * words, set, words * sizeof *set);
  }
  free(component);
  free(order);
}

static void spread_to_used(const sy_use_graph *g, uint32_t node, uint64_t *sets, size_t words) {
  for (uint32_t u = g->first[node]; u < g->first[node + 1]; u++)
    sy_bits_union(sets + g->uses.data[u].to * words, sets + node * words, words);
}

// From the last component to the first: users before what they use.
void sy_use_graph_spread_down(const sy_use_graph *g, uint64_t *sets, size_t words) {
  uint32_t *component = sy_alloc((g->n + 1) * sizeof *component),
           *order = sy_alloc((g->n + 1) * sizeof *order);
  sy_use_graph_components(g, component, order);
  for (uint32_t end = g->n, at; end > 0; end = at) {
    uint64_t *set = sets + order[end - 1] * words;
    for (at = end; at > 0 && component[order[at - 1]] == component[order[end - 1]]; at--)
      sy_bits_union(set, sets + order[at - 1] * words, words);
    for (uint32_t i = at; i + 1 < end; i++)
      memcpy(sets + order[i] * words, set, words * sizeof *set);
    for (uint32_t i = at; i < end; i++)
      spread_to_used(g, order[i], sets, words);
  }
  free(component);
  free(order);
}
