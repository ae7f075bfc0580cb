// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits a function at barriers. Work-items that run one after the other can't wait for each other inside the
// code; so the code between barriers is put into loops over all items, one after the other:
//
//     a(); barrier(); while (c()) { b(); barrier(); } d();
//
//     for (items) a();
//     for (items) next = c() ? (b(), AGAIN) : (d(), END);
//     while (next == AGAIN)
//       for (items) next = c() ? (b(), AGAIN) : (d(), END);
//
// What can be reached from the entry or from a barrier without crossing another barrier is a region. Each
// gets a copy of its code, so code that two barriers lead to exists twice: this is right for every control
// flow, reducible or not, and a region's loop is entered in one place only. Where a region can end in several
// ways, each item says in which; all say the same, or the program is wrong, so the last one's word counts.
//
// A value that an item computes in one region and uses in another is
//   - computed again, if it takes no more than a few instructions from ids and from values that are at hand;
//   - kept once, if it is the same for all items;
//   - kept in an array with a place for each item otherwise. So are the item's variables.
// Which is needed shows when the copies are there: an operand whose definition does not dominate its use
// in the same copy comes from an earlier region.
#include "passes/cpu/regions.h"

#include "base/mem.h"
#include "passes/common/pointer_map.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/cpu/levels.h"
#include "passes/cpu/parallel.h"
#include "passes/shim/flow.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

enum {
  CHEAP = 6, // instructions that computing a value again may take
  MANY = 24, // regions; with more, each becomes a function: LLVM takes quadratic time over loops that follow
             // each other
};

typedef struct way {
  uint32_t node;           // where it goes on
  LLVMBasicBlockRef block; // in which an item says so
} way;

// The entry, or a barrier.
typedef struct node {
  LLVMBasicBlockRef own;   // the barrier's block; null: the entry
  LLVMValueRef barrier;    // if it stays
  uint32_t first, n;       // its regions, one for each successor
  LLVMBasicBlockRef place; // where it is in the new code
} node;

typedef struct region {
  LLVMBasicBlockRef from;  // the block of the barrier
  LLVMBasicBlockRef start; // of the original code
  sy_blocks code;          // the same, all of it
  sy_llvm_copies *copies;
  LLVMBasicBlockRef head; // where the loops over items begin
  // The jump from the loops to the copy of `start`: what all of the copy may use comes before it.
  LLVMValueRef body;
  SY_VEC(way) ways;        // how it can end
  LLVMBasicBlockRef latch; // where all of them lead
  LLVMBasicBlockRef tail;  // behind the loops
  sy_item item;
  sy_pointer_map at_hand; // original value -> index in `made`: what stands before `body`
  sy_values made;
} region;

typedef struct copy {
  LLVMValueRef value;
  uint32_t region, before; // the copy made before of the same original, +1; 0: none
} copy;

typedef struct original {
  LLVMValueRef value;
  uint32_t last; // its last copy, +1
} original;

typedef struct region_slot {
  // The original value, or an item's variable; one place, or an array with one for each item.
  LLVMValueRef value, memory;
  LLVMTypeRef type;   // of a place
  LLVMValueRef where; // a variable with the address of the current item's place, for debuggers; or null
  bool uniform;       // one place
} region_slot;

typedef struct region_splitter {
  LLVMContextRef c;
  LLVMBuilderRef b;
  LLVMValueRef f;
  const sy_items *items;
  sy_llvm_uniformity *uniform;
  sy_llvm_dominators *dominators;
  sy_blocks original;
  SY_VEC(node) nodes;     // the first is the entry; their number stands for the end
  sy_pointer_map node_of; // block of a barrier -> its node
  SY_VEC(region) regions;
  SY_VEC(original) originals;
  SY_VEC(copy) copies;
  sy_pointer_map original_of; // original or copy -> index in originals
  SY_VEC(region_slot) slots;
  sy_pointer_map slot_of; // original value -> index in slots
  LLVMValueRef entry_end; // the last instruction of the new entry
  LLVMValueRef next;      // the variable that says where a region ends
} region_splitter;

