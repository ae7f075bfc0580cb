// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gen-dynamic-tables: the TableGen back end for DynamicTable.td. LLVM's back ends are compiled into
// llvm-tblgen, and ours is not LLVM's, so this one reads what `llvm-tblgen --dump-json` prints.
//
//   llvm-tblgen --dump-json devices.td -o devices.json && gen-dynamic-tables -o devices.inc devices.json
//
// A table becomes an array of constant structs with designated initialisers; lists are compound literals,
// which at file scope live as long as the program and need no names:
//
//   {.TargetName = "a", .subGroupSizes = {(const int[]){8, 16}, 2}},
//
// In JSON, bits<n> and list<int> look alike. An array of a field without TypeOf_ is taken for bits.
#include "base/count.h"
#include "base/file.h"
#include "base/map.h"
#include "base/opts.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum { OPT_OUTPUT, OPT_HELP };

static const sy_opt options[] = {
    {"-o", SY_OPT_SEPARATE, "<file>", "the C file to write", OPT_OUTPUT},
    {"--help", SY_OPT_FLAG, NULL, "print this", OPT_HELP},
};

static const sy_opt_table command = {
    .tool = "gen-dynamic-tables",
    .usage = "gen-dynamic-tables -o <file> <json>",
    .summary =
        "Generates C tables for the records of class DynamicTable in the output of llvm-tblgen --dump-json.",
    .opts = options,
    .n = SY_COUNT(options),
};

// ANY: as the value is; no TypeOf_
typedef enum field_kind { ANY, INT, BITS, STRING, RECORD, CONSTANT } field_kind;

typedef struct field {
  const char *name;
  field_kind kind;
  bool list;
  const char *class; // of a RECORD; how the names of a CONSTANT begin
} field;

typedef struct table_row {
  const cJSON *record;
  const char *text; // the key, when it is a string
  long long number; // the key otherwise
} table_row;

typedef struct key {
  const char *text;
  size_t row;
} key;

typedef struct table {
  const cJSON *def;
  const char *name, *filter, *type, *alias; // alias: "" when there is none
  SY_VEC(field) fields;
  SY_VEC(table_row) rows;
} table;

typedef struct table_generator {
  const cJSON *root;
  sy_map records; // by name
  sy_str out;
  sy_arena *a;
  sy_diag *d;
} table_generator;

// ---- records ---------------------------------------------------------------------------------------

static const cJSON *get(const cJSON *object, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(object, name);
}

// Where a record is defined: its last location is where its `def` stands.
static sy_where place(const table_generator *g, const cJSON *record) {
  const cJSON *all = get(record, "!locs");
  const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(all, cJSON_GetArraySize(all) - 1));
  const char *colon = text ? strrchr(text, ':') : NULL;
  unsigned long long line;
  if (!colon || !sy_view_u64(sy_view_c(colon + 1), &line))
    return SY_NOWHERE;
  return sy_at(sy_arena_strndup(g->a, text, (size_t)(colon - text)), (unsigned)line, 0);
}

static const char *name_of(const cJSON *record) {
  const char *name = cJSON_GetStringValue(get(record, "!name"));
  return name ? name : "";
}

static bool derives(const cJSON *record, const char *class) {
  const cJSON *super;
  cJSON_ArrayForEach(super, get(record, "!superclasses")) if (cJSON_IsString(super) &&
                                                              !strcmp(super->valuestring, class)) return true;
  return false;
}

static bool whole(const cJSON *v, long long *out) {
  if (!cJSON_IsNumber(v) || v->valuedouble <= -9007199254740992.0 || v->valuedouble >= 9007199254740992.0)
    return false; // from 2^53 on a JSON number may have lost its last digits
  *out = (long long)v->valuedouble;
  return (double)*out == v->valuedouble;
}

// ---- values ----------------------------------------------------------------------------------------

static bool wrong(const table_generator *g, const cJSON *record, const field *f, const char *want) {
  return sy_error(g->d, place(g, record), "field '%s' of record '%s' is not %s", f->name, name_of(record),
                  want);
}

