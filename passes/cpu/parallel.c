// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function has one access group, a distinct metadata node. Loops list it when they are built; loads and
// stores become members at the end, when inlining has settled what they lead to: an access is a member unless
// its address may come from an alloca that iterations share. The search goes back through address
// computations, phis and selects, and gives up, which means "not a member", after 256 pointers.
#include "passes/cpu/parallel.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/cpu/levels.h"
#include "passes/shim/flow.h"
#include "passes/shim/shim.h"

#include <stdlib.h>
#include <string.h>

// On a function: its group. On memory: that work-items have places of their own in it.
static unsigned own_kind(LLVMContextRef c) {
  return LLVMGetMDKindIDInContext(c, "sycc.cpu.accesses", 17);
}

static LLVMContextRef context_of(LLVMValueRef f) {
  return LLVMGetModuleContext(LLVMGetGlobalParent(f));
}

static LLVMMetadataRef find_holder(LLVMValueRef f) {
  size_t n;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(f, &n);
  LLVMMetadataRef holder = NULL;
  for (unsigned i = 0; i < n; i++)
    if (LLVMValueMetadataEntriesGetKind(md, i) == own_kind(context_of(f)))
      holder = LLVMValueMetadataEntriesGetMetadata(md, i);
  LLVMDisposeValueMetadataEntries(md);
  return holder;
}

// A node that holds the group: the group itself must have no operands.
static LLVMMetadataRef need_holder(LLVMValueRef f) {
  LLVMMetadataRef holder = find_holder(f);
  if (holder)
    return holder;
  LLVMContextRef c = context_of(f);
  LLVMMetadataRef group = sy_llvm_distinct_node(c, NULL, 0);
  holder = LLVMMDNodeInContext2(c, &group, 1);
  LLVMGlobalSetMetadata(f, own_kind(c), holder);
  return holder;
}

static LLVMValueRef group_in(LLVMContextRef c, LLVMMetadataRef holder) {
  LLVMValueRef group;
  LLVMGetMDNodeOperands(LLVMMetadataAsValue(c, holder), &group);
  return group;
}

static LLVMMetadataRef property(LLVMContextRef c, const char *name, LLVMValueRef value) {
  LLVMMetadataRef parts[] = {LLVMMDStringInContext2(c, name, strlen(name)),
                             value ? LLVMValueAsMetadata(value) : NULL};
  return LLVMMDNodeInContext2(c, parts, value ? 2 : 1);
}

static void describe_loop(LLVMValueRef branch, LLVMMetadataRef *properties, unsigned n) {
  LLVMContextRef c = context_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch)));
  LLVMMetadataRef id = sy_llvm_loop_id(c, properties, n);
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(c, "llvm.loop", 9), LLVMMetadataAsValue(c, id));
}

void sy_parallel_loop(LLVMValueRef branch) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch));
  LLVMContextRef c = context_of(f);
  LLVMMetadataRef accesses = property(c, "llvm.loop.parallel_accesses", group_in(c, need_holder(f)));
  describe_loop(branch, &accesses, 1);
}

void sy_outer_loop(LLVMValueRef branch) {
  LLVMContextRef c = context_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch)));
  LLVMMetadataRef whole = property(c, "llvm.loop.unroll.disable", NULL);
  describe_loop(branch, &whole, 1);
}

void sy_plain_loop(LLVMValueRef branch) {
  LLVMContextRef c = context_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch)));
  LLVMMetadataRef properties[] = {
      property(c, "llvm.loop.vectorize.enable", LLVMConstInt(LLVMInt1TypeInContext(c), 0, 0)),
      property(c, "llvm.loop.unroll.disable", NULL),
  };
  describe_loop(branch, properties, 2);
}

void sy_parallel_adopt(LLVMValueRef to, LLVMValueRef from) {
  LLVMGlobalSetMetadata(to, own_kind(context_of(to)), need_holder(from));
}

bool sy_is_parallel_memory(LLVMValueRef memory) {
  return LLVMIsAInstruction(memory) &&
         LLVMGetMetadata(memory, own_kind(LLVMGetTypeContext(LLVMTypeOf(memory))));
}

#define SHARED_VARIABLE "sycc-shared-variable"

