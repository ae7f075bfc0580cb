// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-post-link: from one linked device module to the images it becomes.
//
//   sycl-post-link -split=source -o app.table app-linked.bc
//
// writes app_0.bc with its property file app_0.prop and symbol file app_0.sym, app_1.bc ... beside the table,
// which has a row for each. A module without kernels and exported functions gives a table without rows.
//
// The work is done in a child process, because LLVM's reader crashes on some damaged files; that costs a
// millisecond.
#include "base/count.h"
#include "base/file.h"
#include "base/tool.h"
#include "devices/requirements.h"
#include "devices/yaml_overlay.h"
#include "formats/file_table.h"
#include "formats/image_desc.h"
#include "formats/property_set.h"
#include "formats/symbol_list.h"
#include "passes/analysis/constant_bytes.h"
#include "passes/analysis/kernel_identity.h"
#include "passes/analysis/propagate_aspects.h"
#include "passes/common/local_variables.h"
#include "passes/common/module.h"
#include "passes/common/pass_list.h"
#include "passes/images/device_globals.h"
#include "passes/images/device_if.h"
#include "passes/images/fixed_targets.h"
#include "passes/images/function_numbers.h"
#include "passes/images/image.h"
#include "passes/images/library_modules.h"
#include "passes/images/spec_constants.h"
#include "passes/spirv/properties.h"

#include <string.h>
#include <unistd.h>

enum {
  OPT_OUTPUT,
  OPT_SPLIT,
  OPT_CONFIG,
  OPT_PROPAGATE,
  OPT_NO_EXPORTS,
  OPT_NO_EXTERNAL,
  OPT_WERROR,
  OPT_WERROR_EXTERNAL,
  OPT_LIBRARY
};

static const sy_opt options[] = {
    {"-o", SY_OPT_SEPARATE, "<table>", "the file table to write", OPT_OUTPUT},
    {"-split=", SY_OPT_JOINED, "<how>",
     "at least one image per source, per kernel, or no more than needed (off); auto, the default, is source",
     OPT_SPLIT},
    {"-device-config-file=", SY_OPT_JOINED, "<file>",
     "targets added or changed by a device configuration file", OPT_CONFIG},
    {"-propagate", SY_OPT_FLAG, NULL,
     "first propagate aspects, for modules that sycc's front end did not make", OPT_PROPAGATE},
    {"-no-exports", SY_OPT_FLAG, NULL, "SYCL_EXTERNAL functions are for the kernels of this module alone",
     OPT_NO_EXPORTS},
    {"-Wno-sycl-external", SY_OPT_FLAG, NULL,
     "no warning about SYCL_EXTERNAL functions that need more than their callers know", OPT_NO_EXTERNAL},
    {"-Werror", SY_OPT_FLAG, NULL, "warnings are errors", OPT_WERROR},
    {"-Werror=sycl-external", SY_OPT_FLAG, NULL, "those warnings are errors", OPT_WERROR_EXTERNAL},
    {"-library=", SY_OPT_JOINED, "<module>",
     "a module to link if it defines what the others only declare; may be repeated", OPT_LIBRARY},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-post-link",
    .usage = "sycl-post-link [options] -o <table> <module>",
    .summary = "Turns a linked device module into device images: modules, property files, symbol files and a "
               "table of them.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct post_link_command {
  const char *input, *output, *config;
  sy_strs libraries;
  enum sy_split split;
  enum sy_severity external;
  bool propagate, warnings_are_errors, no_exports;
  sy_devices devices;
} post_link_command;

// ---- the files of an image -------------------------------------------------------------------------

typedef struct image_files {
  const post_link_command *c;
  sy_images *all;
  const sy_split_image *image;
  const sy_device_variant *variant;
  LLVMModuleRef module;
  sy_spec_constants constants;
} image_files;

static const char *name_of(const sy_images *all, uint32_t node) {
  size_t n;
  return LLVMGetValueName2(all->g.nodes[node], &n);
}

