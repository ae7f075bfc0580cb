// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow that LLVM-C can't see: copies of blocks, dominators, uniformity. Rules as in shim.h.
#ifndef SY_PASSES_SHIM_FLOW_H
#define SY_PASSES_SHIM_FLOW_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// The instruction and what follows it become a block of their own, which the old one leads to.
LLVMBasicBlockRef sy_llvm_split_block(LLVMValueRef instruction);
// A new block on the edge between two blocks, which must be critical; dominators of other blocks stay what
// they were.
LLVMBasicBlockRef sy_llvm_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// Copies of some blocks of one function, at its end: values and jumps among them refer to the copies, all
// others stay as they are. Phis forget the blocks that are not among them.
typedef struct sy_llvm_copies sy_llvm_copies;
sy_llvm_copies *sy_llvm_copy_blocks(LLVMBasicBlockRef *blocks, size_t n);
LLVMValueRef sy_llvm_copy_of(const sy_llvm_copies *c, LLVMValueRef value); // null when it is not among them
void sy_llvm_copies_free(sy_llvm_copies *c);
// Deletes blocks that only each other refer to.
void sy_llvm_delete_blocks(LLVMBasicBlockRef *blocks, size_t n);

// What debug information says to be in an alloca is elsewhere: at this address, or where the pointer there
// points to.
void sy_llvm_move_declarations(LLVMValueRef alloca, LLVMValueRef to, LLVMBool is_pointer);

// Says once more, before the instruction, what debug information says of an alloca.
void sy_llvm_repeat_declarations(LLVMValueRef alloca, LLVMValueRef before);

// The place where the function of a place begins, inlined in the same way.
LLVMMetadataRef sy_llvm_function_place(LLVMMetadataRef place);

// Code that was inlined before these blocks were copied: in the copy it becomes an inlining of its own.
void sy_llvm_own_inlining(LLVMBasicBlockRef *blocks, size_t n);

// A copy of a whole function, under another name.
LLVMValueRef sy_llvm_copy_function(LLVMValueRef function);

typedef struct sy_llvm_dominators sy_llvm_dominators;
sy_llvm_dominators *sy_llvm_dominators_new(LLVMValueRef function);
LLVMBool sy_llvm_dominates(const sy_llvm_dominators *d, LLVMValueRef instruction, LLVMValueRef user);
void sy_llvm_dominators_free(sy_llvm_dominators *d);

// Where all ways from a block meet again.
typedef struct sy_llvm_meetings sy_llvm_meetings;
sy_llvm_meetings *sy_llvm_meetings_new(LLVMValueRef function);
LLVMBasicBlockRef sy_llvm_meeting(const sy_llvm_meetings *m, LLVMBasicBlockRef block); // null: nowhere
void sy_llvm_meetings_free(sy_llvm_meetings *m);

// Which values are the same in all work-items. `judge` knows where differences come from.
enum { SY_LLVM_UNIFORM_AS_OPERANDS, SY_LLVM_ALWAYS_UNIFORM, SY_LLVM_NEVER_UNIFORM };
typedef struct sy_llvm_uniformity sy_llvm_uniformity;
sy_llvm_uniformity *sy_llvm_uniformity_new(LLVMValueRef function, int (*judge)(LLVMValueRef value));
LLVMBool sy_llvm_is_uniform(const sy_llvm_uniformity *u, LLVMValueRef value); // wherever it is used
// Whether all work-items come to this block, equally often and in the same sequence.
LLVMBool sy_llvm_is_uniform_block(const sy_llvm_uniformity *u, LLVMBasicBlockRef block);
void sy_llvm_uniformity_free(sy_llvm_uniformity *u);

// Loops, inner ones before outer ones.
typedef struct sy_llvm_loops sy_llvm_loops;
sy_llvm_loops *sy_llvm_loops_new(LLVMValueRef function);
size_t sy_llvm_loop_count(const sy_llvm_loops *l);
LLVMBasicBlockRef sy_llvm_loop_header(const sy_llvm_loops *l, size_t i);
LLVMBool sy_llvm_loop_has(const sy_llvm_loops *l, size_t i, LLVMBasicBlockRef block);
LLVMBool sy_llvm_loop_has_loop(const sy_llvm_loops *l, size_t i, size_t other); // which is not the same
void sy_llvm_loops_free(sy_llvm_loops *l);

// Makes functions, never inlined, of blocks that are entered and left in one place each.
typedef struct sy_llvm_outliner sy_llvm_outliner;
sy_llvm_outliner *sy_llvm_outliner_new(LLVMValueRef function);
// Returns the call, or null where that is not possible.
LLVMValueRef sy_llvm_outline(sy_llvm_outliner *o, LLVMBasicBlockRef *blocks, size_t n);
void sy_llvm_outliner_free(sy_llvm_outliner *o);

// Constants in the function that contain this one become instructions.
void sy_llvm_expand_constants(LLVMValueRef constant, LLVMValueRef function);

#ifdef __cplusplus
}
#endif
#endif