static bool add_record(table_generator *g, const cJSON *record, const field *f, const cJSON *v) {
  const char *def = cJSON_GetStringValue(get(v, "def"));
  const cJSON *target = def ? sy_map_get(&g->records, def) : NULL;
  if (!target || !derives(target, f->class))
    return wrong(g, record, f, sy_arena_printf(g->a, "a record of class '%s'", f->class));
  const char *name = cJSON_GetStringValue(get(target, "Name"));
  if (!name)
    return sy_error(g->d, place(g, target),
                    "record '%s' has no string 'Name', which field '%s' of '%s' stands for", name_of(target),
                    f->name, name_of(record));
  sy_str_add_literal(&g->out, name);
  return true;
}

// bits<n>: the lowest comes first.
static bool add_bits(table_generator *g, const cJSON *record, const field *f, const cJSON *v) {
  unsigned long long value = 0;
  int n = 0;
  const cJSON *bit;
  cJSON_ArrayForEach(bit, v) {
    long long b;
    if (!whole(bit, &b) || b < 0 || b > 1 || n == 64)
      break;
    value |= (unsigned long long)b << n++;
  }
  if (n == 0 || n < cJSON_GetArraySize(v)) {
    sy_error(g->d, place(g, record),
             "field '%s' of record '%s' is a list, and its table does not say of what", f->name,
             name_of(record));
    sy_help(g->d, "string TypeOf_%s = \"list<int>\"; in the table, for example", f->name);
    return false;
  }
  sy_str_addf(&g->out, n > 63 ? "%lluu" : "%llu", value);
  return true;
}

static bool add_scalar(table_generator *g, const cJSON *record, const field *f, field_kind k,
                       const cJSON *v) {
  long long number;
  if (cJSON_IsNull(v))
    return sy_error(g->d, place(g, record), "field '%s' of record '%s' has no value", f->name,
                    name_of(record));
  if (k == RECORD)
    return add_record(g, record, f, v);
  if (k == CONSTANT && cJSON_IsString(v)) {
    sy_str_addf(&g->out, "&%s_%s", f->class, v->valuestring);
    return true;
  }
  if ((k == ANY || k == BITS) && cJSON_IsArray(v))
    return add_bits(g, record, f, v);
  if ((k == ANY || k == STRING) && cJSON_IsString(v)) {
    sy_str_add_literal(&g->out, v->valuestring);
    return true;
  }
  if (k != STRING && k != CONSTANT && whole(v, &number)) {
    sy_str_addf(&g->out, "%lld", number);
    return true;
  }
  return wrong(g, record, f,
               k == STRING || k == CONSTANT ? "a string"
               : k == ANY                   ? "a string, a number or bits"
                                            : "a number");
}

static bool add_list(table_generator *g, const cJSON *record, const field *f, const cJSON *v) {
  if (!cJSON_IsArray(v))
    return wrong(g, record, f, "a list");
  if (!cJSON_GetArraySize(v)) {
    sy_str_add(&g->out, "{0}");
    return true;
  }
  sy_str_addf(&g->out, "{(const %s[]){", f->kind == INT ? "int" : "char *const");
  const cJSON *item;
  cJSON_ArrayForEach(item, v) {
    if (item != v->child)
      sy_str_add(&g->out, ", ");
    if (!add_scalar(g, record, f, f->kind, item))
      return false;
  }
  sy_str_addf(&g->out, "}, %d}", cJSON_GetArraySize(v));
  return true;
}

static bool add_row(table_generator *g, const table *t, const cJSON *record) {
  sy_str_add(&g->out, "    {");
  for (size_t i = 0; i < t->fields.n; i++) {
    const field *f = &t->fields.data[i];
    const cJSON *v = get(record, f->name);
    sy_str_addf(&g->out, "%s.%s = ", i ? ", " : "", f->name);
    if (!(f->list ? add_list(g, record, f, v) : add_scalar(g, record, f, f->kind, v)))
      return false;
  }
  sy_str_add(&g->out, "},\n");
  return true;
}

