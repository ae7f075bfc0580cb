// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of class device_global.
//
// The object on the host says which variable is meant: images of different libraries that refer to the same
// object have the same variable. One that the host does not have is the library's own. An image
// has the variable as {initial value; pointer}, where the pointer leads to the device's memory for it, which
// is made when a kernel or a copy first needs it. With device_image_scope the image's variable is the memory.
//
// A variable lives as long as an image has it: a library that is loaded again begins with the initial value.
// One that no image has can be copied too; it lives until the library goes that its object is in. Commands
// under way keep the memory.
//
// sy_device_globals_mutex guards everything here, and what images have of it. Drivers are not called with it
// held: they may load libraries, and registration takes it with the loader's lock. `making` is held instead
// while memory is made, which happens once for each variable and device; it is taken first. A forked child
// makes none.
#include "runtime/device_globals.h"

#include "runtime/advice.h"
#include "runtime/backends/backend.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/group.h"
#include "runtime/names.h"
#include "runtime/recording.h"
#include "runtime/requirements.h"
#include "runtime/variants.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The variable on one device.
typedef struct sy_global_memory {
  struct sy_global_memory *next;
  sycc_device *device;
  void *data;
} sy_global_memory;

struct sy_global {
  sy_global *next;
  const void *object;      // on the host, or null
  const sy_bin_desc *desc; // of the library, when object is null
  const void *library;     // where the object is, when no image has it
  char *name;              // null: no image has had it
  size_t bytes;
  bool image_scope;
  size_t refs; // of images, commands and the library
  sy_image_global *images;
  sy_global_memory *memory;
};

pthread_mutex_t sy_device_globals_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static sy_global *globals;

// ---- names -------------------------------------------------------------------------------------------

static const char *readable(const sy_global *g, char *buf, size_t size) {
  char *name = g->name ? sy_name_of_symbol(g->name) : NULL;
  if (g->name)
    snprintf(buf, size, "%s", name ? name : g->name);
  else
    snprintf(buf, size, "at %p", g->object);
  free(name);
  return buf;
}

// ---- variables: with the lock held --------------------------------------------------------------------

static const void *library_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

static sy_global *find_global(const void *object, const sy_bin_desc *desc, const char *name) {
  sy_global *g = globals;
  while (g && (object ? g->object != object : g->object || g->desc != desc || strcmp(g->name, name)))
    g = g->next;
  return g;
}

// Null: no memory.
static sy_global *add_global(sy_global from) {
  sy_global *g = malloc(sizeof *g);
  if (!g)
    return NULL;
  *g = from;
  g->next = globals;
  return globals = g;
}

// Takes it out of the list if it has no owner any more, so that it is not found while commands may still have
// it.
static void drop_if_gone(sy_global *g) {
  sy_global **at = &globals;
  if (g->images || g->library)
    return;
  while (*at && *at != g)
    at = &(*at)->next;
  if (*at)
    *at = g->next;
}

// Puts it in the list `gone` when no command has it any more; dispose() then frees it.
static void release(sy_global *g, sy_global **gone) {
  if (--g->refs)
    return;
  g->next = *gone;
  *gone = g;
}

static void *known_memory(const sy_global *g, const sycc_device *d) {
  sy_global_memory *m = g->memory;
  while (m && m->device != d)
    m = m->next;
  return m ? m->data : NULL;
}

// ---- memory: without the lock -------------------------------------------------------------------------

static void dispose_one(sy_global *g) {
  for (sy_global_memory *next, *m = g->memory; m; m = next) {
    next = m->next;
    m->device->backend->usm_free(m->device, m->data);
    free(m);
  }
  free(g->name);
  free(g);
}

static void dispose(sy_global *gone) {
  for (sy_global *next; gone; gone = next) {
    next = gone->next;
    dispose_one(gone);
  }
}

static void give_back(sy_global *g) {
  sy_global *gone = NULL;
  pthread_mutex_lock(&sy_device_globals_mutex);
  release(g, &gone);
  pthread_mutex_unlock(&sy_device_globals_mutex);
  dispose(gone);
}

