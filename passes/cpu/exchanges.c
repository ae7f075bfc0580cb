// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shuffle or a broadcast is an exchange: each lane stores its value in a slot, waits for the others, and
// loads from the slot of another. The slots are used again by the next exchange, which must not begin while a
// lane still has to load. The obvious way is a second barrier, and a kernel that sorts with a thousand
// shuffles then has two thousand regions (regions.c). So the device library says where an exchange takes
// slots and where it gives them back:
//
//     s = __sycc_cpu_take_slots(base, bytes, count)    `count` places, `bytes` apart
//     store to s; barrier; load from s
//     __sycc_cpu_give_slots(s)
//
// Two exchanges are neighbours if the code can go from where one gives back to where the other takes and
// cross no barrier. Neighbours get different places, and then giving back needs no barrier. An exchange that
// is its own neighbour, alone in a loop, keeps the second barrier, and so does one for which no place is
// left. The first place is for these and for all other algorithms, which end with a barrier of their own.
#include "passes/cpu/exchanges.h"

#include "base/mem.h"
#include "passes/common/barriers.h"
#include "passes/common/pointer_map.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"

#include <llvm-c/DebugInfo.h>

enum { TAKE_BASE, TAKE_BYTES, TAKE_COUNT };    // arguments
enum { SUB_GROUP = 3, RELEASE_LOCAL = 0x108 }; // of a barrier, in SPIR-V's numbers
enum { MOST_PLACES = 32 };

typedef struct exchange {
  LLVMValueRef take;
  SY_VEC(uint32_t) neighbours;
  uint32_t forbidden; // places of neighbours, a bit for each
  unsigned place;     // 0: it keeps its barrier
} exchange;

typedef struct exchanges {
  LLVMValueRef take, give, barrier; // functions
  LLVMValueRef kernel;
  SY_VEC(exchange) all;
  sy_pointer_map number_of; // a call of `take` -> its number
  unsigned places;
} exchanges;

static bool is_call_to(LLVMValueRef i, LLVMValueRef f) {
  return LLVMIsACallInst(i) && LLVMGetCalledValue(i) == f;
}

// ---- neighbours -----------------------------------------------------------------------------------

static void add_neighbours(exchanges *x, uint32_t a, uint32_t b) {
  sy_vec_push(&x->all.data[a].neighbours, b);
  sy_vec_push(&x->all.data[b].neighbours, a);
}

// False: the code ends at a barrier.
static bool scan_for_takes(exchanges *x, uint32_t from, LLVMValueRef i) {
  uint32_t to;
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (is_call_to(i, x->barrier))
      return false;
    if (sy_pointer_map_get(&x->number_of, i, &to))
      add_neighbours(x, from, to);
  }
  return true;
}

static void add_successors(LLVMBasicBlockRef b, sy_pointer_map *seen, sy_blocks *queue) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
    bool added;
    sy_pointer_map_put(seen, LLVMGetSuccessor(last, k), &added);
    if (added)
      sy_vec_push(queue, LLVMGetSuccessor(last, k));
  }
}

static void follow_give(exchanges *x, uint32_t from, LLVMValueRef give) {
  sy_pointer_map seen = {0};
  sy_blocks queue = {0};
  if (scan_for_takes(x, from, LLVMGetNextInstruction(give)))
    add_successors(LLVMGetInstructionParent(give), &seen, &queue);
  for (size_t i = 0; i < queue.n; i++)
    if (scan_for_takes(x, from, LLVMGetFirstInstruction(queue.data[i])))
      add_successors(queue.data[i], &seen, &queue);
  sy_vec_free(&queue);
  sy_pointer_map_free(&seen);
}

static void find_neighbours(exchanges *x) {
  for (uint32_t i = 0; i < x->all.n; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(x->all.data[i].take); u; u = LLVMGetNextUse(u))
      if (is_call_to(LLVMGetUser(u), x->give))
        follow_give(x, i, LLVMGetUser(u));
}

// ---- places ---------------------------------------------------------------------------------------

static bool is_own_neighbour(const exchange *e, uint32_t number) {
  for (size_t i = 0; i < e->neighbours.n; i++)
    if (e->neighbours.data[i] == number)
      return true;
  return false;
}

