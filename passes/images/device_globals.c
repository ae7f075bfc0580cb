// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device_global is a variable with the attribute "sycl-device-global-size"; its other properties are
// attributes too. Entry points that share a variable with image scope must be in one image: a union-find over
// the nodes of the use graph joins each entry point with all such variables that it reaches.
#include "passes/images/device_globals.h"

#include "base/count.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

static bool attribute(LLVMValueRef variable, const char *name, const char **value, size_t *n) {
  *value = LLVMIsAGlobalVariable(variable) ? sy_llvm_global_attribute(variable, name, n) : NULL;
  return *value;
}

bool sy_is_image_scoped(LLVMValueRef global) {
  const char *value;
  size_t n;
  return sy_is_device_global(global) && attribute(global, "sycl-device-image-scope", &value, &n);
}

sy_device_global_facts sy_device_global_facts_read(LLVMValueRef variable) {
  static const char *const names[] = {"read", "write", "read_write", "none"};
  sy_device_global_facts f = {.image_scope = sy_is_image_scoped(variable), .host_access = 2};
  const char *value;
  size_t n;
  if (attribute(variable, SY_DEVICE_GLOBAL_SIZE, &value, &n))
    for (size_t i = 0; i < n; i++)
      f.size = f.size * 10 + (uint32_t)(value[i] - '0');
  if (attribute(variable, "sycl-host-access", &value, &n))
    for (uint8_t i = 0; i < SY_COUNT(names); i++)
      if (n == strlen(names[i]) && !memcmp(value, names[i], n))
        f.host_access = i;
  return f;
}

void sy_make_visible(LLVMValueRef variable) {
  LLVMSetLinkage(variable, LLVMExternalLinkage);
  LLVMSetVisibility(variable, LLVMDefaultVisibility);
  LLVMSetComdat(variable, NULL);
  LLVMSetExternallyInitialized(variable, true);
}

// ---- images that share a variable ------------------------------------------------------------------

static uint32_t root(uint32_t *parent, uint32_t node) {
  while (parent[node] != node)
    node = parent[node] = parent[parent[node]];
  return node;
}

typedef SY_VEC(uint32_t) node_numbers;

// What `from` reaches, itself included. seen[node] == from + 1: it is in already.
static node_numbers reached_from(const sy_use_graph *g, uint32_t from, uint32_t *seen) {
  node_numbers all = {0};
  sy_vec_push(&all, from);
  seen[from] = from + 1;
  for (size_t i = 0; i < all.n; i++)
    for (uint32_t u = g->first[all.data[i]]; u < g->first[all.data[i] + 1]; u++) {
      uint32_t to = g->uses.data[u].to;
      if (seen[to] != from + 1)
        sy_vec_push(&all, to);
      seen[to] = from + 1;
    }
  return all;
}

static void join_variables(const sy_use_graph *g, uint32_t function, uint32_t *seen, uint32_t *parent) {
  node_numbers all = reached_from(g, function, seen);
  for (size_t i = 0; i < all.n; i++)
    if (sy_is_image_scoped(g->nodes[all.data[i]]))
      parent[root(parent, function)] = root(parent, all.data[i]);
  sy_vec_free(&all);
}

static bool any_image_scoped(const sy_use_graph *g) {
  for (uint32_t i = g->functions; i < g->n; i++)
    if (sy_is_image_scoped(g->nodes[i]))
      return true;
  return false;
}

// Sets of functions and variables, joined where a function reaches a variable.
uint32_t *sy_image_scope_groups(const sy_use_graph *g) {
  if (!any_image_scoped(g))
    return NULL;
  uint32_t *parent = sy_alloc((g->n + 1) * sizeof *parent), *seen = sy_alloc((g->n + 1) * sizeof *seen);
  for (uint32_t i = 0; i < g->n; i++)
    parent[i] = i;
  for (uint32_t i = 0; i < g->functions; i++)
    if (sy_is_kernel(g->nodes[i]) || sy_is_exported(g->nodes[i]))
      join_variables(g, i, seen, parent);
  uint32_t *groups = sy_alloc((g->functions + 1) * sizeof *groups);
  for (uint32_t i = 0; i < g->functions; i++) {
    uint32_t r = root(parent, i);
    groups[i] = r == i ? 0 : r + 1; // a set's root is a variable, unless the function is alone
  }
  free(seen);
  free(parent);
  return groups;
}

// ---- errors -----------------------------------------------------------------------------------------------

// The first of the image's entry points that uses the variable.
static void name_user(const sy_images *s, const sy_split_image *image, uint32_t node, sy_diag *d) {
  uint32_t *seen = sy_alloc((s->g.n + 1) * sizeof *seen);
  size_t i = 0;
  for (bool found = false; !found && i < image->entries.n; i += !found) {
    node_numbers all = reached_from(&s->g, image->entries.data[i], seen);
    found = seen[node] == image->entries.data[i] + 1;
    sy_vec_free(&all);
  }
  char *user = sy_short_name(s->g.nodes[image->entries.data[i]]);
  sy_note(d, "one of these images has '%s', which uses it", user);
  free(user);
  free(seen);
}

static void report_shared(const sy_images *s, uint32_t node, const sy_split_image *a, const sy_split_image *b,
                          sy_diag *d) {
  char *name = sy_short_name(s->g.nodes[node]);
  sy_error(d, SY_NOWHERE, "the device_global '%s' with device_image_scope is used in several device images",
           name);
  name_user(s, a, node, d);
  name_user(s, b, node, d);
  sy_help(d,
          "kernels are split by what they need of a device (aspects, work-group and sub-group sizes), and by "
          "source or kernel where that is asked for; without device_image_scope there is no such limit");
  free(name);
}

static void check_defined(const sy_images *s, uint32_t node, sy_diag *d) {
  if (!LLVMIsDeclaration(s->g.nodes[node]))
    return;
  char *name = sy_short_name(s->g.nodes[node]);
  sy_error(d, SY_NOWHERE, "the device_global '%s' is declared, and not defined in any file of this program",
           name);
  sy_help(
      d,
      "define it in a file that is compiled with sycc and linked in, or declare it 'inline' in the header");
  free(name);
}

void sy_check_device_globals(const sy_images *s, sy_diag *d) {
  uint32_t *owner = sy_alloc((s->g.n + 1) * sizeof *owner); // the first image that has it, + 1
  for (uint32_t i = 0; i < s->list.n; i++)
    for (size_t k = 0; k < s->list.data[i].nodes.n; k++) {
      uint32_t node = s->list.data[i].nodes.data[k];
      if (!sy_is_device_global(s->g.nodes[node]))
        continue;
      if (!owner[node]) {
        owner[node] = i + 1;
        check_defined(s, node, d);
      } else if (owner[node] <= s->list.n && sy_is_image_scoped(s->g.nodes[node])) {
        report_shared(s, node, &s->list.data[owner[node] - 1], &s->list.data[i], d);
        owner[node] = UINT32_MAX; // said
      }
    }
  free(owner);
}
