// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parts of the propagation of aspects share (propagate_aspects.c, aspect_ways.c, aspect_warnings.c).
#ifndef SY_PASSES_ANALYSIS_PROPAGATION_H
#define SY_PASSES_ANALYSIS_PROPAGATION_H

#include "passes/analysis/propagate_aspects.h"
#include "passes/analysis/type_aspects.h"
#include "passes/analysis/use_graph.h"

// The shortest ways to the owners of one number of a layer.
typedef struct sy_ways {
  uint32_t *next; // of each node: the use that leads there, + 1; 0 for an owner
  uint32_t *user; // of each node: where its way ends
} sy_ways;

// Numbers that go from functions to their callers: aspects, or sizes of sub-groups.
typedef struct sy_layer {
  const sy_aspect_sets *sets;
  uint64_t *own, *all; // node i has the words i * sets->words ...
  sy_ways *ways;       // of each number, once they are asked for
} sy_layer;

typedef struct sy_propagating {
  LLVMModuleRef m;
  const sy_propagation *how;
  sy_diag *d;
  sy_arena arena;
  sy_use_graph g;
  sy_function_facts *facts; // of each function, as they were
  sy_aspect_sets aspects, sizes;
  sy_layer used;   // aspects that a function uses
  sy_layer needed; // those and declared ones
  sy_layer groups; // required sub-group sizes of SYCL_EXTERNAL functions
  sy_type_aspects types;
  uint32_t *first_caller,
      *callers; // node i is used by callers[first_caller[i]] .. callers[first_caller[i + 1] - 1]
} sy_propagating;

static inline uint64_t *sy_layer_own(const sy_layer *l, uint32_t node) {
  return l->own + node * l->sets->words;
}
static inline uint64_t *sy_layer_all(const sy_layer *l, uint32_t node) {
  return l->all + node * l->sets->words;
}

// ---- aspect_ways.c ----

typedef struct sy_chain {
  SY_VEC(uint32_t) nodes;     // from the function in question to the owner
  SY_VEC(LLVMValueRef) calls; // calls[i] is the call of nodes[i]; null for the first
} sy_chain;

const sy_ways *sy_ways_to(sy_propagating *p, sy_layer *l, uint32_t bit);
// From a node that has the bit.
sy_chain sy_chain_find(sy_propagating *p, sy_layer *l, uint32_t from, uint32_t bit);
void sy_chain_free(sy_chain *c);
void sy_ways_free_layer(sy_layer *l);
void sy_ways_free(sy_propagating *p); // also when the graph changes: they are found anew

// ---- aspect_warnings.c ----

const char *sy_propagating_name(sy_propagating *p, uint32_t node); // readable
bool sy_propagating_is_root(const sy_propagating *p, uint32_t node);
void sy_warn_about_declared(sy_propagating *p);
void sy_warn_about_targets(sy_propagating *p);
// Of a linked module.
void sy_warn_about_external(sy_propagating *p);
void sy_refuse_recursion(sy_propagating *p);

#endif
