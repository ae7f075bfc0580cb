// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device images of the program and its libraries, and the kernels in them.
//
// Registration is called from ELF constructors, before main and by dlopen, maybe before this library's own
// constructors: everything here is ready from static initialisation on and needs no thread. A descriptor
// that makes no sense costs a message on stderr and is otherwise ignored.
//
// Kernels stand in a hash table by symbol; a kernel in a header that several libraries include stands there
// once for each, and a launch takes the one of its own library. Names are copied: a command may outlive the
// library it came from. Unregistering takes an image's kernels out of the table, so that no new command finds
// them; marks the image as gone, so that commands in flight that have not started fail instead; and waits for
// those that run. It does not wait for commands that have not started: the thread that unloads may itself
// hold what they wait for.
//
// A program launches few kernels many times: those are known by the address of their description, without
// names.
//
// sy_registry_mutex guards the table and the lists. `running` is atomic, so launches don't meet there.
#include "runtime/registry.h"

#include "devices/devices.h"
#include "formats/image_desc.h"
#include "runtime/blocks.h"
#include "runtime/device_globals.h"
#include "runtime/device_link.h"
#include "runtime/home.h"
#include "runtime/names.h"
#include "runtime/process.h"
#include "runtime/variants.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GONE 0x80000000u // in sy_image.running

struct sy_kernel {
  sy_kernel *next; // in its bucket, in order of registration
  struct sy_image *image;
  uint64_t hash;
  char *symbol;             // owned
  _Atomic(char *) readable; // owned; null until it is told, then constant
  _Atomic(char *) guessed;  // owned: what a message called it before that
  void *address;
  atomic_bool any_group; // it is known that its image requires no work-group size
};

struct sy_image {
  struct sy_image *next; // of all registered
  const sy_bin_desc *desc;
  const sy_device_image *descriptor;
  sy_home home;  // of its descriptor
  char *target;  // owned
  char *library; // owned: the file it came from, where it exports functions; else null
  bool rejected; // no code: the target can't run it
  bool has_imports;
  _Atomic(sy_device_link *) links; // owned; the newest first
  bool variant;                    // for some devices only
  sy_image_global *globals;        // owned
  size_t global_count;
  // Where its variables are ready. Code in host memory runs on one device only.
  _Atomic(sycc_device *) prepared;
  _Atomic(sy_image_program *) programs; // owned; grows only
  size_t count;
  // Each command writes these two, the first on two threads: nothing else lies in their lines.
  _Alignas(SY_LINE) atomic_uint refs;
  _Alignas(SY_LINE) atomic_uint running; // launches between enter and leave; GONE once unregistered
  _Alignas(SY_LINE) sy_kernel kernels[];
};

pthread_mutex_t sy_registry_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_left = PTHREAD_COND_INITIALIZER;
static sy_image *images;
static sy_kernel **buckets;
static size_t bucket_count; // a power of two, or 0
static size_t kernel_count; // in the table

// Kernels that were launched, by the address of their description, which is theirs alone as long as its
// library is loaded.
typedef struct sy_known_kernel {
  const sycc_kernel_info *info;
  const sycc_device *device;
  sy_kernel *kernel; // in the table; null: a free place
} sy_known_kernel;
enum { KNOWN = 256 };
static sy_known_kernel known[KNOWN];
static bool any_known;
static uint64_t changes; // of the table; what is known is as old as the last one

// ---- the table: with the lock held ------------------------------------------------------------------

static uint64_t hash_of(const char *s) { // FNV-1a
  uint64_t h = 0xcbf29ce484222325u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 0x100000001b3u;
  return h;
}

static sy_kernel **bucket(uint64_t hash) {
  return &buckets[hash & (bucket_count - 1)];
}

static sy_known_kernel *known_place(const sycc_kernel_info *info, const sycc_device *d) {
  uint64_t mixed = ((uintptr_t)info ^ (uintptr_t)d << 7) * 0x9e3779b97f4a7c15u;
  return &known[mixed >> 56];
}

static void forget_all(void) {
  if (any_known)
    memset(known, 0, sizeof known);
  any_known = false;
  changes++;
}

static void registry_append(sy_kernel *k) {
  sy_kernel **at = bucket(k->hash);
  while (*at)
    at = &(*at)->next;
  k->next = NULL;
  *at = k;
}