static void choose_place(exchanges *x, uint32_t number) {
  exchange *e = &x->all.data[number];
  unsigned place = 1;
  while (place < x->places && e->forbidden >> place & 1)
    place++;
  if (place >= x->places || is_own_neighbour(e, number))
    return;
  e->place = place;
  for (size_t i = 0; i < e->neighbours.n; i++)
    x->all.data[e->neighbours.data[i]].forbidden |= UINT32_C(1) << place;
}

static void count_places(exchanges *x) {
  LLVMValueRef count = x->all.n ? LLVMGetArgOperand(x->all.data[0].take, TAKE_COUNT) : NULL;
  x->places = count && LLVMIsAConstantInt(count) ? (unsigned)LLVMConstIntGetZExtValue(count) : 1;
  x->places = x->places < MOST_PLACES ? x->places : MOST_PLACES;
}

static void find_exchanges(exchanges *x) {
  for (LLVMUseRef u = LLVMGetFirstUse(x->take); u; u = LLVMGetNextUse(u)) {
    bool added;
    if (sy_caller_of(u) != x->kernel)
      continue;
    *sy_pointer_map_put(&x->number_of, LLVMGetUser(u), &added) = (uint32_t)x->all.n;
    sy_vec_push(&x->all, ((exchange){.take = LLVMGetUser(u)}));
  }
}

// ---- what becomes of the calls --------------------------------------------------------------------

static void become_barrier(exchanges *x, LLVMBuilderRef b, LLVMValueRef give) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(x->barrier)));
  LLVMValueRef scope = LLVMConstInt(i32, SUB_GROUP, 0),
               args[] = {scope, scope, LLVMConstInt(i32, RELEASE_LOCAL, 0)};
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(x->barrier), x->barrier, args, 3, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(x->barrier));
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(give));
}

// One that gives back what it did not take itself, as where two of them were merged, is a barrier.
static void replace_gives(exchanges *x, LLVMBuilderRef b) {
  for (LLVMUseRef u = LLVMGetFirstUse(x->give), next; u; u = next) {
    LLVMValueRef give = LLVMGetUser(u);
    next = LLVMGetNextUse(u);
    if (sy_caller_of(u) != x->kernel)
      continue;
    uint32_t number;
    bool known = sy_pointer_map_get(&x->number_of, LLVMGetArgOperand(give, 0), &number);
    LLVMPositionBuilderBefore(b, give);
    if (!known || !x->all.data[number].place)
      become_barrier(x, b, give);
    LLVMInstructionEraseFromParent(give);
  }
}

static void replace_take(exchanges *x, const exchange *e, LLVMBuilderRef b) {
  LLVMValueRef bytes = LLVMGetArgOperand(e->take, TAKE_BYTES);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(x->take)));
  LLVMPositionBuilderBefore(b, e->take);
  LLVMValueRef offset = LLVMBuildMul(b, bytes, LLVMConstInt(LLVMTypeOf(bytes), e->place, 0), "");
  LLVMValueRef slots = LLVMBuildInBoundsGEP2(b, i8, LLVMGetArgOperand(e->take, TAKE_BASE), &offset, 1, "");
  LLVMReplaceAllUsesWith(e->take, slots);
  LLVMInstructionEraseFromParent(e->take);
}

// What is no kernel is called by others, whose exchanges nothing is known of: there each keeps its barrier.
static void lower_function(exchanges *x, LLVMBuilderRef b) {
  find_exchanges(x);
  count_places(x);
  if (sy_is_kernel(x->kernel))
    find_neighbours(x);
  else
    x->places = 1;
  for (uint32_t i = 0; i < x->all.n; i++)
    choose_place(x, i);
  replace_gives(x, b);
  for (uint32_t i = 0; i < x->all.n; i++) {
    replace_take(x, &x->all.data[i], b);
    sy_vec_free(&x->all.data[i].neighbours);
  }
  sy_vec_free(&x->all);
  sy_pointer_map_free(&x->number_of);
}

void sy_exchanges_lower(LLVMModuleRef m) {
  LLVMValueRef take = LLVMGetNamedFunction(m, "__sycc_cpu_take_slots"),
               give = LLVMGetNamedFunction(m, "__sycc_cpu_give_slots"), barrier = sy_barrier_function(m);
  if (!take || !give || !barrier)
    return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      lower_function(&(exchanges){.take = take, .give = give, .barrier = barrier, .kernel = f}, b);
  LLVMDisposeBuilder(b);
}
