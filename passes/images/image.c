// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points go into one image if the way of splitting allows it and nothing that one of them needs could
// keep the others from a device:
//
//   both compiled for the same fixed targets, or
//   both for none, with the same aspects (used and declared, by them or what they call), work-group size and
//   numeric sub-group sizes; and they call the same functions of other libraries.
//
// This is a key per entry point; entry points with equal keys share an image. With -split=auto those that
// share a device_global with image scope are not parted by their sources.
#include "passes/images/image.h"

#include "base/map.h"
#include "passes/common/module.h"
#include "passes/images/device_globals.h"
#include "passes/shim/shim.h"

#include <string.h>

// Rows of {kernel, mode, literals...} in modules that sycc's front end did not make; LLVM's back end reads
// them.
#define EXECUTION_MODES "spirv.ExecutionMode"

// ---- grouping --------------------------------------------------------------------------------------

static sy_numbers joined(sy_images *s, sy_numbers a, sy_numbers b) {
  if (!a.n || !b.n)
    return a.n ? a : b;
  uint32_t *v = sy_arena_alloc(&s->arena, (a.n + b.n + 1) * sizeof *v);
  unsigned n = 0;
  for (unsigned i = 0, j = 0; i < a.n || j < b.n;) {
    uint32_t next = j == b.n || (i < a.n && a.v[i] <= b.v[j]) ? a.v[i] : b.v[j];
    i += i < a.n && a.v[i] == next;
    j += j < b.n && b.v[j] == next;
    v[n++] = next;
  }
  return (sy_numbers){v, n, true};
}

static void add_numbers(sy_str *key, char tag, sy_numbers numbers) {
  sy_str_addc(key, tag);
  for (unsigned i = 0; i < numbers.n; i++)
    sy_str_addf(key, "%u,", numbers.v[i]);
}

static sy_numbers aspects_of(sy_images *s, const sy_function_facts *f) {
  return joined(s, joined(s, f->used, f->declared), f->needed);
}

static void add_needs(sy_images *s, uint32_t node, sy_str *key) {
  const sy_function_facts *f = &s->facts[node];
  if (f->target_count) {
    sy_str_addc(key, 't');
    for (unsigned i = 0; i < f->target_count; i++)
      sy_str_addf(key, "%s,", f->targets[i]);
    return;
  }
  add_numbers(key, 'a', aspects_of(s, f));
  add_numbers(key, 'w', f->work_group);
  add_numbers(key, 's', joined(s, f->sub_group, f->called_sub_groups));
}

// scope: of sy_image_scope_groups; may be null.
static void add_place(sy_images *s, uint32_t node, enum sy_split how, const uint32_t *scope, sy_str *key) {
  const char *unit = sy_function_string(s->g.nodes[node], "sycl-module-id", &s->arena);
  if (how == SY_SPLIT_KERNEL)
    sy_str_addf(key, "k%u", node);
  else if (how == SY_SPLIT_AUTO && scope && scope[node])
    sy_str_addf(key, "g%u", scope[node]);
  else if (how != SY_SPLIT_OFF)
    sy_str_addf(key, "u%s", unit ? unit : "");
  sy_str_addc(key, '\n');
}

static bool has_imports(const sy_images *s) {
  for (uint32_t i = 0; i < s->g.functions; i++)
    if (sy_is_imported(s->g.nodes[i]))
      return true;
  return false;
}

// The functions of other libraries that it reaches, in the order of the module: those may not be there, or
// need more. stamp[node] == number: it was seen.
static void add_imports(const sy_images *s, uint32_t entry, uint32_t *stamp, uint32_t number, sy_str *key) {
  SY_VEC(uint32_t) seen = {0};
  sy_vec_push(&seen, entry);
  stamp[entry] = number;
  for (size_t i = 0; i < seen.n; i++)
    for (uint32_t u = s->g.first[seen.data[i]]; u < s->g.first[seen.data[i] + 1]; u++) {
      uint32_t to = s->g.uses.data[u].to;
      if (stamp[to] == number)
        continue;
      stamp[to] = number;
      sy_vec_push(&seen, to);
    }
  for (uint32_t i = 0; i < s->g.functions; i++)
    if (stamp[i] == number && sy_is_imported(s->g.nodes[i]))
      sy_str_addf(key, "i%u", i);
  sy_vec_free(&seen);
}