static LLVMTypeRef i32_type(region_splitter *s) {
  return LLVMInt32TypeInContext(s->c);
}

// ---- nodes and regions ----------------------------------------------------------------------------

// A barrier gets a block of its own: nothing of it is copied. The branch behind a barrier of lanes is in that
// block too: it goes the same way for all items, which is decided once, outside of the loops.
static LLVMBasicBlockRef isolate(LLVMValueRef barrier) {
  LLVMBasicBlockRef own = sy_llvm_split_block(barrier);
  LLVMValueRef next = LLVMGetNextInstruction(barrier);
  if (LLVMGetNumArgOperands(barrier) || !LLVMIsATerminatorInst(next))
    sy_llvm_split_block(next);
  return own;
}

static void add_block(region *r, LLVMBasicBlockRef b, region_splitter *s, sy_pointer_map *seen) {
  bool added;
  uint32_t known;
  if (sy_pointer_map_get(&s->node_of, b, &known))
    return;
  sy_pointer_map_put(seen, b, &added);
  if (added)
    sy_vec_push(&r->code, b);
}

static void regions_collect(region_splitter *s, region *r) {
  sy_pointer_map seen = {0};
  add_block(r, r->start, s, &seen);
  for (size_t i = 0; i < r->code.n; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(r->code.data[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      add_block(r, LLVMGetSuccessor(last, k), s, &seen);
  }
  sy_pointer_map_free(&seen);
}

static void add_region(region_splitter *s, node *n, LLVMBasicBlockRef start) {
  n->n++;
  sy_vec_push(&s->regions, ((region){.from = n->own, .start = start}));
}

static void add_barrier(region_splitter *s, LLVMValueRef barrier) {
  bool added, stays = s->items->stays && s->items->stays(barrier);
  node n = {.own = isolate(barrier), .barrier = stays ? barrier : NULL, .first = (uint32_t)s->regions.n};
  *sy_pointer_map_put(&s->node_of, n.own, &added) = (uint32_t)s->nodes.n;
  LLVMValueRef last = LLVMGetBasicBlockTerminator(n.own);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
    add_region(s, &n, LLVMGetSuccessor(last, k));
  sy_vec_push(&s->nodes, n);
}

static void find_regions(region_splitter *s, const LLVMValueRef *barriers, size_t n) {
  node entry = {0};
  add_region(s, &entry, LLVMGetEntryBasicBlock(s->f));
  sy_vec_push(&s->nodes, entry);
  for (size_t i = 0; i < n; i++)
    add_barrier(s, barriers[i]);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->f); b; b = LLVMGetNextBasicBlock(b))
    sy_vec_push(&s->original, b);
  for (size_t i = 0; i < s->regions.n; i++)
    regions_collect(s, &s->regions.data[i]);
}

// ---- loops around copies --------------------------------------------------------------------------

static LLVMBasicBlockRef new_block(region_splitter *s, const char *name) {
  return LLVMAppendBasicBlockInContext(s->c, s->f, name);
}

// The block in which an item of region r says that it goes on at this node.
static LLVMBasicBlockRef end_at(region_splitter *s, region *r, uint32_t node) {
  for (size_t i = 0; i < r->ways.n; i++)
    if (r->ways.data[i].node == node)
      return r->ways.data[i].block;
  way w = {node, new_block(s, "end")};
  LLVMPositionBuilderAtEnd(s->b, w.block);
  LLVMBuildStore(s->b, LLVMConstInt(i32_type(s), node, 0), s->next);
  LLVMBuildBr(s->b, r->latch);
  sy_vec_push(&r->ways, w);
  return w.block;
}

