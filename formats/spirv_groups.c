// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An instruction for a group becomes a call of a function that another module exports
// (device-lib/spir_groups.cpp):
//
//   %r = OpGroupIAdd %int %workgroup Reduce %x
// becomes
//   %r = OpFunctionCall %int %f %x       f: Import "sycc_Z21work_group_reduce_addi"
//
// The names are OpenCL's, as C++ mangles them, behind a prefix: drivers take functions of OpenCL's names for
// their own. A first pass over the module finds types, constants and the functions that are needed; a second
// one writes it, with new types and declarations before the first function.
#include "formats/spirv_groups.h"

#include "formats/spirv_cut.h"
#include "formats/spirv_header.h"

#include <spirv/unified1/spirv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "sycc"

enum {
  MOST_PARAMS = 4,
};

typedef struct callee {
  uint32_t id, result, type;
  uint32_t count, params[MOST_PARAMS]; // types
} callee;

typedef struct spirv_groups_module {
  const uint32_t *in;
  size_t n;
  unsigned which;
  uint32_t bound, old_bound;
  const uint32_t **made;        // by id of a type or constant: the instruction
  uint32_t *type;               // by id of a value: its type
  uint32_t *built_in;           // by id of a variable: the built-in variable of sub-groups that it is, else 0
  uint32_t int_type, zero, one; // 32 bits; 0: not needed
  bool has_int_type, has_linkage;
  sy_group_names names; // of the callees
  callee *callees;
  bool unknown, no_memory, changed;
  uint32_t *out;
  size_t m, room;
} spirv_groups_module;

static uint32_t op_of(const uint32_t *w) {
  return w[0] & 0xffff;
}
static uint32_t length_of(const uint32_t *w) {
  return w[0] >> 16;
}

static const uint32_t *made_by(const spirv_groups_module *s, uint32_t id) {
  return id < s->old_bound ? s->made[id] : NULL;
}

// ---- the functions that are called --------------------------------------------------------------------

// The letter of C++ for a type; kind: i, u or f. Null: there is none.
static const char *letter(const spirv_groups_module *s, uint32_t type, char kind) {
  const uint32_t *t = made_by(s, type);
  if (!t || (op_of(t) != SpvOpTypeInt && op_of(t) != SpvOpTypeFloat) || length_of(t) < 3)
    return NULL;
  const bool real = op_of(t) == SpvOpTypeFloat;
  return real         ? t[2] == 32   ? "f"
                        : t[2] == 64 ? "d"
                        : t[2] == 16 ? "Dh"
                                     : NULL
         : t[2] == 32 ? kind == 'u' ? "j" : "i"
         : t[2] == 64 ? kind == 'u' ? "m" : "l"
                      : NULL;
}

static bool grow_callees(spirv_groups_module *s) {
  size_t n = s->names.count + 1;
  sy_group_name *names = realloc(s->names.names, n * sizeof *names);
  if (names)
    s->names.names = names;
  callee *callees = names ? realloc(s->callees, n * sizeof *callees) : NULL;
  if (callees)
    s->callees = callees;
  return callees;
}

// The function of that name; null: no memory. types: the letters of its parameters.
static callee *function(spirv_groups_module *s, const char *name, const char *types, uint32_t result,
                        uint32_t count, const uint32_t *params) {
  sy_group_name mangled;
  snprintf(mangled, sizeof mangled, "_Z%zu%s%s", strlen(name), name, types);
  for (size_t i = 0; i < s->names.count; i++)
    if (!strcmp(s->names.names[i], mangled))
      return &s->callees[i];
  if (!grow_callees(s)) {
    s->no_memory = true;
    return NULL;
  }
  memcpy(s->names.names[s->names.count], mangled, sizeof mangled);
  callee *c = &s->callees[s->names.count++];
  *c = (callee){.id = s->bound++, .result = result, .count = count};
  for (uint32_t i = 0; i < count; i++)
    c->params[i] = params[i];
  return c;
}

static uint32_t scope_of(const spirv_groups_module *s, uint32_t id) {
  const uint32_t *c = made_by(s, id);
  return c && op_of(c) == SpvOpConstant && length_of(c) == 4 ? c[3] : 0;
}