// ---- reading a table's definition ------------------------------------------------------------------

static const char *text_of(const table *t, const char *name) {
  const char *text = cJSON_GetStringValue(get(t->def, name));
  return text ? text : "";
}

static bool parse_type(table_generator *g, const table *t, field *f, const char *type) {
  size_t n = strlen(type);
  f->list = sy_starts(type, "list<") && type[n - 1] == '>';
  const char *of = f->list ? sy_arena_strndup(g->a, type + 5, n - 6) : type;
  if (!strcmp(of, "int") || !strcmp(of, "bit"))
    f->kind = INT;
  else if (!strcmp(of, "string"))
    f->kind = STRING;
  else if (!f->list && sy_starts(of, "bits"))
    f->kind = BITS;
  else if (!f->list && sy_starts(of, "constant<") && of[strlen(of) - 1] == '>') {
    f->kind = CONSTANT;
    f->class = sy_arena_strndup(g->a, of + strlen("constant<"), strlen(of) - strlen("constant<>"));
  } else if (get(get(g->root, "!instanceof"), of)) {
    f->kind = RECORD;
    f->class = of;
  } else {
    sy_error(g->d, place(g, t->def), "table '%s': unknown type '%s' of field '%s'", t->name, type, f->name);
    sy_note(g->d, "types are int, bit, bits, string, a class, list<int>, list<string> and list<a class>");
    return false;
  }
  return true;
}

static bool read_fields(table_generator *g, table *t) {
  const cJSON *name;
  cJSON_ArrayForEach(name, get(t->def, "Fields")) {
    field f = {.name = cJSON_GetStringValue(name)};
    const char *type = text_of(t, sy_arena_printf(g->a, "TypeOf_%s", f.name ? f.name : ""));
    if (!f.name || !*f.name)
      return sy_error(g->d, place(g, t->def), "table '%s': a field without a name", t->name);
    if (*type && !parse_type(g, t, &f, type))
      return false;
    sy_vec_push(&t->fields, f);
  }
  if (!t->fields.n)
    return sy_error(g->d, place(g, t->def), "table '%s' has no Fields", t->name);
  return true;
}

static bool has_field(const table *t, const char *name) {
  for (size_t i = 0; i < t->fields.n; i++)
    if (!strcmp(t->fields.data[i].name, name))
      return true;
  return false;
}

// A TypeOf_ for a field that is not in the table is most likely misspelt.
static bool check_types(const table_generator *g, const table *t) {
  const cJSON *v;
  cJSON_ArrayForEach(
      v,
      t->def) if (sy_starts(v->string, "TypeOf_") &&
                  !has_field(
                      t,
                      v->string +
                          strlen("TypeOf_"))) return sy_error(g->d, place(g, t->def),
                                                              "table '%s': '%s' is for no field of the table",
                                                              t->name, v->string);
  return true;
}

static bool check_record(const table_generator *g, const table *t, const cJSON *record) {
  for (size_t i = 0; i < t->fields.n; i++)
    if (!get(record, t->fields.data[i].name))
      return sy_error(g->d, place(g, t->def), "table '%s': class '%s' has no field '%s'", t->name, t->filter,
                      t->fields.data[i].name);
  const cJSON *alias = *t->alias ? get(record, t->alias) : NULL, *item;
  if (*t->alias && !cJSON_IsArray(alias))
    return sy_error(g->d, place(g, t->def), "table '%s': class '%s' has no list '%s' for AliasField", t->name,
                    t->filter, t->alias);
  cJSON_ArrayForEach(item, alias) if (!cJSON_IsString(item)) return sy_error(
      g->d, place(g, record), "an alias of record '%s' is no string", name_of(record));
  return true;
}