static sycc_status copy_to(sycc_device *d, void *to, const void *from, size_t bytes) {
  if (d->backend->copy)
    return d->backend->copy(d, to, from, bytes);
  memcpy(to, from, bytes);
  return SYCC_success;
}

static sycc_status new_memory(const sy_global *g, sycc_device *d, const void *initial,
                              sy_global_memory **out) {
  sy_global_memory *m = malloc(sizeof *m);
  if (!m)
    return sy_error_no_memory("a device_global");
  *m = (sy_global_memory){.device = d};
  sycc_status s = d->backend->usm_alloc(d, SYCC_USM_DEVICE, g->bytes, 0, &m->data);
  if (!s && (s = copy_to(d, m->data, initial, g->bytes)))
    d->backend->usm_free(d, m->data);
  if (s)
    free(m);
  *out = s ? NULL : m;
  return s;
}

// The memory on d, made from the initial value if there is none yet. `making` is held; the caller has a
// reference.
static sycc_status memory_on(sy_global *g, sycc_device *d, const void *initial, void **out) {
  pthread_mutex_lock(&sy_device_globals_mutex);
  *out = known_memory(g, d);
  pthread_mutex_unlock(&sy_device_globals_mutex);
  if (*out)
    return SYCC_success;
  sy_global_memory *m;
  sycc_status s = new_memory(g, d, initial, &m);
  if (s)
    return s;
  pthread_mutex_lock(&sy_device_globals_mutex);
  m->next = g->memory;
  g->memory = m;
  pthread_mutex_unlock(&sy_device_globals_mutex);
  *out = m->data;
  return SYCC_success;
}

// ---- images -------------------------------------------------------------------------------------------

static const void *object_of(const sy_bin_desc *desc, const char *name) {
  for (const sy_image_entry *e = desc->host_begin; e != desc->host_end; e++)
    if (!strcmp(e->name, name))
      return e->addr;
  return NULL;
}

static bool global_join(sy_image_global *v, const sy_bin_desc *desc, const sy_image_entry *e) {
  const void *object = object_of(desc, e->name);
  char *name = strdup(e->name);
  sy_global *g = name ? find_global(object, desc, e->name) : NULL;
  if (name && !g)
    g = add_global((sy_global){
        .object = object, .desc = desc, .bytes = e->size, .image_scope = e->flags & SY_ENTRY_IMAGE_SCOPE});
  if (!g || g->name)
    free(name);
  else
    g->name = name;
  if (!g)
    return false;
  g->refs++;
  v->global = g;
  v->next = g->images;
  g->images = v;
  return true;
}

bool sy_device_globals_join(sy_image_global *v, sy_image *image, const sy_bin_desc *desc,
                            const sy_image_entry *e) {
  *v = (sy_image_global){.image = image, .variable = e->addr};
  pthread_mutex_lock(&sy_device_globals_mutex);
  bool ok = global_join(v, desc, e);
  pthread_mutex_unlock(&sy_device_globals_mutex);
  return ok;
}

void sy_device_globals_leave(sy_image_global *v, size_t n) {
  sy_global *gone = NULL;
  pthread_mutex_lock(&sy_device_globals_mutex);
  for (size_t i = 0; i < n; i++) {
    if (!v[i].global)
      continue;
    sy_image_global **at = &v[i].global->images;
    while (*at != &v[i])
      at = &(*at)->next;
    *at = v[i].next;
    drop_if_gone(v[i].global);
    release(v[i].global, &gone);
    v[i].global = NULL;
  }
  pthread_mutex_unlock(&sy_device_globals_mutex);
  dispose(gone);
}

// The pointer stands behind the value, where any pointer can.
static void **pointer_in(const sy_global *g, void *variable) {
  size_t align = sizeof(void *), at = (g->bytes + align - 1) / align * align;
  return (void **)((char *)variable + at);
}