static void redirect(region_splitter *s, region *r, LLVMBasicBlockRef copy) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(copy);
  if (LLVMIsAReturnInst(last)) {
    LLVMBasicBlockRef end = end_at(s, r, (uint32_t)s->nodes.n);
    LLVMInstructionEraseFromParent(last);
    LLVMPositionBuilderAtEnd(s->b, copy);
    LLVMBuildBr(s->b, end);
    return;
  }
  uint32_t next;
  for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
    if (sy_pointer_map_get(&s->node_of, LLVMGetSuccessor(last, k), &next))
      LLVMSetSuccessor(last, k, end_at(s, r, next));
}

static LLVMBasicBlockRef copy_of_block(const region *r, LLVMBasicBlockRef b) {
  return LLVMValueAsBasicBlock(sy_llvm_copy_of(r->copies, LLVMBasicBlockAsValue(b)));
}

static uint32_t number_of(region_splitter *s, LLVMValueRef i) {
  bool added;
  uint32_t *index = sy_pointer_map_put(&s->original_of, i, &added);
  if (added) {
    *index = (uint32_t)s->originals.n;
    sy_vec_push(&s->originals, (original){.value = i});
  }
  return *index;
}

static void remember_copies(region_splitter *s, uint32_t region, LLVMBasicBlockRef b) {
  bool added;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    uint32_t index = number_of(s, i);
    LLVMValueRef own = sy_llvm_copy_of(s->regions.data[region].copies, i);
    sy_vec_push(&s->copies, ((copy){own, region, s->originals.data[index].last}));
    s->originals.data[index].last = (uint32_t)s->copies.n;
    *sy_pointer_map_put(&s->original_of, own, &added) = index;
  }
}

// It is for work-groups whatever its scope is computed from, which stays behind.
static void copy_barrier(region_splitter *s, LLVMValueRef barrier) {
  LLVMValueRef own = LLVMInstructionClone(barrier);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(own); i++)
    LLVMSetOperand(own, i, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(own, i))));
  LLVMInsertIntoBuilder(s->b, own);
}

// Phis of the block that a region starts with: what comes from the barrier comes from the loops. The value is
// still the original one.
static void enter_phis(region *r) {
  LLVMBasicBlockRef loops = LLVMGetInstructionParent(r->body);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(r->start); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == r->from) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        LLVMAddIncoming(sy_llvm_copy_of(r->copies, phi), &v, &loops, 1);
      }
}

static void copy_region(region_splitter *s, uint32_t number) {
  region *r = &s->regions.data[number];
  r->latch = new_block(s, "");
  r->copies = sy_llvm_copy_blocks(r->code.data, r->code.n);
  for (size_t i = 0; i < r->code.n; i++) {
    remember_copies(s, number, r->code.data[i]);
    redirect(s, r, copy_of_block(r, r->code.data[i]));
  }
  LLVMPositionBuilderAtEnd(s->b, r->head);
  s->items->begin(s->items->state, s->b, &r->item);
  r->body = LLVMBuildBr(s->b, copy_of_block(r, r->start));
  enter_phis(r);
  LLVMPositionBuilderAtEnd(s->b, r->latch);
  s->items->end(s->items->state, s->b);
  r->tail = new_block(s, "");
  LLVMBuildBr(s->b, r->tail);
  LLVMPositionBuilderAtEnd(s->b, r->tail);
}

static LLVMBasicBlockRef place_of_node(region_splitter *s, uint32_t number, LLVMBasicBlockRef end) {
  return number == s->nodes.n ? end : s->nodes.data[number].place;
}

// Behind the loops of a region, where the builder stands.
static void go_on(region_splitter *s, region *r, LLVMBasicBlockRef end) {
  LLVMBasicBlockRef first = r->ways.n ? place_of_node(s, r->ways.data[0].node, end) : end;
  if (r->ways.n <= 1) {
    LLVMBuildBr(s->b, first);
    return;
  }
  LLVMValueRef next = LLVMBuildLoad2(s->b, i32_type(s), s->next, "next");
  LLVMValueRef choice = LLVMBuildSwitch(s->b, next, first, (unsigned)r->ways.n);
  for (size_t i = 1; i < r->ways.n; i++) {
    uint32_t number = r->ways.data[i].node;
    LLVMAddCase(choice, LLVMConstInt(i32_type(s), number, 0), place_of_node(s, number, end));
  }
}

