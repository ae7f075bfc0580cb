// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms and devices.
//
// Each back end is asked once, at the first query that comes to it: opening drivers takes long. Variables of
// the environment change what they find, so that one machine shows what another would do:
// SYCC_MASK_ASPECTS=fp64,fp16 and SYCC_MASK_SUB_GROUP_SIZES=8,16 make every device look as if it lacked
// those; SYCC_DEVICE_SELECTOR (selector.h) leaves devices out. So does the runtime with those that run no
// kernel of any program, since programs take "all GPUs" or "the second one" without a look at what they are;
// the selector brings one back by its number.
#include "runtime/devices.h"

#include "base/count.h"
#include "devices/devices.h"
#include "runtime/environment.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/process.h"
#include "runtime/selector.h"
#include "runtime/trace.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MASKED = 256 }; // more than there are aspects

static pthread_once_t environment_once = PTHREAD_ONCE_INIT;
static uint32_t masked[MOST_MASKED];
static size_t masked_count;
static size_t masked_sizes[MOST_MASKED]; // of sub-groups
static size_t masked_size_count;
static sy_selector selector;
static const char *selector_variable, *selector_text; // null: none
static char selector_problem[512];                    // "": none

// ---- the environment --------------------------------------------------------------------------------

static void mask_aspect(const char *name) {
  const sy_aspect *a = sy_aspect_find(name);
  if (a && masked_count < MOST_MASKED)
    masked[masked_count++] = (uint32_t)a->Number;
  else if (!a)
    fprintf(stderr, "sycc: warning: SYCC_MASK_ASPECTS: unknown aspect '%s'\n", name);
}

static void mask_size(const char *text) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || !n)
    fprintf(stderr, "sycc: warning: SYCC_MASK_SUB_GROUP_SIZES: '%s' is not a size\n", text);
  else if (masked_size_count < MOST_MASKED)
    masked_sizes[masked_size_count++] = n;
}

// Calls each(word) for the words of the variable, which blanks or commas separate.
static void read_words(const char *variable, void (*each)(const char *)) {
  const char *s = sy_environment(variable);
  while (s && *s) {
    char word[128];
    size_t n = strcspn(s, ", ");
    snprintf(word, sizeof word, "%.*s", (int)n, s);
    if (n)
      each(word);
    s += n + (s[n] != 0);
  }
}

static void read_selector(void) {
  static const char *const variables[] = {"SYCC_DEVICE_SELECTOR", "ONEAPI_DEVICE_SELECTOR"};
  for (size_t i = 0; i < SY_COUNT(variables); i++) {
    const char *text = sy_environment(variables[i]);
    char why[256];
    if (!text || !*text)
      continue;
    selector_variable = variables[i];
    selector_text = strdup(text);
    if (!sy_selector_parse(text, &selector, why, sizeof why))
      snprintf(selector_problem, sizeof selector_problem, "%s is '%.200s': %s", variables[i], text, why);
    return;
  }
}

static void read_environment(void) {
  sy_process_use();
  read_words("SYCC_MASK_ASPECTS", mask_aspect);
  read_words("SYCC_MASK_SUB_GROUP_SIZES", mask_size);
  read_selector();
  sy_trace_start();
}

const char *sy_devices_selector(void) {
  pthread_once(&environment_once, read_environment);
  return sy_selector_hides(&selector) ? selector_variable : NULL;
}

// ---- discovery --------------------------------------------------------------------------------------

static bool is_masked_size(size_t size) {
  for (size_t i = 0; i < masked_size_count; i++)
    if (masked_sizes[i] == size)
      return true;
  return false;
}

static void mask_sizes(sycc_device *d) {
  size_t n = 0, *left = masked_size_count ? calloc(d->sub_group_size_count + 1, sizeof *left) : NULL;
  if (!left)
    return;
  for (size_t i = 0; i < d->sub_group_size_count; i++)
    if (!is_masked_size(d->sub_group_sizes[i]))
      left[n++] = d->sub_group_sizes[i];
  d->sub_group_sizes = left;
  d->sub_group_size_count = n;
}

