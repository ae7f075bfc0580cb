// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-image-info: what device images hold and what they need of a device.
//
//   sycl-image-info app            a program or shared library
//   sycl-image-info app.table      what sycl-post-link or sycl-codegen wrote
//   sycl-image-info app.o lib.a    device modules, which become images when they are linked
//
// Text for people, with --json for machines, with --html a page for a browser.
#include "base/count.h"
#include "base/file.h"
#include "base/tool.h"
#include "formats/elf_sections.h"
#include "formats/file_table.h"
#include "formats/image_file.h"
#include "formats/symbol_list.h"
#include "tools/image_info.h"

#include <stdio.h>
#include <string.h>

enum { OPT_JSON, OPT_HTML };

static const sy_opt options[] = {
    {"--json", SY_OPT_FLAG, NULL, "print JSON", OPT_JSON},
    {"--html", SY_OPT_FLAG, NULL,
     "print a page for a browser, with which of this machine's devices and of the known targets can run "
     "which kernel, and why not",
     OPT_HTML},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-image-info",
    .usage = "sycl-image-info [--json | --html] <file>...",
    .summary =
        "Prints the device images of programs, shared libraries and file tables: kernels, exported and "
        "imported functions, what they need of a device. Of objects and archives, the device modules.",
    .opts = options,
    .n = SY_COUNT(options),
};

// ---- reading ---------------------------------------------------------------------------------------

static const char rejected[] = "no code: the target lacks what it needs";

static const char *kind_of_format(const sy_file_image *i) {
  static const char *const kinds[] = {"code of any kind", "native code", "SPIR-V", "LLVM bitcode"};
  const sy_target *t = sy_target_find(i->target);
  if (sy_props_find(&i->props, SY_REJECTED))
    return rejected;
  if (!i->code.n && t && t->family->kind == SY_FAMILY_HOST)
    return "linked code"; // among the code of the program
  if (!i->code.n)
    return "no code";
  return i->format < SY_COUNT(kinds) ? kinds[i->format] : "code of another kind";
}

static bool read_props(const char *path, sy_props *out, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = !*path || (sy_file_read(path, &text, d) && sy_props_read(sy_view_of(&text), path, out, d));
  sy_str_free(&text);
  return ok;
}

static bool read_kernels(const char *path, info_command *c, sy_strs *out, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok =
      !*path || (sy_file_read(path, &text, d) && sy_symbols_read(sy_view_of(&text), path, c->a, out, d));
  sy_str_free(&text);
  return ok;
}

static bool read_needs(info_image *i, const char *file, sy_diag *d) {
  uint32_t number;
  return sy_requirements_read(&i->props, file, &i->needs, d) &&
         sy_cases_read(&i->props, file, &i->cases, &number, d);
}

static bool read_row(info_command *c, const char *file, const char *code, const char *props,
                     const char *symbols, sy_diag *d) {
  sy_str bytes = SY_STR_INIT;
  sy_vec_push(&c->images, ((info_image){.file = file}));
  info_image *i = &c->images.data[c->images.n - 1];
  bool ok = !*code || sy_file_read(code, &bytes, d);
  i->kind = sy_info_bytes_kind(sy_view_of(&bytes));
  i->size = bytes.n;
  sy_str_free(&bytes);
  ok = ok && read_props(props, &i->props, d) && read_kernels(symbols, c, &i->kernels, d) &&
       read_needs(i, *props ? props : file, d);
  if (sy_props_find(&i->props, SY_REJECTED))
    i->kind = rejected;
  return ok;
}

static bool read_table(info_command *c, const char *file, sy_view text, sy_diag *d) {
  sy_table t = {0};
  bool ok = sy_table_read(text, file, &t, d);
  int code = sy_table_column(&t, "Code"), props = sy_table_column(&t, "Properties"),
      symbols = sy_table_column(&t, "Symbols");
  for (size_t i = 0; ok && i < t.rows.n; i++) {
    const char **row = t.rows.data[i];
    ok = read_row(c, file, code < 0 ? "" : row[code], props < 0 ? "" : row[props],
                  symbols < 0 ? "" : row[symbols], d);
  }
  sy_table_free(&t);
  return ok;
}