// From a node to its regions. The condition is still the original one.
static void leave_node(region_splitter *s, node *n) {
  LLVMPositionBuilderAtEnd(s->b, n->place);
  if (n->barrier)
    copy_barrier(s, n->barrier);
  if (n->n == 1) {
    LLVMBuildBr(s->b, s->regions.data[n->first].head);
    return;
  }
  LLVMValueRef branch = LLVMInstructionClone(LLVMGetBasicBlockTerminator(n->own));
  for (uint32_t i = 0; i < n->n; i++)
    LLVMSetSuccessor(branch, i, s->regions.data[n->first + i].head);
  LLVMInsertIntoBuilder(s->b, branch);
}

static void build_loops(region_splitter *s) {
  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(s->c, LLVMGetEntryBasicBlock(s->f), "");
  LLVMBasicBlockRef end = new_block(s, "done");
  LLVMPositionBuilderAtEnd(s->b, end);
  LLVMBuildRetVoid(s->b);
  LLVMPositionBuilderAtEnd(s->b, entry);
  s->next = LLVMBuildAlloca(s->b, i32_type(s), "next");
  s->items->prepare(s->items->state, s->b);
  for (size_t i = 0; i < s->nodes.n; i++)
    s->nodes.data[i].place = new_block(s, "node");
  for (size_t i = 0; i < s->regions.n; i++)
    s->regions.data[i].head = new_block(s, "region");
  for (size_t i = 0; i < s->regions.n; i++) {
    copy_region(s, (uint32_t)i);
    go_on(s, &s->regions.data[i], end);
  }
  LLVMPositionBuilderAtEnd(s->b, entry);
  s->entry_end = LLVMBuildBr(s->b, s->nodes.data[0].place);
  for (size_t i = 0; i < s->nodes.n; i++)
    leave_node(s, &s->nodes.data[i]);
}

// ---- values that come from earlier regions --------------------------------------------------------

// A variable of the source, or what inlining and lack of optimisation made of a value. As bytes in the array,
// so that each has the alignment that the one had.
static bool is_variable(LLVMValueRef v) {
  return LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0));
}

static LLVMTypeRef variable_type(region_splitter *s, LLVMValueRef v) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(s->f));
  uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)), align = LLVMGetAlignment(v);
  uint64_t bytes = n * LLVMABISizeOfType(layout, LLVMGetAllocatedType(v));
  return LLVMArrayType2(LLVMInt8TypeInContext(s->c), (bytes + align - 1) / align * align);
}

// A variable whose life ends before the next item's begins is one for all.
static LLVMValueRef stay(region_splitter *s, LLVMValueRef variable) {
  LLVMValueRef own = LLVMInstructionClone(variable);
  LLVMInsertIntoBuilder(s->b, own);
  return own;
}

static region_slot *slot_for(region_splitter *s, LLVMValueRef value) {
  bool added;
  uint32_t *index = sy_pointer_map_put(&s->slot_of, value, &added);
  if (!added)
    return &s->slots.data[*index];
  *index = (uint32_t)s->slots.n;
  region_slot new = {.value = value};
  new.uniform = is_variable(value) ? s->regions.n == 1 : sy_llvm_is_uniform(s->uniform, value);
  new.type = is_variable(value) ? variable_type(s, value) : LLVMTypeOf(value);
  LLVMPositionBuilderBefore(s->b, s->entry_end);
  unsigned align = is_variable(value) ? LLVMGetAlignment(value) : 1;
  if (is_variable(value) && new.uniform)
    new.memory = stay(s, value);
  else if (new.uniform)
    new.memory = LLVMBuildAlloca(s->b, new.type, "kept");
  else
    new.memory = s->items->array(s->items->state, s->b, new.type, align);
  if (is_variable(value) && !new.uniform && LLVMGetSubprogram(s->f))
    new.where = LLVMBuildAlloca(s->b, LLVMTypeOf(new.memory), "");
  sy_vec_push(&s->slots, new);
  return &s->slots.data[s->slots.n - 1];
}