// The image is loaded to memory of the device's own.
static sycc_status prepare_there(sy_global *g, sy_image *loaded, sycc_device *d) {
  void *variable, *memory, *before = NULL;
  if (!d->backend->image_variable)
    return SYCC_success;
  sycc_status s = d->backend->image_variable(d, loaded, g->name, &variable);
  if (!s)
    s = memory_on(g, d, variable, &memory);
  if (!s)
    s = copy_to(d, &before, pointer_in(g, variable), sizeof before);
  if (!s && before && before != memory) {
    char name[400];
    return sy_error_set(
        SYCC_kernel_not_supported,
        "images that are linked for device '%s' have different device_globals with the name '%s'; where they "
        "mean the same one its object must be the same, too: link the program with -rdynamic",
        d->text[SYCC_DEVICE_NAME], readable(g, name, sizeof name));
  }
  return s ? s : copy_to(d, pointer_in(g, variable), &memory, sizeof memory);
}

static sycc_status prepare_here(sy_global *g, const sy_image_global *v, sycc_device *d) {
  void *memory;
  sycc_status s = memory_on(g, d, v->variable, &memory);
  if (!s &&
      *pointer_in(g, v->variable) != memory) // another image may share the variable, and a kernel read it
    *pointer_in(g, v->variable) = memory;
  return s;
}

// What the image has, with a reference for the caller; null: nothing that is to be prepared.
static sy_global *take_global(const sy_image_global *v) {
  pthread_mutex_lock(&sy_device_globals_mutex);
  sy_global *g = v->global && !v->global->image_scope ? v->global : NULL;
  if (g)
    g->refs++;
  pthread_mutex_unlock(&sy_device_globals_mutex);
  return g;
}

static sycc_status device_globals_prepare(const sy_image_global *v, sycc_device *d, sy_image *whole) {
  sycc_status s = SYCC_success;
  if (!sy_image_enter(v->image)) // the launch will say so
    return s;
  sy_global *g = take_global(v);
  if (g)
    s = v->variable ? prepare_here(g, v, d) : prepare_there(g, whole ? whole : v->image, d);
  sy_image_leave(v->image);
  if (g)
    give_back(g);
  return s;
}

sycc_status sy_device_globals_prepare(sy_image_global *v, size_t n, sycc_device *d, sy_image *whole) {
  sycc_status s = SYCC_success;
  pthread_mutex_lock(&making);
  for (size_t i = 0; i < n && !s; i++)
    s = device_globals_prepare(&v[i], d, whole);
  pthread_mutex_unlock(&making);
  return s;
}

// ---- copies -------------------------------------------------------------------------------------------

// Whether kernels of the image are for d, and whether they can run there. It has its descriptor as long as it
// has variables.
static bool is_for(const sy_image_global *v, const sycc_device *d, const char *target, bool can_run) {
  const sy_device_image *image = sy_image_descriptor(v->image);
  return !strcmp(sy_image_target(v->image), target) && sy_variant_fits(image, d) &&
         (!can_run || sy_requirements_of_image_met(image, d));
}

// In the order of runtime/choice.c.
static sy_image_global *find_in(const sy_global *g, const sycc_device *d, bool can_run) {
  const char *own[2];
  for (const char *const *t = sy_device_targets(d, own); *t; t++)
    for (sy_image_global *v = g->images; v; v = v->next)
      if (is_for(v, d, *t, can_run))
        return v;
  return NULL;
}

// The image is the caller's to release.
static sy_image *find_image(const sy_global *g, const sycc_device *d, void **variable) {
  pthread_mutex_lock(&sy_device_globals_mutex);
  sy_image_global *v = find_in(g, d, true);
  v = v ? v : find_in(g, d, false);
  sy_image *image = v && (v->variable || d->backend->image_variable) ? v->image : NULL;
  if (image) {
    sy_image_retain(image);
    *variable = v->variable;
  }
  pthread_mutex_unlock(&sy_device_globals_mutex);
  return image;
}

// The image's variable that d's code uses; the group gets the image.
static sycc_status image_variable(const sy_global *g, sycc_group *c, void **out) {
  char name[400];
  sycc_device *d = c->device;
  c->variable_image = find_image(g, d, out);
  if (!c->variable_image)
    return sy_error_set(
        SYCC_invalid,
        "the device_global '%s' has device_image_scope and no loaded device image for device '%s' has "
        "it; a kernel of the program must use it",
        readable(g, name, sizeof name), d->text[SYCC_DEVICE_NAME]);
  if (*out)
    return SYCC_success;
  if (!sy_image_enter(c->variable_image))
    return sy_error_set(SYCC_runtime, "cannot copy a device_global: the library that holds it was unloaded");
  sycc_status s = d->backend->image_variable(d, c->variable_image, g->name, out);
  sy_image_leave(c->variable_image);
  return s;
}

