// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names for messages.
#ifndef SY_RUNTIME_NAMES_H
#define SY_RUNTIME_NAMES_H

// "ns::counter" for the symbol of a variable, "ns::Kernel" for that of a kernel, which is a type's, where the
// program has a demangler, as all C++ programs have; else the symbol, without the suffix of one that means
// something in one file only. The caller frees it; null: no memory.
char *sy_name_of_symbol(const char *symbol);

#endif
