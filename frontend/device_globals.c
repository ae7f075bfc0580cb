// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_globals with internal linkage. Host and device have one object each, and the runtime finds one by
// the other: so both get the symbol with the unit's suffix, as kernels do. The host compilation can't compute
// the suffix; it reads suffix and symbols from the integration header:
//
//   #define __SYCC_LOCAL_DEVICE_GLOBALS__ "_tu0011223344556677 _ZL7counter _ZN12_GLOBAL__N_15stateE"
//
// Other host compilers have no plugin of ours. For them the header has an assembler's directives that make
// another symbol for the object, if the compiler keeps it.
#include "frontend/unit.h"

#include <string.h>

static void publish(LLVMModuleRef m, const char *symbol, const char *suffix) {
  LLVMValueRef v = LLVMGetNamedGlobal(m, symbol);
  if (!v || LLVMIsDeclaration(v))
    return;
  sy_str name = SY_STR_INIT;
  sy_str_addf(&name, "%s%s", symbol, suffix);
  LLVMSetValueName2(v, sy_str_c(&name), name.n);
  LLVMSetLinkage(v, LLVMWeakAnyLinkage); // a file that is there twice has one of it, like its kernels
  LLVMSetVisibility(v, LLVMHiddenVisibility);
  sy_str_free(&name);
}

void sy_publish_globals(const sy_strs *symbols, const char *suffix, LLVMModuleRef m) {
  for (size_t i = 0; i < symbols->n; i++)
    publish(m, symbols->data[i], suffix);
}

void sy_local_globals_write(const sy_unit *u, sy_str *out) {
  if (!u->local_globals.n)
    return;
  sy_str_addf(out, "#define " SY_LOCAL_GLOBALS " \"%s", u->suffix);
  for (size_t i = 0; i < u->local_globals.n; i++)
    sy_str_addf(out, " %s", u->local_globals.data[i]);
  sy_str_add(out, "\"\n#ifndef __clang__\n");
  for (size_t i = 0; i < u->local_globals.n; i++) {
    const char *symbol = u->local_globals.data[i];
    sy_str_addf(out, "__asm__(\".weak %s%s\\n.hidden %s%s\\n.set %s%s, %s\");\n", symbol, u->suffix, symbol,
                u->suffix, symbol, u->suffix, symbol);
  }
  sy_str_add(out, "#endif\n");
}

void sy_local_globals_read(sy_unit *u, const char *text) {
  sy_view rest = {text + 1, strlen(text) - 2}, word; // without the quotes
  sy_str suffix = SY_STR_INIT, symbol = SY_STR_INIT;
  if (sy_view_split(&rest, ' ', &word))
    sy_str_addn(&suffix, word.s, word.n);
  while (sy_view_split(&rest, ' ', &word)) {
    sy_str_clear(&symbol);
    sy_str_addn(&symbol, word.s, word.n);
    sy_unit_add_local_global(u, sy_str_c(&symbol), sy_str_c(&suffix));
  }
  sy_str_free(&suffix);
  sy_str_free(&symbol);
}
