// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The items of a work-group: loops z, y, x around each region, x innermost, which is what vectorises. If the
// items are sub-groups in rows, x counts these; linear ones have a single loop.
#include "passes/cpu/work_group.h"

#include "passes/common/barriers.h"
#include "passes/common/loops.h"
#include "passes/common/work_items.h"
#include "passes/cpu/group_values.h"
#include "passes/cpu/parallel.h"
#include "passes/cpu/regions.h"
#include "passes/shim/flow.h"

#include <llvm-c/Target.h>
#include <string.h>

enum { X, Y, Z };
typedef struct group_split {
  LLVMModuleRef m;
  LLVMTypeRef i64;
  unsigned lanes;                 // of a sub-group; 1: items are work-items
  LLVMValueRef rounds[SY_DIMS];   // of the loops
  LLVMValueRef width, sub_groups; // items in a row; sub-groups of the group
  sy_group_values values;
  sy_loop loops[SY_DIMS];
} group_split;

static LLVMValueRef number(group_split *g, unsigned long long n) {
  return LLVMConstInt(g->i64, n, 0);
}

static void work_group_prepare(void *state, LLVMBuilderRef b) {
  group_split *g = state;
  sy_group_values_ask(&g->values, g->m, b);
  memcpy(g->rounds, g->values.v[SY_GROUP_COUNT], sizeof g->rounds);
  g->width = g->values.v[SY_GROUP_SIZE][X];
  if (g->lanes == 1)
    return;
  g->width = LLVMBuildUDiv(b, g->width, number(g, g->lanes), "");
  g->rounds[X] = LLVMBuildUDiv(b, g->rounds[X], number(g, g->lanes), "");
  g->sub_groups = LLVMBuildMul(b, LLVMBuildMul(b, g->width, g->values.v[SY_GROUP_SIZE][Y], ""),
                               g->values.v[SY_GROUP_SIZE][Z], "");
}

static void prepare_linear(void *state, LLVMBuilderRef b) {
  group_split *g = state;
  sy_group_values_ask(&g->values, g->m, b);
  LLVMValueRef items =
      LLVMBuildMul(b, LLVMBuildMul(b, g->values.v[SY_GROUP_SIZE][X], g->values.v[SY_GROUP_SIZE][Y], ""),
                   g->values.v[SY_GROUP_SIZE][Z], "");
  g->sub_groups =
      LLVMBuildUDiv(b, LLVMBuildAdd(b, items, number(g, g->lanes - 1), ""), number(g, g->lanes), "");
}

static void work_group_begin(void *state, LLVMBuilderRef b, sy_item *item) {
  static const char *const names[] = {"x", "y", "z"};
  group_split *g = state;
  item->index = number(g, 0);
  for (int d = Z; d >= X; d--) {
    LLVMValueRef before = LLVMBuildMul(b, item->index, d == X ? g->width : g->values.v[SY_GROUP_SIZE][d], "");
    g->loops[d] = sy_loop_begin(b, names[d], number(g, 0));
    item->local[d] = g->loops[d].i;
    item->index = LLVMBuildNUWAdd(b, before, item->local[d], "item");
  }
  if (g->lanes > 1)
    item->local[X] = LLVMBuildNUWMul(b, item->local[X], number(g, g->lanes), "");
}

static void begin_linear(void *state, LLVMBuilderRef b, sy_item *item) {
  group_split *g = state;
  g->loops[X] = sy_loop_begin(b, "sub_group", number(g, 0));
  item->index = g->loops[X].i;
}

static void work_group_end(void *state, LLVMBuilderRef b) {
  group_split *g = state;
  for (int d = X; d <= Z; d++) {
    LLVMValueRef branch = sy_loop_end(b, g->loops[d], g->rounds[d]);
    d == X && g->lanes == 1 ? sy_parallel_loop(branch) : sy_outer_loop(branch);
  }
}

static void end_linear(void *state, LLVMBuilderRef b) {
  group_split *g = state;
  sy_plain_loop(sy_loop_end(b, g->loops[X], g->sub_groups));
}

static LLVMValueRef work_group_replace(void *state, LLVMBuilderRef b, LLVMValueRef call,
                                       const sy_item *item) {
  group_split *g = state;
  LLVMValueRef ids[SY_DIMS], f = LLVMGetCalledValue(call);
  LLVMValueRef answer = sy_group_values_answer(&g->values, b, call);
  if (answer)
    return answer;
  bool which = f == sy_sub_group_function(g->m, "SubgroupId");
  if (which || f == sy_sub_group_function(g->m, "NumSubgroups"))
    return LLVMBuildTrunc(b, which ? item->index : g->sub_groups, LLVMTypeOf(call), "");
  bool global = f == sy_work_item_function(g->m, "GlobalInvocationId");
  if (!global && f != sy_work_item_function(g->m, "LocalInvocationId"))
    return NULL;
  for (unsigned d = 0; d < SY_DIMS; d++)
    ids[d] = global ? LLVMBuildAdd(b, g->values.v[SY_GROUP_BASE][d], item->local[d], "id") : item->local[d];
  return sy_choose_dimension(b, ids, LLVMGetArgOperand(call, 0));
}

static LLVMValueRef work_group_array(void *state, LLVMBuilderRef b, LLVMTypeRef element, unsigned align) {
  group_split *g = state;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(g->m);
  unsigned abi = LLVMABIAlignmentOfType(layout, element);
  LLVMTypeRef params[] = {g->i64, g->i64};
  LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(LLVMGetModuleContext(g->m), 0), params, 2, 0);
  LLVMValueRef f = LLVMGetNamedFunction(g->m, SY_GROUP_ARRAY);
  if (!f)
    f = LLVMAddFunction(g->m, SY_GROUP_ARRAY, type);
  LLVMValueRef args[] = {LLVMConstInt(g->i64, LLVMABISizeOfType(layout, element), 0),
                         LLVMConstInt(g->i64, align > abi ? align : abi, 0)};
  return LLVMBuildCall2(b, type, f, args, 2, "array");
}

static void work_group_split(LLVMValueRef kernel, unsigned size, sy_items *items) {
  LLVMModuleRef m = LLVMGetGlobalParent(kernel);
  group_split g = {.m = m, .i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(m)), .lanes = size};
  sy_barriers all = sy_find_barriers(kernel, size == 1 ? SY_BARRIERS_ALL : SY_BARRIERS_OF_WORK_GROUPS);
  items->state = &g;
  sy_regions_split(kernel, all.data, all.n, items);
  sy_vec_free(&all);
}

void sy_work_group_split(LLVMValueRef kernel) {
  work_group_split(kernel, 1,
                   &(sy_items){NULL, work_group_prepare, work_group_begin, work_group_end, work_group_replace,
                               work_group_array, NULL, sy_judge, false});
}

void sy_work_group_split_lanes(LLVMValueRef kernel, unsigned size, sy_lanes how, bool rarely) {
  sy_items rows = {NULL,           work_group_prepare, work_group_begin,
                   work_group_end, work_group_replace, work_group_array,
                   NULL,           sy_judge,           rarely};
  sy_items linear = {NULL, prepare_linear, begin_linear, end_linear, work_group_replace, work_group_array,
                     NULL, sy_judge,       rarely};
  work_group_split(kernel, size, how == SY_LANES_IN_ROWS ? &rows : &linear);
}