// Of char, short, int, long, float, double, half: a back end that says nothing has vectors as wide as its
// registers.
static void fill_in_widths(sycc_device *d) {
  static const unsigned bits[] = {8, 16, 32, 64, 32, 64, 16};
  uint64_t registers = d->number[SYCC_DEVICE_VECTOR_BITS];
  if (d->number[SYCC_DEVICE_NATIVE_WIDTH])
    return;
  for (unsigned i = 0; i < SY_COUNT(bits); i++)
    d->number[SYCC_DEVICE_NATIVE_WIDTH + i] = d->number[SYCC_DEVICE_PREFERRED_WIDTH + i] =
        registers >= bits[i] ? registers / bits[i] : 1;
}

// Devices that have no limit of their own have one that an int holds.
static void fill_in_groups(sycc_device *d) {
  for (unsigned i = 0; i < 3; i++)
    if (!d->number[SYCC_DEVICE_MAX_GROUPS_X + i])
      d->number[SYCC_DEVICE_MAX_GROUPS_X + i] = INT32_MAX;
}

void sy_device_complete(sycc_device *d) {
  mask_sizes(d);
  fill_in_groups(d);
  fill_in_widths(d);
}

// What was found of a back end.
typedef struct discovery {
  pthread_once_t once;
  void (*look)(void);
  sycc_platform *platforms;
  size_t count;
  bool left_out; // by the selector, without a look
} discovery;

// Numbers the devices of a back end, and hides those that are not wanted.
static void discover_backend(discovery *f, const sy_backend *b) {
  size_t number = 0;
  f->left_out = !sy_selector_may_take(&selector, b->id);
  if (f->left_out)
    return;
  f->count = b->discover(&f->platforms);
  for (size_t i = 0; i < f->count; i++)
    for (size_t j = 0; j < f->platforms[i].device_count; j++, number++) {
      sycc_device *d = &f->platforms[i].devices[j];
      d->number[SYCC_DEVICE_INDEX] = number;
      bool taken = sy_selector_takes(&selector, b->id, (sycc_device_type)d->number[SYCC_DEVICE_TYPE], number);
      d->unlisted = taken && d->no_code && !sy_selector_names(&selector, b->id, number);
      d->hidden = !taken || d->unlisted;
      sy_device_complete(d);
    }
}