static bool reserve(size_t more) {
  size_t old_count = bucket_count, count = old_count ? old_count : 64;
  while (count < kernel_count + more)
    count *= 2;
  if (count == old_count)
    return true;
  sy_kernel **old = buckets, **fresh = calloc(count, sizeof(sy_kernel *));
  if (!fresh)
    return false;
  buckets = fresh;
  bucket_count = count;
  for (size_t i = 0; i < old_count; i++)
    for (sy_kernel *next, *k = old[i]; k; k = next) {
      next = k->next;
      registry_append(k);
    }
  free(old);
  return true;
}

static void take_out(sy_image *image) {
  forget_all();
  for (size_t i = 0; i < image->count; i++) {
    sy_kernel **at = bucket(image->kernels[i].hash);
    while (*at != &image->kernels[i])
      at = &(*at)->next;
    *at = image->kernels[i].next;
  }
  kernel_count -= image->count;
  if (kernel_count)
    return;
  free(buckets);
  buckets = NULL;
  bucket_count = 0;
}

// The first kernel of that symbol from k on.
static sy_kernel *match_kernel(sy_kernel *k, const char *symbol, uint64_t hash) {
  while (k && (k->hash != hash || strcmp(k->symbol, symbol)))
    k = k->next;
  return k;
}

// ---- images -----------------------------------------------------------------------------------------

