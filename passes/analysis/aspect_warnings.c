// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where what functions need contradicts what the user said: with [[sycl::device_has]], with
// -fsycl-fixed-targets, and about SYCL_EXTERNAL functions of other files. Places are known if the module has
// debug information.
#include "base/map.h"
#include "passes/analysis/debug_place.h"
#include "passes/analysis/propagation.h"
#include "passes/common/module.h"

#include <string.h>

const char *sy_propagating_name(sy_propagating *p, uint32_t node) {
  char *name = sy_short_name(p->g.nodes[node]);
  const char *kept = sy_arena_strdup(&p->arena, name);
  free(name);
  return kept;
}

bool sy_propagating_is_root(const sy_propagating *p, uint32_t node) {
  return sy_is_kernel(p->g.nodes[node]) || sy_is_exported(p->g.nodes[node]);
}

static const char *aspect_name(sy_propagating *p, uint32_t number) {
  const sy_aspect *a = sy_aspect_get(number);
  return a ? a->Name : sy_arena_printf(&p->arena, "%u", number);
}

// ---- places -----------------------------------------------------------------------------------------------

static sy_where where(const sy_propagating *p, LLVMValueRef v) {
  return sy_debug_place(v, p->how->folder, (sy_arena *)&p->arena);
}

// The first instruction that mentions a type with the aspect, or the function itself.
static LLVMValueRef use_of(sy_propagating *p, uint32_t node, uint32_t bit) {
  LLVMValueRef f = p->g.nodes[node], found = f;
  uint64_t *set = sy_alloc(p->aspects.words * sizeof *set);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && found == f; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && found == f; i = LLVMGetNextInstruction(i)) {
      memset(set, 0, p->aspects.words * sizeof *set);
      sy_type_aspects_of_instruction(&p->types, i, set);
      if (sy_bits_have(set, bit) && where(p, i).file)
        found = i;
    }
  free(set);
  return found;
}

static bool has_debug_information(const sy_propagating *p) {
  static const char units[] = "llvm.dbg.cu";
  return LLVMGetNamedMetadata(p->m, units, sizeof units - 1);
}

// The front end has seen the use in the source; what it has not seen is in the instructions.
static sy_where place_of_use(sy_propagating *p, uint32_t node, uint32_t bit) {
  sy_where at = SY_NOWHERE;
  if (has_debug_information(p) && sy_function_place(p->g.nodes[node], p->aspects.numbers.data[bit], &at.file,
                                                    &at.line, &at.col, &p->arena))
    return at;
  return where(p, use_of(p, node, bit));
}

// ---- uses of aspects --------------------------------------------------------------------------------------

static void add_chain(sy_propagating *p, const sy_chain *c, sy_where use, sy_str *text) {
  sy_str_add(text, "\nuse is from this call chain:");
  for (size_t i = 0; i < c->nodes.n; i++) {
    if (c->nodes.data[i] >= p->g.functions)
      continue; // a table of functions
    sy_str_addf(text, "\n  %s()", sy_propagating_name(p, c->nodes.data[i]));
    sy_where call = where(p, c->calls.data[i]);
    if (call.file && call.col)
      sy_str_addf(text, " %s:%u:%u", call.file, call.line, call.col);
  }
  if (!use.file)
    sy_str_add(text, "\ncompile with '-g' to get source location");
}

static void warn_of_use(sy_propagating *p, enum sy_aspect_warning group, const sy_chain *c, uint32_t bit,
                        const char *what) {
  uint32_t last = c->nodes.data[c->nodes.n - 1];
  // Of a declaration only the call is known.
  bool elsewhere = LLVMIsDeclaration(p->g.nodes[last]);
  sy_where at = elsewhere ? where(p, c->calls.data[c->nodes.n - 1]) : place_of_use(p, last, bit);
  sy_str text = SY_STR_INIT;
  sy_str_addf(&text, "function '%s' uses aspect '%s' %s", sy_propagating_name(p, c->nodes.data[0]),
              aspect_name(p, p->aspects.numbers.data[bit]), what);
  add_chain(p, c, at, &text);
  p->how->warn(p->how->user, group, at, sy_str_c(&text));
  sy_str_free(&text);
}

static bool same_numbers(sy_numbers a, sy_numbers b) {
  return a.present == b.present && a.n == b.n && (!a.n || !memcmp(a.v, b.v, a.n * sizeof *a.v));
}