// pthread_once takes functions without parameters: one for each back end.
static discovery found[SY_BACKEND_COUNT];
#define AT(folder, ...) AT_##folder,
enum { SYCC_BACKENDS(AT) };
#define LOOK(folder, ...)                                                                                    \
  static void look_for_##folder(void) {                                                                      \
    discover_backend(&found[AT_##folder], sy_backends[AT_##folder]);                                         \
  }
SYCC_BACKENDS(LOOK)
#define DISCOVERY(folder, ...) {.once = PTHREAD_ONCE_INIT, .look = look_for_##folder},
static discovery found[] = {SYCC_BACKENDS(DISCOVERY)};

static void devices_discover(size_t b) {
  pthread_once(&environment_once, read_environment);
  if (!*selector_problem)
    pthread_once(&found[b].once, found[b].look);
}

sycc_status sycc_devices_check(void) {
  pthread_once(&environment_once, read_environment);
  return *selector_problem ? sy_error_set(SYCC_invalid, "%s", selector_problem) : SYCC_success;
}

const char *sycc_device_selector(const char **variable) {
  pthread_once(&environment_once, read_environment);
  if (variable)
    *variable = selector_variable;
  return selector_text;
}

// Whether it has devices, none of which is listed, for want of code.
static bool all_unlisted(const discovery *f) {
  bool any = false;
  for (size_t i = 0; i < f->count; i++)
    for (size_t j = 0; j < f->platforms[i].device_count; j++) {
      if (!f->platforms[i].devices[j].hidden)
        return false;
      any |= f->platforms[i].devices[j].unlisted;
    }
  return any;
}

const char *sycc_backend_problem(sycc_backend id) {
  for (size_t b = 0; b < SY_BACKEND_COUNT; b++)
    if (sy_backends[b]->id == id) {
      devices_discover(b);
      return found[b].left_out         ? "not looked for: the device selector leaves it out"
             : all_unlisted(&found[b]) ? "no device that runs kernels"
             : sy_backends[b]->problem ? sy_backends[b]->problem()
                                       : NULL;
    }
  return "not part of this build";
}

// ---- queries ----------------------------------------------------------------------------------------

static bool is_visible(const sycc_platform *p) {
  return sycc_device_count(p);
}

// The index-th of all platforms with devices, null behind the last. *count: how many there were until then.
static sycc_platform *find_platform(size_t index, size_t *count) {
  *count = 0;
  for (size_t b = 0; b < SY_BACKEND_COUNT; b++) {
    devices_discover(b);
    for (size_t i = 0; i < found[b].count; i++)
      if (is_visible(&found[b].platforms[i]) && (*count)++ == index)
        return &found[b].platforms[i];
  }
  return NULL;
}

// The index-th of the platform's devices that are hidden in this way; else null, and *index is less by their
// number.
static sycc_device *find_hidden(const sycc_platform *p, bool unlisted, size_t *index) {
  for (size_t i = 0; i < p->device_count; i++)
    if (p->devices[i].hidden && p->devices[i].unlisted == unlisted && !(*index)--)
      return &p->devices[i];
  return NULL;
}

static sycc_device *find_hidden_of_all(bool unlisted, size_t index) {
  sycc_device *d = NULL;
  for (size_t b = 0; b < SY_BACKEND_COUNT && !d; b++) {
    devices_discover(b);
    for (size_t i = 0; i < found[b].count && !d; i++)
      d = find_hidden(&found[b].platforms[i], unlisted, &index);
  }
  return d;
}

sycc_device *sycc_device_unlisted(size_t index) {
  return find_hidden_of_all(true, index);
}

sycc_device *sycc_device_left_out(size_t index) {
  return find_hidden_of_all(false, index);
}

int sycc_backend_driver(sycc_backend id, size_t index, sycc_driver *out) {
  for (size_t b = 0; b < SY_BACKEND_COUNT; b++)
    if (sy_backends[b]->id == id) {
      devices_discover(b);
      return !found[b].left_out && sy_backends[b]->driver && sy_backends[b]->driver(index, out);
    }
  return 0;
}

const char *sycc_device_no_code(const sycc_device *d) {
  return d->no_code;
}

sycc_device *sy_devices_host(void) {
  for (size_t b = 0; b < SY_BACKEND_COUNT; b++)
    if (sy_backends[b]->kind == SY_BACKEND_HOST) {
      devices_discover(b);
      return found[b].count ? sycc_device_get(found[b].platforms, 0) : NULL;
    }
  return NULL;
}

bool sy_devices_may_be_others(void) {
  pthread_once(&environment_once, read_environment);
  bool any = false;
  for (size_t b = 0; b < SY_BACKEND_COUNT; b++)
    any |= sy_backends[b]->kind == SY_BACKEND_DRIVER && sy_selector_may_take(&selector, sy_backends[b]->id);
  return any;
}

size_t sycc_platform_count(void) {
  size_t n;
  find_platform(SIZE_MAX, &n);
  return n;
}

sycc_platform *sycc_platform_get(size_t index) {
  size_t n;
  return find_platform(index, &n);
}

size_t sycc_device_count(const sycc_platform *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->device_count; i++)
    n += !p->devices[i].hidden;
  return n;
}

sycc_device *sycc_device_get(const sycc_platform *p, size_t index) {
  for (size_t i = 0; i < p->device_count; i++)
    if (!p->devices[i].hidden && !index--)
      return &p->devices[i];
  return NULL;
}

