// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that does one item's work becomes one that does the work of all items, in step at barriers.
#ifndef SY_PASSES_CPU_REGIONS_H
#define SY_PASSES_CPU_REGIONS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

enum { SY_DIMS = 3 };

// An item inside the loops over items.
typedef struct sy_item {
  LLVMValueRef local[SY_DIMS]; // its ids
  LLVMValueRef index;          // its number among all
} sy_item;

// What the items are.
typedef struct sy_items {
  void *state;
  // Once, at the entry of the function.
  void (*prepare)(void *state, LLVMBuilderRef b);
  // The loops over all items; between the two the builder builds what one of them does.
  void (*begin)(void *state, LLVMBuilderRef b, sy_item *item);
  void (*end)(void *state, LLVMBuilderRef b);
  // What this call means for an item; null: it is not about items. Builds before the call.
  LLVMValueRef (*replace)(void *state, LLVMBuilderRef b, LLVMValueRef call, const sy_item *item);
  // Memory with a place for each item, an array over sy_item.index. Built at the entry of the function.
  LLVMValueRef (*array)(void *state, LLVMBuilderRef b, LLVMTypeRef element, unsigned align);
  bool (*stays)(LLVMValueRef barrier); // null: none
  // How values differ between items (SY_LLVM_ALWAYS_UNIFORM...).
  int (*judge)(LLVMValueRef value);
  bool rarely; // most groups run another version of the function
} sy_items;

// `barriers` are calls in f; they go, but for those that items->stays says are also for others than the
// items: one call of each is left, which all items make together. Without barriers the function becomes one
// loop.
void sy_regions_split(LLVMValueRef f, const LLVMValueRef *barriers, size_t n, const sy_items *items);

#endif
