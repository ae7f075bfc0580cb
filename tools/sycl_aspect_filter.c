// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-aspect-filter: drops the device images that a target can't run.
//
//   sycl-aspect-filter -target=intel_gpu_dg1 -o app-dg1.table app.table
//
// reads the property file of each row and keeps the rows whose "SYCL/device requirements" the target fulfils.
// So the ahead-of-time compiler never sees code it would reject. With --keep-rejected the other rows stay
// too, with an empty image and the reason beside their properties (SY_REJECTED): the program can then say why
// a kernel does not run.
//
// One property file is in memory at a time; the table itself is, whole.
#include "base/count.h"
#include "base/file.h"
#include "base/tool.h"
#include "devices/conditions.h"
#include "devices/requirements.h"
#include "devices/yaml_overlay.h"
#include "formats/file_table.h"
#include "formats/image_desc.h"
#include "formats/symbol_list.h"

#include <stdio.h>
#include <string.h>

enum { OPT_TARGET, OPT_CONFIG, OPT_OUTPUT, OPT_KEEP, OPT_EXPLAIN };

static const sy_opt options[] = {
    {"-target=", SY_OPT_JOINED, "<target>", "the target to filter for, as in -fsycl-targets", OPT_TARGET},
    {"-device-config-file=", SY_OPT_JOINED, "<file>", "targets that this YAML file adds or changes",
     OPT_CONFIG},
    {"-o", SY_OPT_SEPARATE, "<table>", "the file table to write", OPT_OUTPUT},
    {"--keep-rejected", SY_OPT_FLAG, NULL,
     "keep rejected rows, with an empty file in column Code\nand the reason in column Properties", OPT_KEEP},
    {"--explain", SY_OPT_FLAG, NULL, "print for each row whether it is kept, and why not", OPT_EXPLAIN},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-aspect-filter",
    .usage = "sycl-aspect-filter -target=<target> -o <table> [options] <table>",
    .summary =
        "Removes the rows of a file table whose images need what a target does not have: aspects, sub-group\n"
        "sizes, work-group sizes, another architecture.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct filter_settings {
  const char *target, *config, *input, *output;
  bool keep, explain;
} filter_settings;

typedef struct filter {
  const filter_settings *s;
  const sy_target *target;
  sy_table *t;
  int code, properties, symbols; // columns
  const char *empty;             // the file of rejected images; null until there is one
  sy_map rejected;               // property files -> those with the reason, for rows that share one
  sy_strs made;                  // files to be removed when it all fails
  sy_str text, why;              // reused from row to row
  sy_arena *a;
  sy_diag *d;
} filter;

// Kernels say more to people than the name of a file.
static void print_kernels(filter *f, const char *path, FILE *to) {
  sy_str text = SY_STR_INIT;
  sy_strs symbols = {0};
  sy_arena a = {0};
  if (*path && sy_file_read(path, &text, NULL) &&
      sy_symbols_read(sy_view_of(&text), path, &a, &symbols, NULL))
    for (size_t i = 0; i < symbols.n && i < 8; i++)
      fprintf(to, "  kernel %s\n", symbols.data[i]);
  if (symbols.n > 8)
    fprintf(to, "  and %zu more kernels\n", symbols.n - 8);
  sy_vec_free(&symbols);
  sy_arena_free(&a);
  sy_str_free(&text);
}

static void filter_explain(filter *f, size_t row, bool met) {
  FILE *to = strcmp(f->s->output, "-") ? stdout : stderr;
  const char **cells = f->t->rows.data[row];
  fprintf(to, "row %zu", row);
  if (f->code >= 0)
    fprintf(to, " (%s)", cells[f->code]);
  fprintf(to, met ? ": kept\n" : ": rejected\n");
  if (met)
    return;
  sy_view rest = sy_view_of(&f->why), line;
  while (sy_view_split(&rest, '\n', &line))
    fprintf(to, "  %.*s\n", (int)line.n, line.s);
  if (f->symbols >= 0)
    print_kernels(f, cells[f->symbols], to);
}

// The properties with the reason, in a file of their own.
static bool write_reason(filter *f, const char *path, sy_props *props, const sy_requirements *r) {
  sy_u32s aspects = {0};
  sy_str text = SY_STR_INIT;
  const char *name =
      sy_arena_printf(f->a, "%s_rejected_%zu.prop", sy_path_stem(f->s->output, f->a), f->rejected.n);
  const char *file = sy_path_join(sy_path_dir(f->s->output, f->a), name, f->a);
  sy_requirements_lacking(r, f->target, &aspects);
  sy_props_put_bytes(props, SY_REJECTED, SY_REJECTED_WHY, sy_str_c(&f->why), f->why.n);
  if (aspects.n)
    sy_props_put_u32s(props, SY_REJECTED, SY_REJECTED_ASPECTS, aspects.data, aspects.n);
  bool ok = sy_props_write(props, &text, f->d) && sy_file_write(file, sy_str_c(&text), text.n, f->d);
  if (ok) {
    *sy_map_put(&f->rejected, path) = (void *)file;
    sy_strs_add(&f->made, file);
  }
  sy_vec_free(&aspects);
  sy_str_free(&text);
  return ok;
}