static bool read_rows(table_generator *g, table *t) {
  const cJSON *name;
  cJSON_ArrayForEach(name, get(get(g->root, "!instanceof"), t->filter)) {
    const char *text = cJSON_GetStringValue(name);
    table_row r = {.record = text ? sy_map_get(&g->records, text) : NULL};
    if (!r.record)
      return sy_error(g->d, SY_NOWHERE, "record '%s' is missing", text ? text : "");
    if (!check_record(g, t, r.record))
      return false;
    const cJSON *first = get(r.record, t->fields.data[0].name);
    r.text = cJSON_GetStringValue(first);
    if (!r.text && !whole(first, &r.number))
      return wrong(g, r.record, &t->fields.data[0], "a string or a number, as a key must be");
    if (t->rows.n && !t->rows.data[0].text != !r.text)
      return wrong(g, r.record, &t->fields.data[0], "of the type that the key has in other rows");
    sy_vec_push(&t->rows, r);
  }
  if (!t->rows.n)
    return sy_error(g->d, place(g, t->def), "table '%s': no record derives from class '%s'", t->name,
                    t->filter);
  return t->rows.data[0].text || !*t->alias ||
         sy_error(g->d, place(g, t->def), "table '%s': only keys that are strings have aliases", t->name);
}

static bool identifier(const char *s) {
  static const char word[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  return *s && !strchr("0123456789", *s) && !s[strspn(s, word)];
}

static bool read_table(table_generator *g, const cJSON *def, table *t) {
  *t = (table){.def = def, .name = name_of(def)};
  t->filter = text_of(t, "FilterClass");
  t->type = text_of(t, "CppTypeName");
  t->alias = text_of(t, "AliasField");
  if (cJSON_IsTrue(get(def, "!anonymous")) || !identifier(t->name))
    return sy_error(g->d, place(g, def), "a table needs a name: def <name> : DynamicTable");
  if (!*t->filter)
    return sy_error(g->d, place(g, def), "table '%s' has no FilterClass", t->name);
  if (!identifier(t->type))
    return sy_error(g->d, place(g, def), "table '%s': CppTypeName '%s' is no name of a C type", t->name,
                    t->type);
  return read_fields(g, t) && check_types(g, t) && read_rows(g, t);
}

// ---- output ----------------------------------------------------------------------------------------

static int by_key(const void *a, const void *b) {
  const table_row *x = a, *y = b;
  return x->text ? strcmp(x->text, y->text) : (x->number > y->number) - (x->number < y->number);
}

static int by_text(const void *a, const void *b) {
  const key *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : (x->row > y->row) - (x->row < y->row);
}

static bool twice(const table_generator *g, const table *t, const char *what, size_t a, size_t b) {
  const cJSON *one = t->rows.data[a].record, *two = t->rows.data[b].record;
  sy_where first = place(g, one);
  sy_error(g->d, place(g, two), "table '%s': key '%s' occurs twice", t->name, what);
  sy_note(g->d, "the other record is '%s', %s:%u", name_of(one), first.file ? first.file : "?", first.line);
  return false;
}

static bool sort_rows(const table_generator *g, table *t) {
  qsort(t->rows.data, t->rows.n, sizeof *t->rows.data, by_key);
  for (size_t i = 1; i < t->rows.n; i++) {
    const table_row *r = &t->rows.data[i];
    if (by_key(r - 1, r) == 0)
      return twice(g, t, r->text ? r->text : sy_arena_printf(g->a, "%lld", r->number), i - 1, i);
  }
  return true;
}

static bool write_keys(table_generator *g, const table *t) {
  SY_VEC(key) keys = {0};
  for (size_t i = 0; i < t->rows.n; i++) {
    const cJSON *alias;
    sy_vec_push(&keys, ((key){t->rows.data[i].text, i}));
    cJSON_ArrayForEach(alias, get(t->rows.data[i].record, t->alias))
        sy_vec_push(&keys, ((key){alias->valuestring, i}));
  }
  qsort(keys.data, keys.n, sizeof *keys.data, by_text);
  bool ok = true;
  sy_str_addf(&g->out, "static const DynamicTableKey %sKeys[] = {\n", t->name);
  for (size_t i = 0; ok && i < keys.n; i++) {
    if (i && !strcmp(keys.data[i - 1].text, keys.data[i].text))
      ok = twice(g, t, keys.data[i].text, keys.data[i - 1].row, keys.data[i].row);
    sy_str_add(&g->out, "    {");
    sy_str_add_literal(&g->out, keys.data[i].text);
    sy_str_addf(&g->out, ", %zu},\n", keys.data[i].row);
  }
  sy_str_add(&g->out, "};\n");
  sy_vec_free(&keys);
  return ok;
}

static bool write_table(table_generator *g, table *t) {
  if (!sort_rows(g, t))
    return false;
  sy_str_addf(&g->out, "\n#ifdef GET_%s_IMPL\n#undef GET_%s_IMPL\n", t->name, t->name);
  sy_str_addf(&g->out, "static const %s %s[] = {\n", t->type, t->name);
  for (size_t i = 0; i < t->rows.n; i++)
    if (!add_row(g, t, t->rows.data[i].record))
      return false;
  sy_str_add(&g->out, "};\n");
  if (*t->alias && !write_keys(g, t))
    return false;
  sy_str_addf(&g->out, "#endif // GET_%s_IMPL\n", t->name);
  return true;
}

static bool write_tables(table_generator *g) {
  const cJSON *record, *name, *tables = get(get(g->root, "!instanceof"), "DynamicTable");
  cJSON_ArrayForEach(record, g->root) if (record->string[0] != '!') *
      sy_map_put(&g->records, record->string) = (void *)record;
  if (!cJSON_GetArraySize(tables))
    return sy_error(g->d, SY_NOWHERE, "no record derives from class 'DynamicTable'");
  cJSON_ArrayForEach(name, tables) {
    table t = {0};
    const cJSON *def = sy_map_get(&g->records, cJSON_GetStringValue(name));
    bool ok = read_table(g, def, &t) && write_table(g, &t);
    sy_vec_free(&t.fields);
    sy_vec_free(&t.rows);
    if (!ok)
      return false;
  }
  return true;
}

static bool generate(const char *input, const char *output, sy_arena *a, sy_diag *d) {
  table_generator g = {.a = a, .d = d};
  sy_str text = SY_STR_INIT;
  bool ok = sy_file_read(input, &text, d);
  cJSON *root = ok ? cJSON_ParseWithLength(sy_str_c(&text), text.n) : NULL;
  sy_str_free(&text);
  if (ok && !cJSON_GetObjectItemCaseSensitive(root, "!tablegen_json_version"))
    ok = sy_error(d, sy_at(input, 0, 0), "not the output of llvm-tblgen --dump-json");
  g.root = root;
  sy_str_addf(&g.out, "// Generated by gen-dynamic-tables from %s: do not edit.\n", sy_path_base(input));
  ok = ok && write_tables(&g) && sy_file_write(output, sy_str_c(&g.out), g.out.n, d);
  cJSON_Delete(root);
  sy_map_free(&g.records);
  sy_str_free(&g.out);
  return ok;
}

static int run_generator(int argc, char **argv, sy_arena *a, sy_diag *d) {
  sy_opt_matches matches = {0};
  const char *input = NULL, *output = NULL;
  bool ok = sy_opts_parse(&command, argc, argv, a, &matches, d), help = false;
  for (size_t i = 0; ok && i < matches.n; i++) {
    sy_opt_match m = matches.data[i];
    if (m.opt && m.opt->id == OPT_HELP)
      help = true;
    else
      *(m.opt ? &output : &input) = m.value;
  }
  sy_vec_free(&matches);
  if (help) {
    sy_str text = SY_STR_INIT;
    sy_opts_help(&command, &text);
    fputs(sy_str_c(&text), stdout);
    sy_str_free(&text);
    return SY_EXIT_OK;
  }
  if (ok && !(input && output))
    ok = sy_error(d, SY_NOWHERE, "needs '-o <file>' and an input");
  if (!ok)
    return SY_EXIT_USAGE;
  return generate(input, output, a, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  sy_arena a = {0};
  sy_diag d = {0};
  int status = run_generator(argc, argv, &a, &d);
  sy_diag_flush(&d, command.tool);
  sy_diag_free(&d);
  sy_arena_free(&a);
  return status;
}