// A kernel has the attribute of the function object that it calls: reporting both would be twice the same.
static bool is_said_below(const sy_propagating *p, uint32_t kernel, uint32_t callee) {
  return sy_is_kernel(p->g.nodes[kernel]) && callee < p->g.functions &&
         same_numbers(p->facts[kernel].declared, p->facts[callee].declared);
}

// The kernel's use of what its function object holds is the function's own.
static bool holds_what_is_said(const sy_propagating *p, uint32_t node, uint32_t bit) {
  for (uint32_t u = p->g.first[node]; u < p->g.first[node + 1]; u++) {
    uint32_t callee = p->g.uses.data[u].to;
    if (is_said_below(p, node, callee) && sy_bits_have(sy_layer_all(&p->used, callee), bit))
      return true;
  }
  return false;
}

static void check_declared(sy_propagating *p, uint32_t node) {
  sy_numbers declared = p->facts[node].declared;
  if (!declared.present || LLVMIsDeclaration(p->g.nodes[node]))
    return;
  for (uint32_t bit = 0; bit < p->aspects.numbers.n; bit++) {
    if (!sy_bits_have(sy_layer_all(&p->used, node), bit) ||
        sy_numbers_have(declared, p->aspects.numbers.data[bit]))
      continue;
    sy_chain c = sy_chain_find(p, &p->used, node, bit);
    if (c.nodes.n < 2 ? !holds_what_is_said(p, node, bit) : !is_said_below(p, node, c.nodes.data[1]))
      warn_of_use(p, SY_WARN_DEVICE_HAS, &c, bit, "not listed in 'sycl::device_has'");
    sy_chain_free(&c);
  }
}

void sy_warn_about_declared(sy_propagating *p) {
  for (uint32_t i = 0; i < p->g.functions; i++)
    check_declared(p, i);
}

// ---- fixed targets ----------------------------------------------------------------------------------------

// The first target that lacks the aspect, or null.
static const sy_target *lacking(const sy_propagating *p, uint32_t aspect) {
  for (size_t i = 0; i < p->how->target_count; i++)
    if (!sy_target_has(p->how->targets[i], aspect) && !p->how->targets[i]->maySupportOtherAspects)
      return p->how->targets[i];
  return NULL;
}

// A kernel has no place of its own in the source. The last function that it calls is the user's: those before
// make its arguments.
static sy_where place_of_function(const sy_propagating *p, uint32_t node) {
  sy_where at = where(p, p->g.nodes[node]);
  for (uint32_t u = p->g.first[node + 1]; u > p->g.first[node] && !at.file && sy_is_kernel(p->g.nodes[node]);
       u--)
    if (p->g.uses.data[u - 1].to < p->g.functions)
      at = where(p, p->g.nodes[p->g.uses.data[u - 1].to]);
  return at;
}

static void warn_of_function(sy_propagating *p, uint32_t node, const char *text) {
  p->how->warn(p->how->user, SY_WARN_FIXED_TARGETS, place_of_function(p, node), text);
}

static void check_sizes(sy_propagating *p, uint32_t node) {
  const sy_function_facts *f = &p->facts[node];
  for (size_t i = 0; i < p->how->target_count; i++) {
    const sy_target *t = p->how->targets[i];
    if (f->sub_group.n && t->subGroupSizes.n && !sy_target_has_sub_group(t, f->sub_group.v[0]))
      warn_of_function(p, node,
                       sy_arena_printf(&p->arena,
                                       "function '%s' has required sub-group size '%u', which '%s' of "
                                       "'-fsycl-fixed-targets' does not support",
                                       sy_propagating_name(p, node), f->sub_group.v[0], t->TargetName));
    uint64_t items = sy_group_items(f->work_group);
    if (items && t->maxWorkGroupSize && items > (uint64_t)t->maxWorkGroupSize)
      warn_of_function(p, node,
                       sy_arena_printf(&p->arena,
                                       "function '%s' has a required work-group size of %llu work-items, "
                                       "and '%s' of '-fsycl-fixed-targets' allows %d",
                                       sy_propagating_name(p, node), (unsigned long long)items, t->TargetName,
                                       t->maxWorkGroupSize));
  }
}