static bool is_replaced(const spirv_groups_module *s, uint32_t scope) {
  return (scope == SpvScopeWorkgroup && s->which & SY_WORK_GROUPS) ||
         (scope == SpvScopeSubgroup && s->which & SY_SUB_GROUPS);
}

static void need_ints(spirv_groups_module *s) {
  if (!s->int_type)
    s->int_type = s->bound++;
  if (!s->zero) {
    s->zero = s->bound++;
    s->one = s->bound++;
  }
}

static callee *fold_function(spirv_groups_module *s, const uint32_t *w, const char *where) {
  static const struct {
    const char *name;
    char kind;
  } folds[] = {{"add", 'i'}, {"add", 'f'}, {"min", 'f'}, {"min", 'u'},
               {"min", 'i'}, {"max", 'f'}, {"max", 'u'}, {"max", 'i'}};
  static const char *const operations[] = {"reduce", "scan_inclusive", "scan_exclusive"};
  const char *type = letter(s, w[1], folds[op_of(w) - SpvOpGroupIAdd].kind);
  char name[48];
  if (length_of(w) != 6 || w[4] > 2 || !type)
    return NULL;
  snprintf(name, sizeof name, "%s_%s_%s", where, operations[w[4]], folds[op_of(w) - SpvOpGroupIAdd].name);
  return function(s, name, type, w[1], 1, &w[1]);
}

// The number of elements of a local id, and their type.
static uint32_t elements(const spirv_groups_module *s, uint32_t id, uint32_t *type) {
  *type = id < s->old_bound ? s->type[id] : 0;
  const uint32_t *t = made_by(s, *type);
  if (!t || op_of(t) != SpvOpTypeVector || length_of(t) != 4)
    return 1;
  *type = t[2];
  return t[3];
}

static callee *broadcast_function(spirv_groups_module *s, const uint32_t *w, uint32_t scope) {
  uint32_t at, n = length_of(w) == 6 ? elements(s, w[5], &at) : 0;
  const char *type = letter(s, w[1], 'i'), *index = n ? letter(s, at, 'u') : NULL;
  if (!type || !index || n > 3 || *index != (scope == SpvScopeWorkgroup ? 'm' : 'j'))
    return NULL;
  char types[8];
  const uint32_t params[MOST_PARAMS] = {w[1], at, at, at};
  snprintf(types, sizeof types, "%s%s%s%s", type, index, n > 1 ? index : "", n > 2 ? index : "");
  return function(s, scope == SpvScopeWorkgroup ? "work_group_broadcast" : "sub_group_broadcast", types, w[1],
                  1 + n, params);
}

static callee *vote_function(spirv_groups_module *s, const uint32_t *w, const char *where) {
  char name[32];
  need_ints(s);
  snprintf(name, sizeof name, "%s_%s", where, op_of(w) == SpvOpGroupAll ? "all" : "any");
  return function(s, name, "i", s->int_type, 1, &s->int_type);
}

static callee *shuffle_function(spirv_groups_module *s, const uint32_t *w) {
  const char *type = letter(s, w[1], 'i'),
             *index = w[4] < s->old_bound ? letter(s, s->type[w[4]], 'u') : NULL;
  char types[8];
  if (!type || !index || *index != 'j')
    return NULL;
  snprintf(types, sizeof types, "%sj", type);
  return function(s, "intel_sub_group_shuffle", types, w[1], 2, (uint32_t[]){w[1], s->type[w[4]]});
}

static callee *variable_function(spirv_groups_module *s, const uint32_t *w) {
  static const char *const names[] = {"get_sub_group_size", "get_max_sub_group_size",
                                      "get_num_sub_groups", "get_enqueued_num_sub_groups",
                                      "get_sub_group_id",   "get_sub_group_local_id"};
  return function(s, names[s->built_in[w[3]] - SpvBuiltInSubgroupSize], "v", w[1], 0, NULL);
}

static bool is_variable(const spirv_groups_module *s, uint32_t id) {
  return id < s->old_bound && s->built_in[id];
}