static bool read_linked(info_command *c, const char *file, sy_view bytes, sy_diag *d) {
  sy_file_images found = {0};
  bool ok = sy_image_file_read(bytes, file, &found, d);
  for (size_t n = 0; ok && n < found.n; n++) {
    sy_file_image *f = &found.data[n];
    info_image i = {.file = file, .kind = kind_of_format(f), .size = f->code.n, .props = f->props};
    i.target = sy_arena_strdup(c->a, f->target);
    for (size_t k = 0; k < f->kernels.n; k++)
      sy_strs_add(&i.kernels, sy_arena_strdup(c->a, f->kernels.data[k]));
    f->props = (sy_props){0}; // moved
    ok = read_needs(&i, file, d);
    sy_vec_push(&c->images, i);
  }
  sy_file_images_free(&found);
  return ok;
}

static bool read_file(info_command *c, const char *file, sy_diag *d) {
  sy_str bytes = SY_STR_INIT;
  if (!sy_file_read(file, &bytes, d))
    return false;
  sy_view all = sy_view_of(&bytes);
  bool ok;
  if (sy_view_starts(all, "["))
    ok = read_table(c, file, all, d);
  else if (sy_elf_is(all))
    ok = read_linked(c, file, all, d) && sy_fat_read(file, c->a, &c->modules, d);
  else if (sy_view_starts(all, "!<arch>\n") || sy_view_starts(all, "!<thin>\n") || sy_offload_is(all))
    ok = sy_fat_read(file, c->a, &c->modules, d);
  else {
    ok = sy_error(d, sy_at(file, 0, 0), "not a program, shared library, object, archive or file table");
  }
  sy_str_free(&bytes);
  return ok;
}

// ---- for people ------------------------------------------------------------------------------------

static void add_symbols(info_command *c, const info_image *i, const char *set, const char *title,
                        sy_str *out) {
  const sy_prop_set *s = sy_props_find(&i->props, set);
  for (size_t k = 0; s && k < s->props.n; k++)
    sy_str_addf(out, "  %s %s\n", title, sy_info_readable(c, s->props.data[k].name));
}

static void add_needs(info_command *c, const info_image *i, sy_str *out) {
  const sy_requirements *r = &i->needs;
  for (size_t k = 0; k < r->aspects.n; k++) {
    const char *from = sy_info_origin(c, i, r->aspects.data[k]);
    sy_str_addf(out, "  needs    aspect %s%s%s\n", sy_info_aspect(c, r->aspects.data[k]),
                from ? ", for " : "", from ? from : "");
  }
  for (size_t k = 0; k < r->sub_groups.n; k++)
    sy_str_addf(out, "  needs    sub-groups of %u\n", r->sub_groups.data[k]);
  for (size_t k = 0; k < r->work_groups.n; k++) {
    const sy_work_group *w = &r->work_groups.data[k];
    sy_str_add(out, "  needs    work-groups of");
    for (unsigned n = 0; n < w->n; n++)
      sy_str_addf(out, "%s%llu", n ? " x " : " ", (unsigned long long)w->size[n]);
    sy_str_addc(out, '\n');
  }
  if (r->fixed) {
    sy_str_add(out, r->fixed_targets.n ? "  only for" : "  only for no target at all");
    for (size_t k = 0; k < r->fixed_targets.n; k++)
      sy_str_addf(out, " %s", sy_info_architecture(c, r->fixed_targets.data[k]));
    sy_str_addc(out, '\n');
  }
}

static void add_cases(info_command *c, const info_image *i, sy_str *out) {
  for (size_t k = 0; k < i->cases.n; k++) {
    sy_str_add(out, k ? "  or       devices " : "  variant  for devices ");
    sy_info_add_case(c, &i->cases.data[k], out);
    sy_str_addc(out, '\n');
  }
}

static void add_rejection(const info_image *i, sy_str *out) {
  sy_view why = sy_info_rejection(i), line;
  while (sy_view_split(&why, '\n', &line))
    sy_str_addf(out, "  rejected %.*s\n", (int)line.n, line.s);
}

