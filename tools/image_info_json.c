// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images as JSON.
#include "tools/image_info.h"

#include "base/json.h"
#include "formats/image_file.h"

static void add_member(sy_str *out, const char *name, const char *value) {
  sy_str_add(out, ", ");
  sy_json_member(out, name, value);
}

static void add_json_symbol(info_command *c, size_t i, const char *symbol, sy_str *out) {
  sy_str_add(out, i ? ", {" : "{");
  sy_json_member(out, "symbol", symbol);
  add_member(out, "name", sy_info_readable(c, symbol));
  sy_str_addc(out, '}');
}

static void add_json_symbols(info_command *c, const info_image *i, const char *set, const char *title,
                             sy_str *out) {
  const sy_prop_set *s = sy_props_find(&i->props, set);
  sy_str_addf(out, ", \"%s\": [", title);
  for (size_t k = 0; s && k < s->props.n; k++)
    add_json_symbol(c, k, s->props.data[k].name, out);
  sy_str_addc(out, ']');
}

static void add_json_needs(info_command *c, const info_image *i, sy_str *out) {
  const sy_requirements *r = &i->needs;
  sy_str_add(out, ", \"aspects\": [");
  for (size_t k = 0; k < r->aspects.n; k++) {
    sy_str_addf(out, "%s{\"number\": %u", k ? ", " : "", r->aspects.data[k]);
    add_member(out, "name", sy_info_aspect(c, r->aspects.data[k]));
    add_member(out, "origin", sy_info_origin(c, i, r->aspects.data[k]));
    sy_str_addc(out, '}');
  }
  sy_str_add(out, "], \"sub_group_sizes\": [");
  for (size_t k = 0; k < r->sub_groups.n; k++)
    sy_str_addf(out, "%s%u", k ? ", " : "", r->sub_groups.data[k]);
  sy_str_add(out, "], \"work_group_sizes\": [");
  for (size_t k = 0; k < r->work_groups.n; k++) {
    sy_str_add(out, k ? ", [" : "[");
    for (unsigned n = 0; n < r->work_groups.data[k].n; n++)
      sy_str_addf(out, "%s%llu", n ? ", " : "", (unsigned long long)r->work_groups.data[k].size[n]);
    sy_str_addc(out, ']');
  }
  sy_str_add(out, r->fixed ? "], \"fixed_targets\": [" : "], \"fixed_targets\": null");
  for (size_t k = 0; k < r->fixed_targets.n; k++) {
    sy_str_add(out, k ? ", " : "");
    sy_json_string(out, sy_info_architecture(c, r->fixed_targets.data[k]));
  }
  sy_str_add(out, r->fixed ? "]" : "");
}

// A list of cases, each a list of the aspects that a device has and of those that it lacks; empty: all
// devices.
static void add_json_cases(info_command *c, const info_image *i, sy_str *out) {
  sy_str_add(out, ", \"variant\": [");
  for (size_t k = 0; k < i->cases.n; k++) {
    sy_str_add(out, k ? ", {" : "{");
    for (int lacks = 0; lacks <= 1; lacks++) {
      const char *between = "";
      sy_str_add(out, lacks ? "], \"lacks\": [" : "\"has\": [");
      for (size_t n = 0; n < i->cases.data[k].n; n++) {
        uint32_t word = i->cases.data[k].data[n];
        if (!(word & SY_LACKS) == (bool)lacks)
          continue;
        sy_str_add(out, between);
        sy_json_string(out, sy_info_aspect(c, word & ~SY_LACKS));
        between = ", ";
      }
    }
    sy_str_add(out, "]}");
  }
  sy_str_addc(out, ']');
}

static void add_json_rejection(info_command *c, const info_image *i, sy_str *out) {
  sy_view why = sy_info_rejection(i), line;
  bool first = true;
  sy_str_addf(out, ", \"runnable\": %s, \"rejected\": [",
              sy_props_find(&i->props, SY_REJECTED) ? "false" : "true");
  for (; sy_view_split(&why, '\n', &line); first = false) {
    sy_str_add(out, first ? "" : ", ");
    sy_json_string(out, sy_arena_strndup(c->a, line.s, line.n));
  }
  sy_str_addc(out, ']');
}

static void add_json_set(const sy_prop_set *set, sy_str *out) {
  sy_json_string(out, set->name);
  sy_str_add(out, ": {");
  for (size_t k = 0; k < set->props.n; k++) {
    const sy_prop *p = &set->props.data[k];
    sy_str_add(out, k ? ", " : "");
    sy_json_string(out, p->name);
    sy_str_add(out, p->type == SY_PROP_UINT32 ? ": " : ": \"");
    sy_info_add_property(p, out);
    sy_str_add(out, p->type == SY_PROP_UINT32 ? "" : "\"");
  }
  sy_str_addc(out, '}');
}

static void add_json_image(info_command *c, const info_image *i, sy_str *out) {
  sy_str_add(out, "    {");
  sy_json_member(out, "file", i->file);
  add_member(out, "target", i->target);
  add_member(out, "kind", i->kind);
  sy_str_addf(out, ", \"size\": %zu, \"kernels\": [", i->size);
  for (size_t k = 0; k < i->kernels.n; k++)
    add_json_symbol(c, k, i->kernels.data[k], out);
  sy_str_addc(out, ']');
  add_json_symbols(c, i, SY_EXPORTED, "exported", out);
  add_json_symbols(c, i, SY_IMPORTED, "imported", out);
  add_json_cases(c, i, out);
  add_json_needs(c, i, out);
  add_json_rejection(c, i, out);
  sy_str_add(out, ", \"properties\": {");
  bool first = true;
  for (size_t s = 0; s < i->props.sets.n; s++)
    if (!sy_info_is_explained(i->props.sets.data[s]->name)) {
      sy_str_add(out, first ? "" : ", ");
      add_json_set(i->props.sets.data[s], out);
      first = false;
    }
  sy_str_add(out, "}}");
}

void sy_info_json(info_command *c, sy_str *out) {
  sy_str_add(out, "{\n  \"images\": [");
  for (size_t i = 0; i < c->images.n; i++) {
    sy_str_add(out, i ? ",\n" : "\n");
    add_json_image(c, &c->images.data[i], out);
  }
  sy_str_add(out, "],\n  \"modules\": [");
  for (size_t i = 0; i < c->modules.n; i++) {
    const sy_fat_image *m = &c->modules.data[i];
    sy_str_add(out, i ? ",\n    {\"file\": " : "\n    {\"file\": ");
    sy_json_string(out, m->origin);
    add_member(out, "arch", sy_offload_get(&m->image, "arch"));
    add_member(out, "triple", sy_offload_get(&m->image, "triple"));
    add_member(out, "kind", sy_info_module_kind(&m->image));
    sy_str_addf(out, ", \"size\": %zu}", m->image.bytes.n);
  }
  sy_str_add(out, "]\n}\n");
}
