// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels by name, and bundles of them.
//
// A bundle is a list of rows: this kernel, on this device, from this image. The rows come from the same
// look-up and the same checks as launches, so a bundle says what launches would do. A kernel of plain C++ is
// an image of its own. Rows stand in the order of symbols, then of devices.
#include "runtime/bundle.h"
#include "formats/image_desc.h"
#include "runtime/backends/backend.h"
#include "runtime/choice.h"
#include "runtime/device_link.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/kernel.h"
#include "runtime/process.h"
#include "runtime/requirements.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// ---- kernels of plain C++ -----------------------------------------------------------------------------

pthread_mutex_t sy_plain_kernels_mutex = PTHREAD_MUTEX_INITIALIZER;
static sycc_plain_kernel *plain_kernels;

void sycc_plain_kernel_enroll(sycc_plain_kernel *k) {
  pthread_mutex_lock(&sy_plain_kernels_mutex);
  k->next = plain_kernels;
  plain_kernels = k;
  pthread_mutex_unlock(&sy_plain_kernels_mutex);
}

void sycc_plain_kernel_leave(sycc_plain_kernel *k) {
  pthread_mutex_lock(&sy_plain_kernels_mutex);
  sycc_plain_kernel **at = &plain_kernels;
  while (*at && *at != k)
    at = &(*at)->next;
  if (*at)
    *at = k->next;
  pthread_mutex_unlock(&sy_plain_kernels_mutex);
}

static bool is_plain(const char *symbol) {
  pthread_mutex_lock(&sy_plain_kernels_mutex);
  const sycc_plain_kernel *k = plain_kernels;
  while (k && strcmp(k->symbol, symbol))
    k = k->next;
  pthread_mutex_unlock(&sy_plain_kernels_mutex);
  return k;
}

// ---- all kernels --------------------------------------------------------------------------------------

typedef struct names {
  char **v; // owned
  size_t n, cap;
  bool failed; // no memory
} names;

static void add_name(void *data, const char *symbol) {
  names *all = data;
  if (all->n == all->cap) {
    size_t cap = all->cap ? 2 * all->cap : 64;
    char **v = realloc(all->v, cap * sizeof *v);
    all->failed |= !v;
    if (!v)
      return;
    all->v = v;
    all->cap = cap;
  }
  all->v[all->n] = strdup(symbol);
  all->failed |= !all->v[all->n];
  all->n += all->v[all->n] != NULL;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void names_free(names *all) {
  for (size_t i = 0; i < all->n; i++)
    free(all->v[i]);
  free(all->v);
}

static void drop_doubles(names *all) {
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++)
    if (n && !strcmp(all->v[n - 1], all->v[i]))
      free(all->v[i]);
    else
      all->v[n++] = all->v[i];
  all->n = n;
}

// Sorted, each once.
static sycc_status names_find(names *all) {
  *all = (names){0};
  sy_registry_symbols(add_name, all);
  pthread_mutex_lock(&sy_plain_kernels_mutex);
  for (const sycc_plain_kernel *k = plain_kernels; k; k = k->next)
    add_name(all, k->symbol);
  pthread_mutex_unlock(&sy_plain_kernels_mutex);
  if (all->failed) {
    names_free(all);
    return sy_error_no_memory("the names of all kernels");
  }
  if (all->n)
    qsort(all->v, all->n, sizeof *all->v, by_text);
  drop_doubles(all);
  return SYCC_success;
}

sycc_status sycc_kernels_visit(void (*visit)(void *data, const char *symbol), void *data) {
  names all;
  sycc_status s = names_find(&all);
  if (s)
    return s;
  for (size_t i = 0; i < all.n; i++)
    visit(data, all.v[i]);
  names_free(&all);
  return SYCC_success;
}

// ---- a kernel on a device -----------------------------------------------------------------------------

static sycc_status check_image(sycc_device *d, sy_kernel *k) {
  if (!sy_image_enter(sy_registry_image(k)))
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT "' is in a library that was unloaded", sy_registry_name(k));
  sycc_status s = SYCC_success;
  if (d->backend->kernel_check)
    s = d->backend->kernel_check(d, k);
  sy_image_leave(sy_registry_image(k));
  return s;
}

