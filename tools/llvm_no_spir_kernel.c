// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// llvm-no-spir-kernel: whether device modules are free of kernels.
//
//   llvm-no-spir-kernel host.bc
//
// Ends with 0 when they are, with 1 and the names of the kernels otherwise. A link with an object that
// sycc -fsycl-link made has its device code already: what else comes along must hold none.
#include <stdio.h>

#include "base/count.h"
#include "base/tool.h"
#include "passes/common/module.h"

enum { OPT_INVERT, OPT_IMAGE };

static const sy_opt options[] = {
    {"-invert", SY_OPT_FLAG, NULL, "fail when there is no kernel", OPT_INVERT},
    {"-image=", SY_OPT_JOINED, "<object>",
     "name this object in messages: the one that should hold the kernels", OPT_IMAGE},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "llvm-no-spir-kernel",
    .usage = "llvm-no-spir-kernel [options] <module>...",
    .summary = "Ends with 0 when no kernel is in the modules, with 1 and the names of the kernels otherwise.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct no_spir_kernel_search {
  sy_strs inputs;
  const char *image;
  bool invert;
  size_t kernels;
} no_spir_kernel_search;

static void no_spir_kernel_report(const no_spir_kernel_search *s, const char *source, LLVMValueRef kernel,
                                  sy_diag *d) {
  char *name = sy_readable_name(kernel);
  if (s->image)
    sy_error(d, sy_at(source, 0, 0), "kernel '%s' is missing from '%s', or has changed since", name,
             s->image);
  else
    sy_error(d, sy_at(source, 0, 0), "kernel '%s'", name);
  free(name);
}

static bool search_module(no_spir_kernel_search *s, LLVMContextRef context, const char *path, sy_arena *a,
                          sy_diag *d) {
  LLVMModuleRef m = NULL;
  size_t n;
  if (!sy_module_read(context, path, &m, d))
    return false;
  const char *source = LLVMGetSourceFileName(m, &n);
  source = sy_arena_strndup(a, source, n);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (!sy_is_kernel(f))
      continue;
    s->kernels++;
    if (!s->invert)
      no_spir_kernel_report(s, source, f, d);
  }
  LLVMDisposeModule(m);
  return true;
}

static bool search_all(no_spir_kernel_search *s, sy_arena *a, sy_diag *d) {
  LLVMContextRef context = sy_context_new(d);
  bool ok = true;
  for (size_t i = 0; ok && i < s->inputs.n; i++)
    ok = search_module(s, context, s->inputs.data[i], a, d);
  LLVMContextDispose(context);
  return ok;
}

static int run_no_spir_kernel(void *state, sy_arena *a, sy_diag *d) {
  no_spir_kernel_search *s = state;
  if (!s->inputs.n && !s->image) { // with -image=, an empty list means that no other device code came along
    sy_error(d, SY_NOWHERE, "no input modules");
    return SY_EXIT_USAGE;
  }
  int status;
  if (s->inputs.n &&
      !sy_tool_in_child(s->inputs.n > 1 ? "one of the modules" : s->inputs.data[0], &status, d))
    return status;
  bool ok = search_all(s, a, d);
  if (ok && s->invert && !s->kernels)
    sy_error(d, SY_NOWHERE, "no kernel in the device code of '%s'", s->image ? s->image : s->inputs.data[0]);
  if (ok && !s->invert && s->kernels && s->image)
    sy_help(d, "make '%s' again, with this file: 'sycc -fsycl-link'", s->image);
  return ok && (s->kernels > 0) == s->invert ? SY_EXIT_OK : SY_EXIT_INPUT;
}

static bool take_no_spir_kernel_option(void *state, const sy_opt_match *m, sy_diag *d) {
  no_spir_kernel_search *s = state;
  (void)d;
  if (!m->opt)
    sy_strs_add(&s->inputs, m->value);
  else if (m->opt->id == OPT_INVERT)
    s->invert = true;
  else
    s->image = m->value;
  return true;
}

int main(int argc, char **argv) {
  no_spir_kernel_search s = {0};
  int status =
      sy_tool_main(&(sy_tool){&table, take_no_spir_kernel_option, run_no_spir_kernel}, &s, argc, argv);
  sy_vec_free(&s.inputs);
  return status;
}