void sy_parallel_outlined(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  LLVMAttributeRef shared =
      LLVMCreateStringAttribute(context_of(f), SHARED_VARIABLE, sizeof SHARED_VARIABLE - 1, "", 0);
  sy_parallel_adopt(f, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMIsAAllocaInst(LLVMGetArgOperand(call, i)) && !sy_is_parallel_memory(LLVMGetArgOperand(call, i)))
      LLVMAddAttributeAtIndex(f, i + 1, shared);
}

static bool is_shared_variable(LLVMValueRef argument) {
  LLVMValueRef f = LLVMGetParamParent(argument);
  unsigned i = 0;
  while (LLVMGetParam(f, i) != argument)
    i++;
  return LLVMGetStringAttributeAtIndex(f, i + 1, SHARED_VARIABLE, sizeof SHARED_VARIABLE - 1) != NULL;
}

void sy_parallel_memory(LLVMValueRef memory) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(memory));
  LLVMSetMetadata(memory, own_kind(c), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

// ---- loops that share a branch --------------------------------------------------------------------

// What LLVM knows of a loop is written at the branch that closes it. Where a loop over lanes is all that a
// loop of the user holds, one branch closes both:
//
//     again:                                  the user's loop
//       ...
//     lane:                                   the loop over lanes, which is parallel
//       ...
//       br i1 %more, label %lane, label %again, !llvm.loop !parallel
//
// LLVM takes it for both loops, and rounds of the user's loop, each of which needs the last one's results,
// for parallel. So the edge to the outer loop gets a block, whose branch is marked: LLVM removes an empty
// block that closes a loop, unless that would cost one of two loops what is written of it.

static bool goes_back(const sy_llvm_dominators *d, LLVMValueRef branch, LLVMBasicBlockRef to) {
  return sy_llvm_dominates(d, LLVMGetFirstInstruction(to), branch);
}

static void part_loops_at(const sy_llvm_dominators *d, LLVMValueRef branch) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(branch));
  if (LLVMGetNumSuccessors(branch) != 2 ||
      !LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(c, "llvm.loop", 9)))
    return;
  LLVMBasicBlockRef one = LLVMGetSuccessor(branch, 0), other = LLVMGetSuccessor(branch, 1);
  if (one == other || !goes_back(d, branch, one) || !goes_back(d, branch, other))
    return;
  bool first = sy_llvm_dominates(d, LLVMGetFirstInstruction(one), LLVMGetFirstInstruction(other));
  LLVMBasicBlockRef between = sy_llvm_split_edge(LLVMGetInstructionParent(branch), first ? one : other);
  LLVMMetadataRef mark = property(c, "sycc.loop", NULL);
  describe_loop(LLVMGetBasicBlockTerminator(between), &mark, 1);
}

static void part_loops_in(LLVMValueRef f) {
  sy_llvm_dominators *d = sy_llvm_dominators_new(f);
  unsigned n = LLVMCountBasicBlocks(f);
  LLVMBasicBlockRef *blocks = sy_alloc(n * sizeof *blocks);
  LLVMGetBasicBlocks(f, blocks);
  for (unsigned i = 0; i < n; i++)
    if (LLVMIsABranchInst(LLVMGetBasicBlockTerminator(blocks[i])))
      part_loops_at(d, LLVMGetBasicBlockTerminator(blocks[i]));
  free(blocks);
  sy_llvm_dominators_free(d);
}

void sy_parallel_part_loops(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && find_holder(f))
      part_loops_in(f);
}

// ---- loops too large for vectors ------------------------------------------------------------------

// LLVM's vectoriser makes one straight line of a loop, in which both sides of each condition are computed for
// all lanes. It plans that for each width of vectors anew, in a time that grows faster than the loop: a
// kernel with 4,000 conditions, as unrolled searches have, took minutes. Where so much depends on conditions,
// lanes one after the other are faster too. What gets no vectors needs no versions for wider ones.
enum { MOST_BLOCKS = 400 };

static bool is_innermost(const sy_llvm_loops *l, size_t i) {
  for (size_t k = 0; k < sy_llvm_loop_count(l); k++)
    if (sy_llvm_loop_has_loop(l, i, k))
      return false;
  return true;
}