// The function that a kernel has its attributes of.
static bool is_body(const sy_propagating *p, uint32_t node) {
  for (uint32_t i = 0; i < p->g.functions; i++)
    for (uint32_t u = p->g.first[i]; u < p->g.first[i + 1]; u++)
      if (p->g.uses.data[u].to == node && is_said_below(p, i, node))
        return true;
  return false;
}

// What a function declares and does not use.
static void check_promises(sy_propagating *p, uint32_t node) {
  sy_numbers declared = p->facts[node].declared;
  bool asked = false; // is_body: it takes a while
  for (unsigned i = 0; i < declared.n; i++) {
    const sy_target *t = lacking(p, declared.v[i]);
    if (!t || sy_bits_have(sy_layer_all(&p->used, node), sy_aspect_sets_bit(&p->aspects, declared.v[i])))
      continue;
    if (!asked && is_body(p, node))
      return;
    asked = true;
    warn_of_function(p, node,
                     sy_arena_printf(&p->arena,
                                     "function '%s' declares aspect '%s', which '%s' of "
                                     "'-fsycl-fixed-targets' does not have",
                                     sy_propagating_name(p, node), aspect_name(p, declared.v[i]),
                                     t->TargetName));
  }
}

// Each use once, from the first root that reaches it: done[user * aspects + bit].
static void check_root(sy_propagating *p, uint32_t root, bool *done) {
  check_sizes(p, root);
  for (uint32_t bit = 0; bit < p->aspects.numbers.n; bit++) {
    bool uses = sy_bits_have(sy_layer_all(&p->used, root), bit);
    const sy_target *t = uses ? lacking(p, p->aspects.numbers.data[bit]) : NULL;
    bool *reported = t ? &done[sy_ways_to(p, &p->used, bit)->user[root] * p->aspects.numbers.n + bit] : NULL;
    if (!t || *reported)
      continue;
    *reported = true;
    sy_chain c = sy_chain_find(p, &p->used, root, bit);
    warn_of_use(
        p, SY_WARN_FIXED_TARGETS, &c, bit,
        sy_arena_printf(&p->arena, "which '%s' of '-fsycl-fixed-targets' does not have", t->TargetName));
    sy_chain_free(&c);
  }
}

void sy_warn_about_targets(sy_propagating *p) {
  bool *done = sy_alloc((p->g.n * p->aspects.numbers.n + 1) * sizeof *done);
  for (uint32_t i = 0; p->how->target_count && i < p->g.functions; i++) {
    if (LLVMIsDeclaration(p->g.nodes[i]))
      continue;
    check_promises(p, i);
    if (sy_propagating_is_root(p, i))
      check_root(p, i, done);
  }
  free(done);
}

// ---- SYCL_EXTERNAL functions of other files ---------------------------------------------------------------

typedef struct external {
  sy_propagating *p;
  sy_layer layer; // what is needed, without what was asked for by conditions that hold
  sy_map said;
} external;

static void warnings_say(external *e, const char *text) {
  void **said = sy_map_put(&e->said, text);
  if (!*said)
    e->p->how->warn(e->p->how->user, SY_WARN_EXTERNAL, SY_NOWHERE, text);
  *said = e;
}

static bool knows(const sy_function_facts *f, uint32_t aspect) {
  return sy_numbers_have(f->used, aspect) || sy_numbers_have(f->declared, aspect) ||
         sy_numbers_have(f->needed, aspect);
}

static void check_external_aspects(external *e, uint32_t root) {
  sy_propagating *p = e->p;
  for (uint32_t bit = 0; bit < p->aspects.numbers.n; bit++) {
    uint32_t aspect = p->aspects.numbers.data[bit];
    if (!sy_bits_have(sy_layer_all(&e->layer, root), bit) || knows(&p->facts[root], aspect))
      continue;
    uint32_t user = sy_ways_to(p, &e->layer, bit)->user[root];
    warnings_say(e, sy_arena_printf(&p->arena,
                                    "function '%s' uses aspect '%s' not expected by its calling kernel.\n"
                                    "Missing [[sycl::device_has()]] on SYCL_EXTERNAL function?",
                                    sy_propagating_name(p, user), aspect_name(p, aspect)));
  }
}