// The function that stands for an instruction; null: the instruction stays. Sets `unknown` where there should
// be one.
static callee *callee_of(spirv_groups_module *s, const uint32_t *w) {
  uint32_t op = op_of(w), len = length_of(w);
  if (op == SpvOpLoad && len >= 4 && is_variable(s, w[3]))
    return variable_function(s, w);
  if (op > SpvOpSubgroupShuffleINTEL && op <= SpvOpSubgroupImageBlockWriteINTEL)
    s->unknown |= (s->which & SY_SUB_GROUPS) != 0;
  const bool shuffle = op == SpvOpSubgroupShuffleINTEL, group = op >= SpvOpGroupAll && op <= SpvOpGroupSMax;
  if ((!shuffle && !group) || len < 5)
    return NULL;
  uint32_t scope = shuffle ? SpvScopeSubgroup : scope_of(s, w[3]);
  if (!is_replaced(s, scope))
    return NULL;
  const char *where = scope == SpvScopeWorkgroup ? "work_group" : "sub_group";
  callee *c = shuffle                                      ? shuffle_function(s, w)
              : op == SpvOpGroupAll || op == SpvOpGroupAny ? vote_function(s, w, where)
              : op == SpvOpGroupBroadcast                  ? broadcast_function(s, w, scope)
                                                           : fold_function(s, w, where);
  s->unknown |= !c;
  return c;
}

// ---- reading ------------------------------------------------------------------------------------------

static void spirv_groups_note(spirv_groups_module *s, const uint32_t *w) {
  uint32_t op = op_of(w), len = length_of(w);
  if (op == SpvOpCapability && len == 2)
    s->has_linkage |= w[1] == SpvCapabilityLinkage;
  if (op == SpvOpDecorate && len == 4 && w[2] == SpvDecorationBuiltIn && w[1] < s->old_bound &&
      s->which & SY_SUB_GROUPS && w[3] >= SpvBuiltInSubgroupSize &&
      w[3] <= SpvBuiltInSubgroupLocalInvocationId)
    s->built_in[w[1]] = w[3];
  if (op >= SpvOpTypeVoid && op < SpvOpConstantTrue && len > 1 && w[1] < s->old_bound) {
    s->made[w[1]] = w;
    if (op == SpvOpTypeInt && len == 4 && w[2] == 32) {
      s->int_type = w[1];
      s->has_int_type = true;
    }
  }
  if (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp && len > 2 && w[2] < s->old_bound)
    s->made[w[2]] = w;
  const bool may_be_value =
      op == SpvOpUndef || op == SpvOpExtInst ||
      (op >= SpvOpConstantTrue && (op < SpvOpDecorate || op > SpvOpGroupMemberDecorate));
  const uint32_t *type = may_be_value && len > 2 ? made_by(s, w[1]) : NULL; // a value begins with its type
  if (type && op_of(type) < SpvOpConstantTrue && w[2] < s->old_bound)
    s->type[w[2]] = w[1];
}

static bool read_all(spirv_groups_module *s) {
  for (size_t i = SY_SPIRV_HEADER; i < s->n; i += length_of(s->in + i)) {
    uint32_t len = length_of(s->in + i);
    if (!len || len > s->n - i)
      return false;
    spirv_groups_note(s, s->in + i);
  }
  return true;
}

static bool is_barrier(const spirv_groups_module *s, const uint32_t *w) {
  return op_of(w) == SpvOpControlBarrier && length_of(w) > 1 && s->which & SY_SUB_GROUPS &&
         scope_of(s, w[1]) == SpvScopeSubgroup;
}

static void find_callees(spirv_groups_module *s) {
  for (size_t i = SY_SPIRV_HEADER; i < s->n && !s->no_memory; i += length_of(s->in + i))
    s->changed |= callee_of(s, s->in + i) || is_barrier(s, s->in + i);
}

// ---- writing ------------------------------------------------------------------------------------------

