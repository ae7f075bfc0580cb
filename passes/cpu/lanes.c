// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lanes of a sub-group: one loop around each region. In rows it has a constant number of rounds and the
// ids go up by one from round to round, which is what vectorises.
#include "passes/cpu/lanes.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/common/barriers.h"
#include "passes/common/loops.h"
#include "passes/common/work_items.h"
#include "passes/cpu/group_values.h"
#include "passes/cpu/parallel.h"
#include "passes/cpu/regions.h"
#include "passes/shim/flow.h"

#include <string.h>

enum { X, Y, Z };

typedef struct lanes {
  LLVMModuleRef m;
  LLVMTypeRef i64;
  unsigned most;
  sy_lanes how;
  LLVMValueRef local[SY_DIMS],
      global[SY_DIMS];       // in rows: of the first lane. Linear: of the group's first work-item
  LLVMValueRef first, count; // linear: its first lane's number; its lanes
  LLVMValueRef id, number;   // of the sub-group, of all sub-groups
  LLVMValueRef all;          // in rows, a variable: whether all lanes so far have said yes
  sy_group_values values;
  sy_loop loop;
} lanes;

static LLVMValueRef number(lanes *l, unsigned long long n) {
  return LLVMConstInt(l->i64, n, 0);
}

static void ask_all(lanes *l, LLVMBuilderRef b) {
  LLVMValueRef id = sy_need_sub_group_function(l->m, "SubgroupId");
  LLVMValueRef all = sy_need_sub_group_function(l->m, "NumSubgroups");
  sy_group_values_ask(&l->values, l->m, b);
  l->id = LLVMBuildCall2(b, LLVMGlobalGetValueType(id), id, NULL, 0, "");
  l->number = LLVMBuildCall2(b, LLVMGlobalGetValueType(all), all, NULL, 0, "");
}

static void prepare_rows(void *state, LLVMBuilderRef b) {
  lanes *l = state;
  ask_all(l, b);
  sy_ask_dimensions(l->m, b, "LocalInvocationId", l->local);
  sy_ask_dimensions(l->m, b, "GlobalInvocationId", l->global);
  l->count = number(l, l->most);
  l->all = LLVMBuildAlloca(b, LLVMInt32TypeInContext(LLVMGetModuleContext(l->m)), "all");
}

static void prepare_linear(void *state, LLVMBuilderRef b) {
  lanes *l = state;
  ask_all(l, b);
  const LLVMValueRef *size = l->values.v[SY_GROUP_SIZE];
  memcpy(l->global, l->values.v[SY_GROUP_BASE], sizeof l->global);
  l->first = LLVMBuildMul(b, LLVMBuildZExt(b, l->id, l->i64, ""), number(l, l->most), "first");
  LLVMValueRef items = LLVMBuildMul(b, LLVMBuildMul(b, size[X], size[Y], ""), size[Z], "");
  LLVMValueRef rest = LLVMBuildSub(b, items, l->first, "");
  LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntULT, number(l, l->most), rest, "");
  l->count = LLVMBuildSelect(b, whole, number(l, l->most), rest, "lanes");
}

static void begin_rows(void *state, LLVMBuilderRef b, sy_item *item) {
  lanes *l = state;
  LLVMBuildStore(b, LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(l->m)), 1, 0), l->all);
  l->loop = sy_loop_begin(b, "lane", number(l, 0));
  item->index = l->loop.i;
  memcpy(item->local, l->local, sizeof item->local);
  item->local[X] = LLVMBuildNUWAdd(b, l->local[X], item->index, "");
}

static void begin_linear(void *state, LLVMBuilderRef b, sy_item *item) {
  lanes *l = state;
  l->loop = sy_loop_begin(b, "lane", number(l, 0));
  item->index = l->loop.i;
  const LLVMValueRef *size = l->values.v[SY_GROUP_SIZE];
  LLVMValueRef all = LLVMBuildNUWAdd(b, l->first, item->index, ""), rows = LLVMBuildUDiv(b, all, size[X], "");
  item->local[X] = LLVMBuildURem(b, all, size[X], "");
  item->local[Y] = LLVMBuildURem(b, rows, size[Y], "");
  item->local[Z] = LLVMBuildUDiv(b, rows, size[Y], "");
}

static void end_rows(void *state, LLVMBuilderRef b) {
  lanes *l = state;
  sy_parallel_loop(sy_loop_end(b, l->loop, l->count));
}

// Ids are divided in each round: for sub-groups that no vector holds.
static void end_linear(void *state, LLVMBuilderRef b) {
  lanes *l = state;
  sy_plain_loop(sy_loop_end(b, l->loop, l->count));
}