static LLVMValueRef *at_hand(region *r, const void *key) {
  bool added;
  uint32_t *index = sy_pointer_map_put(&r->at_hand, key, &added);
  if (added) {
    *index = (uint32_t)r->made.n;
    sy_vec_push(&r->made, NULL);
  }
  return &r->made.data[*index];
}

// The place of this item.
static LLVMValueRef place_of(region_splitter *s, region *r, region_slot *sl) {
  LLVMValueRef *known = at_hand(r, sl->memory);
  if (*known)
    return *known;
  LLVMPositionBuilderBefore(s->b, r->body);
  *known = LLVMBuildInBoundsGEP2(s->b, sl->type, sl->memory, &r->item.index, 1, "");
  if (sl->where)
    LLVMBuildStore(s->b, *known, sl->where);
  return *known;
}

static bool is_built_in(LLVMValueRef v) {
  size_t n;
  LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
  return f && LLVMIsAFunction(f) && strstr(LLVMGetValueName2(f, &n), "__spirv_BuiltIn");
}

static bool is_cheap_operation(LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMGetElementPtr:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMAddrSpaceCast:
  case LLVMBitCast:
  case LLVMICmp:
  case LLVMSelect:
  case LLVMFreeze:
    return true;
  default:
    return is_built_in(v);
  }
}

// Counts down what computing v again takes. Values that are kept anyway or the same for all are leaves.
static bool is_cheap(region_splitter *s, LLVMValueRef v, int *left) {
  uint32_t known;
  if (!LLVMIsAInstruction(v) || is_variable(v) || sy_pointer_map_get(&s->slot_of, v, &known))
    return true;
  if (is_built_in(v))
    return true;
  if (sy_llvm_is_uniform(s->uniform, v))
    return true;
  if (!is_cheap_operation(v) || --*left < 0)
    return false;
  for (int i = 0; i < LLVMGetNumOperands(v); i++)
    if (!is_cheap(s, LLVMGetOperand(v, (unsigned)i), left))
      return false;
  return true;
}

static bool compute_again(region_splitter *s, LLVMValueRef v) {
  int left = CHEAP;
  uint32_t known;
  if (is_built_in(v))
    return true;
  return !is_variable(v) && !sy_pointer_map_get(&s->slot_of, v, &known) &&
         !sy_llvm_is_uniform(s->uniform, v) && is_cheap(s, v, &left);
}

static LLVMValueRef value_at(region_splitter *s, region *r, LLVMValueRef v, LLVMValueRef point);

// Of a value that is kept once, what it is when the region begins: read before the loops, because an item
// that computes it anew must not change what the next item finds.
static LLVMValueRef value_on_entry(region_splitter *s, region *r, region_slot *sl) {
  LLVMValueRef *known = at_hand(r, sl->memory);
  if (*known)
    return *known;
  LLVMPositionBuilderBefore(s->b, LLVMGetBasicBlockTerminator(r->head));
  return *known = LLVMBuildLoad2(s->b, sl->type, sl->memory, "");
}

// The variable that follows it through this region, in which it may be computed anew.
static LLVMValueRef *follower(region *r, LLVMValueRef own) {
  return at_hand(r, own);
}

static LLVMValueRef regions_follow(region_splitter *s, region *r, region_slot *sl, LLVMValueRef own) {
  LLVMValueRef first = value_on_entry(s, r, sl), *known = follower(r, own);
  if (*known)
    return *known;
  LLVMPositionBuilderBefore(s->b, s->entry_end);
  *known = LLVMBuildAlloca(s->b, sl->type, "");
  LLVMPositionBuilderBefore(s->b, r->body);
  LLVMBuildStore(s->b, first, *known);
  return *known;
}

