// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LLVM-C lacks. Rules: a function only where LLVM-C has none; short, one thing each; no policy; named
// sy_llvm_*; numbers shared with LLVM are asserted in shim.cpp.
#ifndef SY_PASSES_SHIM_SHIM_H
#define SY_PASSES_SHIM_SHIM_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether the target knows a CPU of this name; of one that it does not know it only warns.
LLVMBool sy_llvm_is_cpu(LLVMTargetRef t, const char *triple, const char *name);

// A distinct node: two with the same operands are two.
LLVMMetadataRef sy_llvm_distinct_node(LLVMContextRef c, LLVMMetadataRef *ops, unsigned n);
// A distinct node whose first operand is itself, as !llvm.loop wants it.
LLVMMetadataRef sy_llvm_loop_id(LLVMContextRef c, LLVMMetadataRef *ops, unsigned n);

// A subprogram for a function made from `from`: its file, line, type and unit under another name; null when
// `from` has none.
LLVMMetadataRef sy_llvm_subprogram_like(LLVMValueRef from, const char *name);

// Gives the function's subprogram, if it has one, this name in place of all it has.
void sy_llvm_subprogram_rename(LLVMValueRef f, const char *name);

// Takes the address space out of where variables are: debuggers of flat machines do not know DW_OP_xderef.
void sy_llvm_flatten_debug_locations(LLVMModuleRef m);

// A C++ symbol as people write it, with or without parameters: "ns::f", "main::'lambda'()::operator()".
// Another name as it is. free().
char *sy_llvm_demangle(const char *symbol, LLVMBool parameters);

// Metadata that names functions or variables names nothing afterwards, as if they were gone; what only lists
// them goes.
void sy_llvm_forget_globals_in_metadata(LLVMModuleRef m);

// Copies functions and variables to another module of the same context, metadata shared. Every global that is
// referred to is declared first, then bodies are copied; so the cost is that of what is copied.
typedef struct sy_llvm_copier sy_llvm_copier;
sy_llvm_copier *sy_llvm_copier_new(LLVMModuleRef to);
void sy_llvm_copier_free(sy_llvm_copier *c);
LLVMValueRef sy_llvm_copy_declaration(sy_llvm_copier *c, LLVMValueRef global); // function, variable or alias
void sy_llvm_copy_body(sy_llvm_copier *c, LLVMValueRef global);
// Makes a null pointer of the global wherever metadata refers to it (debug information of template
// arguments): shared metadata must not lead from one module to another.
void sy_llvm_forget_in_metadata(LLVMValueRef global);
// Target, data layout, flags, and of other named metadata all but what lists functions and compile units.
void sy_llvm_copy_header(LLVMModuleRef to, LLVMModuleRef from);
// Rows of named metadata that begin with a function become metadata of that function, and back: so they go
// with it.
void sy_llvm_rows_to_functions(LLVMModuleRef m, const char *list, const char *kind);
void sy_llvm_rows_from_functions(LLVMModuleRef m, const char *list, const char *kind);
// Removes a list of named metadata, which need not be there.
void sy_llvm_drop_named_metadata(LLVMModuleRef m, const char *name);
// Lists the compile units of the module's code and variables, as debug information needs it.
void sy_llvm_list_compile_units(LLVMModuleRef m);

// Whether a function is used other than by calling it.
LLVMBool sy_llvm_is_address_taken(LLVMValueRef function);

// Nothing uses it but constants that nothing uses; those go.
LLVMBool sy_llvm_is_unused(LLVMValueRef global);

// Deletes functions, variables, aliases and ifuncs that nothing else refers to. Their bodies need not be
// valid.
void sy_llvm_delete_globals(LLVMValueRef *globals, size_t n);

// A function that only later passes will call stays declared until then.
void sy_llvm_keep_declaration(LLVMValueRef function);
// Whether the CPU that a function is for, the machine's if it names none, has a feature, given as "+avx2".
LLVMBool sy_llvm_has_feature(LLVMTargetMachineRef tm, LLVMValueRef f, const char *feature);

// LLVM-C has attributes for functions and calls only.
void sy_llvm_add_global_attribute(LLVMValueRef variable, const char *name, const char *value);
// The value of a string attribute, which is LLVM's and ends after *n characters; null when there is none.
const char *sy_llvm_global_attribute(LLVMValueRef variable, const char *name, size_t *n);

// The first n bytes of a variable's initial value in memory; what has none, and what is no number, is 0.
void sy_llvm_constant_bytes(LLVMValueRef variable, unsigned char *out, size_t n);

// Replaces types by what `map` says of them in all functions and their bodies; constants from[i] become
// to[i]. A function whose own type changes becomes another one of the same name.
void sy_llvm_remap_types(LLVMModuleRef m, LLVMTypeRef (*map)(LLVMTypeRef type, void *state), void *state,
                         LLVMValueRef *from, LLVMValueRef *to, unsigned n);
// Drops attributes of parameters and of the result that their types can't have. A function, or a call.
void sy_llvm_drop_misfit_attributes(LLVMValueRef function_or_call);
void sy_llvm_select_to_branch(LLVMValueRef select);
// A call of llvm.memset or llvm.memmove, whose pointers are in one address space, becomes a loop.
void sy_llvm_expand_memory_call(LLVMValueRef call, LLVMTargetMachineRef tm);
// Removes the module flag of this name, if there is one.
void sy_llvm_drop_module_flag(LLVMModuleRef m, const char *name);
// An atomicrmw or cmpxchg becomes a volatile load and store around the same operation.
void sy_llvm_lower_atomic(LLVMValueRef instruction);

#ifdef __cplusplus
}
#endif
#endif