// What is written of the loop stays, and that it is not to be vectorised comes with it.
static void forbid_vectors(LLVMValueRef branch) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMValueRef old = LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(c, "llvm.loop", 9)), parts[16];
  unsigned n = old ? (unsigned)LLVMGetMDNodeNumOperands(old) : 0;
  LLVMMetadataRef properties[16];
  if (n > SY_COUNT(parts))
    return;
  if (old)
    LLVMGetMDNodeOperands(old, parts);
  for (unsigned i = 1; i < n; i++)
    properties[i] = LLVMValueAsMetadata(parts[i]);
  properties[0] = property(c, "llvm.loop.vectorize.enable", LLVMConstInt(LLVMInt1TypeInContext(c), 0, 0));
  describe_loop(branch, properties, n ? n : 1);
}

static bool leads_to(LLVMValueRef branch, LLVMBasicBlockRef to) {
  for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++)
    if (LLVMGetSuccessor(branch, i) == to)
      return true;
  return false;
}

// Returns whether the loop was too large.
static bool bound_loop(const sy_llvm_loops *l, size_t which, LLVMValueRef f) {
  unsigned size = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    size += sy_llvm_loop_has(l, which, b) != 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && size > MOST_BLOCKS; b = LLVMGetNextBasicBlock(b))
    if (sy_llvm_loop_has(l, which, b) &&
        leads_to(LLVMGetBasicBlockTerminator(b), sy_llvm_loop_header(l, which)))
      forbid_vectors(LLVMGetBasicBlockTerminator(b));
  return size > MOST_BLOCKS;
}

void sy_parallel_bound_loops(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMCountBasicBlocks(f) <= MOST_BLOCKS)
      continue;
    sy_llvm_loops *l = sy_llvm_loops_new(f);
    for (size_t i = 0; i < sy_llvm_loop_count(l); i++)
      if (is_innermost(l, i) && bound_loop(l, i, f))
        sy_cpu_levels_keep_baseline(f);
    sy_llvm_loops_free(l);
  }
}

// ---- accesses -------------------------------------------------------------------------------------

enum { MOST_SOURCES = 256 };

typedef struct sources {
  LLVMValueRef all[MOST_SOURCES]; // pointers, each once, and what they are made from
  unsigned n;
} sources;

static bool add_source(sources *s, LLVMValueRef p) {
  for (unsigned i = 0; i < s->n; i++)
    if (s->all[i] == p)
      return true;
  if (s->n == MOST_SOURCES)
    return false;
  s->all[s->n++] = p;
  return true;
}

static bool add_operands(sources *s, LLVMValueRef v, unsigned from) {
  bool ok = true;
  for (unsigned i = from; i < (unsigned)LLVMGetNumOperands(v); i++)
    ok = ok && add_source(s, LLVMGetOperand(v, i));
  return ok;
}

// A pointer that lies in shared memory points to shared memory, so a load leads to what it loads from. False:
// it may be memory of one work-item that the next one uses again.
static bool look_behind(sources *s, LLVMValueRef p) {
  if (LLVMIsAArgument(p))
    return !is_shared_variable(p);
  if (LLVMIsAConstant(p))
    return true;
  if (sy_is_parallel_memory(p))
    return true;
  if (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p) || LLVMIsALoadInst(p))
    return add_source(s, LLVMGetOperand(p, 0));
  return (LLVMIsAPHINode(p) && add_operands(s, p, 0)) || (LLVMIsASelectInst(p) && add_operands(s, p, 1));
}

// Whether p may point to memory of one work-item that the next one uses again: an alloca, which inlining has
// moved out of the loop so that all iterations share it. When in doubt, yes.
static bool maybe_private(LLVMValueRef p) {
  sources s;
  s.n = 0;
  add_source(&s, p);
  for (unsigned i = 0; i < s.n; i++)
    if (!look_behind(&s, s.all[i]))
      return true;
  return false;
}

static void mark_access(LLVMValueRef i, unsigned kind, LLVMValueRef group) {
  LLVMValueRef p = LLVMIsALoadInst(i)    ? LLVMGetOperand(i, 0)
                   : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1)
                                         : NULL;
  if (p && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && !maybe_private(p))
    LLVMSetMetadata(i, kind, group);
}

void sy_parallel_accesses(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  unsigned kind = LLVMGetMDKindIDInContext(c, "llvm.access.group", 17);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMMetadataRef holder = find_holder(f);
    if (!holder)
      continue;
    LLVMValueRef group = group_in(c, holder);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        mark_access(i, kind, group);
    LLVMGlobalEraseMetadata(f, own_kind(c));
  }
}