sycc_status sy_kernel_check(sycc_device *d, const char *symbol, sy_kernel **out) {
  const sycc_range any = {.dims = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
  *out = NULL;
  if (d->backend->kind == SY_BACKEND_HOST && is_plain(symbol))
    return SYCC_success;
  sy_kernel *k;
  sycc_status s = sy_choice_find(d, symbol, NULL, &any, &k);
  if (s)
    return s;
  s = sy_requirements_check(k, d, &any);
  if (s == SYCC_build) // it calls what no library has so far, so a launch would fail
    s = SYCC_kernel_not_supported;
  if (!s)
    s = sy_device_link_check(k, d);
  if (!s)
    s = check_image(d, k);
  if (s)
    sy_registry_release(k);
  else
    *out = k;
  return s;
}

sycc_status sycc_kernel_check(const char *symbol, sycc_device *d) {
  sy_kernel *k;
  sycc_status s = sy_kernel_check(d, symbol, &k);
  if (k)
    sy_registry_release(k);
  return s;
}

// ---- bundles ------------------------------------------------------------------------------------------

typedef struct bundle_row {
  char *symbol; // owned
  sycc_device *device;
  sy_kernel *kernel; // retained; null: plain C++
  size_t image;
} bundle_row;

struct sycc_bundle {
  atomic_uint refs;
  sycc_bundle_state state;
  size_t images;
  size_t n, cap;
  bundle_row *rows;
};

void sycc_bundle_retain(sycc_bundle *b) {
  atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
}

void sycc_bundle_release(sycc_bundle *b) {
  if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (size_t i = 0; i < b->n; i++) {
    free(b->rows[i].symbol);
    if (b->rows[i].kernel)
      sy_registry_release(b->rows[i].kernel);
  }
  free(b->rows);
  free(b);
}

static sycc_status no_memory(void) {
  return sy_error_no_memory("a kernel bundle");
}

static sycc_status bundle_new(sycc_bundle_state state, sycc_bundle **out) {
  *out = calloc(1, sizeof **out);
  if (!*out)
    return no_memory();
  (*out)->refs = 1;
  (*out)->state = state;
  return SYCC_success;
}

static bool same_image(const bundle_row *a, const bundle_row *b) {
  return a->kernel && b->kernel ? sy_registry_image(a->kernel) == sy_registry_image(b->kernel)
                                : !a->kernel && !b->kernel && !strcmp(a->symbol, b->symbol);
}

static size_t image_number(sycc_bundle *b, const bundle_row *r) {
  for (size_t i = b->n; i--;) // neighbours often share one
    if (same_image(&b->rows[i], r))
      return b->rows[i].image;
  return b->images++;
}

static const bundle_row *find_row(const sycc_bundle *b, const char *symbol, const sycc_device *d) {
  for (size_t i = 0; i < b->n; i++)
    if (b->rows[i].device == d && !strcmp(b->rows[i].symbol, symbol))
      return &b->rows[i];
  return NULL;
}

// k stays the caller's.
static sycc_status add_row(sycc_bundle *b, const char *symbol, sycc_device *d, sy_kernel *k) {
  if (b->n == b->cap) {
    size_t cap = b->cap ? 2 * b->cap : 16;
    bundle_row *rows = realloc(b->rows, cap * sizeof *rows);
    if (!rows)
      return no_memory();
    b->rows = rows;
    b->cap = cap;
  }
  bundle_row r = {.symbol = strdup(symbol), .device = d, .kernel = k};
  if (!r.symbol)
    return no_memory();
  if (k)
    sy_image_retain(sy_registry_image(k));
  r.image = image_number(b, &r);
  b->rows[b->n++] = r;
  return SYCC_success;
}

// Whether the image is compiled when the program runs, and so exists in states before executable.
static bool has_state(sy_kernel *k, sycc_bundle_state state) {
  if (state == SYCC_BUNDLE_EXECUTABLE)
    return true;
  if (!k || !sy_image_enter(sy_registry_image(k)))
    return false;
  bool has = sy_image_descriptor(sy_registry_image(k))->format == SY_IMAGE_SPIRV;
  sy_image_leave(sy_registry_image(k));
  return has;
}

static sycc_status add_if_possible(sycc_bundle *b, const char *symbol, sycc_device *d) {
  sy_kernel *k;
  sycc_status s = sy_kernel_check(d, symbol, &k);
  if (s)
    return s == SYCC_kernel_not_supported ? SYCC_success : s;
  if (has_state(k, b->state))
    s = add_row(b, symbol, d, k);
  if (k)
    sy_registry_release(k);
  return s;
}

static sycc_status finish_bundle(sycc_status s, sycc_bundle *b, sycc_bundle **out) {
  if (s)
    sycc_bundle_release(b);
  *out = s ? NULL : b;
  return s;
}

sycc_status sycc_bundle_create(sycc_device *const *devices, size_t count, sycc_bundle_state state,
                               sycc_bundle **out) {
  names all;
  sycc_bundle *b = NULL;
  sycc_status s = sy_process_check();
  if (!s)
    s = names_find(&all);
  if (s)
    return finish_bundle(s, NULL, out);
  s = bundle_new(state, &b);
  for (size_t i = 0; i < all.n && !s; i++)
    for (size_t j = 0; j < count && !s; j++)
      s = add_if_possible(b, all.v[i], devices[j]);
  names_free(&all);
  return finish_bundle(s, b, out);
}

static sycc_status build_kernel(const bundle_row *r) {
  sycc_device *d = r->device;
  if (!r->kernel || !d->backend->kernel_build)
    return SYCC_success;
  sycc_status s = sy_device_link_bind(r->kernel, d);
  return s ? s : d->backend->kernel_build(d, r->kernel);
}

static sycc_status build_all(const sycc_bundle *b) {
  sycc_status s = SYCC_success;
  for (size_t i = 0; i < b->n && !s; i++)
    s = build_kernel(&b->rows[i]);
  return s;
}

static bool is_among(sycc_device *const *devices, size_t count, const sycc_device *d) {
  while (count && devices[count - 1] != d)
    count--;
  return count;
}

sycc_status sycc_bundle_part(const sycc_bundle *from, sycc_device *const *devices, size_t count,
                             const unsigned char *keep, sycc_bundle_state state, sycc_bundle **out) {
  sycc_bundle *b;
  sycc_status s = bundle_new(state, &b);
  for (size_t i = 0; i < from->n && !s; i++) {
    const bundle_row *r = &from->rows[i];
    if ((!keep || keep[r->image]) && is_among(devices, count, r->device))
      s = add_row(b, r->symbol, r->device, r->kernel);
  }
  if (!s && state == SYCC_BUNDLE_EXECUTABLE)
    s = build_all(b);
  return finish_bundle(s, b, out);
}

sycc_status sycc_bundle_join(sycc_bundle *const *bundles, size_t count, sycc_bundle **out) {
  sycc_bundle *b;
  sycc_status s = bundle_new(count ? bundles[0]->state : SYCC_BUNDLE_EXECUTABLE, &b);
  for (size_t i = 0; i < count && !s; i++)
    for (size_t j = 0; j < bundles[i]->n && !s; j++) {
      const bundle_row *r = &bundles[i]->rows[j];
      if (!find_row(b, r->symbol, r->device))
        s = add_row(b, r->symbol, r->device, r->kernel);
    }
  return finish_bundle(s, b, out);
}

size_t sycc_bundle_image_count(const sycc_bundle *b) {
  return b->images;
}

// Of an image that the bundle has, and so has a row of.
static const bundle_row *row_of_image(const sycc_bundle *b, size_t image) {
  const bundle_row *r = b->rows;
  while (r->image != image)
    r++;
  return r;
}

int sycc_bundle_same_image(const sycc_bundle *a, size_t i, const sycc_bundle *b, size_t j) {
  return same_image(row_of_image(a, i), row_of_image(b, j));
}

size_t sycc_bundle_image_hash(const sycc_bundle *b, size_t image) {
  const bundle_row *r = row_of_image(b, image);
  if (r->kernel)
    return (uintptr_t)sy_registry_image(r->kernel);
  size_t hash = 0;
  for (const char *at = r->symbol; *at; at++)
    hash = 31 * hash + (unsigned char)*at;
  return hash;
}

static bool is_in(const bundle_row *r, size_t image) {
  return image == SYCC_ALL_IMAGES || r->image == image;
}

int sycc_bundle_has(const sycc_bundle *b, size_t image, const char *symbol, const sycc_device *d) {
  for (size_t i = 0; i < b->n; i++)
    if (is_in(&b->rows[i], image) && (!d || b->rows[i].device == d) && !strcmp(b->rows[i].symbol, symbol))
      return 1;
  return 0;
}

void sycc_bundle_visit(const sycc_bundle *b, size_t image, void (*visit)(void *data, const char *symbol),
                       void *data) {
  for (size_t i = 0; i < b->n; i++) {
    bool again = false; // on another device before
    for (size_t j = 0; j < i && !again; j++)
      again = is_in(&b->rows[j], image) && !strcmp(b->rows[j].symbol, b->rows[i].symbol);
    if (is_in(&b->rows[i], image) && !again)
      visit(data, b->rows[i].symbol);
  }
}

int sycc_bundle_has_constant(const sycc_bundle *b, size_t image, const sycc_spec_id *id) {
  bool has = false;
  for (size_t i = 0; i < b->n && !has; i++) {
    sy_kernel *k = b->rows[i].kernel;
    if (!k || !is_in(&b->rows[i], image) || !sy_image_enter(sy_registry_image(k)))
      continue;
    has = sy_spec_constant_in(sy_image_descriptor(sy_registry_image(k)), id);
    sy_image_leave(sy_registry_image(k));
  }
  return has;
}

// ---- questions ----------------------------------------------------------------------------------------

static uint64_t largest_sub_group(const sycc_device *d) {
  uint64_t most = 0;
  for (size_t i = 0; i < d->sub_group_size_count; i++)
    most = d->sub_group_sizes[i] > most ? d->sub_group_sizes[i] : most;
  return most;
}

// What is required of launches, by the image: 0 where nothing is.
static uint64_t required(sy_kernel *k, sycc_kernel_number what) {
  size_t local[3] = {0};
  uint64_t v = 0;
  if (!k || !sy_image_enter(sy_registry_image(k)))
    return 0;
  if (what == SYCC_KERNEL_COMPILE_SUB_GROUP_SIZE)
    v = sy_requirements_sub_group(sy_image_descriptor(sy_registry_image(k)));
  else if (sy_requirements_work_group(sy_image_descriptor(sy_registry_image(k)), local))
    v = local[what - SYCC_KERNEL_COMPILE_GROUP_SIZE_X];
  sy_image_leave(sy_registry_image(k));
  return v;
}

static uint64_t rounded_quotient(uint64_t a, uint64_t b) {
  return b ? (a + b - 1) / b : 0;
}

// What the back end knows better than *out.
static sycc_status ask_backend(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  return k && d->backend->kernel_value ? d->backend->kernel_value(d, k, what, out) : SYCC_success;
}

// The size that launches have, which is not always the largest that kernels may require.
static sycc_status sub_group_of(sycc_device *d, sy_kernel *k, uint64_t *out) {
  *out = required(k, SYCC_KERNEL_COMPILE_SUB_GROUP_SIZE);
  if (*out)
    return SYCC_success;
  *out = k ? largest_sub_group(d) : SYCC_PLAIN_SUB_GROUP_SIZE;
  return ask_backend(d, k, SYCC_KERNEL_MAX_SUB_GROUP_SIZE, out);
}

static sycc_status value_of(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  uint64_t sub_group = 0, group;
  sycc_status s = SYCC_success;
  switch (what) {
  case SYCC_KERNEL_WORK_GROUP_SIZE:
    *out = d->number[SYCC_DEVICE_MAX_WORK_GROUP_SIZE];
    break;
  case SYCC_KERNEL_PREFERRED_MULTIPLE:
    s = sub_group_of(d, k, &sub_group);
    *out = sub_group ? sub_group : 1;
    break;
  case SYCC_KERNEL_MAX_SUB_GROUP_SIZE:
    return sub_group_of(d, k, out);
  case SYCC_KERNEL_MAX_SUB_GROUPS:
    s = sub_group_of(d, k, &sub_group);
    if (!s)
      s = value_of(d, k, SYCC_KERNEL_WORK_GROUP_SIZE, &group);
    *out = s ? 0 : rounded_quotient(group, sub_group);
    return s;
  case SYCC_KERNEL_PRIVATE_BYTES:
  case SYCC_KERNEL_COMPILE_SUB_GROUPS:
    *out = 0;
    break;
  default:
    *out = required(k, what);
    return SYCC_success;
  }
  return s ? s : ask_backend(d, k, what, out);
}

sycc_status sycc_kernel_value(const char *symbol, sycc_device *d, sycc_kernel_number what, uint64_t *out) {
  sy_kernel *k;
  *out = 0;
  sycc_status s = sy_kernel_check(d, symbol, &k);
  if (!s)
    s = value_of(d, k, what, out);
  if (k)
    sy_registry_release(k);
  return s;
}
