// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports are looked for by symbol and target among the images that are loaded when a kernel is submitted,
// the one registered first wins; what those import is looked for in turn. The result, a link, is kept with
// the kernel's image, one for each device.
//
// A link holds its images, not their code. A library that is unloaded leaves a link that can't be entered;
// the next submission makes another one. That is done only when no kernel runs by the old one any more, so a
// launch that has entered the images of a link finds the same link when it leaves them, and the pointers of
// imports do not change under a kernel.
//
// `mutex` guards the making of links; reading one takes no lock. A forked child never takes it.
#include "runtime/device_link.h"

#include "formats/image_desc.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/process.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void sy_device_link_free(sy_device_link *link) {
  for (sy_device_link *next; link; link = next) {
    next = link->next;
    for (size_t i = 0; i < link->count; i++) {
      sy_image_release(link->images[i].image);
      free(link->images[i].function);
      free(link->images[i].library);
    }
    free(link->images);
    free(link);
  }
}

// ---- what images export and import ------------------------------------------------------------------

// A copy of the import's name for messages; null: no memory.
static char *readable_import(const sy_device_image *d, const char *symbol) {
  const sy_image_property *p = sy_image_find(d, SY_IMPORT_NAMES, symbol);
  return p && p->type == SY_IMAGE_PROPERTY_BYTES ? strndup(p->value, p->size) : strdup(symbol);
}

// ---- finding -----------------------------------------------------------------------------------------

typedef struct device_link_search {
  sy_kernel *kernel;
  const sycc_device *device; // of variants, its own is found
  sy_device_link *link;      // its images are entered
  bool asks;                 // whether it can be bound; nothing is
} device_link_search;

static const sy_device_image *descriptor_at(const device_link_search *s, size_t i) {
  return sy_image_descriptor(i ? s->link->images[i - 1].image : sy_registry_image(s->kernel));
}

static bool is_found(const device_link_search *s, const char *symbol) {
  for (size_t i = 0; i <= s->link->count; i++)
    if (sy_image_find(descriptor_at(s, i), SY_EXPORTED, symbol))
      return true;
  return false;
}

static sycc_status not_found(const device_link_search *s, const sy_device_image *importer,
                             const char *symbol) {
  char *name = readable_import(importer, symbol);
  sy_image *other = sy_registry_exporter(symbol, NULL, NULL);
  sycc_status status = sy_error_set(SYCC_build,
                                    "kernel '" SY_NAME_FMT "' calls '" SY_NAME_FMT
                                    "', which no loaded image defines for target %s%s%s; load the library "
                                    "that defines it, compiled for this "
                                    "target, before the kernel is submitted",
                                    sy_registry_name(s->kernel), name ? name : symbol, importer->target,
                                    other ? "; there is one for " : "", other ? sy_image_target(other) : "");
  if (other)
    sy_image_release(other);
  free(name);
  return status;
}

// Adds the image, which it takes over.
static sycc_status add_image(device_link_search *s, const sy_device_image *importer, const char *symbol,
                             sy_image *image) {
  sy_device_link *l = s->link;
  sy_linked_image *more = realloc(l->images, (l->count + 1) * sizeof *more);
  l->images = more ? more : l->images;
  char *function = readable_import(importer, symbol), *library = strdup(sy_image_library(image));
  if (more && function && library) {
    more[l->count++] = (sy_linked_image){image, function, library};
    return SYCC_success;
  }
  free(function);
  free(library);
  sy_image_leave(image);
  sy_image_release(image);
  return sy_error_no_memory("a link of device images");
}

// A kernel gets the specialization constants of its own image, in places that only that knows.
static sycc_status check_constants(const device_link_search *s, const sy_device_image *importer,
                                   const char *symbol) {
  for (size_t i = 0; i < s->link->count; i++) {
    const sy_image_property *p =
        sy_image_find(sy_image_descriptor(s->link->images[i].image), SY_EXPORTED, symbol);
    if (!p || p->type != SY_IMAGE_PROPERTY_UINT32 || !(p->size & SY_EXPORT_ASKS_CONSTANTS))
      continue;
    char *name = readable_import(importer, symbol);
    sycc_status status = sy_error_set(
        SYCC_kernel_not_supported,
        "kernel '" SY_NAME_FMT "' calls '" SY_NAME_FMT "' of '%s', which asks for specialization constants: "
        "only kernels of the same program or library can call it; ask in the kernel, and pass the value",
        sy_registry_name(s->kernel), name ? name : symbol, s->link->images[i].library);
    free(name);
    return status;
  }
  return SYCC_success;
}

static sycc_status find_import(device_link_search *s, const sy_device_image *importer, const char *symbol) {
  if (is_found(s, symbol))
    return check_constants(s, importer, symbol);
  sy_image *image = sy_registry_exporter(symbol, importer->target, s->device);
  if (image && sy_image_enter(image)) {
    sycc_status status = add_image(s, importer, symbol, image);
    return status ? status : check_constants(s, importer, symbol);
  }
  if (image) // on its way out
    sy_image_release(image);
  return not_found(s, importer, symbol);
}