static void add_other_sets(const info_image *i, sy_str *out) {
  for (size_t s = 0; s < i->props.sets.n; s++) {
    const sy_prop_set *set = i->props.sets.data[s];
    if (sy_info_is_explained(set->name))
      continue;
    sy_str_addf(out, "  [%s]\n", set->name);
    for (size_t k = 0; k < set->props.n; k++) {
      const sy_prop *p = &set->props.data[k];
      sy_str_addf(out, "    %s = ", p->name);
      sy_info_add_property(p, out);
      sy_str_addc(out, '\n');
    }
  }
}

static void add_image(info_command *c, size_t number, const info_image *i, sy_str *out) {
  sy_str_addf(out, "%s: image %zu: %s%s%s", i->file, number, i->target ? i->target : "",
              i->target ? ", " : "", i->kind);
  if (i->size)
    sy_str_addf(out, ", %zu bytes", i->size);
  sy_str_addc(out, '\n');
  for (size_t k = 0; k < i->kernels.n; k++)
    sy_str_addf(out, "  kernel   %s\n", sy_info_readable(c, i->kernels.data[k]));
  add_symbols(c, i, SY_EXPORTED, "exports ", out);
  add_symbols(c, i, SY_IMPORTED, "imports ", out);
  add_cases(c, i, out);
  add_needs(c, i, out);
  add_rejection(i, out);
  add_other_sets(i, out);
}

static const char *or_empty(const char *text) {
  return text ? text : "";
}

static void print_text(info_command *c, sy_str *out) {
  for (size_t i = 0, number = 0; i < c->images.n; i++) {
    number = i && !strcmp(c->images.data[i].file, c->images.data[i - 1].file) ? number + 1 : 0;
    add_image(c, number, &c->images.data[i], out);
  }
  for (size_t i = 0; i < c->modules.n; i++) {
    const sy_fat_image *m = &c->modules.data[i];
    sy_str_addf(out, "%s: module: %s, %s, %s, %zu bytes\n", m->origin,
                or_empty(sy_offload_get(&m->image, "arch")), or_empty(sy_offload_get(&m->image, "triple")),
                sy_info_module_kind(&m->image), m->image.bytes.n);
  }
  if (!c->images.n && !c->modules.n)
    sy_str_add(out, "no device images\n");
}

// ---- command line ----------------------------------------------------------------------------------

static bool take_image_info_option(void *state, const sy_opt_match *m, sy_diag *d) {
  info_command *c = state;
  (void)d;
  if (m->opt)
    c->form = m->opt->id == OPT_JSON ? INFO_JSON : INFO_HTML;
  else
    sy_strs_add(&c->inputs, m->value);
  return true;
}

static void (*const forms[])(info_command *c, sy_str *out) = {
    [INFO_TEXT] = print_text, [INFO_JSON] = sy_info_json, [INFO_HTML] = sy_info_html};

static int run_image_info(void *state, sy_arena *a, sy_diag *d) {
  info_command *c = state;
  c->a = a;
  if (!c->inputs.n) {
    sy_error(d, SY_NOWHERE, "no input file");
    return SY_EXIT_USAGE;
  }
  bool ok = true;
  for (size_t i = 0; ok && i < c->inputs.n; i++)
    ok = read_file(c, c->inputs.data[i], d);
  sy_str out = SY_STR_INIT;
  if (ok)
    forms[c->form](c, &out);
  ok = ok && sy_file_write("-", sy_str_c(&out), out.n, d);
  sy_str_free(&out);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  info_command c = {0};
  int status = sy_tool_main(&(sy_tool){&table, take_image_info_option, run_image_info}, &c, argc, argv);
  for (size_t i = 0; i < c.images.n; i++) {
    sy_vec_free(&c.images.data[i].kernels);
    sy_props_free(&c.images.data[i].props);
    sy_requirements_free(&c.images.data[i].needs);
    sy_cases_free(&c.images.data[i].cases);
  }
  sy_vec_free(&c.images);
  sy_vec_free(&c.modules);
  sy_vec_free(&c.inputs);
  return status;
}