static LLVMValueRef replace_id(lanes *l, LLVMBuilderRef b, LLVMValueRef call, const sy_item *item) {
  LLVMValueRef ids[SY_DIMS], f = LLVMGetCalledValue(call);
  bool global = f == sy_work_item_function(l->m, "GlobalInvocationId");
  if (!global && f != sy_work_item_function(l->m, "LocalInvocationId"))
    return NULL;
  for (unsigned d = 0; d < SY_DIMS; d++) {
    LLVMValueRef local = l->how == SY_LANES_LINEAR ? item->local[d] : d == X ? item->index : number(l, 0);
    ids[d] = global ? LLVMBuildAdd(b, l->global[d], local, "id") : item->local[d];
  }
  return sy_choose_dimension(b, ids, LLVMGetArgOperand(call, 0));
}

// The last lane has the answer, and of a value that is the same for all, the last lane's word counts.
static LLVMValueRef ask_lane(lanes *l, LLVMBuilderRef b, LLVMValueRef call) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(l->m));
  LLVMValueRef own = LLVMBuildZExt(b, LLVMGetArgOperand(call, 0), i32, "");
  LLVMValueRef all = LLVMBuildAnd(b, LLVMBuildLoad2(b, i32, l->all, ""), own, "all");
  LLVMBuildStore(b, all, l->all);
  return LLVMBuildTrunc(b, all, LLVMTypeOf(call), "");
}

static LLVMValueRef lanes_replace(void *state, LLVMBuilderRef b, LLVMValueRef call, const sy_item *item) {
  lanes *l = state;
  if (sy_is_all_lanes(call))
    return ask_lane(l, b, call);
  LLVMValueRef f = LLVMGetCalledValue(call), v = NULL;
  if (f == sy_sub_group_function(l->m, "SubgroupLocalInvocationId"))
    v = item->index;
  else if (f == sy_sub_group_function(l->m, "SubgroupSize"))
    v = l->count;
  else if (f == sy_sub_group_function(l->m, "SubgroupMaxSize"))
    v = number(l, l->most);
  else if (f == sy_sub_group_function(l->m, "SubgroupId"))
    return l->id;
  else if (f == sy_sub_group_function(l->m, "NumSubgroups"))
    return l->number;
  if (v)
    return LLVMBuildTrunc(b, v, LLVMTypeOf(call), "");
  v = sy_group_values_answer(&l->values, b, call);
  return v ? v : replace_id(l, b, call, item);
}

static LLVMValueRef lanes_array(void *state, LLVMBuilderRef b, LLVMTypeRef element, unsigned align) {
  lanes *l = state;
  LLVMValueRef memory = LLVMBuildAlloca(b, LLVMArrayType2(element, l->most), "lanes");
  enum { LINE = 64 };
  LLVMSetAlignment(memory, align > LINE ? align : LINE);
  sy_parallel_memory(memory);
  return memory;
}

// In rows, lanes differ in x only.
int sy_judge_lanes_in_rows(LLVMValueRef v) {
  LLVMValueRef dimension =
      LLVMIsACallInst(v) && LLVMGetNumArgOperands(v) == 1 ? LLVMGetArgOperand(v, 0) : NULL;
  bool other = dimension && LLVMIsAConstantInt(dimension) && LLVMConstIntGetZExtValue(dimension) != X;
  if (LLVMIsACallInst(v) && (sy_is_sub_group_value(v) || sy_is_all_lanes(v) || (other && sy_is_id_call(v))))
    return SY_LLVM_ALWAYS_UNIFORM;
  return sy_judge(v);
}

static int judge_linear(LLVMValueRef v) {
  return LLVMIsACallInst(v) && sy_is_sub_group_value(v) ? SY_LLVM_ALWAYS_UNIFORM : sy_judge(v);
}

bool sy_uses_sub_groups(LLVMValueRef kernel) {
  LLVMModuleRef m = LLVMGetGlobalParent(kernel);
  static const char *const names[] = {"SubgroupSize", "SubgroupMaxSize", "SubgroupId",
                                      "SubgroupLocalInvocationId", "NumSubgroups"};
  for (size_t i = 0; i < SY_COUNT(names); i++) {
    LLVMValueRef f = sy_sub_group_function(m, names[i]);
    for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
      if (sy_caller_of(u) == kernel)
        return true;
  }
  sy_barriers all = sy_find_barriers(kernel, SY_BARRIERS_OF_SUB_GROUPS);
  bool some = all.n > 0;
  sy_vec_free(&all);
  return some;
}

void sy_lanes_split(LLVMValueRef kernel, unsigned size, sy_lanes how) {
  LLVMModuleRef m = LLVMGetGlobalParent(kernel);
  lanes l = {.m = m, .i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(m)), .most = size, .how = how};
  sy_items rows = {&l,
                   prepare_rows,
                   begin_rows,
                   end_rows,
                   lanes_replace,
                   lanes_array,
                   sy_is_for_work_groups,
                   sy_judge_lanes_in_rows,
                   false};
  sy_items linear = {&l,          prepare_linear,        begin_linear, end_linear, lanes_replace,
                     lanes_array, sy_is_for_work_groups, judge_linear, false};
  sy_barriers all = sy_find_barriers(kernel, SY_BARRIERS_ALL);
  sy_regions_split(kernel, all.data, all.n, how == SY_LANES_IN_ROWS ? &rows : &linear);
  sy_vec_free(&all);
}
