// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that device code of the native CPU takes from the heap where the stack of a thread is not made for
// it.
#ifndef SY_PASSES_CPU_HEAP_H
#define SY_PASSES_CPU_HEAP_H

#include <llvm-c/Core.h>

enum { SY_HEAP_ALIGN = 64 }; // a cache line

// The call that takes so many bytes (i64, a multiple of SY_HEAP_ALIGN) at the place of the builder; its
// result may be null.
LLVMValueRef sy_heap_take(LLVMBuilderRef b, LLVMValueRef bytes);
// Ends a block in which there was no memory: the runtime makes an error of the queue of it, and the function
// returns zero.
void sy_heap_give_up(LLVMBuilderRef b);
// Takes memory before the instruction, or gives up. The block is split there.
LLVMValueRef sy_heap_need(LLVMValueRef bytes, LLVMValueRef before);
// Gives it back before the instruction. block may be null.
void sy_heap_release(LLVMValueRef block, LLVMValueRef before);

#endif
