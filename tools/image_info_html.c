// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images as one page for a browser: nothing else is loaded, and without JavaScript only sorting is
// missing. First which device of this machine runs which kernel, and why not; then each image, with what it
// needs and which of the known targets have that.
#include "tools/image_info.h"

#include "base/count.h"
#include "formats/image_file.h"
#include "sycc/rt.h"
#include "tools/device_text.h"

#include <string.h>

static const char page_begin[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Device images</title>\n<style>\n"
    ":root{color-scheme:light dark}\n"
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em}\n"
    "table{border-collapse:collapse;margin:.5em 0 1.5em}\n"
    "th,td{border:1px solid #8886;padding:.3em .6em;text-align:left;vertical-align:top}\n"
    "th{background:#8882}\n"
    "table.sortable thead th{cursor:pointer}\n"
    "code{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}\n"
    "#kernels td:first-child{min-width:14em}\n"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    ".yes{background:#2a92}.no{background:#c222}\n"
    "details{margin:.3em 0}summary{cursor:pointer}\n"
    "ul{margin:.2em 0;padding-left:1.2em}\n"
    "</style></head><body>\n";

// A click on the head of a column sorts by it, another one the other way round.
static const char page_end[] =
    "<script>\n"
    "document.querySelectorAll('table.sortable').forEach(t=>{\n"
    "  const body=t.tBodies[0], key=(r,i)=>r.cells[i].dataset.key??r.cells[i].textContent;\n"
    "  [...t.tHead.rows[0].cells].forEach((h,i)=>{let up=1;h.title='sort';h.onclick=()=>{\n"
    "    [...body.rows].sort((a,b)=>up*key(a,i).localeCompare(key(b,i),undefined,{numeric:true}))\n"
    "      .forEach(r=>body.append(r));up=-up}})});\n"
    "</script>\n</body></html>\n";

// ---- text -------------------------------------------------------------------------------------------

static void add_text(sy_str *out, const char *s) {
  static const struct {
    char c;
    const char *entity;
  } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  for (; *s; s++) {
    size_t i = 0;
    while (i < SY_COUNT(entities) && entities[i].c != *s)
      i++;
    if (i < SY_COUNT(entities))
      sy_str_add(out, entities[i].entity);
    else
      sy_str_addc(out, *s);
  }
}

static void add_code(sy_str *out, const char *s) {
  sy_str_add(out, "<code>");
  add_text(out, s);
  sy_str_add(out, "</code>");
}

static void add_lines(const info_command *c, sy_str *out, sy_view lines) {
  sy_view line;
  sy_str_add(out, "<ul>");
  while (sy_view_split(&lines, '\n', &line)) {
    sy_str_add(out, "<li>");
    add_text(out, sy_arena_strndup(c->a, line.s, line.n));
    sy_str_add(out, "</li>");
  }
  sy_str_add(out, "</ul>");
}

// ---- kernels on the devices of this machine ---------------------------------------------------------

typedef SY_VEC(const sycc_device *) device_list;

static void find_devices(device_list *out) {
  for (size_t i = 0; i < sycc_platform_count(); i++)
    for (size_t j = 0; j < sycc_device_count(sycc_platform_get(i)); j++)
      sy_vec_push(out, sycc_device_get(sycc_platform_get(i), j));
}

// Each once, in the order in which images have them.
static void find_kernels(const info_command *c, sy_strs *out) {
  for (size_t i = 0; i < c->images.n; i++)
    for (size_t k = 0; k < c->images.data[i].kernels.n; k++) {
      const char *symbol = c->images.data[i].kernels.data[k];
      size_t known = 0;
      while (known < out->n && strcmp(out->data[known], symbol))
        known++;
      if (known == out->n)
        sy_strs_add(out, symbol);
    }
}

static void add_cell(const info_command *c, const char *symbol, const sycc_device *d, sy_str *out) {
  sy_str why = SY_STR_INIT;
  const info_image *i = sy_info_image_for(c, symbol, d, &why);
  sy_str_addf(out, "<td class=\"%s\">", i ? "yes" : "no");
  if (i) {
    sy_str_add(out, "yes: ");
    add_text(out, i->target);
  } else {
    sy_str_add(out, "no");
    add_lines(c, out, sy_view_of(&why));
  }
  sy_str_add(out, "</td>");
  sy_str_free(&why);
}

static void add_kernels(const info_command *c, const sy_strs *kernels, sy_str *out) {
  device_list devices = {0};
  sy_str name = SY_STR_INIT;
  find_devices(&devices);
  sy_str_add(out, "<h2>Kernels on the devices of this machine</h2>\n<table class=\"sortable\" "
                  "id=\"kernels\"><thead><tr><th>kernel</th>");
  for (size_t i = 0; i < devices.n; i++) {
    sy_str_clear(&name);
    sy_device_add_line(&name, devices.data[i]);
    sy_str_add(out, "<th>");
    add_text(out, sy_str_c(&name));
    sy_str_add(out, "</th>");
  }
  sy_str_add(out, "</tr></thead><tbody>\n");
  for (size_t k = 0; k < kernels->n; k++) {
    sy_str_add(out, "<tr><td>");
    add_code(out, sy_info_readable(c, kernels->data[k]));
    sy_str_add(out, "</td>");
    for (size_t i = 0; i < devices.n; i++)
      add_cell(c, kernels->data[k], devices.data[i], out);
    sy_str_add(out, "</tr>\n");
  }
  sy_str_add(out, "</tbody></table>\n");
  if (!devices.n)
    sy_str_add(out, "<p>This machine has no devices that can be seen: <code>sycl-ls --doctor</code> says "
                    "why.</p>\n");
  sy_str_free(&name);
  sy_vec_free(&devices);
}