static bool write_symbols(const image_files *f, const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_strs kernels = {0};
  for (size_t i = 0; i < f->image->entries.n; i++)
    if (sy_is_kernel(f->all->g.nodes[f->image->entries.data[i]]))
      sy_strs_add(&kernels, name_of(f->all, f->image->entries.data[i]));
  bool ok = sy_symbols_write(&kernels, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_vec_free(&kernels);
  sy_str_free(&text);
  return ok;
}

// The property is there also when no target is left. All of them are architectures
// (passes/images/fixed_targets.c).
static void put_fixed_targets(const image_files *f, sy_props *p) {
  sy_u32s aspects = {0};
  for (size_t i = 0; i < f->image->fixed_targets.n; i++)
    sy_vec_push(&aspects,
                (uint32_t)sy_devices_find(&f->c->devices, f->image->fixed_targets.data[i])->archAspect);
  if (f->image->fixed)
    sy_props_put_u32s(p, SY_REQUIREMENTS, "fixed_target", aspects.data, aspects.n);
  sy_vec_free(&aspects);
}

static void put_requirements(const image_files *f, sy_props *p) {
  const sy_split_image *im = f->image;
  sy_u32s values = {0};
  sy_props_add(p, SY_REQUIREMENTS);
  for (size_t i = 0; i < im->aspects.n; i++)
    sy_vec_push(&values, im->aspects.data[i].number);
  if (values.n)
    sy_props_put_u32s(p, SY_REQUIREMENTS, "aspect", values.data, values.n);
  if (im->sub_groups.n)
    sy_props_put_u32s(p, SY_REQUIREMENTS, "reqd_sub_group_size", im->sub_groups.data, im->sub_groups.n);
  values.n = 0;
  sy_vec_push(&values, im->work_group.n);
  for (unsigned i = 0; i < im->work_group.n; i++)
    sy_vec_push(&values, im->work_group.v[i]);
  if (im->work_group.n)
    sy_props_put_u32s(p, SY_REQUIREMENTS, "reqd_work_group_size", values.data, values.n);
  put_fixed_targets(f, p);
  sy_vec_free(&values);
}

static const char *origin_text(sy_arena *a, sy_origin o) {
  return o.file ? sy_arena_printf(a, "%s at %s:%u:%u", o.function, o.file, o.line, o.col) : o.function;
}

// Says where each aspect comes from: "boo at hw.cpp:27:4" under its number. A kernel whose need comes from
// another place has it under the number and the kernel's symbol.
static void put_origins(const image_files *f, sy_props *p) {
  for (size_t i = 0; i < f->image->aspects.n; i++) {
    const sy_needed_aspect *a = &f->image->aspects.data[i];
    const char *text = origin_text(&p->arena, a->origin);
    sy_props_put_bytes(p, SY_ORIGINS, sy_arena_printf(&p->arena, "%u", a->number), text, strlen(text));
    for (size_t k = 0; k < f->image->entries.n; k++) {
      uint32_t node = f->image->entries.data[k];
      const char *own = origin_text(&p->arena, sy_entry_origin(f->all, node, a->number));
      if (sy_is_kernel(f->all->g.nodes[node]) && strcmp(own, text) != 0)
        sy_props_put_bytes(p, SY_ORIGINS,
                           sy_arena_printf(&p->arena, "%u %s", a->number, name_of(f->all, node)), own,
                           strlen(own));
    }
  }
}

static void put_import(const image_files *f, uint32_t node, sy_props *p) {
  const char *symbol = name_of(f->all, node);
  char *readable = sy_readable_name(f->all->g.nodes[node]);
  sy_props_put_u32(p, SY_IMPORTED, symbol, 1);
  sy_props_put_bytes(p, SY_IMPORT_NAMES, symbol, readable, strlen(readable));
  free(readable);
}

// The number is 1, and a bit that says whether a caller in another image would have to have its constants
// (formats/image_desc.h).
static uint32_t export_number(const image_files *f, const char *symbol) {
  LLVMValueRef exported = LLVMGetNamedFunction(f->module, symbol);
  return exported && sy_asks_constants(exported) ? 1 | SY_EXPORT_ASKS_CONSTANTS : 1;
}

static void put_symbols(const image_files *f, sy_props *p) {
  for (size_t i = 0; i < f->image->nodes.n; i++) {
    uint32_t node = f->image->nodes.data[i];
    if (node < f->all->g.functions && sy_is_imported(f->all->g.nodes[node]))
      put_import(f, node, p);
  }
  for (size_t i = 0; i < f->image->entries.n; i++)
    if (sy_is_exported(f->all->g.nodes[f->image->entries.data[i]])) {
      const char *symbol = name_of(f->all, f->image->entries.data[i]);
      sy_props_put_u32(p, SY_EXPORTED, symbol, export_number(f, symbol));
    }
}

// Records the value for devices whose images can't hold variables.
static void put_initial_value(LLVMValueRef variable, const char *name, size_t bytes, sy_props *p) {
  LLVMValueRef initial = LLVMGetInitializer(variable);
  if (!initial || LLVMIsNull(initial))
    return;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(variable));
  size_t room = LLVMABISizeOfType(layout, LLVMTypeOf(initial));
  unsigned char *value = sy_alloc(room + 1);
  bool known = sy_constant_bytes(initial, layout, value);
  sy_props_put_bytes(p, SY_DEVICE_GLOBAL_VALUES, name, value, known ? bytes < room ? bytes : room : 0);
  free(value);
}

