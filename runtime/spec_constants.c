// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants: values that were set, and the blocks in which they travel.
//
// A kernel reads its constants from a block in global memory, which it gets like an accessor's. An image says
// how its block looks (formats/image_desc.h): the defaults, over which what was set is written. Blocks never
// change, so commands may share them: a block with the contents of one that is still here is that one, and is
// on the device already.
//
// The block of a kernel of plain C++ lists what was set: a count, then {object, offset} for each, then the
// values.
#include "formats/image_desc.h"
#include "runtime/buffer.h"
#include "runtime/bundle.h"
#include "runtime/choice.h"
#include "runtime/error.h"
#include "runtime/graph.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_BLOCKS = 16, VALUE_ALIGN = 64 };

typedef struct value {
  const void *object;
  char *name, *unit; // owned, as are the bytes
  void *bytes;
  size_t size;
} value;

struct sycc_spec_values {
  atomic_uint refs;
  size_t n;
  value v[];
};

// ---- values that were set -----------------------------------------------------------------------------

void sycc_spec_values_retain(sycc_spec_values *v) {
  if (v)
    atomic_fetch_add_explicit(&v->refs, 1, memory_order_relaxed);
}

void sycc_spec_values_release(sycc_spec_values *v) {
  if (!v || atomic_fetch_sub_explicit(&v->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (size_t i = 0; i < v->n; i++) {
    free(v->v[i].name);
    free(v->v[i].unit);
    free(v->v[i].bytes);
  }
  free(v);
}

// One with external linkage has one object in a program, but maybe several where libraries have copies of it.
static bool is_same(const value *v, const sycc_spec_id *id) {
  if (!*v->name || !*id->name)
    return v->object == id->object;
  return !strcmp(v->name, id->name) && (v->object == id->object || !strcmp(v->unit, id->unit));
}

static const value *find_value(const sycc_spec_values *all, const sycc_spec_id *id) {
  for (size_t i = 0; all && i < all->n; i++)
    if (is_same(&all->v[i], id))
      return &all->v[i];
  return NULL;
}

const void *sycc_spec_values_get(const sycc_spec_values *all, const sycc_spec_id *id) {
  const value *v = find_value(all, id);
  return v ? v->bytes : NULL;
}

static bool add_value(sycc_spec_values *to, const value *v) {
  value *mine = &to->v[to->n++];
  *mine = (value){v->object, strdup(v->name), strdup(v->unit), malloc(v->size ? v->size : 1), v->size};
  if (!mine->name || !mine->unit || !mine->bytes)
    return false;
  memcpy(mine->bytes, v->bytes, v->size);
  return true;
}

// All of `first`, and those of `more` that it does not have.
static sycc_status merge(const sycc_spec_values *first, const value *more, size_t n, sycc_spec_values **out) {
  size_t all = (first ? first->n : 0) + n;
  sycc_spec_values *v = calloc(1, sizeof *v + all * sizeof *v->v);
  *out = NULL;
  if (!v)
    return sy_error_no_memory("values of specialization constants");
  v->refs = 1;
  bool ok = true;
  for (size_t i = 0; first && i < first->n && ok; i++)
    ok = add_value(v, &first->v[i]);
  for (size_t i = 0; i < n && ok; i++)
    if (!find_value(v, &(sycc_spec_id){more[i].object, more[i].name, more[i].unit}))
      ok = add_value(v, &more[i]);
  if (!ok) {
    sycc_spec_values_release(v);
    return sy_error_no_memory("values of specialization constants");
  }
  *out = v;
  return SYCC_success;
}

sycc_status sycc_spec_values_set(const sycc_spec_values *v, const sycc_spec_id *id, const void *bytes,
                                 size_t size, sycc_spec_values **out) {
  const value set = {id->object, (char *)id->name, (char *)id->unit, (void *)bytes, size};
  sycc_spec_values *first;
  sycc_status s = merge(NULL, &set, 1, &first);
  if (s)
    *out = NULL;
  else
    s = merge(first, v ? v->v : NULL, v ? v->n : 0, out);
  if (first)
    sycc_spec_values_release(first);
  return s;
}

sycc_status sycc_spec_values_merge(const sycc_spec_values *first, const sycc_spec_values *more,
                                   sycc_spec_values **out) {
  *out = NULL;
  if (!first && !more)
    return SYCC_success;
  return merge(first, more ? more->v : NULL, more ? more->n : 0, out);
}

// ---- what an image has --------------------------------------------------------------------------------

static const sy_image_property_set *set_of(const sy_device_image *image, const char *name) {
  for (const sy_image_property_set *s = image->sets_begin; s != image->sets_end; s++)
    if (!strcmp(s->name, name))
      return s;
  return NULL;
}

static bool is_called(const sy_image_property *p, const char *name, const char *unit) {
  size_t n = strlen(name);
  return !strncmp(p->name, name, n) && (!p->name[n] || !strcmp(p->name + n, unit));
}

static const sy_image_property *find_property(const sy_device_image *image, const char *name,
                                              const char *unit) {
  const sy_image_property_set *s = set_of(image, SY_SPEC_CONSTANTS);
  for (const sy_image_property *p = s ? s->begin : NULL; s && p != s->end; p++)
    if (p->type == SY_IMAGE_PROPERTY_BYTES && p->size == sizeof(sy_spec_place) && is_called(p, name, unit))
      return p;
  return NULL;
}

bool sy_spec_constant_in(const sy_device_image *image, const sycc_spec_id *id) {
  const sy_image_property_set *s = set_of(image, SY_SPEC_CONSTANTS);
  return id->name ? find_property(image, id->name, id->unit) != NULL : s && s->begin != s->end;
}

// ---- blocks -------------------------------------------------------------------------------------------

pthread_mutex_t sy_spec_blocks_mutex = PTHREAD_MUTEX_INITIALIZER;
static sycc_buffer *kept[KEPT_BLOCKS]; // the one used last first

// A buffer with these bytes, with a reference for the caller.
static sycc_status share_block(void *bytes, size_t size, sycc_buffer **out) {
  sycc_status s = SYCC_success;
  pthread_mutex_lock(&sy_spec_blocks_mutex);
  size_t i = 0;
  while (i < KEPT_BLOCKS - 1 && kept[i] && (kept[i]->bytes != size || memcmp(kept[i]->host, bytes, size)))
    i++;
  sycc_buffer *b = kept[i], *old = NULL;
  if (!b || b->bytes != size || memcmp(b->host, bytes, size)) {
    s = sycc_buffer_create(size, bytes, 0, &b);
    old = s ? NULL : kept[i];
  }
  if (!s) {
    memmove(&kept[1], &kept[0], i * sizeof *kept);
    kept[0] = b;
    sycc_buffer_retain(b);
  }
  *out = s ? NULL : b;
  pthread_mutex_unlock(&sy_spec_blocks_mutex);
  sycc_buffer_release(old);
  return s;
}

static sycc_status use_block(sycc_group *g, void *bytes, size_t size, sycc_access **out) {
  sycc_buffer *b;
  sycc_status s = share_block(bytes, size, &b);
  if (s)
    return s;
  s = sycc_group_access(g, b, SYCC_ACCESS_READ, out);
  sycc_buffer_release(b);
  return s;
}

static sycc_status spec_constants_put(const sy_device_image *image, const value *v, char *block,
                                      size_t size) {
  const sy_image_property *p = find_property(image, v->name, v->unit);
  sy_spec_place at;
  if (!p)
    return SYCC_success; // the kernel has no use for it
  memcpy(&at, p->value, sizeof at);
  if (at.size != v->size || at.offset > size || at.size > size - at.offset)
    return sy_error_set(SYCC_kernel_argument,
                        "the specialization constant '" SY_NAME_FMT
                        "' is %zu bytes for the host compiler and %u for the device compiler",
                        v->name, v->size, at.size);
  memcpy(block + at.offset, v->bytes, v->size);
  return SYCC_success;
}

static sycc_status image_block(sycc_group *g, const sy_device_image *image, const sycc_spec_values *v,
                               sycc_access **out) {
  const sy_image_property_set *defaults = set_of(image, SY_SPEC_DEFAULTS);
  if (!defaults || defaults->begin == defaults->end || !defaults->begin->size)
    return SYCC_success;
  size_t size = defaults->begin->size;
  char *block = malloc(size);
  if (!block)
    return sy_error_no_memory("values of specialization constants");
  memcpy(block, defaults->begin->value, size);
  sycc_status s = SYCC_success;
  for (size_t i = v ? v->n : 0; i-- && !s;) // what was set last stands first
    s = spec_constants_put(image, &v->v[i], block, size);
  if (!s)
    s = use_block(g, block, size, out);
  free(block);
  return s;
}

// ---- kernels of plain C++ -----------------------------------------------------------------------------

typedef struct plain_entry {
  const void *object;
  size_t offset;
} plain_entry;

typedef struct plain_block {
  size_t n;
  plain_entry entries[];
} plain_block;

static size_t rounded(size_t n) {
  return (n + VALUE_ALIGN - 1) / VALUE_ALIGN * VALUE_ALIGN;
}

static sycc_status plain_block_of(sycc_group *g, const sycc_spec_values *v, sycc_access **out) {
  if (!v || !v->n)
    return SYCC_success;
  size_t size = rounded(sizeof(plain_block) + v->n * sizeof(plain_entry));
  for (size_t i = 0; i < v->n; i++)
    size += rounded(v->v[i].size);
  plain_block *block = calloc(1, size);
  if (!block)
    return sy_error_no_memory("values of specialization constants");
  size_t at = rounded(sizeof(plain_block) + v->n * sizeof(plain_entry));
  block->n = v->n;
  for (size_t i = 0; i < v->n; at += rounded(v->v[i++].size)) {
    block->entries[i] = (plain_entry){v->v[i].object, at};
    memcpy((char *)block + at, v->v[i].bytes, v->v[i].size);
  }
  sycc_status s = use_block(g, block, size, out);
  free(block);
  return s;
}

const void *sycc_plain_spec_value(const void *values, const void *object) {
  const plain_block *block = values;
  for (size_t i = 0; block && i < block->n; i++)
    if (block->entries[i].object == object)
      return (const char *)block + block->entries[i].offset;
  return NULL;
}

// ----------------------------------------------------------------------------------------------------

sycc_status sycc_group_spec_values(sycc_group *g, const char *symbol, const sycc_spec_values *v,
                                   sycc_access **out) {
  *out = NULL;
  if (!symbol)
    return plain_block_of(g, v, out);
  sy_kernel *k;
  if (sy_choice_find(g->device, symbol, NULL, NULL, &k))
    return SYCC_success;
  sycc_status s = SYCC_success;
  if (sy_image_enter(sy_registry_image(k))) {
    s = image_block(g, sy_image_descriptor(sy_registry_image(k)), v, out);
    sy_image_leave(sy_registry_image(k));
  }
  sy_registry_release(k);
  return s;
}