void sy_image_release(sy_image *image) {
  if (atomic_fetch_sub_explicit(&image->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (size_t i = 0; i < image->count; i++) {
    free(image->kernels[i].symbol);
    free(image->kernels[i].readable);
    free(image->kernels[i].guessed);
  }
  for (sy_image_program *next, *p = image->programs; p; p = next) {
    next = p->next;
    p->destroy(p);
  }
  free(image->globals);
  free(image->target);
  free(image->library);
  free(image);
}

// Code for this machine is linked into the program: native_cpu's and that of the levels of x86-64.
static bool is_linked(const char *target) {
  const sy_target *t = sy_target_find(target);
  return t && t->family->kind == SY_FAMILY_HOST;
}

static bool is_rejected(const sy_device_image *d) {
  return sy_image_find_set(d, SY_REJECTED);
}

static const char *check_native(const sy_device_image *d) {
  if (d->format != SY_IMAGE_NATIVE)
    return "the format of a native_cpu image is not native (1)";
  for (const sy_image_entry *e = d->entries_begin; e != d->entries_end; e++)
    if (!e->addr && !(e->flags & SY_ENTRY_LINK))
      return "a kernel or variable of a native_cpu image has no address";
  return NULL;
}

static bool add_kernel(sy_image *image, const sy_image_entry *e) {
  sy_kernel *k = &image->kernels[image->count++];
  k->image = image;
  k->hash = hash_of(e->name);
  k->symbol = strdup(e->name);
  k->address = e->addr;
  return k->symbol;
}

static bool add_entry(sy_image *image, const sy_image_entry *e) {
  if (e->flags & SY_ENTRY_LINK) // device_link.c reads them
    return true;
  if (!e->size)
    return add_kernel(image, e);
  if (image->rejected) // its variables are nowhere
    return true;
  bool ok = sy_device_globals_join(&image->globals[image->global_count], image, image->desc, e);
  image->global_count += ok;
  return ok;
}

static void image_delete(sy_image *image) {
  sy_device_link_free(atomic_exchange(&image->links, NULL)); // here, since links may go in circles
  sy_device_globals_leave(image->globals, image->global_count);
  sy_image_release(image);
}

// For messages. Looked up here: the loader has a lock, which is this thread's now, and a thread that unloads
// a library holds it while it waits for the users of its images.
static char *library_of(const sy_device_image *d) {
  Dl_info info;
  bool known = dladdr(d, &info) && info.dli_fname;
  const char *slash = known ? strrchr(info.dli_fname, '/') : NULL;
  return strdup(!known ? "?" : slash ? slash + 1 : info.dli_fname);
}

// Null: no memory.
static sy_image *image_new(const sy_bin_desc *desc, const sy_device_image *d) {
  size_t n = d->entries_begin ? (size_t)(d->entries_end - d->entries_begin) : 0;
  size_t globals = 0, kernels = 0;
  for (size_t i = 0; i < n; i++) {
    bool link = d->entries_begin[i].flags & SY_ENTRY_LINK;
    globals += !link && d->entries_begin[i].size > 0;
    kernels += !link && d->entries_begin[i].size == 0;
  }
  size_t bytes = sizeof(sy_image) + kernels * sizeof(sy_kernel);
  sy_image *image;
  if (posix_memalign((void **)&image, SY_LINE, bytes))
    return NULL;
  memset(image, 0, bytes);
  image->desc = desc;
  image->descriptor = d;
  image->home = sy_home_of(desc);
  image->refs = 1;
  image->target = strdup(d->target);
  image->rejected = is_rejected(d);
  image->has_imports = sy_image_find_set(d, SY_IMPORTED);
  image->variant = sy_is_variant(d);
  image->globals = globals ? calloc(globals, sizeof *image->globals) : NULL;
  bool exports = sy_image_find_set(d, SY_EXPORTED);
  image->library = exports ? library_of(d) : NULL;
  bool ok = image->target && (image->globals || !globals) && (image->library || !exports);
  for (size_t i = 0; i < n && ok; i++)
    ok = add_entry(image, &d->entries_begin[i]);
  if (ok)
    return image;
  image_delete(image);
  return NULL;
}

static bool image_enter_table(sy_image *image) {
  pthread_mutex_lock(&sy_registry_mutex);
  bool ok = reserve(image->count);
  if (ok) {
    forget_all();
    for (size_t i = 0; i < image->count; i++)
      registry_append(&image->kernels[i]);
    kernel_count += image->count;
    image->next = images;
    images = image;
  }
  pthread_mutex_unlock(&sy_registry_mutex);
  return ok;
}

// Returns what is wrong, or null.
static const char *image_register(const sy_bin_desc *desc, const sy_device_image *d,
                                  const sy_image_memory *memory) {
  const char *fault = sy_device_image_check(desc, d, memory);
  if (!fault && is_linked(d->target) && !is_rejected(d))
    fault = check_native(d);
  if (fault)
    return fault;
  sy_image *image = image_new(desc, d);
  if (image && image_enter_table(image))
    return NULL;
  if (image)
    image_delete(image);
  return "out of memory";
}

static bool is_registered(const sy_bin_desc *desc) {
  pthread_mutex_lock(&sy_registry_mutex);
  sy_image *i = images;
  while (i && i->desc != desc)
    i = i->next;
  pthread_mutex_unlock(&sy_registry_mutex);
  return i;
}

void __tgt_register_lib(sy_bin_desc *desc) {
  enum { MOST_PARTS = 32 };
  sy_image_span parts[MOST_PARTS];
  const sy_image_memory file = {parts, sy_home_readable(desc, parts, MOST_PARTS)};
  // None: the descriptor was made while the program runs.
  const sy_image_memory *memory = file.n ? &file : NULL;
  unsigned at = 0;
  const char *fault = sy_image_check(desc, memory, &at);
  if (fault && (!desc || at >= desc->number_of_images)) {
    fprintf(stderr, "sycc: warning: device images at %p are ignored: %s\n", (void *)desc, fault);
    return;
  }
  if (is_registered(desc)) {
    fprintf(stderr, "sycc: warning: device images at %p are registered twice\n", (void *)desc);
    return;
  }
  for (unsigned i = 0; i < desc->number_of_images; i++) {
    fault = image_register(desc, &desc->images[i], memory);
    if (fault)
      fprintf(stderr, "sycc: warning: device image %u at %p is ignored: %s\n", i,
              (const void *)&desc->images[i], fault);
  }
}

// Takes one image of desc out of the lists; null when none is left.
static sy_image *remove_one(const sy_bin_desc *desc) {
  pthread_mutex_lock(&sy_registry_mutex);
  sy_image **at = &images;
  while (*at && (*at)->desc != desc)
    at = &(*at)->next;
  sy_image *image = *at;
  if (image) {
    *at = image->next;
    take_out(image);
  }
  pthread_mutex_unlock(&sy_registry_mutex);
  return image;
}

bool sy_image_is_left(const sy_image *image) {
  return atomic_load(&image->running) == GONE;
}

void sy_image_wait_until_left(sy_image *image) {
  if (sy_process_forked()) // what ran is not in this process
    return;
  pthread_mutex_lock(&sy_registry_mutex);
  while (!sy_image_is_left(image))
    pthread_cond_wait(&all_left, &sy_registry_mutex);
  pthread_mutex_unlock(&sy_registry_mutex);
}

void __tgt_unregister_lib(sy_bin_desc *desc) {
  if (sy_process_exiting()) // other threads may still launch kernels, and run some that never end
    return;
  for (sy_image *image; (image = remove_one(desc));) {
    atomic_fetch_or(&image->running, GONE);
    sy_image_wait_until_left(image);
    image_delete(image);
  }
  if (desc)
    sy_device_globals_forget(desc);
}

// ---- for the rest of the runtime --------------------------------------------------------------------

// Takes a hold of k for the caller.
static sy_candidate candidate(sy_kernel *k, const char *readable) {
  sy_image_retain(k->image);
  if (!k->readable && readable)
    k->readable = strdup(readable); // without memory the symbol has to do
  return (sy_candidate){k, k->image->rejected};
}

static bool fits_device(const sy_image *image, const sycc_device *d) {
  return !image->variant || sy_variant_fits(image->descriptor, d);
}

// Whether one of the kernels of this symbol is in the file that the address is in. Another file may have
// given the name to another kernel, so that of the caller's own comes before all others.
static bool is_at_home(sy_kernel *first, const void *address) {
  sy_kernel *k = first;
  while (k && !sy_home_has(k->image->home, address))
    k = match_kernel(k->next, first->symbol, first->hash);
  return k;
}

size_t sy_registry_candidates(const char *symbol, const char *const *targets, const char *readable,
                              const sycc_device *d, sy_candidate *out, size_t room, bool *others) {
  uint64_t hash = hash_of(symbol);
  size_t n = 0;
  *others = false;
  pthread_mutex_lock(&sy_registry_mutex);
  sy_kernel *first = bucket_count ? match_kernel(*bucket(hash), symbol, hash) : NULL;
  bool at_home = first && is_at_home(first, symbol);
  for (; first && *targets; targets++)
    for (sy_kernel *k = first; k && n < room; k = match_kernel(k->next, symbol, hash))
      if (!strcmp(k->image->target, *targets) && (!at_home || sy_home_has(k->image->home, symbol))) {
        if (fits_device(k->image, d))
          out[n++] = candidate(k, readable);
        else
          *others |= !k->image->rejected;
      }
  pthread_mutex_unlock(&sy_registry_mutex);
  return n;
}

sy_kernel *sy_registry_recall(const sycc_kernel_info *info, const sycc_device *d, uint64_t *since) {
  pthread_mutex_lock(&sy_registry_mutex);
  sy_known_kernel *at = known_place(info, d);
  sy_kernel *k = at->info == info && at->device == d ? at->kernel : NULL;
  // A description outside of any image may have changed.
  if (k && strcmp(info->symbol, k->symbol))
    k = NULL;
  if (k)
    atomic_fetch_add_explicit(&k->image->refs, 1, memory_order_relaxed);
  *since = changes;
  pthread_mutex_unlock(&sy_registry_mutex);
  return k;
}

void sy_registry_remember(const sycc_kernel_info *info, const sycc_device *d, sy_kernel *k, uint64_t since) {
  pthread_mutex_lock(&sy_registry_mutex);
  if (since == changes) {
    *known_place(info, d) = (sy_known_kernel){info, d, k};
    any_known = true;
  }
  k->any_group = true;
  pthread_mutex_unlock(&sy_registry_mutex);
}

bool sy_registry_any_group(const sy_kernel *k) {
  return atomic_load_explicit(&k->any_group, memory_order_relaxed);
}

void sy_registry_release(sy_kernel *k) {
  sy_image_release(k->image);
}

// Whether a kernel of the same symbol before k has k's target.
static bool target_seen(sy_kernel *first, const sy_kernel *k) {
  while (first != k && strcmp(first->image->target, k->image->target))
    first = match_kernel(first->next, k->symbol, k->hash);
  return first != k;
}

bool sy_registry_targets(const char *symbol, char *buf, size_t size) {
  uint64_t hash = hash_of(symbol);
  size_t n = 0;
  pthread_mutex_lock(&sy_registry_mutex);
  sy_kernel *first = bucket_count ? match_kernel(*bucket(hash), symbol, hash) : NULL;
  for (sy_kernel *k = first; k; k = match_kernel(k->next, symbol, hash))
    if (n < size && !target_seen(first, k))
      n += (size_t)snprintf(buf + n, size - n, "%s%s", n ? ", " : "", k->image->target);
  pthread_mutex_unlock(&sy_registry_mutex);
  return n;
}

static bool is_one_of(const char *target, const char *const *targets) {
  while (*targets && strcmp(*targets, target))
    targets++;
  return *targets;
}

bool sy_registry_has_code(const char *const *targets) {
  pthread_mutex_lock(&sy_registry_mutex);
  const sy_image *i = images;
  bool none = !i;
  while (i && (i->rejected || !is_one_of(i->target, targets)))
    i = i->next;
  pthread_mutex_unlock(&sy_registry_mutex);
  return none || i;
}

void sy_registry_symbols(void (*each)(void *data, const char *symbol), void *data) {
  pthread_mutex_lock(&sy_registry_mutex);
  for (const sy_image *image = images; image; image = image->next)
    for (size_t i = 0; i < image->count; i++)
      each(data, image->kernels[i].symbol);
  pthread_mutex_unlock(&sy_registry_mutex);
}

// Only launches know what the user calls it.
static const char *guess_name(sy_kernel *k) {
  char *known = NULL, *name = k->guessed ? NULL : sy_name_of_symbol(k->symbol);
  if (name && !atomic_compare_exchange_strong(&k->guessed, &known, name))
    free(name);
  return k->guessed ? k->guessed : k->symbol;
}

const char *sy_registry_name(sy_kernel *k) {
  const char *readable = k->readable;
  return readable ? readable : guess_name(k);
}

const char *sy_registry_symbol(const sy_kernel *k) {
  return k->symbol;
}

void *sy_registry_address(const sy_kernel *k) {
  return k->address;
}

sy_image *sy_registry_image(const sy_kernel *k) {
  return k->image;
}

const sy_device_image *sy_image_descriptor(const sy_image *image) {
  return image->descriptor;
}

sy_image_program *sy_image_program_on(const sy_image *image, const sycc_device *d) {
  sy_image_program *p = atomic_load_explicit(&image->programs, memory_order_acquire);
  while (p && (p->device != d || p->stale))
    p = p->next;
  return p;
}

void sy_image_keep_program(sy_image *image, sy_image_program *p) {
  p->next = image->programs;
  while (!atomic_compare_exchange_weak(&image->programs, &p->next, p))
    ;
}

sycc_status sy_image_prepare(sy_image *image, sycc_device *d) {
  if (!image->global_count || atomic_load_explicit(&image->prepared, memory_order_acquire) == d)
    return SYCC_success;
  sycc_status s = sy_device_globals_prepare(image->globals, image->global_count, d, NULL);
  if (!s)
    atomic_store_explicit(&image->prepared, d, memory_order_release);
  return s;
}

sycc_status sy_image_prepare_in(sy_image *image, sy_image *whole, sycc_device *d) {
  return image->global_count ? sy_device_globals_prepare(image->globals, image->global_count, d, whole)
                             : SYCC_success;
}

const char *sy_image_target(const sy_image *image) {
  return image->target;
}

const char *sy_image_library(const sy_image *image) {
  return image->library;
}

bool sy_image_has_imports(const sy_image *image) {
  return image->has_imports;
}
bool sy_image_is_gone(const sy_image *image) {
  return atomic_load(&image->running) & GONE;
}

static bool exports(const sy_image *image, const char *symbol) {
  const sy_image_property_set *s = image->rejected ? NULL : sy_image_find_set(image->descriptor, SY_EXPORTED);
  for (const sy_image_property *p = s ? s->begin : NULL; s && p != s->end; p++)
    if (!strcmp(p->name, symbol))
      return true;
  return false;
}

// An image in the list has its descriptor: it is taken out first.
sy_image *sy_registry_exporter(const char *symbol, const char *target, const sycc_device *d) {
  sy_image *found = NULL;
  pthread_mutex_lock(&sy_registry_mutex);
  for (sy_image *i = images; i; i = i->next) // the newest first
    if ((!target || !strcmp(i->target, target)) && exports(i, symbol) &&
        (!d || sy_variant_fits(i->descriptor, d)))
      found = i;
  if (found)
    sy_image_retain(found);
  pthread_mutex_unlock(&sy_registry_mutex);
  return found;
}

sy_device_link *sy_image_link(const sy_image *image, const sycc_device *d) {
  sy_device_link *l = atomic_load_explicit(&image->links, memory_order_acquire);
  while (l && l->device != d)
    l = l->next;
  return l;
}

void sy_image_add_link(sy_image *image, sy_device_link *link) {
  for (sy_image_program *p = atomic_load(&image->programs); p; p = p->next)
    if (p->device == link->device)
      p->stale = true;
  link->next = atomic_load_explicit(&image->links, memory_order_relaxed);
  atomic_store_explicit(&image->links, link, memory_order_release);
}

void sy_image_retain(sy_image *image) {
  atomic_fetch_add_explicit(&image->refs, 1, memory_order_relaxed);
}

bool sy_image_enter(sy_image *image) {
  if (!(atomic_fetch_add(&image->running, 1) & GONE))
    return true;
  sy_image_leave(image);
  return false;
}

void sy_image_leave(sy_image *image) {
  if (atomic_fetch_sub(&image->running, 1) != (GONE | 1))
    return;
  pthread_mutex_lock(&sy_registry_mutex);
  pthread_cond_broadcast(&all_left);
  pthread_mutex_unlock(&sy_registry_mutex);
}