static sycc_status find_all(device_link_search *s) {
  sycc_status status = SYCC_success;
  for (size_t i = 0; i <= s->link->count && !status; i++) { // grows meanwhile
    const sy_device_image *d = descriptor_at(s, i);
    const sy_image_property_set *imports = sy_image_find_set(d, SY_IMPORTED);
    for (const sy_image_property *p = imports ? imports->begin : NULL;
         imports && p != imports->end && !status; p++)
      status = find_import(s, d, p->name);
  }
  for (size_t i = 0; i < s->link->count; i++)
    sy_image_leave(s->link->images[i].image);
  return status;
}

static bool is_alive(const sy_device_link *l) {
  bool alive = l != NULL;
  for (size_t i = 0; alive && i < l->count; i++)
    alive = !sy_image_is_gone(l->images[i].image);
  return alive;
}

// No kernel runs by the link any more, nor will: what is gone is not entered.
static bool is_left(const sy_device_link *l) {
  for (size_t i = 0; l && i < l->count; i++)
    if (sy_image_is_gone(l->images[i].image) && !sy_image_is_left(l->images[i].image))
      return false;
  return true;
}

// Not with the mutex held: threads that are in may be waiting for it.
static void wait_until_left(const sy_device_link *l) {
  for (size_t i = 0; l && i < l->count; i++)
    if (sy_image_is_gone(l->images[i].image))
      sy_image_wait_until_left(l->images[i].image);
}

// The mutex is held, the one before is left.
static sycc_status make_link(sy_kernel *k, const sycc_device *d) {
  device_link_search s = {k, d, calloc(1, sizeof *s.link), false};
  if (!s.link)
    return sy_error_no_memory("a link of device images");
  sycc_status status = find_all(&s);
  if (status) {
    sy_device_link_free(s.link);
    return status;
  }
  s.link->device = d;
  sy_image_add_link(sy_registry_image(k), s.link);
  return SYCC_success;
}

sycc_status sy_device_link_resolve(sy_kernel *k, const sycc_device *d) {
  sy_image *image = sy_registry_image(k);
  if (!sy_image_has_imports(image) || is_alive(sy_image_link(image, d)))
    return SYCC_success;
  if (!d->backend->links_images)
    return sy_error_set(SYCC_kernel_not_supported,
                        "kernel '" SY_NAME_FMT
                        "' calls functions of other images, which can't be linked for device '%s'; define "
                        "them in the program itself",
                        sy_registry_name(k), d->text[SYCC_DEVICE_NAME]);
  sycc_status s = sy_process_check();
  if (s)
    return s;
  pthread_mutex_lock(&mutex);
  sy_device_link *old;
  bool alive;
  while (!(alive = is_alive(old = sy_image_link(image, d))) && !is_left(old)) {
    pthread_mutex_unlock(&mutex);
    wait_until_left(old);
    pthread_mutex_lock(&mutex);
  }
  s = alive ? SYCC_success : make_link(k, d);
  pthread_mutex_unlock(&mutex);
  return s;
}

// ---- running -----------------------------------------------------------------------------------------

static void device_link_leave(sy_device_link *l, size_t n) {
  while (n)
    sy_image_leave(l->images[--n].image);
}

static bool device_link_enter(sy_kernel *k, const sycc_device *d, bool to_bind) {
  if (!sy_image_enter(sy_registry_image(k)))
    return false;
  sy_device_link *l = sy_image_link(sy_registry_image(k), d);
  size_t n = 0;
  // A command that was submitted by an older link may start before this one is bound.
  bool ok = !l || to_bind || atomic_load_explicit(&l->bound, memory_order_acquire);
  for (; l && ok && n < l->count; n += ok)
    ok = sy_image_enter(l->images[n].image);
  if (ok)
    return true;
  device_link_leave(l, n);
  sy_image_leave(sy_registry_image(k));
  return false;
}

bool sy_device_link_enter(sy_kernel *k, const sycc_device *d) {
  return device_link_enter(k, d, false);
}

void sy_device_link_leave(sy_kernel *k, const sycc_device *d) {
  sy_device_link *l = sy_image_link(sy_registry_image(k), d);
  if (l)
    device_link_leave(l, l->count);
  sy_image_leave(sy_registry_image(k));
}

void sy_device_link_keep(sy_kernel *k, const sycc_device *d, const sy_device_link *link,
                         sy_image_program *p) {
  pthread_mutex_lock(&mutex);
  p->stale = sy_image_link(sy_registry_image(k), d) != link;
  sy_image_keep_program(sy_registry_image(k), p);
  pthread_mutex_unlock(&mutex);
}