static void spirv_groups_put(spirv_groups_module *s, const uint32_t *w, size_t n) {
  if (s->m + n > s->room) {
    size_t room = 2 * (s->m + n);
    uint32_t *more = realloc(s->out, room * sizeof *more);
    if (!more) {
      s->no_memory = true;
      return;
    }
    s->out = more;
    s->room = room;
  }
  memcpy(s->out + s->m, w, n * sizeof *w);
  s->m += n;
}
#define PUT(s, op, ...)                                                                                      \
  spirv_groups_put(                                                                                          \
      s, (uint32_t[]){(uint32_t)(1 + sizeof((uint32_t[]){__VA_ARGS__}) / 4) << 16 | (op), __VA_ARGS__},      \
      1 + sizeof((uint32_t[]){__VA_ARGS__}) / 4)

// A function for other modules, or of one.
static void put_linkage(spirv_groups_module *s, uint32_t id, const char *name, uint32_t linkage) {
  uint32_t text[(sizeof PREFIX + sizeof(sy_group_name)) / sizeof(uint32_t) + 1] = {0};
  snprintf((char *)text, sizeof text, PREFIX "%s", name);
  uint32_t words = (uint32_t)(strlen((char *)text) / sizeof *text) + 1;
  spirv_groups_put(s, (uint32_t[]){(words + 4) << 16 | SpvOpDecorate, id, SpvDecorationLinkageAttributes}, 3);
  spirv_groups_put(s, text, words);
  spirv_groups_put(s, &linkage, 1);
}

static void put_linkages(spirv_groups_module *s) {
  for (size_t i = 0; i < s->names.count; i++)
    put_linkage(s, s->callees[i].id, s->names.names[i], SpvLinkageTypeImport);
}

static bool is_type_of(const uint32_t *t, const callee *c) {
  return t && op_of(t) == SpvOpTypeFunction && length_of(t) == 3 + c->count && t[2] == c->result &&
         !memcmp(t + 3, c->params, c->count * sizeof *c->params);
}

static bool same_type(const callee *a, const callee *b) {
  return a->result == b->result && a->count == b->count &&
         !memcmp(a->params, b->params, a->count * sizeof *a->params);
}

// A type that is there, or a new one: no two may be the same.
static void put_function_type(spirv_groups_module *s, size_t i) {
  callee *c = &s->callees[i];
  for (size_t k = 0; k < i && !c->type; k++)
    if (same_type(c, &s->callees[k]))
      c->type = s->callees[k].type;
  for (uint32_t id = 0; id < s->old_bound && !c->type; id++)
    if (is_type_of(s->made[id], c))
      c->type = id;
  if (c->type)
    return;
  c->type = s->bound++;
  spirv_groups_put(s, (uint32_t[]){(3 + c->count) << 16 | SpvOpTypeFunction, c->type, c->result}, 3);
  spirv_groups_put(s, c->params, c->count);
}

// What is new, before the first function.
static void put_declarations(spirv_groups_module *s) {
  if (s->int_type && !s->has_int_type)
    PUT(s, SpvOpTypeInt, s->int_type, 32, 0);
  if (s->zero) {
    PUT(s, SpvOpConstant, s->int_type, s->zero, 0);
    PUT(s, SpvOpConstant, s->int_type, s->one, 1);
  }
  for (size_t i = 0; i < s->names.count; i++)
    put_function_type(s, i);
  for (size_t i = 0; i < s->names.count; i++) {
    const callee *c = &s->callees[i];
    PUT(s, SpvOpFunction, c->result, c->id, 0, c->type);
    for (uint32_t k = 0; k < c->count; k++)
      PUT(s, SpvOpFunctionParameter, c->params[k], s->bound++);
    spirv_groups_put(s, (uint32_t[]){1 << 16 | SpvOpFunctionEnd}, 1);
  }
}

static void put_vote(spirv_groups_module *s, const uint32_t *w, const callee *c) {
  uint32_t number = s->bound++, result = s->bound++;
  PUT(s, SpvOpSelect, s->int_type, number, w[4], s->one, s->zero);
  PUT(s, SpvOpFunctionCall, s->int_type, result, c->id, number);
  PUT(s, SpvOpINotEqual, w[1], w[2], result, s->zero);
}

