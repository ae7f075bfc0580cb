// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-post-link: from one linked device module to the images it becomes.
//
//   sycl-post-link -o app.table app-linked.bc
//
// writes app_0.bc with its property file app_0.prop and symbol file app_0.sym beside the table, which names
// them in its one row. A module without kernels gives a table without rows.
#include "base/file.h"
#include "base/tool.h"
#include "formats/file_table.h"
#include "formats/property_set.h"
#include "formats/symbol_list.h"
#include "passes/module.h"

enum { OPT_OUTPUT };

static const sy_opt options[] = {
    {"-o", SY_OPT_SEPARATE, "<table>", "the file table to write", OPT_OUTPUT},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-post-link",
    .usage = "sycl-post-link -o <table> <module>",
    .summary = "Turns a linked device module into device images: modules, property files, symbol files and a "
               "table of them.",
    .opts = options,
    .n = sizeof options / sizeof *options,
};

typedef struct image {
  LLVMModuleRef module;
  sy_strs symbols; // its kernels
  const char *stem;
} image;

static bool write_symbols(const image *im, const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_symbols_write(&im->symbols, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static bool write_properties(const char *path, sy_diag *d) {
  sy_props props = {0};
  sy_props_add(&props, "SYCL/device requirements");
  sy_str text = SY_STR_INIT;
  bool ok = sy_props_write(&props, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  sy_props_free(&props);
  return ok;
}

static bool write_image(image *im, sy_table *t, sy_diag *d) {
  const char *code = sy_arena_printf(&t->arena, "%s.bc", im->stem);
  const char *props = sy_arena_printf(&t->arena, "%s.prop", im->stem);
  const char *symbols = sy_arena_printf(&t->arena, "%s.sym", im->stem);
  const char *cells[] = {code, props, symbols};
  sy_table_add_row(t, cells);
  return sy_module_write(im->module, code, d) && write_properties(props, d) && write_symbols(im, symbols, d);
}

static bool write_table(const sy_table *t, const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_table_write(t, true, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static void collect_kernels(image *im, sy_arena *a) {
  for (LLVMValueRef f = LLVMGetFirstFunction(im->module); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (sy_is_kernel(f))
      sy_strs_add(&im->symbols, sy_arena_strdup(a, LLVMGetValueName2(f, &n)));
  }
}

static bool post_link(const char *input, const char *output, sy_arena *a, sy_diag *d) {
  LLVMContextRef c = sy_context_new(d);
  sy_table t = {0};
  image im = {.stem = sy_arena_printf(a, "%s/%s_0", sy_path_dir(output, a), sy_path_stem(output, a))};
  bool ok = sy_module_read(c, input, &im.module, d) && sy_module_verify(im.module, input, d);
  const char *columns[] = {"Code", "Properties", "Symbols"};
  for (size_t i = 0; i < 3; i++)
    sy_table_add_column(&t, columns[i]);
  if (ok) {
    collect_kernels(&im, a);
    sy_module_internalize(im.module);
    ok = sy_module_run(im.module, NULL, "globaldce,strip-dead-prototypes", d) &&
         (im.symbols.n == 0 || write_image(&im, &t, d)) && write_table(&t, output, d);
  }
  sy_vec_free(&im.symbols);
  sy_table_free(&t);
  if (im.module)
    LLVMDisposeModule(im.module);
  LLVMContextDispose(c);
  return ok;
}

typedef struct command {
  const char *input, *output;
} command;

static bool take(void *state, const sy_opt_match *m, sy_diag *d) {
  command *c = state;
  if (!m->opt)
    return sy_tool_take_input(&c->input, m->value, d);
  c->output = m->value;
  return true;
}

static int run(void *state, sy_arena *a, sy_diag *d) {
  command *c = state;
  if (!c->input || !c->output) {
    sy_error(d, SY_NOWHERE, "%s", c->input ? "no output: give -o <table>" : "no input module");
    return SY_EXIT_USAGE;
  }
  return post_link(c->input, c->output, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  command c = {0};
  return sy_tool_main(&(sy_tool){&table, take, run}, &c, argc, argv);
}