// ---- images -----------------------------------------------------------------------------------------

static void add_fact(sy_str *out, const char *title) {
  sy_str_addf(out, "<tr><th>%s</th><td>", title);
}

static void end_fact(sy_str *out) {
  sy_str_add(out, "</td></tr>\n");
}

static void add_symbols(const info_command *c, const char *title, const char *const *symbols, size_t n,
                        sy_str *out) {
  if (!n)
    return;
  add_fact(out, title);
  sy_str_add(out, "<ul>");
  for (size_t k = 0; k < n; k++) {
    sy_str_add(out, "<li>");
    add_code(out, sy_info_readable(c, symbols[k]));
    sy_str_add(out, "</li>");
  }
  sy_str_add(out, "</ul>");
  end_fact(out);
}

static void add_functions(const info_command *c, const info_image *i, const char *set, const char *title,
                          sy_str *out) {
  const sy_prop_set *s = sy_props_find(&i->props, set);
  sy_strs names = {0};
  for (size_t k = 0; s && k < s->props.n; k++)
    sy_strs_add(&names, s->props.data[k].name);
  add_symbols(c, title, names.data, names.n, out);
  sy_vec_free(&names);
}

static void add_needed_aspects(const info_command *c, const info_image *i, sy_str *out) {
  for (size_t k = 0; k < i->needs.aspects.n; k++) {
    const char *from = sy_info_origin(c, i, i->needs.aspects.data[k]);
    sy_str_add(out, "<li>aspect ");
    add_code(out, sy_info_aspect(c, i->needs.aspects.data[k]));
    if (from) {
      sy_str_add(out, ", for ");
      add_text(out, from);
    }
    sy_str_add(out, "</li>");
  }
}

static void add_needs(const info_command *c, const info_image *i, sy_str *out) {
  const sy_requirements *r = &i->needs;
  if (!r->aspects.n && !r->sub_groups.n && !r->work_groups.n && !r->fixed && !i->cases.n)
    return;
  add_fact(out, "needs");
  sy_str_add(out, "<ul>");
  add_needed_aspects(c, i, out);
  for (size_t k = 0; k < r->sub_groups.n; k++)
    sy_str_addf(out, "<li>sub-groups of %u</li>", r->sub_groups.data[k]);
  for (size_t k = 0; k < r->work_groups.n; k++) {
    sy_str_add(out, "<li>work-groups of");
    for (unsigned n = 0; n < r->work_groups.data[k].n; n++)
      sy_str_addf(out, "%s%llu", n ? " × " : " ", (unsigned long long)r->work_groups.data[k].size[n]);
    sy_str_add(out, "</li>");
  }
  for (size_t k = 0; k < r->fixed_targets.n; k++)
    sy_str_addf(out, "<li>%s %s</li>", k ? "or" : "a device of",
                sy_info_architecture(c, r->fixed_targets.data[k]));
  for (size_t k = 0; k < i->cases.n; k++) {
    sy_str_add(out, k ? "<li>or a device " : "<li>a device ");
    sy_info_add_case(c, &i->cases.data[k], out);
    sy_str_add(out, "</li>");
  }
  sy_str_add(out, "</ul>");
  end_fact(out);
}

// The known targets that code for a whole family may run on.
static void add_known_targets(const info_command *c, const info_image *i, sy_str *out) {
  const sy_target *of = i->target ? sy_target_find(i->target) : NULL;
  sy_str able = SY_STR_INIT, unable = SY_STR_INIT, why = SY_STR_INIT;
  size_t can = 0, all = 0;
  for (size_t n = 0; of && of->archAspect == SY_NO_ARCH && n < sy_target_count(); n++) {
    const sy_target *t = sy_target_at(n);
    if (t->family != of->family || t->archAspect == SY_NO_ARCH)
      continue;
    all++;
    sy_str_clear(&why);
    if (sy_info_target_can(i, t, &why)) {
      sy_str_addf(&able, "%s<code>%s</code>", can++ ? ", " : "", t->TargetName);
      continue;
    }
    sy_str_addf(&unable, "<li><code>%s</code>", t->TargetName);
    add_lines(c, &unable, sy_view_of(&why));
    sy_str_add(&unable, "</li>");
  }
  if (all) {
    add_fact(out, "known devices");
    sy_str_addf(out, "<details><summary>%zu of %zu can run it</summary><p>%s</p>", can, all, sy_str_c(&able));
    if (unable.n)
      sy_str_addf(out, "<p>The others can't:</p><ul>%s</ul>", sy_str_c(&unable));
    sy_str_add(out, "</details>");
    end_fact(out);
  }
  sy_str_free(&able);
  sy_str_free(&unable);
  sy_str_free(&why);
}

