// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linker takes objects as they are, and of an archive the members that define what something taken refers
// to. Linkers differ in the order in which they look; where two members define a symbol, this takes the first
// of the command line, and a reference that an object satisfies takes none. A weak reference takes none
// either.
#include "formats/host_members.h"

#include "base/file.h"
#include "base/str.h"
#include "formats/ar.h"
#include "formats/elf_symbols.h"
#include "formats/fat_object.h"

#include <stdint.h>
#include <string.h>

typedef struct object {
  const char *origin;
  sy_elf_symbols symbols;
  bool member, shared, taken;
} object;

typedef struct host_members_link {
  sy_arena a;
  SY_VEC(object) objects;
  SY_VEC(sy_str) texts; // of the files: the symbols' names are in them
  sy_map providers;     // of symbols: number of the object, from 1 on
  SY_VEC(size_t) todo;  // objects that are taken and not looked at
  bool unclear;
} host_members_link;

static bool read_text(host_members_link *l, const char *path, sy_view *out) {
  sy_str text = SY_STR_INIT;
  if (!sy_file_read(path, &text, NULL)) {
    l->unclear = true;
    return false;
  }
  sy_vec_push(&l->texts, text);
  *out = sy_view_of(&text);
  return true;
}

static void add_object(host_members_link *l, sy_view bytes, const char *origin, bool member) {
  object o = {.origin = origin, .member = member};
  if (!sy_elf_symbols_read(bytes, &o.symbols))
    l->unclear = true;
  sy_vec_push(&l->objects, o);
}

static void add_archive(host_members_link *l, sy_view bytes, const char *path) {
  sy_ar_members members = {0};
  l->unclear |= !sy_ar_read(bytes, path, &l->a, &members, NULL);
  for (size_t i = 0; i < members.n; i++) {
    const sy_ar_member *m = &members.data[i];
    sy_view own = m->bytes;
    l->unclear |= m->origin != 0; // a member of an archive in a thin one
    if (m->path && !read_text(l, m->path, &own))
      continue;
    add_object(l, own, sy_arena_printf(&l->a, "%s(%s)", path, m->name), true);
  }
  sy_vec_free(&members);
}

static void add_file(host_members_link *l, const char *path) {
  sy_view bytes;
  if (!read_text(l, path, &bytes))
    return;
  if (sy_ar_is(bytes))
    add_archive(l, bytes, path);
  else
    add_object(l, bytes, path, false);
  if (l->objects.n)
    l->objects.data[l->objects.n - 1].shared = sy_fat_is_linked(path);
}

static void take_member(host_members_link *l, size_t number) {
  l->objects.data[number].taken = true;
  sy_vec_push(&l->todo, number);
}

// Objects first, then members and shared libraries in their order.
static void find_providers(host_members_link *l, bool objects) {
  for (size_t i = 0; i < l->objects.n; i++) {
    const object *o = &l->objects.data[i];
    bool is_object = !o->member && !o->shared;
    for (size_t k = 0; is_object == objects && k < o->symbols.n; k++) {
      if (!o->symbols.data[k].defined)
        continue;
      void **provider = sy_map_put(&l->providers, o->symbols.data[k].name);
      if (!*provider)
        *provider = (void *)(uintptr_t)(i + 1);
    }
  }
}

static void host_members_need(host_members_link *l, const char *symbol) {
  uintptr_t provider = (uintptr_t)sy_map_get(&l->providers, symbol);
  if (provider && !l->objects.data[provider - 1].taken)
    take_member(l, provider - 1);
}

static void host_members_resolve(host_members_link *l, const sy_strs *roots) {
  find_providers(l, true);
  find_providers(l, false);
  for (size_t i = 0; i < l->objects.n; i++)
    if (!l->objects.data[i].member)
      take_member(l, i);
  for (size_t i = 0; i < roots->n; i++)
    host_members_need(l, roots->data[i]);
  while (l->todo.n) {
    const sy_elf_symbols symbols = l->objects.data[l->todo.data[--l->todo.n]].symbols;
    for (size_t k = 0; k < symbols.n; k++)
      if (!symbols.data[k].defined && !symbols.data[k].weak)
        host_members_need(l, symbols.data[k].name);
  }
}

static void free_link(host_members_link *l) {
  for (size_t i = 0; i < l->objects.n; i++)
    sy_vec_free(&l->objects.data[i].symbols);
  for (size_t i = 0; i < l->texts.n; i++)
    sy_str_free(&l->texts.data[i]);
  sy_vec_free(&l->objects);
  sy_vec_free(&l->texts);
  sy_vec_free(&l->todo);
  sy_map_free(&l->providers);
  sy_arena_free(&l->a);
}

void sy_host_members_left_out(const sy_strs *files, const sy_strs *roots, sy_map *out) {
  host_members_link l = {0};
  sy_map same_name = {0}; // of members that are taken: one of two is enough
  for (size_t i = 0; i < files->n; i++)
    add_file(&l, files->data[i]);
  if (!l.unclear)
    host_members_resolve(&l, roots);
  for (size_t i = 0; i < l.objects.n; i++)
    if (l.objects.data[i].taken)
      sy_map_put(&same_name, l.objects.data[i].origin);
  for (size_t i = 0; i < l.objects.n && !l.unclear; i++)
    if (!sy_map_has(&same_name, l.objects.data[i].origin))
      sy_map_put(out, l.objects.data[i].origin);
  sy_map_free(&same_name);
  free_link(&l);
}