static void put_device_globals(const image_files *f, sy_props *p) {
  for (size_t i = 0; i < f->image->nodes.n; i++) {
    uint32_t node = f->image->nodes.data[i];
    if (!sy_is_device_global(f->all->g.nodes[node]))
      continue;
    sy_device_global_facts facts = sy_device_global_facts_read(f->all->g.nodes[node]);
    sy_props_put_bytes(p, SY_DEVICE_GLOBALS, name_of(f->all, node), &facts, SY_DEVICE_GLOBAL_FACT_BYTES);
    put_initial_value(f->all->g.nodes[node], name_of(f->all, node), facts.size, p);
  }
}

static void put_spec_constants(const image_files *f, sy_props *p) {
  for (size_t i = 0; i < f->constants.list.n; i++)
    sy_props_put_bytes(p, SY_SPEC_CONSTANTS, f->constants.list.data[i].name, &f->constants.list.data[i].at,
                       sizeof(sy_spec_place));
  if (f->constants.list.n)
    sy_props_put_bytes(p, SY_SPEC_DEFAULTS, SY_SPEC_ALL, f->constants.defaults.s, f->constants.defaults.n);
}

static bool write_properties(const image_files *f, const char *path, sy_diag *d) {
  sy_props props = {0};
  put_requirements(f, &props);
  put_origins(f, &props);
  put_symbols(f, &props);
  put_device_globals(f, &props);
  sy_cases_write(&f->variant->cases, f->variant->number, &props);
  put_spec_constants(f, &props);
  sy_str text = SY_STR_INIT;
  bool ok = sy_props_write(&props, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  sy_props_free(&props);
  return ok;
}

static bool write_image(const image_files *f, const char *stem, sy_table *t, sy_diag *d) {
  const char *code = sy_arena_printf(&t->arena, "%s.bc", stem);
  const char *props = sy_arena_printf(&t->arena, "%s.prop", stem);
  const char *symbols = sy_arena_printf(&t->arena, "%s.sym", stem);
  const char *cells[] = {code, props, symbols};
  sy_table_add_row(t, cells);
  return sy_module_write(f->module, code, d) && write_properties(f, props, d) && write_symbols(f, symbols, d);
}

// ---- all images ------------------------------------------------------------------------------------

static bool write_table(const sy_table *t, const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_table_write(t, true, &text, d) && sy_file_write(path, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static bool place_spec_constants(const sy_pass_job *job) {
  return sy_spec_constants_place(job->m, &((image_files *)job->state)->constants, job->d);
}

static const sy_pass image_passes[] = {
    {"specialization constants", .with_state = place_spec_constants},
    {"properties", .lower = sy_spirv_properties},
};

static bool write_images(const post_link_command *c, sy_images *all, const sy_device_variant *v, sy_table *t,
                         sy_arena *a, sy_diag *d) {
  bool ok = true;
  for (size_t i = 0; ok && i < all->list.n; i++) {
    image_files f = {c, all, &all->list.data[i], v, sy_image_module(all, &all->list.data[i]), {0}};
    const char *stem =
        sy_arena_printf(a, "%s/%s_%zu", sy_path_dir(c->output, a), sy_path_stem(c->output, a), t->rows.n);
    ok = sy_passes_run(image_passes, SY_COUNT(image_passes),
                       &(sy_pass_job){.m = f.module, .state = &f, .d = d}) &&
         write_image(&f, stem, t, d);
    sy_spec_constants_free(&f.constants);
    LLVMDisposeModule(f.module);
  }
  return ok;
}

typedef struct printer {
  sy_diag *d;
  const post_link_command *c;
} printer;

static void print_external(void *user, const char *text) {
  const printer *p = user;
  if (p->c->external == SY_ERROR)
    sy_error(p->d, SY_NOWHERE, "%s [-Werror,-Wsycl-external]", text);
  else if (p->c->external == SY_WARNING)
    sy_warning(p->d, SY_NOWHERE, "%s [-Wsycl-external]", text);
}

static void print_warning(void *user, enum sy_aspect_warning group, sy_where at, const char *text) {
  const printer *p = user;
  if (group == SY_WARN_EXTERNAL)
    print_external(user, text);
  else if (p->c->warnings_are_errors)
    sy_error(p->d, at, "%s", text);
  else
    sy_warning(p->d, at, "%s", text);
}

static bool needs_propagation(const void *state) {
  return ((const post_link_command *)state)->propagate;
}

static bool propagate_in_files(const sy_pass_job *job) {
  sy_propagation how = {.warn = print_warning, .user = &(printer){job->d, job->state}};
  sy_propagate_aspects(job->m, &how, job->d);
  return true;
}

// What was known of each file by itself is now known of the whole program.
static bool propagate_in_program(const sy_pass_job *job) {
  const post_link_command *c = job->state;
  sy_propagation how = {.warn = print_warning, .user = &(printer){job->d, c}, .linked = true};
  bool ok = sy_settle_fixed_targets(job->m, &c->devices, print_external, how.user, job->d);
  sy_propagate_aspects(job->m, &how, job->d);
  return ok && !job->d->errors;
}

// Splits a variant of the module and writes its images.
static bool post_link_split(const post_link_command *c, const sy_device_variant *v, sy_table *t, sy_arena *a,
                            sy_diag *d) {
  sy_images all = {.external = c->external, .no_exports = c->no_exports};
  sy_images_make(&all, v->m, c->split, d);
  bool ok = !d->errors && write_images(c, &all, v, t, a, d);
  sy_images_free(&all);
  return ok;
}

static bool split_all(const post_link_command *c, LLVMModuleRef m, sy_arena *a, sy_diag *d) {
  static const char *const columns[] = {"Code", "Properties", "Symbols"};
  sy_table t = {0};
  sy_device_variants variants = {0};
  for (size_t i = 0; i < 3; i++)
    sy_table_add_column(&t, columns[i]);
  bool ok = sy_device_if_variants(m, &variants, d);
  if (ok && !variants.n) // no conditions
    ok = post_link_split(c, &(sy_device_variant){.m = m}, &t, a, d);
  for (size_t i = 0; ok && i < variants.n; i++)
    ok = post_link_split(c, &variants.data[i], &t, a, d);
  ok = ok && write_table(&t, c->output, d);
  sy_device_variants_free(&variants);
  sy_table_free(&t);
  return ok;
}

static bool link_libraries(const sy_pass_job *job) {
  return sy_link_library_modules(job->m, &((const post_link_command *)job->state)->libraries, job->d);
}

static const sy_pass program_passes[] = {
    {"modules of libraries", .with_state = link_libraries},
    {"pointers to functions", .change = sy_number_functions},
    {"aspects in files", .with_state = propagate_in_files, .when = needs_propagation},
    {"aspects in the program", .with_state = propagate_in_program},
    {"kernels of one name", .lower = sy_check_kernel_identities},
    {"local memory", .lower = sy_local_variables},
};

static bool post_link(post_link_command *c, sy_arena *a, sy_diag *d) {
  LLVMContextRef context = sy_context_new(d);
  LLVMModuleRef m = NULL;
  bool ok =
      sy_module_read(context, c->input, &m, d) && sy_module_verify(m, c->input, d) &&
      sy_passes_run(program_passes, SY_COUNT(program_passes), &(sy_pass_job){.m = m, .state = c, .d = d}) &&
      split_all(c, m, a, d);
  if (m)
    LLVMDisposeModule(m);
  LLVMContextDispose(context);
  return ok;
}

// ---- the command line ------------------------------------------------------------------------------

static bool take_split(post_link_command *c, const char *value, sy_diag *d) {
  static const char *const names[] = {[SY_SPLIT_AUTO] = "auto",
                                      [SY_SPLIT_SOURCE] = "source",
                                      [SY_SPLIT_KERNEL] = "kernel",
                                      [SY_SPLIT_OFF] = "off"};
  for (unsigned i = 0; i < SY_COUNT(names); i++)
    if (!strcmp(value, names[i])) {
      c->split = (enum sy_split)i;
      return true;
    }
  return sy_error(d, SY_NOWHERE, "unknown value '%s' of -split: it is auto, source, kernel or off", value);
}

static bool take_post_link_option(void *state, const sy_opt_match *m, sy_diag *d) {
  post_link_command *c = state;
  if (!m->opt)
    return sy_tool_take_input(&c->input, m->value, d);
  switch (m->opt->id) {
  case OPT_OUTPUT:
    c->output = m->value;
    break;
  case OPT_SPLIT:
    return take_split(c, m->value, d);
  case OPT_CONFIG:
    c->config = m->value;
    break;
  case OPT_LIBRARY:
    sy_strs_add(&c->libraries, m->value);
    break;
  case OPT_PROPAGATE:
    c->propagate = true;
    break;
  case OPT_NO_EXPORTS:
    c->no_exports = true;
    break;
  case OPT_NO_EXTERNAL:
    c->external = SY_IGNORED;
    break;
  case OPT_WERROR:
    c->warnings_are_errors = true; // fall through
  default:
    c->external = c->external == SY_IGNORED ? SY_IGNORED : SY_ERROR;
  }
  return true;
}

static int run_post_link(void *state, sy_arena *a, sy_diag *d) {
  post_link_command *c = state;
  int status;
  if (!c->input || !c->output) {
    sy_error(d, SY_NOWHERE, "%s", c->input ? "no output: give -o <table>" : "no input module");
    return SY_EXIT_USAGE;
  }
  if (!sy_tool_in_child(c->input, &status, d))
    return status;
  bool ok = sy_devices_read_file(&c->devices, c->config, d) && post_link(c, a, d);
  sy_devices_free(&c->devices);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  post_link_command c = {.external = SY_WARNING};
  int status = sy_tool_main(&(sy_tool){&table, take_post_link_option, run_post_link}, &c, argc, argv);
  sy_vec_free(&c.libraries);
  return status;
}
