// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For messages: the shortest chain of calls from a function to the one that an aspect, or a sub-group size,
// comes from. For each such aspect one breadth-first search goes from all functions that use it themselves up
// to their callers, and leaves with every function the first call of its way down. A search is made when a
// message first needs it; a chain then follows these calls.
#include "passes/analysis/propagation.h"

static void find_callers(sy_propagating *p) {
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

// Breadth first from all owners up to the callers. Of several ways that are as short, a node takes that of
// its first call.
static sy_ways find_ways(const sy_propagating *p, const sy_layer *l, uint32_t bit) {
  size_t size = (p->g.n + 1) * sizeof(uint32_t);
  sy_ways w = {sy_alloc(size), sy_alloc(size)};
  uint32_t *far = sy_alloc(size), *queue = sy_alloc(size), n = 0; // far: calls to an owner, + 1
  for (uint32_t i = 0; i < p->g.n; i++)
    if (sy_bits_have(sy_layer_own(l, i), bit)) {
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

const sy_ways *sy_ways_to(sy_propagating *p, sy_layer *l, uint32_t bit) {
  if (!p->callers)
    find_callers(p);
  if (!l->ways)
    l->ways = sy_alloc((l->sets->numbers.n + 1) * sizeof *l->ways);
  if (!l->ways[bit].next)
    l->ways[bit] = find_ways(p, l, bit);
  return &l->ways[bit];
}

void sy_ways_free_layer(sy_layer *l) {
  for (size_t i = 0; l->ways && i < l->sets->numbers.n; i++) {
    free(l->ways[i].next);
    free(l->ways[i].user);
  }
  free(l->ways);
  l->ways = NULL;
}

void sy_ways_free(sy_propagating *p) {
  sy_ways_free_layer(&p->used);
  sy_ways_free_layer(&p->needed);
  sy_ways_free_layer(&p->groups);
  free(p->first_caller);
  free(p->callers);
  p->first_caller = p->callers = NULL;
}

sy_chain sy_chain_find(sy_propagating *p, sy_layer *l, uint32_t from, uint32_t bit) {
  const sy_ways *w = sy_ways_to(p, l, bit);
  sy_chain c = {0};
  sy_vec_push(&c.nodes, from);
  sy_vec_push(&c.calls, NULL);
  for (uint32_t node = from; w->next[node];) {
    const sy_use_edge *use = &p->g.uses.data[w->next[node] - 1];
    node = use->to;
    sy_vec_push(&c.nodes, node);
    sy_vec_push(&c.calls, use->at);
  }
  return c;
}

void sy_chain_free(sy_chain *c) {
  sy_vec_free(&c->nodes);
  sy_vec_free(&c->calls);
}