static void check_external_groups(external *e, uint32_t root) {
  sy_propagating *p = e->p;
  sy_numbers own = p->facts[root].sub_group;
  for (uint32_t bit = 0; bit < p->sizes.numbers.n; bit++) {
    uint32_t size = p->sizes.numbers.data[bit];
    if (!sy_bits_have(sy_layer_all(&p->groups, root), bit) || sy_numbers_have(own, size))
      continue;
    uint32_t user = sy_ways_to(p, &p->groups, bit)->user[root];
    const char *function = sy_function_of_sub_group(p->g.nodes[user], size, &p->arena);
    warnings_say(e,
                 sy_arena_printf(&p->arena,
                                 "function '%s' has required sub-group size '%u' that does not match\n"
                                 "its calling kernel.  Missing [[sycl::reqd_sub_group_size()]] attribute on\n"
                                 "SYCL_EXTERNAL function?",
                                 function ? function : sy_propagating_name(p, user), size));
  }
}

static void leave_out_asked(external *e) {
  const sy_propagating *p = e->p;
  size_t words = p->aspects.words, bytes = (p->g.n + 1) * words * sizeof(uint64_t);
  e->layer = (sy_layer){&p->aspects, sy_alloc(bytes), sy_alloc(bytes), NULL};
  memcpy(e->layer.own, p->needed.own, bytes);
  for (uint32_t i = 0; i < p->g.functions; i++)
    for (unsigned k = 0; k < p->facts[i].asked.n; k++) {
      uint32_t bit = sy_aspect_sets_bit(&p->aspects, p->facts[i].asked.v[k]);
      sy_layer_own(&e->layer, i)[bit / 64] &= ~((uint64_t)1 << bit % 64);
    }
  memcpy(e->layer.all, e->layer.own, bytes);
  sy_use_graph_spread(&p->g, e->layer.all, words);
}

void sy_warn_about_external(sy_propagating *p) {
  external e = {.p = p};
  leave_out_asked(&e);
  for (uint32_t i = 0; i < p->g.functions; i++)
    if (sy_propagating_is_root(p, i) && !p->facts[i].target_count) {
      check_external_aspects(&e, i);
      check_external_groups(&e, i);
    }
  sy_ways_free_layer(&e.layer);
  free(e.layer.own);
  free(e.layer.all);
  sy_map_free(&e.said);
}

// ---- recursion --------------------------------------------------------------------------------------------

// Where a function calls one of its component.
static sy_where place_of_call(const sy_propagating *p, uint32_t node, const uint32_t *members, uint32_t n) {
  for (uint32_t k = p->g.first[node]; k < p->g.first[node + 1]; k++)
    for (uint32_t i = 0; i < n; i++)
      if (p->g.uses.data[k].to == members[i])
        return where(p, p->g.uses.data[k].at);
  return SY_NOWHERE;
}

// The front end refuses what it sees in one file. members: a component of the graph.
static void refuse_component(sy_propagating *p, const uint32_t *members, uint32_t n) {
  const char *unit = NULL;
  sy_str names = SY_STR_INIT;
  bool files = false;
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef f = p->g.nodes[members[i]];
    if (members[i] >= p->g.functions || !sy_is_exported(f))
      continue;
    const char *own = sy_function_string(f, "sycl-module-id", &p->arena);
    files |= unit && own && strcmp(unit, own);
    unit = own ? own : unit;
    sy_str_addf(&names, "%s'%s'", names.n ? ", " : "", sy_propagating_name(p, members[i]));
  }
  if (files) {
    sy_error(p->d, place_of_call(p, members[0], members, n),
             "SYCL kernel cannot call the recursive function '%s': the SYCL_EXTERNAL functions %s, of "
             "several files, call each other",
             sy_propagating_name(p, members[0]), sy_str_c(&names));
    sy_help(p->d,
            "device code has no stack for calls of unknown depth; write a loop with a stack of its own");
  }
  sy_str_free(&names);
}

void sy_refuse_recursion(sy_propagating *p) {
  uint32_t *component = sy_alloc((p->g.n + 1) * sizeof *component),
           *order = sy_alloc((p->g.n + 1) * sizeof *order);
  sy_use_graph_components(&p->g, component, order);
  for (uint32_t at = 0, end; at < p->g.n; at = end) {
    for (end = at + 1; end < p->g.n && component[order[end]] == component[order[at]];)
      end++;
    if (end - at > 1)
      refuse_component(p, order + at, end - at);
  }
  free(component);
  free(order);
}
