// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions and variables of a module refer to which others: calls, addresses taken, initialisers.
// Building it is linear in the size of the module.
#ifndef SY_PASSES_ANALYSIS_USE_GRAPH_H
#define SY_PASSES_ANALYSIS_USE_GRAPH_H

#include "base/mem.h"
#include "passes/common/pointer_map.h"

#include <llvm-c/Core.h>

typedef struct sy_use_edge {
  uint32_t to;     // a node
  LLVMValueRef at; // the first instruction that refers to it; null in initialisers
} sy_use_edge;

typedef struct sy_use_graph {
  uint32_t n; // nodes: functions in the order of the module, then variables, aliases, ifuncs
  LLVMValueRef *nodes;
  uint32_t functions; // the first of them are functions
  uint32_t *first;    // node i has the uses first[i] .. first[i + 1] - 1, each target once
  SY_VEC(sy_use_edge) uses;
  sy_pointer_map index; // private
} sy_use_graph;

void sy_use_graph_build(sy_use_graph *g, LLVMModuleRef m); // *g is {0}
void sy_use_graph_free(sy_use_graph *g);

// Strongly connected components, those that are used first: component[i] counts from 0, and what i uses has
// the same or a smaller one. Returns how many there are; the arrays have g->n elements. order: the nodes by
// component.
uint32_t sy_use_graph_components(const sy_use_graph *g, uint32_t *component, uint32_t *order);

// Sets of bits, node i has the words i * words ...: each node also gets those of all that it reaches.
void sy_use_graph_spread(const sy_use_graph *g, uint64_t *sets, size_t words);
// The other way: each node also gets those of all that reach it.
void sy_use_graph_spread_down(const sy_use_graph *g, uint64_t *sets, size_t words);

#endif