// own: the copy in this region, which does not dominate the point; null: there is none.
static LLVMValueRef regions_load(region_splitter *s, region *r, LLVMValueRef v, LLVMValueRef own,
                                 LLVMValueRef point) {
  region_slot *sl = slot_for(s, v);
  if (is_variable(v) && sl->uniform)
    return sl->memory;
  if (sl->uniform && (!own || point == r->body))
    return value_on_entry(s, r, sl);
  LLVMValueRef place = sl->uniform ? regions_follow(s, r, sl, own) : place_of(s, r, sl);
  if (is_variable(v))
    return place;
  LLVMPositionBuilderBefore(s->b, point);
  return LLVMBuildLoad2(s->b, LLVMTypeOf(v), place, "");
}

static LLVMValueRef again(region_splitter *s, region *r, LLVMValueRef v, LLVMValueRef point) {
  LLVMValueRef own = LLVMInstructionClone(v);
  for (int i = 0; i < LLVMGetNumOperands(v); i++)
    LLVMSetOperand(own, (unsigned)i, value_at(s, r, LLVMGetOperand(v, (unsigned)i), point));
  LLVMPositionBuilderBefore(s->b, point);
  LLVMInsertIntoBuilder(s->b, own);
  return own;
}

// What the original value v is before the instruction `point` of region r.
static LLVMValueRef value_at(region_splitter *s, region *r, LLVMValueRef v, LLVMValueRef point) {
  if (!LLVMIsAInstruction(v))
    return v;
  LLVMValueRef own = is_variable(v) ? NULL : sy_llvm_copy_of(r->copies, v);
  if (own && sy_llvm_dominates(s->dominators, own, point))
    return own;
  LLVMValueRef known = own ? NULL : *at_hand(r, v);
  if (known)
    return known;
  LLVMValueRef from = own ? point : r->body;
  LLVMValueRef made = compute_again(s, v) ? again(s, r, v, from) : regions_load(s, r, v, own, from);
  if (!own)
    *at_hand(r, v) = made;
  return made;
}

// The original of an operand: of a copy, or of one that has none in this region. Null: not an instruction's
// value.
static LLVMValueRef original_operand(region_splitter *s, LLVMValueRef v) {
  uint32_t index;
  if (!LLVMIsAInstruction(v))
    return NULL;
  return sy_pointer_map_get(&s->original_of, v, &index) ? s->originals.data[index].value : NULL;
}

static void mend_operand(region_splitter *s, region *r, LLVMValueRef user, unsigned i) {
  LLVMValueRef operand = LLVMGetOperand(user, i), v = original_operand(s, operand);
  bool phi = LLVMIsAPHINode(user);
  if (!v || (!phi && !is_variable(v) && LLVMGetInstructionParent(operand) == LLVMGetInstructionParent(user)))
    return;
  LLVMValueRef point = phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, i)) : user;
  LLVMSetOperand(user, i, value_at(s, r, v, point));
}

// Variables have places of their own; where their life ends does not matter then.
static bool is_about_life(LLVMValueRef i) {
  size_t n;
  LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return f && LLVMIsAFunction(f) && !strncmp(LLVMGetValueName2(f, &n), "llvm.lifetime.", 14);
}

static void mend_block(region_splitter *s, region *r, LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    uint32_t known;
    if (!sy_pointer_map_get(&s->original_of, i, &known))
      continue; // ours
    if (is_about_life(i)) {
      LLVMInstructionEraseFromParent(i);
      continue;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      mend_operand(s, r, i, (unsigned)k);
  }
}

static LLVMValueRef behind(LLVMValueRef i) {
  do
    i = LLVMGetNextInstruction(i);
  while (LLVMIsAPHINode(i));
  return i;
}

static void store_copy(region_splitter *s, region_slot *sl, const copy *c) {
  region *r = &s->regions.data[c->region];
  LLVMValueRef place = sl->uniform ? sl->memory : place_of(s, r, sl),
               also = sl->uniform ? *follower(r, c->value) : NULL;
  LLVMPositionBuilderBefore(s->b, behind(c->value));
  LLVMBuildStore(s->b, c->value, place);
  if (also)
    LLVMBuildStore(s->b, c->value, also);
}