sycc_platform *sycc_device_platform(const sycc_device *d) {
  return d->platform;
}

sycc_backend sycc_platform_backend(const sycc_platform *p) {
  return p->backend->id;
}

const char *sycc_platform_string(const sycc_platform *p, sycc_platform_text what) {
  return (unsigned)what < SY_PLATFORM_TEXTS && p->text[what] ? p->text[what] : "";
}

const char *sycc_device_string(const sycc_device *d, sycc_device_text what) {
  return (unsigned)what < SY_DEVICE_TEXTS && d->text[what] ? d->text[what] : "";
}

// What a device says of a type that it does not have, or that is masked, is 0.
static const struct {
  sycc_device_number what;
  const char *aspect;
} of_types[] = {
    {SYCC_DEVICE_HALF_FP_CONFIG, "fp16"},      {SYCC_DEVICE_DOUBLE_FP_CONFIG, "fp64"},
    {SYCC_DEVICE_PREFERRED_WIDTH + 5, "fp64"}, {SYCC_DEVICE_PREFERRED_WIDTH + 6, "fp16"},
    {SYCC_DEVICE_NATIVE_WIDTH + 5, "fp64"},    {SYCC_DEVICE_NATIVE_WIDTH + 6, "fp16"},
};

uint64_t sycc_device_value(const sycc_device *d, sycc_device_number what) {
  for (size_t i = 0; i < SY_COUNT(of_types) && what > SYCC_DEVICE_INDEX; i++)
    if (of_types[i].what == what && !sycc_device_has(d, (uint32_t)sy_aspect_find(of_types[i].aspect)->Number))
      return 0;
  uint64_t late;
  if (d->backend->late_number && d->backend->late_number(d, what, &late))
    return late;
  return (unsigned)what < SY_DEVICE_NUMBERS ? d->number[what] : 0;
}

sycc_status sycc_device_free_memory(sycc_device *d, uint64_t *out) {
  *out = 0;
  if (d->backend->free_memory)
    return d->backend->free_memory(d, out);
  if (d->number[SYCC_DEVICE_TYPE] == SYCC_DEVICE_CPU) {
    // A driver may take part of the host's memory.
    uint64_t host = sy_memory_available(), all = d->number[SYCC_DEVICE_GLOBAL_MEM_BYTES];
    *out = host < all ? host : all;
  }
  return *out ? SYCC_success
              : sy_error_set(SYCC_feature_not_supported,
                             "device '%s' does not say how much of its memory is free",
                             sycc_device_string(d, SYCC_DEVICE_NAME));
}

sycc_status sycc_device_peer(sycc_device *d, sycc_device *peer, sycc_peer what, int *out) {
  *out = 0;
  if (d->backend == peer->backend && d->backend->peer && d != peer)
    return d->backend->peer(d, peer, what, out);
  if (what == SYCC_PEER_ACCESS || what == SYCC_PEER_ATOMICS)
    return SYCC_success;
  return sy_error_set(SYCC_feature_not_supported, "device '%s' can't use the memory of device '%s'",
                      sycc_device_string(d, SYCC_DEVICE_NAME), sycc_device_string(peer, SYCC_DEVICE_NAME));
}

size_t sycc_device_sub_group_sizes(const sycc_device *d, size_t *sizes, size_t cap) {
  for (size_t i = 0; i < cap && i < d->sub_group_size_count; i++)
    sizes[i] = d->sub_group_sizes[i];
  return d->sub_group_size_count;
}

static bool is_masked(uint32_t aspect) {
  for (size_t i = 0; i < masked_count; i++)
    if (masked[i] == aspect)
      return true;
  return false;
}

int sycc_device_has(const sycc_device *d, uint32_t aspect) {
  for (size_t i = 0; i < d->aspect_count; i++)
    if (d->aspects[i] == aspect)
      return !is_masked(aspect);
  return 0;
}