static void group_entries(sy_images *s, enum sy_split how) {
  sy_map images = {0}; // key -> number + 1
  sy_str key = SY_STR_INIT;
  uint32_t *scope = how == SY_SPLIT_AUTO ? sy_image_scope_groups(&s->g) : NULL;
  uint32_t *stamp = has_imports(s) ? sy_alloc((s->g.n + 1) * sizeof *stamp) : NULL;
  for (uint32_t i = 0; i < s->g.functions; i++) {
    if (!sy_is_kernel(s->g.nodes[i]) && (s->no_exports || !sy_is_exported(s->g.nodes[i])))
      continue;
    sy_str_clear(&key);
    add_place(s, i, how, scope, &key);
    add_needs(s, i, &key);
    if (stamp)
      add_imports(s, i, stamp, i + 1, &key);
    void **number = sy_map_put(&images, sy_str_c(&key));
    if (!*number) {
      sy_vec_push(&s->list, ((sy_split_image){0}));
      *number = (void *)s->list.n;
    }
    sy_vec_push(&s->list.data[(size_t)*number - 1].entries, i);
  }
  free(scope);
  free(stamp);
  sy_str_free(&key);
  sy_map_free(&images);
}

// ---- what an image holds ---------------------------------------------------------------------------

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// stamp[node] == number: it is in already.
static void close_over_uses(const sy_images *s, sy_split_image *image, uint32_t *stamp, uint32_t number) {
  for (size_t i = 0; i < image->entries.n; i++) {
    sy_vec_push(&image->nodes, image->entries.data[i]);
    stamp[image->entries.data[i]] = number;
  }
  for (size_t i = 0; i < image->nodes.n; i++) {
    uint32_t node = image->nodes.data[i];
    for (uint32_t u = s->g.first[node]; u < s->g.first[node + 1]; u++) {
      uint32_t to = s->g.uses.data[u].to;
      if (stamp[to] == number)
        continue;
      stamp[to] = number;
      sy_vec_push(&image->nodes, to);
    }
  }
  qsort(image->nodes.data, image->nodes.n, sizeof *image->nodes.data, by_number);
}

// ---- what an image needs ---------------------------------------------------------------------------

static const char *readable(sy_images *s, uint32_t node) {
  char *name = sy_short_name(s->g.nodes[node]);
  const char *kept = sy_arena_strdup(&s->arena, name);
  free(name);
  return kept;
}

static sy_needed_aspect *find_aspect(sy_split_image *image, uint32_t number) {
  for (size_t i = 0; i < image->aspects.n; i++)
    if (image->aspects.data[i].number == number)
      return &image->aspects.data[i];
  return NULL;
}

sy_origin sy_entry_origin(sy_images *s, uint32_t node, uint32_t aspect) {
  sy_origin o = {0};
  if (!sy_function_origin(s->g.nodes[node], aspect, &o.function, &o.file, &o.line, &o.col, &s->arena))
    o = (sy_origin){.function = readable(s, node)};
  return o;
}

static void need_aspect(sy_images *s, sy_split_image *image, uint32_t number, uint32_t node) {
  if (!find_aspect(image, number))
    sy_vec_push(&image->aspects, ((sy_needed_aspect){number, sy_entry_origin(s, node, number)}));
}

static void need_sub_group(sy_split_image *image, uint32_t size) {
  for (size_t i = 0; i < image->sub_groups.n; i++)
    if (image->sub_groups.data[i] == size)
      return;
  sy_vec_push(&image->sub_groups, size);
}