// Whether the target can run a row's image, and whether the image is for other devices: a variant for these
// is of no use, as the target's devices have another. A row without a property file needs nothing.
static bool check_row(filter *f, size_t row, bool *met, bool *foreign) {
  const char *path = f->t->rows.data[row][f->properties];
  *met = true;
  *foreign = false;
  if (!*path)
    return true;
  sy_props props = {0};
  sy_requirements r = {0};
  sy_cases cases = {0};
  uint32_t number;
  sy_str_clear(&f->why);
  bool ok = sy_file_read(path, &f->text, f->d) && sy_props_read(sy_view_of(&f->text), path, &props, f->d) &&
            sy_requirements_read(&props, path, &r, f->d) &&
            sy_cases_read(&props, path, &cases, &number, f->d);
  if (ok) {
    *foreign = !sy_cases_possible(&cases, f->target, false);
    *met = !*foreign && sy_requirements_met(&r, f->target, f->s->explain || f->s->keep ? &f->why : NULL);
  }
  if (*foreign)
    sy_str_addf(&f->why, "is a variant for devices that are not %s\n", f->target->TargetName);
  sy_cases_free(&cases);
  if (ok && !*met && !*foreign && f->s->keep && !sy_map_has(&f->rejected, path))
    ok = write_reason(f, path, &props, &r);
  sy_requirements_free(&r);
  sy_props_free(&props);
  return ok;
}

// One empty file serves all rejected rows.
static bool make_empty(filter *f) {
  if (f->empty)
    return true;
  const char *name = sy_arena_printf(f->a, "%s_empty.img", sy_path_stem(f->s->output, f->a));
  f->empty = sy_path_join(sy_path_dir(f->s->output, f->a), name, f->a);
  sy_strs_add(&f->made, f->empty);
  return sy_file_write(f->empty, "", 0, f->d);
}

static bool filter_rows(filter *f) {
  size_t kept = 0;
  for (size_t row = 0; row < f->t->rows.n; row++) {
    bool met, foreign;
    if (!check_row(f, row, &met, &foreign))
      return false;
    if (f->s->explain)
      filter_explain(f, row, met);
    if (!met && (foreign || !f->s->keep))
      continue;
    if (!met && !make_empty(f))
      return false;
    f->t->rows.data[kept] = f->t->rows.data[row];
    if (!met) {
      const char **cells = f->t->rows.data[kept];
      cells[f->code] = f->empty;
      cells[f->properties] = sy_map_get(&f->rejected, cells[f->properties]);
    }
    kept++;
  }
  f->t->rows.n = kept;
  return true;
}

static bool find_columns(filter *f) {
  f->code = sy_table_column(f->t, "Code");
  f->symbols = sy_table_column(f->t, "Symbols");
  return !f->s->keep || f->code >= 0 || sy_table_need(f->t, "Code", sy_at(f->s->input, 1, 0), f->d) >= 0;
}

static bool filter_table(filter *f, sy_str *out) {
  sy_devices devices = {0};
  bool ok = sy_devices_read_file(&devices, f->s->config, f->d);
  f->target = ok ? sy_devices_need(&devices, f->s->target, f->d) : NULL;
  ok = f->target && find_columns(f) && filter_rows(f);
  if (ok)
    sy_str_clear(out);
  ok = ok && sy_table_write(f->t, true, out, f->d);
  for (size_t i = 0; !ok && i < f->made.n; i++)
    remove(f->made.data[i]);
  sy_vec_free(&f->made);
  sy_map_free(&f->rejected);
  sy_str_free(&f->text);
  sy_str_free(&f->why);
  sy_devices_free(&devices);
  return ok;
}

// A table without properties goes through as it is, to the byte.
static bool run_filter(const filter_settings *s, sy_arena *a, sy_diag *d) {
  sy_table t = {0};
  sy_str text = SY_STR_INIT;
  filter f = {.s = s, .t = &t, .a = a, .d = d};
  bool ok = sy_file_read(s->input, &text, d) && sy_table_read(sy_view_of(&text), s->input, &t, d);
  f.properties = ok ? sy_table_column(&t, "Properties") : SY_TABLE_NONE;
  ok = ok && (f.properties == SY_TABLE_NONE || filter_table(&f, &text)) &&
       sy_file_write(s->output, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  sy_table_free(&t);
  return ok;
}

// ---- command line ---------------------------------------------------------------------------------

static bool take_aspect_filter_option(void *state, const sy_opt_match *m, sy_diag *d) {
  filter_settings *s = state;
  switch (m->opt ? m->opt->id : -1) {
  case OPT_TARGET:
    s->target = m->value;
    break;
  case OPT_CONFIG:
    s->config = m->value;
    break;
  case OPT_OUTPUT:
    s->output = m->value;
    break;
  case OPT_KEEP:
    s->keep = true;
    break;
  case OPT_EXPLAIN:
    s->explain = true;
    break;
  default:
    return sy_tool_take_input(&s->input, m->value, d);
  }
  return true;
}

static bool check_settings(const filter_settings *s, sy_diag *d) {
  if (!s->target || !*s->target || !s->output || !s->input)
    return sy_error(d, SY_NOWHERE, "needs -target=<target>, -o <table> and an input table");
  if (s->keep && !strcmp(s->output, "-"))
    return sy_error(d, SY_NOWHERE, "--keep-rejected needs a file for -o: the empty image goes beside it");
  return true;
}

static int run_aspect_filter(void *state, sy_arena *a, sy_diag *d) {
  filter_settings *s = state;
  if (!check_settings(s, d))
    return SY_EXIT_USAGE;
  return run_filter(s, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  filter_settings s = {0};
  return sy_tool_main(&(sy_tool){&table, take_aspect_filter_option, run_aspect_filter}, &s, argc, argv);
}