static void store_copies(region_splitter *s, region_slot *sl) {
  uint32_t index = number_of(s, sl->value);
  for (uint32_t k = s->originals.data[index].last; k; k = s->copies.data[k - 1].before)
    store_copy(s, sl, &s->copies.data[k - 1]);
}

// Whether a debugger shall find all lines and variables: not in optimised code, which stays as it is without
// debug information.
static bool is_for_debuggers(region_splitter *s) {
  return LLVMGetSubprogram(s->f) && sy_is_unoptimised(s->f);
}

// A region without a copy of the variable knows it too; not where there are many of both.
static void declare_in_region(region_splitter *s, region *r, region_slot *sl) {
  if (sl->where)
    place_of(s, r, sl);
  if (!sy_llvm_copy_of(r->copies, sl->value))
    sy_llvm_repeat_declarations(sl->value, r->body);
}

// Where variables are, in the region that has copies of them and in those that have not.
static void tell_debuggers(region_splitter *s, region_slot *sl) {
  bool few = s->regions.n <= MANY && is_for_debuggers(s);
  for (size_t i = 0; i < s->regions.n && few; i++)
    declare_in_region(s, &s->regions.data[i], sl);
  LLVMValueRef to = sl->where ? sl->where : sl->memory;
  sy_llvm_move_declarations(sl->value, to, sl->where != NULL);
  uint32_t index = number_of(s, sl->value);
  for (uint32_t k = s->originals.data[index].last; k; k = s->copies.data[k - 1].before)
    sy_llvm_move_declarations(s->copies.data[k - 1].value, to, sl->where != NULL);
}

static void drop_variables(LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (is_variable(i))
      LLVMInstructionEraseFromParent(i);
  }
}

static void replace_ids(region_splitter *s, region *r, LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsACallInst(i))
      continue;
    LLVMPositionBuilderBefore(s->b, i);
    LLVMValueRef v = s->items->replace(s->items->state, s->b, i, &r->item);
    if (!v)
      continue;
    LLVMReplaceAllUsesWith(i, v);
    LLVMInstructionEraseFromParent(i);
  }
}

static void decide_at(region_splitter *s, node *n) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(n->place),
               condition = n->n > 1 ? LLVMGetOperand(branch, 0) : NULL;
  if (!condition || !LLVMIsAInstruction(condition))
    return;
  region_slot *sl = slot_for(s, condition);
  LLVMPositionBuilderBefore(s->b, branch);
  LLVMSetOperand(branch, 0, LLVMBuildLoad2(s->b, sl->type, sl->memory, ""));
}

static void connect(region_splitter *s) {
  s->dominators = sy_llvm_dominators_new(s->f);
  for (size_t i = 0; i < s->regions.n; i++)
    for (size_t k = 0; k < s->regions.data[i].code.n; k++)
      mend_block(s, &s->regions.data[i], copy_of_block(&s->regions.data[i], s->regions.data[i].code.data[k]));
  for (size_t i = 0; i < s->nodes.n; i++)
    decide_at(s, &s->nodes.data[i]);
  for (size_t i = 0; i < s->slots.n; i++)
    is_variable(s->slots.data[i].value) ? tell_debuggers(s, &s->slots.data[i])
                                        : store_copies(s, &s->slots.data[i]);
  for (size_t i = 0; i < s->regions.n; i++) {
    region *r = &s->regions.data[i];
    replace_ids(s, r, LLVMGetInstructionParent(r->body));
    for (size_t k = 0; k < r->code.n; k++) {
      drop_variables(copy_of_block(r, r->code.data[k]));
      replace_ids(s, r, copy_of_block(r, r->code.data[k]));
    }
  }
}