static void complain(const sy_images *s, sy_diag *d, const char *text) {
  if (s->external == SY_ERROR)
    sy_error(d, SY_NOWHERE, "%s [-Werror,-Wsycl-external]", text);
  else if (s->external == SY_WARNING)
    sy_warning(d, SY_NOWHERE, "%s [-Wsycl-external]", text);
}

static bool is_listed(const sy_function_facts *f, const char *target) {
  for (unsigned i = 0; i < f->target_count; i++)
    if (!strcmp(f->targets[i], target))
      return true;
  return false;
}

static bool within(const sy_function_facts *f, const sy_strs *targets) {
  for (unsigned i = 0; i < f->target_count; i++) {
    bool found = false;
    for (size_t k = 0; k < targets->n; k++)
      found |= !strcmp(targets->data[k], f->targets[i]);
    if (!found)
      return false;
  }
  return f->target_count > 0;
}

// A function compiled for other targets leaves those that both know.
static void check_targets(sy_images *s, sy_split_image *image, const sy_strs *asked, uint32_t node,
                          sy_diag *d) {
  const sy_function_facts *f = &s->facts[node];
  if (!f->has_targets || within(f, asked))
    return;
  complain(
      s, d,
      sy_arena_printf(
          &s->arena,
          "function '%s' compiled with a different `-fsycl-fixed-targets` switch\nthan its calling kernel.",
          readable(s, node)));
  size_t kept = 0;
  if (!f->target_count) // compiled for any target: it takes none away
    return;
  for (size_t i = 0; i < image->fixed_targets.n; i++)
    if (is_listed(f, image->fixed_targets.data[i]))
      image->fixed_targets.data[kept++] = image->fixed_targets.data[i];
  image->fixed_targets.n = kept;
}

static void cut_targets(sy_images *s, sy_split_image *image, sy_diag *d) {
  sy_strs asked = {0};
  for (size_t i = 0; i < image->fixed_targets.n; i++)
    sy_strs_add(&asked, image->fixed_targets.data[i]);
  for (size_t i = 0; i < image->nodes.n; i++)
    if (image->nodes.data[i] < s->g.functions)
      check_targets(s, image, &asked, image->nodes.data[i], d);
  sy_vec_free(&asked);
}

static int by_aspect(const void *a, const void *b) {
  return by_number(&((const sy_needed_aspect *)a)->number, &((const sy_needed_aspect *)b)->number);
}

static void need_of_entries(sy_images *s, sy_split_image *image) {
  for (size_t i = 0; i < image->entries.n; i++) {
    uint32_t node = image->entries.data[i];
    const sy_function_facts *f = &s->facts[node];
    sy_numbers all = aspects_of(s, f);
    for (unsigned k = 0; k < all.n; k++)
      need_aspect(s, image, all.v[k], node);
    sy_numbers sizes = joined(s, f->sub_group, f->called_sub_groups);
    for (unsigned k = 0; k < sizes.n; k++)
      need_sub_group(image, sizes.v[k]);
  }
}

static void refuse_ifuncs(sy_images *s, const sy_split_image *image, sy_diag *d) {
  for (size_t i = 0; i < image->nodes.n; i++)
    if (LLVMIsAGlobalIFunc(s->g.nodes[image->nodes.data[i]]))
      sy_error(d, SY_NOWHERE,
               "'%s' is an ifunc, which is chosen when a host program starts; device code has none",
               readable(s, image->nodes.data[i]));
}

static void find_needs(sy_images *s, sy_split_image *image, sy_diag *d) {
  const sy_function_facts *first = &s->facts[image->entries.data[0]];
  image->fixed = first->target_count > 0;
  for (unsigned i = 0; i < first->target_count; i++)
    sy_strs_add(&image->fixed_targets, first->targets[i]);
  if (image->fixed)
    cut_targets(s, image, d);
  else {
    image->work_group = first->work_group;
    need_of_entries(s, image);
  }
  refuse_ifuncs(s, image, d);
  if (image->aspects.n)
    qsort(image->aspects.data, image->aspects.n, sizeof *image->aspects.data, by_aspect);
  if (image->sub_groups.n)
    qsort(image->sub_groups.data, image->sub_groups.n, sizeof *image->sub_groups.data, by_number);
}