static sycc_status check_range(const sy_global *g, const sycc_device_global *v, size_t offset, size_t bytes) {
  char name[400];
  if (g->bytes != v->bytes)
    return sy_error_set(
        SYCC_invalid,
        "the device_global '%s' is %zu bytes for the device compiler and %zu for the host compiler; "
        "compile both with the same options and headers",
        readable(g, name, sizeof name), g->bytes, v->bytes);
  if (offset > v->bytes || bytes > v->bytes - offset)
    return sy_error_set(SYCC_invalid,
                        "copy of %zu bytes at offset %zu of the device_global '%s', which is %zu bytes",
                        bytes, offset, readable(g, name, sizeof name), v->bytes);
  return SYCC_success;
}

// A failure leaves with the group what it got until then.
static sycc_status device_globals_resolve(sycc_group *c, sy_global *g, const sycc_device_global *v,
                                          size_t offset, size_t bytes, void **out) {
  void *memory = NULL;
  pthread_mutex_lock(&sy_device_globals_mutex);
  sycc_status s = check_range(g, v, offset, bytes);
  pthread_mutex_unlock(&sy_device_globals_mutex);
  if (s)
    return s;
  pthread_mutex_lock(&making);
  s = g->image_scope ? image_variable(g, c, &memory) : memory_on(g, c->device, v->initial, &memory);
  pthread_mutex_unlock(&making);
  if (!s)
    *out = (char *)memory + offset;
  return s;
}

// One that no image has: it stays until its library goes.
static sy_global *add_alone(const sycc_device_global *v, const void *library) {
  return add_global((sy_global){
      .object = v->object, .library = library, .bytes = v->bytes, .image_scope = v->image_scope, .refs = 1});
}

sycc_status sycc_group_device_global(sycc_group *c, const sycc_device_global *v, size_t offset, size_t bytes,
                                     void **out) {
  *out = NULL;
  sycc_status refused = sy_node_refuse(c, "a copy of a device_global");
  if (refused)
    return refused;
  if (c->global)
    return sy_error_set(SYCC_invalid, "command group with more than one device_global");
  const void *library = NULL;
  pthread_mutex_lock(&sy_device_globals_mutex);
  sy_global *g = find_global(v->object, NULL, NULL);
  if (!g) { // not with the lock held: the loader has a lock too, and unloading takes ours with that
    pthread_mutex_unlock(&sy_device_globals_mutex);
    library = library_of(v->object);
    library = library ? library : v->object; // in no library: it stays
    pthread_mutex_lock(&sy_device_globals_mutex);
    g = find_global(v->object, NULL, NULL);
  }
  if (!g)
    g = add_alone(v, library);
  if (g)
    g->refs++;
  pthread_mutex_unlock(&sy_device_globals_mutex);
  if (!g)
    return sy_error_no_memory("a device_global");
  sycc_status s = device_globals_resolve(c, g, v, offset, bytes, out);
  if (!s) {
    c->global = g;
    return s;
  }
  give_back(g);
  if (c->variable_image)
    sy_image_release(c->variable_image);
  c->variable_image = NULL;
  return s;
}

void sy_device_globals_release(sy_global *g) {
  if (g)
    give_back(g);
}

void sy_device_globals_forget(const sy_bin_desc *desc) {
  const void *library = library_of(desc);
  sy_global *gone = NULL;
  pthread_mutex_lock(&sy_device_globals_mutex);
  for (sy_global *next, *g = globals; g; g = next) {
    next = g->next;
    if (!g->library || g->library != library)
      continue;
    g->library = NULL;
    drop_if_gone(g);
    release(g, &gone);
  }
  pthread_mutex_unlock(&sy_device_globals_mutex);
  dispose(gone);
}