static void put_broadcast(spirv_groups_module *s, const uint32_t *w, const callee *c) {
  uint32_t n = c->count - 1, at[3] = {w[5]};
  for (uint32_t i = 0; i < n && n > 1; i++) {
    at[i] = s->bound++;
    PUT(s, SpvOpCompositeExtract, c->params[1], at[i], w[5], i);
  }
  spirv_groups_put(s, (uint32_t[]){(5 + n) << 16 | SpvOpFunctionCall, w[1], w[2], c->id, w[4]}, 5);
  spirv_groups_put(s, at, n);
}

static void put_call(spirv_groups_module *s, const uint32_t *w, const callee *c) {
  uint32_t op = op_of(w);
  if (op == SpvOpLoad)
    PUT(s, SpvOpFunctionCall, w[1], w[2], c->id);
  else if (op == SpvOpGroupAll || op == SpvOpGroupAny)
    put_vote(s, w, c);
  else if (op == SpvOpGroupBroadcast)
    put_broadcast(s, w, c);
  else if (op == SpvOpSubgroupShuffleINTEL)
    PUT(s, SpvOpFunctionCall, w[1], w[2], c->id, w[3], w[4]);
  else
    PUT(s, SpvOpFunctionCall, w[1], w[2], c->id, w[5]);
}

// Of an entry point, the variables that stay.
static void put_entry_point(spirv_groups_module *s, const uint32_t *w) {
  uint32_t len = length_of(w);
  size_t begin = s->m,
         name = len > 3 ? strnlen((const char *)(w + 3), (len - 3) * sizeof *w) / sizeof *w + 4 : len;
  name = name < len ? name : len;
  spirv_groups_put(s, w, name);
  for (size_t i = name; i < len; i++)
    if (!is_variable(s, w[i]))
      spirv_groups_put(s, &w[i], 1);
  if (!s->no_memory)
    s->out[begin] = (uint32_t)(s->m - begin) << 16 | SpvOpEntryPoint;
}

// What is only said for instructions that are gone.
static bool is_left_out(const spirv_groups_module *s, const uint32_t *w) {
  uint32_t op = op_of(w), len = length_of(w);
  const bool all = s->which == (SY_WORK_GROUPS | SY_SUB_GROUPS);
  if (op == SpvOpCapability && len == 2)
    return (w[1] == SpvCapabilityGroups && all) ||
           (w[1] == SpvCapabilitySubgroupShuffleINTEL && s->which & SY_SUB_GROUPS);
  if (op == SpvOpExtension)
    return s->which & SY_SUB_GROUPS && len > 5 &&
           !strncmp((const char *)(w + 1), "SPV_INTEL_subgroups", (len - 1) * sizeof *w);
  if (op == SpvOpName || op == SpvOpDecorate)
    return len > 1 && is_variable(s, w[1]);
  return is_barrier(s, w) || (op == SpvOpVariable && len > 2 && is_variable(s, w[2]));
}

static void write_all(spirv_groups_module *s) {
  bool linkages = false, declarations = false;
  spirv_groups_put(s, s->in, SY_SPIRV_HEADER);
  if (!s->has_linkage && s->names.count)
    PUT(s, SpvOpCapability, SpvCapabilityLinkage);
  for (size_t i = SY_SPIRV_HEADER; i < s->n && !s->no_memory; i += length_of(s->in + i)) {
    const uint32_t *w = s->in + i;
    uint32_t op = op_of(w);
    if (!linkages && ((op >= SpvOpTypeVoid && op <= SpvOpSpecConstantOp) || op == SpvOpFunction)) {
      put_linkages(s);
      linkages = true;
    }
    if (!declarations && op == SpvOpFunction) {
      put_declarations(s);
      declarations = true;
    }
    if (is_left_out(s, w))
      continue;
    const callee *c = callee_of(s, w);
    if (op == SpvOpEntryPoint)
      put_entry_point(s, w);
    else if (c)
      put_call(s, w, c);
    else
      spirv_groups_put(s, w, length_of(w));
  }
  if (!s->no_memory)
    s->out[SY_SPIRV_BOUND] = s->bound;
}