static sy_blocks blocks_between(LLVMBasicBlockRef head, LLVMBasicBlockRef tail) {
  sy_blocks all = {0};
  sy_pointer_map seen = {0};
  bool added;
  sy_pointer_map_put(&seen, tail, &added);
  sy_pointer_map_put(&seen, head, &added);
  sy_vec_push(&all, head);
  for (size_t i = 0; i < all.n; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(all.data[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      sy_pointer_map_put(&seen, LLVMGetSuccessor(last, k), &added);
      if (added)
        sy_vec_push(&all, LLVMGetSuccessor(last, k));
    }
  }
  sy_pointer_map_free(&seen);
  return all;
}

// The first place in the function, which is where the user's part of a kernel begins (kernel_lines.c).
static LLVMMetadataRef first_place(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMInstructionGetDebugLoc(i))
        return LLVMInstructionGetDebugLoc(i);
  return NULL;
}

static void give_place(LLVMBasicBlockRef b, LLVMMetadataRef place) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
    if (!LLVMIsAPHINode(i) && !LLVMInstructionGetDebugLoc(i))
      LLVMInstructionSetDebugLoc(i, place);
}

// Debuggers stop in one place of an inlined function for each line of it. Code that stands in several regions
// has one in each of them. The loops belong to the user's function, so that a debugger does not leave it
// between two items.
static void part_inlined_code(region_splitter *s) {
  LLVMMetadataRef begin = is_for_debuggers(s) ? first_place(s->f) : NULL;
  for (size_t i = 0; i < s->regions.n && begin; i++) {
    sy_blocks all = blocks_between(s->regions.data[i].head, s->regions.data[i].tail);
    for (size_t k = 0; k < all.n; k++)
      give_place(all.data[k], begin);
    sy_llvm_own_inlining(all.data, all.n);
    sy_vec_free(&all);
  }
}

// ---- regions as functions -------------------------------------------------------------------------

static void outline_regions(region_splitter *s) {
  sy_llvm_outliner *o = sy_llvm_outliner_new(s->f);
  for (size_t i = 0; i < s->regions.n; i++) {
    region *r = &s->regions.data[i];
    sy_blocks all = blocks_between(r->head, r->tail);
    LLVMValueRef call = sy_llvm_outline(o, all.data, all.n);
    if (call)
      sy_parallel_outlined(call);
    if (call && s->items->rarely)
      sy_cpu_levels_keep_baseline(LLVMGetCalledValue(call));
    sy_vec_free(&all);
  }
  sy_llvm_outliner_free(o);
}

static void free_all(region_splitter *s) {
  for (size_t i = 0; i < s->regions.n; i++) {
    region *r = &s->regions.data[i];
    sy_llvm_copies_free(r->copies);
    sy_pointer_map_free(&r->at_hand);
    sy_vec_free(&r->code);
    sy_vec_free(&r->ways);
    sy_vec_free(&r->made);
  }
  sy_llvm_dominators_free(s->dominators);
  sy_pointer_map_free(&s->node_of);
  sy_pointer_map_free(&s->original_of);
  sy_pointer_map_free(&s->slot_of);
  sy_vec_free(&s->regions);
  sy_vec_free(&s->nodes);
  sy_vec_free(&s->originals);
  sy_vec_free(&s->copies);
  sy_vec_free(&s->slots);
  sy_vec_free(&s->original);
  LLVMDisposeBuilder(s->b);
}

void sy_regions_split(LLVMValueRef f, const LLVMValueRef *barriers, size_t n, const sy_items *items) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  region_splitter s = {.c = c, .b = LLVMCreateBuilderInContext(c), .f = f, .items = items};
  find_regions(&s, barriers, n);
  s.uniform = sy_llvm_uniformity_new(f, items->judge);
  build_loops(&s);
  connect(&s);
  part_inlined_code(&s);
  sy_llvm_uniformity_free(s.uniform);
  sy_llvm_delete_blocks(s.original.data, s.original.n);
  if (s.regions.n > MANY || items->rarely)
    outline_regions(&s);
  free_all(&s);
}