// ----------------------------------------------------------------------------------------------------

void sy_images_open(sy_images *s, LLVMModuleRef m, sy_diag *d) {
  s->m = m;
  sy_llvm_rows_to_functions(m, EXECUTION_MODES, "sycc_execution_mode");
  sy_llvm_forget_globals_in_metadata(m); // images share metadata, and a global is of one module
  sy_use_graph_build(&s->g, m);
  s->facts = sy_alloc((s->g.functions + 1) * sizeof *s->facts);
  for (uint32_t i = 0; i < s->g.functions; i++)
    s->facts[i] = sy_function_facts_read(s->g.nodes[i], &s->arena, d);
  for (uint32_t i = 0; i < s->g.n; i++)
    sy_llvm_forget_in_metadata(s->g.nodes[i]);
}

void sy_images_close_over_uses(sy_images *s) {
  uint32_t *stamp = sy_alloc((s->g.n + 1) * sizeof *stamp);
  for (size_t i = 0; i < s->list.n; i++)
    close_over_uses(s, &s->list.data[i], stamp, (uint32_t)i + 1);
  free(stamp);
}

void sy_images_make(sy_images *s, LLVMModuleRef m, enum sy_split how, sy_diag *d) {
  sy_images_open(s, m, d);
  group_entries(s, how);
  sy_images_close_over_uses(s);
  for (size_t i = 0; i < s->list.n; i++)
    find_needs(s, &s->list.data[i], d);
  sy_check_device_globals(s, d);
}

void sy_images_free(sy_images *s) {
  for (size_t i = 0; i < s->list.n; i++) {
    sy_split_image *image = &s->list.data[i];
    sy_vec_free(&image->entries);
    sy_vec_free(&image->nodes);
    sy_vec_free(&image->aspects);
    sy_vec_free(&image->sub_groups);
    sy_vec_free(&image->fixed_targets);
  }
  sy_vec_free(&s->list);
  sy_use_graph_free(&s->g);
  free(s->facts);
  sy_arena_free(&s->arena);
}

LLVMModuleRef sy_image_module(const sy_images *s, const sy_split_image *image) {
  size_t n;
  LLVMModuleRef m =
      LLVMModuleCreateWithNameInContext(LLVMGetModuleIdentifier(s->m, &n), LLVMGetModuleContext(s->m));
  sy_llvm_copy_header(m, s->m);
  sy_llvm_copier *c = sy_llvm_copier_new(m);
  SY_VEC(LLVMValueRef) copies = {0};
  for (size_t i = 0; i < image->nodes.n; i++)
    sy_vec_push(&copies, sy_llvm_copy_declaration(c, s->g.nodes[image->nodes.data[i]]));
  for (int functions = 1; functions >= 0;
       functions--) // first, as variables may hold addresses of their labels
    for (size_t i = 0; i < image->nodes.n; i++)
      if ((image->nodes.data[i] < s->g.functions) == (bool)functions)
        sy_llvm_copy_body(c, s->g.nodes[image->nodes.data[i]]);
  sy_llvm_copier_free(c);
  for (size_t i = 0, entry = 0; i < image->nodes.n; i++) {
    bool is_entry = entry < image->entries.n && image->entries.data[entry] == image->nodes.data[i];
    entry += is_entry;
    if (is_entry || LLVMIsDeclaration(copies.data[i]))
      continue;
    if (sy_is_device_global(copies.data[i]))
      sy_make_visible(copies.data[i]);
    else
      sy_make_internal(copies.data[i]);
  }
  sy_vec_free(&copies);
  sy_llvm_list_compile_units(m);
  sy_llvm_rows_from_functions(m, EXECUTION_MODES, "sycc_execution_mode");
  return m;
}