// ----------------------------------------------------------------------------------------------------

static bool add_names(sy_group_names *to, const sy_group_names *from) {
  sy_group_name *names = realloc(to->names, (to->count + from->count + 1) * sizeof *names);
  if (!names)
    return false;
  to->names = names;
  if (from->count)
    memcpy(names + to->count, from->names, from->count * sizeof *names);
  to->count += from->count;
  return true;
}

static sy_groups rewrite(spirv_groups_module *s, sy_group_names *names) {
  if (!read_all(s))
    return SY_GROUPS_BAD;
  find_callees(s);
  if (s->no_memory)
    return SY_GROUPS_NO_MEMORY;
  if (s->unknown)
    return SY_GROUPS_UNKNOWN;
  if (!s->changed)
    return SY_GROUPS_NOTHING;
  write_all(s);
  return s->no_memory || !add_names(names, &s->names) ? SY_GROUPS_NO_MEMORY : SY_GROUPS_DONE;
}

static bool is_module(const uint32_t *words, size_t n) {
  return n >= SY_SPIRV_HEADER && words[0] == SY_SPIRV_MAGIC && words[SY_SPIRV_BOUND] <= SY_SPIRV_MOST_IDS;
}

sy_groups sy_spirv_call_groups(const void *spirv, size_t size, unsigned which, sy_group_names *names,
                               void **out, size_t *out_size) {
  spirv_groups_module s = {.in = spirv, .n = size / sizeof *s.in, .which = which};
  *out = NULL;
  if (!is_module(s.in, s.n))
    return SY_GROUPS_BAD;
  s.bound = s.old_bound = s.in[SY_SPIRV_BOUND];
  s.made = calloc((size_t)s.bound + 1, sizeof *s.made);
  s.type = calloc((size_t)s.bound + 1, 2 * sizeof *s.type);
  s.built_in = s.type ? s.type + s.bound : NULL;
  sy_groups result = s.made && s.type ? rewrite(&s, names) : SY_GROUPS_NO_MEMORY;
  free(s.made);
  free(s.type);
  free(s.callees);
  free(s.names.names);
  if (result != SY_GROUPS_DONE) {
    free(s.out);
    return result;
  }
  *out = s.out;
  *out_size = s.m * sizeof *s.out;
  return SY_GROUPS_DONE;
}

static bool is_wanted(const sy_group_names *names, const char *name, size_t room) {
  for (size_t i = 0; i < names->count; i++)
    if (!strncmp(names->names[i], name, room))
      return true;
  return false;
}

sy_groups sy_spirv_pick_groups(const void *library, size_t size, const sy_group_names *names, void **out,
                               size_t *out_size) {
  spirv_groups_module s = {.in = library, .n = size / sizeof *s.in};
  *out = NULL;
  if (!is_module(s.in, s.n))
    return SY_GROUPS_BAD;
  spirv_groups_put(&s, s.in, SY_SPIRV_HEADER);
  for (size_t i = SY_SPIRV_HEADER; i < s.n && !s.no_memory; i += length_of(s.in + i)) {
    const uint32_t *w = s.in + i, len = length_of(w);
    if (!len || len > s.n - i)
      break;
    const char *name = (const char *)(w + 3);
    if (op_of(w) != SpvOpDecorate || len < 5 || w[2] != SpvDecorationLinkageAttributes ||
        w[len - 1] != SpvLinkageTypeExport)
      spirv_groups_put(&s, w, len);
    else if (is_wanted(names, name, (len - 3) * sizeof *w))
      put_linkage(&s, w[1], name, SpvLinkageTypeExport);
  }
  sy_cut cut =
      s.no_memory ? SY_CUT_NO_MEMORY : sy_spirv_cut(s.out, s.m * sizeof *s.out, NULL, true, out, out_size);
  free(s.out);
  return cut == SY_CUT_DONE ? SY_GROUPS_DONE : cut == SY_CUT_NO_MEMORY ? SY_GROUPS_NO_MEMORY : SY_GROUPS_BAD;
}