// ---- binding -----------------------------------------------------------------------------------------

static const sy_image_entry *find_export(const device_link_search *s, const char *symbol,
                                         const char **library) {
  for (size_t i = 0; i <= s->link->count; i++) {
    const sy_device_image *d = descriptor_at(s, i);
    for (const sy_image_entry *e = d->entries_begin; e != d->entries_end; e++)
      if (e->flags & SY_ENTRY_EXPORT && !strcmp(e->name, symbol)) {
        *library = i ? s->link->images[i - 1].library : "?";
        return e;
      }
  }
  return NULL;
}

// Kernels read slots without further ado. One that holds what it should may be in use: by a thread that bound
// the same link a moment ago, or by another link that leads through the same image.
static void set_slot(void **slot, void *function) {
  if (__atomic_load_n(slot, __ATOMIC_RELAXED) != function)
    __atomic_store_n(slot, function, __ATOMIC_RELEASE);
}

static sycc_status bind_import(const device_link_search *s, const sy_device_image *importer,
                               const sy_image_entry *e) {
  const char *library = "?";
  const sy_image_entry *export = find_export(s, e->name, &library);
  if (export && export->addr) {
    if (!s->asks)
      set_slot(e->addr, export->addr);
    return SYCC_success;
  }
  char *name = readable_import(importer, e->name);
  sycc_status status = sy_error_set(SYCC_kernel_not_supported,
                                    "kernel '" SY_NAME_FMT "' calls '" SY_NAME_FMT
                                    "' of '%s', which waits for other work-items (a barrier, a "
                                    "group algorithm, its sub-group): on the native CPU only functions of "
                                    "the same library can; define it in the "
                                    "program itself",
                                    sy_registry_name(s->kernel), name ? name : e->name, library);
  free(name);
  return status;
}

static sycc_status bind_image(const device_link_search *s, const sy_device_image *d) {
  sycc_status status = SYCC_success;
  for (const sy_image_entry *e = d->entries_begin; e != d->entries_end && !status; e++)
    if (e->flags & SY_ENTRY_IMPORT && e->addr)
      status = bind_import(s, d, e);
  return status;
}

// Everything is entered, the mutex held.
static sycc_status bind(const device_link_search *s) {
  sycc_status status = SYCC_success;
  for (size_t i = 0; i <= s->link->count && !status; i++)
    status = bind_image(s, descriptor_at(s, i));
  if (!status && !s->asks)
    atomic_store_explicit(&s->link->bound, true, memory_order_release);
  return status;
}

// What is linked for the first time has none of its pointers; the kernel's own image may have been linked
// before, otherwise.
static sycc_status prepare_linked(sy_image *whole, const sy_device_link *l, sycc_device *d) {
  sycc_status s = sy_image_prepare_in(whole, whole, d);
  for (size_t i = 0; i < l->count && !s; i++)
    s = sy_image_prepare_in(l->images[i].image, whole, d);
  return s;
}

static sycc_status prepare_all(sy_image *whole, const sy_device_link *l, sycc_device *d) {
  sycc_status s = SYCC_success;
  if (d->backend->links_variables)
    return atomic_load_explicit(&l->bound, memory_order_acquire) ? s : prepare_linked(whole, l, d);
  for (size_t i = 0; i < l->count && !s; i++)
    s = sy_image_prepare(l->images[i].image, d);
  return s;
}

sycc_status sy_device_link_bind(sy_kernel *k, sycc_device *d) {
  if (!sy_image_has_imports(sy_registry_image(k)) ||
      !device_link_enter(k, d, true)) // unloaded: the launch will say so
    return SYCC_success;
  sy_device_link *l = sy_image_link(sy_registry_image(k), d);
  sycc_status s = l ? prepare_all(sy_registry_image(k), l, d) : SYCC_success;
  if (l && !s && !atomic_load_explicit(&l->bound, memory_order_acquire)) {
    pthread_mutex_lock(&mutex);
    s = bind(&(device_link_search){k, d, l, false});
    pthread_mutex_unlock(&mutex);
  }
  sy_device_link_leave(k, d);
  return s;
}

sycc_status sy_device_link_check(sy_kernel *k, const sycc_device *d) {
  if (!sy_image_has_imports(sy_registry_image(k)) || !device_link_enter(k, d, true))
    return SYCC_success;
  sy_device_link *l = sy_image_link(sy_registry_image(k), d);
  sycc_status s = SYCC_success;
  bool bound = !l || atomic_load_explicit(&l->bound, memory_order_acquire);
  if (!bound)
    s = sy_process_check();
  if (!bound && !s) {
    pthread_mutex_lock(&mutex);
    s = bind(&(device_link_search){k, d, l, true});
    pthread_mutex_unlock(&mutex);
  }
  sy_device_link_leave(k, d);
  return s;
}