static void add_properties(const info_image *i, sy_str *out) {
  for (size_t s = 0; s < i->props.sets.n; s++) {
    const sy_prop_set *set = i->props.sets.data[s];
    if (sy_info_is_explained(set->name))
      continue;
    sy_str_add(out, "<tr><th>");
    add_text(out, set->name);
    sy_str_add(out, "</th><td><details><summary>");
    sy_str_addf(out, "%zu properties</summary><ul>", set->props.n);
    for (size_t k = 0; k < set->props.n; k++) {
      sy_str value = SY_STR_INIT;
      sy_info_add_property(&set->props.data[k], &value);
      sy_str_add(out, "<li>");
      add_code(out, set->props.data[k].name);
      sy_str_add(out, " = ");
      add_code(out, sy_str_c(&value));
      sy_str_add(out, "</li>");
      sy_str_free(&value);
    }
    sy_str_add(out, "</ul></details>");
    end_fact(out);
  }
}

static void add_image(const info_command *c, size_t number, const info_image *i, sy_str *out) {
  sy_str_addf(out, "<h3 id=\"image%zu\">Image %zu: ", number, number);
  add_text(out, i->target ? i->target : "no target");
  sy_str_add(out, ", ");
  add_text(out, i->kind);
  sy_str_add(out, "</h3>\n<table>");
  add_symbols(c, "kernels", i->kernels.data, i->kernels.n, out);
  add_functions(c, i, SY_EXPORTED, "exports", out);
  add_functions(c, i, SY_IMPORTED, "imports", out);
  add_needs(c, i, out);
  if (sy_info_rejection(i).n) {
    add_fact(out, "rejected");
    add_lines(c, out, sy_info_rejection(i));
    end_fact(out);
  }
  add_known_targets(c, i, out);
  add_properties(i, out);
  sy_str_add(out, "</table>\n");
}

static void add_overview(const info_command *c, sy_str *out) {
  sy_str_add(out, "<h2>Images</h2>\n<table class=\"sortable\" id=\"images\"><thead><tr><th>image</th><th>file"
                  "</th><th>target</th><th>code</th><th>bytes</th><th>kernels</th></tr></thead><tbody>\n");
  for (size_t n = 0; n < c->images.n; n++) {
    const info_image *i = &c->images.data[n];
    sy_str_addf(out, "<tr><td><a href=\"#image%zu\">%zu</a></td><td>", n, n);
    add_code(out, i->file);
    sy_str_add(out, "</td><td>");
    add_text(out, i->target ? i->target : "");
    sy_str_add(out, "</td><td>");
    add_text(out, i->kind);
    sy_str_addf(out, "</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td></tr>\n", i->size, i->kernels.n);
  }
  sy_str_add(out, "</tbody></table>\n");
}

static void add_modules(const info_command *c, sy_str *out) {
  if (!c->modules.n)
    return;
  sy_str_add(out,
             "<h2>Device modules, which become images when they are linked</h2>\n<table class=\"sortable\" "
             "id=\"modules\"><thead><tr><th>file</th><th>target</th><th>code</th><th>bytes</th></tr></thead>"
             "<tbody>\n");
  for (size_t n = 0; n < c->modules.n; n++) {
    const sy_fat_image *m = &c->modules.data[n];
    const char *arch = sy_offload_get(&m->image, "arch");
    sy_str_add(out, "<tr><td>");
    add_code(out, m->origin);
    sy_str_add(out, "</td><td>");
    add_text(out, arch ? arch : "");
    sy_str_add(out, "</td><td>");
    add_text(out, sy_info_module_kind(&m->image));
    sy_str_addf(out, "</td><td class=\"n\">%zu</td></tr>\n", m->image.bytes.n);
  }
  sy_str_add(out, "</tbody></table>\n");
}

void sy_info_html(info_command *c, sy_str *out) {
  sy_strs kernels = {0};
  find_kernels(c, &kernels);
  sy_str_add(out, page_begin);
  sy_str_add(out, "<h1>Device images of");
  for (size_t i = 0; i < c->inputs.n; i++) {
    sy_str_add(out, i ? ", " : " ");
    add_code(out, c->inputs.data[i]);
  }
  sy_str_addf(out, "</h1>\n<p>%zu images, %zu kernels, %zu device modules.</p>\n", c->images.n, kernels.n,
              c->modules.n);
  if (kernels.n)
    add_kernels(c, &kernels, out);
  if (c->images.n)
    add_overview(c, out);
  for (size_t i = 0; i < c->images.n; i++)
    add_image(c, i, &c->images.data[i], out);
  add_modules(c, out);
  sy_str_add(out, page_end);
  sy_vec_free(&kernels);
}
